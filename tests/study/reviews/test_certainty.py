"""What a review takes for proven."""

from __future__ import annotations

import pyramidion as pyr
from pyramidion.lab.judge import Opinion
from pyramidion.study.reviews.certainty import Certainty


def test_the_book_makes_the_first_gift_certain() -> None:
    certainty, start = Certainty(pyr.load("traffic_tyrants")), pyr.load("traffic_tyrants").start(seed=0)
    assert certainty.value(start) == Opinion((0.5, 0.5), True)
    assert [certainty.value(start.play(gift)) for gift in "GYR"] == 3 * [Opinion((0.5, 0.5), True)]


def test_without_a_book_only_late_positions_are_proven() -> None:
    game = pyr.load("traffic_tyrants", lineup="mirrored")
    assert Certainty(game).value(game.start(seed=0)) is None
