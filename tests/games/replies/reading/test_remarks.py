"""Tests of remarks that contain the name of a choice: almost none is played, and plain answers with the same names are read."""

from __future__ import annotations

from collections import Counter

from tests.games.replies.reading import corpora, unseen
from tests.games.replies.reading.unseen import MISREAD, RIGHT, TOLD

NAMES = (
    ("council_of_kings-910002", "tax", {"en": "taxes", "de": "Steuern", "fr": "les impôts"}),
    ("destined_to_fail-910017", "orb", {"en": "the orb", "de": "die Sphäre", "fr": "l'orbe"}),
    ("fate_foretold-910033", "devil", {"en": "the devil", "de": "den Teufel", "fr": "le diable"}),
    ("turn_of_fate-910054", "cave>sailor", {"en": "the cave", "de": "die Höhle", "fr": "la grotte"}),
)

BARE = (
    ("fate_foretold-880000", {"en": "Moon", "de": "Mond", "fr": "La Lune"}),
    ("destined_to_fail-920025", {"en": "Orb", "de": "Sphäre", "fr": "Orbe"}),
    ("fate_foretold-520012", {"en": "Hermit", "de": "Einsiedler", "fr": "L’Ermite"}),
)


def test_remarks_behind_a_bare_name_and_a_comma_do_little() -> None:
    texts = [(name, line.format(**said)) for line in corpora.lines("mentions.txt") for name, said in BARE]
    played = [text for name, text in texts if unseen.played(text, unseen.question(name))]
    assert len(texts) == 210
    assert len(played) / len(texts) < 0.1, played


def test_remarks_do_next_to_nothing() -> None:
    texts = [(name, line.format(**said)) for line in corpora.lines("remarks.txt") for name, _token, said in NAMES]
    played = [text for name, text in texts if unseen.played(text, unseen.question(name))]
    assert len(texts) > 1000
    assert len(played) / len(texts) < 0.02, played


def test_plain_answers_are_read_and_never_misread() -> None:
    counts = Counter(
        unseen.verdict_of((name, "", "answer", token, line.format(**said)))[0]
        for line in corpora.lines("plain_answers.txt")
        for name, token, said in NAMES
    )
    assert counts[MISREAD] == counts[TOLD] == 0
    assert counts[RIGHT] / counts.total() > 0.93, counts


PEOPLE = (("destined_to_fail-940013", "seat-4", "Quentin"), ("destined_to_fail-1300011", "seat-3", "Priya"))


def test_persons_are_chosen_or_only_spoken_to() -> None:
    counts = Counter(
        unseen.verdict_of((name, "", "answer", token, line.format(who=who)))[0]
        for line in corpora.lines("meant_people.txt")
        for name, token, who in PEOPLE
    )
    talk = [(name, line.format(who=who)) for line in corpora.lines("chatted_people.txt") for name, _token, who in PEOPLE]
    assert counts[MISREAD] == counts[TOLD] == 0
    assert counts[RIGHT] / counts.total() > 0.85, counts
    assert sum(bool(unseen.played(text, unseen.question(name))) for name, text in talk) / len(talk) < 0.02


def test_answers_with_a_remark_are_read_and_talk_between_moves_does_little() -> None:
    counts = Counter(
        unseen.verdict_of((name, "", "answer", token, line.format(**said)))[0]
        for line in corpora.lines("meant.txt")
        for name, token, said in NAMES
    )
    chatted = [line for line in corpora.lines("chatted.txt") if "2}" not in line]
    texts = [(name, line.format(**said)) for line in chatted for name, _token, said in NAMES]
    played = [text for name, text in texts if unseen.played(text, unseen.question(name))]
    assert counts[MISREAD] == counts[TOLD] == 0
    assert counts[RIGHT] / counts.total() > 0.78, counts
    assert len(played) / len(texts) < 0.03, played
