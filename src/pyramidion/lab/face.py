"""Playtests and arenas for Python programs: `pyramidion.playtest` and `pyramidion.arena`.

What they need is imported when they are called, so that `import pyramidion` stays quick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game, checked_game
from pyramidion.engine.registry import load
from pyramidion.engine.whole import is_whole

if TYPE_CHECKING:
    from pyramidion.arena.tournament import Arena
    from pyramidion.lab.cast import Cast, Chooser, Chooses
    from pyramidion.lab.results import Playtest

Progress = Callable[[int, int], None]
Bot: TypeAlias = "str | Chooses | Chooser"
GAMES = 400


def playtest(
    game: Game | str,
    games: int = GAMES,
    players: Sequence[Bot] = ("level:4",),
    seed: int = 0,
    *,
    compare: Sequence[str] = (),
    rulings: bool = False,
    variant_games: int | None = None,
    skill: int = 0,
    measures: Sequence[str] = (),
    valued: int | None = None,
    openings: int | None = None,
    most_turns: int | None = None,
    device: str = "cpu",
    workers: int | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Playtest:
    """Play games between bots and measure them; `docs/measures.md` says what each measure means.

    One player plays itself. Players are specs, objects with `choose(view)`, or functions of a view. The same settings
    and seed give the same result, whatever the number of `workers`. `save` names a file that keeps every finished game
    and from which the same playtest goes on. `progress` is called with the number of games done and the total. The
    other settings are those of `pyramidion playtest --help`.

        >>> found = pyr.playtest("connect_four", games=40, players=["greedy"], workers=1)
        >>> found.measure("duration_turns").estimate.value
        >>> pyr.playtest("telic", 200, rulings=True).comparison.variants[0].label
    """
    from pyramidion.lab.cast import Cast
    from pyramidion.lab.playtest import Session
    from pyramidion.lab.settings import Settings

    amounts = {"variant_games": variant_games, "skill": skill, "valued": valued, "openings": openings}
    _check(players, save, progress, rulings, games=games, most_turns=most_turns, workers=workers, **amounts)
    cast = Cast(players)
    settings = Settings(
        game=_game(game),
        players=cast.names,
        games=games,
        seed=seed,
        opening=openings,
        measures=_texts("measures", measures),
        compare=_texts("compare", compare),
        rulings=rulings,
        variant_games=variant_games,
        skill_games=skill,
        valued=valued,
        most_turns=most_turns,
        device=device,
    )
    session = Session(settings, _workers(cast, workers), save, cast)
    session.simulate()
    for _ in session.play():
        if progress is not None:
            progress(session.done, session.total)
    return session.results()


def arena(
    game: Game | str,
    players: Sequence[Bot],
    games: int = GAMES,
    seed: int = 0,
    *,
    openings: int | None = None,
    workers: int | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Arena:
    """Let players compete: each pair, or group for more seats, plays some games, with the same luck in all seats.

    Players are as in `playtest`. Ask the arena that is returned for `standings()`, `games` or `to_json()`.

        >>> def first(view):
        ...     return view.moves()[0]
        >>> pyr.arena("connect_four", [first, "random"], games=20).standings()[0].player
        >>> pyr.arena("telic", ["level:3"], games=100).standings()[0].by_seat
    """
    from pyramidion.arena.openings import usual_opening
    from pyramidion.arena.pairings import Schedule
    from pyramidion.arena.tournament import Arena
    from pyramidion.lab.cast import Cast

    _check(players, save, progress, games=games, openings=openings, workers=workers)
    cast, known = Cast(players), _game(game)
    opening = usual_opening(known) if openings is None else openings
    plan, here = Schedule(known, cast.names, seed, opening), workers == 1 or not cast.travels
    found = Arena(plan, games, workers, save, maker=cast, here=here)
    for done, _ in enumerate(found.play(), len(found.games) + 1):
        if progress is not None:
            progress(done, found.bouts)
    return found


def _game(game: Game | str) -> Game:
    return load(game) if isinstance(game, str) else checked_game(game)


def _check(players: object, save: object, progress: object, rulings: object = False, **amounts: object) -> None:
    """Refuse what cannot be meant, before anything is played."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadInput(f"Players are a list, such as ['level:3', 'random'], not {players!r}.")
    if not isinstance(save, str | Path | None):
        raise BadInput(f"save is the name of a file, not {save!r}.")
    if not isinstance(rulings, bool):
        raise BadInput(f"rulings is True or False, not {rulings!r}.")
    if progress is not None and not callable(progress):
        raise BadInput(f"progress is a function of two numbers, not {progress!r}.")
    for name, amount in amounts.items():
        if amount is not None and not is_whole(amount):
            raise BadInput(f"{name} is a whole number, not {amount!r}.")


def _texts(name: str, given: object) -> tuple[str, ...]:
    """A list of texts; a text by itself would be read letter by letter."""
    if isinstance(given, str):
        raise BadInput(f"{name} is a list of texts: write [{given!r}] instead of {given!r}.")
    if not isinstance(given, Sequence) or not all(isinstance(each, str) for each in given):
        raise BadInput(f"{name} is a list of texts, not {given!r}.")
    return tuple(given)


def _workers(cast: Cast, workers: int | None) -> int | None:
    """How many processes; players that cannot be sent elsewhere play here."""
    return workers if cast.travels else 1
