"""The orders that the adviser proposes: the number of coins at which to buy the card up for auction, and an Action policy."""

from collections.abc import Sequence
from dataclasses import replace

from games.rules.contract import View
from games.rules.council_of_kings.action import choices
from games.rules.council_of_kings.advice import advise, table_of
from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.kinds import BARGAIN, BEFORE_BUY
from games.rules.messages import msg
from games.rules.order_book import supposed
from games.rules.orders import NONE, Preset

FURTHEST = 16
"""The adviser is asked for up to this many coins more than now on an Evil card."""


def presets(view: View) -> tuple[Preset, ...]:
    """The proposed order for the card up for auction, if there is one."""
    lot = view.table["lot"]
    if not lot or lot.get("playing"):
        return ()
    card, hand = CARDS[lot["card"]], view.table["players"][view.viewer]["hand"]
    fitting = [favor for favor in hand if FAVOR[favor].when == BEFORE_BUY and card.kind in FAVOR[favor].needs]
    gaining = [] if card.good else [favor for favor in hand if FAVOR[favor].when == BARGAIN]
    price = _proposed_price(view, fitting)
    words = ["buy_at" if card.good else "take_at", NONE if price is None else str(price)]
    words += ["favors", *fitting] if fitting else []
    words += ["bargain", *gaining, "bargain_when", "first"] if gaining else []
    return (Preset(msg("Decide {card} for me", card=card.name), " ".join(words)),)


def routines(view: View) -> tuple[Preset, ...]:
    """For the Action phase: `ask_if_attack`, unless the adviser would use a Favor, an ability or a tax now."""
    seat = view.viewer or 0
    t = table_of(view)
    tokens = [token for token in choices(t, seat) if not token.startswith("attack>")]
    if advise(view, supposed("action", seat, tokens)) != "done":
        return ()
    return (Preset(msg("Ask me only if I can attack"), "actions ask_if_attack"),)


def _proposed_price(view: View, fitting: Sequence[str]) -> int | None:
    """The first number of coins at which the adviser does not bid: falling for a Good card, rising for an Evil one."""
    lot, seat = view.table["lot"], view.viewer or 0
    good = CARDS[lot["card"]].good
    prices = range(lot["coins"], -1, -1) if good else range(lot["coins"], lot["coins"] + FURTHEST)
    question = supposed("auction", seat, ("bid", "buy", *(f"play>{favor}" for favor in fitting)))
    for coins in prices:
        repriced = replace(view, table={**view.table, "lot": {"playing": [], **lot, "coins": coins}})
        affordable = not good or coins <= view.table["players"][seat]["coins"]
        if affordable and advise(repriced, question) != "bid":
            return coins
    return None
