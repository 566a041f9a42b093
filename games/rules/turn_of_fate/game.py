"""The class of the game Turn of Fate: options, texts, and the modules that implement its methods."""

from collections.abc import Mapping
from typing import ClassVar

from games.rules.cards.decktet import DECKTET
from games.rules.contract import Decision, GameOption, Result, Seat, View
from games.rules.game import Game
from games.rules.messages import Message, msg, plain
from games.rules.turn_of_fate import advice, audit, chronicle, hiding, lesson, look, orders, refusals, scene
from games.rules.turn_of_fate.board import TurnOfFateTable
from games.rules.turn_of_fate.breakdown import breakdown
from games.rules.turn_of_fate.plays import PASS
from games.rules.turn_of_fate.scoring import scores
from games.rules.turn_of_fate.setup import set_up
from games.rules.turn_of_fate.turn import take_turn


class TurnOfFate(Game[TurnOfFateTable]):
    """The rules of Turn of Fate, designed by Mike Everett-Lane for P. D. Magnus's Decktet."""

    key = "turn_of_fate"
    version = 1
    title = msg("Turn of Fate")
    cloth = "teal"
    tagline = msg("Two rival temples tell the lives of a town's citizens and win them over, Fate by Fate.")
    seats = range(2, 3)
    sound_advice = True
    lesson = lesson.LESSON
    options = (
        GameOption("auto_pass", msg("Auto-pass"), True, help=msg("A player with nothing to play passes automatically; the log says so.")),
        GameOption(
            "wild_crown",
            msg("Wild Crowns"),
            True,
            help=msg(
                "For an Ace, Wyrms may play the Calamity and Leaves the End without a matching suit. Switched off, the sides are even."
            ),
        ),
        GameOption(
            "starter",
            msg("Who begins"),
            "seed",
            (("seed", msg("Wyrms or Leaves")), ("moons_suns", msg("Moons or Suns"))),
            help=msg("By the rules the temple with fewer Citizens of its own begins: Wyrms or Leaves."),
        ),
    )
    table = TurnOfFateTable
    gallery = staticmethod(scene.gallery)
    look = staticmethod(look.look)
    scene = staticmethod(scene.scene)
    tell = staticmethod(chronicle.tell)
    hide = staticmethod(hiding.hide)
    audit = staticmethod(audit.audit)
    advise = staticmethod(advice.advise)
    hear = staticmethod(refusals.hear)
    explain = staticmethod(refusals.explain)
    orders = staticmethod(orders.orders)
    breakdown = staticmethod(breakdown)
    plan = advice.PLAN
    vocabulary = (PASS, *DECKTET, *(plain(card.name) for card in DECKTET.values()))
    explains_first = True
    reasons: ClassVar[Mapping[str, Message]] = {
        "stuck": msg("No Citizen was left to come, and the player whose turn it was could neither play nor draw."),
        "both_passed": msg("Both players passed in a row, and nothing changed."),
    }
    tie_break = msg("With equal scores, the points in the Temple decide, then the number of Citizens in it.")
    longest = 104
    order_words = ("next",)

    async def step(self, t: TurnOfFateTable) -> None:
        if t.phase == "setup":
            await set_up(t)
        else:
            await take_turn(t)

    def fallback(self, t: TurnOfFateTable, decision: Decision) -> str:
        """An absent player passes (R34)."""
        return PASS

    def concede(self, t: TurnOfFateTable, seat: Seat) -> Result | None:
        """A player who resigns loses; the scores at that time are recorded (R34)."""
        now = tuple(scores(t)) if t.temples else (None, None)
        return Result(tuple(2 if other == seat else 1 for other in t.all_seats), now, "resigned")

    def standing(self, view: View) -> tuple[int | None, ...]:
        """Both scores; all cards that count are open."""
        scores_now = view.table.get("scores")
        return tuple(scores_now) if scores_now else (None, None)


GAME = TurnOfFate()
