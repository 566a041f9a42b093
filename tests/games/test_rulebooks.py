"""The rules for players: on the site, in docs/, with an anchor for every ruling."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.rulebooks import source_of, whole_markdown
from games.rules.game import Game
from games.rules.registry import all_games

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
