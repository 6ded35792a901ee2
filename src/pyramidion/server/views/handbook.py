"""The handbook: the repository's Markdown files and the rules of every game, as pages with a contents and a search."""

from __future__ import annotations

import functools
import html
import posixpath
import re
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyramidion.engine.registry import facts, games, rules_text
from pyramidion.server.views.markdown import Heading, render

HOME = "/docs"
CONTENTS = "docs/README.md"
BESIDE = {"CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog", "README.md": "overview"}
RULES = re.compile(r"src/pyramidion/games/(\w+)/RULES\.md")
LINK = re.compile(r'\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"')
ENTRY = re.compile(r"^- \[(.+?)\]\((.+?)\)(?:: (.+))?$")
GAMES = "docs/games.md"  # the rules of each game follow it in the contents
COVER = "/README.md"  # the first page of a folder
PARTS = "notes"  # folders of texts that are parts of other pages
PICTURES = {".svg": "image/svg+xml", ".png": "image/png"}
SOURCES = (".py", ".json", ".md", ".service", ".cff", "")  # files that a page may show


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    title: str
    address: str
    about: str = ""


@dataclass(frozen=True)
class Section:
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Leaf:
    """A page of the handbook."""

    title: str
    html: str
    headings: tuple[Heading, ...] = ()
    game: str = ""  # whose rules these are


@functools.cache
def root() -> Path | None:
    """Where the files are: the repository, or what was installed with the package."""
    repository, installed = Path(__file__).parents[4], Path(sysconfig.get_path("data")) / "share" / "pyramidion"
    return next((folder for folder in (repository, installed) if (folder / CONTENTS).is_file()), None)


@functools.cache
def pages() -> dict[str, str]:
    """The addresses of all Markdown pages, and the files they are written in."""
    folder = root()
    if folder is None:
        return {}
    beside = {f"{HOME}/{name}": file for file, name in BESIDE.items() if (folder / file).is_file()}
    found = [path for path in folder.glob("docs/**/*.md") if path.parent.name != PARTS]
    files = sorted(path.relative_to(folder).as_posix() for path in found)
    return {**{_address(file): file for file in files}, **beside}


def _address(file: str) -> str:
    if file == CONTENTS:
        return HOME
    name = BESIDE.get(file) or file.removeprefix("docs/").removesuffix(COVER).removesuffix(".md")
    return f"{HOME}/{name}"


def read(file: str) -> str:
    folder = root()
    assert folder is not None
    return (folder / file).read_text(encoding="utf-8")


@functools.cache
def contents() -> tuple[Section, ...]:
    """The sections of the contents page: its headings and the lists below them."""
    found: list[tuple[str, list[Entry]]] = []
    for line in read(CONTENTS).splitlines() if root() else ():
        if line.startswith("## "):
            found.append((line[3:], []))
        elif (entry := ENTRY.match(line)) and found:
            address = resolved(CONTENTS, entry[2])
            found[-1][1].append(Entry(entry[1], address, entry[3] or ""))
            if address == _address(GAMES):
                found[-1][1].extend(Entry(facts(name).title, f"{HOME}/rules/{name}") for name in games())
    return tuple(Section(title, tuple(entries)) for title, entries in found)


def neighbours(address: str) -> tuple[Entry | None, Entry | None]:
    """The pages before and after one, in the order of the contents."""
    order: list[Entry | None] = [None, *(entry for section in contents() for entry in section.entries), None]
    for before, here, after in zip(order, order[1:], order[2:], strict=False):
        if here and here.address == address:
            return before, after
    return None, None


def resolved(file: str, link: str) -> str:
    """Where a link in a file of the repository leads on the site; nowhere if what it names is not installed."""
    path, mark, fragment = link.partition("#")
    if not path or ":" in path or path.startswith("/"):
        return link
    target = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
    rules = RULES.fullmatch(target)
    if rules:
        return f"{HOME}/rules/{rules[1]}{mark}{fragment}"
    if target in pages().values():
        return f"{_address(target)}{mark}{fragment}"
    folder = root()
    return f"{HOME}/files/{target}" if folder and (folder / target).exists() else ""


@functools.cache
def linked() -> frozenset[str]:
    """The files and folders that pages link to: nothing else of the repository is shown."""
    found = (
        resolved(file, link or other) for file in set(pages().values()) for link, other in LINK.findall(read(file))
    )
    prefix = f"{HOME}/files/"
    return frozenset(address.removeprefix(prefix) for address in found if address.startswith(prefix))


def file_of(name: str) -> Path | None:
    """A file or folder that a page links to, or a file in such a folder."""
    folder = root()
    if folder is None or not (name in linked() or name in within().get(posixpath.dirname(name), ())):
        return None
    path = folder / name
    return path if path.is_dir() or path.suffix in (*SOURCES, *PICTURES) else None


@functools.cache
def within() -> dict[str, frozenset[str]]:
    """The names of the files in each folder that a page links to."""
    folder = root()
    assert folder is not None
    folders = [name for name in linked() if (folder / name).is_dir()]
    return {
        name: frozenset(f"{name}/{file.name}" for file in (folder / name).iterdir() if file.is_file())
        for name in folders
    }


@functools.lru_cache(maxsize=256)
def leaf(address: str) -> Leaf | None:
    """A page by its address, or None."""
    kind, _, name = address.removeprefix(f"{HOME}/").partition("/")
    if kind == "rules":
        return _rules(name) if name in games() else None
    if kind == "files":
        return _source(name)
    file = pages().get(address)
    if file is None:
        return None
    made = render(read(file), lambda link: resolved(file, link))
    title = made.headings[0].title if made.headings else file
    return Leaf(title, made.html, made.headings[1:])


def _rules(name: str) -> Leaf:
    """The rules below their title, which the page writes itself."""
    made = render(rules_text(name))
    return Leaf(facts(name).title, made.html.partition("</h1>")[2], made.headings[1:], game=name)


def _source(name: str) -> Leaf | None:
    """A file as it is, or the files of a folder."""
    path = file_of(name)
    if path is None:
        return None
    title = f"<h1>{html.escape(name)}</h1>"
    if path.is_file():
        text = path.read_text(encoding="utf-8", errors="replace")
        return Leaf(name, f'{title}<pre tabindex="0"><code>{html.escape(text)}</code></pre>')
    names = sorted(each.name for each in path.iterdir() if each.is_file() and each.suffix in SOURCES)
    listed = (f'<li><a href="{HOME}/files/{name}/{each}">{html.escape(each)}</a></li>' for each in names)
    return Leaf(name, f"{title}<ul>{''.join(listed)}</ul>")


def every_page() -> Iterator[tuple[str, str]]:
    """The addresses and the Markdown of all pages that are written for people."""
    for address, file in pages().items():
        yield address, read(file)
    for name in games():
        yield f"{HOME}/rules/{name}", rules_text(name)
