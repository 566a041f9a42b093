"""The `Game` of Tempting Fate: its settings, its phases, and the modules of this package that implement its interface."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.author import Readings
from games.rules.contract import CHANCE, Decision, GameOption, Position, Rng, Seat, View
from games.rules.game import Game
from games.rules.lesson import Lesson
from games.rules.messages import Message, msg, plain
from games.rules.tempting_fate import advice, audit, caretaker, chronicle, divination, hiding, lesson, look, orders, refusals, scene, spoken
from games.rules.tempting_fate.board import TOGETHER, Duel
from games.rules.tempting_fate.breakdown import breakdown
from games.rules.tempting_fate.fate import fate_turn
from games.rules.tempting_fate.querent import attack
from games.rules.tempting_fate.setup import set_up
from games.rules.tempting_fate.tarot import RANKS, TAROT
from games.rules.tempting_fate.together import play_side_by_side
from games.rules.tempting_fate.zener import ZENER

USUAL_LIMIT = 5


class TemptingFate(Game[Duel]):
    """A duel for two: the querent attacks with tarot cards, Fate defends with Zener cards, some of which she has not seen."""

    key = "tempting_fate"
    readings: ClassVar[Readings | None] = divination
    version = 2
    lesson: ClassVar[Lesson | None] = lesson.LESSON
    title = msg("Tempting Fate")
    cloth = "violet"
    tagline = msg("Lay paths of unseen cards, or break them with the tarot: a duel of unequal sides.")
    seats = range(2, 3)
    sound_advice = True
    options: ClassVar[tuple[GameOption, ...]] = (
        GameOption(
            "mode",
            msg("Length"),
            "match",
            (("match", msg("match: two games, roles swapped")), ("single", msg("single: one game"))),
            help=msg("Fate can hardly lose with care; in a match the faster Fate wins."),
        ),
        GameOption(
            "games",
            msg("Games of a match"),
            "in_turn",
            (("in_turn", msg("one after the other")), (TOGETHER, msg("side by side"))),
            help=msg(
                "Side by side you are Fate in one game and the querent in the other, so a visit has two moves and the match ends sooner."
            ),
        ),
        GameOption(
            "first_fate",
            msg("First Fate"),
            "random",
            (
                ("random", msg("random: chance decides")),
                ("first", msg("first: the first seat")),
                ("second", msg("second: the second seat")),
            ),
        ),
        GameOption(
            "short_game",
            msg("Short game: most discards"),
            None,
            least=4,
            most=100,
            optional=True,
            help=msg("When more cards are discarded, the more valuable discards win. 7 is balanced, 10 is gentle on Fate."),
        ),
        GameOption(
            "path_limit",
            msg("Cards a path may have"),
            USUAL_LIMIT,
            least=3,
            most=10,
            help=msg("The rules say 5; any other number is a house rule."),
        ),
    )
    table = Duel
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
    reasons: ClassVar[Mapping[str, Message]] = chronicle.REASONS
    vocabulary = (
        *ZENER,
        *TAROT,
        *map(plain, [*chronicle.card_names([*ZENER, *TAROT]), *(name for name, _theme in RANKS)]),
        *refusals.WORDS,
    )
    longest = 2 * (78 + 79 * 3)
    order_words = ("turn", "react", "attack")

    def upgrade(self, table: dict[str, Any], from_version: int) -> dict[str, Any]:
        """From version 1, in which the games of a match are played one after the other; nothing else differs."""
        return {**table, "options": {**table["options"], "games": "in_turn"}}

    def redeals(self, at: Position, viewer: Seat | None) -> Callable[[Rng], Position]:
        """With games side by side, unfinished turns of others are left out: the viewer does not know that they have begun."""
        if self.table.load(at.table).together:
            at = replace(at, since=tuple((seat, text) for seat, text in at.since if seat in (viewer, CHANCE)))
        return super().redeals(at, viewer)

    def aim(self, seats: int, options: Mapping[str, Any]) -> Message:
        """How each side wins, and how a match is decided."""
        cards = options.get("path_limit", USUAL_LIMIT) + 1
        if options.get("mode", "match") == "single":
            return msg("Fate wins with {n} cards on one path, the querent by emptying a path.", n=cards)
        return msg(
            "Fate wins with {n} cards on one path, the querent by emptying a path. "
            "After a second game with roles swapped, the faster win decides.",
            n=cards,
        )

    async def step(self, t: Duel) -> None:
        if t.phase == "setup":
            await set_up(t)
        elif t.together:
            await play_side_by_side(t)
        elif t.phase == "fate":
            await fate_turn(t)
        else:
            await attack(t)

    def fallback(self, t: Duel, decision: Decision) -> str:
        """The time-out move of ruling R32."""
        return caretaker.caretaker(t.game_of(decision.seat), decision)

    def openly_forced(self, view: View, seat: Seat, kind: str) -> bool:
        """Whether others see that Fate has no choice: with two or more cards in hand they do not know whether these are equal."""
        boards = (view.table, view.table.get("beside", view.table))
        return kind == "action" and next(board["fate_hand"] for board in boards if board["fate"] == seat) < 2

    def standing(self, view: View) -> tuple[int | None, ...]:
        """The number of games of the match that each seat has won."""
        won = [game["winner"] for game in view.table["games"]]
        return tuple(won.count(seat) for seat in range(view.seats))


class OneAfterTheOther(TemptingFate):
    """Version 1: the games of a match are played one after the other."""

    version = 1
    lesson = None
    options = tuple(option for option in TemptingFate.options if option.key != "games")


GAME = TemptingFate()
OLDER = (OneAfterTheOther(),)
