"""Print and play: everything at true size, on the page, the same every time."""

from __future__ import annotations

import functools
import io
import itertools
import math
import re
from collections.abc import Iterable

import pytest
from reportlab.pdfgen.canvas import Canvas as Sheet

import pyramidion as pyr
from pyramidion.draw.board_pages import BoardSection, cuts
from pyramidion.draw.booklet import blocks, inline, set_in_columns
from pyramidion.draw.cutouts import Cube, Net
from pyramidion.draw.kit import LOONEY_PYRAMIDS, PIECEPACK_PYRAMIDS, Pyramids
from pyramidion.draw.material import first_fit
from pyramidion.draw.palette import COLOURS, THEMES
from pyramidion.draw.paper import BOTTOM, CLOSE, PAPERS, SIDE, TOP, Page, rooms
from pyramidion.draw.pdf import Canvas, pdf, style_of
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.terminal.print import pages


def parts(made: list[Page], kind: type) -> list[object]:
    return [placed.part for page in made for placed in page.parts if isinstance(placed.part, kind)]


@functools.cache
def pages_of(game: Game, paper: str) -> list[Page]:
    """To be left as they are, since others use them too."""
    return pages(game, 1, paper)


def page_count(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


@pytest.mark.parametrize("paper", PAPERS)
def test_every_game_is_printed_on_every_paper(name: str, paper: str) -> None:
    game = pyr.load(name)
    made = pages_of(game, paper)
    data = pdf(made, game.title, game.facts.author)
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF") and page_count(data) == len(made)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_option_leaves_everything_within_the_margins(variant: Game, paper: str) -> None:
    for page in pages_of(variant, paper):
        assert sorted((page.width, page.height)) == pytest.approx(PAPERS[paper])
        for placed in page.parts:
            assert placed.x >= SIDE - CLOSE and placed.y >= TOP - CLOSE
            assert placed.x + placed.part.width <= page.width - SIDE + CLOSE
            assert placed.y + placed.part.height <= page.height - BOTTOM + CLOSE


def test_parts_of_a_page_do_not_overlap(variant: Game) -> None:
    for page in pages_of(variant, "a4"):
        for one, other in itertools.combinations(page.parts, 2):
            beside = one.x + one.part.width <= other.x + CLOSE or other.x + other.part.width <= one.x + CLOSE
            above = one.y + one.part.height <= other.y + CLOSE or other.y + other.part.height <= one.y + CLOSE
            assert beside or above


def test_the_rules_are_one_sheet(variant: Game) -> None:
    made = pages(variant, 0, "letter")
    texts = [page for page in made[1:] if page.parts and not hasattr(page.parts[0].part, "item") and page.heading == ""]
    assert 1 <= len(texts) <= 2 and made[-len(texts) :] == texts


def test_equal_input_gives_equal_bytes() -> None:
    game = pyr.load("topologic")

    def printed(seed: int) -> bytes:
        return pdf(pages(game, seed, "a4"), "title", "author")

    assert printed(3) == printed(3) != printed(4)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("spec", "width", "height"), [("telic", 8, 10), ("traffic_tyrants", 3.75, 8.75)])
def test_the_sheets_of_a_board_make_up_its_true_size(paper: str, spec: str, width: float, height: float) -> None:
    sections = [part for part in parts(pages(pyr.load(spec), 0, paper), BoardSection) if isinstance(part, BoardSection)]
    assert sum(section.across * section.down for section in sections) == pytest.approx(width * height)
    assert sum(section.across for section in sections if "top" not in section.joins) == pytest.approx(width)
    assert sum(section.down for section in sections if "left" not in section.joins) == pytest.approx(height)


def test_a_square_of_a_face_down_tile_is_an_inch_and_a_tile_two() -> None:
    for board, side in (("grid", 1), ("tiles", 2)):
        sections = parts(pages(pyr.load("mid_challenge", board=board), 0, "a4"), BoardSection)
        assert sections and all(isinstance(section, BoardSection) and section.inches == side for section in sections)


def test_a_board_is_cut_between_squares() -> None:
    assert cuts([0, 1, 2, 3, 4], 4, 0.3) == [0, 4]
    assert cuts([0, 1, 2, 3, 4, 5], 3.4, 0.3) == [0, 2, 5]
    assert cuts([0, 10], 4, 0.5) == pytest.approx([0, 10 / 3, 20 / 3, 10])


@pytest.mark.parametrize(("base", "height"), [*LOONEY_PYRAMIDS.values(), *PIECEPACK_PYRAMIDS.values()])
def test_a_net_folds_to_a_pyramid_of_its_size(base: float, height: float) -> None:
    net = Net(Pyramids("", 1, "red", base, height))
    sides = [math.dist(one, other) for one, other in itertools.pairwise(net.rim)]
    assert sides == pytest.approx([base] * 4)
    corner_to_middle = base / 2**0.5
    assert [math.hypot(*corner) for corner in net.rim] == pytest.approx([math.hypot(height, corner_to_middle)] * 5)


def test_pyramids_fit_their_squares_and_stand_on_one_another() -> None:
    bases = [base for base, _ in PIECEPACK_PYRAMIDS.values()]
    assert bases == sorted(bases) and bases[0] == 0.5 and bases[-1] == pytest.approx(27 / 32) and bases[-1] < 1
    assert LOONEY_PYRAMIDS == {"S": (0.5625, 1), "M": (0.78125, 1.375), "L": (1, 1.75)}


def edges_of(corners: Iterable[tuple[float, float]]) -> set[frozenset[tuple[float, float]]]:
    """The sides of unit squares along a line of the grid."""
    found = set()
    for (x0, y0), (x1, y1) in itertools.pairwise(corners):
        steps = round(abs(x1 - x0) + abs(y1 - y0))
        spots = [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps + 1)]
        found |= {frozenset(pair) for pair in itertools.pairwise(spots)}
    return found


def test_a_die_is_cut_tabbed_or_folded_at_every_edge() -> None:
    faces = [edges_of([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]) for x, y in Cube.SPOTS]
    shared = {edge for one, other in itertools.combinations(faces, 2) for edge in one & other}
    tabs, folds, cut = (
        [edge for line in lines for edge in edges_of(line)] for lines in (Cube.TABS, Cube.FOLDS, Cube.CUTS)
    )
    assert len(tabs) == len(cut) == 7 and set(folds) == shared and len(shared) == 5
    assert set(tabs) | set(cut) == set().union(*faces) - shared


@pytest.mark.parametrize(
    ("spec", "count", "marks"),
    [
        ("telic", 24, 2),
        ("activator", 20, 2),
        ("mid_challenge", 30, 2),
        ("mid_challenge(players=3)", 33, 3),
        ("mid_challenge(players=4)", 32, 4),
        ("topologic", 0, 0),
        ("traffic_tyrants", 42, 2),
    ],
)
def test_every_pyramid_is_there_and_shows_its_owner_without_colour(spec: str, count: int, marks: int) -> None:
    nets = [part.item for part in parts(pages(pyr.load(spec), 0, "a4"), Net) if isinstance(part, Net)]
    assert len(nets) == count and len({net.mark for net in nets}) == marks and all(net.letter for net in nets)


def test_a_hundredth_of_an_inch_is_0_72_points_and_y_runs_down() -> None:
    sheet = Sheet(io.BytesIO())
    Canvas(sheet, 11)
    assert sheet.absolutePosition(0, 0) == pytest.approx((0, 792))
    assert sheet.absolutePosition(100, 200) == pytest.approx((72, 792 - 144))


def test_print_looks_like_the_screen() -> None:
    assert style_of("tile")["fill"] == THEMES["light"]["tile"]
    assert style_of("tile red") == style_of("red tile") and style_of("tile red")["fill"] == COLOURS["red"][0]
    assert style_of("unknown") == {}


def test_first_fit_leaves_gaps_and_loses_nothing() -> None:
    groups = first_fit("abcd", [3, 2, 3, 1], 4.2)
    assert groups == [["a", "d"], ["b"], ["c"]]


def test_markdown_becomes_blocks() -> None:
    text = "# T\n\nOne\ntwo\n\n- a\n  b\n  - deep\n- c\n\n| x |\n|---|\n| y |\n\n```\n # code\n```\n"
    kinds = [("#", 1), ("text", 2), ("-", 2), ("  -", 1), ("-", 1), ("|", 3), ("code", 1)]
    assert [(kind, len(lines)) for kind, lines in blocks(text)] == kinds
    assert inline("**A1** *b* `c<d`") == '<b>A1</b> <i>b</i> <font face="Courier">c&lt;d</font>'


def test_no_column_ends_with_a_heading(name: str) -> None:
    for column in set_in_columns(pyr.rules_text(name), 3.6, 9.8, 4)[:-1]:
        assert not column.pieces[-1][1].getKeepWithNext()


def test_unknown_paper_is_refused() -> None:
    with pytest.raises(BadInput, match="a4 or letter"):
        rooms("a3")
