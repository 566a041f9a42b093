"""Tests of turn mails: their first line, their size, and that one wait causes one mail."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail

from games.mails.question import _notes
from games.mails.turn import _left
from games.models import Game, Move, Player, Seat
from games.render.reader import reader_for
from games.rules.registry import game
from games.services.tables import answers, bots, leaving
from notifications.clock import database_now
from notifications.inbound.quotes import MARKER, own_lines
from notifications.models import InboundMail, Message
from tests.games.conftest import NOON, start
from tests.games.mails import letters
from tests.games.mails.reading import LARGEST, LARGEST_OF_A_DAY, check, page_of, pictures_of, text_of
from tests.games.moves import asked, legal, move
from tests.games.replies.mailing import newest, post, send
from tests.rules.council_of_kings.build import Played, council

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("receiving")]


@pytest.mark.parametrize("key", letters.GAMES)
def test_turn_mail_says_what_happened_then_the_choices_then_shows_the_table(key: str) -> None:
    raw, letter = letters.turn_of(key, 10)
    check(letter, raw)
    text, page = text_of(letter), page_of(letter)
    assert re.match(r"Your turn · .+ · until \w{3} \d\d:\d\d$", str(letter["Subject"]).strip())
    expected = ("It is your turn", "If you do not play", "/answer/", MARKER, "The table\n", "Send replies to")
    in_text = [text.index(words) for words in expected]
    assert in_text == sorted(in_text)
    in_page = [page.index(words) for words in ("<h1", 'class="ch"', 'class="button"', "<img", "Reply by mail")]
    assert in_page == sorted(in_page)
    (picture,) = pictures_of(letter).values()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) >= 364


def test_subject_names_the_game_to_a_player_of_several(alice: Player, bob: Player, carol: Player) -> None:
    start(alice, carol, rules="tempting_fate")
    game = start(alice, bob)
    found: dict[str, str] = {}
    while len(found) < 2:
        mail.outbox.clear()
        move(game)
        post()
        found |= {one.to[0]: one.subject for one in mail.outbox if one.subject.startswith("Your turn · ")}
    assert re.match(r"Your turn · Turn of Fate · .+ · until ", found[str(alice.email)])
    assert "Turn of Fate" not in found[str(bob.email)]


def test_result_names_the_player_who_resigned(alice: Player, bob: Player) -> None:
    game = start(alice, bob, now=database_now())
    post()
    mail.outbox.clear()
    leaving.resign(game.pk, 0, source=Move.Source.FORM, now=database_now(), player_id=alice.pk)
    post()
    told = {one.to[0]: str(one.body) for one in mail.outbox}
    assert "You have resigned." in told[str(alice.email)]
    assert "alice has resigned." in told[str(bob.email)]


def test_largest_table_of_all_games_stays_a_small_mail() -> None:
    for key, seats in (("fate_foretold", 6), ("destined_to_fail", 7)):
        raw, letter = letters.turn_of(key, 60, seats)
        check(letter, raw)
        Player.objects.all().delete()


def test_mail_of_a_day_shows_one_picture_and_is_small_too() -> None:
    raw, letter = letters.day_of_games()
    check(letter, raw, LARGEST_OF_A_DAY)
    assert str(letter["Subject"]).strip() == "3 pieces of news"
    assert page_of(letter).count("<img") == len(pictures_of(letter)) == 1
    assert page_of(letter).count("<h2>Your turn") + page_of(letter).count("<h1") >= 3


@pytest.mark.parametrize("purpose", ["sign_in", "sign_up", "confirm"])
def test_mails_of_accounts_are_made_like_the_others(purpose: str, alice: Player) -> None:
    raw, letter = letters.account_mail(purpose, "alice@example.org" if purpose != "sign_up" else "new@example.org")
    check(letter, raw)
    code = re.search(r"\n\n([A-Z0-9]{3,}[A-Z0-9-]*)\n\n", text_of(letter))
    assert code is not None
    assert f">{code[1]}<" in page_of(letter)


Reply = Callable[[str, str], str]


def top(typed: str, ours: str) -> str:
    """A reply above the quoted mail."""
    return f"{typed}\n\nOn Tue, 3 Mar 2026 at 12:00, Fate <fate@example.org> wrote:\n" + "".join(f"> {line}\n" for line in ours.split("\n"))


def bottom(typed: str, ours: str) -> str:
    """A reply below the quoted mail."""
    return "On Tue, 3 Mar 2026 at 12:00, Fate wrote:\n" + "".join(f"> {line}\n" for line in ours.split("\n")) + f"\n{typed}\n"


def bare(typed: str, ours: str) -> str:
    """A reply above the whole mail without an introduction or signs of quotation."""
    return f"{typed}\n\n{ours}"


def page_as_text(typed: str, ours: str) -> str:
    """A reply above a text made from the HTML part: long lines without the mail's line breaks."""
    return f"{typed}\n" + re.sub(r"(?<!\n)\n(?!\n)", " ", ours)


@pytest.mark.parametrize("how", [top, bottom, bare, page_as_text])
def test_reply_is_what_was_typed_however_much_of_our_mail_comes_back(how: Reply) -> None:
    ours = text_of(letters.turn_of("turn_of_fate", 6).mail)
    assert own_lines(how("2", ours)) == ["2"]


def test_reply_to_an_old_mail_is_cut_at_its_marker() -> None:
    old = f"{MARKER} write your answer above this line {MARKER}\n\nIt is your turn.\n\n  1) The Mill\n"
    assert own_lines(f"1\n\n{old}") == ["1"]


def test_all_mails_of_a_game_are_one_thread(alice: Player, bob: Player) -> None:
    game = start(alice, bob, now=database_now())
    post()
    for _reply in range(4):
        seat = asked(game)
        assert seat.player is not None
        send(seat.player, "1")
        post()
    found = {(str(letter.mail["References"]), str(letter.mail["List-Id"])) for letter in letters.outbox()}
    assert len(found) == 1
    assert game.code in found.pop()[0]
    assert len({str(letter.mail["Subject"]) for letter in letters.outbox()}) > 1


def of(player: Player) -> list[letters.Letter]:
    return [letter for letter in letters.outbox() if letter.mail["To"] == player.email]


def test_start_and_first_question_are_one_mail(alice: Player, bob: Player) -> None:
    game = start(alice, bob, now=database_now())
    post()
    first = asked(game).player
    assert first is not None
    (letter,) = of(first)
    assert text_of(letter.mail).startswith("⁂ Turn of Fate with ")
    assert "has started" in text_of(letter.mail).split("\n", 1)[0]
    assert game.commitment in page_of(letter.mail)
    check(letter.mail, letter.raw)


def test_reply_its_outcome_and_the_next_question_are_one_mail(alice: Player, dora: Player) -> None:
    game = start(alice, dora, now=database_now())
    bots.play_in(game.pk, database_now())
    post()
    mail.outbox.clear()
    send(alice, "1")
    while asked(game).player != alice:
        bots.play_in(game.pk, database_now())
    post()
    (letter,) = of(alice)
    assert text_of(letter.mail).startswith("⁂ “1”: played as “")
    assert str(letter.mail["Subject"]).strip().startswith("Your turn · ")
    assert {message.kind for message in Message.objects.filter(message_id=str(letter.mail["Message-ID"]))} == {"your_turn", "reply_answer"}
    check(letter.mail, letter.raw)


def test_reply_that_nothing_follows_is_answered_by_itself(alice: Player, bob: Player) -> None:
    game = start(alice, bob, now=database_now())
    post()
    player = asked(game).player
    assert player is not None
    while asked(game).player == player:
        send(player, "1")
        post()
    mail.outbox.clear()
    letters.sent()
    (letter,) = of(player)
    assert "“1”: played" in text_of(letter.mail) or "1\n    played" in text_of(letter.mail)


def test_further_question_of_a_turn_on_a_page_is_not_mailed_at_once(alice: Player, bob: Player, carol: Player) -> None:
    """A player who answers question after question on the page gets no mail for each; after leaving the page they get one later."""
    game = start(alice, bob, carol, rules="council_of_kings", now=database_now())
    rng = random.Random(2)
    for _move in range(60):
        seat = asked(game)
        answers.answer(
            game.pk, seat.index, seat.nth, legal(game, seat, rng), source=Move.Source.FORM, now=database_now(),
            player_id=seat.player_id, on_page=True,
        )  # fmt: skip
        again = asked(game)
        if again.pk == seat.pk and again.nth > seat.nth:
            held = Message.objects.get(kind="your_turn", recipient=seat.player, payload__nth=again.nth)
            assert held.not_before > database_now()
            return
    pytest.fail("No turn of two questions came up.")


@pytest.mark.parametrize("key", [*letters.GAMES[:1], *(pytest.param(key, marks=pytest.mark.slow) for key in letters.GAMES[1:])])
def test_whole_game_against_bots_by_mail_brings_one_mail_for_each_move(key: str, alice: Player) -> None:
    seats = max(2, min(letters.all_games()[key].seats))
    game = start(alice, *(Player.objects.create_bot() for _seat in range(seats - 1)), rules=key, now=database_now(), options=SHORT.get(key))
    moves, rng = 0, random.Random(4)
    for _round in range(400):
        bots.play_in(game.pk, database_now())
        post()
        game.refresh_from_db()
        if game.status == Game.Status.FINISHED:
            break
        send(alice, legal(game, asked(game), rng), mail=newest(alice))
        moves += 1
    assert game.status == Game.Status.FINISHED
    assert set(InboundMail.objects.values_list("state", flat=True)) == {"done"}
    got = of(alice)
    largest = max(len(letter.raw) for letter in got)
    print(f"{key}: {len(got)} mails for {moves} own moves, the largest {largest} bytes")
    assert len(got) <= 1.1 * moves + 1
    assert largest <= LARGEST


def test_example_of_an_order_stands_in_a_line_of_its_own(alice: Player, bob: Player) -> None:
    """Mails are wrapped at 76 columns; an order over two lines would be read as two answers."""
    start(alice, bob, now=database_now())
    post()
    assert re.search(r"for example:\norder next otherwise pass\n", newest(asked(Game.objects.get()).player, "your_turn").text)


SHORT: dict[str, dict[str, int]] = {"fate_foretold": {"alignment_threshold": 4}}


def test_titles_beside_the_picture_have_the_colon_of_their_language() -> None:
    scene = game("council_of_kings").scene(Played(council(up="troll")).session.view(0))
    french = _notes(scene, reader_for((), "fr"))
    assert any("\u00a0: " in line for line in french)
    assert not any(re.search(r"^\w[^:\u00a0]*: ", line) for line in french)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(86_395, "1 day"), (14_390, "4 hours"), (217_000, "2 days, 12 hours"), (7_130, "1 hour, 59 minutes"), (1_790, "30 minutes")],
)
def test_reminder_rounds_the_time_left(seconds: int, words: str) -> None:
    assert _left(Seat(due_at=NOON + timedelta(seconds=seconds)), NOON).replace("\xa0", " ") == words
