"""What is compiled beforehand is all that bots run: none of them stalls in a game later."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CODE = """
import sys
import pyramidion as pyr
from pyramidion.engine import binding
from pyramidion.players.levels import HIGHEST
from pyramidion.players.preparation import LEVELS, THOROUGH, prepare
from tests.conftest import variants

def compiled(game):
    made = binding.compiled(game.description)._bound.values()
    return {(each.py_func.__qualname__, str(kind)) for each in made for kind in each.signatures}

plain = pyr.load(sys.argv[1])
for level in LEVELS:
    prepare(plain, level)
before = compiled(plain)
assert before
for game in variants():
    if game.name == plain.name:
        bots = [pyr.bot(game, level) for level in range(1, HIGHEST + 1)]
        match, most = pyr.Match(game, seed=5), 80 if game == plain else 40
        while match.outcome is None and len(match.codes) < most:
            bot = bots[len(match.codes) % len(bots)]
            effort = THOROUGH if game == plain and len(match.codes) < len(bots) else 1
            bot.choose(match.position.view(match.position.mover), effort=effort)
            match.play(bots[0].choose(match.position, effort=1))
print(sorted({name for name, _ in compiled(plain) - before}))
"""


def test_nothing_is_compiled_in_a_game_once_its_bots_are_prepared(name: str) -> None:
    """Every level, every option, every seat and phase of a game."""
    done = subprocess.run([sys.executable, "-c", CODE, name], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr + done.stdout
