"""Parses an absence in three languages: `5 days`, `until Dec 3`, `bis 3.12.`, `du 1er au 5 décembre`, `a week from Monday`."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from games.services.replies.reading.numbers import CARDINALS
from notifications.local_time import zone_of

_MONTHS = (
    "january jan januar jän jänner janvier janv",
    "february feb februar février fevrier févr",
    "march mar märz mrz mars",
    "april apr avril avr",
    "may mai",
    "june jun juni juin",
    "july jul juli juillet juil",
    "august aug août aout",
    "september sep sept septembre",
    "october oct oktober okt octobre",
    "november nov novembre",
    "december dec dezember dez décembre decembre déc",
)
_DAYS = (
    "monday mon montag lundi",
    "tuesday tue dienstag mardi",
    "wednesday wed mittwoch mercredi",
    "thursday thu donnerstag jeudi",
    "friday fri freitag vendredi",
    "saturday sat samstag sonnabend samedi",
    "sunday sun sonntag dimanche",
)
MONTH = {word: number for number, words in enumerate(_MONTHS, start=1) for word in words.split()}
WEEKDAY = {word: number for number, words in enumerate(_DAYS) for word in words.split()}
UNIT = dict.fromkeys(["day", "days", "tag", "tage", "tagen", "jour", "jours", "d"], 1) | dict.fromkeys(
    ["week", "weeks", "woche", "wochen", "semaine", "semaines", "w"], 7
)
NUMBER = {word: number for word, number in CARDINALS.items() if 0 < number <= 31} | dict.fromkeys(
    ("a", "an", "ein", "eine", "einen", "einem", "un", "une"), 1
)
_WEEKEND = re.compile(r"\b(?:(?:this|next|the|dieses|nächstes|am|übers|ce|le)\s+)?(?:weekend|week-end|wochenende)(?: prochain)?\b")
_TOMORROW = {"today": 0, "heute": 0, "aujourd'hui": 0, "tomorrow": 1, "morgen": 1, "demain": 1}
_FROM = re.compile(r"\b(?:from|starting|beginning|vom|von|ab|du|dès|à partir)\b")
_UNTIL = re.compile(r"\b(?:until|til|till|through|to|bis|jusqu|au)\b")


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_LENGTH = re.compile(rf"\b(\d{{1,3}}|{_any(NUMBER)})\s*({_any(UNIT)})\b")
_NAMED_TWICE = re.compile(rf"\b(?:{_any(WEEKDAY)})\b[.,]?\s+(?=(?:the\s|den\s|dem\s|le\s)?(?:\d|(?:{_any(MONTH)})\b))")
"""The weekday of a date: "Friday, Dec 3"."""

_BETWEEN = re.compile(r"[\s.,]*(?:[-–—]|to|until|till|through|bis|au|jusqu'au|and|und|et)(?: the| zum| le)?\s*")
_DATE = re.compile(
    rf"""(?P<iso>20\d\d)-(?P<iso_month>\d{{1,2}})-(?P<iso_day>\d{{1,2}})
    |(?P<dotted>\d{{1,2}})\.\s?(?P<dotted_month>\d{{1,2}})\.?(?P<dotted_year>20\d\d)?
    |(?P<slashed>\d{{1,2}})/(?P<slashed_second>\d{{1,2}})(?:/(?P<slashed_year>20\d\d))?
    |(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s*(?:of\s|de\s)?(?P<day_month>{_any(MONTH)})\b\.?(?:,?\s*(?P<day_year>20\d\d))?
    |\b(?P<month>{_any(MONTH)})\.?\s*(?P<month_day>\d{{1,2}})(?!\d)(?:st|nd|rd|th)?(?:,?\s*(?P<month_year>20\d\d))?
    |\b(?P<weekday>{_any(WEEKDAY)})\b
    |\b(?P<near>{_any(_TOMORROW)})\b
    |(?P<alone>\d{{1,4}})(?:st|nd|rd|th|er)?""",
    re.VERBOSE,
)
"""`alone` is a day whose month another date of the text names: "1. bis 5.12.", "Dec 1-5"."""


def absence_in(text: str, now: datetime, zone: str, *, day_first: bool) -> tuple[datetime, datetime] | None:
    """The start and the end of an absence; None for a text that does not say both for certain.

    A number of days begins now, or on a day that is named with "from"; "until" a day ends when that day does; a day alone is that day.
    """
    bare = _WEEKEND.sub("saturday to sunday", " ".join(text.casefold().replace("’", "'").split()))
    found = _LENGTH.search(bare)
    length = _days_of(found[1], found[2]) if found else timedelta(days=int(bare)) if re.fullmatch(r"[1-9]\d?", bare) else None
    here = now.astimezone(zone_of(zone))
    rest = "" if length and found is None else _NAMED_TWICE.sub("", _LENGTH.sub(" ", bare, count=1))
    days = _dates(rest, here.date(), day_first=day_first)
    if days is None or len(days) > 2 or (length and len(days) > 1):
        return None
    begins, ends = _FROM.search(bare) is not None, _UNTIL.search(bare) is not None
    if length:
        start = _midnight(days[0], here) if days else now
        return (max(start, now), max(start, now) + length) if not days or (begins and not ends) else None
    if not days or (len(days) == 1 and begins):
        return None
    first = here.date() if len(days) == 1 and ends else days[0]
    return max(_midnight(first, here), now), _midnight(days[-1] + timedelta(days=1), here)


def absence_within(text: str, now: datetime, zone: str, *, day_first: bool) -> tuple[datetime, datetime] | None:
    """The absence that one sentence of a text names, within other words; None if none does, or if two name different ones."""
    sentences = re.split(r"[!?\n;]|\.(?!\s?\d)(?=\s|$)", text)
    found = {absence for one in sentences if (absence := absence_in(one, now, zone, day_first=day_first)) is not None}
    return found.pop() if len(found) == 1 else None


def _midnight(day: date, here: datetime) -> datetime:
    return datetime.combine(day, time(), here.tzinfo)


def _days_of(count: str, unit: str) -> timedelta:
    return timedelta(days=(int(count) if count.isdecimal() else NUMBER[count]) * UNIT[unit])


def _dates(bare: str, today: date, *, day_first: bool) -> list[date] | None:
    """The days that a text names, in their order; None if one does not exist or has no month, or if two are not the ends of a span."""
    marks = list(_DATE.finditer(bare))
    if not all(_BETWEEN.fullmatch(bare, first.end(), second.start()) for first, second in pairwise(marks)):
        return None
    months = [_month_of(mark, day_first=day_first) for mark in marks]
    days: list[date] = []
    for place, mark in enumerate(marks):
        month = months[place] or next((other for other in (*months[place + 1 :], *months[:place][::-1]) if other), None)
        day = _date_of(mark, month, days[-1] if days else today, day_first=day_first)
        if day is None:
            return None
        days.append(day)
    return days


def _month_of(mark: re.Match[str], *, day_first: bool) -> int | None:
    """The month that a date names itself."""
    if mark["slashed"]:
        return _day_and_month(mark, day_first=day_first)[1]
    number = mark["iso_month"] or mark["dotted_month"]
    name = mark["day_month"] or mark["month"]
    return int(number) if number else MONTH[name] if name else None


def _day_and_month(mark: re.Match[str], *, day_first: bool) -> tuple[int, int]:
    first, second = int(mark["slashed"]), int(mark["slashed_second"])
    return (first, second) if day_first or first > 12 else (second, first)


def _date_of(mark: re.Match[str], month: int | None, after: date, *, day_first: bool) -> date | None:
    """The day of a date, the first one from `after` on if it names no year; None if there is no such day."""
    if mark["near"]:
        return after + timedelta(days=_TOMORROW[mark["near"]])
    if mark["weekday"]:
        return after + timedelta(days=(WEEKDAY[mark["weekday"]] - after.weekday() - 1) % 7 + 1)
    if month is None:
        return None
    number = mark["iso_day"] or mark["dotted"] or mark["day"] or mark["month_day"] or mark["alone"]
    day = int(number) if number else _day_and_month(mark, day_first=day_first)[0]
    year = mark["iso"] or mark["dotted_year"] or mark["slashed_year"] or mark["day_year"] or mark["month_year"]
    return _coming(month, day, year, after)


def _coming(month: int, day: int, year: str | None, after: date) -> date | None:
    """That day of this year, or of the next year if it has passed."""
    if year:
        return _date(int(year), month, day)
    found = _date(after.year, month, day)
    return _date(after.year + 1, month, day) if found is not None and found < after else found


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
