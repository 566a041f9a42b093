"""Tests of the site's translations of allauth's texts: each text still exists in allauth, and the German ones do not use "Sie"."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from pathlib import Path

import allauth
import pytest
from django.utils import translation

from games.pages.people.allauth_texts import TEXTS
from tests.games.catalogues import LANGUAGES, compiled


def of_allauth(language: str) -> set[str]:
    path = Path(allauth.__file__).parent / "locale" / language / "LC_MESSAGES" / "django.mo"
    with path.open("rb") as file:
        return set(GNUTranslations(file)._catalog)  # type: ignore[attr-defined]


def test_every_text_said_anew_is_one_of_allauth() -> None:
    assert sorted(set(TEXTS) - of_allauth("de")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_wording_goes_before_that_of_allauth(language: str) -> None:
    ours = compiled(language)
    with translation.override(language):
        assert {text: translation.gettext(text) for text in TEXTS} == {text: ours[text] for text in TEXTS}


def test_german_reader_is_addressed_as_du() -> None:
    formal = re.compile(r"\b(Sie|Ihre?[mnrs]?|Ihnen)\b")
    with translation.override("de"):
        assert [text for text in TEXTS if formal.search(translation.gettext(text))] == []
