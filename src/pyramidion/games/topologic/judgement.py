"""How players judge Topologic: general search is lost in its secrets, so it has an expert."""

from __future__ import annotations

from pyramidion.engine.contract import Judgement
from pyramidion.games.topologic.expert import Expert

JUDGEMENT = Judgement(expert=Expert)
