"""Tests of games of several rules versions: each runs by its own version, and an unknown version is left alone."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.test import Client

from fateapp.ops import audit
from games.models import Game, Heartbeat, Move, Player, RulesBeat, Seat
from games.queries.history import export
from games.queries.history.chronicle import chronicle
from games.queries.tables.table import look_at
from games.rules.errors import CannotUpgrade, UnknownRules
from games.rules.registry import all_games
from games.services.clocks import sweep
from games.services.clocks.pace import per_move
from games.services.people import calendars
from games.services.replies import act
from games.services.tables import answers, bots, lobby, rematches, rules_upgrade, starting, store, undo
from games.tournaments.models import Tournament
from games.tournaments.services import director, rounds
from games.urls import TABLE
from notifications.clock import database_now
from notifications.delivery.deliver import deliver_due
from notifications.models import Message
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, move, play_out, sweep_at
from tests.games.tournaments.test_rounds import people, running
from tests.games.tournaments.test_stations import opened
from tests.rules.raised import FIRST, Brighter, Broken, Settled, shelf

SECOND = Brighter()


@pytest.fixture
def old(alice: Player, bob: Player) -> Game:
    """Lone Star in version 1, in its second round."""
    table = start(alice, bob, rules="lone_star", visibility="public")
    play_round(table)
    return table


@pytest.fixture
def unknown(alice: Player, bob: Player) -> Game:
    """Lone Star in version 2, started by a process that has it; this process does not."""
    with shelf(SECOND, FIRST):
        table = start(alice, bob, rules="lone_star", visibility="public")
        play_round(table)
    return table


def play_round(table: Game) -> None:
    for _seat in range(2):
        move(table)
    table.refresh_from_db()


def fresh(table: Game) -> Game:
    return Game.objects.get(pk=table.pk)


def test_running_game_goes_on_under_its_version_and_new_tables_get_the_newest(old: Game, carol: Player, dora: Player) -> None:
    with shelf(SECOND, FIRST):
        new = start(carol, dora, rules="lone_star")
        assert (new.rules_version, fresh(old).rules_version) == (2, 1)
        assert {len(look_at(old.code, seat.player).decision.options) for seat in old.seats.select_related("player")} == {6}  # type: ignore[union-attr]
        assert len(look_at(new.code, carol).decision.options) == 6  # type: ignore[union-attr]  # seven in hand, the highest stays
        play_out(old)
        assert audit.complaints(fresh(old)) == []
        assert fresh(old).status == "finished"
        assert chronicle(fresh(old), list(old.seats.order_by("index"))).result.scores


def test_open_table_begins_under_the_version_it_was_announced_with(alice: Player, bob: Player) -> None:
    table = lobby.create(alice, "lone_star", 2, now=NOON, pace=per_move(86_400))
    with shelf(SECOND, FIRST):
        lobby.take_seat(table, bob, now=NOON)
        begun = fresh(table)
        assert (begun.status, begun.rules_version, begun.book) == ("active", 1, FIRST)
        assert starting.commitment_of(begun) == begun.commitment


def test_rematch_is_played_by_the_newest_rules_with_the_settings_they_know(old: Game, alice: Player) -> None:
    play_out(old)
    with shelf(SECOND, FIRST):
        again = rematches.create(fresh(old), alice, now=NOON)
        assert (again.rules_version, again.options) == (2, {"low_wins": False, "bright": True})
    play_back = rematches.create
    with shelf(SECOND, FIRST):
        table = start(alice, old.seats.get(index=1).player, rules="lone_star", options={"bright": False})  # type: ignore[arg-type]
        play_out(table)
    assert play_back(fresh(table), alice, now=NOON).options == {"low_wins": False}


def test_game_is_carried_over_in_the_middle_and_can_be_played_again_from_its_log(old: Game, alice: Player) -> None:
    with shelf(SECOND, FIRST):
        assert rules_upgrade.carry_over(old.pk, now=NOON)
        table = fresh(old)
        assert (table.rules_version, table.options["bright"], table.book) == (2, True, SECOND)
        assert table.carried == [{"version": 1, "options": {"low_wins": False}, "upto": old.seq}]
        assert not rules_upgrade.carry_over(old.pk, now=NOON), "twice is the same as once"
        assert "From here on the game is played by its new rules." in [
            sentence.text for line in look_at(old.code, alice).log() for sentence in line.sentences
        ]
        assert len(look_at(old.code, alice).decision.options) == 5  # type: ignore[union-attr]
        assert audit.complaints(table) == []
        play_round(table)
        assert audit.complaints(fresh(old)) == []
        play_out(table)
        assert audit.complaints(fresh(old)) == []
        document = export.export(fresh(old), list(old.seats.order_by("index")))
        assert (document["rules_version"], document["verification"]["rules"]) == (2, "lone_star/1")
        assert starting.commitment_of(fresh(old)) == table.commitment
        assert len(chronicle(fresh(old), list(old.seats.order_by("index"))).chapters) > 1


def test_carrying_over_asks_anew_where_the_question_is_another_and_keeps_what_is_the_same(old: Game) -> None:
    before = {seat.index: (seat.nth, seat.due_at) for seat in old.seats.all()}
    with shelf(SECOND, FIRST):
        rules_upgrade.carry_over(old.pk, now=NOON + timedelta(hours=5))
    for seat in old.seats.all():
        assert (seat.nth, seat.due_at, seat.pending) == (before[seat.index][0] + 1, NOON + timedelta(hours=29), True)


def test_whoever_is_away_is_played_for_where_carrying_over_asks_anew(old: Game) -> None:
    away = old.seats.get(index=0)
    Seat.objects.filter(pk=away.pk).update(state=Seat.State.AWAY)
    with shelf(SECOND, FIRST):
        assert rules_upgrade.carry_over(old.pk, now=NOON)
        assert audit.complaints(fresh(old)) == []
    assert [old.seats.get(index=index).pending for index in (0, 1)] == [False, True]


def test_sealed_answer_stays_given_where_the_question_is_the_same_and_is_asked_anew_where_not(old: Game) -> None:
    while len(legal_tokens(old)) > 3:
        play_round(old)
    move(old)
    sealed = old.seats.get(pending=False)
    with shelf(SECOND, FIRST):
        rules_upgrade.carry_over(old.pk, now=NOON)
        sealed.refresh_from_db()
        assert sealed.pending, "its question has lost a choice"

        class Same(Brighter):
            version = 3

            def upgrade(self, table: dict[str, object], from_version: int) -> dict[str, object]:
                return table

        move(old)
        given = fresh(old).position
        with shelf(Same(), SECOND, FIRST):
            rules_upgrade.carry_over(old.pk, now=NOON)
            assert fresh(old).position == given
            play_out(old)
            assert audit.complaints(fresh(old)) == []
            assert [stage["version"] for stage in fresh(old).carried] == [1, 2]


def legal_tokens(table: Game) -> tuple[str, ...]:
    decision = look_at(table.code, asked(table).player).decision
    assert decision is not None
    return decision.tokens


def test_refused_upgrade_changes_nothing_and_the_game_goes_on(old: Game) -> None:
    before = fresh(old)
    for rules, error in ((Settled(), CannotUpgrade), (Broken(), TypeError)):
        with shelf(rules, FIRST):
            with pytest.raises(error):
                rules_upgrade.carry_over(old.pk, now=NOON)
            assert (fresh(old).rules_version, fresh(old).changes, fresh(old).seq) == (1, before.changes, before.seq)
    move(old)


def test_undo_after_carrying_over_takes_back_what_was_answered_before(alice: Player, bob: Player) -> None:
    """In the middle of a turn of several answers; a replay of the log with the undo gives the stored position."""
    first = all_games()["fate_foretold"]
    table = start(*[alice, bob, Player.objects.create_user("c@example.org", None, name="c")], rules="fate_foretold")
    rules = type("Next", (type(first),), {"version": first.version + 1, "upgrade": lambda self, table, from_version: table})()
    with shelf(rules, first):
        for _ in range(200):
            move(table)
            seat = asked(table)
            session = store.read_game(id=table.pk).load_session()
            if session.can_undo == seat.index:
                break
        rules_upgrade.carry_over(table.pk, now=NOON)
        undo.take_back(table.pk, seat.index, asked(table).nth, source="form", now=NOON, player_id=seat.player_id or 0)
        assert audit.complaints(fresh(table)) == []
        move(table)
        assert audit.complaints(fresh(table)) == []


# ---- unknown versions ---------------------------------------------------------------------------------------------------


def test_answer_to_an_unknown_game_is_put_off_and_marks_nothing(unknown: Game) -> None:
    seat, before = unknown.seats.get(index=0), fresh(unknown)
    with pytest.raises(UnknownRules):
        answers.answer(unknown.pk, 0, seat.nth, "1", source=Move.Source.FORM, now=NOON, player_id=seat.player_id)
    assert (fresh(unknown).trouble, fresh(unknown).changes) == ("", before.changes)


def test_sweep_leaves_unknown_games_their_clocks_and_judges_all_others(unknown: Game, alice: Player, carol: Player) -> None:
    other, later = start(alice, carol), NOON + 3 * DAY
    clocks = list(unknown.seats.order_by("index").values_list("due_at", "remind_at", "timeouts"))
    assert sweep_at(later).timeouts == 1
    assert list(unknown.seats.order_by("index").values_list("due_at", "remind_at", "timeouts")) == clocks
    assert (fresh(unknown).trouble, fresh(other).trouble) == ("", "")
    assert not Message.objects.filter(kind="reminder", thread=unknown.code).exists()
    with shelf(SECOND, FIRST):
        assert sweep_at(later).timeouts == 2, "the process that knows them judges them, dated when they were due"


def test_unknown_games_do_not_use_up_the_round_of_a_sweep(unknown: Game, alice: Player, carol: Player) -> None:
    start(alice, carol, now=NOON + timedelta(hours=1))
    sweep_at(NOON)
    assert sweep.sweep(NOON + timedelta(minutes=1)).timeouts == 0
    assert [Seat.objects.filter(due_at__lte=NOON + 2 * DAY).count(), swept_with_limit(1)] == [3, 1]


def swept_with_limit(limit: int) -> int:
    Heartbeat.objects.update(beat_at=NOON + 2 * DAY)
    RulesBeat.objects.update(beat_at=NOON + 2 * DAY)
    return sweep.sweep(NOON + 2 * DAY, limit=limit).timeouts


def test_time_in_which_no_process_had_its_rules_is_given_back(unknown: Game, alice: Player, carol: Player) -> None:
    """A release was rolled back for a day: other games go on, these wait, and nobody loses time."""
    with shelf(SECOND, FIRST):
        sweep_at(NOON + timedelta(hours=1))
    other = start(alice, carol, now=NOON)
    for hour in range(2, 26):
        Heartbeat.objects.update(beat_at=NOON + timedelta(hours=hour))
        RulesBeat.objects.filter(version=1).update(beat_at=NOON + timedelta(hours=hour))
        sweep.sweep(NOON + timedelta(hours=hour))
    assert Move.objects.filter(source="timeout").values_list("game", flat=True).distinct().get() == other.pk
    assert set(unknown.seats.values_list("due_at", flat=True)) == {NOON + DAY}
    Heartbeat.objects.update(beat_at=NOON + timedelta(hours=26))
    with shelf(SECOND, FIRST):
        before = fresh(unknown).changes
        assert sweep.sweep(NOON + timedelta(hours=26)).timeouts == 0
        assert set(unknown.seats.values_list("due_at", "shifts")) == {(NOON + DAY + timedelta(hours=25), 1)}
        assert fresh(unknown).changes == before + 1
        assert sweep.sweep(NOON + timedelta(hours=26)).timeouts == 0
        assert set(unknown.seats.values_list("shifts", flat=True)) == {1}, "once"


def test_time_of_an_outage_of_the_whole_site_is_given_back_once(unknown: Game) -> None:
    with shelf(SECOND, FIRST):
        sweep.sweep(NOON)
        sweep.sweep(NOON + timedelta(hours=5))
        assert set(unknown.seats.values_list("due_at", "shifts")) == {(NOON + DAY + timedelta(hours=5), 1)}
        sweep.sweep(NOON + timedelta(hours=5, minutes=1))
        assert set(unknown.seats.values_list("shifts", flat=True)) == {1}


def test_bots_wait_for_the_process_that_knows_their_game(alice: Player, dora: Player) -> None:
    with shelf(SECOND, FIRST):
        table = start(alice, dora, rules="lone_star")
    assert bots.play_bots(NOON) == 0
    assert bots.play_in(table.pk, NOON) == 0
    assert fresh(table).trouble == ""
    with shelf(SECOND, FIRST):
        assert bots.play_bots(NOON) == 1


PLAIN = [pattern.pattern._route for pattern in TABLE if "<" not in pattern.pattern._route]  # type: ignore[union-attr]
PAGES = ("", "text/", "at/1/", "table.svg", "table.png", "table.txt", "feed.atom")


@pytest.mark.parametrize("path", PAGES)
def test_page_of_an_unknown_game_says_that_it_is_updated(unknown: Game, alice: Player, client: Client, path: str) -> None:
    client.force_login(alice)
    address = f"/g/{unknown.code}/{path}"
    page = client.get(address)
    assert (page.status_code, page["Retry-After"], "no-store" in page["Cache-Control"]) == (503, "30", True)
    assert "This game is being updated" in page.content.decode()
    with shelf(SECOND, FIRST):
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("gone", [False, True], ids=["version", "kind"])
def test_nothing_at_an_unknown_table_breaks_or_marks_it(unknown: Game, alice: Player, client: Client, gone: bool) -> None:
    """GET and POST to every address of a table whose version or game this process does not have."""
    client.force_login(alice)
    before = fresh(unknown)
    found = set()
    with shelf() if gone else nullcontext():
        for path in PLAIN:
            address = f"/g/{unknown.code}/{path}"
            found |= {client.get(address).status_code, client.post(address, {"nth": 2, "choice": "1", "days": "2"}).status_code}
    assert found <= {200, 302, 403, 404, 405, 409, 422, 503}
    assert 503 in found
    assert (fresh(unknown).trouble, fresh(unknown).position) == ("", before.position)


LISTS = ("/", "/lobby/", "/substitutes/", "/settings/time/", "/players/alice/", "/api/v1/games", "/api/v1/substitutes", "/api/v1/rules")


@pytest.mark.parametrize("address", LISTS)
@pytest.mark.parametrize("gone", [False, True], ids=["version", "kind"])
def test_lists_show_what_they_know_of_unknown_games(unknown: Game, alice: Player, client: Client, address: str, gone: bool) -> None:
    client.force_login(alice)
    with shelf() if gone else nullcontext():
        page = client.get(address)
        assert page.status_code == 200
        assert (unknown.code in page.content.decode()) == (address in ("/", "/api/v1/games"))


def test_calendar_has_the_deadlines_of_unknown_games_too(unknown: Game, alice: Player, client: Client) -> None:
    key = calendars.make(alice, now=NOON)
    assert f"/g/{unknown.code}/" in client.get(f"/calendar/{key}.ics").content.decode().replace("\r\n ", "")


def test_form_of_an_unknown_game_loses_nothing_and_says_when_to_come_back(unknown: Game, alice: Player, client: Client) -> None:
    client.force_login(alice)
    seat = unknown.seats.get(index=0)
    answer = client.post(f"/g/{unknown.code}/answer/", {"nth": seat.nth, "choice": "1"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert fresh(unknown).trouble == ""


def test_api_says_unavailable_and_when_to_ask_again(unknown: Game, alice: Player, client: Client) -> None:
    client.force_login(alice)
    for address in (f"/api/v1/games/{unknown.code}/view", f"/api/v1/games/{unknown.code}/log"):
        answer = client.get(address)
        assert (answer.status_code, answer["Retry-After"], answer.json()["code"]) == (503, "30", "unknown_rules"), address
    row = client.get(f"/api/v1/games/{unknown.code}").json()
    assert (row["rules_version"], row["title"]) == (2, "Lone Star")


def test_mail_about_an_unknown_game_waits_for_the_process_that_knows_it(unknown: Game) -> None:
    Message.objects.filter(kind="game_started").update(state="superseded")
    turn = Message.objects.filter(kind="your_turn", thread=unknown.code, state="queued")
    assert turn.exists()
    deliver_due(database_now())
    assert set(Message.objects.filter(kind="your_turn").values_list("state", "attempts", "crashes")) == {("queued", 0, 0)}
    with shelf(SECOND, FIRST):
        deliver_due(database_now() + timedelta(minutes=5))
    assert set(Message.objects.filter(kind="your_turn").values_list("state", flat=True)) <= {"sent", "superseded"}
    assert Message.objects.filter(kind="your_turn", state="sent").exists()


def test_reply_about_an_unknown_game_is_left_to_another_process(unknown: Game, alice: Player) -> None:
    with pytest.raises(UnknownRules):
        act("1", code=unknown.code, player=alice, nth=1, source=Move.Source.MAIL, now=NOON)


def finish_round(tournament: Tournament) -> None:
    for table in tournament.games().filter(status="active"):
        play_out(table)


def versions_of(tournament: Tournament) -> list[int]:
    return list(tournament.games().order_by("pk").values_list("rules_version", flat=True))


def test_tournament_plays_all_its_rounds_by_one_version_and_waits_where_it_is_unknown(carol: Player) -> None:
    with shelf(SECOND, FIRST):
        cup = running(carol, people(4), rules="lone_star")
        finish_round(cup)
        assert versions_of(cup) == [2, 2]
    assert rounds.advance_all(NOON) == 0, "this process cannot begin its next round"
    assert cup.rounds.get().closed_at is None
    with shelf(type("Third", (Settled,), {"version": 3})(), SECOND, FIRST):
        assert rounds.advance_all(NOON) == 1
    assert versions_of(cup) == [2, 2, 2, 2]


def test_tournament_begins_by_the_newest_version_that_knows_its_settings(carol: Player) -> None:
    cup = opened(carol, people(2), rules="lone_star", options={"low_wins": True})
    plain = type("Plain", (Settled,), {"options": ()})()
    with shelf(plain, FIRST):
        director.start(cup.pk, carol, "All are here.", now=NOON)
    assert versions_of(cup) == [1]


def test_pages_of_a_tournament_are_shown_where_its_game_is_not_known(carol: Player, client: Client) -> None:
    cup = running(carol, people(2), rules="lone_star")
    finish_round(cup)
    with shelf():
        for address in ("/tournaments/", f"/tournaments/{cup.code}/", f"/api/v1/tournaments/{cup.code}"):
            assert client.get(address).status_code == 200, address


def test_late_game_of_an_unknown_version_waits_for_the_process_that_knows_it(carol: Player) -> None:
    with shelf(SECOND, FIRST):
        cup = running(carol, people(2), rules="lone_star", round_days=1)
    rounds.advance_all(NOON + 2 * DAY)
    assert [(table.status, table.trouble) for table in cup.games()] == [("active", "")]
    with shelf(SECOND, FIRST):
        rounds.advance_all(NOON + 2 * DAY)
    assert [table.status for table in cup.games()] == ["finished"]
