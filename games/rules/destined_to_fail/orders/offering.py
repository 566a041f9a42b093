"""The plans that may be left now, as forms, with the adviser's as an example."""

from __future__ import annotations

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
"""Begins a plan for the trick after the one in which this seat still has to play; it is kept as one for a trick, with its number."""
OF = "of"
"""The word for that number, which the book adds itself."""
LED = {f"if_{suit}": suit for suit in (*SUITS, ORB)}
"""The word for each suit that may be led."""
KEYS = ("aim", "more", "follow", *LED, "lead", "duck", "give", "part", "row", "keep", "stop", "tricks")
MORE = {
    f"{won}-{last}": plural("with {count} trick, up to trick {last}", "with {count} tricks, up to trick {last}", won, last=last)
    for won in range(TRICKS)
    for last in range(won + 1, TRICKS + 1)
}
"""Until which trick another one is wanted, by the number of tricks won."""
RULES = {
    "lowest": msg("the lowest card"),
    "highest": msg("the highest card"),
    "lowest_winning": msg("the lowest card that takes the trick as it lies"),
    "highest_winning": msg("the highest card that takes the trick as it lies"),
    "lowest_losing": msg("the lowest card that does not take the trick as it lies"),
    "highest_losing": msg("the highest card that does not take the trick as it lies"),
}
"""The cards that a rule names, weakest first by number; an Orb is the highest."""
STOPS = {"orb": msg("an Orb lies before you"), "trump": msg("a trump lies in a trick led otherwise")}
ENDS = ("lowest", "highest")
MOST_NAMED = 4


def slot(view: View, opening: str, number: int | None = None) -> str:
    """What a plan is for: the round, or a trick."""
    here = f"{PLAN}:{view.table['round']}"
    return here if opening == PLAN else f"{here}:{trick_of(view, opening, number)}"


def trick_of(view: View, opening: str, number: int | None = None) -> int:
    """The trick that a plan for one speaks of: that with its number, or the one in which this seat plays next, or the one after it."""
    return number or next_trick(view) + (opening == NEXT)


def chooses(view: View) -> bool:
    """Whether this seat chooses together with others a card for the trick on the table, or has chosen one that is not laid out yet.

    A view does not tell the two apart, so both can be ordered: what is chosen anew in this trick, and the next one.
    """
    table = view.table
    asked = table["phase"] == "follow" and view.viewer not in [seat for seat, _face in table["plays"]]
    return asked and view.options.get("followers") == TOGETHER and view.seats > 2


def next_trick(view: View) -> int:
    """The number of the trick in which this seat plays next."""
    table = view.table
    played = view.viewer in [seat for seat, _face in table["plays"]] or table["phase"] in ("resolve", "between")
    number: int = table["trick"] + played
    return number


def offers(view: View) -> tuple[Offer, ...]:
    """For the tricks to come, the later one first, and for the round."""
    number, fields, rest = next_trick(view), _fields(view), steered(view)
    whole = Offer(slot(view, PLAN), msg("The rest of this round"), fields, f"{PLAN} {rest}", PLAN, _presets(rest))
    tricks = [(TRICK, number)] if not chooses(view) else [(NEXT, number + 1), (TRICK, number)]
    return (*(_one_trick(view, opening, n, fields) for opening, n in tricks if n <= TRICKS), whole)


def _one_trick(view: View, opening: str, number: int, fields: tuple[Field, ...]) -> Offer:
    preset = Preset(msg("Trick {n}, as proposed", n=number), f"{opening} {proposal(view, number)}")
    return Offer(slot(view, opening), msg("Trick {n} only", n=number), fields, preset.text, opening, (preset,))


def _presets(proposed: str) -> tuple[Preset, ...]:
    return (
        Preset(msg("Whole round, as proposed"), f"{PLAN} {proposed}"),
        Preset(msg("Lose every trick I can"), f"{PLAN} aim 0 stop orb"),
        Preset(msg("Take one trick, then lose"), f"{PLAN} aim 1 stop orb"),
        Preset(msg("Take two tricks, then lose"), f"{PLAN} aim 2 stop orb"),
    )


def _fields(view: View) -> tuple[Field, ...]:
    hand = distinct(view.table["hands"][str(view.viewer)])
    cards = tuple((face, CARD_NAMES[face]) for face in hand)
    rules = tuple(RULES.items())
    ends = tuple((end, RULES[end]) for end in ENDS)
    others = tuple((SEAT_TOKENS[seat], msg("{who}", who=Who(seat))) for seat in range(view.seats) if seat != view.viewer)
    offered = sorted(set(view.table.get("offer", ())))
    keep = tuple((KEEP_TOKENS[value], msg("keep the {value}", value=value)) for value in offered)
    return (
        Field("aim", msg("Tricks I want in this round"), 0, TRICKS),
        Field("more", msg("I want another trick"), choices=tuple(MORE.items()), several=True),
        _choice("follow", msg("Otherwise I follow with"), rules),
        *(_choice(key, _if_led(suit), (*cards, *rules)) for key, suit in LED.items()),
        _choice("lead", msg("If I lead, I play"), (*cards, *ends)),
        _choice("duck", msg("If I lead and want no other trick, I play"), (*cards, *ends)),
        _choice("give", msg("A trick I must give away goes to"), others),
        _choice("part", msg("What I throw off, hand on or lay into the Row"), (*cards, *ends)),
        _choice("row", msg("From the Row I take"), ends),
        *((_choice("keep", msg("The prophecy I keep"), keep),) if len(keep) > 1 else ()),
        Field("stop", msg("Ask me when"), choices=tuple(STOPS.items()), several=True),
        Field("tricks", msg("Only while I have so many tricks"), 0, TRICKS),
    )


def _choice(key: str, title: Message, choices: Sequence[tuple[str, Message]]) -> Field:
    return Field(key, title, choices=tuple(choices), optional=True)


def _if_led(suit: str) -> Message:
    return msg("If {suit} is led, I play", suit=SUIT_NAMES[suit])


# ---- the adviser's plan ----------------------------------------------------------------------------------------------


def proposal(view: View, number: int) -> str:
    """A plan for a trick made of what the adviser would do if each suit were led in it now."""
    hand = distinct(view.table["hands"][str(view.viewer)])
    view = _with_token(view)
    words: list[str] = []
    playing = len(view.table["tricks"]) < TRICKS and number <= TRICKS
    for key, suit in LED.items() if playing else ():
        legal = _legal(view, hand, suit)
        if len(legal) > 1:
            there = replace(view, table=_led(view, suit, number))
            words += [key, *best_first(there, legal)[:MOST_NAMED]]
    trump = TRUMPS[view.table["trump"]]
    if playing and not trump.foretells and len(hand) > 1:
        words += ["lead", *best_first(replace(view, table=_led(view, "", number)), hand)[:MOST_NAMED]]
    return " ".join(["aim", str(_aim(view)), *words])


def steered(view: View) -> str:
    """A plan for the rest of the round: when another trick is wanted, and what is led then and otherwise."""
    view, me = _with_token(view), view.viewer or 0
    o = Outlook(view)
    more = [f"{won}-{last}" for won in range(o.won[me], TRICKS) if (last := _wanted_until(o, won))]
    said = ["more", *more] if more else ["duck", ENDS[0]]
    led = replace(view, table=_led(view, "", next_trick(view)))
    if TRUMPS[view.table["trump"]].foretells or len(led.table["tricks"]) >= TRICKS:
        return " ".join(said)  # what is foretold with a card that is led has to be said
    hand = distinct(view.table["hands"][str(me)])
    leads = {key: _leads(led, hand, more=more) for key, more in (("lead", True), ("duck", False))}
    return " ".join((*(said if more else ()), *(word for key, cards in leads.items() if cards for word in (key, *cards)))) or " ".join(said)


def _wanted_until(o: Outlook, won: int) -> int:
    """The last trick in which one more is wanted by who has won so many; 0 where none is."""
    first = max(won, len(o.table["tricks"])) + 1
    wanted = [trick for trick in range(first, TRICKS + 1) if o.worth(won + 1, TRICKS - trick) < o.worth(won, TRICKS - trick)]
    return max(wanted, default=0)


def _leads(led: View, hand: list[str], *, more: bool) -> list[str]:
    """What the adviser leads, best first, who wants another trick, or none: with the number won for which that is so, the nearest to the
    own."""
    o, me = Outlook(led), led.viewer or 0
    left = o.tricks_left - 1
    fitting = [won for won in range(TRICKS - left) if (o.worth(won + 1, left) < o.worth(won, left)) == more]
    if not fitting:
        return []
    near = min(fitting, key=lambda won: abs(won - o.won[me]))
    there = replace(led, table={**led.table, "tricks_won": [near if seat == me else won for seat, won in enumerate(o.won)]})
    return best_first(there, hand)


def _with_token(view: View) -> View:
    """While one of two prophecies is being chosen, the higher counts."""
    tokens, me = list(view.table["tokens"]), view.viewer or 0
    if tokens[me] is None:
        tokens[me] = max(view.table["offer"], default=0)
    return replace(view, table={**view.table, "tokens": tokens})


def _aim(view: View) -> int:
    """The number of tricks that costs least by the prophecy; of equals the nearest to what is won."""
    me = view.viewer or 0
    token, won = view.table["tokens"][me], view.table["tricks_won"][me]
    table = TRUMPS[view.table["trump"]].miss_glory
    tricks = range(won, TRICKS + 1)
    return min(tricks, key=lambda count: (table[abs(count - token)], count - won))


def _legal(view: View, hand: list[str], suit: str) -> list[str]:
    if suit == ORB or not TRUMPS[view.table["trump"]].must_follow or not any(SUIT[face] == suit for face in hand):
        return hand
    return [face for face in hand if SUIT[face] == suit or face == ORB]


def _led(view: View, suit: str, number: int) -> dict[str, Any]:
    """The table as it would look with a middling card of a suit led by somebody else to a trick; with "" as the owner leads.

    Where that is the trick after the one on the table, they follow in it if somebody else takes this one, and lead to it if they take it.
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
