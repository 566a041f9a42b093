"""The `Game` of Destined To Fail: its settings, its phases, and the modules of this package that implement its interface."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.rules.contract import Decision, GameOption, Result, Seat, View
from games.rules.destined_to_fail import advice, audit, chronicle, deal, hiding, lesson, look, orders, refusals, scene, spoken, trick
from games.rules.destined_to_fail.breakdown import breakdown
from games.rules.destined_to_fail.cards import FACES
from games.rules.destined_to_fail.caretaker import caretaker
from games.rules.destined_to_fail.glory import ranks_with_loser
from games.rules.destined_to_fail.scoring import score
from games.rules.destined_to_fail.table import TOGETHER, Destiny
from games.rules.destined_to_fail.words import CARD_NAMES, FORETELL, KEEP_TOKENS, SEAT_TOKENS
from games.rules.game import Game
from games.rules.lesson import Lesson
from games.rules.messages import Message, msg, plain

STEPS = {
    "setup": deal.set_up,
    "round": deal.start_round,
    "prelude": deal.prelude,
    "lead": trick.lead,
    "follow": trick.follow,
    "resolve": trick.resolve,
    "between": trick.between,
    "score": score,
}


class DestinedToFail(Game[Destiny]):
    """A trick-taking game for 2 to 7 with secret prophecies and a new trump card each round; the seat with most Glory loses."""

    key = "destined_to_fail"
    version = 2
    lesson: ClassVar[Lesson | None] = lesson.LESSON
    title = msg("Destined To Fail")
    cloth = "indigo"
    tagline = msg("Take the wrong number of tricks: whoever fulfils the prophecy becomes a statue.")
    seats = range(2, 8)
    best_seats = range(3, 6)
    sound_advice = True
    options: ClassVar[tuple[GameOption, ...]] = (
        GameOption(
            "target_glory",
            msg("Glory that ends the game"),
            20,
            least=5,
            most=40,
            help=msg("20 is the game as written; 10 makes it half as long."),
        ),
        GameOption(
            "round_limit",
            msg("Number of rounds"),
            None,
            least=1,
            most=64,
            optional=True,
            help=msg("After this many rounds whoever has the most Glory loses. Left out, only Glory ends the game."),
        ),
        GameOption(
            "followers",
            msg("After a lead"),
            "in_turn",
            (("in_turn", msg("the others play in turn")), (TOGETHER, msg("all others choose at once"))),
            help=msg(
                "At once: as soon as a card is led, all others choose theirs in secret. After an Orb, or a trump where another suit was "
                "led, those who play later choose anew. Four players wait for somebody a third less often then, six or seven half as "
                "often: recommended for them."
            ),
        ),
        GameOption(
            "auto_forced",
            msg("Play forced cards by themselves"),
            True,
            help=msg("Saves many waits. An instant play hints that the hand had only one choice; switch it off to hide that."),
        ),
    )
    table = Destiny
    gallery = staticmethod(scene.gallery)
    look = staticmethod(look.look)
    scene = staticmethod(scene.scene)
    tell = staticmethod(chronicle.tell)
    hide = staticmethod(hiding.hide)
    audit = staticmethod(audit.audit)
    advise = staticmethod(advice.advise)
    hear = staticmethod(spoken.hear)
    explain = staticmethod(refusals.explain)
    orders = staticmethod(orders.orders)
    breakdown = staticmethod(breakdown)
    plan = advice.PLAN
    reasons: ClassVar[Mapping[str, Message]] = {
        "target": msg("A player reached the Glory that ends the game. Whoever has most Glory loses; everybody else wins."),
        "round_limit": msg("The agreed number of rounds was played. Whoever has most Glory loses; everybody else wins."),
    }
    tie_break = msg("Of those with most Glory, a roll of the die decided who loses.")
    vocabulary = (*FACES, *(plain(name) for name in CARD_NAMES.values()), *FORETELL, *SEAT_TOKENS, *KEEP_TOKENS)
    low_standing_leads = True
    order_words = ("plan", "trick", "next")

    def upgrade(self, table: dict[str, Any], from_version: int) -> dict[str, Any]:
        """From version 1, in which followers always play in turn; nothing else differs."""
        return {**table, "options": {**table["options"], "followers": "in_turn"}}

    async def step(self, t: Destiny) -> None:
        """Play the current phase: one card, or what happens between two cards."""
        await STEPS[t.phase](t)

    def advice_reason(self, view: View, decision: Decision, answer: str) -> Message | None:
        return advice.reason(view, decision) or super().advice_reason(view, decision, answer)

    def fallback(self, t: Destiny, decision: Decision) -> str:
        """R46: the time-out move. R47: a follower who may choose anew keeps the card chosen before."""
        if decision.kind == "follow_hidden" and t.anew:
            return t.chosen[decision.seat]
        return caretaker(decision)

    def concede(self, t: Destiny, seat: Seat) -> Result | None:
        """R40: a seat that resigns becomes the Chosen One; all others win at once."""
        return Result(tuple(ranks_with_loser(t.seats, seat)), tuple(t.glory or [0] * t.seats), "resigned")

    def standing(self, view: View) -> tuple[int | None, ...]:
        """The Glory of each seat, which is public; less is better."""
        return tuple(view.table["glory"]) or (None,) * view.seats


class OneAfterTheOther(DestinedToFail):
    """Version 1: followers are asked one after the other."""

    version = 1
    lesson = None
    options = tuple(option for option in DestinedToFail.options if option.key != "followers")


GAME = DestinedToFail()
OLDER = (OneAfterTheOther(),)
