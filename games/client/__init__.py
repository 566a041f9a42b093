"""Client library of the REST API, and a framework for bots. It needs the standard library and urllib3 only; the folder can be copied.

client = Client("https://fate.example", "fate_…")
play(client, random_player)

The module `aio` has the same for asyncio.
"""

from .bot import Choose, first_choice, play, random_player, step
from .http import Client
from .site import Problem
from .views import Decision, Game, Line, Option, Order, Orders, Outcome, View

__all__ = [
    "Choose",
    "Client",
    "Decision",
    "Game",
    "Line",
    "Option",
    "Order",
    "Orders",
    "Outcome",
    "Problem",
    "View",
    "first_choice",
    "play",
    "random_player",
    "step",
]
