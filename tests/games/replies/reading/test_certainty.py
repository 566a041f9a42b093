"""Tests of what is learned to be certain, and of the rules that come before it."""

from __future__ import annotations

import pytest

from games.services.replies.reading import Choice, Confidence, Question, read
from games.services.replies.reading.certainty import features_of, is_certain
from games.services.replies.reading.certainty.sentences import complete_part
from games.services.replies.reading.choice_model import MOST_WORDS
from games.services.replies.reading.reading import said_in
from tests.games.replies.reading import unseen

BURY = unseen.question("fate_foretold-33")
AUCTION = Question((Choice("bid", ("Bid 1 coin", "1 Münze bieten")), Choice("tax", ("Tax your people", "Steuern erheben"))))


def played(text: str, question: Question = BURY) -> str:
    """The choice that the text plays, or nothing."""
    return next((answer.text for answer in read(text, question).answers if answer.confidence is Confidence.CERTAIN), "")


@pytest.mark.parametrize(
    ("asked", "text", "token"),
    [
        ("fate_foretold-8800590", "the lion, rawr", "leo"),
        ("fate_foretold-9900917", "Turm, der wackelt sowieso", "tower"),
        ("fate_foretold-9901216", "la danseuse, dernier tango", "dancer"),
        ("council_of_kings-9900844", "Tax, even at 5 points. I need the cash and I'm last anyway.", "tax"),
        ("turn_of_fate-8800212", "Der Ursprung bleibt auf meiner Hand, ich passe diesmal", "pass"),
        ("tempting_fate-9925001", "Circle on path 2. Can't save all three.", "circle>2"),
        ("turn_of_fate-9925005", "I shall hold on to my Ace and pass.", "pass"),
        ("fate_foretold-9926000", "Chloe (can't find the accent on this thing)", "seat-3"),
        ("council_of_kings-9926003", "Oui, continuez !", "buy"),
        ("council_of_kings-9927006", "Not yet, tax first please.", "tax"),
        ("destined_to_fail-9925000", "1 back in the bag please. My hand isn't that bad. Tess", "keep-2"),
        ("fate_foretold-990020", "Que le Chuchoteur soit défaussé", "whisperer"),
    ],
)
def test_remark_beside_the_name_leaves_the_choice_certain(asked: str, text: str, token: str) -> None:
    assert played(text, unseen.question(asked)) == token


@pytest.mark.parametrize(
    "text",
    [
        "Angel, the new café by the station", "not the angel", "the angel? or the sun", "the angel, no wait", "ma carte préférée, l'Ange",
        "Ada said she would bury the angel", "I nearly buried the angel, but the sun looks better, hm",
    ],
)  # fmt: skip
def test_rules_come_before_what_is_learned(text: str) -> None:
    assert played(text) == ""


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("fate_foretold-9925003", "den Skorpion würd ich wohl legen, wenn nicht schon einer liegt. Liegt da einer? Sonst die Sonne."),
        ("turn_of_fate-9926008", "Des Meer, des Meer... i woid eigentlich in d'Berg."),
        ("destined_to_fail-9926006", "Moon, but the small one. My Moon pile can't take a seven."),
        ("council_of_kings-9927001", "I thought about the circus, but I keep it for later. So I am finish, please go to next Fate card."),
        ("destined_to_fail-9927003", "je parie que Gus va jeter son orbe, il fait tjrs des trucs comme ça"),
        ("fate_foretold-880000", "Moon, best pub in town"),
        ("destined_to_fail-9925000", "put the 1 back, or maybe not"),
        ("council_of_kings-9927006", "no, first let me think"),
    ],
)
def test_conditions_doubts_and_talk_are_asked_back(asked: str, text: str) -> None:
    assert played(text, unseen.question(asked)) == ""


def test_the_sentence_that_names_a_choice_completely_is_found() -> None:
    found = said_in("Well, here goes. The Angel please. My coffee is cold", BURY).found
    part = complete_part(found, BURY)
    assert part is not None
    assert (part.answer, part.whole, part.place) == ("angel", True, "middle")
    assert complete_part(said_in("the Angel. the Sun", BURY).found, BURY) is None


def test_long_texts_and_questions_for_several_choices_are_never_certain() -> None:
    found = said_in("the angel " + "word, " * MOST_WORDS, BURY).found
    assert not is_certain(found, BURY, "angel")


def test_features_are_signals_pairs_of_them_and_words() -> None:
    found = said_in("tax, the easy way", AUCTION).found
    features = features_of(found, AUCTION, "tax")
    assert {"lines=1", "asks=False", "lines=1&asks=False", "easy"} <= features
    assert "choices=1" in features


@pytest.mark.parametrize(
    "text",
    [
        "thats a fine angel ive got there. if anybody wants to steal it they will have to come through me\nwalt",
        "the angel maybe, i dont recall\nwalt",
    ],
)
def test_what_is_only_spoken_of_or_likely_is_asked_back(text: str) -> None:
    assert unseen.played(text, unseen.question("fate_foretold-9921002")) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Hauptstr. 5", "Hauptstr. 5, 12345 Berlin", "Musterweg 3", "12345 Berlin", "2 rue de la Paix", "5 High Street", "5. Dezember",
        "3 March", "1. FC Köln", "Viele Grüße\nHans Meier\nHauptstr. 5, 12345 Berlin\nTel. 0170 5551234",
        "Ihre Nachricht\n\nAn: de2\nBetreff: Zug",
    ],
)  # fmt: skip
def test_numbers_of_addresses_and_dates_play_nothing(text: str) -> None:
    assert [played(text, unseen.question(name)) for name in unseen.names()[::41]] == [""] * len(unseen.names()[::41])
