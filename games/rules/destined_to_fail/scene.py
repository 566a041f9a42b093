"""The scene of a view: the trick, the own hand, the trump card, the Forsaken Row, the other hands, the finished tricks."""

from collections.abc import Mapping
from typing import Any

from games.rules.contract import Seat, View
from games.rules.destined_to_fail.cards import TRICKS
from games.rules.destined_to_fail.chronicle import signed
from games.rules.destined_to_fail.pictures import HIDDEN_TOKEN, face_card, gallery, token_card, trump_card
from games.rules.destined_to_fail.table import TOGETHER
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.words import CARD_NAMES, SUIT_NAMES, in_hand, in_row
from games.rules.messages import Message, Who, msg, plural
from games.rules.scene import Card, Counter, Layout, Pile, Role, Scene, Zone

__all__ = ["gallery", "scene"]

Seen = Mapping[str, Any]


def scene(view: View) -> Scene:
    table = view.table
    if not table["trump"]:
        return Scene((), tuple(_counters(table)), (msg("The cards are being shuffled."), *_house_notes(view)))
    zones = [_trick(table)]
    if view.viewer is not None:
        zones += [_own_hand(view, view.viewer), _prophecy(view, view.viewer)]
    zones += [_trump(table), _row(table)]
    zones += [_other_hand(table, seat) for seat in view.clockwise if seat != view.viewer]
    zones.append(_tricks(table))
    return Scene(tuple(zones), tuple(_counters(table)), (*_notes(view), *_house_notes(view)), _recap(table))


def _trick(table: Seen) -> Zone:
    """The cards of the current trick in play order, the winning one marked; between tricks the last one."""
    if table["plays"] or not table["tricks"]:
        so_far = {table["taking"]: (msg("takes the trick so far"),)}
        piles = tuple(_played(seat, face, *so_far.get(seat, ())) for seat, face in table["plays"])
        title = msg("Trick {n} of {most}", n=table["trick"], most=TRICKS)
        return Zone("trick", title, piles, Layout.PATH, notes=tuple(_declared(table)), empty=msg("no card yet"))
    last = table["tricks"][-1]
    return Zone("trick", msg("Last trick"), _finished_trick(last, len(table["glory"])), Layout.PATH, notes=(_outcome(last),))


def _played(seat: Seat, face: str, *marks: Message) -> Pile:
    return Pile((face_card(face, f"played:{face}", *marks),), f"played-{seat + 1}", msg("{who:{who}|You}", who=Who(seat)))


def _finished_trick(trick: Seen, seats: int) -> tuple[Pile, ...]:
    order = [(trick["leader"] + place) % seats for place in range(seats)]
    took = {trick["taker"]: (msg("took the trick"),)}
    return tuple(_played(seat, face, *took.get(seat, ())) for seat, face in zip(order, trick["cards"], strict=True))


def _declared(table: Seen) -> list[Message]:
    if table["declared"] == "win":
        return [msg("{who:{who} has|You have} foretold winning it.", who=Who(table["leader"]))]
    if table["declared"] == "lose":
        return [msg("{who:{who} has|You have} foretold losing it.", who=Who(table["leader"]))]
    return []


def _outcome(trick: Seen) -> Message:
    if trick["winner"] == trick["taker"]:
        return msg("{who:{who}|you} won it.", who=Who(trick["winner"]))
    return msg("{who:{who}|you} took it and gave it to {to:{to}|you}.", who=Who(trick["taker"]), to=Who(trick["winner"]))


def _own_hand(view: View, viewer: Seat) -> Zone:
    cards = tuple(Pile((face_card(face, in_hand(face)),)) for face in view.table["hands"][str(viewer)])
    notes = [msg("Everybody sees your hand this round.")] if viewer in view.table["open_hands"] else []
    if "passed" in view.table:
        passed = view.table["passed"]
        notes.append(msg("Last you handed {gave} to the left and got {got}.", **{key: CARD_NAMES[face] for key, face in passed.items()}))
    return Zone("hand", msg("Your hand"), cards, Layout.FAN, viewer, tuple(notes), role=Role.HAND)


def _prophecy(view: View, viewer: Seat) -> Zone:
    """The own token, with the Glory for each number of tricks."""
    table = view.table
    token, offer = table["tokens"][viewer], table["offer"]
    if token is None:
        return Zone(
            "prophecy", msg("Your prophecy tokens"), tuple(Pile((token_card(value),)) for value in offer), owner=viewer, role=Role.SEAT
        )
    scores = TRUMPS[table["trump"]].miss_glory
    hints = tuple(
        plural("with {count} trick {glory}", "with {count} tricks {glory}", won, glory=signed(scores[abs(won - token)]))
        for won in range(TRICKS + 1)
    )
    notes = [msg("The Glory that this round brings you: {hints}.", hints=hints)]
    if offer:
        notes.append(msg("You put the {value} back into the bag.", value=sum(offer) - token))
    return Zone("prophecy", msg("Your prophecy"), (Pile((token_card(token),)),), owner=viewer, notes=tuple(notes), role=Role.SEAT)


def _trump(table: Seen) -> Zone:
    """The trump card of the round; the earlier ones, and how many are left."""
    suit = table["trump_suit"]
    notes = [
        msg("{suit} is trump.", suit=SUIT_NAMES[suit]) if suit else msg("There is no trump suit."),
        plural("{count} trump card is still to come.", "{count} trump cards are still to come.", table["trumps_left"]),
    ]
    if table["trumps_seen"]:
        notes.append(msg("Seen before: {names}.", names=tuple(TRUMPS[key].name for key in table["trumps_seen"])))
    return Zone("trump", msg("Trump card"), (Pile((trump_card(TRUMPS[table["trump"]]),)),), notes=tuple(notes), role=Role.ASIDE)


def _row(table: Seen) -> Zone:
    return Zone(
        "row", msg("Forsaken Row"), tuple(Pile((face_card(face, in_row(face)),)) for face in table["row"]), role=Role.ASIDE, order=1
    )


def _other_hand(table: Seen, seat: Seat) -> Zone:
    """Another player's hand: open, or backs among which publicly known cards lie face up; with the token beside it."""
    zone_id, title, notes = f"hand-{seat + 1}", msg("{who:Hand of {who}|Your hand}", who=Who(seat)), []
    if (faces := table["hands"].get(str(seat))) is not None:
        piles = [Pile((face_card(face),)) for face in faces]
    else:
        known = table["known"][seat]
        hidden = table["hand_sizes"][seat] - len(known)
        piles = [Pile((face_card(face),), notes=(msg("swapped in openly"),)) for face in known]
        piles += [Pile(id=f"backs-{seat + 1}", count=hidden)] if hidden else []
    if "orbs" in table:
        notes.append(plural("{count} Orb among them", "{count} Orbs among them", table["orbs"][seat]))
    piles.append(Pile((_token(table["tokens"][seat]),), title=msg("Prophecy")))
    return Zone(zone_id, title, tuple(piles), owner=seat, notes=tuple(notes), role=Role.SEAT)


def _token(value: int | None) -> Card:
    return HIDDEN_TOKEN if value is None else token_card(value)


def _tricks(table: Seen) -> Zone:
    """R38: every finished trick of the round stays visible."""
    piles = []
    for number, trick in enumerate(table["tricks"], start=1):
        cards = tuple(face_card(face) for face in trick["cards"])
        order = msg("{who:{who}|you} led; {ended}", who=Who(trick["leader"]), ended=_outcome(trick))
        piles.append(Pile(cards, f"trick-{number}", msg("Trick {n}", n=number), notes=(order,)))
    return Zone("tricks", msg("Tricks of this round"), tuple(piles), Layout.ROW, empty=msg("none yet"), role=Role.PILE)


def _counters(table: Seen) -> list[Counter]:
    counters = [Counter(msg("Round"), table["round"])]
    for seat, glory in enumerate(table["glory"]):
        counters += [
            Counter(msg("Glory"), glory, seat, table["target"], Role.SCORE),
            Counter(msg("Tricks won"), table["tricks_won"][seat], seat),
            Counter(msg("Cards"), table["hand_sizes"][seat], seat),
        ]
    return counters


def _notes(view: View) -> list[Message]:
    table = view.table
    notes = [
        msg(
            "Round {n}, trick {trick}: {who:{who} leads and is|you lead and are} the dealer.",
            n=table["round"],
            trick=table["trick"],
            who=Who(table["leader"]),
        )
    ]
    if table["phase"] == "over":
        notes = [msg("The game is over.")]
    elif table["turn"]:
        notes.append(msg("To play: {who}.", who=tuple(msg("{who:{who}|you}", who=Who(seat)) for seat in table["turn"])))
    if view.viewer is not None and table["plays"] and table["phase"] == "follow":
        led = table["plays"][0][1]
        notes.append(msg("{card} was led.", card=CARD_NAMES[led]))
    if "chosen" in table:
        notes.append(msg("You have chosen {card} for this trick.", card=CARD_NAMES[table["chosen"]]))
    if _is_new_round(table):
        notes.append(_last_round(table["last_round"]))
    return notes


def _is_new_round(table: Seen) -> bool:
    """Whether the first trick after the end of a round is being played."""
    return bool(table["last_round"].get("glory")) and not table["tricks"]


def _recap(table: Seen) -> Message | None:
    """The Glory that the last round brought each player, with what the Fate Die took or gave for leftover cards."""
    if not _is_new_round(table):
        return None
    summary, rolled = table["last_round"], dict(table["last_round"]["rolls"])
    parts = tuple(
        msg("{who:{who}|you} {rolled}", who=Who(seat), rolled=signed(gained + rolled.get(seat, 0)))
        for seat, gained in enumerate(summary["gained"])
    )
    return msg("Last round: {parts}.", parts=parts)


def _last_round(summary: Seen) -> Message:
    parts = tuple(
        msg("{who:{who}|you} {won} for {token}: {gained}", who=Who(seat), won=won, token=token, gained=signed(gained))
        for seat, (won, token, gained) in enumerate(zip(summary["won"], summary["tokens"], summary["gained"], strict=True))
    )
    rolls = tuple(msg("{who:{who}|you} {rolled}", who=Who(seat), rolled=signed(rolled)) for seat, rolled in summary["rolls"])
    return msg("Last round, tricks against prophecies: {parts}. Leftover cards: {rolls}.", parts=parts, rolls=rolls)


def _house_notes(view: View) -> list[Message]:
    """Notes for settings that differ from the rules as written (specification §2)."""
    notes = []
    if view.seats == 2:
        notes.append(msg("A duel of two is unofficial."))
    if view.options["target_glory"] != 20:
        notes.append(msg("House rule: the game ends at {n} Glory.", n=view.options["target_glory"]))
    if view.options["round_limit"] is not None:
        limit = view.options["round_limit"]
        notes.append(plural("House rule: the game ends after {count} round.", "House rule: the game ends after {count} rounds.", limit))
    if view.options.get("followers") == TOGETHER and view.seats > 2:
        notes.append(
            msg("All followers choose at once; after an Orb, or a trump where another suit was led, those who play later choose anew.")
        )
    if not view.options["auto_forced"]:
        notes.append(msg("House rule: forced cards are not played by themselves."))
    return notes
