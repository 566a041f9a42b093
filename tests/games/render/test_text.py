"""Tests of the table as text, compared character by character."""

from __future__ import annotations

from dataclasses import replace

from games.render.text import decision_text, scene_text
from games.rules.messages import Reader, msg
from games.rules.scene import Scene, Zone
from tests.games.render.samples import ANN_AND_BO, CHOICE, HOSTILE, HOSTILE_CHOICE, HOSTILE_READER, NUMBER, ORDER, SOME, TABLE

TABLE_AS_TEXT = """\
Bo leads.

Round 2
Ann: Favors 1 of 3
Bo: Coins 3

Ann: Congregation:
  The Savage (3, Y Wyrms), locked
    + The Cave (7, W Waves, Y Wyrms)
    - worth 10
  The Savage (3, Y Wyrms), locked

Congregation of Bo: nobody yet.

Path 1:
  1. a hidden card
  2. The Cave (7, W Waves, Y Wyrms) - 3 of 4 tokens

Decks:
  Fates: 12 face-down cards
  Discarded: nothing
  2 × a hidden card
    + The Savage (3, Y Wyrms), locked

Your hand:
  The Oracle
      When you buy this card, look at the top two cards of the Fate deck, then
      put them back.
  The Oracle"""


def test_scene_text_of_a_table_is_exactly_this() -> None:
    assert scene_text(TABLE, ANN_AND_BO) == TABLE_AS_TEXT


def test_scene_text_keeps_to_the_width_it_is_given() -> None:
    assert max(len(line) for line in scene_text(TABLE, ANN_AND_BO, width=44).splitlines()) <= 44


def test_scene_text_without_names_says_the_seat() -> None:
    assert scene_text(Scene((Zone("a", msg("Hand"), owner=2),)), Reader()) == "Seat 3: Hand: nothing."


def test_decision_text_numbers_the_choices_and_says_what_comes_of_them() -> None:
    assert decision_text(CHOICE, ANN_AND_BO) == (
        "Play a Fate.\n  1) The Cave on The Savage  [cave>savage]\n     -> joins your Congregation\n  2) Play nothing  [pass]"
    )


def test_decision_text_of_a_sealed_wait_repeats_the_answer_so_far() -> None:
    assert decision_text(SOME, ANN_AND_BO).splitlines()[1] == "Choose 1 to 2 of them."
    assert decision_text(SOME, ANN_AND_BO).splitlines()[-2:] == [
        "Your answer so far: Play nothing. You can change it until everybody has",
        "answered.",
    ]


def test_decision_text_of_an_order_and_a_number_says_what_is_wanted() -> None:
    assert decision_text(ORDER, ANN_AND_BO).splitlines()[1] == "Put all of them in order, starting with the first."
    two = replace(ORDER, options=(*ORDER.options, *ORDER.options))
    assert decision_text(two, ANN_AND_BO).splitlines()[1] == "Choose 2, in order."
    assert decision_text(NUMBER, ANN_AND_BO) == "Bid.\nA whole number from 1 to 6."


def test_text_has_no_line_that_a_name_or_a_card_made_up() -> None:
    text = scene_text(HOSTILE, HOSTILE_READER) + decision_text(HOSTILE_CHOICE, HOSTILE_READER)
    assert "\x00" not in text
    assert "\r" not in text
    assert [line for line in text.splitlines() if line.startswith("Bcc:")] == []
    assert 'alert("1")</script> Bcc:' in " ".join(text.split())
