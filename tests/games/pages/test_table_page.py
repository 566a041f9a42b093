"""Tests of the table page: access, controls, refusals, stored answers."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.html import escape

from games.models import Game, Move, Player, Seat
from games.pages.tables import page_context
from games.pages.tables.table_page import is_news
from games.queries.history.log import LogLine
from games.queries.tables.table import look_at
from games.render.reader import reader_for
from games.render.words import said
from games.rules.contract import Decision, Shape
from games.rules.messages import msg, plain
from games.rules.registry import all_games
from games.services.clocks.pace import per_move
from games.services.people.sign_in_links import one_time_link
from games.services.tables import lobby
from notifications.clock import database_now
from tests.games.conftest import NOON, person, start
from tests.games.moves import asked, asked_about_a_card, legal, move, play_out

SMALL = "lone_star"


@pytest.fixture
def table(alice: Player, bob: Player) -> Game:
    return start(alice, bob, rules=SMALL)


def url(game: Game, name: str = "table") -> str:
    return reverse(f"games:{name}", args=[game.code])


def rows() -> list[object]:
    seats = list(Seat.objects.order_by("pk").values_list("nth", "pending", "due_at"))
    return [*(list(model.objects.order_by("pk").values_list()) for model in (Game, Move)), seats]


def test_player_sees_own_hand_and_choices(client: Client, table: Game, alice: Player) -> None:
    client.force_login(alice)
    page = client.get(url(table)).content.decode()
    assert "Play a star, face down." in page
    assert page.count('name="choice"') == 7


def test_private_table_does_not_exist_for_others(client: Client, table: Game, carol: Player) -> None:
    assert client.get(url(table)).status_code == 404
    client.force_login(carol)
    assert client.get(url(table)).status_code == 404
    for verb in ("answer", "undo", "note", "resign", "join", "rematch", "pulse"):
        assert client.post(url(table, verb)).status_code in (404, 405), verb


def test_public_table_is_watched_without_choices_or_notes(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules=SMALL, visibility="public")
    page = client.get(url(game)).content.decode()
    assert "You are watching." in page
    assert 'name="choice"' not in page
    assert "My notes" not in page


def test_viewers_pages_are_kept_by_no_cache(client: Client, table: Game, alice: Player) -> None:
    client.force_login(alice)
    for path in (url(table), "/", "/lobby/", url(table, "pulse")):
        assert "no-store" in client.get(path)["Cache-Control"], path


def test_answer_by_form_is_a_move(client: Client, table: Game, alice: Player) -> None:
    client.force_login(alice)
    seat = Seat.objects.get(game=table, player=alice)
    answer = client.post(url(table, "answer"), {"nth": seat.nth, "choice": legal(table, seat)}, follow=True)
    assert answer.status_code == 200
    assert "Your answer so far:" in answer.content.decode()
    assert not Seat.objects.get(pk=seat.pk).pending


@pytest.mark.parametrize(
    ("posted", "status", "words"),
    [
        ({"choice": "no_such_card"}, 422, "not"),
        ({"choice": ""}, 422, "Choose one of the options first"),
        ({}, 422, "Choose one of the options first"),
        ({"nth": "77", "choice": "1"}, 409, "not been asked yet"),
        ({"nth": "x", "choice": "1"}, 409, "no longer open"),
        ({"choice": "1", "story": "s" * 700}, 422, "at most 600 characters"),
        ({"text": "999", "choice": "1"}, 422, "no choice number"),
        ({"text": "\x00"}, 422, "plain text"),
    ],
)
def test_refused_form_keeps_what_was_typed_and_changes_nothing(
    client: Client, table: Game, alice: Player, posted: dict[str, str], status: int, words: str
) -> None:
    client.force_login(alice)
    seat = Seat.objects.get(game=table, player=alice)
    before = rows()
    answer = client.post(url(table, "answer"), {"nth": seat.nth, "story": "Dear diary", **posted})
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page
    assert "Nothing has changed." in page
    assert posted.get("story", "Dear diary") in page
    assert rows() == before


def test_foreign_seat_is_refused(client: Client, alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, rules=SMALL, visibility="public")
    client.force_login(carol)
    before = rows()
    answer = client.post(url(game, "answer"), {"nth": 0, "choice": "1"})
    assert answer.status_code == 403
    assert "not your seat" in answer.content.decode()
    assert rows() == before


def test_closed_game_is_refused_in_words(client: Client, table: Game, alice: Player) -> None:
    play_out(table)
    client.force_login(alice)
    seat = Seat.objects.get(game=table, player=alice)
    answer = client.post(url(table, "answer"), {"nth": seat.nth, "choice": "1"})
    assert answer.status_code == 409
    assert "not running" in answer.content.decode()


def test_story_is_shown_escaped(client: Client, table: Game, alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        client.force_login(player)
        seat = Seat.objects.get(game=table, player=player)
        client.post(url(table, "answer"), {"nth": seat.nth, "choice": legal(table, seat), "story": "<script>alert(1)</script>"})
    page = client.get(url(table)).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_notes_are_private_and_limited(client: Client, table: Game, alice: Player, bob: Player) -> None:
    client.force_login(alice)
    client.post(url(table, "note"), {"note": "bob has the ten"})
    assert "bob has the ten" in client.get(url(table)).content.decode()
    client.force_login(bob)
    assert "bob has the ten" not in client.get(url(table)).content.decode()


def test_pulse_is_304_until_somebody_moved(client: Client, table: Game, alice: Player) -> None:
    client.force_login(alice)
    first = client.get(url(table, "pulse"), {"seq": table.seq})
    assert "The table has changed" not in first.content.decode()
    again = client.get(url(table, "pulse"), {"seq": table.seq}, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    play_out(table)
    later = client.get(url(table, "pulse"), {"seq": 0}, headers={"If-None-Match": first["ETag"]})
    assert "The table has changed" in later.content.decode()


def test_page_that_waits_for_players_is_loaded_again_when_one_sits_down(client: Client, alice: Player, bob: Player) -> None:
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400))
    client.force_login(alice)
    (poll,) = re.findall(r'hx-get="([^"]*/pulse/[^"]*)" hx-trigger="every 10s', client.get(url(game)).content.decode())
    assert "HX-Refresh" not in client.get(poll).headers
    lobby.take_seat(game, bob, now=NOON)
    assert client.get(poll).headers["HX-Refresh"] == "true"


def test_page_is_of_one_moment(table: Game, alice: Player, rf: RequestFactory) -> None:
    """A move between the two reads of a page, of the table and of its log, is in neither part."""
    look = look_at(table.code, alice)
    move(table)
    while Game.objects.get(pk=table.pk).seq == look.game.seq:
        move(table)
    request = rf.get(table.get_absolute_url())
    request.user, request.moment = alice, database_now()
    around = page_context.around(request, look, reader_for(look.names), error=None, typed=None)
    assert [line for line in around["log"] if line.seq >= look.game.seq] == []
    assert [line for line in look.log() if line.seq >= look.game.seq] != []  # the reads would have differed


def test_resigning_asks_first(client: Client, table: Game, alice: Player) -> None:
    client.force_login(alice)
    assert "cannot be undone" in client.get(url(table, "resign")).content.decode()
    table.refresh_from_db()
    assert table.status == "active"
    client.post(url(table, "resign"))
    table.refresh_from_db()
    assert table.status == "finished"
    assert client.get(url(table, "resign")).url == table.get_absolute_url()  # type: ignore[attr-defined]


def test_only_players_are_asked_whether_they_resign(client: Client, table: Game, carol: Player) -> None:
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    client.force_login(carol)
    assert client.get(table.get_absolute_url()).status_code == 200
    assert client.get(url(table, "resign")).status_code == 404
    assert client.post(url(table, "resign")).status_code == 403
    table.refresh_from_db()
    assert table.status == "active"


def test_invite_link_shows_a_table_and_changes_nothing_until_pressed(client: Client, alice: Player, carol: Player) -> None:
    client.force_login(alice)
    client.post("/new/lone_star/", {"seats": "3", "bots": "0", "pace": "day", "absent": "three", "visibility": "private"})
    game = Game.objects.get()
    link = reverse("games:invited", args=[game.code, game.invitation])
    client.force_login(carol)
    assert client.get(reverse("games:invited", args=[game.code, "wrong"])).status_code == 404
    for _ in range(3):
        assert client.get(link).status_code == 200
        assert client.head(link).status_code == 200
    assert not game.seats.filter(player=carol).exists()
    assert client.post(url(game, "join"), {"invitation": "wrong"}).status_code == 404
    client.post(url(game, "join"), {"invitation": game.invitation})
    assert game.seats.filter(player=carol).exists()


def test_sign_in_link_works_once_and_only_by_pressing(client: Client, alice: Player) -> None:
    link = one_time_link(alice)
    assert client.get(link).status_code == 200
    assert "_auth_user_id" not in client.session
    assert client.post(link).status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)
    client.logout()
    assert client.post(link).status_code == 410
    assert client.get(link[:-2] + "x/").status_code == 410


def test_every_waiting_person_is_led_to_the_next_game(client: Client, alice: Player) -> None:
    client.force_login(alice)
    assert client.get("/next").url == "/"
    game = start(alice, person("friend"), rules=SMALL)
    assert asked(game).player_id == alice.pk
    assert client.get("/next").url == url(game)


def test_returning_player_reads_first_what_others_did(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    first = asked(game).player
    assert first is not None
    client.force_login(first)
    assert "Since your last visit" not in client.get(url(game)).content.decode()  # nothing is new at a first visit
    move(game)
    client.get(url(game))
    assert "Since your last visit" not in client.get(url(game)).content.decode()  # one's own move is not new
    while asked(game).player == first:
        move(game)
    client.get(url(game))
    move(game, story="The lamps went out.")
    page = client.get(url(game)).content.decode()
    assert page.count("The lamps went out.") == 2  # among the new lines and in the log
    assert 'class="fresh"' in page  # changed objects are marked on the table
    since = re.search(r'data-since="(\d+)"', page)
    assert since is not None
    assert "Since your last visit" not in client.get(url(game)).content.decode()
    again = client.get(url(game), {"since": since[1]}).content.decode()  # the page loads itself anew when something happens
    assert 'class="fresh"' in again
    while asked(game).player == first:
        move(game)
    assert "The lamps went out." not in client.get(url(game), {"since": since[1]}).content.decode().partition("What happened")[0]


def test_returning_player_reads_what_followed_from_their_own_move(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob, rules="tempting_fate")
    fate = asked(game).player
    while asked(game).player == fate:
        move(game)
    seat = asked(game)
    querent = seat.player
    assert querent is not None
    client.force_login(querent)
    decision = look_at(game.code, querent).to_decide
    assert decision is not None
    client.get(url(game))
    client.post(url(game, "answer"), {"nth": seat.nth, "choice": decision.options[0].token})
    news, _, _ = client.get(url(game)).content.decode().partition("What happened</h2>")
    assert "Since your last visit" in news
    assert "You attack path" in news
    assert "You draw:" in news


def test_news_leave_out_lines_of_routine_events() -> None:
    """With four others who each say that they have no more actions, the purchase before would not be among the latest lines."""
    done, bought = {"kind": "done", "seat": 1}, {"kind": "bought", "seat": 1}
    line = LogLine(3, NOON, 1, Move.Kind.ANSWER, Move.Source.FORM, (msg("…"),), "", (done,))
    routine = all_games()["council_of_kings"].routine
    assert not is_news(line, 0, routine)
    assert is_news(replace(line, story="Farewell."), 0, routine)
    assert is_news(replace(line, events=(done, bought)), 0, routine)
    assert is_news(replace(line, events=()), 0, routine)
    assert not is_news(replace(line, events=(bought,)), 1, routine)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["turn_of_fate", "council_of_kings"])
def test_what_cannot_be_chosen_says_why_on_the_table(client: Client, key: str) -> None:
    """Some games give the reason with the question, others with a view; both are on the page."""
    players = [person(f"seat{index}") for index in range(all_games()[key].seats[0])]
    game, rng = start(*players, rules=key), random.Random(3)
    found = 0
    for _ in range(30):
        seat = asked(game)
        client.force_login(players[seat.index])
        look = look_at(game.code, players[seat.index])
        if look.decision is not None and look.decision.barred:
            page = client.get(url(game)).content.decode()
            assert "barred" in page
            assert escape(plain(look.decision.barred[0].reason)) in page
            found += 1
            break
        move(game, rng=rng)
    assert found, "nothing was barred in thirty moves: this test proved nothing"


def first_of_several(game: Game, seat: Seat) -> tuple[Decision, str]:
    """The open decision, and an object that belongs to more than one of its choices."""
    decision = look_at(game.code, seat.player).decision
    assert decision is not None
    touched = [id_ for option in decision.options for id_ in option.touches]
    return decision, next(id_ for id_ in touched if touched.count(id_) > 1)


def test_pressing_an_object_narrows_the_form_without_scripts(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    seat = asked(game)
    assert seat.player is not None
    client.force_login(seat.player)
    decision, object_id = first_of_several(game, seat)
    fitting = [option for option in decision.options if object_id in option.touches]
    page = client.get(url(game), {"pick": object_id}).content.decode()
    assert page.count("<li hidden>") == len(decision.options) - len(fitting)
    assert f'<input type="hidden" name="pick" value="{object_id}">' in page
    other = next(id_ for id_ in fitting[0].touches if id_ != object_id)
    page = client.get(url(game), {"pick": [object_id, other]}).content.decode()
    assert f'value="{escape(fitting[0].token)}" checked' in page
    assert page.count(" checked") == 1


def test_what_was_asked_stands_beside_a_chosen_move_of_which_nothing_more_is_known(client: Client, table: Game, alice: Player) -> None:
    client.force_login(alice)
    decision = look_at(table.code, alice).decision
    assert decision is not None
    option, words = decision.options[0], reader_for()
    assert option.outcome is None
    page = client.get(url(table), {"pick": f"={option.token}"}).content.decode()
    said_ = page.partition('class="said"')[2].partition("</div>")[0]
    assert f">{escape(said(option.label, words))}</h2>" in said_
    assert f'<p class="plate-text">{escape(said(decision.prompt, words))}</p>' in said_


def test_strange_picks_are_nothing(client: Client, table: Game, alice: Player) -> None:
    client.force_login(alice)
    plain_page = client.get(url(table)).content
    strange = client.get(url(table), {"pick": ["no such", "<b>", "\x00", *map(str, range(70))]})
    assert strange.status_code == 200
    for part in (b" checked", b"<li hidden", b' picked"', b' lit"'):
        assert strange.content.count(part) == plain_page.count(part), part


def test_who_wants_to_confirm_sees_the_move_once_more(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    seat = asked(game)
    player = seat.player
    assert player is not None
    Player.objects.filter(pk=player.pk).update(confirms=True)
    client.force_login(player)
    decision = look_at(game.code, player).decision
    assert decision is not None
    option, before = decision.options[0], rows()
    posted = {"nth": seat.nth, "choice": option.token, "story": "Once upon a time."}
    page = client.post(url(game, "answer"), posted)
    assert page.status_code == 200
    assert escape(plain(option.label)) in page.content.decode()
    assert "Once upon a time." in page.content.decode()
    assert rows() == before
    assert client.post(url(game, "answer"), posted | {"choice": "no_such_card"}).status_code == 422
    assert rows() == before
    assert client.post(url(game, "answer"), posted | {"sure": "1"}).status_code == 302
    assert Move.objects.filter(game=game, seat=seat.index, story="Once upon a time.").count() == 1


@pytest.mark.django_db
def test_turn_of_several_steps_shows_what_was_chosen_so_far(client: Client) -> None:
    players = [person(f"seat{index}") for index in range(2)]
    game = start(*players, rules="tempting_fate")
    rng, seen = random.Random(4), 0
    for _ in range(30):
        seat = asked(game)
        look = look_at(game.code, players[seat.index])
        if look.so_far:
            last = Move.objects.filter(game=game, seat=seat.index).latest("seq")
            client.force_login(players[seat.index])
            page = client.get(url(game)).content.decode()
            assert "This turn so far:" in page
            assert escape(plain(look.so_far[-1])) in page
            assert "Undo" in page
            assert look_at(game.code, players[1 - seat.index]).so_far == ()
            client.post(url(game, "undo"), {"nth": seat.nth})
            assert len(look_at(game.code, players[seat.index]).so_far) == len(look.so_far) - 1
            assert Move.objects.filter(pk=last.pk).exists()
            seen += 1
            if seen == 2:
                return
        move(game, rng=rng)
    pytest.fail("no turn of several steps in thirty moves: this test proved nothing")


def test_pulse_brings_the_counter_into_the_title(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    waiting = next(player for player in (alice, bob) if player != asked(game).player)
    client.force_login(waiting)
    page = client.get(url(game))
    sent = json.loads(page.context["pulse_headers"])
    assert client.get(url(game, "pulse"), headers=sent).status_code == 304
    seq = game.seq
    while asked(game).player != waiting:
        move(game)
    answer = client.get(f"{url(game, 'pulse')}?seq={seq}", headers=sent)
    assert answer.status_code == 200
    assert b"<title>(1) Turn of Fate" in answer.content
    assert b"The table has changed" in answer.content


@pytest.mark.django_db
def test_buttons_beside_play_are_choices_without_an_object_and_those_of_the_one_object_outside_the_hand(client: Client) -> None:
    """The card up for auction can be bought or bid on; cards of the hand are pressed themselves."""
    game = start(*(person(name) for name in ("ada", "ben", "cleo")), rules="council_of_kings")
    player = asked(game).player
    decision = look_at(game.code, player).decision
    assert player is not None
    assert decision is not None
    assert {"bid", "buy", "tax"} < set(decision.tokens)
    client.force_login(player)
    plate = client.get(url(game)).content.decode().partition('id="plate"')[2].partition("</section>")[0]
    assert set(re.findall(r'name="pick" value="=([^"]+)"', plate)) == {"bid", "buy", "tax"}


@pytest.mark.django_db
def test_question_about_a_card_has_its_text_beside_it(client: Client) -> None:
    game = start(*(person(name) for name in ("ada", "ben", "cleo")), rules="council_of_kings")
    look = asked_about_a_card(game)
    card, player = look.asking_card, asked(game).player
    assert player is not None
    assert card is not None
    assert card.text is not None
    client.force_login(player)
    plate = client.get(url(game)).content.decode().partition('id="plate"')[2].partition("</section>")[0]
    assert f'<p class="card-said">{escape(plain(card.text))}</p>' in plate


@pytest.mark.django_db
def test_highlights_are_mentioned_only_if_something_on_the_table_can_be_chosen(client: Client) -> None:
    """In the Action phase of Council of Kings a player without coins for a Favor has buttons only."""
    game = start(*(person(name) for name in ("ada", "ben", "cleo")), rules="council_of_kings")
    found, rng = dict[bool, str](), random.Random(2)
    for _move in range(150):
        player = asked(game).player
        assert player is not None
        look = look_at(game.code, player)
        assert look.decision is not None
        assert look.scene is not None
        on_table = any(look.scene.ids.intersection(option.touches) for option in look.decision.options)
        if look.decision.shape is Shape.ONE and on_table not in found:
            client.force_login(player)
            plate = client.get(url(game)).content.decode().partition('id="plate"')[2].partition("</section>")[0]
            found[on_table] = plate
        if len(found) == 2:
            break
        move(game, rng=rng)
    assert "Choose something highlighted" in found[True]
    assert "Choose something highlighted" not in found[False]


@pytest.mark.django_db
def test_more_choices_than_buttons_are_reached_by_a_link(client: Client) -> None:
    game = start(*(person(name) for name in ("ada", "ben", "cleo")), rules="council_of_kings", options={"auction_mode": "orders"})
    player = asked(game).player
    assert player is not None
    client.force_login(player)
    plate = client.get(url(game)).content.decode().partition('id="plate"')[2].partition("</section>")[0]
    assert plate.count('class="verb ') == 5
    assert plate.count('href="#decision">Show all choices</a>') == 1


def test_standing_orders_are_on_the_page_once_they_are_opened_or_there_are_any(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    client.force_login(alice)
    path = game.get_absolute_url()
    folded = client.get(path).content.decode()
    assert f'<details class="panel" id="orders" hx-get="{path}?orders=1"' in folded
    assert f'<a href="{path}?orders=1#orders">' in folded
    assert 'id="order-text"' not in folded
    opened = client.get(path, {"orders": "1"}).content.decode()
    assert '<details class="panel" id="orders" open>' in opened
    assert 'id="order-text"' in opened
    Seat.objects.filter(game=game, player=alice).update(order_at=NOON)
    assert 'id="order-text"' in client.get(path).content.decode()
