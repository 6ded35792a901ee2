"""Colours and styles: one list for style sheets, pictures and print."""

from __future__ import annotations

import functools

# Pieces and coloured tiles: the fill, and the ink that is read on it. In the order of their lightness,
# which runs in even steps so that they stay apart in grey.
COLOURS = {
    "black": ("#232327", "#ffffff"),
    "brown": ("#5b3a22", "#ffffff"),
    "blue": ("#1d53a0", "#ffffff"),
    "violet": ("#8449bb", "#ffffff"),
    "red": ("#d6412f", "#ffffff"),
    "green": ("#45a862", "#10240f"),
    "orange": ("#f59b33", "#2b1a00"),
    "cyan": ("#6ad2e0", "#062a30"),
    "yellow": ("#f5dc4c", "#2c2500"),
    "white": ("#fbfaf6", "#222222"),
}

# What surrounds the pieces, by theme.
THEMES = {
    "light": {
        "table": "#ece6d9",
        "text": "#26241f",
        "faint": "#6f6a5e",
        "tile": "#fbf6e6",
        "back": "#e9d9b4",
        "square": "#f5efe0",
        "pale-red": "#f0bda6",
        "pale-blue": "#b9cfe6",
        "pale-black": "#cfcbc3",
        "zone": "#e0d8c6",
        "water": "#bfe0e6",
        "line": "#8d8068",
        "grid": "#b7a47c",
        "ink-red": "#b3261e",
        "ink-blue": "#1b4c91",
        "ink-black": "#2a2a2e",
        "ink-green": "#1f6b3a",
        "edge": "#15151a",
        "glow": "#ffffff",
        "last": "#f0b429",
        "movable": "#0a7d4f",
        "target": "#0a7d4f",
        "frozen": "#3b82c4",
        "attack": "#c2410c",
        "immune": "#7c4dbd",
        "threatened": "#c81e1e",
        "possible": "#0a7d4f",
        "excluded": "#ece6d9",
    },
    "dark": {
        "table": "#1b1e23",
        "text": "#ece9e2",
        "faint": "#a7a294",
        "tile": "#d8cfb9",
        "back": "#b5a581",
        "square": "#c9c0aa",
        "pale-red": "#d29a82",
        "pale-blue": "#8fa9c6",
        "pale-black": "#9c9890",
        "zone": "#2b3037",
        "water": "#2f5b66",
        "line": "#4b4639",
        "grid": "#857652",
        "ink-red": "#9c1f18",
        "ink-blue": "#173f7a",
        "ink-black": "#232327",
        "ink-green": "#195a30",
        "edge": "#08080a",
        "glow": "#f4f1ea",
        "last": "#ffc640",
        "movable": "#0b8f5a",
        "target": "#0b8f5a",
        "frozen": "#2f74b5",
        "attack": "#c2410c",
        "immune": "#7443b8",
        "threatened": "#c81e1e",
        "possible": "#0b8f5a",
        "excluded": "#1b1e23",
    },
}

# Every class of a shape and how it looks; `$name` is a colour of the theme.
FONT = "ui-sans-serif,system-ui,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
HEATS = 8  # steps of a heat map
STYLES: dict[str, dict[str, str]] = {
    "table": {"fill": "$table"},
    "tile": {"fill": "$tile", "stroke": "$line", "stroke-width": "2"},
    "back": {"fill": "$back", "stroke": "$grid", "stroke-width": "1.5"},
    "square": {"fill": "$square", "stroke": "$line", "stroke-width": "1.5"},
    "zone": {"fill": "$zone"},
    "goal": {"fill": "$water"},
    "seam": {"fill": "none", "stroke": "$line", "stroke-width": "3.5"},
    "text": {"fill": "$text"},
    "start": {"text-anchor": "start"},
    "faint": {"fill": "$faint"},
    "glow": {"fill": "$glow"},
    "edge": {"stroke": "$edge", "stroke-width": "1.2", "stroke-linejoin": "round"},
    "rim": {"stroke": "$edge", "stroke-width": "4"},
    "lit": {"fill": "#ffffff", "fill-opacity": ".42"},
    "day": {"fill": "#ffffff", "fill-opacity": ".16"},
    "dusk": {"fill": "#000000", "fill-opacity": ".16"},
    "dark": {"fill": "#000000", "fill-opacity": ".34"},
    "shade": {"fill": "#000000", "fill-opacity": ".18"},
    "veil": {"fill": "$excluded", "fill-opacity": ".72"},
    "swirl": {"fill": "none", "stroke": "$ink-black", "stroke-width": "4", "stroke-linecap": "round"},
    "coin": {"fill": "$tile", "stroke": "$line", "stroke-width": "2"},
    "die": {"stroke": "$edge", "stroke-width": "1.5", "stroke-linejoin": "round"},
    "arrow": {"fill": "$last", "fill-opacity": ".85", "stroke": "$edge", "stroke-width": ".8"},
    "last": {"fill": "$last", "fill-opacity": ".26", "stroke": "$last", "stroke-width": "4"},
    "last-line": {"fill": "none", "stroke": "$last", "stroke-width": "7"},
    "movable": {"fill": "none", "stroke": "$movable", "stroke-width": "5", "stroke-dasharray": "9 5"},
    "target": {"fill": "$target", "fill-opacity": ".9", "stroke": "$glow", "stroke-width": "2"},
    "target-line": {"fill": "none", "stroke": "$target", "stroke-width": "7"},
    "frozen": {"fill": "none", "stroke": "$frozen", "stroke-width": "3"},
    "attack": {"fill": "$attack", "fill-opacity": ".2"},
    "immune": {"fill": "none", "stroke": "$immune", "stroke-width": "4"},
    "threatened": {"fill": "none", "stroke": "$threatened", "stroke-width": "5"},
    "possible": {"fill": "none", "stroke": "$possible", "stroke-width": "5"},
    "wrap": {"fill": "none", "stroke": "$faint", "stroke-width": "3.5", "stroke-linecap": "round"},
    "home": {"fill": "none", "stroke": "$line", "stroke-width": "3", "stroke-linejoin": "round"},
    "secret": {"fill": "$last", "stroke": "$edge", "stroke-width": "8", "stroke-linejoin": "round"},
    **{f"pale-{name}": {"fill": f"$pale-{name}"} for name in ("red", "blue", "black")},
    **{f"heat-{step}": {"fill": "$attack", "fill-opacity": f"{0.6 * step / HEATS:.2f}"} for step in range(HEATS + 1)},
    **{f"ink-{name}": {"fill": f"$ink-{name}"} for name in ("red", "blue", "black", "green")},
    **{name: {"fill": fill} for name, (fill, _) in COLOURS.items()},
    "black": {"fill": COLOURS["black"][0], "stroke": "#85858c"},
    **{f"on-{name}": {"fill": ink} for name, (_, ink) in COLOURS.items()},
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
    for name, style in STYLES.items():
        body = ";".join(f"{key}:{_value(value, names[0], plain)}" for key, value in style.items())
        blocks.append(f".pyramidion .{name}{{{body}}}")
    return "".join(blocks)


def _variables(theme: str) -> str:
    pairs = {**THEMES[theme], **{name: fill for name, (fill, _) in COLOURS.items()}}
    return f".pyramidion.{theme}{{{';'.join(f'--pyr-{key}:{value}' for key, value in pairs.items())}}}"


def _value(value: str, theme: str, plain: bool) -> str:
    if value.startswith("$"):
        return THEMES[theme][value[1:]] if plain else f"var(--pyr-{value[1:]})"
    for name, (fill, _) in COLOURS.items():
        if value == fill and not plain:
            return f"var(--pyr-{name})"
    return value
