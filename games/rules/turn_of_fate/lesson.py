"""The guided first game: a whole game as the Leaves against the Suns, with fixed answers for the first eight turns."""

from games.rules.lesson import Lesson, Step, stacked
from games.rules.messages import msg
from games.rules.turn_of_fate.cards import CITIZENS, FATES

_CITIZENS = ("merchant", "soldier", "painter", "lunatic", "penitent", "sailor", "huntress", "savage", "author", "diplomat", "bard")
# In the order of the draws: three for the learner, three for Anna, then alternately. The Pact bears Suns and goes to the bottom.
_FATES = (
    *("market", "battle", "ace_leaves"),
    *("discovery", "castle", "desert"),
    *("pact", "windfall", "ace_suns", "end", "mountain", "ace_knots", "darkness", "forest", "journey", "cave", "ace_moons", "mill"),
    *("sea", "betrayal", "ace_waves"),
)

LESSON = Lesson(
    seats=2,
    deals={"citizens": (stacked(CITIZENS, *_CITIZENS),), "fates": (stacked(FATES, *_FATES),)},
    intro=msg("You serve the Leaves, Anna serves the Suns. You win people over, shake those of the rival, and bring your own to safety."),
    steps=(
        Step(
            msg(
                "You serve the Leaves, Anna the Suns. You play cards called Fates on people, the Citizens. Those in the "
                "middle, the Agora, follow nobody yet. Win the Soldier, the 5 there, with a Fate that shares a suit with "
                "him: he and the Market both show Knots. Play the Market on him."
            ),
            ("market>soldier",),
            ("market", "soldier"),
            msg("That is allowed. But the Soldier in the Agora follows nobody, and any card that fits wins him: play the Market on him."),
            {
                "ace_leaves>merchant": msg(
                    "Well seen: 1 and 9 make ten, and a ten is something special. You will need that Ace in a moment, so play "
                    "the Market on the Soldier first."
                )
            },
            ("R1", "R6", "R11", "R17", "R22", "R24"),
            {1: ("discovery>lunatic",)},
        ),
        Step(
            msg(
                "You drew the Pact, but a card of the rival's suit, Suns, is not for you: it went under the deck. Now a "
                "Moment of Truth: Battle 4 on the Penitent 6 makes ten, and both show Wyrms. He comes over from Anna at "
                "once, and counts double, because he shows your rival's suit."
            ),
            ("battle>penitent",),
            ("battle", "penitent"),
            msg("You may do that. But Battle 4 on the Penitent 6 makes ten and takes him from Anna, and he counts double for you."),
            {
                "battle>soldier": msg(
                    "A ten as well: Market 6 and Battle 4. But the Penitent comes over from Anna and counts double for you."
                )
            },
            ("R7", "R19", "R29"),
            {1: ("castle>merchant",)},
        ),
        Step(
            msg(
                "Anna's Castle has sent your Merchant back to the Agora: in a Congregation, the row before each of you, "
                "nobody is safe. In your Temple beside it they are. An Ace on one of your own is always a Moment of "
                "Truth: play the Ace of Leaves on the Soldier, and he takes vows and goes there."
            ),
            ("ace_leaves>soldier",),
            ("ace_leaves", "soldier"),
            msg("That is allowed, but keep your Crowns for later: the Ace of Leaves on the Soldier does it for less."),
            {
                "ace_leaves>sailor": msg("A Moment of Truth as well, but count: Sailor 4 and Ace 1 are 5, Soldier, Market and Ace are 12."),
                "ace_leaves>savage": msg("A Moment of Truth as well, but count: Savage 3 and Ace 1 are 4, Soldier, Market and Ace are 12."),
            },
            ("R18", "R22"),
            {1: ("desert>penitent",)},
        ),
        Step(
            msg(
                "A Fate with a 10 is a Crown, and each Crown is a Moment of Truth, whatever lies beneath. The Windfall "
                "shows Knots like the Castle on the Merchant: play it there, and he takes vows with you. Anna's Castle "
                "counts for you too: 9 + 7 + 10 = 26 points."
            ),
            ("windfall>merchant",),
            ("windfall", "merchant"),
            msg("Nobody brings you more than the Merchant in the Agora: 9, Anna's Castle 7 and the Windfall 10. Play the Windfall on him."),
            shows=("R19", "R22", "R24"),
            replies={1: ("darkness>penitent",)},
        ),
        Step(
            msg(
                "The Bard is a man of the Suns: he came and took vows in Anna's Temple at once, worth 10. Now your great "
                "coup: the Leaves may play the End without a matching suit if they give up an Ace. Play the End on Anna's "
                "Diplomat, the 8, and pay the Ace of Knots."
            ),
            ("end>diplomat+ace_knots",),
            ("end", "diplomat", "ace_knots"),
            msg("That is allowed. But the Diplomat, 8, bears Suns and counts double for you: play the End on him for the Ace of Knots."),
            shows=("R13", "R14", "R15", "R16", "R25", "R29", "R30"),
            replies={1: ("mountain>author",)},
        ),
        Step(
            msg(
                "No new Citizen is left. A ten helps at home too: Cave 7 on your Savage 3 makes ten, they share Wyrms, and"
                " the Savage takes vows."
            ),
            ("cave>savage",),
            ("cave", "savage"),
            msg("Allowed, but look for tens first: Cave 7 and Savage 3, and what takes vows is yours for good."),
            shows=("R19", "R26"),
            replies={1: ("journey>sailor",)},
        ),
        Step(
            msg(
                "Your hand is small. You may always pass: you play nothing and draw two cards instead of one. Try it now; "
                "later you will pass when nothing good fits."
            ),
            ("pass",),
            ("fate_deck",),
            msg("A good idea for the next turn. First try out passing: it is always allowed and brings two cards."),
            shows=("R9", "R12"),
            replies={1: ("sea>penitent",)},
        ),
        Step(
            msg(
                "Whom you cannot win you can shake: an ordinary card on somebody in Anna's Congregation sends them to the "
                "Agora, and she loses their points. Shake one of hers, for instance the Author, her last pile, with the "
                "Forest."
            ),
            ("forest>author", "mill>lunatic", "betrayal>painter", "ace_waves>lunatic"),
            ("author", "lunatic", "painter"),
            msg("Good for you. This turn, take something from Anna: a card that fits on one of the people in her Congregation."),
            shows=("R24",),
        ),
        Step(
            msg(
                "Now you choose, anything goes. Ask in this order: does a ten, an Ace or a Crown bring one of mine to "
                "safety? Can I win somebody in the Agora? Can I shake one of Anna's?"
            ),
            shows=("R19",),
        ),
        Step(
            msg(
                "One more turn of your own; then the bots play both sides to the end. It comes when nobody new is left and"
                " whoever is at turn can neither play nor draw."
            ),
            shows=("R27", "R33"),
        ),
    ),
    outro=msg(
        "Counted were the people in your Congregation and your Temple with all the cards on them, whoever played "
        "them; those with the suit of the rival counted double. Agora and hands counted nothing."
    ),
    play_on=True,
    later=("R2", "R3", "R4", "R5", "R8", "R10", "R23", "R28", "R31", "R32", "R34"),
)
