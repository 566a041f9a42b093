"""Drawing and discarding, and their triggers: The Angel as part of the draw; The Lovers, The Harvest and Pisces after it."""

from collections.abc import Mapping, Sequence

from games.rules.ask import Question, draw as draw_lots
from games.rules.contract import Seat
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.abilities import EFFECTS
from games.rules.fate_foretold.asking import ask_everyone
from games.rules.fate_foretold.board import FateForetoldTable, Trigger, controllers
from games.rules.fate_foretold.converging import settle
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import Power, When
from games.rules.fate_foretold.triggers import listeners, with_event
from games.rules.fate_foretold.verbs.choosing import cards_at, in_hand, question


async def draw(x: Deed, n: int) -> None:
    await draw_for(x.t, {x.you: n})


async def draw_for(t: FateForetoldTable, wants: Mapping[Seat, int], *, draw_step: bool = False, mirrored: bool = False) -> None:
    """One draw event: players take the numbers of cards in `wants` from the top of the Nest, the active player first, then clockwise.

    From an empty Nest nothing is drawn (R13). Famine forbids draws outside the Draw step (R48). The table before the event decides which
    players see their cards (R72). The Angel comes to the field after all cards are taken (R36). `mirrored` draws do not trigger The Lovers.
    """
    seats = [seat for seat in t.living(t.active) if wants.get(seat, 0) > 0]
    if not seats:
        return
    if not draw_step and controllers(t, Power.NO_DRAWS):
        t.log("prevented", what="draw", card="famine")
        return
    looking = [seat for seat in seats if not t.hidden(seat)]
    drawn = {seat: _take(t, seat, wants[seat], seat in looking) for seat in seats}
    for seat in looking:
        for card in drawn[seat]:
            if card in EFFECTS[When.DRAWN]:
                await EFFECTS[When.DRAWN][card](Deed(t, seat, card))
    amounts = {seat: len(cards) for seat, cards in drawn.items() if cards}
    t.queue += _draw_triggers(t, amounts, drawn, draw_step, mirrored)
    await settle(t)


def _take(t: FateForetoldTable, seat: Seat, n: int, looking: bool) -> list[str]:
    cards = t.nest[:n]
    del t.nest[:n]
    t.hands[seat] += cards
    t.log("drawn", {seat: {"cards": cards}} if looking and cards else None, reveals=True, seat=seat, n=len(cards))
    memory.drawn(t, seat, cards, looking=looking)
    return cards


def _draw_triggers(
    t: FateForetoldTable, amounts: Mapping[Seat, int], drawn: Mapping[Seat, Sequence[str]], draw_step: bool, mirrored: bool
) -> list[Trigger]:
    """The abilities triggered by one draw event, in the order of R29."""
    linked = [] if mirrored else _lovers_trigger(t, "draw", amounts)
    if not draw_step or not amounts:
        return linked
    (seat,) = amounts
    harvest = with_event(listeners(t, When.YOU_DRAW_IN_DRAW_STEP, [seat]), {"card": drawn[seat][0]})
    return in_table_order(t, linked + harvest)


def _lovers_trigger(t: FateForetoldTable, verb: str, amounts: Mapping[Seat, int]) -> list[Trigger]:
    """The ability of The Lovers when one of the two linked players drew or discarded. A copy of The Lovers links nobody (R35)."""
    if t.beloved is None or not t.alive[t.beloved]:
        return []
    found = listeners(t, When.LINKED_DRAW_OR_DISCARD, t.living(t.active))
    own = [one for one in found if one["source"] == one["ability"] and (one["seat"] in amounts or t.beloved in amounts)]
    return with_event(own, {"verb": verb, "amounts": [[seat, n] for seat, n in amounts.items()]})


def in_table_order(t: FateForetoldTable, triggers: list[Trigger]) -> list[Trigger]:
    """Triggers of one event: by controller clockwise from the active player, then by place on its field (R29)."""
    if len(triggers) < 2:
        return triggers
    return sorted(triggers, key=lambda one: ((one["seat"] - t.active) % t.seats, t.fields[one["seat"]].index(one["source"])))


# ---- discarding ------------------------------------------------------------------------------------------------------


async def discard(x: Deed, cards: Sequence[str], seat: Seat | None = None) -> list[str]:
    """Discard these cards of your hand (or of another seat's) to the bottom of the Nest; returns the cards that were in the hand."""
    seat = x.you if seat is None else seat
    there = [card for card in cards if card in x.t.hands[seat]]
    if seat != x.you:
        memory.order_lost(x.t, seat)
    discard_for(x.t, {seat: there})
    return there


async def discard_own_choice(
    x: Deed, wants: Mapping[Seat, int], *, kind: str = "discard", by_effect: bool = True, mirrored: bool = False
) -> None:
    """One discard event: players discard the numbers of cards in `wants`, of their own choice, asked secretly and at the same time (R27).

    `by_effect` is False for the hand limit, which is no effect of a card (R9). From a stack the bottom cards are discarded (R37).
    """
    t = x.t

    def questions() -> list[Question]:
        return [
            question(t, seat, kind, in_hand(t, seat), x.card if by_effect else "", n=n)
            for seat, n in wants.items()
            if t.alive[seat] and not t.aligned[seat] and 0 < n < len(t.hands[seat])
        ]

    answers = await ask_everyone(t, x.you, questions)
    chosen = {seat: cards_at(t, seat, answers[seat].split()) if seat in answers else t.hands[seat][:n] for seat, n in wants.items()}
    discard_for(t, chosen, by_effect=by_effect, mirrored=mirrored)


async def discard_random(x: Deed, wants: Mapping[Seat, int]) -> None:
    """One discard event: players discard the numbers of cards in `wants` at random; from a stack the bottom cards (R37)."""
    chosen: dict[Seat, list[str]] = {}
    for seat, n in wants.items():
        hand = x.t.hands[seat]
        chosen[seat] = hand[:n] if x.t.aligned[seat] else await at_random(hand, n)
        if not x.t.aligned[seat]:
            memory.order_lost(x.t, seat)
    discard_for(x.t, chosen)


async def at_random(cards: Sequence[str], n: int = 1) -> list[str]:
    if len(cards) <= n:
        return list(cards)
    return [cards[place] for place in await draw_lots("card", len(cards), n)]


def discard_for(t: FateForetoldTable, chosen: Mapping[Seat, Sequence[str]], *, by_effect: bool = True, mirrored: bool = False) -> None:
    """One discard event: cards move from hands to the bottom of the Nest, the active player's first, then clockwise (R11).

    Everybody sees them (R12). Pisces is triggered by effects of cards only (R9).
    """
    amounts: dict[Seat, int] = {}
    for seat in t.living(t.active):
        cards = chosen.get(seat, ())
        if not cards:
            continue
        for card in cards:
            t.hands[seat].remove(card)
        t.nest += cards
        memory.know_place(t, cards, memory.everybody(t))
        amounts[seat] = len(cards)
        t.log("discarded", reveals=True, seat=seat, cards=list(cards))
    linked = [] if mirrored or not amounts else _lovers_trigger(t, "discard", amounts)
    pisces = listeners(t, When.YOU_DISCARD_BY_EFFECT, amounts) if by_effect else []
    t.queue += in_table_order(t, linked + pisces)


# ---- The Lovers ------------------------------------------------------------------------------------------------------


async def mirror(x: Deed) -> None:
    """The other linked player draws or discards as many cards as the first one did (LOV-1 to LOV-3); this does not trigger The Lovers."""
    t, beloved = x.t, x.t.beloved
    if beloved is None or not t.alive[beloved]:
        return
    amounts = dict(x.event["amounts"])
    other = {x.you: beloved, beloved: x.you}
    wants = {other[seat]: amounts[seat] for seat in other if seat in amounts}
    t.log("mirrored", seats=[x.you, beloved], verb=x.event["verb"])
    if x.event["verb"] == "draw":
        await draw_for(t, wants, mirrored=True)
    else:
        await discard_own_choice(x, wants, mirrored=True)
