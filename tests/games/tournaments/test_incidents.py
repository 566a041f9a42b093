"""Tests of incidents in leagues and their remedies in the admin: notices, changes, and undo. docs/tournaments.md has the table."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game, Player, Seat
from games.services.errors import Closed, NotYours, Refused
from games.services.operations import ending, members, roles
from games.services.people.erasure import erase
from games.tournaments.formats.scoring import decimal
from games.tournaments.mails import notice
from games.tournaments.models import Call, Entry, Official, Pairing, Round, Ruling, Tournament
from games.tournaments.services import director as desk, entering, latecomers, rounds, talking
from notifications.clock import database_now
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person
from tests.games.tournaments.test_pages import act, preview
from tests.games.tournaments.test_rounds import end, people, running, swapped, win
from tests.games.tournaments.test_stations import opened

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Status = Tournament.Status


def told(what: str) -> list[str]:
    """The names of the people who get this notice."""
    rows = Message.objects.filter(kind="tournament", payload__what=what).order_by("recipient__name")
    return list(rows.values_list("recipient__name", flat=True))


def mail(what: str, name: str) -> tuple[str, str]:
    """Subject and text of the latest notice of this kind."""
    message = Message.objects.filter(kind="tournament", payload__what=what, recipient__name=name).order_by("-pk")[0]
    composed = notice(message, NOON)
    assert composed is not None
    return composed.subject, composed.text


def points(tournament: Tournament) -> dict[str, str]:
    """The points of everybody by name."""
    names = dict(tournament.entries.filter(seed__isnull=False).values_list("seed", "player__name"))
    return {names[line.entrant]: decimal(line.points) for line in tournament.formula.standings(tournament.field())}


def first_table(tournament: Tournament) -> tuple[Pairing, list[str]]:
    """The first pairing of the latest round, and its players."""
    row = Pairing.objects.filter(round__tournament=tournament).select_related("game").order_by("-round__number", "number")[0]
    names = dict(tournament.entries.values_list("seed", "player__name"))
    return row, [names[seed] for seed in row.seats]


def four(director: Player, **settings: object) -> Tournament:
    """A Swiss of four people in its first round."""
    return running(director, people(4), **settings)


def test_1_wrong_result_is_corrected_and_restored(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, (first, second) = first_table(tournament)
    end(row.game, 1, 2)
    shown = act(olga, tournament, "correct", "They swapped seats.", game=row.pk, outcome="2 1")
    assert f"{first}: 1 → 0 points" in shown
    assert f"{second}: 0 → 1 points" in shown
    assert f"2 people are notified: {', '.join(sorted((first, second)))}" in shown
    assert (points(tournament)[first], points(tournament)[second], told("ruled")) == ("0", "1", sorted((first, second)))
    subject, text = mail("ruled", first)
    assert subject == "Cup: round 1: a ruling on your game"
    assert "They swapped seats." in text
    assert f"{first}: 0, {second}: 1" in text
    page = Client().get(f"/tournaments/{tournament.code}/").content.decode()
    assert "Result corrected" in page
    assert "They swapped seats." in page
    act(olga, tournament, "restore", "They had not.", game=row.pk)
    assert (points(tournament)[first], Pairing.objects.get(pk=row.pk).ruled) == ("1", None)
    assert list(Ruling.objects.order_by("pk").values_list("act", flat=True))[-2:] == ["correct result", "restore result"]


def test_2_game_is_annulled(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, names = first_table(tournament)
    end(row.game, 1, 2)
    assert f"{names[0]}: 1 → 0 points" in act(olga, tournament, "annul", "Somebody else played.", game=row.pk)
    assert (points(tournament)[names[0]], told("ruled")) == ("0", sorted(names))
    assert "It does not count." in mail("ruled", names[1])[1]
    assert not rounds.advance(tournament.pk, NOON)
    win(tournament)
    assert rounds.advance(tournament.pk, NOON)


def test_3_game_declared_void_counts_no_more_in_its_tournament(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, names = first_table(tournament)
    assert row.game is not None
    end(row.game, 1, 2)
    path = f"/admin/games/game/{row.game_id}/acts/void/"
    page = olga.post(path, {"reason": "Unfair."}).content.decode()
    assert f"{names[0]}: 1 → 0 points" in page
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    assert olga.post(path, {"reason": "Unfair.", "sure": "yes", "seen": seen}).status_code == 302
    assert (points(tournament)[names[0]], told("ruled")) == ("0", sorted(names))
    act(olga, tournament, "correct", "A draw then.", game=row.pk, outcome="1 1")
    assert points(tournament)[names[0]] == "0.5"


def test_4_who_does_not_come_forfeits_and_the_game_may_be_played_again(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, (first, second) = first_table(tournament)
    seed = tournament.entries.get(player__name=first).seed
    act(olga, tournament, "forfeit", "Never came.", game=row.pk, lost=[seed])
    old = Game.objects.get(pk=row.game_id)
    assert (points(tournament)[first], points(tournament)[second], old.status) == ("0", "1", Game.Status.FINISHED)
    act(olga, tournament, "replay", "They had written to me.", game=row.pk)
    row.refresh_from_db()
    assert row.game_id != old.pk
    assert (points(tournament)[second], told("repaired")) == ("0", sorted((first, second)))
    assert mail("repaired", first)[0] == f"Cup: round 1: you play {second}"


def test_5_nobody_comes_and_nobody_has_a_point(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, names = first_table(tournament)
    act(olga, tournament, "forfeit", "Neither came.", game=row.pk, lost=row.seats)
    assert [points(tournament)[name] for name in names] == ["0", "0"]
    assert Game.objects.get(pk=row.game_id).status == Game.Status.CANCELLED
    win(tournament)
    assert rounds.advance(tournament.pk, NOON)
    assert tournament.rounds.count() == 2


def test_6_who_neither_moves_nor_shows_up_loses_the_game(carol: Player) -> None:
    tournament = four(carol, show_up_hours=24)
    _row, (first, second) = first_table(tournament)
    client = Client()
    client.force_login(Player.objects.get(name=first))
    page = f"/tournaments/{tournament.code}/"
    assert "Check in for this round" in client.get(page).content.decode()
    client.post(f"{page}show-up/")
    assert "Check in for this round" not in client.get(page).content.decode()
    assert not rounds.advance(tournament.pk, NOON + 23 * HOUR)
    rounds.advance(tournament.pk, NOON + 24 * HOUR)
    others = [name for name in points(tournament) if name not in (first, second)]
    assert (points(tournament)[first], points(tournament)[second], [points(tournament)[name] for name in others]) == ("1", "0", ["0", "0"])
    assert Ruling.objects.filter(act="did not show up").count() == 2
    assert told("ruled") == sorted(points(tournament))


def test_7_late_entry_has_the_points_that_were_stated(olga: Client, carol: Player) -> None:
    tournament = four(carol, round_count=4)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    eve = person("eve")
    shown = act(olga, tournament, "late-entry", "Was in hospital.", who="eve", halves=1)
    assert "eve has a place." in shown
    assert "eve enters the standings with 0.5 points" in shown
    assert (points(tournament)["eve"], told("late_entry")) == ("0.5", ["eve"])
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    assert any(Entry.objects.get(player=eve).seed in row.seats for row in Pairing.objects.filter(round__number=3))
    act(olga, tournament, "withdraw", "Cannot after all.", who=eve.pk)
    assert mail("excluded", "eve")[0] == "Cup: you were removed"


def test_8_somebody_taken_out_by_mistake_is_reinstated(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, (first, second) = first_table(tournament)
    shown = act(olga, tournament, "withdraw", "Wrong person.", who=Player.objects.get(name=first).pk)
    assert f"{first} no longer takes part." in shown
    assert told("excluded") == [first]
    act(olga, tournament, "reinstate", "It was somebody else.", who=Player.objects.get(name=first).pk)
    act(olga, tournament, "replay", "From the beginning.", game=row.pk)
    assert (Entry.objects.get(player__name=first).withdrawn, points(tournament)[second], told("reinstated")) == (False, "0", [first])


def test_9_two_of_a_household_are_exchanged_and_back(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    _row, (first, _second) = first_table(tournament)
    other = Pairing.objects.get(round__tournament=tournament, number=2)
    third = Player.objects.get(entries__tournament=tournament, entries__seed=other.seats[0])
    pks = {"one": Player.objects.get(name=first).pk, "other": third.pk}
    shown = act(olga, tournament, "exchange", "They share a kitchen.", **pks)
    assert f"{third.name} – " in shown
    assert "4 people are notified" in shown
    row, names = first_table(tournament)
    assert names[0] == third.name
    seated = list(Seat.objects.filter(game=row.game).order_by("index").values_list("player__name", flat=True))
    assert seated == names
    act(olga, tournament, "exchange", "They do not.", **pks)
    assert first_table(tournament)[1][0] == first
    assert Game.objects.filter(status=Game.Status.CANCELLED).count() == 4


def test_10_two_people_are_kept_apart(olga: Client, carol: Player) -> None:
    tournament = opened(carol, people(4), round_count=2)
    pks = {"one": Player.objects.get(name="p1").pk, "other": Player.objects.get(name="p2").pk}
    act(olga, tournament, "keep-apart", "Siblings.", **pks)
    desk.start(tournament.pk, carol, "Go.", now=NOON)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    seeds = set(tournament.entries.filter(player__name__in=("p1", "p2")).values_list("seed", flat=True))
    assert not any(seeds == set(row.seats) for row in Pairing.objects.all())
    tournament.refresh_from_db()
    act(olga, tournament, "let-meet", "They asked.", **pks)
    tournament.refresh_from_db()
    assert tournament.forbidden == []


def test_11_round_is_taken_back_and_paired_again(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, names = first_table(tournament)
    end(row.game, 1, 2)
    shown = act(olga, tournament, "undo-round", "A wrong result was used.")
    assert "Round 1 is taken back with all its pairings." in shown
    assert (Round.objects.count(), points(tournament)[names[0]], told("undone")) == (0, "0", ["p1", "p2", "p3", "p4"])
    assert not rounds.advance(tournament.pk, NOON)
    assert mail("undone", "p1")[0] == "Cup: round 1 is taken back"
    tournament.refresh_from_db()
    act(olga, tournament, "resume", "Mended.")
    assert rounds.advance(tournament.pk, NOON)
    assert Round.objects.count() == 1


def test_12_announcement_is_changed_after_opening(olga: Client, carol: Player) -> None:
    tournament = opened(carol, people(3), cap=2, title="Cap")
    page = olga.get(f"/admin/games/tournament/{tournament.pk}/acts/change/").content.decode()
    fields = dict(re.findall(r'<input type="(?:text|number)" name="(\w+)" value="([^"]*)"', page))
    assert "BH-C1 (Buchholz Cut-1)" in page
    kept = {"late_rule": "scores", **fields, "tie_breaks": "bh, wins"}
    shown = act(olga, tournament, "change", "One more table.", **(kept | {"title": "Cup", "cap": "3"}))
    assert "Title: Cup instead of Cap." in shown
    assert "Places: 3 instead of 2." in shown
    assert "p3 has a place." in shown
    assert (told("changed"), told("place")) == (["p1", "p2", "p3"], ["p3"])
    subject, text = mail("changed", "p1")
    assert subject == "Cup: the announcement has changed"
    assert "Places: 3" in text
    assert "Tie-breaks: Buchholz, Wins" in text
    assert "You may withdraw until it begins." in text
    with pytest.raises(AssertionError):
        act(olga, tournament, "change", "Nothing.", **(kept | {"title": "Cup", "cap": "3"}))


def test_13_who_is_shut_out_leaves_the_tournament(carol: Player) -> None:
    tournament = four(carol)
    _row, (first, second) = first_table(tournament)
    mod, client = person("mod"), Client()
    roles.give(mod, "moderator")
    client.force_login(mod)
    player = Player.objects.get(name=first)
    path = f"/admin/games/player/{player.pk}/acts/ban/"
    page = client.post(path, {"reason": "Threats."}).content.decode()
    assert f"{first} no longer takes part." in page
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    assert client.post(path, {"reason": "Threats.", "sure": "yes", "seen": seen}).status_code == 302
    assert (points(tournament)[second], Entry.objects.get(player=player).withdrawn, told("excluded")) == ("1", True, [first])
    assert "Threats" not in Client().get(f"/tournaments/{tournament.code}/").content.decode()
    members.unban(player.pk, mod, "Sorry.", now=NOON)


def test_14_who_deletes_their_account_leaves_without_a_name(carol: Player) -> None:
    tournament = four(carol)
    _row, (first, second) = first_table(tournament)
    erase(Player.objects.get(name=first), now=NOON)
    page = Client().get(f"/tournaments/{tournament.code}/").content.decode()
    assert points(tournament)[second] == "1"
    assert "Deleted their account." in page
    assert f">{first}<" not in page


def test_15_pause_says_why_and_until_when_and_ends_by_itself(olga: Client, carol: Player) -> None:
    tournament = four(carol, round_days=7)
    Tournament.objects.filter(pk=tournament.pk).update()
    shown = act(olga, tournament, "pause", "A flood.", until=f"{database_now() + 30 * DAY:%Y-%m-%d %H:%M}")
    assert "until" in shown
    subject, text = mail("paused", "p1")
    assert (subject, "A flood." in text, told("paused")) == ("Cup: paused", True, ["p1", "p2", "p3", "p4"])
    page = Client().get(f"/tournaments/{tournament.code}/").content.decode()
    assert "Paused until" in page
    assert "A flood." in page
    tournament.refresh_from_db()
    assert tournament.paused_until is not None
    assert not rounds.advance(tournament.pk, tournament.paused_until - HOUR)
    rounds.advance(tournament.pk, tournament.paused_until)
    tournament.refresh_from_db()
    assert (tournament.paused_at, told("resumed")) == (None, ["p1", "p2", "p3", "p4"])


def test_16_cancelling_tells_everybody_why(olga: Client, carol: Player) -> None:
    tournament = opened(carol, people(3), cap=2)
    act(olga, tournament, "cancel", "The hall burnt down.")
    assert told("cancelled") == ["p1", "p2", "p3"]
    subject, text = mail("cancelled", "p3")
    assert (subject, "The hall burnt down." in text, "Running games" in text) == ("Cup: cancelled", True, False)


def test_17_waiting_list_hears_that_it_began_without_them(carol: Player) -> None:
    tournament = opened(carol, people(3), cap=2)
    assert mail("entered", "p3")[0] == "Cup: you are on the waiting list"
    assert mail("entered", "p1")[0] == "Cup: you have entered"
    desk.start(tournament.pk, carol, "Go.", now=NOON)
    assert (told("left_out"), told("round")) == (["p3"], ["p1", "p2"])
    assert mail("left_out", "p3")[0] == "Cup: it has started without you"
    subject, text = mail("round", "p1")
    assert subject == "Cup: round 1: you play p2"
    assert "You have seat" in text


def test_18_arbiter_rules_and_leaves_the_announcement_alone(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    artus, client = person("artus"), Client()
    act(olga, tournament, "appoint", "He knows the rules.", who="artus", role="arbiter")
    client.force_login(artus)
    row, names = first_table(tournament)
    end(row.game, 1, 2)
    act(client, tournament, "correct", "A slip.", game=row.pk, outcome="2 1")
    assert points(tournament)[names[1]] == "1"
    for key in ("change", "cancel", "appoint", "copy"):
        assert client.get(f"/admin/games/tournament/{tournament.pk}/acts/{key}/").status_code == 403
    other = opened(carol, title="Other")
    assert client.get(f"/admin/games/tournament/{other.pk}/acts/withdraw/").status_code == 403
    assert mail("appointed", "artus")[0] == "Cup: you are an official"
    act(olga, tournament, "dismiss", "He moves away.", who=artus.pk)
    artus.refresh_from_db()
    assert (Official.objects.count(), artus.is_staff) == (0, False)
    assert client.get(f"/admin/games/tournament/{tournament.pk}/acts/correct/").status_code == 302


def test_19_call_from_a_table_is_answered_from_the_inbox(olga: Client, carol: Player) -> None:
    tournament = four(carol)
    row, (first, _second) = first_table(tournament)
    assert row.game is not None
    client = Client()
    client.force_login(Player.objects.get(name=first))
    page = f"/tournaments/{tournament.code}/"
    client.post(f"{page}call/", {"game": row.game.code, "text": "My opponent writes insults."})
    assert "My opponent writes insults." in olga.get("/admin/inbox/").content.decode()
    assert (told("call"), mail("call", "carol")[0]) == (["carol"], f"Cup: a call from {first}")
    act(olga, tournament, "answer", "Answered.", call=Call.objects.get().pk, text="I talk to them.")
    assert "My opponent writes insults." not in olga.get("/admin/inbox/").content.decode()
    assert "I talk to them." in mail("answer", first)[1]
    assert "I talk to them." in client.get(page).content.decode()
    stranger = Client()
    stranger.force_login(person("eve"))
    assert "You have not entered" in stranger.post(f"{page}call/", {"text": "Me too."}, follow=True).content.decode()


@pytest.mark.parametrize(("to", "count"), [("all", 4), ("late", 2), ("table", 2)])
def test_20_director_writes_to_all_the_late_or_one_table(olga: Client, carol: Player, to: str, count: int) -> None:
    tournament = four(carol)
    row, _names = first_table(tournament)
    act(olga, tournament, "message", "Before the weekend.", to=str(row.pk) if to == "table" else to, text="Please hurry.")
    assert len(told("message")) == count
    assert "Please hurry." in mail("message", told("message")[0])[1]
    assert "Please hurry." not in Client().get(f"/tournaments/{tournament.code}/").content.decode()


def test_21_final_table_is_corrected_after_it_was_approved(olga: Client, carol: Player) -> None:
    tournament = running(carol, people(2))
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    act(olga, tournament, "approve", "Fine.")
    row, (first, _second) = first_table(tournament)
    shown = act(
        olga, tournament, "correct", "The winner had help.", game=row.pk, outcome="2 1" if points(tournament)[first] == "1" else "1 2"
    )
    assert "place 1 → 2" in shown
    assert "place 2 → 1" in shown


def test_22_game_of_a_knock_out_is_played_again_and_not_annulled(olga: Client, carol: Player) -> None:
    tournament = running(carol, people(2), format="single")
    row, _names = first_table(tournament)
    end(row.game, 1, 2)
    rounds.advance(tournament.pk, NOON)
    assert Tournament.objects.get().status == Status.REVIEW
    with pytest.raises(Refused, match="A knock-out game needs a winner"):
        ending.void(row.game_id, Player.objects.get(name="olga"), "A fault.", now=NOON)
    tournament.refresh_from_db()
    act(olga, tournament, "replay", "A fault of the server.", game=row.pk)
    tournament.refresh_from_db()
    assert (tournament.status, Game.objects.filter(status=Game.Status.ACTIVE).count()) == (Status.RUNNING, 1)
    win(tournament)
    assert rounds.advance(tournament.pk, NOON)


def test_23_result_that_later_rounds_follow_from_is_not_corrected_alone(carol: Player, olga: Client) -> None:
    tournament = running(carol, people(4), format="single")
    row, _names = first_table(tournament)
    win(tournament)
    rounds.advance(tournament.pk, NOON)
    row.refresh_from_db()
    ranks = swapped(row)
    asked = {"reason": "A slip.", "game": row.pk, "outcome": " ".join(map(str, ranks))}
    page = olga.post(f"/admin/games/tournament/{tournament.pk}/acts/correct/", asked).content.decode()
    assert "take back round 2 first" in page
    act(olga, tournament, "undo-round", "A slip in round 1.")
    act(olga, tournament, "correct", **asked)
    tournament.refresh_from_db()
    act(olga, tournament, "resume", "Mended.")
    rounds.advance(tournament.pk, NOON)
    final = Pairing.objects.get(round__number=2)
    assert row.seats[ranks.index(1)] in final.seats
    assert row.seats[ranks.index(2)] not in final.seats


def test_correction_after_the_next_round_says_what_follows(carol: Player, olga: Client) -> None:
    """The pairings stay, and the text says how to pair the round again; for the latest round there is no such text."""
    tournament = four(carol)
    row, _names = first_table(tournament)
    win(tournament)
    row.refresh_from_db()
    asked = {"game": row.pk, "outcome": " ".join(map(str, swapped(row)))}
    told, _seen = preview(olga, tournament, "correct", "A slip.", **asked)
    assert "You may leave it so" not in told
    rounds.advance(tournament.pk, NOON)
    told, _seen = preview(olga, tournament, "correct", "A slip.", **asked)
    assert "Round 2 was paired from the points as they were. Its pairings and games stay as they are." in told
    assert "do “Take the latest round back” after this, then “Let the clocks run again”" in told
    before = set(Pairing.objects.filter(round__number=2).values_list("pk", flat=True))
    act(olga, tournament, "correct", "A slip.", **asked)
    assert set(Pairing.objects.filter(round__number=2).values_list("pk", flat=True)) == before


def test_desk_leads_to_no_ruling_that_would_be_refused(carol: Player, olga: Client) -> None:
    """In a knock-out, no link to a round that the next one depends on (the list of games says what to do first) or to one's own game."""
    tournament = running(carol, people(4), format="single")
    row, _names = first_table(tournament)
    page = f"/admin/games/tournament/{tournament.pk}/desk/"
    assert f"acts/forfeit/?game={row.pk}" in olga.get(page).content.decode()
    win(tournament)
    assert f"acts/correct/?game={row.pk}" in olga.get(page).content.decode()
    rounds.advance(tournament.pk, NOON)
    text = olga.get(page).content.decode()
    final = Pairing.objects.get(round__number=2)
    assert (f"?game={row.pk}" in text, f"acts/judge/?game={final.pk}" in text) == (False, True)
    form = html.unescape(olga.get(f"/admin/games/tournament/{tournament.pk}/acts/correct/").content.decode())
    assert form.count("(take back round 2 first)") == 2
    finalist = tournament.entries.get(seed=final.seats[0]).player
    roles.give(finalist, "director")
    own = Client()
    own.force_login(finalist)
    assert f"?game={final.pk}" not in own.get(page).content.decode()


def test_24_nobody_rules_on_their_own_game(carol: Player) -> None:
    tournament = four(carol)
    row, (first, _second) = first_table(tournament)
    own, client = Player.objects.get(name=first), Client()
    roles.give(own, "director")
    client.force_login(own)
    end(row.game, 2, 1)
    path = f"/admin/games/tournament/{tournament.pk}/acts/correct/"
    assert "ask another director" in client.post(path, {"reason": "Mine.", "game": row.pk, "outcome": "1 2"}).content.decode()
    assert points(tournament)[first] == "0"


def test_25_like_last_season(olga: Client, carol: Player) -> None:
    tournament = four(carol, tie_breaks=["wins"], round_days=5, show_up_hours=12)
    answer_page, seen = preview(olga, tournament, "copy", "A new season.", title="Cup II", follows="on")
    assert "“Cup II” is announced" in answer_page
    data = {"reason": "A new season.", "title": "Cup II", "follows": "on", "sure": "yes", "seen": seen}
    answer = olga.post(f"/admin/games/tournament/{tournament.pk}/acts/copy/", data)
    made = Tournament.objects.get(title="Cup II")
    assert answer.headers["Location"].endswith(f"/{made.pk}/desk/")
    assert (made.tie_breaks, made.round_days, made.show_up_hours, made.follows) == (["wins"], 5, 12, tournament)
    act(olga, made, "open", "Again.")
    assert told("opened") == ["p1", "p2", "p3", "p4"]


def test_26_half_time_is_told_once_to_those_who_still_play(carol: Player) -> None:
    tournament = four(carol, round_days=4)
    row, names = first_table(tournament)
    end(row.game, 1, 2)
    rounds.advance(tournament.pk, NOON + 2 * DAY - HOUR)
    assert told("half") == []
    for _time in range(2):
        rounds.advance(tournament.pk, NOON + 2 * DAY)
    assert told("half") == sorted(name for name in points(tournament) if name not in names)


def test_confirmation_of_what_has_changed_is_refused(olga: Client, carol: Player) -> None:
    """Two directors open a preview; the first confirms; the second gets the new preview, and nothing is changed."""
    tournament = four(carol, round_days=7)
    otto, second = person("otto"), Client()
    roles.give(otto, "director")
    second.force_login(otto)
    current = Round.objects.get()
    _shown, seen = preview(second, tournament, "extend", "Three days.", days=3)
    act(olga, tournament, "extend", "Three days.", days=3)
    once = Round.objects.get().ends_at
    page = second.post(
        f"/admin/games/tournament/{tournament.pk}/acts/extend/", {"reason": "Three days.", "days": 3, "sure": "yes", "seen": seen}
    ).content.decode()
    assert "Something has changed since you looked" in page
    assert Round.objects.get().ends_at == once
    assert (once != current.ends_at, Ruling.objects.filter(act="extend round").count()) == (True, 1)
    act(second, tournament, "extend", "Three more.", days=3)
    assert Round.objects.get().ends_at != once


def test_preview_leaves_nothing_behind(olga: Client, carol: Player) -> None:
    """The previewed action changes games and sends notices."""
    tournament = four(carol)
    games, mails = list(Game.objects.order_by("pk").values_list("pk", "status", "changes")), Message.objects.count()
    preview(olga, tournament, "undo-round", "Let me see.")
    preview(olga, tournament, "withdraw", "Let me see.", who=Player.objects.get(name="p1").pk)
    assert list(Game.objects.order_by("pk").values_list("pk", "status", "changes")) == games
    assert (Message.objects.count(), Ruling.objects.count(), Round.objects.count()) == (mails, 2, 1)


def test_calls_and_late_entries_are_refused_where_they_make_no_sense(carol: Player, olga: Client) -> None:
    tournament = running(carol, people(4), format="round_robin")
    with pytest.raises(Closed):
        entering.enter(tournament.pk, person("eve"), now=NOON)
    assert "late-entry" not in olga.get(f"/admin/games/tournament/{tournament.pk}/desk/").content.decode()
    with pytest.raises(Refused, match="schedule of this format"):
        latecomers.enter_late(tournament.pk, person("eva"), 0, carol, "Why not.", now=NOON)
    with pytest.raises(NotYours):
        talking.call(tournament.pk, None, carol, "Hello?", now=NOON)
