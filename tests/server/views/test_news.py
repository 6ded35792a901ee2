"""What a picture marks as new."""

from __future__ import annotations

import pyramidion as pyr
from pyramidion.engine.match import Match
from pyramidion.server.views.pictures import first_of_news


def test_in_a_turn_of_several_plies_only_the_own_last_one_is_marked() -> None:
    match = Match(pyr.load("topologic(seekers=3)"), seed=1)
    for move in ("secret:a1", "1@a1", "2@a1"):
        match.play(move)
    assert [first_of_news(match, 3, seat) for seat in (0, 1, None)] == [1, 2, 1]


def test_what_happened_in_another_round_is_not_marked_as_new() -> None:
    match = Match(pyr.load("topologic(seekers=3)"), seed=1)
    for move in ("secret:a1", "1@a1", "2@a1"):
        match.play(move)
    assert first_of_news(match, 3, 0) == 1
    match.play("3@a1")  # all seekers stand on the secret: round 2 begins
    assert [first_of_news(match, 4, seat) for seat in (0, 1, None)] == [4, 4, 4]
