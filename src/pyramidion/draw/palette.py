"""Colours and styles: one list for style sheets, pictures and print."""

from __future__ import annotations

import functools

# Pieces and coloured tiles: the fill, and the ink that is read on it. In the order of their lightness,
# which runs in even steps so that they stay apart in grey.
COLOURS = {
    "black": ("#2a2b30", "#ffffff"),
    "brown": ("#5b3a22", "#ffffff"),
    "blue": ("#1f57a8", "#ffffff"),
    "violet": ("#8449bb", "#ffffff"),
    "red": ("#d6412f", "#ffffff"),
    "green": ("#45a862", "#10240f"),
    "orange": ("#f59b33", "#2b1a00"),
    "cyan": ("#6ad2e0", "#062a30"),
    "yellow": ("#f5dc4c", "#2c2500"),
    "white": ("#fbfaf6", "#222222"),
}

# Themes that change them: colours that stay apart without red and green, and the strongest ones.
OTHER_COLOURS = {
    "safe": {
        "black": ("#16181d", "#ffffff"),
        "brown": ("#5c3414", "#ffffff"),
        "blue": ("#00509e", "#ffffff"),
        "violet": ("#a2478a", "#ffffff"),
        "red": ("#d2560c", "#1d0b00"),
        "green": ("#14a888", "#00201a"),
        "orange": ("#f0a10f", "#2b1a00"),
        "cyan": ("#7cc8f2", "#06202e"),
        "yellow": ("#f4e552", "#2c2500"),
    },
    "contrast": {
        "black": ("#000000", "#ffffff"),
        "brown": ("#4d301b", "#ffffff"),
        "blue": ("#0b3fa8", "#ffffff"),
        "violet": ("#8a1fc4", "#ffffff"),
        "red": ("#d41408", "#ffffff"),
        "green": ("#1fb254", "#000000"),
        "orange": ("#ff9d1e", "#000000"),
        "cyan": ("#5fe0f2", "#000000"),
        "yellow": ("#ffe83d", "#000000"),
        "white": ("#ffffff", "#000000"),
    },
}

# What surrounds the pieces, by theme.
LIGHT = {
    "table": "#ece6d9",
    "text": "#26241f",
    "faint": "#6b6557",
    "wood": "#80522f",
    "wood-light": "#9c6b42",
    "wood-dark": "#63391d",
    "carved": "#f6e3c0",
    "road": "#353a41",
    "road-light": "#4b5159",
    "tile": "#f6ead0",
    "tile-light": "#fffaf0",
    "back": "#dcbf8b",
    "back-light": "#ecd6ab",
    "square": "#efe6d0",
    "square-light": "#fbf6e9",
    "pale-red": "#eda98f",
    "pale-blue": "#a3c0ec",
    "pale-black": "#b5b1a9",
    "zone": "#e1d8c5",
    "tray": "#2f5b4a",
    "housing": "#1c2027",
    "water": "#55b6c9",
    "water-light": "#aee6ee",
    "water-dark": "#2b8aa3",
    "line": "#b49a6c",
    "grid": "#b08f57",
    "ink-red": "#b3261e",
    "ink-blue": "#1b4c91",
    "ink-black": "#2a2a2e",
    "ink-green": "#1f6b3a",
    "edge": "#15151a",
    "glow": "#ffffff",
    "last": "#f6c21c",
    "arrow": "#c98a00",
    "movable": "#0b8457",
    "target": "#0b6b48",
    "frozen": "#2f74b5",
    "attack": "#d9480f",
    "immune": "#6d3fb0",
    "threatened": "#c81e1e",
    "possible": "#0b8457",
    "excluded": "#ece6d9",
}
DARK = {
    "table": "#1b1e23",
    "text": "#ece9e2",
    "faint": "#aaa596",
    "wood": "#5d3c24",
    "wood-light": "#744d30",
    "wood-dark": "#422814",
    "carved": "#e6cfa4",
    "road": "#2a2e34",
    "road-light": "#3b4148",
    "tile": "#cdc1a6",
    "tile-light": "#ddd3bd",
    "back": "#a98f62",
    "back-light": "#bfa677",
    "square": "#b9b09a",
    "square-light": "#ccc4b0",
    "pale-red": "#cc8a70",
    "pale-blue": "#7f9ccb",
    "pale-black": "#8b8880",
    "zone": "#292e35",
    "tray": "#1f4034",
    "housing": "#0e1116",
    "water": "#2b7d90",
    "water-light": "#5fb4c3",
    "water-dark": "#1b5a6b",
    "line": "#7d6a48",
    "grid": "#806a41",
    "ink-red": "#94190f",
    "ink-blue": "#153c76",
    "ink-black": "#232327",
    "ink-green": "#14502a",
    "edge": "#08080a",
    "glow": "#ffffff",
    "last": "#ffc93a",
    "arrow": "#ffbe2e",
    "movable": "#0fae73",
    "target": "#064a32",
    "frozen": "#2f74b5",
    "attack": "#e0500f",
    "immune": "#6d3fb0",
    "threatened": "#d92626",
    "possible": "#0fae73",
    "excluded": "#1b1e23",
}
THEMES = {
    "light": LIGHT,
    "dark": DARK,
    "contrast": LIGHT
    | {
        "table": "#ffffff",
        "text": "#000000",
        "faint": "#2b2b2b",
        "wood": "#1c1c1c",
        "wood-light": "#2b2b2b",
        "wood-dark": "#000000",
        "carved": "#ffffff",
        "road": "#111111",
        "road-light": "#222222",
        "tile": "#ffffff",
        "tile-light": "#ffffff",
        "back": "#ffffff",
        "back-light": "#ffffff",
        "square": "#ffffff",
        "square-light": "#ffffff",
        "pale-red": "#ffc4b3",
        "pale-blue": "#b7d0ff",
        "pale-black": "#c4c4c4",
        "zone": "#f1f1f1",
        "tray": "#e4e4e4",
        "housing": "#000000",
        "water": "#0a7089",
        "water-light": "#2b97b2",
        "water-dark": "#004b5d",
        "line": "#000000",
        "grid": "#000000",
        "ink-red": "#a30000",
        "ink-blue": "#002a80",
        "ink-black": "#000000",
        "ink-green": "#004d1a",
        "edge": "#000000",
        "last": "#ffd500",
        "arrow": "#e09b00",
        "movable": "#00734a",
        "target": "#005737",
        "excluded": "#ffffff",
    },
    "safe": LIGHT
    | {
        "pale-red": "#f2b98a",
        "ink-red": "#9a3b00",
        "ink-green": "#00604c",
        "movable": "#0065bd",
        "target": "#00407a",
        "possible": "#0065bd",
        "attack": "#e08a00",
        "threatened": "#b03a00",
        "frozen": "#2b8fd0",
    },
}

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
    "carved": {"fill": "$carved"},
    "stencil": {"fill": "#000000", "fill-opacity": ".16"},
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
    "last-line": {"fill": "none", "stroke": "$last", "stroke-width": "7"},
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
    **{f"pale-{name}": {"fill": f"$pale-{name}"} for name in ("red", "blue", "black")},
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


def values(theme: str) -> dict[str, str]:
    """All colours of a theme, by the names of their variables."""
    colours = COLOURS | OTHER_COLOURS.get(theme, {})
    fills = {name: fill for name, (fill, _) in colours.items()}
    return THEMES[theme] | fills | {f"on-{name}": ink for name, (_, ink) in colours.items()}


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
