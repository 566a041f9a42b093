"""The classes of the game Fate Foretold and of its first version: options, texts, and the modules that implement its methods."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.contract import GameOption, Position, Seat, View
from games.rules.fate_foretold import absent, advice, audit, chronicle, effects, hiding, lesson, look, orders, refusals, scene, turn
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.fate_foretold.breakdown import breakdown
from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.estimate import PLAN
from games.rules.game import Game
from games.rules.lesson import Lesson
from games.rules.messages import Message, msg, plain
from games.rules.scene import Zone

FULL = 5
"""The number of cards of one suit for a Convergence in the full game with three and four players."""
FULL_AIM = msg("Gather five cards of one suit, keep them for a round, and let one last card seal your fate.")
THRESHOLD = GameOption(
    "alignment_threshold",
    msg("Cards of one suit for a Convergence"),
    FULL,
    least=3,
    most=5,
    help=msg("Five is the full game with three and four players, four with five and six; with fewer it is a Speed Run."),
    by_seats=((5, 4), (6, 4)),
)
TALK = GameOption("table_talk", msg("Talking at the table breaks the Whisperer's silence"), True)
LAST_ROUND = GameOption(
    "round_limit",
    msg("Last round"),
    None,
    least=5,
    most=100,
    optional=True,
    help=msg("For tournaments: after this round the highest alignment wins. Empty means no limit."),
)


class FateForetold(Game[FateForetoldTable]):
    """The rules of Fate Foretold with the second printing of its 61 cards."""

    key = "fate_foretold"
    version = 2
    printing: ClassVar[int] = 2
    """The printing of the cards of new tables."""
    lesson: ClassVar[Lesson | None] = lesson.LESSON
    title = msg("Fate Foretold")
    cloth = "navy"
    tagline = msg(
        "Gather five cards of one suit (four with five or six players), keep them for a round, and let one last card seal your fate."
    )
    seats = range(3, 7)
    sound_advice = True
    routine = ("turn",)
    options: ClassVar[tuple[GameOption, ...]] = (THRESHOLD, TALK, LAST_ROUND)
    table = FateForetoldTable
    look = staticmethod(look.look)
    scene = staticmethod(scene.scene)
    tell = staticmethod(chronicle.tell)
    recall = staticmethod(hiding.recall)
    hide = staticmethod(hiding.hide)
    audit = staticmethod(audit.audit)
    advise = staticmethod(advice.advise)
    fallback = staticmethod(absent.fallback)
    explain = staticmethod(refusals.explain)
    orders = staticmethod(orders.orders)
    breakdown = staticmethod(breakdown)
    plan = PLAN
    longest = 12_000
    reasons: ClassVar[Mapping[str, Message]] = {
        "convergence": msg("A Fate was Foretold: a Convergence lasted a round, and the card revealed then has its suit."),
        "apocalypse": msg("Apocalypse: everybody lost."),
        "twist": msg("A twist of fate."),
        "last_standing": msg("All others conceded."),
        "round_limit": msg("The last round was over."),
    }
    vocabulary = (*CARDS, *(plain(card.name) for card in CARDS.values()))
    order_words = ("losses", "small")
    effects: ClassVar[Any] = effects
    """Importing the effects registers them."""

    def aim(self, seats: int, options: Mapping[str, Any]) -> Message:
        """How this table is won, with the number of cards that it needs for a Convergence."""
        return msg(
            "Collect {n} cards of one suit in front of you; your sigil counts. If you still have them on your next turn, you turn over one "
            "more card: if it has that suit, too, you win.",
            n=options.get("alignment_threshold", FULL),
        )

    def gallery(self) -> tuple[Zone, ...]:
        return scene.gallery(self.printing)

    def new(self, seats: int, options: dict[str, Any]) -> FateForetoldTable:
        return FateForetoldTable(seats, options, printing=self.printing)

    async def step(self, t: FateForetoldTable) -> None:
        if t.phase == "setup":
            await turn.set_up(t)
        else:
            await turn.take_turn(t)

    def named_since(self, at: Position, viewer: Seat | None) -> frozenset[str]:
        """The names, and the viewer's hand, which may have been hidden at the quiet point."""
        return super().named_since(at, viewer).union(self.resume(at).view(viewer).table.get("hand") or ())

    def visible_course(self, at: Position) -> Any:
        return hiding.visible_course(*self.since(at))

    def standing(self, view: View) -> tuple[int | None, ...]:
        """The highest count of one suit, sigil included; None for a player who has conceded."""
        players = view.table["players"]
        if not players:
            return (None,) * view.seats
        return tuple(max(player["counts"].values()) if player["alive"] else None for player in players)


class FirstPrinting(FateForetold):
    """Version 1: the first printing of the cards, and five cards for a Convergence with any number of players."""

    version = 1
    printing = 1
    tagline = FULL_AIM
    lesson = None
    rulebook = "rulebook-1.md"
    options = (
        replace(
            THRESHOLD, help=msg("Five is the full game; four or three make a Speed Run. With six players we suggest four."), by_seats=()
        ),
        TALK,
        LAST_ROUND,
    )


GAME = FateForetold()
OLDER = (FirstPrinting(),)
