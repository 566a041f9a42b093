"""Tests of cached pages: never outdated, never another person's, and one small query if nothing has changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from games.models import Block, Game, Move, Player, Seat
from games.pages.tables import page_cache
from games.queries.process_cache import BoundedCache
from games.queries.tables.state_digest import state_digest_of
from games.services.operations import running
from games.services.tables import leaving, seat_notes, talk
from games.templatetags import frame
from tests.games.conftest import NOON, person, start
from tests.games.moves import asked, move, play_out

SMALL = "lone_star"
IN_TURN = "turn_of_fate"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@pytest.fixture(autouse=True)
def empty_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "pages", BoundedCache(page_cache.MOST))


def text(answer: Any) -> str:
    assert answer.status_code == 200
    return TOKEN.sub("", answer.content.decode())


def settled(client: Client, path: str) -> str:
    """The page at the second request: the first one stores how far the log has been read."""
    client.get(path)
    return text(client.get(path))


def written_anew(client: Client, path: str, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patched:
        patched.setattr(page_cache, "pages", BoundedCache(page_cache.MOST))
        patched.setattr(frame, "pieces", BoundedCache(frame.MOST))
        return text(client.get(path))


@pytest.mark.parametrize("remarks", [1, 3])
def test_second_look_costs_three_queries(remarks: int, client: Client, alice: Player, bob: Player, django_assert_num_queries: Any) -> None:
    game = start(alice, bob, rules=IN_TURN)
    for _remark in range(remarks):
        told(game, bob)
    client.force_login(alice)
    first = settled(client, game.get_absolute_url())
    with django_assert_num_queries(3):  # session, person, mark
        again = client.get(game.get_absolute_url())
    assert text(again) == first


def told(game: Game, bob: Player) -> None:
    seat = Seat.objects.get(game=game, player=bob)
    talk.say(game.pk, seat.index, "The wind turns.", source=Move.Source.FORM, now=NOON, player_id=bob.pk)


def shut_out(game: Game, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(is_active=False)


def renamed(game: Game, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(name="robert")


def own_note(game: Game, bob: Player) -> None:
    seat_notes.keep_note(Seat.objects.exclude(player=bob).get(game=game), "Beware of the Wyrm.")


def paused(game: Game, bob: Player) -> None:
    referee = person("referee", is_staff=True, is_superuser=True)
    running.pause(game.pk, referee, "A storm.", days=1, now=timezone.now())


def resigned(game: Game, bob: Player) -> None:
    leaving.resign(game.pk, Seat.objects.get(game=game, player=bob).index, source=Move.Source.FORM, now=NOON, player_id=bob.pk)


def in_trouble(game: Game, bob: Player) -> None:
    Game.objects.filter(pk=game.pk).update(trouble="rules stopped")


def another_turn_elsewhere(game: Game, bob: Player) -> None:
    other = Seat.objects.exclude(player=bob).select_related("player").get(game=game)
    assert other.player is not None
    start(other.player, person("eve"), rules=SMALL)


CHANGES: list[Callable[[Game, Player], object]] = [
    told, renamed, shut_out, own_note, paused, resigned, in_trouble, another_turn_elsewhere,
    lambda game, bob: move(game),
    lambda game, bob: play_out(game),
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_change_shows_at_the_next_look(
    change: Callable[[Game, Player], object], client: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page after the change equals a page rendered without a cache, and differs from the one before."""
    game = start(alice, bob, rules=IN_TURN)
    client.force_login(alice)
    path = game.get_absolute_url()
    before = settled(client, path)
    change(game, bob)
    after = settled(client, path)
    assert after != before
    assert after == written_anew(client, path, monkeypatch)


def test_lists_of_my_games_change_with_a_move(client: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(alice, bob, rules=IN_TURN)
    client.force_login(alice)
    pages = [settled(client, "/")]
    while asked(game).player == alice:
        move(game)
    pages.append(settled(client, "/"))
    Player.objects.filter(pk=bob.pk).update(name="robert")
    pages.append(settled(client, "/"))
    assert len(set(pages)) == 3
    assert pages[-1] == written_anew(client, "/", monkeypatch)


def test_page_is_written_for_its_language_and_colours(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules=IN_TURN)
    client.force_login(alice)
    english = settled(client, game.get_absolute_url())
    client.cookies["django_language"] = "de"
    german = settled(client, game.get_absolute_url())
    client.cookies["theme"] = "dark"
    dark = settled(client, game.get_absolute_url())
    assert 'lang="en"' in english
    assert 'lang="de"' in german
    assert 'data-theme="dark"' in dark
    assert 'data-theme="dark"' not in german


def test_permission_ends_although_the_page_is_kept(client: Client, alice: Player, bob: Player, carol: Player) -> None:
    """A table that is made private, and a deputy whose time is over: both are answered with 404."""
    game = start(alice, bob, rules=IN_TURN, visibility="public")
    client.force_login(carol)
    assert settled(client, game.get_absolute_url())
    Game.objects.filter(pk=game.pk).update(visibility="private")
    assert client.get(game.get_absolute_url()).status_code == 404
    mine = Seat.objects.filter(game=game, player=alice)
    mine.update(deputy=carol, deputy_until=timezone.now() + timedelta(days=1))
    assert settled(client, game.get_absolute_url())
    mine.update(deputy_until=timezone.now() - timedelta(seconds=1))
    assert client.get(game.get_absolute_url()).status_code == 404


def test_every_answer_has_its_own_form_token(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules=IN_TURN)
    client.force_login(alice)
    answers = [client.get(game.get_absolute_url()).content.decode() for _each in range(3)]
    assert len({TOKEN.search(answer)[1] for answer in answers}) == 3  # type: ignore[index]
    assert not any(page_cache.HOLE in answer for answer in answers)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    token = TOKEN.search(strict.get(game.get_absolute_url()).content.decode())
    assert token is not None
    said = strict.post(f"{game.get_absolute_url()}say/", {"say": "Hello.", "csrfmiddlewaretoken": token[1]})
    assert said.status_code == 302


def test_message_is_shown_once(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules=IN_TURN)
    client.force_login(alice)
    settled(client, game.get_absolute_url())
    client.post(f"{game.get_absolute_url()}note/", {"note": "Mind the gap."})
    shown = [text(client.get(game.get_absolute_url())).count("Your note has been saved.") for _each in range(3)]
    assert shown == [1, 0, 0]


def test_page_that_reads_more_than_the_mark_says_is_not_kept(rf: RequestFactory, alice: Player) -> None:
    request: Any = rf.get("/")
    request.user, request.session = alice, {}
    request._messages = messages.storage.default_storage(request)
    found: list[HttpResponse] = []

    def write() -> HttpResponse:
        found.append(HttpResponse(str(Block.objects.count())))
        return found[-1]

    def look(request: HttpRequest) -> bytes:
        return page_cache.page(request, "mark", write).content

    assert look(request) == b"0"
    Block.objects.create(owner=alice, blocked=person("eve"), since=NOON)
    assert look(request) == b"1"
    assert len(found) == 2


def test_nothing_is_kept_while_several_seats_are_waited_for(alice: Player, bob: Player) -> None:
    """A newly rendered page takes longer, which would disclose that another seat has sealed its answer."""
    sealed = start(alice, bob, rules=SMALL)
    in_turn = start(alice, bob, rules=IN_TURN)
    assert len(sealed.waiting) == 2
    assert state_digest_of(sealed.code, alice) is None
    assert state_digest_of(in_turn.code, alice) is not None
    assert state_digest_of("nowhere", alice) is None


def test_what_others_keep_to_themselves_changes_no_mark(alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules=IN_TURN)
    before = state_digest_of(game.code, alice), state_digest_of(game.code, bob)
    Seat.objects.filter(game=game, player=bob).update(notes="My plan.", seen_seq=1, seen_at=NOON)
    Player.objects.filter(pk=bob.pk).update(last_login=NOON, email="robert@example.org")
    after = state_digest_of(game.code, alice), state_digest_of(game.code, bob)
    assert after[0] == before[0]
    assert after[1] != before[1]


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        ({"notes": "My plan."}, (True, False, False)),
        ({"remind_at": NOON}, (True, False, False)),
        ({"seen_seq": 1}, (True, True, False)),
        ({"timeouts": 1}, (True, True, True)),
    ],
)
def test_mark_covers_what_holder_deputy_and_others_are_shown_of_a_seat(
    change: dict[str, Any], changed: tuple[bool, ...], alice: Player, bob: Player
) -> None:
    game, deputy = start(alice, bob, rules=IN_TURN), person("eve")
    seat = Seat.objects.filter(game=game, player=bob)
    seat.update(deputy=deputy, deputy_until=timezone.now() + timedelta(days=1))
    before = [state_digest_of(game.code, viewer) for viewer in (bob, deputy, alice)]
    seat.update(**change)
    after = [state_digest_of(game.code, viewer) for viewer in (bob, deputy, alice)]
    assert tuple(one != other for one, other in zip(before, after, strict=True)) == changed


def test_shelf_is_bounded_and_forgets_what_was_not_asked_for() -> None:
    shelf: BoundedCache[str] = BoundedCache(2)
    shelf.put("a", "1")
    shelf.put("b", "2")
    assert shelf.get("a") == "1"
    shelf.put("c", "3")
    assert [shelf.get(key) for key in "abc"] == ["1", None, "3"]
    assert len(shelf) == 2
