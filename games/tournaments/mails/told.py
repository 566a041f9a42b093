"""Data types of mails about tournaments (`About`, `MailText`), and sentences that several mails share."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy as lazy

from games.mails import table_words
from games.tournaments.formats.meetings import REST
from games.tournaments.formats.scoring import decimal
from games.tournaments.models import Entry, Pairing, Ruling, Tournament
from games.tournaments.queries.standings import lines_of

LOOK: Any = lazy("Open the tournament")
Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class About:
    """The input of a mail text: tournament, entry of the recipient (None without one), payload of the message, and recipient's id."""

    tournament: Tournament
    entry: Entry | None
    payload: dict[str, Any]
    reader: int

    @property
    def drawn(self) -> bool:
        return self.entry is not None and not self.entry.withdrawn and self.entry.seed is not None

    def ruling(self) -> Ruling | None:
        return self.tournament.rulings.filter(pk=self.payload.get("ruling", 0)).first()

    def reason(self) -> list[str]:
        ruling = self.ruling()
        return [_("Reason: %(reason)s") % {"reason": ruling.reason}] if ruling is not None else []


@dataclass(frozen=True, slots=True)
class MailText:
    """The text of a mail: subject (after the title), headline, lines, label and path of the button ("": the tournament's page).

    Subject and headline are filled in with the `facts` and the `title` of the tournament.
    """

    subject: str
    headline: str
    lines: list[str]
    button: str = LOOK
    link: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


def pairing_of(about: About, number: int) -> Pairing | None:
    rows = about.tournament.pairings().filter(round__number=number)
    return next((row for row in rows if about.entry is not None and about.entry.seed in row.seats), None)


def pairing_named(about: About) -> Pairing | None:
    return about.tournament.pairings().filter(pk=about.payload.get("pairing", 0)).first()


def opponents(about: About, row: Pairing) -> str:
    mine = about.entry.seed if about.entry is not None else None
    others = [seed for seed in row.seats if seed != mine]
    return ", ".join(about.tournament.entries.filter(seed__in=others).order_by("seed").values_list("player__name", flat=True))


def meeting(about: About, row: Pairing | None) -> list[str]:
    """Opponents, seat and end of the round as lines; empty if the reader is not paired."""
    if row is None or about.entry is None:
        return []
    if row.game is None and len(row.seats) > 1:
        return [_("%(names)s has withdrawn: you get the point without a game.") % {"names": opponents(about, row)}]
    if row.game is None:
        return [_("You have a half-point bye in this round.") if row.label == REST else _("You have a bye in this round.")]
    lines = [_("You play %(names)s: %(link)s") % {"names": opponents(about, row), "link": table_words.table_link(row.game)}]
    if row.second is not None:
        lines.append(_("The second game, with the seats exchanged: %(link)s") % {"link": table_words.table_link(row.second)})
    elif about.entry.seed in row.seats:
        lines.append(_("You have seat %(seat)d.") % {"seat": 1 + row.seats.index(about.entry.seed)})
    if row.round.ends_at is not None:
        lines.append(_("The round ends at %(when)s.") % {"when": table_words.local_moment(row.round.ends_at)})
        lines += with_pause(about)
    return lines


def with_pause(about: About) -> list[str]:
    """The line after the end of a round while the clocks are stopped: the end is given by these clocks."""
    return [_("The length of the pause is added.")] if about.tournament.paused_at is not None else []


def standing(about: About) -> list[str]:
    """The reader's place in the standings as lines; empty without a place."""
    seed = about.entry.seed if about.entry is not None else None
    line = next((line for line in lines_of(about.tournament) if line.entrant == seed), None)
    if line is None:
        return []
    if about.tournament.is_knock_out:
        return [_("Your place: %(rank)d.") % {"rank": line.rank}]
    facts = {"rank": line.rank, "points": decimal(line.points)}
    one = line.points == 1
    return [(_("Your place: %(rank)d, with %(points)s point.") if one else _("Your place: %(rank)d, with %(points)s points.")) % facts]
