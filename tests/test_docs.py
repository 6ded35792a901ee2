"""Documentation that cannot rot: sessions are run, generated pages are current, links lead somewhere."""

from __future__ import annotations

import doctest
import functools
import importlib.util
import re
import shlex
import tomllib
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.arena.ladder_page import ladder_of
from pyramidion.terminal.cli import parser
from tests.scripts import script

ROOT = Path(__file__).parent.parent
PAGES = sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")] if path.parent.name != "notes")
LIBRARIES = {"from-openspiel.md": "pyspiel"}  # that a page shows, and that are not always installed
COMMAND = re.compile(
    r"^ {4,}(?:\$ |PYRAMIDION_\w+=\S+ )*(pyramidion|\./start|python|\.venv/bin/python) (.+)$", re.MULTILINE
)


def folder(name: str) -> Path:
    """Where a game lives."""
    return pyr.load(name).description.folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sessions_run_as_printed(page: Path) -> None:
    if page.name in LIBRARIES:
        pytest.importorskip(LIBRARIES[page.name])
    failures, _ = doctest.testfile(str(page), module_relative=False)
    assert failures == 0


def test_the_readme_has_a_session_and_is_short() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count(">>>") > 15 and len(text.splitlines()) <= 150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_those_that_exist(page: Path) -> None:
    for program, rest in COMMAND.findall(page.read_text(encoding="utf-8")):
        words = shlex.split(re.split(r"\s{2,}| [|>] | \\$", rest)[0])
        if program in ("pyramidion", "./start"):
            assert parser().parse_args(words), words
        elif words[0] == "-m":
            assert importlib.util.find_spec(words[1]), words
        elif words[0].endswith(".py"):
            assert (ROOT / words[0]).is_file(), words


def test_the_pictures_of_the_readme_are_there() -> None:
    pictures = re.findall(r'<img src="([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(pictures) == len([name for name in pyr.games() if folder(name).is_relative_to(ROOT / "src")])
    assert all((ROOT / picture).exists() for picture in pictures)


@pytest.mark.usefixtures("package_alone")
def test_the_numbers_of_the_readme_are_those_measured() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in pyr.games():
        counts = (ROOT / "tests" / "perft" / f"{name}.txt").read_text(encoding="utf-8")
        five = int(re.findall(rf"^{name} = (.+)$", counts, re.MULTILINE)[0].split()[4])
        ladder = ladder_of(name)
        assert ladder, name
        row = f"| {pyr.facts(name).title} | {five:,} | {ladder['levels'][-1]['rating']['elo']:.0f} Elo |"
        assert row in text, row


def test_a_click_leads_through_files_that_exist() -> None:
    _, _, walk = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## What happens on a click")
    steps, _, _ = walk.partition("\n# ")
    named = re.findall(r"`((?:server|engine|draw)/[\w/]+\.(?:py|js))`", steps)
    assert len(named) > 10
    assert [file for file in named if not (ROOT / "src" / "pyramidion" / file).exists()] == []


def test_every_guide_opens_with_its_readers() -> None:
    for page in [page for page in PAGES if page.parent != ROOT]:
        paragraphs = [part for part in page.read_text(encoding="utf-8").split("\n\n") if not part.startswith("<!--")]
        assert paragraphs[1].startswith("For "), page.name


@pytest.fixture
def package_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The documentation tells of the package, without the example game."""
    inside = [name for name in pyr.games() if folder(name).is_relative_to(ROOT / "src")]
    monkeypatch.setattr(pyr, "games", functools.wraps(pyr.games)(lambda: tuple(inside)))


@pytest.mark.usefixtures("package_alone")
def test_generated_pages_are_current() -> None:
    for page, write in script("make_docs").PAGES.items():
        assert (ROOT / "docs" / page).read_text(encoding="utf-8") == write(), "run scripts/make_docs.py"


@pytest.mark.usefixtures("package_alone")
def test_the_gallery_is_current() -> None:
    gallery = script("make_gallery")
    assert (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8") == gallery.page(), "run scripts/make_gallery.py"
    folder, drawn = ROOT / "docs" / "gallery", gallery.pictures()
    assert set(drawn) == {path.name for path in folder.iterdir()}
    for file, svg in [*((folder / name, svg) for name, svg in drawn.items()), *gallery.art().items()]:
        assert file.read_text(encoding="utf-8") == svg, "run scripts/make_gallery.py"


def test_every_option_and_ending_is_in_the_rules_for_people(name: str) -> None:
    text = pyr.rules_text(name)
    assert text.startswith(f"# {pyr.facts(name).title}")
    assert pyr.facts(name).author.split()[-1] in text
    for option in pyr.facts(name).options:
        assert all(f"`{word}`" in text for word in [option.name, *option.values]), option.name
    run = pyr.simulate(pyr.load(name), 300, seed=1)
    assert all(f"**{rule}**" in text for rule in set(run.rules.tolist()))


def test_rulings_cited_in_code_exist_in_the_rules(name: str) -> None:
    letter = pyr.facts(name).letter
    known = set(re.findall(rf"\*\*({letter}\d+)\*\*", pyr.rules_text(name)))
    cited = {id_ for path in folder(name).glob("*.py") for id_ in re.findall(rf"\b{letter}\d+\b", path.read_text())}
    assert cited and cited <= known, cited - known


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == pyr.__version__
    assert f"## {pyr.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
