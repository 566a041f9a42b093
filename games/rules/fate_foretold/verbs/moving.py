"""Moving cards without playing, drawing, discarding or burying them; tokens; looking and showing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.ask import roll, shuffled
from games.rules.contract import Seat
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.board import Fates, holders, locked
from games.rules.fate_foretold.converging import settle
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import Power


def _lift(t: Fates, card: str) -> None:
    """Take a card away from wherever it lies."""
    for place in (t.nest, *t.fields, *t.hands):
        if card in place:
            place.remove(card)
            return


# ---- into a hand -----------------------------------------------------------------------------------------------------


async def return_to_hand(x: Deed, card: str | None) -> None:
    """A card on a field goes to its controller's hand; this is no taking."""
    t = x.t
    seat = None if card is None else t.field_of(card)
    if card is None or seat is None:
        return
    t.fields[seat].remove(card)
    t.hands[seat].append(card)
    t.log("returned", seat=seat, cards=[card])
    memory.to_hand(t, seat, card, memory.everybody(t))
    await settle(t)


async def put_into_hand(x: Deed, card: str | None, *, seen: bool) -> None:
    """A card from the Nest goes into your hand; this is no drawing (R48). `seen`: everybody has seen it."""
    t = x.t
    if card is None or card not in t.nest:
        return
    t.nest.remove(card)
    t.hands[x.you].append(card)
    public: dict[str, Any] = {"card": card} if seen else {}
    t.log("put_into_hand", None if seen or t.hidden(x.you) else {x.you: {"card": card}}, seat=x.you, **public)
    if not seen:  # one of up to four that were looked at, which still lie on top
        memory.unseen(t, [card, *t.nest[:3]], memory.nest(t), 1 << x.you, memory.everybody(t) & ~(1 << x.you))
    memory.to_hand(t, x.you, card, memory.everybody(t) if seen else 1 << x.you)


async def hand_over(x: Deed, card: str | None, giver: Seat, taker: Seat, *, take: bool, shown: bool = False) -> None:
    """A card goes from hand to hand. A Tower stops taking, not giving (R32). Both see it unless their hands are hidden."""
    t = x.t
    if card is None or card not in t.hands[giver] or not t.alive[taker]:
        return
    if take and locked(t, giver):
        t.log("prevented", what="take", card="tower", of=card if shown else None)
        return
    may_look = [seat for seat in (giver, taker) if not t.hidden(seat)]
    t.hands[giver].remove(card)
    t.hands[taker].append(card)
    public: dict[str, Any] = {"card": card} if shown else {}
    private = None if shown else {seat: {"card": card} for seat in may_look}
    t.log("taken_from_hand" if take else "given", private, reveals=True, seat=giver, to=taker, **public)
    memory.between_hands(t, giver, taker, card, memory.everybody(t) if shown else sum(1 << seat for seat in may_look))


# ---- onto a field ----------------------------------------------------------------------------------------------------


async def put_onto_field(x: Deed, card: str | None) -> None:
    """A card from your hand or the Nest comes to your field without being played; Capricorn sends it to the Nest (CAP-1)."""
    t = x.t
    if card is None or not t.alive[x.you]:
        return
    _lift(t, card)
    if holders(t, Power.ONLY_BY_PLAY):
        t.nest.append(card)
        t.log("prevented", reveals=True, what="put", card="capricorn", of=card)
        memory.place(t, [card], memory.everybody(t))
        return
    t.fields[x.you].append(card)
    t.log("entered", reveals=True, seat=x.you, card=card)
    await settle(t)


async def take_onto_field(x: Deed, card: str | None, to: Seat) -> None:
    """A card on a field moves to another field, with its tokens; a Tower stops it (R31, R32)."""
    t = x.t
    owner = None if card is None else t.field_of(card)
    if card is None or owner is None or not t.alive[to]:
        return
    if locked(t, owner):
        t.log("prevented", what="take", card="tower", of=card)
        return
    if owner != to:
        t.fields[owner].remove(card)
        t.fields[to].append(card)
    t.log("taken", seat=owner, to=to, card=card)
    await settle(t)


# ---- into the Nest ---------------------------------------------------------------------------------------------------


async def put_on_nest(x: Deed, cards: Sequence[str | None]) -> None:
    """Cards from fields or your hand go on top of the Nest; this is no burying."""
    t = x.t
    for card in reversed([card for card in cards if card is not None]):
        public: dict[str, Any] = {"card": card} if t.field_of(card) is not None else {}
        private = None if public or t.hidden(x.you) else {x.you: {"card": card}}
        hand = next((hand for hand in t.hands if card in hand), None)
        _lift(t, card)
        t.nest.insert(0, card)
        viewers = memory.everybody(t) if public else sum(1 << seat for seat in private or ())
        if hand is not None:
            memory.unseen(t, [*hand, card], 1 << x.you, memory.nest(t), memory.everybody(t) & ~viewers)
        memory.place(t, [card], viewers)
        t.log("nested", private, seat=x.you, where="top", **public)
    await settle(t)


async def put_under_nest(x: Deed, cards: Sequence[str]) -> None:
    """Cards looked at go to the bottom of the Nest in the same order."""
    t = x.t
    there = [card for card in cards if card in t.nest]
    if not there:
        return
    t.nest = [card for card in t.nest if card not in there] + there
    t.log("nested_below", {x.you: {"cards": there}}, seat=x.you, n=len(there))
    memory.place(t, there, 1 << x.you)


async def shuffle_into_nest(x: Deed, card: str) -> None:
    """A card on a field is shuffled into the Nest."""
    t = x.t
    _lift(t, card)
    memory.shuffled_nest(t, [card])
    t.nest = await shuffled("nest", [*t.nest, card])
    t.log("shuffled_in", seat=x.you, card=card)
    await settle(t)


async def reorder_nest(x: Deed, order: Sequence[str]) -> None:
    """Cards looked at lie on top of the Nest in this order."""
    t = x.t
    if not order:
        return
    t.nest = [*order, *(card for card in t.nest if card not in order)]
    t.log("reordered", {x.you: {"cards": list(order)}}, seat=x.you, n=len(order))
    memory.reordered(t, x.you, order)


# ---- looking and showing ---------------------------------------------------------------------------------------------


def look_at_nest(x: Deed, n: int) -> list[str]:
    """You look at the top cards of the Nest; the others see that you do."""
    t, cards = x.t, x.t.nest[:n]
    if cards:
        t.log("peeked", {x.you: {"cards": cards}}, reveals=True, seat=x.you, of=None, n=len(cards))
        memory.place(t, cards, 1 << x.you)
    return cards


def look_at_hand(x: Deed, seat: Seat) -> list[str]:
    """You look at a hand, hidden or not (SD-4); of a stack or face-down hand you do not learn the order (R39)."""
    t, cards = x.t, x.t.hands[seat]
    seen = sorted(cards) if t.hidden(seat) else list(cards)
    t.log("peeked", {x.you: {"cards": seen}}, reveals=True, seat=x.you, of=seat, n=len(seen))
    memory.in_hand(t, seat, seen, 1 << x.you)
    return seen


def reveal(x: Deed, cards: Sequence[str], seat: Seat | None = None) -> None:
    """Everybody sees these cards; they stay where they are. `seat` is whose hand they are in, None for the Nest."""
    if cards:
        x.t.log("revealed", reveals=True, seat=x.you, of=seat, cards=list(cards))
        if seat is None:
            memory.place(x.t, cards, memory.everybody(x.t))
        else:
            memory.in_hand(x.t, seat, cards, memory.everybody(x.t))


def reveal_nest(x: Deed, n: int) -> list[str]:
    """Everybody sees the top cards of the Nest."""
    cards = x.t.nest[:n]
    reveal(x, cards)
    return cards


# ---- tokens, bonds, protections --------------------------------------------------------------------------------------


async def place_token(x: Deed, token: str, host: str | None) -> None:
    """The token lies on that card from now on."""
    if host is not None:
        x.t.tokens[token] = host
        x.t.log("token_placed", seat=x.you, token=token, card=host)
    await settle(x.t)


def love(x: Deed, seat: Seat | None) -> None:
    """The Lovers link you and that player; the bond of an earlier play is gone (R68)."""
    x.t.beloved = seat
    if seat is not None:
        x.t.log("linked", seat=x.you, beloved=seat)


def skip_play_step(x: Deed, seat: Seat | None) -> None:
    """That player skips the Play or Reveal step of the next turn; twice is once (R52)."""
    if seat is not None:
        x.t.skips[seat] = True
        x.t.log("will_skip", seat=seat)


def shield_until_next_turn(x: Deed) -> None:
    """Until your next turn, cards on your field can't be buried by opponents' cards (R53)."""
    x.t.shields.append({"owner": x.you, "source": x.card})
    x.t.log("shielded", seat=x.you, card=x.card)


async def random_player(x: Deed) -> Seat:
    """One of all living players, counted clockwise from the active one (R60)."""
    seats = x.t.living(x.t.active)
    return seats[await roll("player", len(seats))]
