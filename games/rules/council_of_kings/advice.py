"""The adviser: values cards from the seat's own view, bids until the price fits, taxes where it pays, attacks at once.

Each action of the Action phase is evaluated by running the rules on a table made from the view, so no card is named here. Favors
before buying and bargains are chosen by the fields of the cards.
"""

from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from math import tanh
from typing import Any, NamedTuple

from games.rules.ask import Question
from games.rules.contract import Decision, Seat, View
from games.rules.council_of_kings import estimate
from games.rules.council_of_kings.action import carry_out
from games.rules.council_of_kings.board import Council, tax_yield
from games.rules.council_of_kings.cards import CARDS, FAVOR, WITH_THE_END
from games.rules.council_of_kings.caretaker import least_hero
from games.rules.council_of_kings.estimate import TENTHS
from games.rules.council_of_kings.filing import BY_TURN, FILING
from games.rules.council_of_kings.kinds import BARGAIN, BARGAIN_NOW, FateCard
from games.rules.search.plan import Plan
from games.rules.table import copy_json


class Tuning(NamedTuple):
    """Parameters found by games of advisers against each other (docs/measurements/bots.md), in tenths of a point."""

    good: int
    """The least profit of a Good card beyond its price."""
    evil: int
    """The least profit of the coins on an Evil card beyond its cost; negative, since passing costs a coin as well."""
    favor: int
    """The least gain from playing a Favor at the start of a game; it falls to 0 towards the end."""


ACTION_KIND = "action"
"""The kind of the decision in the Action phase."""
TUNED: Mapping[tuple[str, int], Tuning] = {(mode, seats): Tuning(6, -18, 20) for mode in WITH_THE_END for seats in range(3, 6)}
"""By mode and number of players."""


def advise(view: View, decision: Decision) -> str:
    assert view.viewer is not None
    seen = view.table
    left = estimate.share_left(seen["fate_deck"], view.options["mode"], view.seats)
    if decision.kind == ACTION_KIND:
        return _action(table_of(view), view.viewer, decision.tokens, left)
    return _auction_answer(
        decision.kind, seen["players"][view.viewer], seen["lot"], decision.tokens, left, TUNED[view.options["mode"], view.seats]
    )


def advise_at(t: Council, question: Question) -> str:
    """The same token as `advise`, for playouts: computed from the table without building a view, using only what the seat sees."""
    seat, mode = question.seat, t.options["mode"]
    left = estimate.share_left(len(t.fate_deck), mode, t.seats)
    if question.kind == ACTION_KIND:
        return _action(t, seat, question.tokens, left)
    me = {"coins": t.coins[seat], "populace": t.populace[seat], "cards": t.kingdoms[seat]}
    return _auction_answer(question.kind, me, t.lot or {}, question.tokens, left, TUNED[mode, t.seats])


def _auction_answer(kind: str, me: Mapping[str, Any], lot: Mapping[str, Any], tokens: Sequence[str], left: int, tuned: Tuning) -> str:
    if kind == "sacrifice":
        return least_hero(me["cards"])
    if kind == FILING:
        return BY_TURN
    card = CARDS[lot["card"]]
    if lot["playing"]:
        return _purchase(lot, tokens)
    return (_good if card.good else _evil)(card, lot, me, left, tokens, tuned)


# ---- the auction -----------------------------------------------------------------------------------------------------


def _good(card: FateCard, lot: Mapping[str, Any], me: Mapping[str, Any], left: int, tokens: Sequence[str], tuned: Tuning) -> str:
    """Buy when the value exceeds the price, the cost of taxes included; else bid."""
    price = max(0, lot["coins"] + sum(FAVOR[favor].price for favor in _before_buying(tokens)))
    income = tax_yield(me["cards"])
    taxes = -(-max(0, price - me["coins"]) // income)
    profit = estimate.good_value(card, me, left) - TENTHS * price
    if taxes:
        profit += TENTHS * taxes * income - estimate.tax_cost(me, left, taxes)
    return "bid" if profit < tuned.good and "bid" in tokens else _purchase(lot, tokens)


def _evil(card: FateCard, lot: Mapping[str, Any], me: Mapping[str, Any], left: int, tokens: Sequence[str], tuned: Tuning) -> str:
    """Buy when the coins on it outweigh its cost; else a bargain with an effect, a bid, another bargain, or a tax."""
    favors = _before_buying(tokens)
    removed = -sum(FAVOR[favor].entry for favor in favors)
    voided = any(FAVOR[favor].voids for favor in favors)
    profit = TENTHS * lot["coins"] - (0 if voided else estimate.evil_cost(card, me, left, removed))
    if profit >= tuned.evil:
        return _purchase(lot, tokens)
    bargains = [token for token in tokens if token.startswith("bargain>")]
    gaining = [token for token in bargains if FAVOR[token.removeprefix("bargain>")].when in (BARGAIN, BARGAIN_NOW)]
    if gaining:
        return gaining[0]
    if "bid" in tokens:
        return "bid"
    if bargains:
        return bargains[-1]
    return "tax" if "tax" in tokens and profit < -estimate.tax_cost(me, left, 1) else _purchase(lot, tokens)


def _purchase(lot: Mapping[str, Any], tokens: Sequence[str]) -> str:
    """The next step of a purchase: a Favor that helps, then the purchase, or a tax when the coins do not suffice."""
    price = max(0, lot["coins"] + sum(FAVOR[favor].price for favor in lot["playing"]))
    for favor in _before_buying(tokens):
        if FAVOR[favor].price == 0 or price >= 2:
            return f"play>{favor}"
    return "buy" if "buy" in tokens else "tax"


def _before_buying(tokens: Sequence[str]) -> list[str]:
    return [token.removeprefix("play>") for token in tokens if token.startswith("play>")]


# ---- the Action phase ------------------------------------------------------------------------------------------------


def _action(t: Council, seat: Seat, tokens: Sequence[str], left: int) -> str:
    """The action that improves the own standing, less a third of the best other one, most; or done."""
    own, others = _standing(t, seat, left), [_standing(t, other, left) for other in t.others(seat)]
    favor_value = TUNED[t.options["mode"], t.seats].favor * left // 100
    before = own - max(others) // 3
    best, chosen = 0, "done"
    for token in tokens:
        if token == "done":
            continue
        trial = _trial(t, seat)
        _run(carry_out(trial, seat, token))
        before_after = zip(t.others(seat), others, strict=True)
        after = [_standing(trial, other, left) if _differs(t, trial, other) else was for other, was in before_after]
        gain = _standing(trial, seat, left) - max(after) // 3 - before
        if token.startswith("play>"):
            gain -= favor_value
        if gain > best:
            best, chosen = gain, token
    return chosen


def _standing(t: Council, seat: Seat, left: int) -> int:
    return estimate.standing(t.coins[seat], t.populace[seat], t.kingdoms[seat], left)


def _differs(t: Council, trial: Council, seat: Seat) -> bool:
    """Whether a trial has changed anything on which the standing of a seat depends."""
    return t.coins[seat] != trial.coins[seat] or t.populace[seat] != trial.populace[seat] or t.kingdoms[seat] != trial.kingdoms[seat]


def _trial(t: Council, seat: Seat) -> Council:
    """A copy of what a seat sees of the table, to try an action on. The decks are empty, so nothing unknown is drawn."""
    seen = t.copied("printing", "auction", "auctioneer", "used", "attacked", "coins", "populace", "kingdoms")
    hands = [hand.copy() if other == seat else [] for other, hand in enumerate(t.hands)]
    return Council(t.seats, t.options, "action", hands=hands, known=[0] * t.seats, **seen)


def table_of(view: View) -> Council:
    """A table with all that the view shows. The decks are empty, so nothing unknown is drawn."""
    seen = {key: view.table[key] for key in ("printing", "auction", "auctioneer", "used", "attacked")}
    for field, key in (("coins", "coins"), ("populace", "populace"), ("kingdoms", "cards")):
        seen[field] = [player[key] for player in view.table["players"]]
    hands = [list(player.get("hand", ())) for player in view.table["players"]]
    return Council(view.seats, dict(view.options), "action", hands=hands, known=[0] * view.seats, **copy_json(seen))


def _run(action: Coroutine[Any, Any, None]) -> None:
    """Run an action to its end; with empty decks it asks no question."""
    with suppress(StopIteration):
        action.send(None)


LEAD = 10.0
"""Scale of the lead in points; beyond it more points add little."""


def _value(t: Council, seat: Seat) -> float:
    assert t.result is not None
    scores = [score or 0 for score in t.result.scores]
    best = max(score for other, score in enumerate(scores) if other != seat)
    won = 1.0 if t.result.ranks[seat] == 1 else 0.0
    return 0.5 * won + 0.2 * t.result.gain(seat) + 0.15 * (1 + tanh((scores[seat] - best) / LEAD))


PLAN = Plan(policy=advise_at, value=_value, caution=2.0)
"""The search: advised play to the end, valued by the result and the lead over the best other seat."""
