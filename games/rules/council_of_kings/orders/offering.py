"""The forms of the orders that may be left now, each with an example."""

from dataclasses import replace

from games.rules.contract import View
from games.rules.council_of_kings.board import of_kind
from games.rules.council_of_kings.cards import CARDS, FAVOR, PRINTINGS
from games.rules.council_of_kings.kinds import BEFORE_BUY, EVIL as EVIL_KINDS, GOOD as GOOD_KINDS, HERO, KINDS, FateCard
from games.rules.council_of_kings.orders import terms
from games.rules.messages import Message, msg, sense
from games.rules.orders import NONE, Field, Offer, Preset

MAX_TAX = Field("max_tax", msg("Taxes I would take for it"), 0, 12)
ROUTINES = (
    ("ask", msg("ask me")),
    ("attack", msg("attack, then done")),
    ("done", sense("routine", "done")),
    ("ask_if_attack", msg("ask me only if I can attack")),
)


def offers(view: View, proposed: tuple[Preset, ...], routine: tuple[Preset, ...]) -> tuple[Offer, ...]:
    """One form for the card up for auction, if there is one; one for each side; one for the Action phase."""
    hand = tuple(dict.fromkeys(view.table["players"][view.viewer]["hand"]))
    heroes = tuple((held["id"], CARDS[held["id"]].name) for held in of_kind(view.table["players"][view.viewer]["cards"], HERO))
    lot = view.table["lot"]
    this = (replace(_this_auction(view, CARDS[lot["card"]], hand, heroes), presets=proposed),) if lot else ()
    reserve = (Field(terms.RESERVE, msg("Heroes that do not attack"), choices=heroes, several=True),) if heroes else ()
    good, evil = (_buy_at(), MAX_TAX, _of(view, good=True)), (*_evil(()), _of(view, good=False))
    return (
        *this,
        Offer(terms.GOOD, msg("Every Good card, until I withdraw this"), good, "always buy_at 3", terms.ALWAYS),
        Offer(terms.EVIL, msg("Every Evil card, until I withdraw this"), evil, "always take_at 5 spend 2", terms.ALWAYS),
        Offer(
            terms.ACTION,
            msg("The Action phase, until I withdraw this"),
            (Field(terms.ACTIONS, msg("In the Action phase"), choices=ROUTINES), *reserve),
            "actions ask_if_attack",
            presets=routine,
        ),
    )


def _this_auction(view: View, card: FateCard, hand: tuple[str, ...], heroes: tuple[tuple[str, Message], ...]) -> Offer:
    fitting = [favor for favor in hand if FAVOR[favor].when == BEFORE_BUY and card.kind in FAVOR[favor].needs]
    favors = (_list("favors", msg("Buy with these Favors"), fitting),) if fitting else ()
    title = msg("{card}, in this auction", card=card.name)
    if card.good:
        example = f"buy_at {max(0, view.table['lot']['coins'] - 3)}"
        return Offer(terms.auction_slot(view), title, (_buy_at(), MAX_TAX, *favors), example)
    victims = (Field("choices", msg("If a Hero of mine must die"), choices=((NONE, msg("ask me")), *heroes)),)
    victim = victims if heroes and card.id == "lich" else ()
    return Offer(terms.auction_slot(view), title, (*_evil(hand), *favors, *victim), "take_at 6 spend 3")


def _of(view: View, *, good: bool) -> Field:
    """The field that limits a lasting order to a kind or a card of its side."""
    kinds = tuple((kind, KINDS[kind]) for kind in (GOOD_KINDS if good else EVIL_KINDS))
    cards = tuple(
        (card.id, card.name) for card in PRINTINGS[view.table["printing"]].fate if card.kind in (GOOD_KINDS if good else EVIL_KINDS)
    )
    return Field(terms.OF, msg("Only for"), choices=(*kinds, *cards), optional=True)


def _buy_at() -> Field:
    return Field("buy_at", msg("Buy when it costs at most"), 0, terms.MOST)


def _evil(hand: tuple[str, ...]) -> tuple[Field, ...]:
    bargains = (
        _list("bargain", msg("Bargain with these Favors"), hand),
        Field("bargain_when", msg("When to bargain"), choices=(("last", msg("when I have bid")), ("first", msg("before I bid")))),
    )
    return (
        Field("take_at", msg("Take it when so many coins lie on it"), 0, terms.MOST),
        Field("spend", msg("Coins I would bid at most"), 0, terms.MOST),
        MAX_TAX,
        *(bargains if hand else ()),
        Field("then", msg("After that"), choices=(("take", msg("take it")), ("ask", msg("ask me")))),
    )


def _list(key: str, title: Message, favors: tuple[str, ...] | list[str]) -> Field:
    return Field(key, title, choices=tuple((favor, FAVOR[favor].name) for favor in favors), several=True)
