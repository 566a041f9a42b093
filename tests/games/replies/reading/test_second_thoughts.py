"""Tests of second thoughts within one line, and of doubtful texts that name one choice only."""

from __future__ import annotations

import pytest

from games.rules.contract import Decision, Option
from games.rules.messages import msg
from games.services.replies.reading import Question, question_of
from tests.games.replies.reading import unseen
from tests.games.replies.reading.met import READERS

AUCTION, PATHS, BURY, PLAY = "council_of_kings-0", "tempting_fate-38", "fate_foretold-33", "turn_of_fate-40"


@pytest.mark.parametrize(
    ("name", "text", "token"),
    [
        (BURY, "the angel, no wait, the sun", "sun"), (BURY, "Angel? No. Sun.", "sun"), (BURY, "l'ange, non pardon, le soleil", "sun"),
        (BURY, "Engel... nein Moment, Sonne. Ja, Sonne.", "sun"), (BURY, "hmm the angel, oops, I meant the sun, thanks!", "sun"),
        (BURY, "not the angel but the sun", "sun"), (BURY, "nicht den Engel, sondern die Sonne bitte", "sun"),
        (BURY, "pas l'ange mais le soleil", "sun"),
        (PATHS, "cross on path 2. No sorry, circle on path 3", "circle>3"),
        (BURY, "the angel, no wait, maybe the sun", ""), (BURY, "the angel, no wait, the sun or the crab", ""),
        (BURY, "the angel, no wait", ""), (BURY, "the angel, no wait, the sun?", ""), (BURY, "the angel, sorry Bob", "angel"),
        (BURY, "the angel, no wait, not the sun", ""), (BURY, "the angel, no wait, I'll write tonight", ""),
        (BURY, "the angel, non, je ne sais plus", ""),
    ],
)  # fmt: skip
def test_the_last_choice_counts_behind_an_explicit_retraction(name: str, text: str, token: str) -> None:
    assert unseen.played(text, unseen.question(name)) == token


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (PATHS, "cross on path 2 or 3"), (PATHS, "the seven attacks path 2"), (BURY, "the angel saved my bacon twice this week"),
        (BURY, "if Bob wakes up, the angel"), (BURY, "the angel and the sun look like my aunts"), (BURY, "does the angel help?"),
        (BURY, "I might bury the angel, let me sleep on it"), (BURY, "my people love the angel on the drawing"),
    ],
)  # fmt: skip
def test_a_doubtful_text_is_not_played_where_it_names_something_else_or_may_be_talk(name: str, text: str) -> None:
    assert unseen.played(text, unseen.question(name)) == ""


GOING_ON = msg("You buy {card} with {favors}, for {price}. Go on?", card=msg("Hedge Witch"), favors=(msg("Haggle"),), price=8)


def going_on(*tokens: str) -> Question:
    options = tuple(
        Option(token, msg(label)) for token, label in (("buy", "Buy Hedge Witch"), ("tax", "Tax your people")) if token in tokens
    )
    return question_of(Decision(0, "auction", GOING_ON, options), READERS)


@pytest.mark.parametrize("text", ["ok", "yep", "do it", "ja klar", "oui", "yes please", "👍"])
def test_yes_to_a_purchase_that_has_begun_is_the_purchase_where_it_is_offered(text: str) -> None:
    assert unseen.played(text, going_on("buy", "tax")) == "buy"
    assert unseen.played(text, going_on("tax")) == ""


@pytest.mark.parametrize("text", ["no", "nein danke", "non merci", "not now"])
def test_no_to_a_purchase_that_has_begun_is_no_choice(text: str) -> None:
    assert unseen.played(text, going_on("buy", "tax")) == ""


@pytest.mark.parametrize(
    "text",
    [
        "first tax, then buy the witch", "tax first, then buy", "erst steuern, dann kaufen", "Zuerst besteuern und danach kaufen",
        "erst steuern, dann schaun wir mal", "Buy. No wait, scrap that, I'm skint. Tax my people instead.",
    ],
)  # fmt: skip
def test_the_first_step_and_the_last_of_two_thoughts_are_the_choice(text: str) -> None:
    assert unseen.played(text, unseen.question("council_of_kings-910006")) == "tax"


@pytest.mark.parametrize("text", ["first I wanted to tax, then I thought I'd buy", "first tax, then buy?"])
def test_steps_that_leave_the_choice_open_are_asked_back(text: str) -> None:
    assert unseen.played(text, unseen.question("council_of_kings-910006")) == ""


@pytest.mark.parametrize(
    ("question", "text", "token"),
    [
        ("turn_of_fate-9937004", "not this turn, pass", "pass"),
        ("turn_of_fate-9937004", "Nicht jetzt, ich passe", "pass"),
        ("turn_of_fate-9937004", "not now", ""),
        ("turn_of_fate-9937001", "Castle on the Diplomat", "castle>diplomat"),
        ("turn_of_fate-9937001", "Castle on the Diplomat, that brings him to me, right? Otherwise no.", ""),
        ("tempting_fate-9937004", "put the star on one please", "star>1"),
        ("tempting_fate-9937004", "star on one of them", ""),
        ("fate_foretold-9937005", "the last of the five", "draw"),
        ("fate_foretold-9937005", "the last of the four", ""),
        ("council_of_kings-9937005", "quite", ""),
        ("council_of_kings-9937005", "Thank you for explaining the Scrying Bowl, it's quite clear now.", ""),
    ],
)
def test_small_words_decide_whether_a_choice_is_made(question: str, text: str, token: str) -> None:
    """ "Quite" is no form of "qui" in a name, and "the last of the four" is none of five choices."""
    assert unseen.played(text, unseen.question(question)) == token
