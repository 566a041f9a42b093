"""Parses the length or end of an absence in three languages: `5 days`, `until Dec 3`, `bis 3.12.`, `jusqu’au 3 décembre`."""

import re
from datetime import date, datetime, time, timedelta

from notifications.batching import zone_of

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
NUMBER = {
    word: number
    for number, words in enumerate(
        (
            "a an one ein eine einen einem un une",
            "two zwei deux",
            "three drei trois",
            "four vier quatre",
            "five fünf cinq",
            "six sechs",
            "seven sieben sept",
        ),
        start=1,
    )
    for word in words.split()
}
_TOMORROW = frozenset({"tomorrow", "morgen", "demain"})
_ISO = re.compile(r"(20\d\d)-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.?(20\d\d)?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(20\d\d))?")
_WORD = re.compile(r"[^\W\d_]+|\d+")


def away_until(text: str, now: datetime, zone: str, *, day_first: bool) -> datetime | None:
    """The end of an absence that begins now: after a number of days, or at the end of a given day; None for other text."""
    bare = " ".join(text.casefold().replace("’", "'").split())
    words = _WORD.findall(bare)
    if (length := _length(words)) is not None:
        return now + length
    here = now.astimezone(zone_of(zone))
    last = _day(bare, words, here.date(), day_first=day_first)
    return None if last is None else datetime.combine(last + timedelta(days=1), time(), here.tzinfo)


def _length(words: list[str]) -> timedelta | None:
    """`5 days`, `for a week`, `zwei Wochen`; a number alone is days."""
    for place, word in enumerate(words):
        count = int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else NUMBER.get(word)
        following = words[place + 1] if place + 1 < len(words) else ""
        if count is not None and following in UNIT:
            return timedelta(days=count * UNIT[following])
    alone = len(words) == 1 and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 3
    return timedelta(days=int(words[0])) if alone else None


def _day(bare: str, words: list[str], today: date, *, day_first: bool) -> date | None:
    if found := _ISO.search(bare):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if found := _DOTTED.search(bare):
        return _coming(int(found[2]), int(found[1]), found[3], today)
    if found := _SLASHED.search(bare):
        first, second = int(found[1]), int(found[2])
        day, month = (first, second) if day_first or first > 12 else (second, first)
        return _coming(month, day, found[3], today)
    if set(words) & _TOMORROW:
        return today + timedelta(days=1)
    return _written_out(words, today)


def _written_out(words: list[str], today: date) -> date | None:
    """`Dec 3`, `3 décembre 2027`, `Freitag`."""
    month = next((MONTH[word] for word in words if word in MONTH), None)
    numbers = [int(word) for word in words if word.isascii() and word.isdecimal()]
    day = next((number for number in numbers if 1 <= number <= 31), None)
    if month is not None and day is not None:
        year = next((str(number) for number in numbers if number > 2000), None)
        return _coming(month, day, year, today)
    weekday = next((WEEKDAY[word] for word in words if word in WEEKDAY), None)
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1) if weekday is not None else None


def _coming(month: int, day: int, year: str | None, today: date) -> date | None:
    """That day of this year, or of the next year if it has passed."""
    if year:
        return _date(int(year), month, day)
    found = _date(today.year, month, day)
    return _date(today.year + 1, month, day) if found is not None and found < today else found


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
