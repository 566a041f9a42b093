"""The scene of Turn of Fate: two Congregations with the Agora between them, hands, Temples and decks."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards.decktet import DECKTET, SUITS
from games.rules.cards.words import card_face, faces
from games.rules.contract import Seat, View
from games.rules.messages import Message, Who, msg, plural
from games.rules.scene import Card, Counter, Layout, Pile, Role, Scene, Tally, Zone, field_role, single
from games.rules.turn_of_fate.board import Stack, rival, zones_seen
from games.rules.turn_of_fate.cards import ACES, CITIZENS, CROWN_FATES, FATES, SUITS_OF, VALUE
from games.rules.turn_of_fate.chronicle import names
from games.rules.turn_of_fate.plays import moment_of_truth, plays_seen, read_play
from games.rules.turn_of_fate.scoring import total, worth

Seen = Mapping[str, Any]
NOBODY = msg("nobody")


def scene(view: View) -> Scene:
    """The whole table from what the viewer knows; spectators see it from seat 0."""
    seen = view.table
    if "temples" not in seen:
        return Scene((), notes=(msg("The cards are being shuffled."),))
    me = view.viewer or 0
    zones = [
        _congregation(seen, rival(me), view.viewer),
        Zone("agora", msg("Agora"), _piles(seen, seen["agora"], me), empty=NOBODY),
        _congregation(seen, me, view.viewer),
        *_hands(view),
        _temple(seen, me),
        _temple(seen, rival(me)),
    ]
    return Scene((*zones, _decks(seen), *_unseen(view)), tuple(_counters(seen)), tuple(_notes(view)))


def gallery() -> tuple[Zone, ...]:
    """All 36 cards, in groups."""
    numbers = tuple(card for card in FATES if card not in ACES and card not in CROWN_FATES)
    groups = (
        ("citizens", msg("Citizens"), CITIZENS),
        ("aces", msg("Fates: Aces"), tuple(card for card in FATES if card in ACES)),
        ("numbers", msg("Fates: Locations and Events"), numbers),
        ("crowns", msg("Fates: Crowns"), tuple(card for card in FATES if card in CROWN_FATES)),
    )
    return tuple(Zone(key, title, tuple(map(single, faces(cards)))) for key, title, cards in groups)


def _congregation(seen: Seen, seat: Seat, viewer: Seat | None) -> Zone:
    stacks = seen["congregations"][seat]
    title = msg("{who:Congregation of {who}|Your Congregation}", who=Who(seat))
    note = msg("{suit} – {points} points", suit=SUITS[seen["temples"][seat]].name, points=total(stacks, seen["temples"][seat]))
    role, piles = field_role(seat, viewer), _piles(seen, stacks, viewer or 0)
    return Zone(f"congregation-{seat + 1}", title, piles, owner=seat, notes=(note,), empty=NOBODY, role=role)


def _piles(seen: Seen, stacks: Sequence[Stack], me: Seat) -> tuple[Pile, ...]:
    return tuple(_pile(seen, stack, [worth(stack, temple) for temple in seen["temples"]], me) for stack in stacks)


def _pile(seen: Seen, stack: Stack, points: Sequence[int], me: Seat) -> Pile:
    notes, badges, tallies = _notes_on(seen, stack, points), _badges(stack, points), _worth_by_suit(seen, points, me)
    return Pile(_stack_cards(seen, stack), stack[0], notes=notes, badges=badges, tallies=tallies)


def _stack_cards(seen: Seen, stack: Stack) -> tuple[Card, ...]:
    """A Citizen and the Fates on them, each Fate with its player and turn."""
    return (card_face(DECKTET[stack[0]]), *(card_face(DECKTET[fate], _played_by(seen["played"].get(fate))) for fate in stack[1:]))


def _played_by(played: Sequence[int] | None) -> Message | None:
    return msg("{who:{who}|you}, turn {turn}", who=Who(played[0]), turn=played[1]) if played else None


def _notes_on(seen: Seen, stack: Stack, points: Sequence[int]) -> tuple[Message, ...]:
    """The suits that the next Fate needs, what makes a Moment of Truth, who cannot match the last card, and the points of the stack."""
    last, temples = stack[-1], seen["temples"]
    suits = tuple(SUITS[suit].name for suit in SUITS_OF[last])
    notes = [msg("Next: {first} or {second}", first=suits[0], second=suits[1]) if suits[1:] else msg("Next: {suit}", suit=suits[0])]
    notes.append(
        msg("Moment of Truth: {need} or a Crown", need=10 - VALUE[last]) if VALUE[last] < 10 else msg("Moment of Truth: Crown only")
    )
    if len(suits) == 1 and SUITS_OF[last][0] in temples:
        locked_out = rival(temples.index(SUITS_OF[last][0]))
        notes.append(msg("Locked: {who:{who} cannot|you cannot} match it", who=Who(locked_out)))
    return (*notes, _worth(points))


def _badges(stack: Stack, points: Sequence[int]) -> tuple[Message, ...]:
    """The value that makes a Moment of Truth, and the points of the stack if they are the same for both temples."""
    need, (first, second) = 10 - VALUE[stack[-1]], points
    truth = msg("10 with {need}", need=need) if need else msg("10: Crown")
    return (truth, msg("{points}", points=first)) if first == second else (truth,)


def _worth_by_suit(seen: Seen, points: Sequence[int], me: Seat) -> tuple[Tally, ...]:
    """The points of the stack for each temple where they differ, the viewer's first."""
    if points[0] == points[1]:
        return ()
    return tuple(Tally(SUITS[seen["temples"][seat]], points[seat]) for seat in (me, rival(me)))


def _worth(points: Sequence[int]) -> Message:
    first, second = points
    if first == second:
        return plural("Worth {count} point", "Worth {count} points", first)
    doubled = 0 if first > second else 1
    return msg(
        "Worth {more} to {who:{who}|you} (the Citizen counts ×2), {less} to {other:{other}|you}",
        more=max(first, second),
        who=Who(doubled),
        less=min(first, second),
        other=Who(rival(doubled)),
    )


def _temple(seen: Seen, seat: Seat) -> Zone:
    stacks, temple = seen["temple_piles"][seat], seen["temples"][seat]
    piles = []
    for stack in stacks:
        points = worth(stack, temple)
        note, badge = plural("{count} point", "{count} points", points), msg("{points}", points=points)
        piles.append(Pile(_stack_cards(seen, stack), stack[0], notes=(note,), badges=(badge,)))
    points = total(stacks, temple)
    note, badge = plural("{count} point for good", "{count} points for good", points), msg("{points}", points=points)
    title = msg("{who:Temple of {who}|Your Temple}", who=Who(seat))
    return Zone(f"temple-{seat + 1}", title, tuple(piles), owner=seat, notes=(note,), empty=NOBODY, role=Role.PILE, badges=(badge,))


def _hands(view: View) -> list[Zone]:
    """The hands that the viewer sees, the own one first."""
    zones = []
    for seat, hand in enumerate(view.table["hands"]):
        if hand is not None:
            mine = seat == view.viewer
            title = msg("Your hand") if mine else msg("{who:Hand of {who}|Your hand}", who=Who(seat))
            notes = (_count_of_plays(view, seat),) if mine and view.result is None else ()
            zones.append(Zone(f"hand-{seat + 1}", title, tuple(map(single, faces(hand))), Layout.FAN, seat, notes, role=Role.HAND))
    return sorted(zones, key=lambda zone: zone.owner != view.viewer)


def _count_of_plays(view: View, seat: Seat) -> Message:
    """The number of legal plays of the own hand now, and of Moments of Truth among them."""
    places = {stack[0]: (place, stack[-1]) for place, stacks in zones_seen(view.table, seat) for stack in stacks}
    plays = [read_play(token) for token in plays_seen(view, seat)]
    moments = sum(1 for play in plays if moment_of_truth(play.fate, places[play.citizen][1], places[play.citizen][0]))
    return plural(
        "{count} possible play; Moments of Truth among them: {moments}.",
        "{count} possible plays; Moments of Truth among them: {moments}.",
        len(plays),
        moments=moments,
    )


def _decks(seen: Seen) -> Zone:
    piles = [
        Pile(id="fate_deck", title=msg("Deck of Fates"), count=seen["fate_deck"]),
        Pile(id="citizen_deck", title=msg("Citizens to come"), count=seen["citizen_deck"]),
    ]
    if "rest" in seen:
        rest = seen["rest"]
        titles = {"fate_deck": msg("Fates that never came"), "citizen_deck": msg("Citizens who never came")}
        piles = [Pile(faces(rest[key]), key, title) for key, title in titles.items()]
    if seen["discard"]:
        piles.append(Pile(faces(seen["discard"]), "discard", msg("Aces paid for Crowns")))
    if seen["removed"]:
        piles.append(Pile(faces(seen["removed"]), "removed", msg("Left town")))
    return Zone("decks", msg("Decks"), tuple(piles), Layout.STACK, role=Role.DECK)


def _unseen(view: View) -> tuple[Zone, ...]:
    """The zone that lists the Fates in the deck or in a hand hidden from the viewer."""
    unseen = unseen_fates(view)
    notes = (msg("In the deck or in a hidden hand: {cards}", cards=names(unseen)),) if unseen else ()
    count = msg("{count} of {all}", count=len(unseen), all=len(FATES))
    return (Zone("unseen", msg("Fates not yet seen"), notes=notes, empty=count, role=Role.ASIDE),)


def unseen_fates(view: View) -> list[str]:
    """The Fates that are neither open nor in a hand that the viewer sees, in the order of `FATES`."""
    seen = view.table
    if "rest" in seen:
        return []
    open_cards = set(seen["played"]) | set(seen["discard"]) | {card for hand in seen["hands"] if hand for card in hand}
    return [card for card in FATES if card not in open_cards]


def _counters(seen: Seen) -> list[Counter]:
    counters = [
        Counter(msg("Turn"), seen["turn"]),
        Counter(msg("Fates left"), seen["fate_deck"]),
        Counter(msg("Citizens to come"), seen["citizen_deck"]),
    ]
    for seat in (0, 1):
        counters += [
            Counter(msg("Score"), seen["scores"][seat], seat, role=Role.SCORE),
            Counter(msg("Cards in hand"), seen["hand_counts"][seat], seat),
            Counter(msg("In the Temple"), len(seen["temple_piles"][seat]), seat),
        ]
    return counters


def _notes(view: View) -> list[Message]:
    seen = view.table
    first, second = (SUITS[suit].name for suit in seen["temples"])
    notes = [
        msg("{one:{one} serves|You serve} the {first}, {two:{two}|you} the {second}.", one=Who(0), two=Who(1), first=first, second=second)
    ]
    if seen["phase"] == "over":
        return notes
    if not seen["citizen_deck"]:
        notes.append(msg("No Citizen is left to come: whoever begins a turn with nothing to play and nothing to draw ends the game."))
    if seen["null_passes"]:
        notes.append(msg("The last turn was a pass that changed nothing. Another one like it ends the game."))
    return notes
