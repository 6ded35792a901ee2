"""Every test sees the example game too."""

import os
from pathlib import Path

_FOLDERS = os.environ.get("PYRAMIDION_GAMES", "").split(os.pathsep)
_EXAMPLES = str(Path(__file__).parent.parent / "examples")
os.environ["PYRAMIDION_GAMES"] = os.pathsep.join(filter(None, dict.fromkeys((*_FOLDERS, _EXAMPLES))))
