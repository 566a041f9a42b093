"""Deadlines and absences as an iCalendar file (RFC 5545), for any calendar program to subscribe to.

The same state gives the same bytes: the time of the request is not part of it. An event keeps its UID as long as the question it
stands for, and its SEQUENCE grows whenever the deadline of that question moves.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import time, timedelta, tzinfo

from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from games.queries.people.calendar import Deadline
from games.render.words import said
from games.rules.messages import Reader
from games.services.clocks.availability import Interval

REFRESH = "PT1H"
WARNING = timedelta(hours=1)
"""How long before a deadline the alarm of an event is set; our own reminders are mails."""


@dataclass(frozen=True, slots=True)
class Site:
    """`link` makes an absolute URL of a path, `domain` is the suffix of the UIDs."""

    link: Callable[[str], str]
    domain: str


def calendar(deadlines: Iterable[Deadline], absences: Iterable[Interval], *, reader: Reader, zone: tzinfo, site: Site) -> bytes:
    """The whole file, in the language that is active."""
    made = Calendar()
    made.add("prodid", "-//fateapp//deadlines//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", _("Games of fate"))
    made.add("x-published-ttl", REFRESH)
    for deadline in deadlines:
        made.add_component(_deadline(deadline, reader, site))
    for away in absences:
        made.add_component(_absence(away, zone, site))
    return made.to_ical()


def _deadline(deadline: Deadline, reader: Reader, site: Site) -> Event:
    seat, link = deadline.seat, site.link(deadline.game.get_absolute_url())
    names = {"game": said(deadline.game.title, reader), "people": ", ".join(deadline.others)}
    event = Event()
    event.add("uid", f"turn-{deadline.game.code}-{seat.index}-{seat.nth}@{site.domain}")
    event.add("sequence", seat.shifts)
    event.add("dtstamp", seat.asked_at or deadline.due_at)
    event.add("dtstart", deadline.due_at)
    event.add("summary", _("Time runs out: %(game)s with %(people)s") % names)
    event.add("description", (_("You play for %(name)s.") % {"name": deadline.deputy_of} + "\n" if deadline.deputy_of else "") + link)
    event.add("url", link)
    event.add("transp", "TRANSPARENT")
    ring = Alarm()
    ring.add("action", "DISPLAY")
    ring.add("trigger", -WARNING)
    ring.add("description", _("Your move in %(game)s") % names)
    event.add_component(ring)
    return event


def _absence(away: Interval, zone: tzinfo, site: Site) -> Event:
    """Whole days of the person's zone are all-day events. A changed start or end gives an event with another UID."""
    event = Event()
    event.add("uid", f"absence-{away.start:%Y%m%dT%H%M%SZ}-{away.end:%Y%m%dT%H%M%SZ}@{site.domain}")
    event.add("dtstamp", away.start)
    start, end = away.start.astimezone(zone), away.end.astimezone(zone)
    whole_days = start.time() == end.time() == time()
    event.add("dtstart", start.date() if whole_days else away.start)
    event.add("dtend", end.date() if whole_days else away.end)
    event.add("summary", _("Away from my games"))
    event.add("transp", "TRANSPARENT")
    return event
