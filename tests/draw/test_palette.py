"""Themes: complete, readable, and apart for everybody's eyes."""

from __future__ import annotations

import itertools
import math
import re
from itertools import pairwise

import pytest

from pyramidion.draw.gradients import GRADIENTS
from pyramidion.draw.palette import COLOURS, OTHER_COLOURS, THEMES, values
from pyramidion.draw.styles import STOPS, STYLES, stylesheet

# How colours look without one kind of cone, in linear RGB (Machado, Oliveira and Fernandes, 2009).
SIGHT = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
READ = {  # what is read on what
    "text": ("table", "zone"),
    "faint": ("table",),
    "carved": ("wood", "road", "water-dark"),
    "ink-red": ("tile", "tile-light"),
    "ink-blue": ("tile", "tile-light"),
    "ink-black": ("tile", "back", "back-light"),
}
Channels = tuple[float, float, float]


def linear(colour: str) -> Channels:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, sight: str) -> Channels:
    """CIELAB as somebody sees it."""
    seen = [min(1, max(0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in SIGHT[sight]]
    rows = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))
    x, y, z = (_root(sum(a * b for a, b in zip(row, seen, strict=True))) for row in rows)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116


def distance(one: str, other: str, sight: str) -> float:
    return math.dist(lab(one, sight), lab(other, sight))


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_defines_every_colour(theme: str) -> None:
    assert values(theme).keys() == values("light").keys()
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in values(theme).values())
    wanted = {value[1:] for style in STYLES.values() for value in style.values() if value.startswith("$")}
    assert wanted <= values(theme).keys()


def test_every_gradient_is_used_and_its_colours_have_classes() -> None:
    fills = {style.get("fill", "") for style in STYLES.values()}
    assert {fill[1:] for fill in fills if fill.startswith("@")} == set(GRADIENTS)
    stops = {colour[1:] for each in GRADIENTS.values() for _, colour, _ in each.stops if colour.startswith("$")}
    assert stops == set(STOPS)
    assert all(f".pyramidion .stop-{name}{{stop-color:" in stylesheet() for name in STOPS)


@pytest.mark.parametrize("theme", THEMES)
def test_letters_on_pieces_can_be_read(theme: str) -> None:
    """WCAG asks for a contrast of 4.5."""
    known = values(theme)
    assert [colour for colour in COLOURS if contrast(known[colour], known[f"on-{colour}"]) < 4.5] == []


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read(theme: str) -> None:
    known, least = values(theme), 7 if theme == "contrast" else 4.5
    weak = {
        (ink, ground): round(contrast(known[ink], known[ground]), 2)
        for ink, grounds in READ.items()
        for ground in grounds
        if contrast(known[ink], known[ground]) < (least if ink != "carved" else 3)
    }
    assert weak == {}


@pytest.mark.parametrize("theme", THEMES)
def test_colours_stay_apart_in_grey(theme: str) -> None:
    """Lightness runs in steps of at least five in the order of the palette."""
    light = [lab(values(theme)[name], "all")[0] for name in COLOURS]
    assert all(after - before >= 4.9 for before, after in pairwise(light)), light


@pytest.mark.parametrize("sight", SIGHT)
def test_the_safe_colours_stay_apart_for_every_kind_of_sight(sight: str) -> None:
    fills = {name: values("safe")[name] for name in COLOURS}
    close = {(a, b): distance(fills[a], fills[b], sight) for a, b in itertools.combinations(fills, 2)}
    assert min(close.values()) > 15, sorted(close, key=lambda pair: close[pair])[:3]


def test_only_known_colours_are_changed_by_themes() -> None:
    assert set(OTHER_COLOURS) <= set(THEMES)
    assert all(set(changed) <= set(COLOURS) for changed in OTHER_COLOURS.values())
