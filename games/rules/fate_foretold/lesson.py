"""The guided first game: ten steps to a win with Body cards."""

from games.rules.fate_foretold.cards import DECKS, SIGILS
from games.rules.lesson import Lesson, Step, stacked
from games.rules.messages import msg

_HANDS = ("virgo", "leo", "scorpio", "forge", "labyrinth", "capricorn", "tower", "war", "hermit")
_NEST = (
    *("hanged_man", "pisces", "phoenix"),
    *("lovers", "famine", "gemini"),
    *("aegis", "colossus", "judgement", "oracle", "moon", "star"),
    *("strength", "magician", "sun"),
    *("chariot", "wheel_of_fortune", "dreamer"),
    "temperance",
)
_NO_BODY = ("lovers", "judgement", "oracle")
_LATER = (
    "R3", "R4", "R5", "R10", "R13", "R15", "R17", "R26", "R27", "R28", "R29", "R30", "R31", "R33", "R35", "R36", "R38", "R39", "R40",
    "R41", "R42", "R43", "R44", "R45", "R46", "R47", "R48", "R49", "R50", "R51", "R52", "R53", "R54", "R55", "R56", "R57", "R58", "R60",
    "R61", "R62", "R63", "R64", "R65", "R66", "R67", "R68", "R69", "R71", "R72", "R73",
)  # fmt: skip

LESSON = Lesson(
    seats=3,
    deals={
        "sigils": (stacked([sigil.id for sigil in SIGILS], "sigil_king", "sigil_queen", "sigil_nine"),),
        "nest": (stacked(DECKS[max(DECKS)], *_HANDS, *_NEST),),
        "stack": ((0, 1, 2, 3), (2, 3, 0, 1)),
    },
    intro=msg("Gather five cards of one suit, keep them for a round, and reveal one more of that suit: that is all it takes to win."),
    steps=(
        Step(
            msg(
                "You want five cards of one suit on your field, the row before you. Your sigil, the King, lies there "
                "already and counts for Mind and for Body, the triangle, so four Body cards will do. You have drawn a "
                "card; now play one: Virgo, a Body card that nobody can bury."
            ),
            ("virgo",),
            ("virgo", "field-0"),
            msg("You may play that. But begin with Virgo: she can't be buried, so she is still there when it counts."),
            {"draw": msg("Instead of playing you may draw a second card. You hold good Body cards already: play Virgo.")},
            ("R1", "R2", "R6", "R7"),
            {1: ("leo",), 2: ("scorpio",)},
        ),
        Step(
            msg(
                "Anna and Ben have played too. Play the Forge next: it is Body, and its text lets you put one more Body "
                "card on your field in the same turn."
            ),
            ("forge",),
            ("forge",),
            msg("The Forge brings two Body cards in one turn, itself and another one: play it."),
            shows=("R22", "R25"),
        ),
        Step(
            msg(
                "Put the Tower down. A card that is put down is not played: a text that says “when you play” would be "
                "lost now. But the Tower works by lying there: nobody can take or trade your cards."
            ),
            ("tower",),
            ("tower",),
            msg("It says “you may”, so you could leave it. But this is a card for nothing: put the Tower down."),
            {
                "hanged_man": msg(
                    "Put down, the Hanged Man would not draw you anything: that happens only when he is played. Put the Tower down."
                )
            },
            ("R25", "R32"),
            {1: ("labyrinth", "forge"), 2: ("capricorn",)},
        ),
        Step(
            msg(
                "Anna's Labyrinth has sent the Forge back to your hand. The Tower is no help there: it only stops taking "
                "and trading. Play the Hanged Man: Body, and you draw three cards, then discard two."
            ),
            ("hanged_man",),
            ("hanged_man",),
            msg("You may. But the Hanged Man is Body and shows you three new cards: play him."),
            shows=("R22", "R32"),
        ),
        Step(
            msg(
                "Three new cards. Keep what is Body and discard two of the others: of the Lovers, the Judgement and the "
                "Oracle, whichever you like. They go to the bottom of the Nest, the deck in the middle."
            ),
            tuple(f"{one} {two}" for one in _NO_BODY for two in _NO_BODY if one != two),
            _NO_BODY,
            msg("Keep all Body cards. Discard two of the Lovers, the Judgement and the Oracle."),
            shows=("R11", "R12"),
            replies={1: ("pisces",), 2: ("hermit",)},
        ),
        Step(
            msg(
                "Virgo, Tower, Hanged Man and your sigil: four Body. One more, and you are in the Convergence, a round "
                "away from winning. Play the Aegis: it is Body and protects one of your cards."
            ),
            ("aegis",),
            ("aegis",),
            msg("That would be possible. But whoever has five is attacked by all: take the Aegis, which protects."),
            shows=("R21", "R22"),
        ),
        Step(
            msg(
                "Five: you are in the Convergence, and your hand is a face-down stack. If you still have five when your "
                "next turn comes, you reveal a card, and a Body card wins. Now protect the Tower or the Hanged Man."
            ),
            ("tower", "hanged_man"),
            ("tower", "hanged_man"),
            msg("Nobody can bury Virgo anyway. Protect the Tower or the Hanged Man."),
            shows=("R21", "R34", "R37"),
            replies={1: ("war", "aegis", "leo"), 2: ("phoenix",)},
        ),
        Step(
            msg(
                "Anna's War has buried the Aegis itself, that is, put it under the Nest. Only four are left: the "
                "Convergence is over, and your hand is yours again. Play Strength: the fifth Body once more, and it "
                "buries a card of an opponent."
            ),
            ("strength",),
            ("strength",),
            msg("That is allowed. But Strength is Body, and strikes back too: play it."),
            shows=("R20", "R21", "R70"),
        ),
        Step(
            msg(
                "You are in the Convergence again. Now bury a card of Anna's or Ben's, whichever you like. By the way: at "
                "the end of your turn you keep at most five cards on your field and five in your hand."
            ),
            shows=("R8", "R12", "R23", "R24", "R25"),
            replies={1: ("famine",), 2: ("gemini",)},
        ),
        Step(
            msg(
                "All still there! This turn you only reveal one card. Of the four in your stack two are Body, the Forge "
                "and the Colossus; in the Nest it is about one in four. Reveal the top card of your stack."
            ),
            ("stack",),
            (),
            msg("The Nest might bring Body too. But you know what is in your stack: every second card is Body."),
            shows=("R14", "R16", "R18", "R19"),
        ),
    ),
    outro=msg(
        "The Forge: Body! Your fate is foretold, and you have won. Had it been another suit, you would have played"
        " it and tried again next turn, if they had let you."
    ),
    later=_LATER,
)
