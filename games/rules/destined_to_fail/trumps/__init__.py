"""The registry of the sixteen trump cards, and the one of the current round."""

from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps.moon import Lunacy, MoonlightExchange, ProphecyCurse, Reveal
from games.rules.destined_to_fail.trumps.orb import AbsoluteChaos, FracturedReality, RestrictedPower, UnstablePower
from games.rules.destined_to_fail.trumps.star import ConstellationCollapse, DoubleProphecy, EchoesOfTheFuture, StarlightWonder
from games.rules.destined_to_fail.trumps.sun import PurifyingLight, SolarFlare, Sunstrike, TheChosenRevealed
from games.rules.destined_to_fail.trumps.trump import Trump

_ALL: tuple[Trump, ...] = (
    *(ProphecyCurse(), Reveal(), Lunacy(), MoonlightExchange()),
    *(TheChosenRevealed(), SolarFlare(), Sunstrike(), PurifyingLight()),
    *(DoubleProphecy(), EchoesOfTheFuture(), StarlightWonder(), ConstellationCollapse()),
    *(RestrictedPower(), FracturedReality(), UnstablePower(), AbsoluteChaos()),
)
TRUMPS = {trump.key: trump for trump in _ALL}
"""Every trump card by key: Moon, Sun, Star, then Orb cards."""


def trump_of(t: Destiny) -> Trump:
    """The trump card of this round."""
    return TRUMPS[t.effect]
