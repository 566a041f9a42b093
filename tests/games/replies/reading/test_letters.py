"""Tests with replies whose author knew only the questions: none is misread, and most are understood without asking back."""

from __future__ import annotations

import pytest

from games.services.replies.reading import Answer
from games.services.replies.reading.folding import LONGEST
from games.services.replies.reading.spelling import parted
from games.services.replies.reading.wishes import address_in, wish_of
from games.services.replies.understanding import in_a_mail
from notifications.inbound.quotes import own_lines
from tests.games.replies.reading import letters


def wished(text: str) -> str:
    """The name of the wish of a text; "" for none."""
    wish = wish_of(own_lines(text))
    return wish.name if wish is not None else ""


def test_answers_are_understood_or_asked_back_and_never_misread() -> None:
    found = letters.replies("answer")
    counts, wrong = letters.verdicts(found)
    assert len(found) == 540
    assert wrong == []
    assert counts["right"] / len(found) > 0.84
    assert (counts["right"] + counts["asked back with it"]) / len(found) > 0.96


@pytest.mark.parametrize(("name", "count", "right"), [("first", 434, 0.94), ("second", 425, 0.94)])
def test_further_letters_are_understood_or_asked_back_and_never_misread(name: str, count: int, right: float) -> None:
    found = [one for one in letters.more(name) if one[2] == "answer"]
    counts, wrong = letters.verdicts(found)
    assert len(found) == count
    assert wrong == []
    assert counts["right"] / len(found) > right
    assert (counts["right"] + counts["asked back with it"]) / len(found) > 0.98


@pytest.mark.parametrize("name", ["first", "second"])
def test_further_letters_that_decide_nothing_play_and_tell_nothing(name: str) -> None:
    counts, wrong = letters.verdicts([one for one in letters.more(name) if one[2] not in ("answer", "command")])
    assert counts.total() > 100
    assert wrong == []


@pytest.mark.parametrize("name", ["first", "second"])
def test_further_wishes_find_their_command(name: str) -> None:
    found = [one for one in letters.more(name) if one[2] == "command"]
    _counts, wrong = letters.verdicts(found)
    assert wrong == []
    assert sum(wished(text) == meant for _name, _language, _kind, meant, text in found) / len(found) > 0.85


def test_what_decides_nothing_plays_and_tells_nothing() -> None:
    counts, wrong = letters.verdicts(letters.replies())
    assert counts.total() == 182
    assert wrong == []


def test_wishes_in_own_words_play_nothing_and_find_their_command() -> None:
    names = {"list games": "games", "game status": "status", "stop mails": "quiet"}
    found = letters.replies("command")
    _counts, wrong = letters.verdicts(found)
    assert wrong == []
    known = [wished(text) == names.get(meant, meant) for _name, _language, _kind, meant, text in found]
    assert sum(known) / len(known) > 0.85


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Can I have my previous move back?", "undo"),
        ("Könnt ihr meinen Freund einladen? kurt@example.org", "invite"),
        ("Je quitte la partie, désolé", "resign"),
        ("The rules are the rules.", ""),
        ("We have all had a lovely time here", ""),
        ("Thanks, and see you on Saturday!", ""),
    ],
)
def test_a_wish_is_told_from_talk(text: str, command: str) -> None:
    assert wished(text) == command


@pytest.mark.parametrize("text", ["note keep the Ace", "Notiz: As ausspielen", "to Ada: I play the Ace next", "say: I throw the Ace"])
def test_a_command_goes_before_a_plain_sentence(text: str) -> None:
    parts = in_a_mail([text], letters.question("turn_of_fate-41")).parts
    assert parts
    assert not any(isinstance(part, Answer) for part in parts)


def test_only_the_beginning_of_an_endless_line_is_looked_at() -> None:
    question, words = letters.question("turn_of_fate-41"), "abcdefghij " * 10_000
    assert len(parted(words, question)) <= LONGEST
    assert wished("a" * 100_000 + " undo my move") == ""
    assert wished("undo my move " + "a" * 100_000) == "undo"
    assert address_in("a" * 100_000 + "@example.org") == ""
