"""Tests of choices that are the asked player ("me", "ich selbst", "moi d'abord"); second thoughts and lists must not count as certain."""

from __future__ import annotations

import pytest

from games.render.reader import reader_for
from games.rules.contract import Decision, Option
from games.rules.messages import Who, msg
from games.services.replies.reading import question_of
from tests.games.replies.reading import unseen

READERS = tuple(reader_for(("Ada", "Bob", "Eve"), language) for language in ("en", "de", "fr"))
DECISION = Decision(
    1, "trade_hands", msg("Who begins?"), tuple(Option(f"seat-{seat + 1}", msg("{who}", who=Who(seat))) for seat in range(3))
)


@pytest.mark.parametrize("text", ["me", "Me!", "myself, please", "ich selbst", "moi d'abord", "I start myself", "it's me"])
def test_who_is_asked_names_themselves(text: str) -> None:
    assert unseen.played(text, question_of(DECISION, READERS)) == "seat-2"


@pytest.mark.parametrize("text", ["me?", "not me", "ich weiß nicht", "I", "tell me"])
def test_other_words_about_oneself_choose_nobody(text: str) -> None:
    assert unseen.played(text, question_of(DECISION, READERS)) == ""


def test_a_deputy_who_says_me_is_asked_back() -> None:
    assert unseen.played("me", question_of(DECISION, READERS, own=False)) == ""


@pytest.mark.parametrize("text", ["the last two", "die letzten beiden", "les deux premières"])
def test_a_row_says_no_order(text: str) -> None:
    assert unseen.played(text, unseen.question("fate_foretold-995017")) == ""


@pytest.mark.parametrize(
    "text",
    ["Bread and Circuses... no actually tax them instead", "Brot und Spiele. Nein, besteuern", "Du pain et des jeux, non plutôt l'impôt"],
)
def test_a_no_before_another_choice_does_not_leave_the_first(text: str) -> None:
    assert unseen.played(text, unseen.question("council_of_kings-990006")) != "play>bread_and_games"
