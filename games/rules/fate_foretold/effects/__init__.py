"""What cards do, one small function per ability, by suit. Importing this package registers them all in `abilities.EFFECTS`.

Docstrings give the card's text; its printed data stand in `cards`. Standing powers ("can't be buried") are no effects: they
are data in `cards` and are asked in `board`.
"""

from __future__ import annotations

from games.rules.fate_foretold.effects import body, heart, mind, mixed, soul

__all__ = ["body", "heart", "mind", "mixed", "soul"]
