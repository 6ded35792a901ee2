"""A scene in plain sentences, for people who listen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Cell, Piece, Zone

NOTICED = {
    "frozen": "Frozen",
    "attack": "captures may start from",
    "immune": "Immune",
    "threatened": "Under threat",
}
SILENT = ("dice", "goal", "captured")  # zones that are not mentioned while they are empty: notes tell what counts
OWNED = ("attack",)  # belong to the seat that is to move
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def describe(scene: Scene) -> str:
    """The whole scene: what lies where, what is to be noticed, what is to be done."""
    cells = sorted(scene.cells, key=lambda cell: (cell.y, cell.x))
    lines = [f"{scene.title}.", *(_cell(scene, cell.id) for cell in cells if scene.on(cell.id)), *_empty(scene)]
    return "\n".join([*lines, *_around(scene)])


def rows(scene: Scene) -> list[str]:
    """The scene to be read row by row: every place of the board, then what is beside it and what is to be done."""
    found: dict[float, list[Cell]] = {}
    for cell in sorted(scene.cells, key=lambda cell: (cell.y, cell.x)):
        found.setdefault(round(cell.y, 2), []).append(cell)
    lines = [
        "; ".join(f"{cell.says or cell.id}: {_standing(scene, cell.id)}" for cell in row) for row in found.values()
    ]
    return [*(f"{line}." for line in lines), *_around(scene)]


def _standing(scene: Scene, place: str) -> str:
    return heap(scene.on(place)) if scene.on(place) else "empty"


def _around(scene: Scene) -> list[str]:
    """What lies beside the board, what is to be noticed, and what is to be done."""
    lines = [_zone(scene, zone) for zone in scene.zones if zone.role not in SILENT or scene.on(zone.id)]
    lines += [sentence(die.says) for die in scene.dice if die.says and die.face != "?"]
    return [*lines, *highlight_lines(scene), *(note.text for note in scene.notes if note.kind != "help")]


def _empty(scene: Scene) -> list[str]:
    """How many places hold nothing; tiles that only name a column do not count."""
    empty = sum(1 for cell in scene.cells if not scene.on(cell.id) and not cell.id.startswith("header"))
    words = f"{in_words(empty, 'place').capitalize()} of the board {'is' if empty == 1 else 'are'} empty."
    return [words] if empty else []


def sentence(words: str) -> str:
    """Words with a capital at the beginning and a period at the end."""
    return words[:1].upper() + words[1:].removesuffix(".") + "." if words else ""


def in_words(number: int, noun: str) -> str:
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {noun}{'' if number == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """`one, two and three`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def does(scene: Scene, verb: str) -> str:
    """Who acts and what they do: `Blue moves`, or `You move` for the one who looks."""
    ending = "es" if verb.endswith("s") else "s"
    return f"You {verb}" if scene.viewer == scene.seat else f"{scene.seats[scene.seat].name} {verb}{ending}"


def owner_of(scene: Scene, seat: int) -> str:
    """Whose something is: `Blue's`, or `your` for the one who looks."""
    return "your" if scene.viewer == seat else f"{scene.seats[seat].name}'s"


def place_name(scene: Scene, zone: Zone) -> str:
    """A place beside the squares by name: `Blue's stash`, or `your stash` for its owner."""
    if zone.owner < 0 or zone.owner != scene.viewer:
        return zone.name
    owner = scene.seats[zone.owner].name
    return zone.name.replace(f"{owner}'s", "your").replace(f"by {owner}", "by you")


def called(scene: Scene, pieces: Sequence[Piece], actor: int = -1, article: str = "the") -> str:
    """Some pieces by name: the owner only once, and not at all when it is the one who acts."""
    owners = {piece.owner for piece in pieces}
    if len(owners) == 1 and pieces[0].owner not in (-1, actor):
        owner = f"{scene.seats[pieces[0].owner].name}'s "
        names = listed(piece.name.removeprefix(owner) for piece in pieces)
        return f"{owner_of(scene, pieces[0].owner)} {names}"
    return listed(_named(scene, piece, actor, article) for piece in pieces)


def _named(scene: Scene, piece: Piece, actor: int, article: str) -> str:
    if piece.owner != actor or actor < 0:
        return piece.name
    name = piece.name.removeprefix(f"{scene.seats[actor].name}'s ")
    return f"{article} {name}" if name[0].islower() else name


def heap(pieces: list[Piece]) -> str:
    """Pieces of one place from the bottom up."""
    names = [piece.name for piece in pieces]
    if len(pieces) > 1 and pieces[-1].height:
        return f"{names[0]} with {listed(names[1:])} on it"
    return listed(names)


def _cell(scene: Scene, place: str) -> str:
    cell = scene.places[place]
    return f"On {cell.says or cell.id}: {heap(scene.on(place))}."


def _zone(scene: Scene, zone: Zone) -> str:
    """What a zone holds: its owner's own things counted, another's by name."""
    name, pieces = sentence(place_name(scene, zone)).removesuffix("."), scene.on(zone.id)
    if not pieces:
        return f"{name}: nothing."
    if zone.role == "goal" or any(piece.owner not in (zone.owner, -1) for piece in pieces):
        return f"{name}: {called(scene, pieces)}."
    owner = f"{scene.seats[zone.owner].name}'s " if zone.owner >= 0 else ""
    counts = Counter(piece.name.removeprefix(owner) for piece in pieces)
    return f"{name}: {listed(_several(word, n) for word, n in counts.items())}."


def _several(word: str, count: int) -> str:
    """`C`, `two C`, `one small mid`, `two small mids`."""
    if word[0].isupper() or word[-1].isdigit():
        return word if count == 1 else f"{NUMBERS[count]} {word}"
    return f"{NUMBERS[count]} {word}" + "s" * (count > 1)


def highlight_lines(scene: Scene) -> list[str]:
    """What is to be noticed, one line for each kind."""
    return [text for _, text in notices(scene, NOTICED)]


def notices(scene: Scene, kinds: Collection[str]) -> list[tuple[str, str]]:
    """What the highlights of some kinds mean, with their kinds."""
    found = []
    for kind, word in NOTICED.items() if not scene.over else ():
        marks = [mark for mark in scene.highlights if mark.kind == kind and kind in kinds]
        if marks:
            whose = f"{scene.seats[marks[0].owner].name}'s " if kind in OWNED else ""
            found.append((kind, f"{whose}{word}: {listed(mark.on for mark in marks)}."))
    return found
