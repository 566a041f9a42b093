"""Tests of commands by mail, with and without a game, in three languages, through the reception of mail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.mails.commands import explaining
from games.mails.commands.naming import game_named, split_game
from games.mails.commands.when import absence_in
from games.mails.commands.wish import Wish
from games.models import Game, Player, Seat
from games.render.reader import reader_for
from games.render.words import said as rendered
from games.rules.lesson import OTHERS
from games.rules.lesson_walk import Walk
from games.rules.registry import all_games
from games.services.clocks import personal_time
from games.services.clocks.pace import per_move
from games.services.replies.reading import Command, CommandName
from games.services.replies.reading.commands import command_of
from games.services.tables import lobby
from notifications.clock import database_now
from notifications.inbound import addresses, store, worker
from notifications.models import InboundMail, Message
from tests.games.conftest import person, start
from tests.games.moves import asked, play_out
from tests.games.pages.test_lessons import KEYS, wanted
from tests.games.replies.mailing import facts, newest, post, raw_reply, words

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def write(player: Player, text: str, to: str = "", **headers: str) -> Message | None:
    """Send a mail to the address in From, or to another one; returns the answer, if any."""
    known = Message.objects.filter(recipient=player, kind="reply_answer").count()
    raw = raw_reply(str(player.email), to or addresses.own(), text, **headers)
    address = addresses.find(to) if to else addresses.unasked(player.pk)
    assert address is not None
    store.keep(raw, address, sender=str(player.email), way=InboundMail.Way.SMTP, to="" if to else addresses.own())
    worker.work_off(database_now)
    post()
    assert set(InboundMail.objects.values_list("state", flat=True)) <= {"done"}
    found = Message.objects.filter(recipient=player, kind="reply_answer", state="sent").order_by("pk")
    return found.last() if found.count() > known else None


def said(player: Player, text: str, to: str = "") -> str:
    answer = write(player, text, to)
    assert answer is not None, f"{text!r} was not answered"
    return answer.text


SPOKEN = [
    ("en", "help", "A rule: rules 3"),
    ("de", "Hilfe", "Regel 3"),
    ("fr", "aide", "règle 3"),
    ("en", "games", "You have no games"),
    ("de", "meine Partien", "offen"),
    ("fr", "mes parties", "tables ouvertes"),
    ("en", "open", "No open tables"),
    ("de", "offene Tische", "neu"),
    ("fr", "tables libres", "nouvelle"),
    ("en", "new", "1) "),
    ("de", "neue Partie", "1) "),
    ("fr", "nouvelle partie", "1) "),
    ("en", "history", "You have no finished games"),
    ("de", "Verlauf", ""),
    ("fr", "historique", ""),
    ("en", "rules turn of fate 1", "basic deck of 36 cards"),
    ("de", "Regeln turn of fate 1", "Grunddeck von 36 Karten"),
    ("en", "learn", "learn turn of fate"),
    ("fr", "règle turn of fate 1", "jeu de base de 36 cartes"),
    ("en", "status", "You have no games"),
    ("de", "?", "offen"),
    ("de", "weg", "weg 5 Tage"),
    ("fr", "absence", "absence 5 jours"),
    ("en", "away", "away 5 days"),
    ("en", "quiet", "quiet 22-7"),
    ("en", "language", "language de"),
    ("en", "undo", "belongs to no game"),
    ("en", "2", "belongs to no game"),
    ("en", "invite ada@example.org", "None of your tables"),
]


@pytest.mark.parametrize(("language", "text", "words"), SPOKEN)
def test_command_without_a_game_is_answered(carol: Player, language: str, text: str, words: str) -> None:
    Player.objects.filter(pk=carol.pk).update(language=language)
    answer = said(carol, text)
    assert words in answer
    assert text in answer


def test_mail_that_belongs_to_no_game_is_told_so_once(carol: Player) -> None:
    text = words(said(carol, "xyzzy 2"))
    assert text.count("belongs to no game") == 1
    assert "You can write: games, open" in text
    assert "This is no command that we know" in words(said(carol, "Thank you!"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What are the rules of Turn of Fate?", "rules of Turn of Fate: http"),
        ("rules for turn of fate", "rules of Turn of Fate: http"),
        ("die Regeln von Wende des Schicksals bitte", "rules of Turn of Fate: http"),
        ("règles de Conseil des rois", "rules of Council of Kings: http"),
        ("rules", "rules of Fate Foretold: http"),
        ("rules please", "rules turn of fate 3"),
        ("rule 1 turn of fate", "basic deck of 36 cards"),
        ("rules of turn of fate 1", "basic deck of 36 cards"),
        ("lernen Wende des Schicksals", "Step 1 of"),
        ("learn Turn of Fate please", "Step 1 of"),
        ("Hi, tables libres", "No open tables"),
        ("Neu hier! Wie geht das?", "Write one command per line"),
        ("help", "all other settings: http"),
        ("help", "reply to the mail that says it is your turn"),
    ],
)
def test_command_in_everyday_words_is_understood_without_a_game(carol: Player, text: str, found: str) -> None:
    assert found in words(said(carol, text))


def test_history_without_a_game_at_hand_names_a_running_one(game: Game, carol: Player) -> None:
    player = asked(game).player
    assert player is not None
    assert f"history {game.code}" in words(said(player, "history"))
    assert "Full history: " in said(player, f"history {game.code}")
    assert f"no game with the code {game.code}" in words(said(carol, f"history {game.code}"))


def test_words_of_a_command_within_a_lesson_answer_the_lesson(carol: Player) -> None:
    """Only a mail that answers nothing is searched for the beginning of a command."""
    step = write(carol, "learn turn of fate")
    assert step is not None
    again = words(said(carol, "new ideas are needed", step.reply_to))
    assert "1) Council of Kings" not in again


@pytest.mark.parametrize("text", ["away 5 days", "weg 5 Tage", "absence 5 jours", "Away for five days"])
def test_away_and_back(carol: Player, text: str) -> None:
    assert "You are away until" in said(carol, text)
    carol.refresh_from_db()
    (absence,) = personal_time.absences_of(carol)
    assert absence.end - absence.start == 5 * DAY
    assert "Welcome back" in said(carol, "back")
    carol.refresh_from_db()
    assert all(away.end <= database_now() for away in personal_time.absences_of(carol))
    assert "nothing has changed" in said(carol, "zurück")


NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)  # a Sunday


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("until Dec 3", (2026, 12, 4)),
        ("until December 3rd", (2026, 12, 4)),
        ("bis 3.12.", (2026, 12, 4)),
        ("bis zum 3. Dezember", (2026, 12, 4)),
        ("jusqu’au 3 décembre", (2026, 12, 4)),
        ("until 2026-12-03", (2026, 12, 4)),
        ("until Friday", (2026, 11, 28)),
        ("bis Sonntag", (2026, 11, 30)),
        ("until Jan 2", (2027, 1, 3)),
        ("bis 3/12", (2026, 12, 4)),
    ],
)
def test_end_of_an_absence(text: str, until: tuple[int, int, int]) -> None:
    assert absence_in(text, NOON, "UTC", day_first=True) == (NOON, datetime(*until, tzinfo=UTC))


@pytest.mark.parametrize(("text", "days"), [("5 days", 5), ("a week", 7), ("zwei Wochen", 14), ("pour 3 jours", 3), ("4", 4)])
def test_length_of_an_absence(text: str, days: int) -> None:
    assert absence_in(text, NOON, "Europe/Vienna", day_first=True) == (NOON, NOON + days * DAY)


SPAN = ((2026, 12, 1), (2026, 12, 6))


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        *((text, *SPAN) for text in (
            "from Dec 1 to Dec 5", "Dec 1-5", "1.12.-5.12.", "vom 1.12. bis 5.12.", "01.12.2026 - 05.12.2026", "1. bis 5. Dezember",
            "du 1er au 5 décembre", "du lundi 1 au vendredi 5 décembre", "2026-12-01 - 2026-12-05", "1/12 to 5/12", "1 au 5/12",
            "from the 1st to the 5th of December", "from Tuesday, Dec 1 to Saturday, Dec 5", "5 days from Dec 1", "5 Tage ab 1.12.",
        )),
        ("vom 28.12. bis 3.1.", (2026, 12, 28), (2027, 1, 4)),
        ("a week from Monday", (2026, 11, 23), (2026, 11, 30)),
        ("tomorrow", (2026, 11, 23), (2026, 11, 24)),
        ("this weekend", (2026, 11, 28), (2026, 11, 30)),
        ("am Wochenende", (2026, 11, 28), (2026, 11, 30)),
        ("ten days from Dec 1", (2026, 12, 1), (2026, 12, 11)),
        ("Freitag", (2026, 11, 27), (2026, 11, 28)),
    ],
)  # fmt: skip
def test_span_of_an_absence(text: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    """The start counts as well as the end; a day alone is that day."""
    assert absence_in(text, NOON, "UTC", day_first=True) == (datetime(*start, tzinfo=UTC), datetime(*end, tzinfo=UTC))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "until the cows come home",
        "99/99",
        "until Feb 30",
        "from Dec 1",
        "until 5",
        "5 days until Friday",
        "until Dec 3, back Dec 5",
    ],
)
def test_no_end_of_an_absence(text: str) -> None:
    assert absence_in(text, NOON, "UTC", day_first=True) is None


def test_absence_that_begins_later_is_answered_with_both_days(carol: Player) -> None:
    begins = (database_now() + 10 * DAY).date()
    ends = begins + 4 * DAY
    answer = said(carol, f"away from {begins} to {ends}")
    assert "You will be away from" in answer
    carol.refresh_from_db()
    (absence,) = personal_time.absences_of(carol)
    assert (absence.start.date(), absence.end - absence.start) == (begins, 5 * DAY)
    assert "Welcome back" in said(carol, "back")
    carol.refresh_from_db()
    assert not personal_time.absences_of(carol)


def test_absence_that_is_not_understood_is_asked_for_again(carol: Player) -> None:
    assert "for example: away 5 days" in said(carol, "away until the cows come home")


def test_quiet_hours_and_language(carol: Player) -> None:
    assert "from 22:00 to 07:00" in said(carol, "quiet 22-7")
    carol.refresh_from_db()
    assert carol.personal["quiet"] == [22 * 60, 7 * 60]
    for text in ("quiet hours from 10pm to 7am", "Ruhezeit von 22 bis 7 Uhr", "silence 22h-7h", "quiet 22:00 to 07:00"):
        assert "no quiet hours" in said(carol, "quiet off")
        assert "from 22:00 to 07:00" in said(carol, text), text
    assert "from 00:00 to 12:30" in said(carol, "quiet 12am-12:30 p.m.")
    assert "no quiet hours" in said(carol, "quiet off")
    assert "Sprache ist jetzt Deutsch" in said(carol, "language German")
    carol.refresh_from_db()
    assert (carol.language, carol.personal.get("quiet")) == ("de", None)
    assert "en, de, fr" in said(carol, "Sprache klingonisch")


def test_new_table_by_answering(alice: Player, bob: Player) -> None:
    play_out(start(alice, bob))
    question = write(alice, "new")
    assert question is not None
    keys = list(all_games())
    players = write(alice, str(keys.index("turn_of_fate") + 1), question.reply_to)
    assert players is not None
    assert "Who plays Turn of Fate with you?" in players.text
    assert "is waiting for players" in said(alice, "bob", players.reply_to)
    table = Game.objects.get(host=alice, status=Game.Status.OPEN)
    assert (table.rules, table.seat_count, table.visibility) == ("turn_of_fate", 2, "private")
    assert newest(bob, "invitation").reply_to
    assert "has been invited" in said(alice, "invite grace@example.net")
    post()
    grace = Player.objects.get(email="grace@example.net")
    assert newest(grace, "invitation")
    assert "called “Carolus”" in said(alice, "invite Carolus")


@pytest.mark.parametrize(
    "text",
    [
        *("new Turn of Fate with bot", "neu turn of fate mit Computer", "nouveau turn of fate avec robot", "new turn of fat, bot"),
        *("New Turn of Fate against a bot", "New turn of fate, bot please"),
        "nouvelle partie Revirement du destin contre un ordinateur svp",
        "Neue Partie Wende des Schicksals, nur ich gegen einen Computer",
    ],
)
def test_new_table_in_one_line(alice: Player, text: str) -> None:
    assert "the game has started" in said(alice, text)
    assert Game.objects.get(host=alice).status == Game.Status.ACTIVE


def test_people_of_a_new_table_are_kept_while_the_game_is_asked_for(alice: Player) -> None:
    question = write(alice, "new game with grace@example.net")
    assert question is not None
    assert "There is no game called" not in question.text
    number = list(all_games()).index("turn_of_fate") + 1
    assert "Invited: grace@example.net" in words(said(alice, str(number), question.reply_to))


def test_number_of_bots_of_a_new_table(alice: Player) -> None:
    assert "the game has started" in words(said(alice, "new Council of Kings with two bots"))
    assert Game.objects.get(host=alice).seats.filter(is_bot=True).count() == 2


def test_answer_about_a_new_table_names_whom_it_invited(alice: Player) -> None:
    assert "Invited: grace@example.net" in words(said(alice, "New game of Turn of Fate with grace@example.net please"))


def test_open_tables_and_sitting_down_by_number(alice: Player, carol: Player) -> None:
    for note in ("first", "second"):
        lobby.create(alice, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400), visibility="public", note=note)
    listed = write(carol, "open tables")
    assert listed is not None
    assert "1) Turn of Fate with alice, 1 free seat" in listed.text
    assert "number from 1 to 2" in said(carol, "7", listed.reply_to)
    assert "the game has started" in said(carol, "2", listed.reply_to)
    assert Seat.objects.get(player=carol).game.note == "first"  # the newest table is first in the list


def test_games_tell_whose_turn_it_is(game: Game) -> None:
    seat = asked(game)
    assert seat.player is not None
    assert f"[{game.code}]: your turn since" in said(seat.player, "games")
    other = game.seats.exclude(pk=seat.pk).get().player
    assert other is not None
    assert f"waiting for {seat.player.name} since" in said(other, "games")
    assert f"[{game.code}]" in said(other, f"status {game.code}")


def test_rule_of_a_game_under_an_older_version_links_the_text_of_that_version(alice: Player) -> None:
    older = Game(code="abcd2345", rules="council_of_kings", rules_version=1)
    for argument, page in (("1", "/rules/council_of_kings/1/#r1"), ("council of kings 1", "/rules/council_of_kings/#r1")):
        wish = Wish(Command(CommandName.RULES, argument), alice, older, NOON, NOON)
        assert explaining.rules(wish).words[-1].endswith(page)


def test_history_and_rule_of_the_game_at_hand(game: Game) -> None:
    seat = asked(game)
    assert seat.player is not None
    post()
    to, before = newest(seat.player, "your_turn").reply_to, facts(game)
    assert "Full history: " in said(seat.player, "history", to)
    assert "R1 The basic deck of 36 cards is used" in said(seat.player, "rules 1", to)
    assert "R1 The basic deck of 36 cards is used" in said(seat.player, "rule 1 please", to)
    assert "There is no rule 99" in said(seat.player, "rules 99", to)
    assert "(a private letter)" in words(said(seat.player, "help", to))
    assert facts(game) == before


def test_help_is_short_and_each_language_has_its_own(carol: Player) -> None:
    texts = []
    for language in ("en", "de", "fr"):
        Player.objects.filter(pk=carol.pk).update(language=language)
        texts.append(said(carol, "help"))
    assert len(set(texts)) == 3
    assert all(len(text.splitlines()) < 30 for text in texts)


def test_name_of_a_game() -> None:
    books = all_games()
    assert game_named("council", "en") is books["council_of_kings"]
    assert game_named("destind to fail", "en") is books["destined_to_fail"]
    assert game_named("chess", "en") is None
    assert split_game("turn of fate with bob", "en") == (books["turn_of_fate"], "with bob")


def test_stranger_has_no_business_at_anothers_table(game: Game) -> None:
    eve = person("eve")
    for text in (f"status {game.code}", f"history {game.code}"):
        answer = said(eve, text)
        assert "alice" not in answer
        assert "bob" not in answer


def test_a_lesson_is_played_by_mail(carol: Player) -> None:
    """Every answer shows the next step; a wrong answer repeats the step, and the lesson ends with links."""
    mail, walk = write(carol, "learn turn of fate"), Walk(all_games()["turn_of_fate"])
    words = reader_for([carol.name, *OTHERS], "en")
    while (step := walk.step) is not None:
        assert mail is not None
        assert " ".join(rendered(step.say, words).split()) in " ".join(mail.text.split())
        decision = walk.decision
        assert decision is not None
        text = next(token for token in step.right or decision.tokens if token in decision.tokens)
        if len(walk.answers) == 1:
            mail = write(carol, "battle painter", mail.reply_to)
            assert mail is not None
            assert "Step 2 of" in mail.text
            assert "he counts double for you" in mail.text
        mail = write(carol, str(decision.tokens.index(text) + 1), mail.reply_to)
        walk.answer(text)
    assert mail is not None
    assert "That was the last step" in mail.text


@pytest.mark.parametrize(("key", "language"), [(key, ("fr", "en", "de")[number % 3]) for number, key in enumerate(KEYS)])
def test_every_lesson_is_played_by_mail_to_its_end(carol: Player, key: str, language: str) -> None:
    """The lesson is in the language of the player, who answers with the numbers of the choices."""
    Player.objects.filter(pk=carol.pk).update(language=language)
    carol.refresh_from_db()
    mail, walk, words = write(carol, f"learn {key}"), Walk(all_games()[key]), reader_for([carol.name, *OTHERS], language)
    while (step := walk.step) is not None:
        assert mail is not None
        assert " ".join(rendered(step.say, words).split()) in " ".join(mail.text.split())
        decision = walk.decision
        assert decision is not None
        numbers = [str(decision.tokens.index(token) + 1) for token in wanted(walk).split()]
        mail = write(carol, " ".join(numbers), mail.reply_to)
        walk.answer(wanted(walk))
    assert mail is not None
    assert " ".join(rendered(walk.lesson.outro, words).split()) in " ".join(mail.text.split())


@pytest.mark.parametrize(
    ("language", "text", "step", "example"),
    [
        ("de", "lernen Rat der Könige", "Schritt 1 von 13", "lernen Wende des Schicksals"),
        ("fr", "apprendre tenter le destin", "Étape 1 sur 11", "apprendre Revirement du destin"),
    ],
)
def test_a_lesson_is_asked_for_in_the_writers_language(carol: Player, language: str, text: str, step: str, example: str) -> None:
    Player.objects.filter(pk=carol.pk).update(language=language)
    assert step in said(carol, text)
    carol.refresh_from_db()
    assert example in words(said(carol, "learn"))


NAMED = (
    "status|undo|history|resign|games|open|new|learn turn of fate|rules 3|rules turn of fate 3|invite zoe@example.org|"
    "rematch|away|away 5 days|away until Dec 3|back|quiet|quiet 22-7|quiet off|language de|help|pause 3|note x|to bob: x|"
    "order proposed|"
    "Stand|zurücknehmen|Verlauf|aufgeben|Partien|offen|neu|lernen Wende des Schicksals|Regel 3|"
    "Regeln Wende des Schicksals 3|einladen zoe@example.org|Revanche|weg|weg 5 Tage|weg bis 3.12.|zurück|Ruhe|Ruhe 22-7|"
    "Ruhe aus|Sprache en|Hilfe|Pause 3|Notiz x|an bob: x|Vorgabe vorgeschlagen|neu Rat der Könige mit ada@example.org|"
    "Regeln Zum Scheitern verurteilt|"
    "état|reprendre|historique|abandonner|parties|tables ouvertes|nouvelle|apprendre Revirement du destin|règle 3|"
    "règles Revirement du destin 3|inviter zoe@example.org|revanche|absence|absence 5 jours|absence jusqu’au 3 décembre|"
    "retour|silence|silence 22-7|silence non|langue en|aide|pause 3|note x|à bob : x|consigne proposée|"
    "nouveau Conseil des rois avec ada@example.org|règles Destin annoncé"
)
"""The commands that help and remedies name in English, German and French."""


@pytest.mark.parametrize("line", NAMED.split("|"))
def test_command_that_our_mails_name_is_a_command(line: str) -> None:
    assert command_of(line) is not None


@pytest.mark.parametrize("language", ["de", "fr"])
def test_example_names_a_game_as_the_list_does(carol: Player, language: str) -> None:
    carol.language = language
    carol.save(update_fields=["language"])
    example = {"de": "neu Rat der Könige mit ada@example.org", "fr": "nouveau Conseil des rois avec ada@example.org"}[language]
    assert example in words(said(carol, "new"))


def test_answer_about_something_else_does_not_say_who_is_waited_for(game: Game) -> None:
    post()
    waiting = game.seats.get(pending=False).player
    assert waiting is not None
    table = addresses.written(addresses.unasked(waiting.pk, game.code))
    assert "Waiting for" not in said(waiting, "rules 3", table)
    assert "Waiting for" in said(waiting, "status", table)


@pytest.mark.parametrize("line", ["say hello", "sag hallo", "dis bonjour"])
def test_words_for_all_without_a_colon_are_answered_with_the_way_to_say_them(game: Game, line: str) -> None:
    post()
    waiting = game.seats.get(pending=False).player
    assert waiting is not None
    assert "stands behind “say:”" in words(said(waiting, line, addresses.written(addresses.unasked(waiting.pk, game.code))))
