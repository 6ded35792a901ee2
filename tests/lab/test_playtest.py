"""Playtests for real: small, the same everywhere, saved as they go."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.engine.position import Position
from pyramidion.lab.cast import Cast
from pyramidion.lab.comparison import combinations, each_ruling, label_of, read_compared
from pyramidion.lab.playtest import Session
from pyramidion.lab.results import Playtest
from pyramidion.lab.series import histogram
from pyramidion.lab.settings import Settings

FOUR = pyr.load("connect_four")
QUICK = Settings(FOUR, ("greedy",), games=8, valued=1)


def played(settings: Settings, workers: int = 1, save: Path | None = None) -> Playtest:
    session = Session(settings, workers, save)
    for _ in session.play():
        pass
    session.simulate()
    return session.results()


def test_a_playtest_finds_out_everything_at_once() -> None:
    found = played(QUICK)
    assert found.complete and found.games == 8 and found.different <= 8
    for measure in found.measures:
        estimate = measure.estimate
        assert estimate.value is not None, measure.key
        assert estimate.low is None or estimate.low <= estimate.value <= (estimate.high or 0)
    assert sum(ending.games for ending in found.endings) == found.different
    assert sum(one.games for one in found.histograms[0].bins) == found.different
    assert {timeline.key for timeline in found.timelines} >= {"win_probability", "branching_over_time"}
    places = {place for heat in found.heat_maps for place in heat.values}
    assert "d1" in places or "d" in places
    assert found.sample is not None and "middling length" in found.sample.why
    assert pyr.replay(pyr.Record.from_data(found.sample.record)).outcome is not None
    assert str(found.sample.record["started"]).startswith("1970")  # results say nothing of when they were made
    assert len(found.sample.values) == len(found.sample.record["moves"]) + 1  # type: ignore[arg-type]
    assert "alpha-beta search" in found.origin.values and found.origin.valued_games == 1


def test_the_last_bin_ends_with_the_longest_game() -> None:
    assert histogram("turns", "Length", "turns", [10, 12, 40, 61, 70]).bins[-1].high == 70
    found = played(Settings(FOUR, ("random",), games=300, measures=("duration_turns",)))
    assert found.histograms[0].bins[-1].high == pyr.simulate(FOUR, 300, seed=0).turns.max()


def test_the_same_seed_gives_the_same_json_in_one_process_and_in_two() -> None:
    once, again = played(QUICK), played(QUICK, workers=2)
    assert once.to_json() == again.to_json()
    other = played(Settings(FOUR, ("greedy",), games=12, seed=1, measures=("duration_turns",)))
    assert other.measures[0].estimate != once.measure("duration_turns").estimate  # type: ignore[union-attr]


def test_an_interrupted_playtest_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    session = Session(QUICK, 1, file)
    games = session.play()
    assert len(list(islice(games, 5))) == 5
    games.close()
    assert not session.results().complete and session.results().games == 5
    with file.open("a") as cut:
        cut.write('{"plan":0,"pla')
    rest = Session(QUICK, 1, file)
    assert len(list(rest.play())) == 3
    assert rest.results().to_json() == played(QUICK).to_json()
    assert Session(Settings(FOUR, ("greedy",), games=3, valued=1), 1, file).results().games == 3


def test_a_file_of_other_games_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    list(Session(QUICK, 1, file).play())
    with pytest.raises(pyr.BadInput, match=r"another playtest: its seed is 0, not 5"):
        Session(Settings(FOUR, ("greedy",), games=8, valued=1, seed=5), 1, file)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], lines[1].replace('"plan":0', '"plan":7')]) + "\n")
    with pytest.raises(pyr.BadInput, match="line 2: this is not a game of this playtest"):
        Session(QUICK, 1, file)


def test_a_variant_that_changes_nothing_differs_in_nothing() -> None:
    settings = Settings(pyr.load("mid_challenge"), ("greedy",), games=6, valued=0, compare=("full_board=count,draw",))
    comparison = played(settings).comparison
    assert comparison is not None and comparison.correction == "Holm"
    (variant,) = comparison.variants
    assert variant.label == "full_board=draw" and variant.rulings and variant.says
    differences = {difference.key: difference for difference in variant.differences}
    assert differences["duration_turns"].difference.value == 0 and differences["duration_turns"].p == 1
    assert not any(difference.clear for difference in variant.differences)


def test_a_variant_that_changes_much_differs_clearly() -> None:
    measures, compare = ("branching_factor_average",), ("board=grid,tiles",)
    settings = Settings(pyr.load("mid_challenge"), ("random",), games=30, measures=measures, compare=compare)
    comparison = played(settings).comparison
    assert comparison is not None
    (variant,) = comparison.variants
    difference = next(one for one in variant.differences if one.key == "branching_factor_average")
    assert difference.clear and (difference.difference.high or 0) < 0


def test_a_few_games_make_nothing_clear() -> None:
    measures, compare = ("branching_factor_average",), ("board=grid,tiles",)
    settings = Settings(pyr.load("mid_challenge"), ("random",), games=12, measures=measures, compare=compare)
    comparison = played(settings).comparison
    assert comparison is not None
    (difference,) = comparison.variants[0].differences
    assert (difference.adjusted or 1) < 0.05 and not difference.clear


def test_every_value_of_every_option_is_a_ruling_to_try() -> None:
    telic = pyr.load("telic")
    assert [label_of(telic, game) for game in each_ruling(telic)] == ["defaults", "merge=either", "merge=any"]
    with pytest.raises(pyr.BadInput, match="no options to try"):
        each_ruling(FOUR)


def test_options_are_compared_in_all_combinations() -> None:
    tyrants = pyr.load("traffic_tyrants")
    games = combinations(tyrants, read_compared(["sequence=own,global", "decline=no,yes"]))
    assert [label_of(games[0], game) for game in games] == [
        "defaults",
        "decline=yes",
        "sequence=global",
        "sequence=global,decline=yes",
    ]


def test_an_option_is_set_or_compared() -> None:
    own = pyr.load("traffic_tyrants", sequence="own")
    with pytest.raises(pyr.BadInput, match="sequence is set and compared: leave one out"):
        Settings(own, compare=("sequence=global,own",))
    assert Settings(own, compare=("sequence=own,global",)).baseline == own
    assert Settings(own, compare=("decline=no,yes",)).baseline == own


@pytest.mark.parametrize("text", ["sequence", "sequence=own", "sequence=own,own", "sequence=own,", "=a,b,"])
def test_a_comparison_names_two_values(text: str) -> None:
    with pytest.raises(pyr.BadInput, match="is not a comparison"):
        read_compared([text])


def test_thinking_longer_is_measured_step_by_step() -> None:
    found = played(Settings(FOUR, ("random",), games=2, skill_games=2, measures=("result",)))
    assert [step.times for step in found.skill] == [2.0] * 5
    assert found.skill[0].weaker == "alphabeta:150" and found.skill[0].stronger == "alphabeta:300"
    assert all(0 <= (step.share.value or 0) <= 1 and step.share.n == 1 for step in found.skill)


def test_random_games_are_played_in_bulk() -> None:
    found = played(Settings(FOUR, ("random",), games=5000, measures=("result", "duration_turns", "decisions")))
    run = pyr.simulate(FOUR, 5000, seed=0)
    result, turns, decisions = found.measures
    assert result.estimate.value == pytest.approx(run.results[:, 0].mean()) and result.estimate.n == 5000
    assert turns.estimate.value == pytest.approx(run.turns.mean())
    assert decisions.estimate.n <= 400
    assert sum(one.games for one in found.histograms[0].bins) == 5000 == sum(e.games for e in found.endings)
    assert found.games == found.asked == 5000


def test_what_is_hidden_is_measured_in_bits() -> None:
    settings = Settings(pyr.load("topologic"), ("random",), games=1, measures=("hidden_information",), most_turns=3)
    found = played(settings)
    (measure,) = found.measures
    assert 0 < (measure.estimate.value or 0) <= 5.907  # at most one of sixty locations
    assert any(timeline.key == "hidden_over_time" for timeline in found.timelines)


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"games": 0}, "number of games is a whole number from 1"),
        ({"device": "gpu"}, "'gpu' is not a device"),
        ({"device": "cuda"}, "Only random games run on the GPU"),
        ({"compare": ("x=a,b",), "rulings": True}, "leave out --compare"),
        ({"variant_games": 5}, "--variant-games is for comparisons"),
        ({"measures": ("result", "drama_average"), "valued": 0}, "drama_average needs valued games: leave out"),
        ({"measures": ("fun",)}, "'fun' is not a measure"),
        ({"compare": ("gravity=up,down",)}, "has no option 'gravity'"),
        ({"opening": 2000}, "Openings are 0 to 1000"),
        ({"players": ("nobody",)}, "'nobody' is not a player"),
        ({"players": ("random", "random")}, "each named once"),
    ],
)
def test_impossible_settings_are_refused(wishes: dict[str, object], reason: str) -> None:
    with pytest.raises(pyr.BadInput, match=reason):
        Session(Settings(FOUR, **wishes))  # type: ignore[arg-type]


class Leftmost:
    """A bot of the test: it plays as far left as it can."""

    name = "leftmost"

    def choose(self, view: Position) -> str:
        return str(view.moves()[0])


def rightmost(view: Position) -> int:
    return view.codes[-1]


def test_bots_that_are_python_objects_and_functions_compete() -> None:
    arena = pyr.arena(FOUR, [Leftmost(), rightmost, "random"], games=4, workers=1)
    assert {standing.player for standing in arena.standings()} == {"leftmost", "rightmost", "random"}
    assert not arena.faults() and len(arena.games) == 12


def test_bots_of_modules_travel_to_other_processes_and_lambdas_stay_here() -> None:
    assert Cast([rightmost, Leftmost(), "level:3"]).travels
    assert not Cast([lambda view: view.codes[-1]]).travels
    here = pyr.playtest(FOUR, 4, [lambda view: view.codes[-1]], measures=["duration_turns"])
    assert here.players == ("<lambda>",) and here.complete


def test_a_bot_that_plays_itself_shows_what_a_seat_is_worth() -> None:
    arena = pyr.arena("connect_four", ["random"], games=40, workers=1)
    (standing,) = arena.standings()
    assert standing.rating is None and standing.by_seat[0] is not None
    assert standing.score == 0.5


def test_a_bot_that_cheats_against_itself_loses_that_seat() -> None:
    found = pyr.playtest(FOUR, 2, [lambda view: 99], valued=0)
    assert len(found.faults) == found.different and "IllegalMove" in found.faults[0]
    completion = found.measure("completion")
    assert completion is not None and completion.estimate.value == 0


def test_what_is_not_a_bot_is_refused() -> None:
    for bot in (3, Leftmost):
        with pytest.raises(pyr.BadInput, match="A bot is a spec such as level:4"):
            pyr.arena(FOUR, [bot, "random"])  # type: ignore[list-item]


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    pyr.playtest(FOUR, 3, ["random"], workers=1, valued=0, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]
