"""Redeals of what a viewer cannot know: the Favors of others, the Favor deck, the unseen Fate cards."""

from collections.abc import Collection

from games.rules.contract import Rng, Seat
from games.rules.council_of_kings.board import Council, muted
from games.rules.council_of_kings.cards import FAVOR, WITH_THE_END
from games.rules.council_of_kings.filing import CARETAKER
from games.rules.council_of_kings.kinds import BARGAIN_NOW, GAME_ENDS
from games.rules.table import Place, deal


def hide(t: Council, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    if t.lot and t.lot.get("filed"):
        t.lot["filed"] = [answer if seat in (viewer, t.lot["turn"]) else CARETAKER for seat, answer in enumerate(t.lot["filed"])]
    if t.fate_deck:
        _hide_favors(t, viewer, rng, keep)
        _hide_fate(t, viewer, rng, keep)


def _hide_favors(t: Council, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Redeal hands, face-down bargains and the deck. A `BARGAIN_NOW` Favor is face down only if its seat is muted (R29)."""
    bargains = [placed for placed in t.lot["placed"] if not placed["open"] and placed["seat"] != viewer] if t.lot else []
    face_down = [placed["favor"] for placed in bargains]
    lists = [face_down, t.favor_deck, *(t.hands[seat] for seat in t.all_seats if seat != viewer)]
    places = [(cards, at) for cards in lists for at in range(len(cards)) if cards[at] not in keep]
    deal(places, rng)
    for at, placed in enumerate(bargains):
        others = [(cards, i) for cards, i in places if cards is not face_down]
        if others and FAVOR[face_down[at]].when == BARGAIN_NOW and not muted(t.kingdoms[placed["seat"]]):
            _exchange((face_down, at), others[rng.randrange(len(others))])
    for placed, favor in zip(bargains, face_down, strict=True):
        placed["favor"] = favor


def _hide_fate(t: Council, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Redeal the deck below the cards that the viewer has seen, and the cards out of play. Game Ends stays among the last cards."""
    known = t.known[viewer] if viewer is not None else 0
    in_deck: list[Place] = [(t.fate_deck, at) for at in range(known, len(t.fate_deck)) if t.fate_deck[at] not in keep]
    places = in_deck + [(t.fate_out, at) for at in range(len(t.fate_out)) if t.fate_out[at] not in keep]
    end = next((place for place in in_deck if t.fate_deck[place[1]] == GAME_ENDS), None)
    if end is not None:
        last = len(t.fate_deck) - WITH_THE_END[t.options["mode"]] - 1
        late = [place for place in in_deck if place[1] >= last]
        chosen = late[rng.randrange(len(late))]
        _exchange(end, chosen)
        places = [place for place in places if place is not chosen]
    deal(places, rng)


def _exchange(one: Place, other: Place) -> None:
    (here, i), (there, j) = one, other
    here[i], there[j] = there[j], here[i]
