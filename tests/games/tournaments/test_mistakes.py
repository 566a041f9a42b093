"""Tests of mistakes of directors and of second clicks: each is refused with its remedy, or has the right result."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Outage, Player
from games.services.clocks import pauses
from games.services.errors import Closed, NotYours, Refused
from games.services.operations import members, roles
from games.services.people.erasure import erase
from games.services.tables import store
from games.tournaments.acts import registry
from games.tournaments.formats import entry_list, scoring
from games.tournaments.formats.scoring import points_of
from games.tournaments.mails import notice
from games.tournaments.models import Call, Pairing, Ruling, Tournament
from games.tournaments.queries import exports
from games.tournaments.services import (
    announcing,
    changing,
    director as desk,
    entering,
    interventions,
    latecomers,
    presence,
    repairing,
    results,
    rounds,
    talking,
)
from notifications.clock import database_now
from notifications.models import Message
from tests.games.api.conftest import Program, call  # noqa: F401 - a fixture
from tests.games.conftest import DAY, NOON, person, start
from tests.games.tournaments.test_bad_day import named
from tests.games.tournaments.test_incidents import HOUR, first_table, four, mail, points
from tests.games.tournaments.test_pages import FORM, act, preview
from tests.games.tournaments.test_rounds import end, people, running, win
from tests.games.tournaments.test_stations import opened, told
from tests.games.tournaments.verifier import script

pytestmark = pytest.mark.django_db


def played(director: Player, count: int, size: int, **settings: object) -> Tournament:
    """A tournament of `size` people in the round after `count` played ones."""
    tournament = running(director, people(size), **settings)
    for _round in range(count):
        win(tournament)
        rounds.advance(tournament.pk, NOON)
    return tournament


def forfeited() -> int:
    return Pairing.objects.filter(ruled__kind="forfeited").count()


@pytest.mark.parametrize("stopped", ["pause", "outage", "time given back", "cancellation"])
def test_time_in_which_nobody_could_play_is_no_absence(carol: Player, stopped: str) -> None:
    """Everybody was forfeited at the first minute after a weekend's pause."""
    tournament = four(carol, show_up_hours=24)
    later = NOON + 48 * HOUR
    if stopped == "pause":
        interventions.pause(tournament.pk, carol, "The weekend.", now=NOON + HOUR)
        interventions.resume(tournament.pk, carol, "Monday.", now=later)
    elif stopped == "outage":
        Outage.objects.create(start=NOON + HOUR, end=later)
    elif stopped == "cancellation":
        desk.cancel(tournament.pk, carol, "The wrong one.", now=NOON + HOUR)
        interventions.revive(tournament.pk, carol, "It was the other one.", now=later)
    else:
        interventions.give_back(tournament.pk, 47, carol, "The network.", now=NOON + HOUR)
    rounds.advance(tournament.pk, later + 22 * HOUR)
    assert forfeited() == 0
    rounds.advance(tournament.pk, later + 23 * HOUR)
    assert forfeited() == 2


@pytest.mark.parametrize(("announced", "changed", "applies"), [(0, 1, None), (48, 1, 48), (1, 48, 48), (24, 0, None)])
def test_hours_to_show_up_that_are_changed_take_time_from_nobody(carol: Player, announced: int, changed: int, applies: int | None) -> None:
    """Hours announced in the middle of a round forfeited everybody within a minute. The next round has the new hours."""
    tournament = four(carol, show_up_hours=announced)
    changing.change(tournament.pk, {"show_up_hours": changed}, carol, "Faster.", now=NOON + HOUR)
    rounds.advance(tournament.pk, NOON + 47 * HOUR)
    assert forfeited() == 0
    rounds.advance(tournament.pk, NOON + 48 * HOUR)
    assert forfeited() == (0 if applies is None else 2)
    if applies is None:
        win(tournament)
        rounds.advance(tournament.pk, NOON + 49 * HOUR)
        assert tournament.rounds.count() == 2
        rounds.advance(tournament.pk, NOON + 50 * HOUR)
        assert forfeited() == (2 if changed else 0)


def test_round_that_is_over_is_not_extended_and_opens_for_a_pair_by_hand(carol: Player) -> None:
    """After the next round was taken back: the game by hand ran beside the next round, which was paired without its result."""
    tournament = played(carol, 1, 3, round_days=3)
    repairing.undo_round(tournament.pk, carol, "Eve was forgotten.", now=NOON)
    with pytest.raises(Closed, match="This round is over"):
        interventions.extend(tournament.pk, 1, carol, "More time.", now=NOON)
    eve, bye = person("eve"), next(row for row in Pairing.objects.all() if len(row.seats) == 1)
    latecomers.enter_late(tournament.pk, eve, 0, carol, "Here.", now=NOON)
    repairing.pair(tournament.pk, eve, tournament.entries.get(seed=bye.seats[0]).player, carol, "Both are free.", now=NOON)
    interventions.resume(tournament.pk, carol, "Go.", now=NOON)
    assert not rounds.advance(tournament.pk, NOON)
    win(tournament)
    assert rounds.advance(tournament.pk, NOON)
    assert Pairing.objects.filter(round__number=2, game__isnull=False).count() == 2


def test_round_goes_on_for_as_long_as_it_was_cancelled(carol: Player) -> None:
    """All its games were decided as late ones at the first minute after the cancellation was taken back."""
    tournament = four(carol, round_days=2)
    desk.cancel(tournament.pk, carol, "The wrong one.", now=NOON + HOUR)
    interventions.revive(tournament.pk, carol, "It was the other one.", now=NOON + 4 * DAY)
    rounds.advance(tournament.pk, NOON + 4 * DAY)
    assert tournament.rounds.get().ends_at == NOON + 6 * DAY - HOUR
    assert tournament.games().filter(status="active").count() == 2


def test_tournament_whose_start_passed_while_it_was_cancelled_waits_for_its_director(carol: Player) -> None:
    tournament = opened(carol, people(2), starts_at=NOON + DAY)
    desk.cancel(tournament.pk, carol, "The wrong one.", now=NOON)
    interventions.revive(tournament.pk, carol, "It was the other one.", now=NOON + 2 * DAY)
    assert not rounds.advance(tournament.pk, NOON + 2 * DAY)
    desk.start(tournament.pk, carol, "Now.", now=NOON + 2 * DAY)


def test_who_is_shut_out_in_a_cancelled_tournament_leaves_their_game_when_it_is_revived(carol: Player) -> None:
    """Their opponent waited for them until the end of the round, in a game that nobody could play."""
    tournament = four(carol)
    desk.cancel(tournament.pk, carol, "The wrong one.", now=NOON)
    gone = Player.objects.get(name=first_table(tournament)[1][0])
    members.ban(gone.pk, carol, "Rude.", now=NOON)
    assert tournament.games().filter(status="active").count() == 2
    interventions.revive(tournament.pk, carol, "It was the other one.", now=NOON + HOUR)
    assert tournament.entries.get(player=gone).withdrawn
    assert tournament.games().filter(status="active", seats__player=gone).count() == 0
    assert list(Ruling.objects.order_by("pk").values_list("act", flat=True))[-2:] == ["revive", "withdraw"]
    assert (Ruling.objects.get(act="withdraw").facts, Ruling.objects.get(act="revive").facts) == ({"people": [gone.pk]}, {"seconds": 3600})


def test_two_resumptions_within_a_second_are_two_mails(carol: Player) -> None:
    tournament = four(carol)
    for microsecond in (1, 2):
        interventions.pause(tournament.pk, carol, "A storm.", now=NOON)
        interventions.resume(tournament.pk, carol, "It is over.", now=NOON.replace(microsecond=microsecond))
    assert told("resumed") == [*["p1"] * 2, *["p2"] * 2, *["p3"] * 2, *["p4"] * 2]


def test_pause_of_centuries_is_refused(carol: Player, client: Client) -> None:
    """The page of the tournament and its calendar ended in an error: the end of the round was beyond the year 9999."""
    tournament = four(carol, round_days=2)
    with pytest.raises(Refused, match="within a year"):
        interventions.pause(tournament.pk, carol, "A storm.", now=NOON, until=datetime(9999, 12, 31, 23, tzinfo=UTC))
    interventions.pause(tournament.pk, carol, "A storm.", now=NOON, until=NOON + 366 * DAY)
    assert client.get(f"/tournaments/{tournament.code}/").status_code == 200


def test_result_is_corrected_when_there_is_one_and_judged_while_there_is_none(carol: Player) -> None:
    """Both acts were offered without a game to choose."""
    tournament = four(carol)

    def offered() -> set[str]:
        return {"correct", "judge"} & {one.key for one in registry.ACTS if one.fits(Tournament.objects.get(pk=tournament.pk))}

    assert offered() == {"judge"}
    game = first_table(tournament)[0].game
    assert game is not None
    end(game, 1, 2)
    assert offered() == {"correct", "judge"}
    win(tournament)
    assert offered() == {"correct"}


def test_no_result_is_restored_where_only_a_meeting_without_a_game_is_ruled(carol: Player) -> None:
    """The act was offered without a game to choose after somebody left a round robin."""
    tournament = played(carol, 0, 4, format="round_robin")
    interventions.withdraw(tournament.pk, Player.objects.get(name="p1"), carol, "Ill.", now=NOON)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    Pairing.objects.filter(game__isnull=False).update(ruled=None)
    assert Pairing.objects.filter(ruled__isnull=False).exists()
    assert not registry.BY_KEY["restore"].fits(Tournament.objects.get(pk=tournament.pk))


def test_start_in_the_past_is_refused(olga: Client, carol: Player) -> None:
    """A wrong year began the tournament within a minute."""
    draft = Tournament(title="Cup", rules="turn_of_fate", starts_at=NOON - DAY)
    with pytest.raises(Refused, match="must be in the future"):
        announcing.announce(draft, carol, "Now.", now=NOON)
    tournament = opened(carol, people(2))
    with pytest.raises(Refused, match="must be in the future"):
        changing.change(tournament.pk, {"starts_at": NOON}, carol, "Typed wrongly.", now=NOON)
    page = olga.post("/admin/games/tournament/wizard/", FORM | {"starts_at": "2020-01-01T10:00"}).content.decode()
    assert "The start must be in the future." in page
    draft = announcing.announce(Tournament(title="Cup", rules="turn_of_fate", starts_at=NOON + DAY), carol, "Soon.", now=NOON)
    with pytest.raises(Refused, match="start has passed"):
        desk.open_registration(draft.pk, carol, "Late.", now=NOON + DAY)


def test_nobody_comes_back_into_groups_whose_finals_began_without_them(carol: Player) -> None:
    """The finals were drawn anew from other people, and no round was paired any more."""
    tournament = played(carol, 2, 7, format="groups", group_size=4, through=2)
    best = max(points(tournament).items(), key=lambda line: (line[1], line[0]))[0]
    interventions.withdraw(tournament.pk, named(best), carol, "The wrong one.", now=NOON)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    assert Pairing.objects.filter(round__number=4, label__startswith="W").count() == 2
    with pytest.raises(Closed, match="take back round 4 first"):
        latecomers.reinstate(tournament.pk, named(best), carol, "It was another.", now=NOON)
    repairing.undo_round(tournament.pk, carol, "The finals without the best.", now=NOON)
    latecomers.reinstate(tournament.pk, named(best), carol, "It was another.", now=NOON)
    interventions.resume(tournament.pk, carol, "Mended.", now=NOON)
    for _round in range(3):
        rounds.advance(tournament.pk, NOON)
        win(tournament)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.rounds.count()) == ("review", 5)


def test_nobody_comes_back_into_a_season_that_began_without_them(carol: Player) -> None:
    """The divisions were cut anew in the middle of the season."""
    tournament = played(carol, 1, 8, format="league", group_size=4, round_count=2)
    gone, here = named("p1"), named("p2")
    interventions.withdraw(tournament.pk, gone, carol, "The wrong one.", now=NOON)
    for _round in range(2):
        win(tournament)
        rounds.advance(tournament.pk, NOON)
    interventions.withdraw(tournament.pk, here, carol, "The wrong one, too.", now=NOON)
    latecomers.reinstate(tournament.pk, here, carol, "In the same season.", now=NOON)
    assert tournament.rounds.count() == 4
    with pytest.raises(Closed, match="take back round 4 first"):
        latecomers.reinstate(tournament.pk, gone, carol, "In the next season.", now=NOON)


def test_closed_account_does_not_come_back(carol: Player) -> None:
    tournament = four(carol)
    erase(named("p1"), now=NOON)
    with pytest.raises(Refused, match="account is closed"):
        latecomers.reinstate(tournament.pk, tournament.entries.get(withdrawn=True).player, carol, "Come back.", now=NOON)


@pytest.mark.parametrize("stage", ["before the start", "running", "review"])
def test_account_closed_while_a_tournament_stands_still_plays_no_further_round(carol: Player, stage: str) -> None:
    """Neither a cancelled tournament nor one that waits for approval withdraws anybody; both may go on."""
    gone = person("p1") if stage == "before the start" else None
    if gone is not None:
        tournament = opened(carol, [gone, *(person(f"p{number}") for number in range(2, 6))], round_count=2)
    else:
        tournament = played(carol, 0 if stage == "running" else 2, 5, round_count=2)
        gone = Player.objects.get(name="p1")
    if stage != "review":
        desk.cancel(tournament.pk, carol, "By mistake.", now=NOON)
    erase(gone, now=NOON)
    if stage == "review":
        repairing.undo_round(tournament.pk, carol, "A wrong result.", now=NOON)
        interventions.resume(tournament.pk, carol, "Corrected.", now=NOON)
    else:
        interventions.revive(tournament.pk, carol, "It was the wrong one.", now=NOON)
        if stage == "before the start":
            desk.start(tournament.pk, carol, "All are here.", now=NOON)
        else:
            win(tournament)
    rounds.advance(tournament.pk, NOON)
    latest = tournament.rounds.order_by("-number")[0]
    seats = [seed for row in latest.pairings.all() for seed in row.seats]
    assert sorted(tournament.entries.filter(seed__in=seats).values_list("player__name", flat=True)) == ["p2", "p3", "p4", "p5"]
    assert tournament.rulings.filter(act="withdraw", facts__people=[gone.pk]).count() == (stage != "before the start")


def test_absent_player_of_a_table_forfeits_once_and_the_others_play_on(carol: Player) -> None:
    """Also one who has not been asked yet. The mail names who lost, and a second ruling is refused."""
    slow = {"kind": "move", "seconds": 864_000}
    tournament = running(
        carol, people(4), format="tables", rules="council_of_kings", least=4, most=4, show_up_hours=24, pace=slow
    )  # fmt: skip
    row, game = Pairing.objects.get(), Game.objects.get()
    idle = next(seat for seat in game.seats.order_by("index") if not seat.pending)
    row.present = [seed for index, seed in enumerate(row.seats) if index != idle.index]
    row.save()
    for minute in range(3):
        rounds.advance(tournament.pk, NOON + 25 * HOUR + minute * HOUR / 60)
    game.refresh_from_db()
    assert (game.status, Ruling.objects.filter(act="did not show up").count()) == (Game.Status.ACTIVE, 1)
    assert told("ruled") == ["p1", "p2", "p3", "p4"]
    assert idle.player is not None
    _subject, text = mail("ruled", "p1")
    assert (f"Lost this game: {idle.player.name}. The others play on." in text, "does not count" in text) == (True, False)
    with pytest.raises(Refused) as refused:
        results.forfeit(tournament.pk, row.pk, [row.seats[idle.index]], carol, "Again.", now=NOON + 26 * HOUR)
    assert (refused.value.code, told("ruled")) == ("lost_already", ["p1", "p2", "p3", "p4"])


def test_fixed_schedule_has_no_swaps(olga: Client, carol: Player) -> None:
    """Two met twice, and two never."""
    tournament = running(carol, people(4), format="round_robin")
    one, other = Pairing.objects.order_by("number")
    two = [tournament.entries.get(seed=row.seats[0]).player for row in (one, other)]
    with pytest.raises(Refused, match="schedule of this format is fixed"):
        repairing.exchange(tournament.pk, *two, carol, "They share a kitchen.", now=NOON)
    assert "acts/exchange/" not in olga.get(f"/admin/games/tournament/{tournament.pk}/desk/").content.decode()


def test_finals_after_groups_need_a_winner_like_any_knock_out(carol: Player) -> None:
    """A draw and a double forfeit let the better seed go on, which was not announced."""
    tournament = played(carol, 3, 6, format="groups", group_size=3, through=2, show_up_hours=24)
    row, _names = first_table(tournament)
    assert row.label.startswith("W")
    Tournament.objects.filter(pk=tournament.pk).update(show_up_hours=24)
    tournament.refresh_from_db()
    presence.forfeit_absent(tournament, row.round, NOON + 2 * DAY)
    assert forfeited() == 0
    with pytest.raises(Refused, match="needs a winner"):
        results.forfeit(tournament.pk, row.pk, row.seats, carol, "Neither came.", now=NOON)
    end(row.game, 1, 2)
    with pytest.raises(Refused, match="needs a winner"):
        results.correct(tournament.pk, row.pk, [1, 1], carol, "A draw.", now=NOON)


def test_second_click_announces_and_copies_nothing_more(olga: Client, carol: Player) -> None:
    page = olga.post("/admin/games/tournament/wizard/", FORM).content.decode()
    sure = FORM | {"sure": "yes", "code": page.partition('name="code" value="')[2].partition('"')[0]}
    answers = [olga.post("/admin/games/tournament/wizard/", sure) for _click in range(2)]
    made = Tournament.objects.get()
    assert [answer.headers["Location"] for answer in answers] == [f"/admin/games/tournament/{made.pk}/desk/"] * 2
    _told, seen = preview(olga, made, "copy", "Again.", title="Second cup")
    path = f"/admin/games/tournament/{made.pk}/acts/copy/"
    answers = [olga.post(path, {"reason": "Again.", "title": "Second cup", "sure": "yes", "seen": seen}) for _click in range(2)]
    assert (answers[0].status_code, "Something has changed since you looked" in answers[1].content.decode()) == (302, True)
    assert Tournament.objects.count() == 2


def test_second_click_calls_the_director_once(carol: Player) -> None:
    tournament = four(carol)
    first, again = (talking.call(tournament.pk, None, named("p1"), "Help!", now=NOON + click * HOUR) for click in range(2))
    assert (first, Call.objects.count()) == (again, 1)
    talking.answer(first.pk, "I come.", carol, "Help.", now=NOON)
    assert talking.call(tournament.pk, None, named("p1"), "Help!", now=NOON) != first


def test_choice_that_another_director_has_made_impossible_is_named(olga: Client, carol: Player) -> None:
    """The text was “5 is not one of the available choices”."""
    tournament = four(carol)
    act(olga, tournament, "withdraw", "Ill.", who=named("p1").pk)
    path = f"/admin/games/tournament/{tournament.pk}/acts"
    page = olga.post(f"{path}/withdraw/", {"reason": "Ill.", "who": named("p1").pk}).content.decode()
    assert "This is not one of the present choices. Load the page again." in page
    assert "the tournament is now “running”" in olga.post(f"{path}/start/", {"reason": "Go."}).content.decode()


def test_start_after_a_check_in_counts_those_who_checked_in(carol: Player) -> None:
    tournament = opened(carol, people(3))
    desk.call_in(tournament.pk, carol, "Soon.", now=NOON)
    with pytest.raises(Refused, match="At least 2 have to check in"):
        desk.start(tournament.pk, carol, "Go.", now=NOON)


def test_unreadable_pace_is_an_error_of_the_form(olga: Client, carol: Player) -> None:
    """The page failed; it asks for another pace now."""
    tournament = Tournament.objects.create(title="Cup", rules="turn_of_fate", director=carol, pace={"kind": "hourglass"})
    path, said = f"/admin/games/tournament/{tournament.pk}/change/", "The stored time for each move cannot be read."
    assert said in olga.get(path).content.decode()
    assert "This field is required." in olga.post(path, FORM | {"speed": ""}).content.decode()
    assert olga.post(path, FORM | {"speed": "week"}).status_code == 302
    Tournament.objects.update(pace={"kind": "hourglass"}, status="running")
    assert said in olga.get(path).content.decode()


def test_invitation_says_who_invites(carol: Player, alice: Player) -> None:
    tournament, client = opened(carol, invite_only=True), Client()
    client.force_login(alice)
    assert "invites you" not in client.get(tournament.get_absolute_url()).content.decode()
    desk.invite(tournament.pk, [alice], carol, "A friend.", now=NOON)
    assert "carol invites you to this tournament." in client.get(tournament.get_absolute_url()).content.decode()
    assert "carol invites you to Cup." in mail("invited", "alice")[1]
    Tournament.objects.update(director=None)
    assert "You are invited to Cup." in mail("invited", "alice")[1]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("001    2      p2\n001    1      p1\n012 Cup\n", ["p1", "p2"]),
        ("001    2      p2\n001    2      p1\n", "Line 2: the number 2 is used twice."),
        ("012 Cup\n001    x      p2\n", "Line 2 cannot be read"),
        ("name,x\rp1,1\rp2,2", ["p1", "p2"]),
        ("Name\r\np1\r\np2", ["p1", "p2"]),
        ("name,x\n" + "p" * 200_000, "This table cannot be read"),
    ],
)
def test_list_of_seeds_is_read_from_a_report_file_or_a_table(text: str, names: list[str] | str) -> None:
    if isinstance(names, str):
        with pytest.raises(ValueError, match=names):
            entry_list.read(text)
    else:
        assert entry_list.read(text) == names


def test_program_changes_one_field_and_leaves_the_others(call: Any, carol: Player) -> None:  # noqa: F811 - the fixture
    """Fifteen fields were required, and a switch that was left out was turned off."""
    tournament = opened(carol, people(2), invite_only=False, by_date=True, round_days=3, starts_at=database_now() + timedelta(days=9))
    roles.give(carol, "director")
    program: Program = call(Player.objects.get(pk=carol.pk))
    path, asked = (
        f"tournaments/{tournament.code}/acts/change",
        {"reason": "A typo.", "values": {"title": "Bowl", "tie_breaks": ["DE", "SB"]}},
    )
    shown = program.post(path, asked).json()
    breaks = "Direct encounter, Buchholz Cut-1, Buchholz, Sonneborn–Berger, Wins, Score difference"
    wanted = ["Title: Bowl instead of Cup.", f"Tie-breaks: Direct encounter, Sonneborn–Berger instead of {breaks}."]
    assert shown["effects"][:2] == wanted
    assert program.post(path, asked | {"seen": shown["seen"]}).json()["done"]
    changed = Tournament.objects.get()
    assert (changed.title, changed.tie_breaks, changed.by_date, changed.starts_at) == ("Bowl", ["DE", "SB"], True, tournament.starts_at)


def test_game_of_an_approved_table_is_not_played_again(carol: Player) -> None:
    """The refusal said that only games of the latest round can be, of a game of the latest round."""
    tournament = played(carol, 1, 2)
    desk.approve(tournament.pk, carol, "Fine.", now=NOON)
    with pytest.raises(Closed, match="the tournament is now “closed”"):
        results.replay(tournament.pk, Pairing.objects.get().pk, carol, "Again.", now=NOON)


def test_director_hears_of_a_start_that_was_called_off(carol: Player, alice: Player) -> None:
    """Only the players had a mail; it said that too few had checked in, of a tournament without a check-in."""
    tournament = opened(carol, [alice], starts_at=NOON + DAY)
    rounds.advance(tournament.pk, NOON + DAY)
    subject, text = mail("not_begun", "carol")
    assert subject == "Cup: the start is postponed"
    assert "Players at the announced time: 1. Needed: 2." in text
    assert f"/admin/games/tournament/{tournament.pk}/desk/" in text
    assert "Too few players were there" in mail("called_off", "alice")[1]
    entering.enter(tournament.pk, person("late"), now=NOON + DAY)
    desk.start(tournament.pk, carol, "Now there are two.", now=NOON + DAY)
    assert notice(Message.objects.get(payload__what="not_begun"), NOON + DAY) is None


def test_director_hears_of_a_final_table_to_approve(carol: Player) -> None:
    """Nobody was told, and the tournament waited until the director looked into the inbox."""
    tournament = played(carol, 1, 2)
    subject, text = mail("review", "carol")
    assert subject == "Cup: the final table waits for you"
    assert f"/admin/games/tournament/{tournament.pk}/desk/" in text
    desk.approve(tournament.pk, carol, "Fine.", now=NOON)
    assert notice(Message.objects.get(payload__what="review"), NOON) is None


def test_director_hears_once_a_day_of_an_error_that_stops_a_tournament(carol: Player) -> None:
    """It was named in the log only. The row is one that no version of the site writes."""
    tournament = played(carol, 1, 4)
    win(tournament)
    Tournament.objects.update(format="unknown")
    for hours in (0, 1, 25):
        assert rounds.advance_all(NOON + hours * HOUR) == 0
    assert told("failed") == ["carol", "carol"]
    subject, text = mail("failed", "carol")
    assert subject == "Cup: an error stops the tournament"
    assert "tournament_failed" in text


def test_tournament_that_is_deleted_during_its_step_stops_no_other(carol: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (opened(carol, [], title=title, starts_at=NOON + DAY) for title in ("Cup", "Plate"))
    step = rounds.advance

    def delete_the_first(pk: int, now: datetime) -> bool:
        if pk == one.pk:
            Tournament.objects.filter(pk=pk).delete()
        return step(pk, now)

    monkeypatch.setattr(rounds, "advance", delete_the_first)
    rounds.advance_all(NOON + DAY)
    assert told("failed") == []
    assert Message.objects.filter(payload__what="not_begun", payload__tournament=other.code).exists()


def test_finals_in_which_somebody_was_reinstated_by_mistake_go_on(olga: Client, carol: Player) -> None:
    """Until this was refused: the desk and the public page failed, and no round was paired."""
    tournament = played(carol, 2, 7, format="groups", group_size=4, through=2)
    best = max(points(tournament).items(), key=lambda line: (line[1], line[0]))[0]
    interventions.withdraw(tournament.pk, named(best), carol, "The wrong one.", now=NOON)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    facts = {"people": [named(best).pk]}
    Ruling.objects.create(tournament=tournament, at=NOON + HOUR, by=carol, act="reinstate", reason="It was another.", facts=facts)
    tournament.entries.filter(player__name=best).update(withdrawn=False, left_round=0)
    win(tournament)
    assert olga.get(f"/admin/games/tournament/{tournament.pk}/desk/").status_code == 200
    assert olga.get(f"/tournaments/{tournament.code}/").status_code == 200
    act(olga, tournament, "withdraw", "The finals began without them.", who=named(best).pk)
    for _round in range(2):
        rounds.advance(tournament.pk, NOON + DAY)
        win(tournament)
    rounds.advance(tournament.pk, NOON + DAY)
    tournament.refresh_from_db()
    lines = tournament.formula.standings(tournament.field())
    assert (tournament.status, tournament.rounds.count()) == ("review", 5)
    assert tournament.entries.get(player__name=best).seed not in [line.entrant for line in lines[:4]]


def test_withdrawn_player_forfeits_the_rest_of_a_round_robin(olga: Client, carol: Player) -> None:
    """Opponents had a bye: in C.07 a game less than those who had met the player, and in the report file a bye of the pairing."""
    tournament = running(carol, people(4), format="round_robin", tie_breaks=["SB", "BH"])
    win(tournament)
    gone = tournament.entries.get(seed=1)
    rounds.advance(tournament.pk, NOON)
    win(tournament, but=[1])
    interventions.withdraw(tournament.pk, gone.player, carol, "Ill.", now=NOON)
    rounds.advance(tournament.pk, NOON + DAY)
    row = next(row for row in tournament.pairings().filter(round__number=3) if 1 in row.seats)
    other = next(seed for seed in row.seats if seed != 1)
    assert (row.game, row.played().forfeit, points_of(row.played())) == (None, True, {1: 0, other: 1})
    name = tournament.entries.get(seed=other).player.name
    assert "you get the point without a game" in mail("round", name)[1]
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    field = tournament.field()
    total = scoring.totals(field)
    breaks = {line.entrant: line.breaks for line in tournament.formula.standings(field)}
    assert {seed: breaks[seed][1] for seed in (2, 3, 4)} == {seed: sum(total.values()) - total[seed] for seed in (2, 3, 4)}
    beaten = [
        against for played in field.history for against in played.seats if points_of(played).get(other) == 1 and other in played.seats
    ]
    assert breaks[other][0] == sum(total[seed] for seed in beaten if seed != other)
    lines = {line[14:47].strip(): line for line in exports.report(tournament).splitlines() if line.startswith("001")}
    assert lines[name].rstrip().endswith("+")
    assert lines[gone.player.name].rstrip().endswith("-")
    assert script.check(script.from_json(json.dumps(exports.whole(tournament)))) == []
    for path in (tournament.get_absolute_url(), f"/admin/games/tournament/{tournament.pk}/desk/"):
        assert "without play" in olga.get(path).content.decode()


def damaged(tournament: Tournament) -> Pairing:
    """The first table, whose stored position cannot be read."""
    row, _names = first_table(tournament)
    Game.objects.filter(pk=row.game_id).update(position="{")
    return row


@pytest.mark.parametrize("way", ["forfeit", "withdraw", "ban", "erase"])
def test_player_of_a_game_that_cannot_be_read_can_leave(carol: Player, way: str) -> None:
    """Each failed because of the game, also the deletion of an account. The game ends without a result, and the opponent has the point."""
    tournament = four(carol)
    row = damaged(tournament)
    out, stays = (tournament.entries.get(seed=seed) for seed in row.seats)
    if way == "forfeit":
        results.forfeit(tournament.pk, row.pk, [out.seed], carol, "Gone.", now=NOON)
    elif way == "withdraw":
        interventions.withdraw(tournament.pk, out.player, carol, "Gone.", now=NOON)
    elif way == "ban":
        members.ban(out.player_id, carol, "Rude.", now=NOON)
    else:
        erase(out.player, now=NOON)
    row.refresh_from_db()
    assert row.game.status == Game.Status.CANCELLED
    assert points_of(row.played()) == {out.seed: 0, stays.seed: 1}
    assert row.played().forfeit
    win(tournament)
    assert rounds.advance(tournament.pk, NOON)
    assert tournament.rounds.count() == 2


def test_a_moderator_who_plays_in_the_tournament_shuts_out_nobody_of_it(carol: Player) -> None:
    """Also before their pairing, and only while both are in it."""
    ann, ben, moderator = (person(name) for name in ("ann", "ben", "moderator"))
    cup, other = opened(carol, [ann, moderator]), opened(carol, [ben], title="Other")
    with pytest.raises(NotYours, match="in a game or tournament with ann"):
        members.ban(ann.pk, moderator, "Rude.", now=NOON)
    members.ban(ben.pk, moderator, "Rude.", now=NOON)
    assert not other.entries.filter(withdrawn=False).exists()
    entering.withdraw(cup.pk, moderator, now=NOON)
    members.ban(ann.pk, moderator, "Rude.", now=NOON)


def test_absence_in_a_game_that_cannot_be_read_stops_no_other(carol: Player) -> None:
    """No late game of the tournament was decided any more, and no round was paired."""
    tournament = four(carol, show_up_hours=24)
    row = damaged(tournament)
    presence.show_up(tournament.pk, tournament.entries.get(seed=row.seats[0]).player)
    rounds.advance(tournament.pk, NOON + DAY)
    assert forfeited() == 2
    row.refresh_from_db()
    assert row.ruled["lost"] == row.seats[1:]


def test_account_at_a_table_whose_rules_have_stopped_can_be_deleted(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    Game.objects.filter(pk=game.pk).update(trouble="KeyError: 5")
    erase(alice, now=NOON)
    alice.refresh_from_db()
    assert not alice.is_active


def test_paused_tournament_that_was_cancelled_is_paused_again(carol: Player) -> None:
    """The round that its director had taken back was paired within a minute, before the cause was corrected."""
    tournament = played(carol, 1, 4)
    repairing.undo_round(tournament.pk, carol, "A wrong result.", now=NOON)
    desk.cancel(tournament.pk, carol, "The wrong button.", now=NOON + HOUR)
    interventions.revive(tournament.pk, carol, "Not that.", now=NOON + 2 * HOUR)
    assert not rounds.advance(tournament.pk, NOON + 2 * HOUR)
    interventions.resume(tournament.pk, carol, "Corrected.", now=NOON + 3 * HOUR)
    assert rounds.advance(tournament.pk, NOON + 3 * HOUR)


def test_pause_with_an_end_survives_a_cancellation(carol: Player) -> None:
    tournament = four(carol, round_days=3)
    interventions.pause(tournament.pk, carol, "The weekend.", now=NOON, until=NOON + 2 * DAY)
    desk.cancel(tournament.pk, carol, "The wrong button.", now=NOON + DAY)
    interventions.revive(tournament.pk, carol, "Not that.", now=NOON + DAY + HOUR)
    game = Game.objects.first()
    assert (Tournament.objects.get().paused_until, pauses.is_open(store.read_game(id=game.pk))) == (NOON + 2 * DAY, True)
    rounds.advance(tournament.pk, NOON + 2 * DAY)
    assert (Tournament.objects.get().paused_at, tournament.rounds.get().ends_at) == (None, NOON + 5 * DAY)


def test_shared_third_place_is_named_in_full(olga: Client, carol: Player) -> None:
    """The approval and the mail named three people, though the losers of both semifinals are third, or four are first."""
    tournament = played(carol, 2, 4, format="single")
    third = [tournament.entries.get(seed=seed).player.name for seed in (3, 4)]
    shown, _seen = preview(olga, tournament, "approve", "Fine.")
    assert f"3. {third[0]}, 3. {third[1]}." in shown
    act(olga, tournament, "approve", "Fine.")
    text = mail("closed", third[0])[1]
    assert [f"3. {name}" in text for name in third] == [True, True]


def test_tournament_that_ended_early_goes_on_with_who_is_reinstated(olga: Client, carol: Player) -> None:
    """The only way was to take the latest round back, with all that was played in it."""
    tournament = running(carol, people(4), format="round_robin")
    for name in ("p2", "p3", "p4"):
        interventions.withdraw(tournament.pk, named(name), carol, "I read the wrong list.", now=NOON)
    rounds.advance(tournament.pk, NOON)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.rounds.count()) == ("review", 1)
    for name in ("p2", "p3", "p4"):
        act(olga, tournament, "reinstate", "It was another tournament.", who=named(name).pk)
    rounds.advance(tournament.pk, NOON)
    win(tournament)
    assert Pairing.objects.filter(round__number=2, game__isnull=False).count() == 2
    rounds.advance(tournament.pk, NOON)
    win(tournament)
    interventions.withdraw(tournament.pk, named("p2"), carol, "Gone home.", now=NOON)
    rounds.advance(tournament.pk, NOON)
    with pytest.raises(Closed, match="All rounds of this tournament are played"):
        latecomers.reinstate(tournament.pk, named("p2"), carol, "Back.", now=NOON)


def playing_director(tournament: Tournament) -> tuple[Player, Player, Player, Player]:
    """A director who plays, their opponent of the latest round, and the two of another table."""
    mine, other = tournament.pairings().filter(round__number=tournament.rounds.count(), game__isnull=False)[:2]
    own, rival, third, fourth = (tournament.entries.get(seed=seed).player for seed in (*mine.seats, *other.seats))
    return own, rival, third, fourth


def test_director_who_plays_does_not_act_on_their_own_games(carol: Player) -> None:
    """Another director does all of it; acts on others, and those that concern everybody alike, stay possible."""
    tournament = four(carol, round_days=5)
    own, rival, third, fourth = playing_director(tournament)
    new = person("newcomer")

    def code(act: Any, *about: Any) -> str:
        with pytest.raises(NotYours, match="appoint an official") as refusal:
            act(tournament.pk, *about, own, "Mine.", now=NOON)
        return refusal.value.code

    refused = [
        code(repairing.exchange, own, third),
        code(repairing.exchange, rival, third),
        code(repairing.sit_out, rival),
        code(repairing.forbid, own, third),
        code(repairing.undo_round),
        code(interventions.withdraw, rival),
        code(interventions.replace, own, new),
        code(interventions.replace, rival, new),
    ]
    assert set(refused) == {"own_game"}
    assert tournament.rulings.filter(by=own).count() == 0
    interventions.extend(tournament.pk, 1, own, "Snow.", now=NOON)
    repairing.sit_out(tournament.pk, third, own, "Ill.", now=NOON)
    interventions.replace(tournament.pk, fourth, new, own, "Ill.", now=NOON)
    repairing.exchange(tournament.pk, own, new, carol, "A household.", now=NOON)
    repairing.undo_round(tournament.pk, carol, "Too early.", now=NOON)


def test_director_does_not_give_themselves_a_place_after_the_start(carol: Player) -> None:
    tournament = four(carol)
    seated = tournament.entries.get(seed=1).player
    with pytest.raises(NotYours):
        interventions.replace(tournament.pk, seated, carol, carol, "Me.", now=NOON)
    with pytest.raises(NotYours):
        latecomers.enter_late(tournament.pk, carol, 1, carol, "Me.", now=NOON)
    interventions.withdraw(tournament.pk, seated, seated, "I leave.", now=NOON)
    with pytest.raises(NotYours):
        latecomers.reinstate(tournament.pk, seated, seated, "I am back.", now=NOON)
    latecomers.reinstate(tournament.pk, seated, carol, "They are back.", now=NOON)


def test_substitute_needs_what_everybody_needs_but_no_invitation(carol: Player) -> None:
    """The director who names somebody has invited them; the other conditions of entering hold."""
    tournament = four(carol)
    Tournament.objects.filter(pk=tournament.pk).update(invite_only=True)
    one = tournament.entries.get(seed=1).player
    silent = person("silent")
    silent.emailaddress_set.update(verified=False)
    with pytest.raises(Refused, match="confirm their email address") as refusal:
        interventions.replace(tournament.pk, one, silent, carol, "Ill.", now=NOON)
    assert refusal.value.code == "no_proven_channel"
    interventions.replace(tournament.pk, one, person("fine"), carol, "Ill.", now=NOON)
    latecomers.enter_late(tournament.pk, person("late"), 1, carol, "A late train.", now=NOON)
    assert tournament.entries.filter(seed__isnull=False, withdrawn=False).count() == 5
