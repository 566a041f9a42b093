"""Tests of reading typed answers: numbers, tokens, words, prefixes, and four kinds of errors."""

from __future__ import annotations

import pytest

from games.rules import notation
from games.rules.ask import Question, number, pick, pick_some, put_in_order
from games.rules.contract import Decision, Option, Shape
from games.rules.errors import Ambiguous, Illegal, RulesError, Unreadable
from games.rules.messages import msg

LABELS = {
    "cave>savage": "The Cave on The Savage",
    "cave>soldier": "The Cave on The Soldier",
    "sea>sailor": "The Sea on The Sailor",
    "pass": "Pass",
}
KNOWN = ("desert", "ace_moons", "Ace of Moons")


def say(token: str) -> Option:
    return Option(token, msg(LABELS[token]))


PLAYS = pick(0, "play", list(LABELS), say=say).decision()
CARDS = ["sun-1", "sun-12", "moon-1", "star"]


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("cave>savage", "cave>savage"),
        ("CAVE>SAVAGE", "cave>savage"),
        ("  sea>sailor.  ", "sea>sailor"),
        ("1", "cave>savage"),
        ("#2", "cave>soldier"),
        ("3)", "sea>sailor"),
        ("４", "pass"),
        ("cave on savage", "cave>savage"),
        ("play the cave on the savage", "cave>savage"),
        ("savage cave", "cave>savage"),
        ("Cav sav", "cave>savage"),
        ("sol", "cave>soldier"),
        ("sailor", "sea>sailor"),
        ("pa", "pass"),
        ("Pass!", "pass"),
    ],
)
def test_one_choice_is_read_from_tokens_numbers_words_and_beginnings(text: str, token: str) -> None:
    assert notation.read(PLAYS, text, known=KNOWN) == token


def test_the_four_mistakes_have_four_errors() -> None:
    assert {error.code for error in (Unreadable, Ambiguous, Illegal)} == {"unreadable", "ambiguous", "illegal"}
    assert all(issubclass(error, RulesError) for error in (Unreadable, Ambiguous, Illegal))


@pytest.mark.parametrize("text", ["", "   ", "...", "hello", "cave hello", "🂡", "\x00", "!concede", "a" * 5000])
def test_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.read(PLAYS, text, known=KNOWN)


@pytest.mark.parametrize("text", ["desert", "desert on savage", "ace of moons", "ace_moons>savage", "cave>sailor", "0", "5", "99999", "-1"])
def test_understood_but_not_allowed(text: str) -> None:
    with pytest.raises(Illegal):
        notation.read(PLAYS, text, known=KNOWN)


@pytest.mark.parametrize(
    ("text", "tokens"), [("cave", ("cave>savage", "cave>soldier")), ("s", ("cave>savage", "cave>soldier", "sea>sailor"))]
)
def test_ambiguous_names_what_it_fits(text: str, tokens: tuple[str, ...]) -> None:
    with pytest.raises(Ambiguous) as caught:
        notation.read(PLAYS, text)
    assert caught.value.tokens == tokens


def test_exact_words_beat_beginnings() -> None:
    decision = pick(0, "card", ["sea", "seahorse", "season"]).decision()
    assert notation.read(decision, "sea") == "sea"
    with pytest.raises(Ambiguous):
        notation.read(decision, "se")


def test_a_choice_named_in_full_beats_a_longer_one_but_a_shorter_name_beats_nothing() -> None:
    labels = {
        "end>cave": "The Cave",
        "end>cave+ace": "The Cave and the Ace",
        "hit>oak>wolf": "Oak hits Wolf",
        "hit>old_elm>wolf": "Old Elm hits Wolf",
    }
    decision = pick(0, "a", list(labels), say=lambda token: Option(token, msg(labels[token]))).decision()
    assert notation.read(decision, "cave") == "end>cave"
    assert notation.read(decision, "cave and ace") == "end>cave+ace"
    assert notation.read(decision, "wolf hit old elm") == "hit>old_elm>wolf"
    with pytest.raises(Ambiguous) as caught:
        notation.read(decision, "hit wolf")
    assert caught.value.tokens == ("hit>oak>wolf", "hit>old_elm>wolf")


@pytest.mark.parametrize("label", ["Play the Ace and end", "Use the Ace, then end"])
def test_the_whole_label_is_always_understood(label: str) -> None:
    decision = pick(0, "a", ["x>1", "x>2"], say=lambda token: Option(token, msg(label if token == "x>1" else "End"))).decision()
    assert notation.read(decision, label, known=("play", "use")) == "x>1"


def test_tokens_that_are_numbers_win_over_numbers_of_choices() -> None:
    decision = pick(0, "bid", ["3", "2", "pass"]).decision()
    assert [notation.read(decision, text) for text in ("3", "2", "1")] == ["3", "2", "3"]


@pytest.mark.parametrize(
    ("text", "token"), [("horse and end", "end>horse"), ("horse end king", "end>horse+king"), ("king and horse, end", "end>horse+king")]
)
def test_an_answer_that_is_said_in_full_beats_one_with_words_left_out_whatever_the_order(text: str, token: str) -> None:
    decision = pick(0, "play", ["cave>end+horse", "end>horse", "end>horse+king", "king>sea+horse+end"]).decision()
    assert notation.read(decision, text) == token


@pytest.mark.parametrize("text", ["horse", "king 1", "ace 1"])
def test_of_answers_that_are_said_in_part_the_shortest_does_not_win(text: str) -> None:
    decision = pick(0, "play", ["horse>2", "ace_king>1", "sea>horse+ace", "king>end+1", "ace>end+1"]).decision()
    with pytest.raises(Ambiguous):
        notation.read(decision, text)


@pytest.mark.parametrize(("text", "token"), [("deck2", "deck>2"), ("x2>1", "x2>1"), ("x2 please", "x2>1")])
def test_letters_and_figures_are_taken_apart_where_nothing_is_called_so(text: str, token: str) -> None:
    assert notation.read(pick(0, "play", ["deck>1", "deck>2", "x2>1"]).decision(), text) == token


def test_a_long_text_is_quoted_shortened() -> None:
    with pytest.raises(Unreadable) as caught:
        notation.read(PLAYS, "x" * 100)
    assert f"“{'x' * 39}…”" in str(caught.value)


def some(least: int, most: int) -> Decision:
    return pick_some(0, "discard", CARDS, least, most).decision()


@pytest.mark.parametrize(
    ("text", "answer"),
    [("star sun-1", "sun-1 star"), ("4, 1", "sun-1 star"), ("sun-12;moon", "sun-12 moon-1"), ("star and moon-1", "moon-1 star")],
)
def test_several_are_stored_in_the_order_of_the_choices(text: str, answer: str) -> None:
    assert notation.read(some(2, 2), text) == answer


NAMES = {
    "leo": "Leo, the Lion",
    "lovers": "The Lovers",
    "death": "Death, the Pale Horse",
    "war": "War, the Red Horse",
    "slot-1": "The first",
}
TWO_NAMES = Question(0, "discard", list(NAMES), Shape.ORDER, 2, 2, say=lambda token: Option(token, msg(NAMES[token]))).decision()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Leo, the Lion; The Lovers", "leo lovers"),
        ("the lovers, leo the lion", "lovers leo"),
        ("death the pale horse and war the red horse", "death war"),
        ("discard war horse, leo", "war leo"),
        ("slot 1, lov", "slot-1 lovers"),
        ("2 Leo, the Lion", "lovers leo"),
    ],
)
def test_names_of_several_words_are_read_in_a_list(text: str, answer: str) -> None:
    assert notation.read(TWO_NAMES, text) == answer


@pytest.mark.parametrize("text", ["leo leo", "Leo, the Lion; leo", "horse death"])
def test_a_name_said_twice_or_shared_is_no_list_of_two(text: str) -> None:
    with pytest.raises((Illegal, Ambiguous)):
        notation.read(TWO_NAMES, text)


def test_the_verb_of_the_question_may_be_said_unless_it_is_a_choice() -> None:
    assert notation.read(pick(0, "limit_bury", ["sun", "moon"]).decision(), "bury the moon") == "moon"
    assert notation.read(pick(0, "keep", ["keep", "bottom"]).decision(), "keep") == "keep"
    with pytest.raises(Unreadable):
        notation.read(pick(0, "bury", ["sun", "moon"]).decision(), "keep the moon")


@pytest.mark.parametrize("text", ["none", "nothing", "0"])
def test_none_of_several_where_that_is_allowed(text: str) -> None:
    assert notation.read(some(0, 2), text) == ""
    with pytest.raises(RulesError):
        notation.read(some(1, 2), text)


@pytest.mark.parametrize(
    ("text", "words"), [("1", "Exactly 2"), ("1 2 3", "Exactly 2"), ("1 1", "named twice"), ("1 9", "no choice number 9")]
)
def test_wrong_counts_and_doubles_are_refused(text: str, words: str) -> None:
    with pytest.raises(Illegal, match=words):
        notation.read(some(2, 2), text)


def test_a_range_of_counts_is_named() -> None:
    with pytest.raises(Illegal, match="Between 1 and 2"):
        notation.read(some(1, 2), "1 2 3")


def test_an_order_is_kept_as_typed() -> None:
    decision = put_in_order(0, "order", CARDS).decision()
    assert notation.read(decision, "4 2 3 1") == "star sun-12 moon-1 sun-1"
    with pytest.raises(Illegal):
        notation.read(decision, "4 2 3")


COUNT = number(0, "bid", -2, 12).decision()


@pytest.mark.parametrize(("text", "answer"), [("7", "7"), ("+7", "7"), ("007", "7"), (" 12. ", "12"), ("-2", "-2"), ("-0", "0")])
def test_numbers(text: str, answer: str) -> None:
    assert notation.read(COUNT, text) == answer


@pytest.mark.parametrize("text", ["13", "-3", "999999999"])
def test_numbers_out_of_range(text: str) -> None:
    with pytest.raises(Illegal, match="between −2 and 12"):
        notation.read(COUNT, text)


@pytest.mark.parametrize("text", ["seven", "1.5", "1e3", "9999999999", "--1", "1 2", "٣"])
def test_no_numbers(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.read(COUNT, text)


@pytest.mark.parametrize(
    ("question", "text", "stored"),
    [
        (pick(0, "a", ["x", "y"]), "x", "x"),
        (pick(0, "a", ["x", "y"]), "X", None),
        (pick(0, "a", ["x", "y"]), "1", None),
        (number(0, "a", 0, 9), "09", "9"),
        (number(0, "a", 0, 9), "10", None),
        (number(0, "a", -3, 9), "-3", "-3"),
        (number(0, "a", -3, 9), "-4", None),
        (number(0, "a", -3, 9), "--3", None),
        (number(0, "a", 0, 9), "²", None),
        (pick_some(0, "a", ["x", "y"], 1, 2), "y x", "x y"),
        (pick_some(0, "a", ["x", "y"], 1, 2), "x x", None),
        (pick_some(0, "a", ["x", "y"], 0, 2), "", ""),
        (put_in_order(0, "a", ["x", "y"]), "y x", "y x"),
        (put_in_order(0, "a", ["x", "y"]), "y", None),
    ],
)
def test_canonical_form_of_answers_made_of_tokens(question: Question, text: str, stored: str | None) -> None:
    assert notation.canonical(question, text) == stored


def test_names_in_a_token_or_an_event() -> None:
    assert notation.names_in("end>penitent+ace_knots") == ["end", "penitent", "ace_knots"]
    assert notation.names_in("{'cards': ['sun-3', 'cave']}") == ["cards", "sun-3", "cave"]
