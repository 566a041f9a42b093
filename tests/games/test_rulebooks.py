"""Tests of the rules for players: on the site and in docs/, with an anchor for every ruling."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.render.figure import figure, figure_html, figure_markdown, figures
from games.render.reader import reader_for
from games.rulebooks import PICTURE, rules_markdown, source_of, translated, whole_markdown
from games.rules.game import Game
from games.rules.puzzles import NAMES
from games.rules.registry import all_games, folder
from tests.rules.kit_rules import rulings

DOCS = Path(__file__).parents[2] / "docs" / "rules"
every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)


@pytest.mark.parametrize("file", sorted(DOCS.glob("*.md")), ids=lambda file: file.stem)
def test_file_in_docs_is_the_one_made_from_the_game(file: Path) -> None:
    book = all_games()[file.stem]
    assert source_of(book) is not None
    assert file.read_text(encoding="utf-8") == whole_markdown(book), "write them with: manage.py rulebooks"


@pytest.mark.django_db
@every_game
def test_page_has_an_anchor_for_every_ruling_and_passes_no_raw_html(book: Game[Any], client: Client) -> None:
    page = client.get(f"/rules/{book.key}/").content.decode()
    source = source_of(book)
    rulings = re.findall(r"^(?:- )?\*\*(R[0-9]+[a-z]?)\*\*", source.read_text(encoding="utf-8"), re.MULTILINE) if source else []
    for ruling in rulings:
        assert f'id="{ruling.lower()}"' in page, ruling
    assert "<script>" not in page
    assert client.get("/rules/").content.decode().count(f"/rules/{book.key}/") >= 1


@pytest.mark.django_db
def test_unknown_game_has_no_rules_page(client: Client) -> None:
    assert client.get("/rules/no_such_game/").status_code == 404


def written(book: Game[Any]) -> list[str]:
    """The languages of a rulebook."""
    source = source_of(book)
    return [code for code, _name in settings.LANGUAGES if source is not None and translated(source, code) is not None]


def pictures(markdown: str) -> list[str]:
    return PICTURE.findall(markdown)


OURS = [book for book in all_games().values() if figures(book.key)]
every_book = pytest.mark.parametrize("book", OURS, ids=lambda book: book.key)


@every_book
def test_rulebook_has_eight_pictures_and_every_language_the_same(book: Game[Any]) -> None:
    shown = pictures(rules_markdown(book))
    assert len(shown) >= 8
    assert len(set(shown)) == len(shown)
    for language in written(book):
        assert pictures(rules_markdown(book, language)) == shown, language


@every_book
def test_every_picture_can_be_drawn_and_read_in_every_language(book: Game[Any]) -> None:
    for language, _name in settings.LANGUAGES:
        for name, data in figures(book.key).items():
            shown, reader = figure(book, name, language), reader_for(NAMES, language)
            assert shown.caption
            assert "<figcaption>" in figure_html(shown, reader)
            assert figure_markdown(shown, reader).count("\n> - ") >= 1, name
            assert isinstance(data["caption"], str) or set(data["caption"]) == {code for code, _name in settings.LANGUAGES}


@every_book
def test_rulebooks_of_other_languages_have_the_same_rulings(book: Game[Any]) -> None:
    for language in written(book):
        assert rulings(book, language) == rulings(book), language


@every_game
def test_every_rule_that_the_engine_cites_is_there(book: Game[Any]) -> None:
    if source_of(book) is None:
        return
    cited = {
        found
        for path in folder(book.key).rglob("*.py")
        for found in re.findall(r'(?<=["\x27])R[0-9]+[a-z]?(?=["\x27])', path.read_text(encoding="utf-8"))
    }
    assert cited <= rulings(book)


@pytest.mark.django_db
@every_book
def test_contents_lead_to_what_is_there(book: Game[Any], client: Client) -> None:
    page = client.get(f"/rules/{book.key}/").content.decode()
    ids = set(re.findall(r' id="([^"]+)"', page))
    links = re.findall(r'href="#([^"]+)"', page)
    assert set(links) <= ids
    assert "contents" in links, "a way back from everywhere"
    assert len(links) > len(re.findall(r"^## ", rules_markdown(book), re.MULTILINE))


@pytest.mark.django_db
@every_book
def test_a_page_of_rules_and_its_pictures_weigh_at_most_200_kb(book: Game[Any], client: Client) -> None:
    page = client.get(f"/rules/{book.key}/").content
    sheets = {name.decode() for name in re.findall(rb'href="[^"]*?/cards/([a-z_]+)[^"/]*\.svg#', page)}
    assert sheets
    weights = [(Path(__file__).parents[2] / "games" / "static" / "cards" / f"{name}.svg").stat().st_size for name in sheets]
    assert len(page) + sum(weights) <= 200_000


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@every_book
def test_summary_in_every_language(book: Game[Any], language: str, client: Client) -> None:
    page = client.get(f"/rules/{book.key}/summary/", headers={"accept-language": language}).content.decode()
    assert f'<article class="prose rules summary" lang="{language}">' in page
    assert "<figure" in page
    assert "<table>" in page


@pytest.mark.django_db
def test_search_finds_the_paragraphs_with_all_the_words(client: Client) -> None:
    page = client.get("/rules/tempting_fate/?q=FOOL+star").content.decode()
    found = page.partition('id="found"')[2].partition("</section>")[0]
    assert 'href="#r10"' in found
    assert 'href="#r17"' not in found
    nothing = client.get("/rules/tempting_fate/?q=%3Cb%3Ezebra").content.decode()
    assert "<b>zebra" not in nothing
    assert "0 paragraphs" in nothing


@pytest.mark.django_db
def test_unknown_game_has_no_summary(client: Client) -> None:
    assert client.get("/rules/no_such_game/summary/").status_code == 404


def test_a_picture_that_is_not_there_is_named() -> None:
    with pytest.raises(KeyError, match="no picture 'nothing'"):
        figure(all_games()["turn_of_fate"], "nothing", "en")
