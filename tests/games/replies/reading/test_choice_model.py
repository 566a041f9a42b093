"""Tests of the estimate which choice is meant: aspects of choices, probabilities, and what they confirm or call in question."""

from __future__ import annotations

import pytest

from games.services.replies.reading import Choice, Confidence, Question, read
from games.services.replies.reading.choice_model import MOST_WORDS, is_improbable, probabilities
from games.services.replies.reading.choice_model.aspects import aspects_of
from tests.games.replies.reading import unseen

UNSEEN = "Unseen card of the deck"
HIDDEN, SQUARE, STAR = "The target is face down: nobody can say.", "Extinguishes Square.", "Extinguishes Star."


def attack(*cards: str, named: str = "square star") -> Question:
    """A question of Tempting Fate: each card on a hidden path 1, on path 2 with the Square or path 4 with the Star."""
    outcomes = {"1": HIDDEN, "2": SQUARE, "4": STAR}
    choices = [
        Choice(f"{card}>{path}", (f"{name} on path {path}",), outcomes=(outcomes[path],))
        for card, name in map(_named, cards)
        for path in outcomes
    ]
    choices += [Choice(f"deck>{path}", (f"{UNSEEN} on path {path}",), outcomes=("You do not know.",)) for path in outcomes]
    return Question(tuple(choices), kind="attack", named=frozenset(named.split()))


def _named(card: str) -> tuple[str, str]:
    return card, {"coins-14": "King of Coins", "swords-09": "Nine of Swords", "major-17": "The Star"}[card]


def played(text: str, question: Question) -> str | None:
    """The choice that the text plays, or None."""
    return next((answer.text for answer in read(text, question).answers if answer.confidence is Confidence.CERTAIN), None)


def test_aspects_tell_suits_comparisons_and_paths() -> None:
    cups = tuple(Choice(f"cups-{rank:02}>{path}", (f"Cups {rank} on path {path}",)) for rank in (5, 6, 10) for path in (1, 3))
    found = aspects_of(Question(cups, kind="attack"))
    assert found[0] == {"cups-05", "cups", "list first", "lowest", "suit lowest", "path first"}
    assert found[3] == {"cups-06", "cups", "middle", "suit middle", "path last"}
    assert found[5] == {"cups-10", "cups", "list last", "highest", "suit highest", "path last"}


def test_aspects_of_persons_and_of_words_of_the_question() -> None:
    people = (Choice("seat-1", ("Ada",), person=True), Choice("seat-2", ("Bob",), person=True), Choice("none", ("Nobody",)))
    assert aspects_of(Question(people, kind="swap", me="seat-2")) == (
        {"person", "not me", "list first"},
        {"person", "me"},
        {"swap:none", "list last"},
    )


def test_probabilities_are_shares_of_the_choices_and_long_texts_have_none() -> None:
    question = attack("coins-14", "swords-09")
    found = probabilities(["the King of Coins on path 2"], question)
    assert sum(found) == pytest.approx(1)
    assert question.tokens[found.index(max(found))] == "coins-14>2"
    for long in (["word " * (MOST_WORDS + 1)], ["word,word,"] * MOST_WORDS):
        assert probabilities(long, question) == ()
        assert not is_improbable(long, question, "coins-14>2")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("use the king on the Square", "coins-14>2"),
        ("Nine of Swords on the Star for the win", "swords-09>4"),
        ("My King of Coins kills the Square, and I win with it.", "coins-14>2"),
    ],
)
def test_what_lies_on_a_path_names_it(text: str, meant: str) -> None:
    assert played(text, attack("coins-14", "swords-09")) == meant


def test_name_that_a_choice_has_too_is_no_path() -> None:
    assert "star" not in attack("coins-14", "major-17").targets
    assert "square" in attack("coins-14", "major-17").targets


def test_name_on_two_paths_is_no_path() -> None:
    question = attack("coins-14")
    both = Question((*question.choices, Choice("coins-14>5", ("King of Coins on path 5",), outcomes=(SQUARE,))), named=question.named)
    assert set(both.targets) == {"star"}


@pytest.mark.parametrize("text", ["I buy the Old Marshal.", "Ich kaufe den Alten Marschall.", "J’achète le vieux maréchal"])
def test_nobody_bids_who_wants_to_buy_what_cannot_be_bought(text: str) -> None:
    asked = next(one for one in unseen.names() if unseen.question(one).kind == "auction" and not {"buy"} & set(unseen.question(one).tokens))
    assert played(text, unseen.question(asked)) is None


def test_the_choice_of_which_others_are_far_more_probable_is_improbable() -> None:
    question = unseen.question(next(one for one in unseen.names() if unseen.question(one).tokens[:3] == ("bid", "buy", "tax")))
    assert is_improbable(["wee tax on the peasants ta"], question, "bid")
    assert not is_improbable(["wee tax on the peasants ta"], question, "tax")
