"""What a designer asks first, answered in sentences that are only as strong as the data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyramidion.draw.narration import scene_of
from pyramidion.engine.game import Game
from pyramidion.engine.registry import load
from pyramidion.lab.changes import TOO_FEW, rule_answer
from pyramidion.lab.lengths import longest, median_of, turns_of, usual
from pyramidion.lab.phrases import about, differs, ends, known, listed, magnitude, number, share, size
from pyramidion.lab.results import Estimate, HeatMap, Playtest

FAIR = {"tiny": "Very nearly", "small": "Nearly", "clear": "Not quite", "large": "No"}
BARELY = 0.03  # an advantage that does not matter
HARDLY = 0.1  # of what an average place sees: hardly used
MOMENTS = ((0.35, "Yes, early"), (0.55, "Around half time"), (0.75, "Rather late"), (1.01, "No, open to the end"))


@dataclass(frozen=True)
class Answer:
    """A question, the answer in a few words, and in sentences."""

    question: str
    short: str
    text: str


def answers(found: Playtest) -> list[Answer]:
    """All questions that the playtest can answer."""
    game = load(found.game)
    asked = [fairness(found), length(found), luck(found, game), skill(found), early(found), rule_answer(found)]
    told = [Answer(*each) for each in asked if each]
    return [*told, *(Answer("Where on the board?", *where) for where in _board(found, game))]


def estimate(found: Playtest, key: str) -> Estimate:
    """A measure's estimate, or one that says nothing."""
    measure = found.measure(key)
    return measure.estimate if measure else Estimate(None)


def fairness(found: Playtest) -> tuple[str, str, str] | None:
    result, advantage = found.measure("result"), found.measure("advantage_p1")
    if result is None or advantage is None or not result.by_seat:
        return None
    short, text = (_two if len(found.seats) == 2 else _several)(found, result.by_seat, advantage.by_seat)
    return "Is it fair?", short, " ".join([text, *_draws(found)])


def _two(found: Playtest, results: tuple[Estimate, ...], advantages: tuple[Estimate, ...]) -> tuple[str, str]:
    first, scored, gained = found.seats[0], results[0], advantages[0]
    told = f"{first}, who moves first, scores {share(scored)}"
    if differs(gained):
        return _verdict(scored, gained), f"{told}: {_advantage(gained)}."
    if not known(scored):
        return TOO_FEW, f"{told}. That interval is too wide to say more."
    most = max(map(abs, ends(gained)))
    if most < BARELY:
        return "Yes", f"{told}: if there is an advantage, it is below {100 * BARELY:.0f} points in 100."
    return "No advantage seen", f"{told}. An advantage of up to {100 * most:.0f} points in 100 cannot be ruled out."


def _several(found: Playtest, results: tuple[Estimate, ...], advantages: tuple[Estimate, ...]) -> tuple[str, str]:
    told = listed([f"{name} {share(scored)}" for name, scored in zip(found.seats, results, strict=True)])
    unequal = [seat for seat, gained in enumerate(advantages) if differs(gained)]
    if unequal:
        worst = max(unequal, key=lambda seat: min(map(abs, ends(advantages[seat]))))
        text = f"Scores: {told}. {found.seats[worst]} has {_advantage(advantages[worst])}."
        return _verdict(results[worst], advantages[worst]), text
    if not all(map(known, results)):
        return TOO_FEW, f"Scores: {told}. Those intervals are too wide to say more."
    return "No advantage seen", f"Scores: {told}. No seat is clearly better or worse than an even share."


def _verdict(scored: Estimate, gained: Estimate) -> str:
    """Is it fair, with an advantage that is not nothing?"""
    return FAIR[size(min(map(abs, ends(gained))))] if known(scored) else "Probably not"


def _advantage(gained: Estimate) -> str:
    return f"{magnitude(gained)} {'advantage' if (gained.value or 0) > 0 else 'disadvantage'}"


def _draws(found: Playtest) -> Iterator[str]:
    drawn = estimate(found, "drawishness")
    if drawn.value:
        kind = "are drawn" if len(found.seats) == 2 else "have no single winner"
        yield f"{share(drawn)} of all games {kind}."


def length(found: Playtest) -> tuple[str, str, str] | None:
    bins = turns_of(found)
    if not bins:
        return None
    about, median = median_of(bins)
    text = ["; ".join(filter(None, [f"{usual(bins)}, counting those of all players", longest(found)])) + "."]
    decisions, whole = estimate(found, "decisions"), estimate(found, "completion")
    if decisions.value:
        text.append(f"Each player makes about {decisions.value / len(found.seats):.0f} real decisions.")
    if whole.value is not None and whole.value < 1:
        text.append(f"Only {share(whole)} of the games came to an end by themselves.")
    return "How long is it?", f"{about.capitalize()}{median:,} turns", " ".join(text)


def luck(found: Playtest, game: Game) -> tuple[str, str, str] | None:
    question = "How much is luck?"
    if not game.facts.chance:
        hidden = "The only luck is in guessing what is hidden." if game.facts.hidden else "Only decisions matter."
        set_up = " The set-up is shuffled, and both sides have the same one." if game.shuffled else ""
        return question, "No dice", f"Nothing is rolled during the game. {hidden}{set_up}"
    lucky, swing = estimate(found, "luck_share"), estimate(found, "luck_swing")
    if lucky.value is None:
        return None
    if not known(lucky):
        return question, TOO_FEW, f"The dice seem to decide {share(lucky)} of the result, but that interval is wide."
    text = f"As the bot that values positions sees it, the dice decide {about(lucky)} of the result: {share(lucky)}."
    if swing.value:
        text += f" A single roll changes what a player may expect by {100 * swing.value:.0f} points in 100 on average."
    return question, about(lucky).capitalize(), text


def skill(found: Playtest) -> tuple[str, str, str] | None:
    steps = [step for step in found.skill if step.share.value is not None]
    if not steps:
        return None
    better = [step for step in steps if ends(step.share)[0] > 0.5]
    first, last = steps[0], steps[-1]
    text = f"A bot that thinks {first.times:g} times as long ({first.stronger} against {first.weaker}) scores "
    text += f"{share(first.share)}."
    if len(steps) > 1:
        text += f" At the highest step ({last.stronger} against {last.weaker}) it scores {share(last.share)}."
    short = "Yes" if last in better else "Up to a point" if better else "Not shown"
    unclear = "" if better else " These games do not show that thinking longer helps."
    return "Does thinking pay?", short, text + unclear


def early(found: Playtest) -> tuple[str, str, str] | None:
    decided = estimate(found, "decided_at")
    if decided.value is None:
        return None
    question = "Is it decided too early?"
    text = f"On average the winner is no longer in doubt after {share(decided)} of a game."
    if not known(decided):
        return question, TOO_FEW, f"{text} That interval is too wide to say more."
    words = {next(word for most, word in MOMENTS if end < most) for end in ends(decided)}
    short = next(word for most, word in MOMENTS if decided.value < most)
    if len(words) > 1:
        short = f"{short}, as far as these games tell"
    return question, short, " ".join([text, *_course(found)])


def _course(found: Playtest) -> Iterator[str]:
    changes, comebacks = estimate(found, "lead_change"), estimate(found, "comeback")
    holding = estimate(found, "runaway_leader")
    if changes.value is not None:
        yield f"The lead changes {number(changes)} times in a game."
    if known(holding):
        yield f"Whoever leads at half time wins {share(holding)} of these games."
    if known(comebacks):
        yield f"{share(comebacks)} of the winners had been far behind."


def main_map(found: Playtest) -> HeatMap | None:
    """Where things happen, for all seats together."""
    return next((each for each in found.heat_maps if each.seat is None and each.values), None)


def _board(found: Playtest, game: Game) -> Iterator[tuple[str, str]]:
    chart = main_map(found)
    if chart is None:
        return
    values = {cell.id: chart.values.get(cell.id, 0.0) for cell in scene_of(game.start(seed=0), None).cells}
    usual = sum(values.values()) / len(values)
    order = sorted(values, key=lambda place: (-values[place], place))
    busiest = order[:3]
    times = values[busiest[0]] / usual if usual else 0
    text = f"Most moves lead to {listed(busiest)}; {busiest[0]} sees {times:.1f} times as many as the average place."
    idle = [place for place in order if values[place] < HARDLY * usual]
    text += f" {len(idle)} of {len(order)} places are hardly used." if idle else " Every place is used."
    yield f"Around {busiest[0]}", text
