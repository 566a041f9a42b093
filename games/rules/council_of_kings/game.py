"""The `Game` of Council of Kings: its settings, its phases, and the modules of this package that implement its interface."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.rules.contract import Decision, GameOption, Seat, View
from games.rules.council_of_kings import advice, audit, chronicle, filing, hiding, lesson, look, orders, refusals, scene
from games.rules.council_of_kings.action import act, upkeep
from games.rules.council_of_kings.auction import reveal, turn
from games.rules.council_of_kings.board import Council, muted, seat_word
from games.rules.council_of_kings.breakdown import breakdown
from games.rules.council_of_kings.cards import GAME_ENDS_CARD, PRINTINGS
from games.rules.council_of_kings.caretaker import caretaker
from games.rules.council_of_kings.setup import set_up
from games.rules.game import Game
from games.rules.lesson import Lesson
from games.rules.messages import Message, msg, plain
from games.rules.scene import Zone

SEATS = range(3, 6)
STEPS = {"setup": set_up, "reveal": reveal, filing.FILING: filing.file, "auction": turn, "upkeep": upkeep, "action": act}


def _vocabulary(printing: int) -> tuple[str, ...]:
    cards, seats = PRINTINGS[printing], (seat_word(seat) for seat in range(SEATS[-1]))
    fate, favors = (*cards.fate, GAME_ENDS_CARD), cards.favors
    ids = (*(card.id for card in fate), *(favor.id for favor in favors))
    return (*refusals.VERBS, *seats, *ids, *(plain(card.name) for card in fate), *(plain(favor.name) for favor in favors))


class CouncilOfKings(Game[Council]):
    """An auction game of heroes, monsters and favors for 3 to 5."""

    key = "council_of_kings"
    version = 3
    printing: ClassVar[int] = 2
    """The cards that new tables are played with."""
    lesson: ClassVar[Lesson | None] = lesson.LESSON
    title = msg("Council of Kings")
    cloth = "russet"
    tagline = msg("Bid for heroes, pay to be spared monsters, and keep your people from revolt.")
    seats = SEATS
    best_seats = range(3, 5)
    sound_advice = True
    routine = ("done",)
    options: ClassVar[tuple[GameOption, ...]] = (
        GameOption(
            "mode",
            msg("Game"),
            "basic",
            (("basic", msg("basic: 12 Fate cards")), ("advanced", msg("advanced: all 50 Fate cards"))),
            help=msg("The basic game is the one to begin with; the advanced game is longer and has all cards."),
        ),
        GameOption(
            "auction_mode",
            msg("Auctions"),
            "turns",
            (("turns", msg("in turns")), ("orders", msg("everybody names a price at once"))),
            help=msg("When everybody names a price as soon as a card is up, a game waits for somebody half as often."),
            suggested="orders",
        ),
    )
    table = Council
    look = staticmethod(look.look)
    scene = staticmethod(scene.scene)
    tell = staticmethod(chronicle.tell)
    hide = staticmethod(hiding.hide)
    audit = staticmethod(audit.audit)
    advise = staticmethod(advice.advise)
    explain = staticmethod(refusals.explain)
    orders = staticmethod(orders.orders)
    barred = staticmethod(refusals.barred)
    breakdown = staticmethod(breakdown)
    plan = advice.PLAN
    reasons: ClassVar[Mapping[str, Message]] = {"game_ends": msg("The card “Game Ends” was revealed.")}
    vocabulary = _vocabulary(printing)
    order_words = ("always", "actions", "live", "spend", "bargain", "then", "favors", "choices")

    def gallery(self) -> tuple[Zone, ...]:
        return scene.gallery(self.printing)

    def new(self, seats: int, options: dict[str, Any]) -> Council:
        return Council(seats, options, printing=self.printing)

    def aim(self, seats: int, options: Mapping[str, Any]) -> Message:
        """What scores, and when the game ends."""
        return msg(
            "The most points win: each coin is 1 point, and Heroes bring the points on their cards. Your first Chaos costs 1 point, "
            "the second 2, and so on, the fifth and every further one 5. The game ends when the card Game Ends comes up."
        )

    async def step(self, t: Council) -> None:
        await STEPS[t.phase](t)

    def fallback(self, t: Council, decision: Decision) -> str:
        """R35: the caretaker decides in an auction; in the Action phase the answer is `done`."""
        if decision.kind == "action":
            return "done"
        if decision.kind == filing.FILING:
            return filing.CARETAKER
        return caretaker(View(self.key, decision.seat, t.seats, t.options, look.look(t, decision.seat)), decision)

    def openly_forced(self, view: View, seat: Seat, kind: str) -> bool:
        """In an auction a Favor in hand makes a second answer. In the Action phase others know the choices if no Favor is playable."""
        me = view.table["players"][seat]
        return kind == "auction" or not me["favors"] or muted(me["cards"])

    def standing(self, view: View) -> tuple[int | None, ...]:
        """The scores if the game ended now; all that they count is public."""
        if not view.table["players"]:
            return (None,) * view.seats
        return tuple(player["score"] for player in view.table["players"])


class FirstPrinting(CouncilOfKings):
    """Version 2: the first printing of the cards."""

    version = 2
    printing = 1
    lesson = None
    rulebook = "rulebook-2.md"
    vocabulary = _vocabulary(printing)

    def upgrade(self, table: dict[str, Any], from_version: int) -> dict[str, Any]:
        """From version 1, in which all auctions are played in turns; nothing else differs."""
        return {**table, "options": {**table["options"], "auction_mode": "turns"}}


class InTurns(FirstPrinting):
    """Version 1: every auction is played in turns."""

    version = 1
    rulebook = "rulebook-1.md"
    options = CouncilOfKings.options[:1]


GAME = CouncilOfKings()
OLDER = (FirstPrinting(), InTurns())
