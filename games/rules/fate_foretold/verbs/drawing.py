"""Drawing and discarding, and what they set off: The Angel inside the draw, The Lovers, The Harvest and Pisces after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.ask import Question
from games.rules.ask import draw as draw_lots
from games.rules.contract import Seat
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.abilities import EFFECTS
from games.rules.fate_foretold.asking import ask_everyone
from games.rules.fate_foretold.board import Fates, Trigger, holders
from games.rules.fate_foretold.converging import settle
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import Power, When
from games.rules.fate_foretold.triggers import listeners, with_event
from games.rules.fate_foretold.verbs.choosing import held, in_hand, question


async def draw(x: Deed, n: int) -> None:
    """You draw `n` cards."""
    await draw_for(x.t, {x.you: n})


async def draw_for(t: Fates, wants: Mapping[Seat, int], *, draw_step: bool = False, mirrored: bool = False) -> None:
    """One event: each player takes so many cards from the top of the Nest, the active player first, then clockwise.

    An empty Nest gives nothing (R13). Famine forbids it outside the Draw step (R48). Whether a drawer may look is judged
    before anybody draws (R72); The Angel comes to the field when all cards are taken (R36).
    """
    seats = [seat for seat in t.living(t.active) if wants.get(seat, 0) > 0]
    if not seats:
        return
    if not draw_step and holders(t, Power.NO_DRAWS):
        t.log("prevented", what="draw", card="famine")
        return
    looking = [seat for seat in seats if not t.hidden(seat)]
    drawn = {seat: _take(t, seat, wants[seat], seat in looking) for seat in seats}
    for seat in looking:
        for card in drawn[seat]:
            if card in EFFECTS[When.DRAWN]:
                await EFFECTS[When.DRAWN][card](Deed(t, seat, card))
    amounts = {seat: len(cards) for seat, cards in drawn.items() if cards}
    t.queue += _heard_of_draw(t, amounts, drawn, draw_step, mirrored)
    await settle(t)


def _take(t: Fates, seat: Seat, n: int, looking: bool) -> list[str]:
    cards = t.nest[:n]
    del t.nest[:n]
    t.hands[seat] += cards
    t.log("drawn", {seat: {"cards": cards}} if looking and cards else None, reveals=True, seat=seat, n=len(cards))
    memory.drawn(t, seat, cards, looking=looking)
    return cards


def _heard_of_draw(
    t: Fates, amounts: Mapping[Seat, int], drawn: Mapping[Seat, Sequence[str]], draw_step: bool, mirrored: bool
) -> list[Trigger]:
    """Abilities set off by one draw, by controller clockwise from the active player, then by place on the field."""
    linked = [] if mirrored else _linked(t, "draw", amounts)
    if not draw_step or not amounts:
        return linked
    (seat,) = amounts
    harvest = with_event(listeners(t, When.YOU_DRAW_IN_DRAW_STEP, [seat]), {"card": drawn[seat][0]})
    return in_table_order(t, linked + harvest)


def _linked(t: Fates, verb: str, amounts: Mapping[Seat, int]) -> list[Trigger]:
    """The Lovers' ability, when one of the two drew or discarded. A copy of The Lovers has nobody to love (R35)."""
    if t.beloved is None or not t.alive[t.beloved]:
        return []
    found = listeners(t, When.LINKED_DRAW_OR_DISCARD, t.living(t.active))
    own = [one for one in found if one["source"] == one["ability"] and (one["seat"] in amounts or t.beloved in amounts)]
    return with_event(own, {"verb": verb, "amounts": [[seat, n] for seat, n in amounts.items()]})


def in_table_order(t: Fates, triggers: list[Trigger]) -> list[Trigger]:
    """Triggers of one event: by controller clockwise from the active player, then by place on its field (R29)."""
    if len(triggers) < 2:
        return triggers
    return sorted(triggers, key=lambda one: ((one["seat"] - t.active) % t.seats, t.fields[one["seat"]].index(one["source"])))


# ---- discarding ------------------------------------------------------------------------------------------------------


async def discard(x: Deed, cards: Sequence[str], seat: Seat | None = None) -> list[str]:
    """These cards of your hand (or of that seat's) go to the bottom of the Nest; returns those that did."""
    seat = x.you if seat is None else seat
    there = [card for card in cards if card in x.t.hands[seat]]
    if seat != x.you:
        memory.mixed(x.t, seat)
    discard_for(x.t, {seat: there})
    return there


async def discard_own_choice(
    x: Deed, wants: Mapping[Seat, int], *, kind: str = "discard", by_effect: bool = True, mirrored: bool = False
) -> None:
    """One event: each player discards so many cards of their own choice, asked secretly and at the same time."""
    t = x.t

    def questions() -> list[Question]:
        return [
            question(t, seat, kind, in_hand(t, seat), x.card if by_effect else "", n=n)
            for seat, n in wants.items()
            if t.alive[seat] and not t.aligned[seat] and 0 < n < len(t.hands[seat])
        ]

    answers = await ask_everyone(t, x.you, questions)
    chosen = {seat: held(t, seat, answers[seat].split()) if seat in answers else t.hands[seat][:n] for seat, n in wants.items()}
    discard_for(t, chosen, by_effect=by_effect, mirrored=mirrored)


async def discard_random(x: Deed, wants: Mapping[Seat, int]) -> None:
    """One event: each player discards so many cards at random; from a stack the bottom cards."""
    chosen: dict[Seat, list[str]] = {}
    for seat, n in wants.items():
        hand = x.t.hands[seat]
        chosen[seat] = hand[:n] if x.t.aligned[seat] else await at_random(hand, n)
        if not x.t.aligned[seat]:
            memory.mixed(x.t, seat)
    discard_for(x.t, chosen)


async def at_random(cards: Sequence[str], n: int = 1) -> list[str]:
    """`n` of some cards at random, or all when there are no more."""
    if len(cards) <= n:
        return list(cards)
    return [cards[place] for place in await draw_lots("card", len(cards), n)]


def discard_for(t: Fates, chosen: Mapping[Seat, Sequence[str]], *, by_effect: bool = True, mirrored: bool = False) -> None:
    """One event: cards leave hands for the bottom of the Nest, the active player's first, then clockwise (R11).

    Everybody sees them (R12). Only a card's effect wakes Pisces (R9).
    """
    amounts: dict[Seat, int] = {}
    for seat in t.living(t.active):
        cards = chosen.get(seat, ())
        if not cards:
            continue
        for card in cards:
            t.hands[seat].remove(card)
        t.nest += cards
        memory.place(t, cards, memory.everybody(t))
        amounts[seat] = len(cards)
        t.log("discarded", reveals=True, seat=seat, cards=list(cards))
    linked = [] if mirrored or not amounts else _linked(t, "discard", amounts)
    pisces = listeners(t, When.YOU_DISCARD_BY_EFFECT, amounts) if by_effect else []
    t.queue += in_table_order(t, linked + pisces)


# ---- The Lovers ------------------------------------------------------------------------------------------------------


async def mirror(x: Deed) -> None:
    """What one of the two drew or discarded, the other does too, as many (LOV-1 to LOV-3); this sets off no love again."""
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
