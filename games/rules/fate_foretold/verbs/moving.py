"""Moving cards without playing, drawing, discarding or burying them; looking at and revealing cards; tokens, links, protections."""

from collections.abc import Sequence
from typing import Any

from games.rules.ask import roll, shuffled
from games.rules.contract import Seat
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.board import FateForetoldTable, controllers, locked
from games.rules.fate_foretold.converging import settle
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import Power


def _remove_from_place(t: FateForetoldTable, card: str) -> None:
    """Remove a card from the place where it is: the Nest, a field or a hand."""
    for place in (t.nest, *t.fields, *t.hands):
        if card in place:
            place.remove(card)
            return


# ---- into a hand -----------------------------------------------------------------------------------------------------


async def return_to_hand(x: Deed, card: str | None) -> None:
    """Return a card from a field to its controller's hand. This is not taking (R32)."""
    t = x.t
    seat = None if card is None else t.field_of(card)
    if card is None or seat is None:
        return
    t.fields[seat].remove(card)
    t.hands[seat].append(card)
    t.log("returned", seat=seat, cards=[card])
    memory.added_to_hand(t, seat, card, memory.everybody(t))
    await settle(t)


async def put_into_hand(x: Deed, card: str | None, *, seen: bool) -> None:
    """Put a card from the Nest into your hand. This is not drawing (R48). `seen`: everybody has seen the card."""
    t = x.t
    if card is None or card not in t.nest:
        return
    t.nest.remove(card)
    t.hands[x.you].append(card)
    public: dict[str, Any] = {"card": card} if seen else {}
    t.log("put_into_hand", None if seen or t.hidden(x.you) else {x.you: {"card": card}}, seat=x.you, **public)
    if not seen:  # the card is one of up to four that were looked at; the others are still on top
        memory.moved_unseen(t, [card, *t.nest[:3]], memory.nest(t), 1 << x.you, memory.everybody(t) & ~(1 << x.you))
    memory.added_to_hand(t, x.you, card, memory.everybody(t) if seen else 1 << x.you)


async def move_between_hands(x: Deed, card: str | None, giver: Seat, taker: Seat, *, take: bool, shown: bool = False) -> None:
    """Move a card from one hand to another. The Tower prevents taking, not giving (R32). A player with a hidden hand does not see it."""
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
    """Put a card from your hand or the Nest onto your field without playing it; Capricorn sends it to the bottom of the Nest (CAP-1)."""
    t = x.t
    if card is None or not t.alive[x.you]:
        return
    _remove_from_place(t, card)
    if controllers(t, Power.ONLY_BY_PLAY):
        t.nest.append(card)
        t.log("prevented", reveals=True, what="put", card="capricorn", of=card)
        memory.know_place(t, [card], memory.everybody(t))
        return
    t.fields[x.you].append(card)
    t.log("entered", reveals=True, seat=x.you, card=card)
    await settle(t)


async def take_onto_field(x: Deed, card: str | None, to: Seat) -> None:
    """Move a card from its field to another, with its tokens; The Tower prevents it (R31, R32)."""
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
    """Put cards from fields or your hand on top of the Nest, the first on top. This is not burying."""
    t = x.t
    for card in reversed([card for card in cards if card is not None]):
        public: dict[str, Any] = {"card": card} if t.field_of(card) is not None else {}
        private = None if public or t.hidden(x.you) else {x.you: {"card": card}}
        hand = next((hand for hand in t.hands if card in hand), None)
        _remove_from_place(t, card)
        t.nest.insert(0, card)
        viewers = memory.everybody(t) if public else sum(1 << seat for seat in private or ())
        if hand is not None:
            memory.moved_unseen(t, [*hand, card], 1 << x.you, memory.nest(t), memory.everybody(t) & ~viewers)
        memory.know_place(t, [card], viewers)
        t.log("nested", private, seat=x.you, where="top", **public)
    await settle(t)


async def put_under_nest(x: Deed, cards: Sequence[str]) -> None:
    """Put cards that you looked at on the bottom of the Nest in the same order."""
    t = x.t
    there = [card for card in cards if card in t.nest]
    if not there:
        return
    t.nest = [card for card in t.nest if card not in there] + there
    t.log("nested_below", {x.you: {"cards": there}}, seat=x.you, n=len(there))
    memory.know_place(t, there, 1 << x.you)


async def shuffle_into_nest(x: Deed, card: str) -> None:
    t = x.t
    _remove_from_place(t, card)
    memory.nest_shuffled(t, [card])
    t.nest = await shuffled("nest", [*t.nest, card])
    t.log("shuffled_in", seat=x.you, card=card)
    await settle(t)


async def reorder_nest(x: Deed, order: Sequence[str]) -> None:
    """Put cards that you looked at back on top of the Nest in this order."""
    t = x.t
    if not order:
        return
    t.nest = [*order, *(card for card in t.nest if card not in order)]
    t.log("reordered", {x.you: {"cards": list(order)}}, seat=x.you, n=len(order))
    memory.nest_reordered(t, x.you, order)


# ---- looking and revealing -------------------------------------------------------------------------------------------


def look_at_nest(x: Deed, n: int) -> list[str]:
    """Look at the top `n` cards of the Nest; the other players see that you do."""
    t, cards = x.t, x.t.nest[:n]
    if cards:
        t.log("peeked", {x.you: {"cards": cards}}, reveals=True, seat=x.you, of=None, n=len(cards))
        memory.know_place(t, cards, 1 << x.you)
    return cards


def look_at_hand(x: Deed, seat: Seat) -> list[str]:
    """Look at a hand, hidden or not (SD-4). The order of a stack or a face-down hand is not shown (R39)."""
    t, cards = x.t, x.t.hands[seat]
    seen = sorted(cards) if t.hidden(seat) else list(cards)
    t.log("peeked", {x.you: {"cards": seen}}, reveals=True, seat=x.you, of=seat, n=len(seen))
    memory.seen_in_hand(t, seat, seen, 1 << x.you)
    return seen


def reveal(x: Deed, cards: Sequence[str], seat: Seat | None = None) -> None:
    """Reveal cards to everybody; they stay where they are. `seat` is the player whose hand they are in, None for the Nest."""
    if cards:
        x.t.log("revealed", reveals=True, seat=x.you, of=seat, cards=list(cards))
        if seat is None:
            memory.know_place(x.t, cards, memory.everybody(x.t))
        else:
            memory.seen_in_hand(x.t, seat, cards, memory.everybody(x.t))


def reveal_nest(x: Deed, n: int) -> list[str]:
    """Reveal the top `n` cards of the Nest to everybody."""
    cards = x.t.nest[:n]
    reveal(x, cards)
    return cards


# ---- tokens, links, protections --------------------------------------------------------------------------------------


async def place_token(x: Deed, token: str, host: str | None) -> None:
    """Put a token on a card; None when there is no card for it."""
    if host is not None:
        x.t.tokens[token] = host
        x.t.log("token_placed", seat=x.you, token=token, card=host)
    await settle(x.t)


def link_players(x: Deed, seat: Seat | None) -> None:
    """Link you and a player by The Lovers; it replaces the link of an earlier play (R68)."""
    x.t.beloved = seat
    if seat is not None:
        x.t.log("linked", seat=x.you, beloved=seat)


def skip_play_step(x: Deed, seat: Seat | None) -> None:
    """Make a player skip the Play or Reveal step of their next turn; it does not add up (R52)."""
    if seat is not None:
        x.t.skips[seat] = True
        x.t.log("will_skip", seat=seat)


def shield_until_next_turn(x: Deed) -> None:
    """Protect the cards on your field from being buried by opponents' cards until your next turn (R53)."""
    x.t.shields.append({"owner": x.you, "source": x.card})
    x.t.log("shielded", seat=x.you, card=x.card)


async def random_player(x: Deed) -> Seat:
    """A random player of those who have not conceded, counted clockwise from the active one (R60)."""
    seats = x.t.living(x.t.active)
    return seats[await roll("player", len(seats))]
