"""Redeals of what a viewer cannot know: the hands and prophecies of others, the bag, the order of the trump deck.

A redeal keeps everything that the viewer can have deduced: the void suits of each seat, the cards that were swapped in openly,
the cards that the viewer has passed, and that a seat which is asked has more than one choice (R43).
"""

from collections.abc import Collection

from games.rules.contract import Rng, Seat
from games.rules.destined_to_fail.cards import ORB, SUIT, distinct, in_order
from games.rules.destined_to_fail.memory import Fact, consistent
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trick import chooses_together, legal_faces, next_to_follow, still_to_follow
from games.rules.destined_to_fail.trumps import trump_of

Spot = tuple[Seat, int]
"""A place in a hand."""

SWAPS_PER_CARD = 3
"""Swaps tried for each hidden card, so that all consistent deals are about equally likely."""
DEAL_ATTEMPTS = 20
"""Deals tried. Each begins with the cards in sorted order: two tables that look the same to the viewer give the same redeal."""


def hide(t: Destiny, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    if t.phase == "over":
        return
    t.trump_deck.sort()
    rng.shuffle(t.trump_deck)
    if t.phase in ("prelude", "lead", "follow", "resolve", "between"):
        _hide_hands(t, viewer, rng, keep)
        _hide_choices(t, viewer, rng)
        _hide_passes(t, viewer, rng)
        if not t.tokens_open:
            _hide_tokens(t, viewer, rng)


def _hide_hands(t: Destiny, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Find a consistent deal of the hidden cards, then mix it by swaps. If no attempt is consistent, the real deal is mixed."""
    spots, facts = _hidden_last(t, viewer, keep), _facts(t, viewer)
    voids = [_voids(t, seat) for seat in t.all_seats]
    choosing, before = _who_has_choice(t), [list(hand) for hand in t.hands]
    pool = sorted(t.hands[seat][at] for seat, at in spots)
    for _attempt in range(DEAL_ATTEMPTS):
        if _deal(t, spots, voids, pool, facts, rng) and _who_has_choice(t) == choosing and consistent(facts, t.hands):
            break
    else:
        t.hands = before
    for _ in range(SWAPS_PER_CARD * len(spots)):
        (one, i), (other, j) = rng.choice(spots), rng.choice(spots)
        a, b = t.hands[one][i], t.hands[other][j]
        if SUIT[b] in voids[one] or SUIT[a] in voids[other]:
            continue
        t.hands[one][i], t.hands[other][j] = b, a
        if _who_has_choice(t) != choosing or not consistent(facts, t.hands):
            t.hands[one][i], t.hands[other][j] = a, b
    t.hands = [in_order(hand) for hand in t.hands]


def _facts(t: Destiny, viewer: Seat | None) -> list[Fact]:
    return t.handed[viewer] if viewer is not None and t.handed else []


def _deal(t: Destiny, spots: list[Spot], voids: list[set[str]], pool: list[str], facts: list[Fact], rng: Rng) -> bool:
    """Fill the places from a shuffled pool: first the cards that the viewer has passed, then the hands with the most void suits.

    Returns False when no card fits a place.
    """
    cards, empty = list(pool), list(spots)
    rng.shuffle(cards)
    for face, hands in facts:
        if len(hands) > 1 and face in cards:
            able = [spot for spot in empty if spot[0] in hands and SUIT[face] not in voids[spot[0]]]
            if not able:
                return False
            seat, at = rng.choice(able)
            t.hands[seat][at] = face
            empty.remove((seat, at))
            cards.remove(face)
    for seat, at in sorted(empty, key=lambda spot: -len(voids[spot[0]])):
        fitting = next((face for face in cards if SUIT[face] not in voids[seat]), None)
        if fitting is None:
            return False
        cards.remove(fitting)
        t.hands[seat][at] = fitting
    return True


def _hidden_last(t: Destiny, viewer: Seat | None, keep: Collection[str]) -> list[Spot]:
    """Move the cards of each hand that the viewer does not know behind the others. Returns their places."""
    spots = []
    for seat in t.all_seats:
        hidden = {at for _seat, at in _hidden_spots(t, viewer, seat, keep)}
        hand = t.hands[seat]
        shown = [face for at, face in enumerate(hand) if at not in hidden]
        t.hands[seat] = shown + [face for at, face in enumerate(hand) if at in hidden]
        spots += [(seat, at) for at in range(len(shown), len(hand))]
    return spots


def _hidden_spots(t: Destiny, viewer: Seat | None, seat: Seat, keep: Collection[str]) -> list[Spot]:
    """The places of a hand whose cards the viewer does not know."""
    if seat == viewer or seat in t.open_hands:
        return []
    known = list(t.known[seat])
    if t.handed:
        known += [face for face, hands in _facts(t, viewer) if hands == [seat]]
    elif viewer is not None and t.passed and seat == t.left(viewer):
        known.append(t.passed[viewer])  # the table is older than `handed`
    fixed = set(keep) | ({ORB} if t.effect == "restricted_power" else set())  # the number of Orbs is public then
    spots = []
    for place, face in enumerate(t.hands[seat]):
        if face in known:
            known.remove(face)
        elif face not in fixed:
            spots.append((seat, place))
    return spots


def _voids(t: Destiny, seat: Seat) -> set[str]:
    """Suits that the seat has shown to be void in; under Unstable Power a pass since then may have brought a card of one."""
    if not trump_of(t).must_follow:
        return set()
    tricks = [(trick["leader"], trick["cards"]) for trick in t.tricks]
    if t.effect == "unstable_power":
        tricks = tricks[-1:] if t.phase == "between" else []
    found = set()
    for leader, cards in [*tricks, (t.leader, t.plays)]:
        place = (seat - leader) % t.seats
        if 0 < place < len(cards) and cards[0] != ORB and cards[place] != ORB and SUIT[cards[place]] != SUIT[cards[0]]:
            found.add(SUIT[cards[0]])
    return found


def _who_has_choice(t: Destiny) -> list[bool]:
    """For the decision that is open: whether the seats asked have a choice (R43), as far as others can see that they are asked."""
    if not t.auto:
        return []
    if t.phase == "lead":
        return [len(distinct(t.hands[t.leader])) > 1 or trump_of(t).foretells]
    if t.phase == "follow" and not trump_of(t).face_down and not chooses_together(t):
        return [len(legal_faces(t, next_to_follow(t))) > 1]
    if t.phase == "follow":
        return [any(len(legal_faces(t, seat)) > 1 for seat in still_to_follow(t))]
    if t.phase == "between" and t.effect == "moonlight_exchange":
        return [len(distinct(t.hands[t.tricks[-1]["winner"]])) > 1]
    return [any(len(distinct(hand)) > 1 for hand in t.hands)]


def _hide_choices(t: Destiny, viewer: Seat | None, rng: Rng) -> None:
    """Replace the cards that others have chosen and not laid out yet by any legal cards (R47)."""
    for seat, face in enumerate(t.chosen):
        if face and seat != viewer:
            t.chosen[seat] = rng.choice(legal_faces(t, seat))


def _hide_passes(t: Destiny, viewer: Seat | None, rng: Rng) -> None:
    """Replace passed cards of which the viewer is neither passer nor receiver."""
    for seat in range(len(t.passed)):
        hand = t.hands[t.left(seat)]
        if viewer not in (seat, t.left(seat)) and hand:
            t.passed[seat] = rng.choice(hand)


def _hide_tokens(t: Destiny, viewer: Seat | None, rng: Rng) -> None:
    """Redeal the prophecies of others and the bag; under Double Prophecy also the offers and the tokens put back."""
    others = [seat for seat in t.all_seats if seat != viewer]
    if t.effect == "double_prophecy" and t.phase == "prelude":
        _hide_offers(t, others, rng)
        return
    pool = sorted(t.bag + [_token(t, seat) for seat in others])
    returned = []
    if t.effect == "double_prophecy" and viewer is not None:
        returned.append(sum(t.offers[viewer]) - _token(t, viewer))  # the viewer knows what went back into the bag
        pool.remove(returned[0])
    rng.shuffle(pool)
    for seat in others:
        t.tokens[seat] = kept = pool.pop()
        if t.effect == "double_prophecy":
            returned.append(pool.pop())
            t.offers[seat] = sorted((kept, returned[-1]))
    t.bag = sorted(pool + returned)


def _token(t: Destiny, seat: Seat) -> int:
    token = t.tokens[seat]
    assert token is not None
    return token


def _hide_offers(t: Destiny, others: list[Seat], rng: Rng) -> None:
    """Redeal the offers of others while tokens are chosen: at least one seat has two different tokens, or none would be asked."""
    pool = sorted(t.bag + [value for seat in others for value in t.offers[seat]])
    for _ in range(100):
        rng.shuffle(pool)
        pairs = [sorted(pool[2 * at : 2 * at + 2]) for at in range(len(others))]
        offers = list(t.offers)
        for seat, pair in zip(others, pairs, strict=True):
            offers[seat] = pair
        if not t.auto or any(one != other for one, other in offers):
            t.offers, t.bag = offers, sorted(pool[2 * len(others) :])
            return
