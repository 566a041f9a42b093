"""Tests of `{% translate %}`: constant text is looked up once for each language; everything else is Django's own tag."""

from __future__ import annotations

from typing import Any

from django.template import engines
from django.utils.translation import override


def rendered(source: str, **context: Any) -> dict[str, str]:
    """The rendered template by language, each rendered twice with the same result."""
    template = engines["django"].from_string("{% load translate %}" + source)
    found = {}
    for language in ("en", "de", "fr", "en"):
        with override(language):
            found[language] = template.render(context)
            assert template.render(context) == found[language]
    return found


def test_a_constant_text_is_translated_to_the_language_of_each_rendering() -> None:
    assert rendered('{% translate "Reason" %}|{% trans "Reason" %}') == {"en": "Reason|Reason", "de": "Grund|Grund", "fr": "Raison|Raison"}


def test_variables_and_filters_are_resolved_each_time() -> None:
    assert rendered("{% translate name %}", name="Reason")["de"] == "Grund"
    assert rendered("{% translate name %}", name="<b>")["de"] == "&lt;b&gt;"
    assert rendered('{% translate "Reason"|upper %}')["de"] == "GRUND"


def test_a_text_kept_under_a_name_is_translated() -> None:
    assert rendered('{% translate "Reason" as word %}[{{ word }}]')["de"] == "[Grund]"


def test_percent_signs_and_markup_of_the_template_stay() -> None:
    assert rendered('{% translate "100 % <b>sure</b>" %}')["en"] == "100 % <b>sure</b>"


def test_a_meaning_chooses_the_translation() -> None:
    assert rendered('{% translate "May" context "alt. month" %}')["de"] == "Mai"
