"""The scores of a finished game, stack by stack (§5 of the specification)."""

from collections.abc import Iterator

from games.rules.cards.words import faces
from games.rules.contract import View
from games.rules.messages import msg
from games.rules.scene import Part
from games.rules.turn_of_fate.scoring import worth


def breakdown(view: View) -> Iterator[Part]:
    """The stacks in Temple and Congregation of both seats with their points, then hands and decks, which score nothing."""
    seen = view.table
    for seat, temple in enumerate(seen["temples"]):
        for title, stacks in ((msg("Temple"), seen["temple_piles"][seat]), (msg("Congregation"), seen["congregations"][seat])):
            for stack in stacks:
                yield Part(seat, title, faces(stack), worth(stack, temple))
    for seat, hand in enumerate(seen["hands"]):
        if hand:
            yield Part(seat, msg("Left in hand"), faces(hand))
    rest = [card for deck in seen.get("rest", {}).values() for card in deck]
    if rest:
        yield Part(None, msg("Never came"), faces(rest))
