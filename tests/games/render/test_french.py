"""Tests of French elision and contraction in filled placeholders; texts of players are never changed."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.utils import translation

from games.render.french import filled
from games.render.reader import reader_for
from games.render.timestamps import LONG, dated
from games.rules.messages import Message, Reader, Who, msg
from tests.games.catalogues import entries


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ada", "Main d’Ada"),
        ("Élodie", "Main d’Élodie"),
        ("Hugo", "Main d’Hugo"),
        ("Œdipe", "Main d’Œdipe"),
        ("Yves", "Main d’Yves"),
        ("Yann", "Main de Yann"),
        ("Bo", "Main de Bo"),
        ("8ball", "Main de 8ball"),
        ("", "Main de "),
        ("Les Paul", "Main de Les Paul"),
        ("{who}", "Main de {who}"),
    ],
)
def test_name_after_de_elides_and_is_never_changed(name: str, said: str) -> None:
    assert filled("Main de {who}", {"who": name}) == said


@pytest.mark.parametrize(
    ("text", "card", "said"),
    [
        ("l’effet de {card}", "Le Barde", "l’effet du Barde"),
        ("l’effet de {card}", "Les Ténèbres", "l’effet des Ténèbres"),
        ("l’effet de {card}", "La Mine", "l’effet de La Mine"),
        ("Roi de {card}", "Épées", "Roi d’Épées"),
        ("retour à {card}", "Le Barde", "retour au Barde"),
        ("retour à {card}", "Les Ténèbres", "retour aux Ténèbres"),
        ("retour à {card}", "Ada", "retour à Ada"),
        ("De {card}", "Le Barde", "Du Barde"),
        ("De {card} à {card}", "Ace", "D’Ace à Ace"),
        ("plus que {card}", "Ada", "plus qu’Ada"),
        ("code {card}", "Ada", "code Ada"),
    ],
)
def test_word_of_ours_after_de_or_a_is_contracted(text: str, card: str, said: str) -> None:
    assert filled(text, {"card": card}, ("card",)) == said


def test_brace_in_a_contracted_word_stays() -> None:
    assert filled("de {a}, {b}", {"a": "Le {b}", "b": "x"}, ("a",)) == "du {b}, x"


def test_reader_of_french_joins_names_and_cards_by_their_origin() -> None:
    texts = {"of {who}": "de {who}", "of {card}": "de {card}"}
    translate = lambda text: texts.get(text, text)  # noqa: E731
    reader = Reader(("Les Paul",), translate, fill=filled)
    assert reader.say(msg("of {who}", who=Who(0))) == "de Les Paul"
    assert reader.say(msg("of {card}", card=Message("Les Ténèbres"))) == "des Ténèbres"
    assert reader_for(["Ada"], "fr").fill is filled
    assert reader_for(["Ada"], "de").fill is not filled


@pytest.mark.parametrize(
    ("language", "day", "said"),
    [
        ("fr", 1, "dim. 1er nov. à 12:00"),
        ("fr", 11, "mer. 11 nov. à 12:00"),
        ("fr", 21, "sam. 21 nov. à 12:00"),
        ("de", 1, "So, 1. Nov., 12:00"),
        ("en", 1, "Sun, 1 Nov, 12:00"),
    ],
)
def test_first_of_the_month_is_an_ordinal_in_french_only(language: str, day: int, said: str) -> None:
    with translation.override(language):
        assert dated(datetime(2026, 11, day, 12), translation.gettext(LONG)) == said  # noqa: DTZ001 - a local time, as templates have it


NAMES = "name|who|host|old|new|by|deputy_of|person|player|people|user"


def test_no_french_text_outside_the_reader_puts_a_name_after_de() -> None:
    """Texts filled by Django's templates and by `%` get no elision, so their wording avoids it."""
    unjoined = re.compile(rf"\b(de|que|lorsque|puisque) %\(({NAMES})\)s", re.IGNORECASE)
    assert [text for entry in entries("fr") for text in entry.translated if unjoined.search(text)] == []
