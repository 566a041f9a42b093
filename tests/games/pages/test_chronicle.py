"""Tests of the chronicle of a finished game: complete, well-formed, escaped, and private to its players until all agree."""

from __future__ import annotations

import io
import random
import re
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.models import Game, Move, Player, Seat
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from games.services.tables.leaving import resign
from tests.games.conftest import NOON, person, start
from tests.games.moves import move, play_out

PARTS = ("chronicle/", "chronicle.txt", "chronicle.epub")
XHTML = "{http://www.w3.org/1999/xhtml}"
WICKED = '<script>alert("1")</script> & ]]> Ökü'
every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)


def statuses(client: Client, game: Game) -> list[int]:
    return [client.get(game.get_absolute_url() + part).status_code for part in PARTS]


@pytest.fixture
def finished(game: Game) -> Game:
    """A finished game with a story that contains markup."""
    move(game, rng=random.Random(1), story=WICKED)
    play_out(game)
    return game


def test_chronicle_of_a_running_game_does_not_exist(client: Client, game: Game, alice: Player) -> None:
    move(game)
    client.force_login(alice)
    assert statuses(client, game) == [404, 404, 404]
    assert client.post(f"{game.get_absolute_url()}chronicle/share/", {"agreed": "1"}).status_code == 404


def test_chronicle_is_private_until_every_human_player_agrees(
    client: Client, finished: Game, alice: Player, bob: Player, carol: Player
) -> None:
    strangers = [Client(), Client()]
    strangers[0].force_login(carol)
    seen = []
    for player, agreed in ((alice, "1"), (bob, "1"), (alice, "0")):
        client.force_login(player)
        assert statuses(client, finished) == [200, 200, 200]
        assert client.post(f"{finished.get_absolute_url()}chronicle/share/", {"agreed": agreed}).status_code == 302
        seen.append([statuses(stranger, finished) for stranger in strangers])
    assert seen == [[[404] * 3] * 2, [[200] * 3] * 2, [[404] * 3] * 2]


def test_a_game_of_one_day_gives_its_date_once(client: Client, finished: Game, alice: Player) -> None:
    client.force_login(alice)
    noon = datetime(2026, 11, 24, 12, tzinfo=UTC)
    subtitles = []
    for days in (0, 2):
        Game.objects.filter(pk=finished.pk).update(started_at=noon, ended_at=noon + timedelta(days=days, hours=1))
        subtitles.append(client.get(f"{finished.get_absolute_url()}chronicle.txt").content.decode().splitlines()[2])
    assert [line.partition(". ")[2] for line in subtitles] == ["24 November 2026", "24 November 2026 – 26 November 2026"]


def test_game_given_up_after_few_moves_has_no_empty_chapter(client: Client, alice: Player, bob: Player) -> None:
    """The log then has parts without a sentence for anybody: the shuffled decks."""
    game = start(alice, bob, rules="tempting_fate")
    move(game)
    seat = game.seats.get(player=alice)
    resign(game.pk, seat.index, source=Move.Source.FORM, now=NOON, player_id=alice.pk)
    client.force_login(alice)
    page = client.get(f"{game.get_absolute_url()}chronicle/").content.decode()
    chapters = re.findall(r"<h2[^>]*>Chapter (\d)</h2>\s*(<p>|<blockquote>)?", page)
    assert [number for number, _told in chapters] == [str(number) for number in range(1, len(chapters) + 1)]
    assert chapters
    assert all(told for _number, told in chapters)


def test_name_written_from_right_to_left_leaves_numbers_beside_it_in_order(client: Client, finished: Game, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(name="מרים")
    client.force_login(alice)
    text = client.get(f"{finished.get_absolute_url()}chronicle.txt").content.decode()
    assert "\u2068מרים\u2069" in text.splitlines()[2]
    assert ". \u2068מרים\u2069: " in text.partition("How it ended")[2]
    assert "\u2068bob" not in text


def test_stranger_cannot_agree_for_others(client: Client, finished: Game, carol: Player) -> None:
    finished.seats.update(shares_chronicle=True)
    client.force_login(carol)
    assert client.post(f"{finished.get_absolute_url()}chronicle/share/", {"agreed": "0"}).status_code == 404
    assert list(finished.seats.values_list("shares_chronicle", flat=True)) == [True, True]


def test_bot_needs_not_be_asked(client: Client, finished: Game) -> None:
    finished.seats.filter(index=1).update(is_bot=True)
    finished.seats.filter(index=0).update(shares_chronicle=True)
    assert statuses(client, finished) == [200, 200, 200]


def test_story_is_told_in_every_medium_and_runs_in_none(client: Client, finished: Game, alice: Player) -> None:
    client.force_login(alice)
    page, text, packed = (client.get(finished.get_absolute_url() + part).content for part in PARTS)
    assert b"<script>alert" not in page
    assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; ]]&gt; Ökü" in page.decode()
    assert WICKED in " ".join(text.decode().split())
    told = [node.text for root in documents(packed) for node in root.iter(f"{XHTML}p") if node.get("class") == "story"]
    teller = Move.objects.select_related("player").get(game=finished, story=WICKED).player
    assert teller is not None
    assert told == [f"“{WICKED}” ({teller.name})"]
    assert [node for root in documents(packed) for node in root.iter(f"{XHTML}script")] == []


def documents(packed: bytes) -> list[ElementTree.Element]:
    """Every XHTML page of an EPUB; raises ParseError if one is not well-formed."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return [ElementTree.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith(".xhtml")]


@pytest.mark.django_db
@every_game
def test_epub_of_every_game_is_whole(client: Client, book: Rules[Any]) -> None:
    players = [person(f"seat{index}") for index in range(book.seats[0])]
    game = start(*players, rules=book.key)
    play_out(game)
    client.force_login(players[0])
    packed = client.get(f"{game.get_absolute_url()}chronicle.epub").content
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, archive.read("mimetype")) == ("mimetype", zipfile.ZIP_STORED, b"application/epub+zip")
        assert packed[30:58] == b"mimetypeapplication/epub+zip"
        package = ElementTree.fromstring(archive.read("OEBPS/package.opf"))
        space = {"opf": "http://www.idpf.org/2007/opf"}
        listed = {f"OEBPS/{item.get('href')}" for item in package.findall("opf:manifest/opf:item", space)}
        assert listed == {name for name in archive.namelist() if name.startswith("OEBPS/")} - {"OEBPS/package.opf"}
        toc = ElementTree.fromstring(archive.read("OEBPS/nav.xhtml"))
        assert {f"OEBPS/{link.get('href')}" for link in toc.iter(f"{XHTML}a")} == {name for name in listed if "chapter-" in name}
    assert len(documents(packed)) == len([name for name in listed if name.endswith(".xhtml")])


def test_chronicle_holds_the_result_and_the_proof(client: Client, finished: Game, alice: Player) -> None:
    client.force_login(alice)
    text = client.get(f"{finished.get_absolute_url()}chronicle.txt").content.decode()
    assert text.count(finished.commitment) == 1
    assert text.count(bytes(finished.secret).hex()) == 1
    assert "How it ended" in text
    assert text.startswith("Chronicle of Turn of Fate\n")


def test_long_game_asks_the_database_as_often_as_a_short_one(client: Client, finished: Game, django_assert_num_queries: Any) -> None:
    Seat.objects.filter(game=finished).update(shares_chronicle=True)
    client.get(f"{finished.get_absolute_url()}chronicle.txt")
    with django_assert_num_queries(5):
        client.get(f"{finished.get_absolute_url()}chronicle.txt")
