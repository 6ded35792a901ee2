"""`python -m pyramidion` is the command `pyramidion`."""

import sys

from pyramidion.terminal.cli import main

sys.exit(main())
