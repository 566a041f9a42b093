"""A sixth game, written by following CONTRIBUTING alone; importing this puts it on the shelf, as a folder of games/rules would be.

It goes through the conformance suite, the renderers, the pages and the mails like the five, which proves that a new game
needs nothing but its own folder.
"""

from pathlib import Path

import games.rules

HERE = str(Path(__file__).parent)

if HERE not in games.rules.__path__:
    games.rules.__path__.append(HERE)
