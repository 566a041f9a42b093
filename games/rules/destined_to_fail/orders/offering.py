"""The forms of the plans that may be left now, each with the plan that the adviser proposes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.rules.contract import View
from games.rules.destined_to_fail.advice import best_first
from games.rules.destined_to_fail.cards import HIGHEST_RANK, ORB, SUIT, SUITS, TRICKS, distinct
from games.rules.destined_to_fail.odds import Outlook
from games.rules.destined_to_fail.table import TOGETHER
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.words import CARD_NAMES, KEEP_TOKENS, SEAT_TOKENS, SUIT_NAMES
from games.rules.messages import Message, Who, msg, plural
from games.rules.orders import Field, Offer, Preset

PLAN, TRICK = "plan", "trick"
NEXT = "next"
"""Opening of a plan for the trick after the next one of this seat; it is stored as one for a trick, with its number."""
OF = "of"
"""The field with that number, which the book adds."""
LED = {f"if_{suit}": suit for suit in (*SUITS, ORB)}
"""The suit that may be led, by the field for it."""
KEYS = ("aim", "more", "follow", *LED, "lead", "duck", "give", "part", "row", "keep", "stop", "tricks")
MORE = {
    f"{won}-{last}": plural("with {count} trick, up to trick {last}", "with {count} tricks, up to trick {last}", won, last=last)
    for won in range(TRICKS)
    for last in range(won + 1, TRICKS + 1)
}
"""Choices of the field `more`: with so many tricks won, another one is wanted up to that trick."""
RULES = {
    "lowest": msg("the lowest card"),
    "highest": msg("the highest card"),
    "lowest_winning": msg("the lowest card that takes the trick as it lies"),
    "highest_winning": msg("the highest card that takes the trick as it lies"),
    "lowest_losing": msg("the lowest card that does not take the trick as it lies"),
    "highest_losing": msg("the highest card that does not take the trick as it lies"),
}
"""The rules by which a plan selects a card. Cards are compared by rank; an Orb is the highest."""
STOPS = {"orb": msg("an Orb lies before you"), "trump": msg("a trump lies in a trick led otherwise")}
EXTREMES = ("lowest", "highest")
MOST_CARDS = 4


def slot(view: View, opening: str, number: int | None = None) -> str:
    """The slot of a plan: `plan:3` for round 3, `plan:3:2` for its second trick."""
    whole_round = f"{PLAN}:{view.table['round']}"
    return whole_round if opening == PLAN else f"{whole_round}:{trick_of(view, opening, number)}"


def trick_of(view: View, opening: str, number: int | None = None) -> int:
    """The trick of a plan: the numbered one, else the one in which this seat plays next, or with `NEXT` the one after it."""
    return number or next_trick(view) + (opening == NEXT)


def in_joint_choice(view: View) -> bool:
    """R47: whether this seat is choosing a card for the current trick together with others, or has chosen one that is not laid out.

    The view does not distinguish the two, so both are offered: a new choice in this trick, and the next trick.
    """
    table = view.table
    asked = table["phase"] == "follow" and view.viewer not in [seat for seat, _face in table["plays"]]
    return asked and view.options.get("followers") == TOGETHER and view.seats > 2


def next_trick(view: View) -> int:
    """The number of the trick in which this seat plays next."""
    table = view.table
    played = view.viewer in [seat for seat, _face in table["plays"]] or table["phase"] in ("resolve", "between")
    return int(table["trick"]) + played


def offers(view: View) -> tuple[Offer, ...]:
    """The forms for the next tricks, the later one first, and for the rest of the round."""
    number, fields, rest = next_trick(view), _fields(view), round_plan(view)
    whole = Offer(slot(view, PLAN), msg("The rest of this round"), fields, f"{PLAN} {rest}", PLAN, _presets(rest))
    tricks = [(TRICK, number)] if not in_joint_choice(view) else [(NEXT, number + 1), (TRICK, number)]
    return (*(_one_trick(view, opening, n, fields) for opening, n in tricks if n <= TRICKS), whole)


def _one_trick(view: View, opening: str, number: int, fields: tuple[Field, ...]) -> Offer:
    preset = Preset(msg("Play trick {n} for me", n=number), f"{opening} {trick_plan(view, number)}")
    return Offer(slot(view, opening), msg("Trick {n} only", n=number), fields, preset.text, opening, (preset,))


def _presets(proposed: str) -> tuple[Preset, ...]:
    return (
        Preset(msg("Play the whole round for me"), f"{PLAN} {proposed}"),
        Preset(msg("Lose every trick I can"), f"{PLAN} aim 0 stop orb"),
        Preset(msg("Take one trick, then lose"), f"{PLAN} aim 1 stop orb"),
        Preset(msg("Take two tricks, then lose"), f"{PLAN} aim 2 stop orb"),
    )


def _fields(view: View) -> tuple[Field, ...]:
    hand = distinct(view.table["hands"][str(view.viewer)])
    cards = tuple((face, CARD_NAMES[face]) for face in hand)
    rules = tuple(RULES.items())
    extremes = tuple((extreme, RULES[extreme]) for extreme in EXTREMES)
    others = tuple((SEAT_TOKENS[seat], msg("{who}", who=Who(seat))) for seat in range(view.seats) if seat != view.viewer)
    offered = sorted(set(view.table.get("offer", ())))
    keep = tuple((KEEP_TOKENS[value], msg("keep the {value}", value=value)) for value in offered)
    return (
        Field("aim", msg("Tricks I want in this round"), 0, TRICKS),
        Field("more", msg("I want another trick"), choices=tuple(MORE.items()), several=True),
        _choice("follow", msg("Otherwise I follow with"), rules),
        *(_choice(key, _if_led(suit), (*cards, *rules)) for key, suit in LED.items()),
        _choice("lead", msg("If I lead, I play"), (*cards, *extremes)),
        _choice("duck", msg("If I lead and want no other trick, I play"), (*cards, *extremes)),
        _choice("give", msg("A trick I must give away goes to"), others),
        _choice("part", msg("What I throw off, hand on or lay into the Row"), (*cards, *extremes)),
        _choice("row", msg("From the Row I take"), extremes),
        *((_choice("keep", msg("The prophecy I keep"), keep),) if len(keep) > 1 else ()),
        Field("stop", msg("Ask me when"), choices=tuple(STOPS.items()), several=True),
        Field("tricks", msg("Only while I have so many tricks"), 0, TRICKS),
    )


def _choice(key: str, title: Message, choices: Sequence[tuple[str, Message]]) -> Field:
    return Field(key, title, choices=tuple(choices), optional=True)


def _if_led(suit: str) -> Message:
    return msg("If {suit} is led, I play", suit=SUIT_NAMES[suit])


# ---- what the adviser proposes ---------------------------------------------------------------------------------------


def trick_plan(view: View, number: int) -> str:
    """A plan for a trick: the cards that the adviser would play for each suit led, and as the leader."""
    hand = distinct(view.table["hands"][str(view.viewer)])
    view = _with_token(view)
    words: list[str] = []
    playing = len(view.table["tricks"]) < TRICKS and number <= TRICKS
    for key, suit in LED.items() if playing else ():
        legal = _legal_to_follow(view, hand, suit)
        if len(legal) > 1:
            supposed = replace(view, table=_table_when_led(view, suit, number))
            words += [key, *best_first(supposed, legal)[:MOST_CARDS]]
    trump = TRUMPS[view.table["trump"]]
    if playing and not trump.foretells and len(hand) > 1:
        words += ["lead", *best_first(replace(view, table=_table_when_led(view, "", number)), hand)[:MOST_CARDS]]
    return " ".join(["aim", str(_aim(view)), *words])


def round_plan(view: View) -> str:
    """A plan for the rest of the round: when another trick is wanted, and the leads with and without that."""
    view, me = _with_token(view), view.viewer or 0
    outlook = Outlook(view)
    more = [f"{won}-{last}" for won in range(outlook.won[me], TRICKS) if (last := _wanted_until(outlook, won))]
    words = ["more", *more] if more else []
    leading = replace(view, table=_table_when_led(view, "", next_trick(view)))
    # Under Echoes of the Future the lead carries a declaration, which a plan cannot make.
    if not TRUMPS[view.table["trump"]].foretells and len(leading.table["tricks"]) < TRICKS:
        hand = distinct(view.table["hands"][str(me)])
        for key, wanted in (("lead", True), ("duck", False)):
            if cards := _leads(leading, hand, more=wanted):
                words += [key, *cards]
    return " ".join(words or ["duck", EXTREMES[0]])


def _wanted_until(outlook: Outlook, won: int) -> int:
    """The last trick in which a seat with so many tricks wants another; 0 for none."""
    first = max(won, len(outlook.table["tricks"])) + 1
    wanted = [trick for trick in range(first, TRICKS + 1) if outlook.worth(won + 1, TRICKS - trick) < outlook.worth(won, TRICKS - trick)]
    return max(wanted, default=0)


def _leads(leading: View, hand: list[str], *, more: bool) -> list[str]:
    """The leads of the adviser, best first, when it wants another trick (`more`) or none.

    That depends on the tricks won, so the view gets the number nearest to the real one for which it is the case; [] without one.
    """
    outlook, me = Outlook(leading), leading.viewer or 0
    left = outlook.tricks_left - 1
    fitting = [won for won in range(TRICKS - left) if (outlook.worth(won + 1, left) < outlook.worth(won, left)) == more]
    if not fitting:
        return []
    near = min(fitting, key=lambda won: abs(won - outlook.won[me]))
    supposed = replace(
        leading, table={**leading.table, "tricks_won": [near if seat == me else won for seat, won in enumerate(outlook.won)]}
    )
    return best_first(supposed, hand)


def _with_token(view: View) -> View:
    """The view with the higher of two prophecies while one is being chosen."""
    tokens, me = list(view.table["tokens"]), view.viewer or 0
    if tokens[me] is None:
        tokens[me] = max(view.table["offer"], default=0)
    return replace(view, table={**view.table, "tokens": tokens})


def _aim(view: View) -> int:
    """The number of tricks with the least Glory; among equals the one nearest to the tricks won."""
    me = view.viewer or 0
    token, won = view.table["tokens"][me], view.table["tricks_won"][me]
    table = TRUMPS[view.table["trump"]].miss_glory
    tricks = range(won, TRICKS + 1)
    return min(tricks, key=lambda count: (table[abs(count - token)], count - won))


def _legal_to_follow(view: View, hand: list[str], suit: str) -> list[str]:
    if suit == ORB or not TRUMPS[view.table["trump"]].must_follow or not any(SUIT[face] == suit for face in hand):
        return hand
    return [face for face in hand if SUIT[face] == suit or face == ORB]


def _table_when_led(view: View, suit: str, number: int) -> dict[str, Any]:
    """The table with a card of middle rank of a suit led to a trick by another seat; with "" the owner is about to lead.

    For the trick after the current one, the current trick is won by another seat in the first case and by the owner in the second.
    """
    table, me = dict(view.table), view.viewer or 0
    if len(table["tricks"]) < number - 1:
        table["tricks"] = [*table["tricks"], {"cards": [face for _seat, face in table["plays"]]}]
        table["tricks_won"] = [won + (seat == me and not suit) for seat, won in enumerate(table["tricks_won"])]
    if not suit:
        return table | {"plays": [], "phase": "lead", "leader": me}
    leader = table["leader"] if table["leader"] != me else (me + 1) % view.seats
    face = ORB if suit == ORB else f"{suit}-{min(HIGHEST_RANK, view.seats + 1) // 2}"
    return table | {"plays": [[leader, face]], "phase": "follow", "leader": leader}
