"""The score of a finished game: coins, each card of the Kingdom, and what Chaos costs (R33)."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.contract import Seat, View
from games.rules.council_of_kings.cards import CARDS
from games.rules.council_of_kings.kinds import BLESSING, HERO, Tally
from games.rules.council_of_kings.scene import fate_card, favor_card
from games.rules.council_of_kings.scoring import chaos_counted, penalty
from games.rules.messages import msg
from games.rules.scene import Part, untouched


def breakdown(view: View) -> Iterator[Part]:
    """The parts of each seat, then the Fate cards that were never revealed."""
    for seat, player in enumerate(view.table["players"]):
        yield from _player(seat, player)
    unrevealed = view.table.get("rest", {})
    never_up = [*unrevealed.get("fate_deck", ()), *unrevealed.get("fate_out", ())]
    if never_up:
        yield Part(None, msg("Never came"), tuple(fate_card(CARDS[card]) for card in never_up))


def _player(seat: Seat, player: Mapping[str, Any]) -> Iterator[Part]:
    held = [(CARDS[one["id"]], one) for one in player["cards"]]
    tally = Tally(player["coins"], sum(card.kind == HERO for card, _one in held), sum(card.kind == BLESSING for card, _one in held))
    yield Part(seat, msg("Coins"), points=player["coins"])
    for card, one in held:
        points = card.points + (card.score(tally) if card.score else 0)
        if points:
            yield Part(seat, card.name, (fate_card(card, one),), points)
    chaos = chaos_counted(player["populace"], player["cards"])
    if chaos:
        with_chaos = tuple(fate_card(card, one) for card, one in held if one["chaos"])
        yield Part(seat, msg("Chaos {n}", n=chaos), with_chaos, -penalty(chaos))
    if player.get("hand"):
        yield Part(seat, msg("Left in hand"), tuple(untouched(favor_card(favor)) for favor in player["hand"]))
