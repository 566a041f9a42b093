"""Sample tables to draw: one with every kind of zone, and one whose texts try to inject markup."""

from __future__ import annotations

from games.render.picking import Picked
from games.render.tabletop import NO_PICKS, Seated, tabletop
from games.rules.contract import Barred, Decision, Option, Shape, Wait
from games.rules.messages import Reader, Who, msg
from games.rules.scene import Card, Counter, Layout, Pile, Scene, Suit, Zone, back, single

WAVES = Suit("waves", msg("Waves"), "W", "≈")
WYRMS = Suit("wyrms", msg("Wyrms"), "Y", "§")
CAVE = Card("cave", msg("The Cave"), "7", (WAVES, WYRMS), art="cards/cave-entrance")
SAVAGE = Card("savage", msg("The Savage"), "3", (WYRMS,), marks=(msg("locked"),))
ORACLE = Card(
    "oracle", msg("The Oracle"), text=msg("When you buy this card, look at the top two cards of the Fate deck, then put them back.")
)

ANN_AND_BO = Reader(("Ann", "Bo"))

TABLE = Scene(
    zones=(
        Zone("c0", msg("Congregation"), (Pile((SAVAGE, CAVE), "pile-1", notes=(msg("worth {n}", n=10),)), single(SAVAGE)), owner=0),
        Zone("c1", msg("Congregation of {who}", who=Who(1)), owner=1, empty=msg("nobody yet")),
        Zone("path", msg("Path {n}", n=1), (single(back()), single(CAVE, msg("3 of 4 tokens"))), Layout.PATH),
        Zone("decks", msg("Decks"), (Pile(title=msg("Fates"), count=12), Pile(title=msg("Discarded")), Pile((back(), back(), SAVAGE)))),
        Zone("hand", msg("Your hand"), (single(ORACLE), single(ORACLE)), Layout.FAN, owner=0),
    ),
    counters=(Counter(msg("Coins"), 3, 1), Counter(msg("Round"), 2), Counter(msg("Favors"), 1, 0, 3)),
    notes=(msg("{who} leads.", who=Who(1)),),
)

CHOICE = Decision(
    0,
    "play",
    msg("Play a Fate."),
    (
        Option("cave>savage", msg("The Cave on The Savage"), ("cave", "savage"), msg("joins your Congregation")),
        Option("pass", msg("Play nothing")),
    ),
    barred=(Barred(("oracle",), msg("An Oracle is never played."), "R14"),),
)
SOME = Decision(0, "discard", msg("Discard."), CHOICE.options, Shape.SOME, 1, 2, Wait.SEALED, given="pass")
ORDER = Decision(0, "order", msg("Put in order."), CHOICE.options, Shape.ORDER, 2, 2)
NUMBER = Decision(0, "bid", msg("Bid."), (), Shape.NUMBER, 1, 6)

NASTY = """<script>alert("1")</script>\x00\r\nBcc: x & 'y' </text><image href="http://evil/">"""
HOSTILE = Scene(
    zones=(
        Zone(
            'z"><b>',
            msg(NASTY.replace("{", "")),
            (
                Pile(
                    (Card('c"><i>', msg(NASTY), NASTY, (Suit('s"<', msg(NASTY), "<", "<"),), msg(NASTY), NASTY, marks=(msg(NASTY),)),),
                    title=msg(NASTY),
                ),
            ),
            owner=0,
            notes=(msg(NASTY),),
        ),
    ),
    counters=(Counter(msg(NASTY), NASTY, 0),),
    notes=(msg("{who}", who=Who(0)),),
)
HOSTILE_READER = Reader((NASTY, NASTY))
HOSTILE_CHOICE = Decision(0, "play", msg(NASTY), (Option(NASTY, msg(NASTY), ('c"><i>',), msg(NASTY)),))


def table_html(scene: Scene, reader: Reader, decision: Decision | None, picked: Picked = NO_PICKS, rules_url: str = "") -> str:
    """The table of a game of two as its first player sees it."""
    table = tabletop(scene, reader, Seated(2, 0), decision=decision, picked=picked, rules_url=rules_url)
    return f"{table.cloth}{table.hand}{table.notes}{table.counters}"


def full_table() -> Scene:
    """A table of six Congregations with six Citizens each."""
    piles = tuple(Pile((CAVE,), f"p{at}") for at in range(6))
    return Scene(tuple(Zone(f"z{seat}", msg("Congregation"), piles, owner=seat) for seat in range(6)), TABLE.counters, TABLE.notes)
