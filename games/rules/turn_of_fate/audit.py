"""The invariants of a table (§3 of the specification)."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from games.rules.cards.decktet import DECKTET
from games.rules.turn_of_fate.board import Stack, TurnOfFateTable, rival
from games.rules.turn_of_fate.cards import ACES, BEARERS, CITIZENS, FATES, FITS, SPECIALS, WILD


def audit(t: TurnOfFateTable) -> list[str]:
    return [] if not t.temples else [*_places(t), *_hands(t), *_stacks(t)]


def _places(t: TurnOfFateTable) -> Iterator[str]:
    """Every card is in exactly one place; only Aces are discarded, only the Huntress and the Bard leave."""
    count = Counter([*t.fate_deck, *t.citizen_deck, *t.discard, *t.removed, *t.hands[0], *t.hands[1]])
    for stack in _all_stacks(t):
        count.update(stack)
    for card in DECKTET:
        if count[card] != 1:
            yield f"{card} is in {count[card]} places."
    yield from (f"{card} is no card of this deck." for card in count if card not in DECKTET)
    yield from (f"{card} is no Ace and lies in the discard." for card in t.discard if card not in ACES)
    yield from (f"{card} left, though only the Huntress and the Bard do." for card in t.removed if card not in SPECIALS)


def _hands(t: TurnOfFateTable) -> Iterator[str]:
    """Hands hold Fates only, and none that bears the rival suit."""
    for seat, hand in enumerate(t.hands):
        unfit = BEARERS[t.temples[rival(seat)]]
        yield from (f"Seat {seat} holds {card}, a card of the rival suit." for card in hand if card in unfit)
        yield from (f"Seat {seat} holds {card}, which is no Fate." for card in hand if card not in FATES)


def _stacks(t: TurnOfFateTable) -> Iterator[str]:
    """Stacks are a Citizen with Fates; neighbours share a suit, except below a wild Crown."""
    for stack in _all_stacks(t):
        if stack[0] not in CITIZENS or any(card not in FATES for card in stack[1:]):
            yield f"{stack} is not a Citizen with Fates."
            continue
        for beneath, fate in pairwise(stack):
            if beneath not in FITS[fate] and fate not in WILD.values():
                yield f"{fate} lies on {beneath} without a suit in common."
    yield from (f"{stack[0]} is among the faithful or in the Agora." for stack in _in_play(t) if stack[0] in SPECIALS)
    if set(t.played) != {fate for stack in _all_stacks(t) for fate in stack[1:]}:
        yield "The record of who played which Fate does not fit the stacks."


def _in_play(t: TurnOfFateTable) -> list[Stack]:
    return [*t.congregations[0], *t.congregations[1], *t.agora]


def _all_stacks(t: TurnOfFateTable) -> list[Stack]:
    return [*_in_play(t), *t.temple_piles[0], *t.temple_piles[1]]
