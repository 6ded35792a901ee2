"""The lessons of every game: whatever they tell and ask is checked by the engine."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.draw.events import EVENTS, Event
from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Piece
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.server.views.lessons import Exercise, illustrated, illustration_svg, lessons

OWN_GAMES = [name for name in pyr.games() if (Path(pyr.__file__).parent / "games" / name).is_dir()]
EXERCISES = [
    pytest.param(name, exercise, id=f"{name}-{number}")
    for name in OWN_GAMES
    for number, exercise in enumerate(lessons(name).exercises, start=1)
]
PICTURES = [
    pytest.param(name, number, id=f"{name}-{number}")
    for name in OWN_GAMES
    for number in range(1, len(lessons(name).intro) + 1)
]
JARGON = re.compile(r"\b(ply|plies|JSON|API|null|seat \d|legal move|position text|zugzwang|tempo)\b")
RULING = re.compile(r"\b([A-Z]\d{1,2})\b")
LONGEST = 260  # characters; one or two short sentences
MOST_READ = 1000  # words; five minutes
GUESSES = 60

Line = tuple[Position, ...]  # the position of an exercise and those after each move of its solver


def lines(exercise: Exercise) -> list[Line]:
    """Everything that the solver could do instead, as many moves as the answers have."""
    found: list[Line] = [(pyr.position(exercise.position),)]
    for _ in exercise.steps:
        found = [
            (*line, line[-1].play(move))
            for line in found
            if line[-1].mover == exercise.seat
            for move in line[-1].moves()
        ]
    return found


def solutions(exercise: Exercise) -> list[Line]:
    """What is accepted as right."""
    found: list[Line] = [(pyr.position(exercise.position),)]
    for step in exercise.steps:
        found = [
            (*line, line[-1].play(move)) for line in found for move in line[-1].moves() if str(move) in step.answers
        ]
    return found


def holds(claim: str, line: Line, exercise: Exercise) -> bool:
    """Does a line do what a claim says?"""
    words, seat = claim.split(), exercise.seat
    if words[-1] in EVENTS and words[0] == "most":
        return happenings(line, words[-1], seat) == most_of(exercise.position, words[-1], seat)
    if words[1:2] == ["placed"]:
        return any(piece.startswith(words[0]) for piece in placed(line, seat))
    if words[0] in EVENTS:
        return happenings(line, words[0], seat) >= int((*words, "1")[1])
    if words[1:2] == ["on"]:
        places = marked(line[0], seat, words[2]) or words[2].split("/")
        return any(own_letter(line[-1], seat, words[0], place) for place in places)
    if words[0] == "marker":
        return any(marker.id == words[1] for marker in scene_of(line[-1], seat).markers)
    if words[0] in ("marked", "unmarked"):
        return (words[2] in marked(line[-1], seat, words[1])) == (words[0] == "marked")
    return CLAIMS[claim](line, seat)


def happenings(line: Line, kind: str, seat: int) -> int:
    """How many things had something happen to them."""
    return sum(len(event.ids) for event in told(line, seat) if event.kind == kind)


def placed(line: Line, seat: int) -> list[str]:
    """The letters of what was placed."""
    things = [thing for event in told(line, seat) if event.kind == "placed" for thing in event.things]
    return [thing.letter for thing in things if isinstance(thing, Piece)]


def told(line: Line, seat: int) -> list[Event]:
    steps = [(before, after, following(before)[after]) for before, after in pairwise(line)]
    return [event for before, after, move in steps for event in pyr.events(before, after, seat, move)]


@functools.cache
def following(position: Position) -> dict[Position, Move]:
    """Every position that a move leads to, with that move."""
    return {position.play(move): move for move in position.moves()}


@functools.cache
def most_of(position: str, kind: str, seat: int) -> int:
    """How many things of this kind can happen in one move at most."""
    start = pyr.position(position)
    return max(happenings((start, after), kind, seat) for after in following(start))


def own_letter(position: Position, seat: int, letter: str, place: str) -> bool:
    return any(piece.letter == letter and piece.owner in (seat, -1) for piece in scene_of(position, seat).on(place))


def marked(position: Position, seat: int, kind: str) -> list[str]:
    """What is highlighted so."""
    return [mark.on for mark in scene_of(position, seat).highlights if mark.kind == kind]


def scene_of(position: Position, seat: int) -> Scene:
    scene = position.scene(seat)
    assert isinstance(scene, Scene)
    return scene


def wins(line: Line, seat: int) -> bool:
    outcome = line[-1].outcome
    return outcome is not None and outcome.winners == (seat,)


def wins_by_force(line: Line, seat: int) -> bool:
    return is_won(line[-1], seat)


@functools.cache
def is_won(position: Position, seat: int) -> bool:
    """Does the seat win from here, whatever the others and the dice do?"""
    if position.mover is None:
        return wins((position,), seat)
    after = (is_won(position.play(move), seat) for move in position.moves())
    return any(after) if position.mover == seat else all(after)


def wins_next(line: Line, seat: int) -> bool:
    """Whatever follows, the seat has won before its next turn."""
    return all(wins(reply, seat) for reply in replies(line[-1], seat, line[0].turn))


def survives(line: Line, seat: int) -> bool:
    """Whatever follows, nobody else has won before the seat's next turn."""
    ends = [reply[-1].outcome for reply in replies(line[-1], seat, line[0].turn)]
    return all(end is None or seat in end.winners for end in ends)


def replies(position: Position, seat: int, turn: int) -> Iterator[Line]:
    """What can follow until the seat has another turn than this one."""
    if position.mover is None or (position.seat == seat and position.turn > turn):
        yield (position,)
        return
    for move in position.moves():
        for rest in replies(position.play(move), seat, turn):
            yield (position, *rest)


def together(line: Line, seat: int) -> bool:
    """Some of the pieces share a place of the board."""
    scene = scene_of(line[-1], seat)
    return any(len(scene.on(cell.id)) > 1 for cell in scene.cells)


def tells(line: Line, seat: int) -> bool:
    """Whatever is hidden, one possibility is left."""
    moves = [str(following(before)[after]) for before, after in pairwise(line)]
    for seed in range(GUESSES):
        position = line[0].view(seat).guess(seed)
        for move in moves:
            position = position.play(move)
        if len(marked(position, seat, "possible")) != 1:
            return False
    return True


CLAIMS = {
    "wins": wins,
    "wins by force": wins_by_force,
    "wins next": wins_next,
    "survives": survives,
    "together": together,
    "tells": tells,
}


@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_game_has_an_introduction_and_six_exercises(game: str) -> None:
    assert 5 <= len(lessons(game).intro) <= 8
    assert len(lessons(game).exercises) >= 6
    words = sum(len(step.text.split()) for step in lessons(game).intro)
    assert words < MOST_READ / 4


@pytest.mark.parametrize(("game", "number"), PICTURES)
def test_a_picture_of_the_introduction_is_drawn_from_its_scene(game: str, number: int) -> None:
    step = lessons(game).intro[number - 1]
    scene = illustrated(game, step)
    assert set(step.marks) <= set(scene.places) | {piece.id for piece in scene.pieces}
    for theme in ("light", "dark"):
        assert illustration_svg(game, number, theme).startswith("<svg")
    kinds = {mark.kind for mark in scene.highlights}
    assert set(step.highlights) - {"last"} <= kinds, "nothing on the table is highlighted so"


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_the_position_is_real_and_its_solver_is_to_move(game: str, exercise: Exercise) -> None:
    position = pyr.position(exercise.position)
    assert position.game.name == game
    assert position.mover == exercise.seat
    assert position.text == exercise.position


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_every_answer_can_be_played_and_something_else_as_well(game: str, exercise: Exercise) -> None:
    reached: list[Line] = [(pyr.position(exercise.position),)]
    for step in exercise.steps:
        assert all(line[-1].mover == exercise.seat for line in reached)
        legal = [{str(move) for move in line[-1].moves()} for line in reached]
        assert all(moves & set(step.answers) for moves in legal), "a right move leads to where no answer is"
        assert set(step.answers) <= set().union(*legal)
        assert set(step.wrong_for) <= set().union(*legal) - set(step.answers)
        reached = [(line[-1].play(move),) for line in reached for move in line[-1].moves() if str(move) in step.answers]
    assert len(solutions(exercise)) < len(lines(exercise)), "there is nothing to be found out"


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_the_answers_do_what_is_asked_and_nothing_else_does(game: str, exercise: Exercise) -> None:
    assert exercise.claims
    good = {line[1:] for line in lines(exercise) if all(holds(claim, line, exercise) for claim in exercise.claims)}
    assert good == {line[1:] for line in solutions(exercise)}


@pytest.mark.parametrize("game", OWN_GAMES)
def test_texts_name_rulings_that_exist_and_are_plain(game: str) -> None:
    rulings = set(re.findall(r"\*\*([A-Z]\d+)\*\*", pyr.rules_text(game)))
    letter = next(iter(rulings))[0]
    for text in texts(game):
        named = {ruling for ruling in RULING.findall(text) if ruling[0] == letter}
        assert named <= rulings, f"{named - rulings} in: {text}"
        assert len(text) <= LONGEST, f"too long: {text}"
        assert not JARGON.search(text), f"jargon: {text}"
        assert text == text.strip() and text[-1] in ".!?", text
    for exercise in lessons(game).exercises:
        assert RULING.search(exercise.right), f"no ruling is named: {exercise.right}"


def texts(name: str) -> Iterator[str]:
    """Everything that the lessons of a game say, without titles."""
    for step in lessons(name).intro:
        yield from (step.text, step.shows)
    for exercise in lessons(name).exercises:
        yield exercise.right
        for part in exercise.steps:
            yield from (part.task, part.wrong, *part.wrong_for.values())
