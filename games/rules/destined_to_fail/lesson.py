"""The guided first game: two rounds of three players, one with Sunstrike and one with Reveal."""

from games.rules.destined_to_fail.cards import deck, token_bag
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.lesson import Lesson, Step, stacked
from games.rules.messages import msg

_FIRST = (
    *("eyes-2", "eyes-1", "sun-1", "star-1", "hands-2", "hands-1", "orb"),
    *("eyes-1", "eyes-3", "moon-1", "moon-2", "star-3", "hands-1", "sun-2"),
    *("eyes-3", "moon-3", "star-2", "hands-3", "hands-2", "sun-3", "orb"),
)
_SECOND = (
    *("hands-1", "hands-3", "eyes-1", "eyes-3", "star-1", "star-3", "orb"),
    *("hands-2", "eyes-1", "sun-1", "sun-3", "moon-1", "moon-3", "orb"),
    *("hands-2", "hands-1", "eyes-2", "eyes-2", "sun-2", "moon-2", "star-2"),
)
_LATER = (
    "R1", "R6", "R16", "R18", "R19", "R21", "R22", "R23", "R24", "R25", "R26", "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R34",
    "R35", "R37", "R40", "R42", "R43", "R44", "R46", "R47",
)  # fmt: skip

LESSON = Lesson(
    seats=3,
    options={"round_limit": 2},
    deals={
        "trumps": (stacked(list(TRUMPS), "sunstrike", "reveal", top_last=True),),
        "first-leader": ((1,),),
        "deal": (stacked(deck(3), *_FIRST), stacked(deck(3), *_SECOND)),
        "tokens": (stacked(token_bag(3), 1, 1, 0, top_last=True), stacked(token_bag(3), 1, 2, 1, top_last=True)),
        "fate-die": ((2,), (3,), (3,)),
    },
    opening={1: ("eyes-1",), 2: ("eyes-3",)},
    intro=msg("Glory is bad: whoever has most of it loses alone. So you try to miss what the oracle foretells you, by exactly two tricks."),
    steps=(
        Step(
            msg(
                "Glory is bad. Each trick goes to the best card in it. You are foretold 0 tricks, the 0 beside your name: "
                "missing that by two brings no Glory, so take two of the five. Not this one: Anna led Eyes, so you must "
                "follow with Eyes. Play Eyes 2, below Ben's 3."
            ),
            ("eyes-2",),
            ("hand:eyes-2",),
            msg("An Orb may always be played and beats everything. Keep it for a trick that you want."),
            {
                "eyes-1": msg(
                    "Eyes 1 loses too. But what is left in your hand at the end counts against you: get rid of the higher card, Eyes 2."
                )
            },
            ("R2", "R3", "R5", "R14", "R39"),
            {2: ("seat-2", "moon-3"), 1: ("moon-2",)},
        ),
        Step(
            msg(
                "Ben took the trick with Eyes, and a trick taken with Eyes must be given away: he gave it to Anna. She "
                "leads Moon now. You hold no Moon, so you may play anything. Sun is trump in this round, see the trump "
                "card: Sun 1 beats both Moons. Take your first trick."
            ),
            ("sun-1",),
            ("hand:sun-1",),
            msg("That card cannot take the trick: it is neither Moon nor trump. You want two of five, and here the small Sun 1 is enough."),
            {"orb": msg("The Orb would take it too, but it is your strongest card. The small Sun 1 is enough.")},
            ("R9", "R14", "R15"),
        ),
        Step(
            msg(
                "Whoever takes a trick leads the next one, and a leader may play any card. You have one trick and want "
                "one more. Your Orb will win that later, so lose this one: lead Star 1, nothing is lower."
            ),
            ("star-1",),
            ("hand:star-1",),
            msg("You may lead that. But with Star 1 you surely lose this trick and keep what you need for the next ones."),
            {"eyes-1": msg("Careful: whoever takes a trick with Eyes gives it away, perhaps to you. Lead Star 1.")},
            ("R3", "R13"),
            {2: ("star-2", "hands-3"), 1: ("hands-1",)},
        ),
        Step(
            msg(
                "Hands of Fate bring Glory to whoever takes the trick with them, in this round even 3. An Orb brings none,"
                " beats everything and may be played although Hands were led. Take your second trick with the Orb."
            ),
            ("orb",),
            ("hand:orb",),
            msg("That loses to Ben's Hands 3, and you still want one trick. The Orb beats everything."),
            shows=("R11", "R14", "R17"),
        ),
        Step(
            msg(
                "You have your two tricks: no more now. Lead Hands 2. Each card of Hands and Eyes is there twice, and of "
                "equal cards the one played last wins. Two cards will be left in your hand, and the highest sum left may "
                "cost Glory: keep the low ones."
            ),
            ("hands-2",),
            ("hand:hands-2",),
            msg(
                "That might lose too, but leaves you higher cards: whoever has the highest sum left rolls the Fate Die and"
                " gains up to 2 Glory."
            ),
            {
                "eyes-1": msg(
                    "Careful: whoever takes a trick with Eyes has to give it away, perhaps to you, and three would be one too many."
                )
            },
            ("R8", "R10", "R12", "R39"),
            {1: ("moon-1",), 2: ("hands-2", "hands-2")},
        ),
        Step(
            msg(
                "Counted: you took 2 tricks, foretold were 0, so no Glory. Ben has 3 Glory from his Hands and 2 for "
                "fulfilling his prophecy. New round: you are foretold 2, so take none. Moon is trump now. Ben led Hands 2: "
                "stay below with Hands 1."
            ),
            ("hands-1",),
            ("hand:hands-1",),
            msg("That may take the trick, and you want none this round: Hands 1 stays below Ben's 2."),
            shows=("R4", "R7", "R8", "R36"),
            replies={1: ("hands-2", "eyes-1")},
        ),
        Step(
            msg(
                "Anna's Hands 2 came later than Ben's and took the trick: 2 Glory for her. She led Eyes 1, Ben played Eyes"
                " 2. Eyes 3 would take it, but a trick taken with Eyes must be given away: it cannot hurt you. Play it."
            ),
            ("eyes-3",),
            ("hand:eyes-3",),
            msg("With the Orb the trick is yours for good, and you want none. Taken with Eyes 3, you give it away."),
            {"eyes-1": msg("Safe as well. But a trick that you give away can hurt somebody else: take it with Eyes 3.")},
            ("R10", "R14", "R15", "R17"),
        ),
        Step(
            msg(
                "Who gets it? All prophecies lie open. Anna is foretold 1 and has 1: she would gain 2 Glory, leave her so."
                " Ben is foretold 1 and has none: one trick fulfils his prophecy. Give it to Ben."
            ),
            ("seat-3",),
            ("seat-2",),
            msg("Anna has just the one trick that is foretold her, which is bad for her. A second one would help her. Give it to Ben."),
            shows=("R15", "R38"),
            replies={2: ("sun-2",)},
        ),
        Step(
            msg(
                "Ben won the trick, so he leads: Sun 2. You have no Sun and may play anything. A card that is neither the "
                "suit led nor trump nor an Orb cannot win, however high: get rid of Hands 3."
            ),
            ("hands-3",),
            ("hand:hands-3",),
            msg("That loses as well. But Hands 3 is the most dangerous card you hold, and here it can do no harm."),
            {"orb": msg("The Orb would take the trick, and you want none.")},
            ("R9", "R17"),
            {1: ("sun-3", "moon-1")},
        ),
        Step(
            msg(
                "Moon is led, the trump, and you have none: only the Orb could win now. Throw away your highest card, Star 3. "
                "(The open cards of the Forsaken Row are nobody's: they are out of this round.)"
            ),
            ("star-3",),
            ("hand:star-3",),
            msg("That loses as well, but the highest sum of the two cards left in a hand may cost Glory: throw away your highest, Star 3."),
            {"orb": msg("The Orb would take the trick, and you want none.")},
            ("R9", "R36"),
            {2: ("star-2",)},
        ),
        Step(
            msg("The last trick: Ben led Star 2. You follow with Star or play an Orb. The Orb would win, Star 1 loses."),
            ("star-1",),
            ("hand:star-1",),
            msg("The Orb would take the trick. Without any trick you miss your 2 by exactly two: play Star 1."),
            shows=("R14", "R20", "R38", "R41", "R45"),
            replies={1: ("sun-1",)},
        ),
    ),
    outro=msg(
        "No trick for a prophecy of 2: no Glory again. Missing by none brings 2 Glory, by one 1, by three 3. This short "
        "game had two rounds. Anna and Ben had most Glory, 6 each, and rolled a die: Anna is the Chosen One and loses "
        "alone. A full game goes on until somebody has 20 Glory, and each round another trump card changes the rules."
    ),
    later=_LATER,
)
