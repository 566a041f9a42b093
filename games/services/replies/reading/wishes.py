"""Recognise wishes in free sentences that a command could fulfil: "can I have my previous move back?".

Wishes to see something are fulfilled at once. Any other is a proposed command, which the writer is asked to confirm.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.services.replies.reading.command_phrases import code_in
from games.services.replies.reading.parts import Command, CommandName
from games.services.replies.reading.wish_model import NO_WISH, probabilities

SHOWING = frozenset({CommandName.HELP, CommandName.GAMES, CommandName.STATUS, CommandName.RULES, CommandName.OPEN, CommandName.HISTORY})
"""Commands that change nothing."""
_OF_A_TABLE = frozenset({CommandName.STATUS, CommandName.HISTORY})
LIKELY, CERTAIN, BESIDE_AN_ANSWER = 0.35, 0.9, 0.98
"""Probabilities from which a wish is considered: while nothing is asked, while a question is open, and in a text that may answer it."""
ABOUT_A_CARD, ABOUT_RULES = 0.15, 0.5
"""Probabilities from which a text that answers nothing for certain is taken for a question about rules: if it names a card, and if not.
They are low because the answer shows the open question too, and asks back about a guess."""
_BACK, _SAY = "back", "say"
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


@dataclass(frozen=True, slots=True)
class LikelyWish:
    """The likeliest wish of a text: a command's name, "back" or "say", and its probability."""

    name: str
    probability: float

    def is_for(self, name: CommandName) -> bool:
        """Return whether the wish is for a command."""
        return self.name == name.value

    @property
    def shows(self) -> bool:
        """Whether the wish is fulfilled at once, because its command changes nothing."""
        return any(self.is_for(name) for name in SHOWING)

    def command(self, text: str, line: str) -> Command | None:
        """Return the command for the wish, proposed unless it only shows something; None for words to others, which nobody proposes."""
        if self.name in (_SAY, CommandName.LETTER.value):
            return None
        name = CommandName.AWAY if self.name == _BACK else CommandName(self.name)
        if name in SHOWING:
            return Command(name, code_in(text) if name in _OF_A_TABLE else "", line)
        return Command(name, _BACK if self.name == _BACK else text, line, proposed=True)


def wish_of(lines: Sequence[str], *, least: float = LIKELY) -> LikelyWish | None:
    """Return the wish of a text; None if it is not probable that it has one."""
    found = probabilities([line for line in lines if line.strip()])
    best = max(found, key=lambda wish: found[wish])
    return LikelyWish(best, found[best]) if best != NO_WISH and found[best] >= least else None


def rules_wish_of(lines: Sequence[str], *, names_card: bool) -> LikelyWish | None:
    """Return the wish to see a card or a rule, of a text that answers nothing for certain; None if it is not probable enough."""
    found = probabilities([line for line in lines if line.strip()])
    chance = found.get(CommandName.RULES, 0.0)
    others = max((found[wish] for wish in found if wish not in (NO_WISH, CommandName.RULES)), default=0.0)
    return LikelyWish(CommandName.RULES, chance) if chance >= (ABOUT_A_CARD if names_card else ABOUT_RULES) and chance > others else None


def is_no_wish(lines: Sequence[str]) -> bool:
    """Return whether a text certainly asks for nothing."""
    return probabilities(lines)[NO_WISH] >= CERTAIN


def address_in(text: str) -> str:
    """Return the mail address in a text; "" if there is none."""
    found = _ADDRESS.search(text[:2_000])
    return found[0].rstrip(".") if found else ""
