"""Tests of the decision whether a text that names a choice is talk: learned weights, and rules for conditions and for people."""

from __future__ import annotations

import random

import pytest

from games.services.replies.reading import intent, talk_score
from tests.games.replies.reading import unseen

CARDS, GIVEN, FAVORS = "fate_foretold-940014", "destined_to_fail-940013", "council_of_kings-740102"
"""The Jester, the Fool, the Harvest or a drawn card; Wanda, Theo, Inès or Quentin; Favors to play."""
KEPT, SIDES = "destined_to_fail-1100004", "fate_foretold-1100013"
"""Keep the 0 or the 1; to the left or to the right."""
PLAYED, LED, AUCTION = "turn_of_fate-1300000", "destined_to_fail-1300010", "council_of_kings-1300005"
"""The Windfall on one of two Citizens or the Sea on one; a lead with the Moon 1 or the Hands 3; a tax of 3 coins or a card for 9."""


@pytest.mark.parametrize(
    ("name", "text", "token"),
    [
        (CARDS, "if Wanda plays first, the fool", ""), (CARDS, "Sobald der Narr liegt, geht es mir besser", ""),
        (CARDS, "si Inès passe, le mat", ""), (CARDS, "if possible, the fool", "fool"), (CARDS, "der Narr bin übrigens ich", ""),
        (CARDS, "the fool, please", "fool"), (CARDS, "fool", "fool"), (CARDS, "2\nI am so tired of my boss", "fool"),
        (CARDS, "Could you play the fool for me, please? I am on a train.", "fool"),
        (GIVEN, "Quentin", "seat-4"), (GIVEN, "Quentin ronfle encore", ""),
        (GIVEN, "to Quentin", "seat-4"), (GIVEN, "Quentin gets it", "seat-4"), (GIVEN, "Wanda hat recht", ""),
        (CARDS, "Wanda said I should play the fool", ""), (CARDS, "Inès m'a dit de jouer le mat", ""), (CARDS, "du Narr", ""),
        (CARDS, "gestern den Narr gespielt", ""), (CARDS, "hier j'ai joué le mat", ""), (CARDS, "hier: der Narr", "fool"),
        (CARDS, "Narr, viele Grüße aus Bern", "fool"), (CARDS, "der Narr leider", "fool"),
        (CARDS, "Fool, what a night that was", ""), (CARDS, "Narr, beste Kneipe der Stadt", ""), (CARDS, "Le Mat, quel joli mot", ""),
        (CARDS, "Fool, I have nothing better", "fool"), (CARDS, "Narr, wie immer", "fool"), (CARDS, "Le Mat, parce qu'il est seul", "fool"),
        (CARDS, "Fool. Best pub in town!", "fool"), (CARDS, "Fool, obviously, after that week", "fool"),
        (KEPT, "1", ""), (KEPT, "keep the 1", "keep-1"), (SIDES, "⬅️", "left"), (SIDES, "👉", "right"),
        (SIDES, "right, I'll look later", ""), (SIDES, "right, I think", "right"),
        (CARDS, "The Fool worked well last time", ""), (CARDS, "je n'ai plus de mat", ""), (CARDS, "the fool himself", "fool"),
        (CARDS, "The Fool, let's see what's coming", "fool"),
        (GIVEN, "Quentin, he needs it", "seat-4"), (GIVEN, "Quentin bitte, er hatte bisher Pech", "seat-4"),
        (GIVEN, "Quentin, sorry mate", "seat-4"), (GIVEN, "Sorry Quentin, this one is for you", "seat-4"),
        (GIVEN, "Quentin, die hat genug", "seat-4"), (GIVEN, "Quentin, he said it would rain", ""),
        (GIVEN, "Quentin, sorry for the late reply", ""), (GIVEN, "Quentin, it's your turn", ""),
        (LED, "Moon 1 to start", "moon-1"), (LED, "Let's start with hands 3", "hands-3"), (LED, "je n'ai plus de lune", ""),
        (PLAYED, "What a hand... the Sea, the Windfall, and only one turn", ""),
        (AUCTION, "Give me the 3 coins", "tax"), (AUCTION, "I'll pay the 9 coins", "buy"), (AUCTION, "I only have 9 coins", ""),
        (AUCTION, "9 coins for Goldentongue is a bit steep", ""), (AUCTION, "3 please Luc", "tax"),
        (PLAYED, "Sea on the lunatic please Luc", "sea>lunatic"), (PLAYED, "Thanks Luc", ""), (LED, "Mond 1 zum Abschluss", "moon-1"),
        (FAVORS, "Bonjour, Jouer Du pain et des jeux", "play>bread_and_circuses"),
    ],
)  # fmt: skip
def test_only_what_is_meant_is_played(name: str, text: str, token: str) -> None:
    assert unseen.played(text, unseen.question(name)) == token


def test_talk_that_names_a_choice_is_asked_back_about_with_it() -> None:
    verdict, _read_as = unseen.verdict_of((CARDS, "en", "ask", "fool", "if Wanda plays first, the fool"))
    assert verdict == unseen.ASKED


def test_the_order_of_features_does_not_change_the_score() -> None:
    found, rng = sorted(talk_score.features(["encore les impôts !"], unseen.question("council_of_kings-910002"))), random.Random(1)
    assert len({talk_score.score(rng.sample(found, len(found))) for _time in range(20)}) == 1


def test_a_yes_without_further_words_has_a_bound() -> None:
    assert intent.bound("of course!", unseen.question("fate_foretold-1300018"), "draw") == intent.TALK
