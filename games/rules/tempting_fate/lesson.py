"""The guided first game: a match, first as Fate, then as the querent."""

from games.rules.lesson import Lesson, Step, stacked
from games.rules.messages import msg
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import DECK, FACES

_ON_ONE = tuple(f"{card}>1" for card in (*FACES, "deck"))

LESSON = Lesson(
    seats=2,
    options={"first_fate": "first"},
    deals={
        "zener": (
            stacked(DECK, "circle", "cross", "waves", "square", "star", "star", "circle", "square", "cross", "waves", "waves", "circle"),
            stacked(DECK, "cross", "square", "star", "waves", "circle", "square", "cross", "star", "circle", "waves", "square", "star"),
        ),
        "tarot": (
            stacked(tuple(TAROT), "cups-02", "cups-07", "coins-03", "swords-04", "major-01"),
            stacked(tuple(TAROT), "major-00", "cups-10", "coins-02", "wands-03", "cups-04", "swords-01", "swords-08"),
        ),
    },
    intro=msg("Fate lays paths of face-down cards, the querent breaks them with the tarot. You play both sides, first Fate."),
    steps=(
        Step(
            msg(
                "You are Fate: you win when a path gets a sixth card. Anna is the querent and attacks your paths. You "
                "have three actions a turn. Place the Circle on path 1, face down. It is worth only 1 point; the stronger "
                "cards come after it and protect it."
            ),
            ("circle>1",),
            ("circle", "path-1"),
            msg("That would be allowed. But the outer cards protect the inner ones, so begin with the weakest: the Circle on path 1."),
            shows=("R1", "R2", "R16", "R24"),
        ),
        Step(
            msg(
                "Build on: if the querent removes the last card of a path, she has won, so never leave one card alone. "
                "Place the Square, worth 4 points, on path 1 as well."
            ),
            ("square>1",),
            ("square", "path-1"),
            msg(
                "Now the Square on path 1: it is worth 4 points and holds longer than most. A single card on another path "
                "would be one more chance for Anna."
            ),
            shows=("R4", "R24"),
        ),
        Step(
            msg(
                "The new card always goes to the outer end, and only the outermost can be attacked. So put your strongest "
                "there: the Star, worth 5 points and immune to all trumps of Anna's tarot. Below a path stands in how "
                "many actions it can win."
            ),
            ("star>1",),
            ("star", "path-1"),
            msg("The outermost card has to hold: the Star with 5 points, on path 1."),
            shows=("R2", "R15", "R18"),
            replies={1: ("cups-02>1",)},
        ),
        Step(
            msg(
                "Your hand is filled up to five. Anna attacked the Star with the Two of Cups, 2 points. It needs 5, so the "
                "Star stays, face up, with 2 tokens. Nothing may be placed on tokens. Taking one off is an action: do it, "
                "we take off the other."
            ),
            ("remove>1",),
            ("path-1",),
            msg("A new path would be allowed. But on path 1 you are only three cards from winning: take a token off there."),
            shows=("R3", "R5", "R6"),
            replies={0: ("remove>1",)},
        ),
        Step(
            msg(
                "One action is left, and you can build on path 1 again. Place the top card of the deck this time: nobody "
                "has seen it, not even you, and the cards you know stay in your hand."
            ),
            ("deck>1",),
            ("zener-deck", "path-1"),
            msg("Stay on path 1, and take the unseen card of the deck: keep those in your hand, you know what they are worth."),
            shows=("R14", "R15"),
            replies={1: ("cups-07>1",)},
        ),
        Step(
            msg(
                "Anna attacked the unseen card with the Seven of Cups, 2 points (six counts 1, seven 2, ten 5). "
                "It was a Cross, worth 2: gone. But three cards lie there without tokens, so you can win now. Place any "
                "card on path 1."
            ),
            _ON_ONE,
            ("path-1",),
            msg("Three more on path 1 and you have won. Do not begin another path."),
            shows=("R6", "R23"),
        ),
        Step(
            msg("Nobody interrupts your turn: Anna attacks only after your third action. The fifth card, please: any card on path 1."),
            _ON_ONE,
            ("path-1",),
            msg("Two more on path 1 and you have won."),
            shows=("R4", "R24"),
        ),
        Step(
            msg("And the sixth: a path that gets longer than five cards wins at once."),
            _ON_ONE,
            ("path-1",),
            msg("The sixth card belongs on path 1: that wins."),
            shows=("R17", "R23"),
            replies={1: ("cross>1", "square>1", "star>1")},
        ),
        Step(
            msg(
                "You won the first of two games. Now you are the querent, and Anna builds. Each turn you attack one outermost "
                "card. The Fool sends a face-down card under Anna's deck unseen, whatever it is: play him on path 1."
            ),
            ("major-00>1",),
            ("major-00", "path-1"),
            msg("You can attack with any card. But first see the Fool at work: he is worth no points and yet removes any face-down card."),
            shows=("R10", "R13", "R30"),
            replies={1: ("waves>2", "circle>3", "deck>3")},
        ),
        Step(
            msg(
                "Anna has left a single card on path 2: remove it, and you win. You cannot see it, so take as many points "
                "as you can: the Ten of Cups has 5 (six counts 1, ten counts 5)."
            ),
            ("cups-10>2",),
            ("cups-10", "path-2"),
            msg("Path 2 is where you can win, and more points remove more cards: the Ten of Cups on path 2."),
            shows=("R2", "R18", "R24"),
            replies={1: ("square>1", "cross>1", "deck>1")},
        ),
        Step(
            msg(
                "Waves, the one symbol that is immune to Cups! It stays, but has 5 tokens, and it is worth only 3: the "
                "next card it is not immune to removes it. Hurry, Anna has five cards on path 1. Attack path 2 with "
                "anything but Cups."
            ),
            ("coins-02>2", "wands-03>2", "swords-01>2", "swords-08>2"),
            ("path-2",),
            msg("Anna wins with her next card on path 1. Attack path 2: there one hit empties the path, and you win."),
            {
                "cups-04>2": msg("Waves is immune to Cups: that lays tokens on it and does not remove it. Take Coins, Swords or Wands."),
                "deck>2": msg("The deck might turn up Cups once more. In your hand you see what you have."),
            },
            ("R6", "R7", "R8", "R25"),
        ),
    ),
    outro=msg(
        "You won both games, and with them the match. Against a careful Fate it takes longer: then the match goes "
        "to whoever wins as Fate in fewer rounds."
    ),
    later=("R12", "R19", "R20", "R21", "R22", "R26", "R27", "R28", "R29", "R31", "R32", "R33"),
)
