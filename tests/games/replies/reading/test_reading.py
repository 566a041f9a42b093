"""Tests of the reader of replies: usual phrasings are understood, only certain readings are played, nothing private is disclosed."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

from games.rules.contract import Shape
from games.services.replies.reading import (
    Answer,
    Choice,
    Command,
    CommandName,
    Confidence,
    Consent,
    Question,
    Reading,
    Words,
    read,
)
from tests.games.replies.reading import corpora
from tests.games.replies.reading.judging import ASKED, RIGHT, judged
from tests.games.replies.reading.met import met
from tests.games.replies.reading.ways import ways

CARDS = Question(
    tuple(
        Choice(token, names)
        for token, names in (
            ("cave>bard", ("Cave on Bard", "Höhle auf Barde", "Grotte sur Barde")),
            ("desert>bard", ("Desert on Bard", "Wüste auf Barde", "Désert sur Barde")),
            ("cave>savage", ("Cave on Savage", "Höhle auf Wilde", "Grotte sur Sauvage")),
            ("hierophant", ("The Hierophant", "Der Hierophant", "Le Hiérophante")),
            ("noble", ("Bargain with Noble Sacrifice", "„Edles Opfer“ als Handel legen", "Marchander avec Noble sacrifice")),
            ("done", ("Done: no more actions in this phase", "Fertig: keine weiteren Aktionen", "Terminé : plus d’actions")),
        )
    )
)
SEVERAL = Question(CARDS.choices, Shape.SOME, 0, 2)
WHETHER = Question((Choice("draw", ("Draw a card",)), Choice("skip", ("Leave it",))), yes="draw", no="skip")


def played(text: str, question: Question = CARDS, **how: bool) -> str | None:
    """The first answer in a text, if it is certain."""
    answers = read(text, question, **how).answers
    return answers[0].text if answers and answers[0].confidence is Confidence.CERTAIN else None


def test_each_choice_is_said_in_more_than_120_ways() -> None:
    one = next(met(1, 1))
    assert len(list(ways(1, one.labels(0), random.Random(1)))) > 300


def test_ways_of_naming_a_choice() -> None:
    tally = corpora.tally_of_ways(2, 4)
    assert sum(tally.counts.values()) > 3000
    assert corpora.misread(tally) == []
    assert tally.published == 0
    assert tally.share(RIGHT) > 0.97
    assert tally.share(RIGHT, ASKED) > 0.99


@pytest.mark.parametrize("name", ["strangers.txt", "passers_by.txt"])
def test_strangers(name: str) -> None:
    tally = corpora.tally_of(name, 2, 3)
    assert corpora.misread(tally) == []
    assert tally.published == 0
    assert tally.share(RIGHT) > 0.94
    assert tally.share(RIGHT, ASKED) > 0.97


@pytest.mark.parametrize("name", ["talk.txt", "turned.txt"])
def test_nothing_is_done_by_talk_and_by_what_is_taken_back(name: str) -> None:
    count, done = corpora.done_by(name, 2, 3)
    assert count > 500
    assert done == []


def test_the_last_choice_counts_after_an_explicit_retraction() -> None:
    tally = corpora.tally_of_retractions(2, 3)
    assert sum(tally.counts.values()) > 200
    assert corpora.misread(tally) == []
    assert tally.share(RIGHT) > 0.8
    assert tally.share(RIGHT, ASKED) > 0.95


def test_nothing_is_done_by_talk_with_names_of_cards() -> None:
    count, done = corpora.done_by("talk_of_names.txt", 2, 9)
    shown = [text for text in done if text.endswith(" does rules")]  # a card's text, to a question about it
    assert count > 500
    assert [text for text in done if text not in shown] == []
    assert len(shown) / count < 0.02


def test_a_choice_beside_reasons_and_other_choices() -> None:
    tally = corpora.tally_of_reasons(2, 4)
    assert sum(tally.counts.values()) > 300
    assert corpora.misread(tally) == []
    assert tally.share(RIGHT) > 0.9
    assert tally.share(RIGHT, ASKED) > 0.98


def test_nothing_private_is_told() -> None:
    for one in corpora.questions(2, 3):
        for text in corpora.said_by("private.txt", one, 0):
            verdict, published = judged(text, one.question, one.decision.options[0].token)
            assert not published, text
            assert verdict != "misread", text


@pytest.mark.parametrize(
    "text",
    [
        "hi",
        "no",
        "more",
        "I",
        "no more",
        "a",
        "ca",
        "des",
        "nob",
        "Hi hierophant?",
        "9",
        "0",
        "-1",
        "2.5",
        "2:30",
        "20 %",
        "2 and 3",
        "two cards",
    ],
)
def test_what_is_never_played(text: str) -> None:
    assert played(text) is None


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("no more actions in this phase", "done"),
        ("done", "done"),
        ("hierofant", "hierophant"),
        ("HIEROPHANTE", "hierophant"),
        ("Hoehle auf Wilde", "cave>savage"),
        ("wuste auf barde", "desert>bard"),
        ("cave>savage", "cave>savage"),
        ("CAVE>SAVAGE.", "cave>savage"),
        ("cave-on-savage", "cave>savage"),
        ("the last one", "done"),
        ("2 Desert on Bard", "desert>bard"),
        ("I would like to play the\nsecond option", "desert>bard"),
    ],
)
def test_names(text: str, token: str) -> None:
    assert played(text) == token


@pytest.mark.parametrize(("text", "answer"), [("1 and 3", "cave>bard cave>savage"), ("3, 1 please", "cave>bard cave>savage"), ("none", "")])
def test_several_choices(text: str, answer: str) -> None:
    assert played(text, SEVERAL) == answer


@pytest.mark.parametrize("text", ["not 1 and 3", "1 or 3", "1 1", "1 2 3", "1 and 9", "nothing special today"])
def test_several_choices_in_doubt(text: str) -> None:
    assert not played(text, SEVERAL)


@pytest.mark.parametrize(
    ("text", "token"), [("Yes please", "draw"), ("oui", "draw"), ("👍", "draw"), ("nein danke", "skip"), ("yes?", None)]
)
def test_yes_and_no_answer_a_question_that_asks_so(text: str, token: str | None) -> None:
    assert played(text, WHETHER) == token


def test_yes_is_about_what_was_asked_back() -> None:
    assert read("Yes, that's it!", WHETHER, asked=True).parts == (Consent(True, "Yes, that's it!"),)
    assert read("👍", CARDS, asked=True).parts == (Consent(True, "👍"),)
    assert played("no, 3", asked=True) == "cave>savage"
    assert played("yes\n3", asked=True) is None
    assert read("yes", CARDS).parts == (Consent(True, "yes"),)


def test_several_lines_answer_several_questions() -> None:
    first, *later = read("1\n3\npass\n\nThat was fun!\nAnna", CARDS).answers
    assert first.text == "cave>bard"
    assert [(one.said, one.unread) for one in later] == [("3", True), ("pass", True)]


def test_story_goes_with_the_answer_and_ends_before_the_name() -> None:
    reading = read("2\n\nstory: The moon was full.\nAnna\n+49 30 1234567", CARDS)
    assert [(one.text, one.story) for one in reading.answers] == [("desert>bard", "The moon was full.")]
    assert read("2 story: The moon was full. Best, Anna", CARDS).answers[0].story == "The moon was full."


def test_long_story_that_a_mail_program_has_broken() -> None:
    told = "say: This is a line as long as mail programs make them before they break it\nand it goes on here."
    (words,) = read(told, CARDS).parts
    assert isinstance(words, Words)
    assert words.text.endswith("it goes on here.")


@pytest.mark.parametrize(
    "text", ["say: call 030 1234567", "story: I live in Musterstraße 5", "say: anna@example.org", "say: 2", "say hello"]
)
def test_private_words_are_told_to_nobody(text: str) -> None:
    assert [part.text for part in read(text, CARDS).parts if isinstance(part, Words)] == [""]


@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        ("Help!", "help", ""),
        ("hilfe", "help", ""),
        ("?", "status", ""),
        ("status please", "status", ""),
        ("meine Spiele", "games", ""),
        ("away 5 days", "away", "5 days"),
        ("absent 3 jours", "away", "3 jours"),
        ("rules 12", "rules", "12"),
        ("undo", "undo", ""),
        ("j'abandonne", "resign", ""),
        ("resign yes", "resign", "yes"),
        ("invite bob@example.org", "invite", "bob@example.org"),
        ("Sprache Deutsch", "language", "Deutsch"),
        ("new turn of fate", "new", "turn of fate"),
        ("note: Bob bluffs", "note", "Bob bluffs"),
        ("order buy_at 4", "order", "buy_at 4"),
        ("pause 3 going hiking", "pause", "3 going hiking"),
    ],
)
def test_commands(text: str, name: str, argument: str) -> None:
    (command,) = read(text, CARDS).commands
    assert (command.name, command.argument) == (name, argument)


def test_letter_names_its_reader() -> None:
    assert read("to Ada: well played", CARDS).parts == (Command(CommandName.LETTER, "well played", "to Ada: well played", "Ada"),)


def test_name_of_a_choice_comes_before_a_command() -> None:
    question = Question((Choice("help", ("Help the poor",)), Choice("moon", ("New Moon",))))
    assert played("help", question) == "help"
    assert played("new moon", question) == "moon"


def test_without_a_question_answers_stay_unread() -> None:
    reading = read("Hi,\n\n2\n\nBest, Wim")
    assert reading.parts == (Answer("2", "2", unread=True),)


@pytest.mark.parametrize("text", ["", "\n\n", "Thanks!", "Hi Bob,", "-- \nAnna", "😀"])
def test_nothing_is_asked_for(text: str) -> None:
    assert read(text, CARDS).empty


def hostile() -> dict[str, str]:
    """Long texts built to make a reader with backtracking slow."""
    return {
        "words": "option " * 20_000,
        "numbers": "2 " * 40_000,
        "lines": "I would like to play\n" * 5_000,
        "names": "cave on bard or desert on savage, " * 2_000,
        "typos": "hierofant " * 8_000,
        "marks": "2, not 3; or 4. " * 5_000,
        "say": "say: " * 10_000,
        "quotes": '"' * 50_000 + "2" + '"' * 50_000,
        "dashes": "-- " * 20_000,
        "emoji": "😀" * 40_000,
        "digits": "1" * 80_000,
        "streets": "main " * 10_000 + "street",
        "addresses": "story: " + "a@" * 20_000,
        "refusals": "no. " * 20_000,
        "refusals on lines": ("no, " * 500 + "\n") * 200,
        "retractions": "no wait, 2. " * 7_000,
        "joins": "keep and offer and " * 5_000,
        "ands": "and " * 20_000,
    }


@pytest.mark.parametrize("question", [CARDS, replace(CARDS, shape=Shape.SOME, most=3)], ids=["one", "several"])
@pytest.mark.parametrize("name", sorted(hostile()))
def test_hostile_text_costs_little(name: str, question: Question) -> None:
    """The limit is the time of 150 short mails, measured in the same run; the slowest text took that of 65."""

    def seconds(text: list[str]) -> float:
        question.found.clear()
        began = time.thread_time()
        assert isinstance(read([line[:2_100] for line in text[:1_200]], question), Reading)
        return time.thread_time() - began

    letter, text = ["Hello Anna,", "", "I will take the second one, thank you very much for waiting."], hostile()[name].split("\n")
    assert min(seconds(text) for _round in range(3)) < 150 * min(seconds(letter) for _round in range(5))


def test_a_long_line_of_retractions_costs_little() -> None:
    """A line may be as long as a mail. The limit is the time of 150 short mails."""

    def seconds(text: str) -> float:
        CARDS.found.clear()
        began = time.thread_time()
        read(text, CARDS)
        return time.thread_time() - began

    letter = min(seconds("Hello Anna,\n\nI will take the second one, thank you very much for waiting.") for _round in range(5))
    assert seconds("no wait, hm. " * 1_500) < 150 * letter
