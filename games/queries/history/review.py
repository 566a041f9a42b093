"""Reviews: the decisions that people made themselves, with the position before each, and the summary of what the search found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Game, Move, Review
from games.queries.history import replay
from games.rules import notation
from games.rules.contract import Decision, Position
from games.rules.errors import RulesError
from games.rules.game import Game as Rules
from games.rules.messages import Message
from games.rules.scene import Card, Scene

OWN = (*Move.BY_HAND, Move.Source.DEPUTY)
"""Sources of answers that people gave themselves."""

TURNS = 3
"""The most turning points of a summary."""
MOST_CARDS = 6
"""The most cards shown for one answer."""
SLIP = 0.03
"""The least difference in value between the best answer and a mistake."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: a decision with its line of the log, its seat, the question, the given and the best answer.

    `number` counts the decisions of the game from 1. The values are percentages. `scene` is the view of the seat; the cards are those of
    the two answers.
    """

    seq: int
    number: int
    seat: int
    name: str
    prompt: Message
    given: tuple[Message, ...]
    best: tuple[Message, ...]
    worth: int
    best_worth: int
    scene: Scene
    given_cards: tuple[Card, ...]
    best_cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """The decisions of one seat: their number, those that agree with the search, and the average loss in per cent."""

    seat: int
    name: str
    decisions: int
    agreed: int
    cost: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a review: the number of decisions, the turning points, and the figures of each seat."""

    decisions: int
    turns: tuple[Turn, ...]
    accounts: tuple[SeatSummary, ...]


def summary(game: Game, review: Review, names: Sequence[str]) -> Summary:
    """The turning points in the order of the game, and the figures of each seat; `names` by seat. Three queries at most."""
    judged = sorted(review.judged, key=_cost, reverse=True)
    worst = sorted((row for row in judged[:TURNS] if _cost(row) >= SLIP), key=lambda row: row["seq"])
    turns = tuple(turn for row in worst if (turn := _turn(game, row, judged, names)) is not None)
    seats = sorted({row["seat"] for row in judged})
    accounts = tuple(_seat_summary([row for row in judged if row["seat"] == seat], names[seat]) for seat in seats)
    return Summary(len(judged), turns, accounts)


def _cost(row: dict[str, Any]) -> float:
    return float(row["best_value"] - row["value"])


def _turn(game: Game, row: dict[str, Any], judged: Sequence[dict[str, Any]], names: Sequence[str]) -> Turn | None:
    """The turning point of an evaluated decision; None where the seat has no open question at that line. One query."""
    session = replay.at(game, row["seq"])
    decision, number = session.decision(row["seat"]), 1 + sum(one["seq"] < row["seq"] for one in judged)
    if decision is None:
        return None
    scene = game.book_of(row["seq"]).shown(session.view(row["seat"]), decision)
    given, best = notation.labels(decision, row["given"]), notation.labels(decision, row["best"])
    return Turn(
        seq=row["seq"],
        number=number,
        seat=row["seat"],
        name=names[row["seat"]],
        prompt=decision.prompt,
        given=given,
        best=best,
        worth=_percent(row["value"]),
        best_worth=_percent(row["best_value"]),
        scene=scene,
        given_cards=_cards(scene, decision, row["given"]),
        best_cards=_cards(scene, decision, row["best"]),
    )


def _cards(scene: Scene, decision: Decision, answer: str) -> tuple[Card, ...]:
    """The open cards to which the tokens of an answer refer; of a pile, the top card."""
    tokens = answer.split()
    touched = {id_ for option in decision.options if option.token in tokens for id_ in option.touches}
    piles = [pile for zone in scene.zones for pile in zone.piles]
    single = [card for pile in piles for card in pile.cards if card.face and card.id in touched]
    tops = [pile.cards[-1] for pile in piles if pile.id in touched and pile.cards and pile.cards[-1].face and pile.cards[-1] not in single]
    return (*single, *tops)[:MOST_CARDS]


def _seat_summary(rows: list[dict[str, Any]], name: str) -> SeatSummary:
    agreed = sum(_cost(row) < SLIP for row in rows)
    return SeatSummary(rows[0]["seat"], name, len(rows), agreed, _percent(sum(map(_cost, rows)) / len(rows)))


def _percent(share: float) -> int:
    return round(100 * share)


def own_decisions(game: Game) -> Iterator[tuple[int, int, str, Rules[Any], Position]]:
    """Log line, seat, answer, rules and the position before it, of each decision with more than one answer. One query."""
    bots = set(game.seats.filter(is_bot=True).values_list("index", flat=True))
    session: Any = replay.opening(game)
    book, position = session.game, session.position
    for step in replay.replay(game):
        line = step.line
        own = line["kind"] == Move.Kind.ANSWER and line["source"] in OWN and line["seat"] not in bots
        if own and _had_choice(book, position, line["seat"]):
            yield line["seq"], line["seat"], line["text"], book, position
        session = step.session
        book, position = session.game, session.position


def _had_choice(book: Rules[Any], position: Position, seat: int) -> bool:
    try:
        question = book.resume(position).question(seat)
    except (RulesError, ValueError):
        return False  # the game was carried over to another version of the rules at this line
    return question is not None and not question.forced
