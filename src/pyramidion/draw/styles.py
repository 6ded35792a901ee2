"""How every shape of a picture looks, and the style sheet that says so."""

from __future__ import annotations

import functools

from pyramidion.draw.palette import COLOURS, THEMES, values

# Every class of a shape and how it looks; `$name` is a colour of the theme, `@name` a gradient.
FONT = "ui-sans-serif,system-ui,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
STOPS = [
    *(f"{name}{shade}" for name in ("wood", "road", "tile", "back", "square", "water") for shade in ("", "-light")),
    "wood-dark",
    "water-dark",
]
HEATS = 8  # steps of a heat map
ROUND = {"stroke-linecap": "round", "stroke-linejoin": "round"}
STYLES: dict[str, dict[str, str]] = {
    "table": {"fill": "$table"},
    "wood": {"fill": "@wood", "stroke": "$wood-dark", "stroke-width": "2"},
    "road": {"fill": "@road", "stroke": "$edge", "stroke-width": "2"},
    "bevel": {"fill": "none", "stroke": "$wood-light", "stroke-width": "2", "stroke-opacity": ".8"},
    "well": {"fill": "#000000", "fill-opacity": ".3"},
    "grain": {"fill": "none", "stroke": "$wood-dark", "stroke-width": "1.4", "stroke-opacity": ".4"},
    "tile": {"fill": "@card", "stroke": "$line", "stroke-width": "1.5"},
    "back": {"fill": "@felt", "stroke": "$grid", "stroke-width": "1.3"},
    "square": {"fill": "@paper", "stroke": "$line", "stroke-width": "1"},
    "clear": {"fill": "#ffffff", "fill-opacity": "0"},
    "inlay": {"stroke": "#000000", "stroke-opacity": ".28", "stroke-width": "1.2"},
    "zone": {"fill": "$zone", "stroke": "$line", "stroke-width": "1", "stroke-opacity": ".5"},
    "tray": {"fill": "$tray", "stroke": "$wood", "stroke-width": "7", "stroke-linejoin": "round"},
    "housing": {"fill": "$housing"},
    "goal": {"fill": "@pool", "stroke": "$water-dark", "stroke-width": "3"},
    "ripple": {"fill": "none", "stroke": "#ffffff", "stroke-opacity": ".55", "stroke-width": "2.2", **ROUND},
    "text": {"fill": "$text"},
    "start": {"text-anchor": "start"},
    "faint": {"fill": "$faint"},
    "tile-name": {"fill": "$ink-black", "font-weight": "600"},
    "carved": {"fill": "$carved"},
    "stencil": {"fill": "#000000", "fill-opacity": ".5"},
    "lit-ink": {"fill": "#f4f1ea"},
    "deep-ink": {"fill": "#06343d"},
    "glow": {"fill": "$glow"},
    "edge": {"stroke": "$edge", "stroke-width": "1.2", "stroke-opacity": ".75", "stroke-linejoin": "round"},
    "rim": {"stroke": "$edge", "stroke-width": "4"},
    "sheen": {"fill": "@sheen"},
    "gloom": {"fill": "@gloom"},
    "ridge": {"fill": "none", "stroke": "#ffffff", "stroke-opacity": ".45", "stroke-width": "1.2"},
    "trim": {"fill": "none", "stroke": "#ffffff", "stroke-opacity": ".92", "stroke-width": "2.8", **ROUND},
    "dashed": {"stroke-dasharray": "5 5.5"},
    "dotted": {"stroke-dasharray": ".1 6", "stroke-width": "4"},
    "shadow": {"fill": "@shadow"},
    "cast": {"fill": "#000000", "fill-opacity": ".22"},
    "round": {"fill": "@round"},
    "turned": {"fill": "@turned"},
    "gloss": {"fill": "@gloss"},
    "groove": {"stroke": "#000000", "stroke-opacity": ".3", "stroke-width": "2"},
    "lantern": {"fill": "#0b0d11", "stroke": "#3d434c", "stroke-width": "2"},
    "lamp": {"stroke": "#000000", "stroke-width": "2.5"},
    "unlit": {"fill-opacity": ".22"},
    "halo": {"fill": "@glow"},
    "lit": {"fill": "#ffffff", "fill-opacity": ".42"},
    "day": {"fill": "#ffffff", "fill-opacity": ".16"},
    "dusk": {"fill": "#000000", "fill-opacity": ".2"},
    "dark": {"fill": "#000000", "fill-opacity": ".34"},
    "veil": {"fill": "$excluded", "fill-opacity": ".74"},
    "swirl": {"fill": "none", "stroke": "$ink-black", "stroke-width": "4", "stroke-linecap": "round"},
    "coin": {"fill": "@card", "stroke": "$line", "stroke-width": "1.5"},
    "die": {"stroke": "$edge", "stroke-width": "1.2", "stroke-opacity": ".7", "stroke-linejoin": "round"},
    "arrow": {"fill": "$arrow", "fill-opacity": ".88", "stroke": "#ffffff", "stroke-width": "1.6"},
    "idea": {"fill": "$movable", "fill-opacity": ".9", "stroke": "#ffffff", "stroke-width": "1.6"},
    "last": {"fill": "$last", "fill-opacity": ".5"},
    "last-edge": {"fill": "none", "stroke": "$last", "stroke-width": "3.5"},
    "last-line": {"fill": "none", "stroke": "$last", "stroke-width": "6"},
    "movable": {"fill": "$movable", "fill-opacity": ".2", "stroke": "$movable", "stroke-width": "2.6"},
    "movable-line": {"fill": "none", "stroke": "$movable", "stroke-width": "4", **ROUND},
    "target": {"fill": "$target", "fill-opacity": ".6", "stroke": "$glow", "stroke-width": "1.5"},
    "target-line": {"fill": "none", "stroke": "$target", "stroke-opacity": ".6", "stroke-width": "4.5"},
    "frozen": {"fill": "none"},
    "attack": {"fill": "$attack", "fill-opacity": ".15"},
    "immune": {"fill": "none"},
    "threatened": {"fill": "$threatened", "fill-opacity": ".4", "stroke": "$threatened", "stroke-width": "5"},
    "possible": {"fill": "none", "stroke": "$possible", "stroke-width": "4"},
    **{
        f"sign-{kind}": {"fill": "none", "stroke": f"${kind}", "stroke-width": "14", **ROUND}
        for kind in ("frozen", "immune", "threatened")
    },
    "badge": {"fill": "#ffffff", "stroke-width": "2"},
    "wrap": {"fill": "none", "stroke": "$carved", "stroke-opacity": ".8", "stroke-width": "5", **ROUND},
    "fold": {"fill": "none", "stroke": "$faint", "stroke-width": "8", **ROUND},
    "home": {"fill": "none", "stroke": "#ffffff", "stroke-opacity": ".75", "stroke-width": "4.5", **ROUND},
    "secret": {"fill": "$last", "stroke": "$edge", "stroke-width": "8", "stroke-linejoin": "round"},
    **{f"pale-{name}": {"fill": f"$pale-{name}"} for name in ("red", "blue", "black", "green")},
    **{f"heat-{step}": {"fill": "$attack", "fill-opacity": f"{0.6 * step / HEATS:.2f}"} for step in range(HEATS + 1)},
    **{f"ink-{name}": {"fill": f"$ink-{name}"} for name in ("red", "blue", "black", "green")},
    **{name: {"fill": f"${name}"} for name in COLOURS},
    "black": {"fill": "$black", "stroke": "#85858c"},
    **{f"on-{name}": {"fill": f"$on-{name}"} for name in COLOURS},
    **{
        f"pips-{name}": {"fill": "none", "stroke": f"$on-{name}", "stroke-width": "14", "stroke-linecap": "round"}
        for name in COLOURS
    },
    **{
        f"letter-{name}": {"fill": f"$on-{name}", "stroke": f"${name}", "stroke-width": "3", "paint-order": "stroke"}
        for name in COLOURS
    },
}


@functools.cache
def stylesheet(theme: str = "", plain: bool = False) -> str:
    """CSS for the pictures: one theme or, without a name, all of them, chosen by the class of the picture.

    Colours are CSS variables, which a page may override; `plain` writes them out, for programs
    that do not support variables.
    """
    names = [theme] if theme else list(THEMES)
    blocks = [] if plain else [_variables(name) for name in names]
    blocks.append(f".pyramidion text{{font-family:{FONT};font-weight:700;text-anchor:middle}}")
    blocks.append(".pyramidion .wash{pointer-events:none}")
    known = values(names[0])
    blocks += [f".pyramidion .stop-{name}{{stop-color:{_value('$' + name, known, plain)}}}" for name in STOPS]
    for name, style in STYLES.items():
        pairs = [(key, value) for key, value in style.items() if not value.startswith("@")]
        blocks.append(f".pyramidion .{name}{{{';'.join(f'{k}:{_value(v, known, plain)}' for k, v in pairs)}}}")
    return "".join(blocks)


def _variables(theme: str) -> str:
    return f".pyramidion.{theme}{{{';'.join(f'--pyr-{key}:{value}' for key, value in values(theme).items())}}}"


def _value(value: str, known: dict[str, str], plain: bool) -> str:
    if not value.startswith("$"):
        return value
    return known[value[1:]] if plain else f"var(--pyr-{value[1:]})"
