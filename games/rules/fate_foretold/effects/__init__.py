"""The abilities of the cards, one function each, in a module for each suit. Importing this package registers them in `abilities.EFFECTS`.

Each docstring is the text of the card; its other data are in `cards`. Static modifiers ("can't be buried") are no abilities: they
are data in `cards` and tested in `board`.
"""

from games.rules.fate_foretold.effects import body, heart, mind, mixed, soul

__all__ = ["body", "heart", "mind", "mixed", "soul"]
