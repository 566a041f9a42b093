"""Tests of mails against SpamAssassin's own rules. `tests/e2e/mail_sheet.py` checks all kinds."""

from __future__ import annotations

import shutil

import pytest

from games.models import Player
from tests.games.mails import letters
from tests.games.mails.junk import PROGRAM, points

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("receiving", "same_house"),
    pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="SpamAssassin is not installed (apt install spamassassin)"),
]


BY_CHANCE = {"PDS_BTC_ID": 1.0}
"""Rules that the random letters of a reply address or a link can match, in about one of some hundred mails."""


def judged(mails: list[letters.Letter]) -> dict[str, str]:
    """The subjects of mails with a score above zero, with the rules that matched."""
    found = points(mail.raw for mail in mails)
    assert len(found) == len(mails)
    scores = [one.score - sum(points for rule, points in BY_CHANCE.items() if rule in one.rules) for one in found]
    return {
        str(mail.mail["Subject"]): f"{one.score} {one.rules}" for mail, one, score in zip(mails, found, scores, strict=True) if score > 0
    }


def test_program_that_judges_knows_junk() -> None:
    """SpamAssassin detects the GTUBE test string, which every spam filter must recognise."""
    line = b"XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X"
    (found,) = points([b"From: a@example.org\nTo: b@example.org\nSubject: x\n\n" + line + b"\n"])
    assert found.score > 900


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_turn_mails_of_all_games_have_no_points(language: str) -> None:
    mails = []
    for key in letters.GAMES:
        mails.append(letters.turn_of(key, 6, language=language))
        Player.objects.all().delete()
    assert judged(mails) == {}


def test_reminder_and_mail_of_a_day_have_no_points() -> None:
    """Both mails contain several items in one text."""
    mails = [letters.of_kind("reminder")]
    Player.objects.all().delete()
    assert judged([*mails, letters.day_of_games()]) == {}
