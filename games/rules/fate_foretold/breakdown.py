"""The fields and hands at the end of a game. This game has no scores, so no part has points."""

from collections.abc import Iterator
from functools import partial

from games.rules.contract import View
from games.rules.fate_foretold.cards import CARDS, SIGIL
from games.rules.fate_foretold.kinds import SUIT_NAMES, SUITS
from games.rules.fate_foretold.scene import card_face, sigil_card
from games.rules.messages import msg
from games.rules.scene import Part


def breakdown(view: View) -> Iterator[Part]:
    """For each seat that has not conceded: the cards of its best suit, the rest of its field, its hand."""
    face = partial(card_face, view.table["printing"])
    for seat, player in enumerate(view.table["players"]):
        if not player["alive"]:
            continue
        suit = max(SUITS, key=lambda suit: (suit in player["aligned"], player["counts"][suit]))
        sigil = (sigil_card(player["sigil"]),) if suit in SIGIL[player["sigil"]].suits else ()
        same = [card for card in player["field"] if suit in CARDS[card].suits]
        title = msg("{suit} {n}", suit=SUIT_NAMES[suit], n=player["counts"][suit])
        yield Part(seat, title, (*sigil, *(face(card) for card in same)))
        others = [card for card in player["field"] if card not in same]
        if others:
            yield Part(seat, msg("Also on the field"), tuple(face(card) for card in others))
        if player["cards"]:
            yield Part(seat, msg("Left in hand"), tuple(face(card) for card in player["cards"]))
