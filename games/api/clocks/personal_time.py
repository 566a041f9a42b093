"""API operations on the caller's time: weekly hours, absences, seats offered to substitutes, and the address of the calendar."""

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import operation, page_of, ref
from games.api.base.fields import Body, EmptyBody, StrictBooleanField, StrictCharField, StrictDateTimeField, StrictIntegerField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from games.models import CalendarLink, Player
from games.queries.absence.presence import offered_seats
from games.render.reader import reader_for
from games.requests import moment
from games.services.clocks import personal_time
from games.services.people import calendars

CLOCK = re.compile(r"(?P<hour>[01][0-9]|2[0-3]):(?P<minute>[0-5][0-9])", re.ASCII)


class WeeklyTimeUpdate(Body):
    """Your quiet hours, days off and reminders. Replaces the previous settings."""

    quiet_from = StrictCharField(
        allow_null=True, max_length=5, default=None, help_text="Like 22:00, in your time zone; null: no quiet hours."
    )
    quiet_to = StrictCharField(
        allow_null=True, max_length=5, default=None, help_text="Their end, like 07:00, in your time zone; null: no quiet hours."
    )
    days_off = serializers.ListField(
        child=StrictIntegerField(min_value=0, max_value=6), max_length=7, default=list, help_text="Your days off; Monday is 0."
    )
    leads = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=personal_time.LONGEST_LEAD),
        max_length=personal_time.MOST_LEADS, default=None, allow_null=True,
        help_text="Minutes before a deadline at which you are reminded; null: the default of the site, []: never.",
    )  # fmt: skip
    volunteer = StrictBooleanField(default=False, help_text="Whether you get messages about seats that need a substitute.")


class AbsenceRequest(Body):
    """The start and the end of an absence."""

    start = StrictDateTimeField()
    end = StrictDateTimeField()


class AbsenceWithdrawal(Body):
    """The absence to cancel."""

    start = StrictDateTimeField(help_text="The `start` of the absence, from the list.")


class MyTime(View):
    read_scope, write_scope = "me:read", "me:write"
    cost = 5

    @operation("time_get", "time", {200: ref("MyTime")})
    def get(self, request: Any) -> Response:
        """Get your quiet hours, days off and reminders."""
        return self.reply(request, week(me(request)))

    @operation("time_put", "time", {200: ref("MyTime")}, body=WeeklyTimeUpdate)
    def put(self, request: Any) -> Response:
        """Replace your quiet hours, days off and reminders. Open deadlines are adjusted."""
        given, player = self.body(request, WeeklyTimeUpdate), me(request)
        quiet = [minutes(given[name], name) for name in ("quiet_from", "quiet_to")]
        if (quiet[0] is None) != (quiet[1] is None):
            raise _wrong("quiet_to", "Quiet hours need a start and an end.")
        pair = (quiet[0], quiet[1]) if quiet[0] is not None and quiet[1] is not None else None
        rest = {name: given[name] for name in ("days_off", "leads", "volunteer")}
        personal_time.settle_rhythm(player.pk, quiet=pair, **rest, now=moment(request))
        return Response(week(Player.objects.get(pk=player.pk)))


class Absences(View):
    read_scope, write_scope = "me:read", "me:write"
    cost = 5

    @operation("absences_list", "time", {200: page_of("Absence")})
    def get(self, request: Any) -> Response:
        """List your current and future absences, earliest first."""
        return self.reply(request, absences(me(request), moment(request)))

    @operation("absences_create", "time", {200: page_of("Absence")}, body=AbsenceRequest)
    def post(self, request: Any) -> Response:
        """Add an absence: your clocks stop at tables where absences count. Overlapping absences are merged."""
        given, player = self.body(request, AbsenceRequest), me(request)
        personal_time.declare(player.pk, given["start"], given["end"], now=moment(request))
        return Response(absences(Player.objects.get(pk=player.pk), moment(request)))


class AbsenceBack(View):
    read_scope, write_scope = "me:read", "me:write"

    @operation("absences_withdraw", "time", {200: page_of("Absence")}, body=AbsenceWithdrawal)
    def post(self, request: Any) -> Response:
        """Cancel an absence, or end it if it has begun."""
        given, player = self.body(request, AbsenceWithdrawal), me(request)
        personal_time.withdraw(player.pk, given["start"], now=moment(request))
        return Response(absences(Player.objects.get(pk=player.pk), moment(request)))


class Substitutes(View):
    @operation("substitutes_list", "time", {200: page_of("SubstituteSeat")})
    def get(self, request: Any) -> Response:
        """List the seats on autopilot in public games that you can take over."""
        reader = reader_for()
        items = [
            {"game": seat.game.code, "rules": seat.game.rules, "title": shapes.say(seat.game.title, reader), "seat": seat.index}
            for seat in offered_seats(me(request))
        ]
        return self.reply(request, {"items": items, "next": None})


class Calendar(View):
    read_scope, write_scope = "me:read", None

    def location(self, made: Mapping[str, Any]) -> str:
        """The path of the calendar resource. The private address is only in the response body."""
        return reverse("api:my-calendar")

    @operation("calendar_get", "time", {200: ref("Calendar")})
    def get(self, request: Any) -> Response:
        """Get the creation time of your private calendar address. The address itself cannot be shown again."""
        link = CalendarLink.objects.filter(player=me(request)).first()
        return self.reply(request, {"made_at": link.made_at if link else None})

    @operation("calendar_create", "time", {201: ref("CalendarAddress")}, body=EmptyBody)
    def post(self, request: Any) -> Response:
        """Create a new private calendar address (session only). The previous one stops working."""
        self.body(request, EmptyBody)
        key = calendars.make(me(request), now=moment(request))
        return self.created({"address": f"{settings.SITE_URL}/calendar/{key}.ics"})

    @operation("calendar_delete", "time", {204: None})
    def delete(self, request: Any) -> Response:
        """Delete your private calendar address (session only). It stops working."""
        calendars.withdraw(me(request))
        return Response(status=204)


def week(player: Player) -> dict[str, Any]:
    quiet = player.personal.get("quiet") or (None, None)
    return {
        "quiet_from": clock(quiet[0]),
        "quiet_to": clock(quiet[1]),
        "days_off": player.personal.get("days_off", []),
        "leads": player.personal.get("leads"),
        "volunteer": player.volunteer,
    }


def absences(player: Player, now: Any) -> dict[str, Any]:
    ahead = [away for away in personal_time.absences_of(player) if away.end > now]
    return {"items": [{"start": away.start, "end": away.end, "running": away.start <= now} for away in ahead], "next": None}


def clock(value: int | None) -> str | None:
    """Format minutes after midnight as a time of day ("22:00"); None for None."""
    return None if value is None else f"{value // 60:02}:{value % 60:02}"


def minutes(text: str | None, name: str) -> int | None:
    """Parse a time of day into minutes after midnight. Raises `Problem` invalid."""
    if text is None:
        return None
    found = CLOCK.fullmatch(text)
    if found is None:
        raise _wrong(name, "A time of day is wanted, like 22:00.")
    return int(found["hour"]) * 60 + int(found["minute"])


def _wrong(name: str, detail: str) -> Problem:
    return Problem("invalid", errors=[{"pointer": f"#/{name}", "detail": detail, "code": "bad_time"}])
