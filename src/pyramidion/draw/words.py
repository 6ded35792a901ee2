"""A scene in plain sentences, for people who listen."""

from __future__ import annotations

from collections.abc import Iterable

from pyramidion.draw.scene import Piece, Scene, Zone

NOTICED = {
    "frozen": "Frozen",
    "attack": "Captures may start from",
    "immune": "Immune",
    "threatened": "Under threat",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def describe(scene: Scene) -> str:
    """The whole scene: who plays, what lies where, what is to be noticed, what is to be done."""
    lines = [f"{scene.title}, {in_words(scene.turn, 'turn')} played."]
    in_order = sorted(scene.cells, key=lambda cell: (cell.y, cell.x))
    lines += [_cell(scene, cell.id) for cell in in_order if scene.on(cell.id)]
    empty = sum(1 for cell in scene.cells if not scene.on(cell.id) and not cell.id.startswith("header"))
    lines += (
        [f"{in_words(empty, 'place').capitalize()} of the board {'is' if empty == 1 else 'are'} empty."]
        if empty
        else []
    )
    lines += [_zone(scene, zone) for zone in scene.zones if zone.role not in ("dice", "goal") or scene.on(zone.id)]
    lines += [sentence(die.says) for die in scene.dice if die.says and die.face != "?"]
    lines += [sentence(marker.says) for marker in scene.markers if marker.says and marker.kind == "secret"]
    return "\n".join([*lines, *highlight_lines(scene), *(note.text for note in scene.notes)])


def sentence(words: str) -> str:
    """Words with a capital at the beginning and a period at the end."""
    return words[:1].upper() + words[1:].removesuffix(".") + "." if words else ""


def in_words(number: int, noun: str) -> str:
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {noun}{'' if number == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """`one, two and three`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def called(scene: Scene, pieces: list[Piece], actor: int = -1) -> str:
    """Some pieces by name: the owner only once, and not at all when it is the one who acts."""
    owners = {piece.owner for piece in pieces}
    if len(owners) > 1 or -1 in owners:
        return listed(piece.name for piece in pieces)
    owner = f"{scene.seats[pieces[0].owner].name}'s "
    names = [piece.name.removeprefix(owner) for piece in pieces]
    if owners == {actor}:
        return listed(f"the {name}" if name[0].islower() else name for name in names)
    return owner + listed(names) if pieces[0].name.startswith(owner) else listed(names)


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
    name, pieces = sentence(zone.name).removesuffix("."), scene.on(zone.id)
    if not pieces:
        return f"{name}: empty."
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[short_name(scene, piece, zone)] = counts.get(short_name(scene, piece, zone), 0) + 1
    return f"{name}: {listed(_several(word, n) for word, n in counts.items())}."


def _several(word: str, count: int) -> str:
    """`C`, `two C`, `small mid`, `two small mids`."""
    return word if count == 1 else f"{NUMBERS[count]} {word}" + "s" * (len(word) > 1)


def short_name(scene: Scene, piece: Piece, zone: Zone) -> str:
    """A piece's name, without its owner where the zone's name says it already."""
    if piece.owner >= 0 and piece.owner == zone.owner:
        return piece.name.removeprefix(f"{scene.seats[piece.owner].name}'s ")
    return piece.name


def highlight_lines(scene: Scene) -> list[str]:
    """What is to be noticed, one line for each kind."""
    lines = []
    for kind, word in NOTICED.items():
        places = [mark.on for mark in scene.highlights if mark.kind == kind]
        if places:
            lines.append(f"{word}: {listed(places)}.")
    return lines
