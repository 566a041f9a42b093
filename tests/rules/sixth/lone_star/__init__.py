"""Lone Star, a complete small game to copy from: everybody secretly plays a star, the highest that is alone scores.

Two to five players hold seven of forty cards numbered 1 to 10 (four of each). Each round all play one card face down; the
highest number that only one player chose wins the round, and that player scores it. After seven rounds the highest score wins.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.ask import Question, ask_all, pick, shuffled
from games.rules.contract import Decision, GameOption, Rng, Seat, View
from games.rules.game import Game
from games.rules.messages import Message, Who, msg
from games.rules.scene import Card, Counter, Layout, Pile, Role, Scene, Suit, Zone, back, single
from games.rules.table import Table, ranks_by

CARDS = [f"star-{number}{copy}" for number in range(1, 11) for copy in "abcd"]
HAND = 7
EVEN, ODD = Suit("even-stars", msg("Even stars"), "E", "☆", "sea"), Suit("odd-stars", msg("Odd stars"), "O", "★", "plum")
"""Suits without drawings: their signs are generated."""


def number(card: str) -> int:
    """The number on a card: `star-10c` → 10."""
    return int(card.removeprefix("star-")[:-1])


def drawn(card: str) -> Card:
    """How a card looks."""
    suit = ODD if number(card) % 2 else EVEN
    return Card(card, msg("Star {number}", number=number(card)), value=str(number(card)), suits=(suit,), art=f"star-{number(card)}")


@dataclass(slots=True)
class Stars(Table):
    """Hands, what was played last, what lies aside unseen, and the scores."""

    hands: list[list[str]] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)


class LoneStar(Game[Stars]):
    """The rules."""

    key = "lone_star"
    title = msg("Lone Star")
    cloth = "olive"
    tagline = msg("The highest star shines, if it shines alone.")
    seats = range(2, 6)
    table = Stars
    options = (GameOption("low_wins", msg("The lowest lonely star scores instead"), default=False),)
    vocabulary = CARDS
    reasons = {"played": msg("All seven rounds are played.")}  # noqa: RUF012

    def new(self, seats: int, options: dict[str, Any]) -> Stars:
        return Stars(seats, options, scores=[0] * seats)

    async def step(self, t: Stars) -> None:
        """The deal, then one round for each step."""
        if t.phase == "setup":
            deck = await shuffled("deck", CARDS)
            t.hands = [sorted(deck[seat * HAND : seat * HAND + HAND], key=number) for seat in t.all_seats]
            t.aside, t.phase = deck[t.seats * HAND :], "round"
            return
        answers = await ask_all([self.question(t, seat) for seat in t.all_seats], auto=True)
        for seat, card in answers.items():
            t.hands[seat].remove(card)
        t.played, t.seen = list(answers.values()), [*t.seen, *answers.values()]
        self.score(t)
        if not t.hands[0]:
            t.finish(ranks_by(t.scores), t.scores, "played")

    def question(self, t: Stars, seat: Seat) -> Question:
        return pick(seat, "play", t.hands[seat], prompt=msg("Play a star, face down."), say=lambda card: drawn(card).name)

    def score(self, t: Stars) -> None:
        """The highest (or lowest) number played by exactly one seat scores for that seat."""
        numbers = [number(card) for card in t.played]
        alone = [value for value, times in Count(numbers).items() if times == 1]
        best = (min(alone) if t.options["low_wins"] else max(alone)) if alone else 0
        winner = numbers.index(best) if alone else None
        if winner is not None:
            t.scores[winner] += best
        t.log("round", cards=t.played, winner=winner, points=best, reveals=True)

    def look(self, t: Stars, viewer: Seat | None) -> dict[str, Any]:
        own = list(t.hands[viewer]) if viewer is not None and t.hands else []
        return {"own": own, "held": [len(hand) for hand in t.hands], "played": list(t.played), "scores": list(t.scores)}

    def scene(self, view: View) -> Scene:
        zones = []
        for seat, held in enumerate(view.table["held"]):
            own = seat == view.viewer and view.table["own"]
            piles = tuple(single(drawn(card)) for card in view.table["own"]) if own else (Pile((back(),), count=held - 1),) if held else ()
            zones.append(Zone(f"hand-{seat}", msg("Hand"), piles, Layout.FAN, owner=seat, role=Role.HAND if own else Role.SEAT))
        middle = Zone("middle", msg("Played last"), tuple(single(drawn(card)) for card in view.table["played"]), Layout.PATH)
        counters = tuple(Counter(msg("Score"), score, owner=seat) for seat, score in enumerate(view.table["scores"]))
        return Scene((middle, *zones), counters)

    def tell(self, event: Mapping[str, Any]) -> Message:
        cards = tuple(drawn(card).name for card in event["cards"])
        if event["winner"] is None:
            return msg("Played: {cards}. No star shines alone.", cards=cards)
        return msg("Played: {cards}. {who} scores {points}.", cards=cards, who=Who(event["winner"]), points=event["points"])

    def gallery(self) -> tuple[Zone, ...]:
        return (Zone("stars", msg("Stars"), tuple(single(drawn(card)) for card in CARDS[::4])),)

    def standing(self, view: View) -> tuple[int | None, ...]:
        return tuple(view.table["scores"])

    def advise(self, view: View, decision: Decision) -> str:
        return decision.tokens[-1]

    def hide(self, t: Stars, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
        others = [hand for seat, hand in enumerate(t.hands) if seat != viewer]
        pool = sorted(card for part in (*others, t.aside) for card in part if card not in keep)
        rng.shuffle(pool)
        for part in (*others, t.aside):
            part[:] = [card if card in keep else pool.pop() for card in part]
        for hand in others:
            hand.sort(key=number)

    def audit(self, t: Stars) -> list[str]:
        cards = sorted([*t.aside, *t.seen, *(card for hand in t.hands for card in hand)])
        return [] if not t.hands or cards == sorted(CARDS) else ["A card is missing or there twice."]


GAME = LoneStar()
