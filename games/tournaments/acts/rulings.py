"""Acts of arbiters on results, pairings, players and messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy as lazy, ngettext

from games.admin.base.confirmed_actions import foresee, said
from games.admin.tables.game_actions import JUDGED, UNMOVED, PersonField
from games.models import Game, LateRule, Player
from games.tournaments.acts.fields import meetings, number, of_round, outcome, people, playing, seats
from games.tournaments.acts.making import Data, act, at, begun, with_fields
from games.tournaments.formats.meetings import times_met
from games.tournaments.models import PAIRED_AFRESH, Call, Pairing, Tournament
from games.tournaments.queries.next_step import after_ruling
from games.tournaments.queries.views import names_of
from games.tournaments.services import entering, interventions, latecomers, lifecycle, repairing, results, talking

Status, Format, ACTIVE = Tournament.Status, Tournament.Format, Game.Status.ACTIVE
LONG = forms.Textarea(attrs={"rows": 4})


def foresee_withdraw(tournament: Tournament, data: Data) -> list[str]:
    games = len(entering.seats_of(tournament, data["who"].pk))
    facts = {"name": data["who"].name, "count": games}
    leaves = _("%(name)s leaves the tournament and is not paired again.") % facts
    resigned = ngettext("%(count)d running game is resigned.", "%(count)d running games are resigned.", games) % facts
    return [leaves, resigned] if games else [leaves]


def foresee_replace(tournament: Tournament, data: Data) -> list[str]:
    games = len(entering.seats_of(tournament, data["who"].pk))
    facts = {"old": data["who"].name, "new": data["substitute"].name, "count": games}
    taken = _("%(new)s takes the place of %(old)s with its results; both are notified.") % facts
    on = ngettext("%(count)d running game continues, with full time.", "%(count)d running games continue, with full time.", games) % facts
    return [taken, on] if games else [taken]


def foresee_exchange(tournament: Tournament, data: Data) -> list[Any]:
    one, other = (_seed(tournament, data[name]) for name in ("one", "other"))
    swapped, pairs = {one: other, other: one}, list[tuple[int, int]]()
    current = Pairing.objects.filter(round__tournament=tournament, round__number=tournament.rounds.count())
    for table in current.values_list("seats", flat=True):
        mine = {one, other} & set(table)
        pairs += [(swapped[seed], stays) for seed in mine for stays in table if stays != seed] if len(mine) == 1 else []
    new = lazy("Both tables start new games. This is possible only while nobody has moved at them.")
    return [new, *unusual(tournament, pairs)]


def foresee_pair(tournament: Tournament, data: Data) -> list[Any]:
    pair = _seed(tournament, data["one"]), _seed(tournament, data["other"])
    played = lazy("They play each other instead of having a bye. The first player gets the first seat.")
    return [played, *unusual(tournament, [pair])]


def unusual(tournament: Tournament, pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Sentences on pairs of seeds that the site would not pair: two who have met in a Swiss, and two who are kept apart."""
    field, names, found = tournament.field(), names_of(tournament), []
    met = times_met(field.history) if tournament.format == Format.SWISS else {}
    for one, other in sorted(sorted(pair) for pair in pairs):
        facts = {"one": names[one], "other": names[other]}
        if frozenset({one, other}) in met:
            found.append(_("%(one)s and %(other)s have played each other already.") % facts)
        if frozenset({one, other}) in field.apart:
            found.append(_("%(one)s and %(other)s are kept apart.") % facts)
    return found


def _seed(tournament: Tournament, player: Player) -> int:
    """The seed of a player chosen in a form, all of whom have one."""
    seed = tournament.entries.values_list("seed", flat=True).get(player=player)
    assert seed is not None
    return seed


def ruled(*sentences: Any) -> Any:
    """The effects of a ruling on one game: fixed sentences, and those about later rounds that are already paired."""
    return lambda tournament, data: [*sentences, *(said(one) for one in after_ruling(tournament, data["game"]))]


def plays_swiss(tournament: Tournament) -> bool:
    return tournament.status == Status.RUNNING and tournament.format == Format.SWISS and begun(tournament)


def two_idle(tournament: Tournament) -> bool:
    """Whether it is a Swiss in which two active players or more have no opponent in the latest round."""
    return plays_swiss(tournament) and (
        tournament.entries.filter(withdrawn=False, seed__isnull=False).exclude(seed__in=playing(tournament)).count() >= 2
    )


def may_go_on(tournament: Tournament) -> bool:
    """Whether it runs, or waits for approval before the greatest number of rounds because too few were left."""
    if tournament.status != Status.REVIEW:
        return tournament.status == Status.RUNNING
    return tournament.rounds.count() < tournament.formula.round_count(tournament.entries.filter(seed__isnull=False).count())


def gone(tournament: Tournament) -> bool:
    return tournament.entries.filter(withdrawn=True, seed__isnull=False).exists()


def finished(row: Pairing) -> bool:
    return all(game is None or game.status != ACTIVE for game in (row.game, row.second))


def two_people(tournament: Tournament) -> dict[str, forms.Field]:
    return {"one": people(tournament), "other": people(tournament, lazy("Second player"))}


def recipients(tournament: Tournament) -> forms.Field:
    """A choice of recipients: "all", "late" (players to move), or the primary key of a pairing of the open round."""
    names = names_of(tournament)
    rows = tournament.pairings().filter(round__closed_at=None, game__isnull=False)
    tables = [(str(row.pk), " – ".join(names.get(seed, "?") for seed in row.seats)) for row in rows]
    return forms.ChoiceField(label=lazy("To"), choices=[("all", lazy("everybody")), ("late", lazy("players to move")), *tables])


def call_fields(tournament: Tournament) -> dict[str, forms.Field]:
    calls = tournament.calls.filter(answered_at=None).select_related("player").order_by("at")
    choices = [(row.pk, f"{row.player.name}: {row.text}") for row in calls]
    return {
        "call": forms.TypedChoiceField(label=lazy("Question"), coerce=int, choices=choices),
        "text": forms.CharField(label=lazy("Answer"), max_length=talking.LONGEST, widget=LONG),
    }


def answer(pk: int, by: Player, reason: str, *, call: int, text: str, now: datetime) -> None:
    """Answer a call of this tournament; the caller gets a mail. Raises Call.DoesNotExist for a call of another tournament."""
    talking.answer(Call.objects.get(pk=call, tournament=pk).pk, text, by, reason, now=now)


def late_fields(tournament: Tournament) -> dict[str, forms.Field]:
    """The fields for the name and, once a round has begun, the number of earlier rounds that count half a point."""
    most = tournament.rounds.count()
    name: dict[str, forms.Field] = {"who": PersonField(label=lazy("Name"), max_length=30)}
    return name | {"halves": number(lazy("Rounds with half a point"), 0, most, 0)} if most else name


def foresee_late(tournament: Tournament, _data: Data) -> list[Any]:
    if tournament.status == Status.REGISTRATION:
        return [_("They get a place or join the waiting list, as if they had entered themselves.")]
    if tournament.status == Status.CHECK_IN:
        return [_("They get a place or join the waiting list, and are checked in.")]
    return [_("They are paired from the next round on, with the lowest seed.")]


def enter_late(pk: int, by: Player, reason: str, *, who: Player, now: datetime, halves: int = 0) -> None:
    """Enter a player. `halves` is the number of earlier rounds that count half a point; its field is shown once a round has begun."""
    latecomers.enter_late(pk, who, halves, by, reason, now=now)


def on_game(fits: Any = lambda _row: True) -> Any:
    """A field function whose only field is the choice of a pairing that `fits`."""
    return lambda one: {"game": meetings(one, fits)}


def latest_games(tournament: Tournament) -> dict[str, forms.Field]:
    last = tournament.rounds.count()
    return {"game": meetings(tournament, lambda row: row.round.number == last)}


def decided(tournament: Tournament) -> bool:
    return tournament.status in results.DECIDED and begun(tournament)


def to_correct(tournament: Tournament) -> bool:
    """Whether a ruling is possible, and there is a game that is over."""
    over = tournament.pairings().filter(game__isnull=False).exclude(game__status=ACTIVE).exclude(second__status=ACTIVE)
    return decided(tournament) and over.exists()


def to_judge(tournament: Tournament) -> bool:
    return tournament.status == Status.RUNNING and tournament.games().filter(status=ACTIVE).exists()


PLAYED = at(*lifecycle.BEFORE, Status.RUNNING)
ACTS = (
    act(
        "correct", lazy("Correct a result"), with_fields(results.correct, "game", "outcome"),
        ruled(lazy("This result replaces the played one; the log of the game does not change.")), to_correct,
        lambda one: {"game": meetings(one, finished), "outcome": outcome(one)},
    ),
    act(
        "judge", lazy("Adjudicate a game"), with_fields(results.judge, "game"),
        lambda one, _data: [
            JUDGED[LateRule(one.late_rule)], UNMOVED, lazy("It counts for ratings; the log of the table shows this with your reason."),
        ],
        to_judge, on_game(lambda row: not finished(row)),
    ),
    act(
        "annul", lazy("Annul a game"), with_fields(results.annul, "game"),
        ruled(lazy("The game does not count in the tournament. If it is still running, it ends.")),
        lambda one: decided(one) and not one.is_knock_out, on_game(),
    ),
    act(
        "forfeit", lazy("Forfeit a game"), with_fields(results.forfeit, "game", "lost"),
        ruled(lazy("The chosen players lose the game. If these are all players at the table, nobody gets a point.")), decided,
        lambda one: {"game": meetings(one), "lost": seats(one)},
    ),
    act(
        "restore", lazy("Restore the played result"), with_fields(results.restore, "game"),
        ruled(lazy("The ruling on the game no longer counts.")),
        lambda one: decided(one) and one.pairings().filter(ruled__isnull=False, game__isnull=False).exists(),
        on_game(lambda row: row.ruled is not None),
    ),
    act(
        "replay", lazy("Replay a game"), with_fields(results.replay, "game"),
        foresee(lazy("The same players start a new game with new cards. The old game no longer counts.")),
        lambda one: one.status in (Status.RUNNING, Status.REVIEW) and begun(one), latest_games,
    ),
    act(
        "exchange", lazy("Swap two players in this round"), with_fields(repairing.exchange, "one", "other"),
        foresee_exchange,
        lambda one: one.status == Status.RUNNING and one.format in PAIRED_AFRESH and begun(one), two_people,
    ),
    act(
        "sit-out", lazy("Give a half-point bye in this round"), with_fields(repairing.sit_out, "who"),
        foresee(
            lazy("They get half a point for the round, and their opponent gets a bye."),
            lazy("This is possible only while nobody has moved there."),
        ),
        plays_swiss, lambda one: {"who": of_round(one, meets=True)},
    ),
    act(
        "pair", lazy("Pair two players without a game"), with_fields(repairing.pair, "one", "other"),
        foresee_pair, two_idle, lambda one: {"one": of_round(one, meets=False), "other": of_round(one, lazy("Second player"), meets=False)},
    ),
    act(
        "keep-apart", lazy("Keep two people apart"), with_fields(repairing.forbid, "one", "other"),
        foresee(lazy("From now on they are not paired with each other if the format allows it. Running games continue.")),
        at(*lifecycle.BEFORE, Status.RUNNING), two_people,
    ),
    act(
        "let-meet", lazy("Keep two people apart no longer"), with_fields(repairing.allow, "one", "other"),
        foresee(lazy("They may be paired again.")), lambda one: bool(one.forbidden) and PLAYED(one), two_people,
    ),
    act(
        "undo-round", lazy("Take the latest round back"), repairing.undo_round,
        foresee(
            lazy("The round counts as if it had not been paired. The tournament is paused so that you can correct the cause."),
            lazy("It is paired again when you resume the clocks."),
        ),
        lambda one: one.status in (Status.RUNNING, Status.REVIEW) and begun(one),
    ),
    act(
        "withdraw", lazy("Withdraw a player"), with_fields(interventions.withdraw, "who"), foresee_withdraw,
        at(*lifecycle.BEFORE, Status.RUNNING), lambda one: {"who": people(one)},
    ),
    act(
        "reinstate", lazy("Reinstate a player"), with_fields(latecomers.reinstate, "who"),
        foresee(lazy("They are paired from the next round on; lost games stay lost.")),
        lambda one: may_go_on(one) and not one.is_knock_out and gone(one),
        lambda one: {"who": people(one, withdrawn=True)},
    ),
    act(
        "late-entry", lazy("Enter a player"), enter_late, foresee_late,
        lambda one: PLAYED(one) and (one.format in PAIRED_AFRESH or not begun(one)), late_fields,
    ),
    act(
        "replace", lazy("Substitute a player"), with_fields(interventions.replace, "who", "substitute"), foresee_replace,
        at(Status.RUNNING),
        lambda one: {"who": people(one), "substitute": PersonField(label=lazy("Name of the substitute"), max_length=30)},
    ),
    act(
        "message", lazy("Send a message to players"), with_fields(talking.write, "to", "text"),
        lambda _one, data: [data["text"]],
        at(Status.ANNOUNCED, *lifecycle.BEFORE, Status.RUNNING, Status.REVIEW),
        lambda one: {"to": recipients(one), "text": forms.CharField(label=lazy("Message"), max_length=talking.LONGEST, widget=LONG)},
        public=False,
    ),
    act(
        "answer", lazy("Answer a call"), answer, lambda _one, data: [data["text"]],
        lambda one: one.calls.filter(answered_at=None).exists(), call_fields, public=False,
    ),
)  # fmt: skip
