"""A sixth game, written by following CONTRIBUTING alone. Importing this package registers it like a folder of games/rules.

It passes through the conformance suite, the renderers, the pages and the mails like the other five, which shows that a new game needs
only its own folder.
"""

from pathlib import Path

import games.rules

HERE = str(Path(__file__).parent)

if HERE not in games.rules.__path__:
    games.rules.__path__.append(HERE)
