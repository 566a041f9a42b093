"""The player's own settings: away, back, quiet hours, language."""

import re

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _, override

from games.mails import table_words
from games.mails.commands.when import absence_in
from games.mails.commands.wish import Outcome, Wish
from games.rules.messages import msg
from games.services.clocks import personal_time
from games.services.clocks.availability import PersonalTime
from games.services.errors import Refused
from games.services.people import profile

BACK = frozenset("back end off none ended back again zurück ende aus vorbei retour fin".split())  # noqa: SIM905
OFF = frozenset("off none no aus keine nein non aucune".split())  # noqa: SIM905
LANGUAGES = {"en": "english englisch anglais", "de": "german deutsch allemand", "fr": "french französisch français francais"}
_TIME = r"([01]?\d|2[0-4])(?:[:.h]([0-5]\d))?\s*(am|pm|a\.m\.?|p\.m\.?|h|uhr|o'clock)?"
_HOURS = re.compile(
    rf"(?:(?:hours|from|between|at|zeit|von|zwischen|de|entre)\s+)*{_TIME}\s*(?:-|–|to|until|till|and|bis|und|à|a|au|et)\s*{_TIME}"
)


def away(wish: Wish) -> Outcome:
    """`away 5 days`, `away until Dec 3`, `back`; without an argument it shows the current absence."""
    player = wish.player
    player.refresh_from_db(fields=["personal", "zone"])
    known = [one for one in personal_time.absences_of(player) if one.end > wish.now]
    if wish.argument.casefold() in BACK:
        for one in known:
            personal_time.withdraw(player.pk, one.start, now=wish.now)
        if not known and not wish.again:
            return Outcome([_("You are not away, so nothing has changed.")])
        return Outcome([_("Welcome back. Your clocks run again.")], changed=True)
    if not wish.argument:
        if not known:
            return Outcome([_("To be away, write for example: away 5 days, or: away until Dec 3.")])
        when = {"when": table_words.local_moment(known[0].end)}
        return Outcome([_("You are away until %(when)s. To end your absence, reply: back.") % when])
    absence = absence_in(wish.argument, wish.now, player.zone, day_first=player.language != "en")
    if absence is None:
        raise Refused(
            msg("Please write for how long, for example: away 5 days, or: away until Dec 3, or: away from Dec 1 to Dec 5."),
            code="bad_absence",
        )
    start, until = absence
    personal_time.declare(player.pk, start, until, now=wish.now)
    facts = {"start": table_words.local_moment(start), "when": table_words.local_moment(until)}
    text = _("You are away until %(when)s. Your clocks are stopped where the table allows it. To end your absence, reply: back.")
    if start > wish.now:
        text = _(
            "You will be away from %(start)s until %(when)s. Your clocks are stopped then where the table allows it. "
            "If your plans change, reply: back."
        )
    return Outcome([text % facts], changed=True)


def quiet(wish: Wish) -> Outcome:
    """`quiet 22-7`, `quiet off`; without an argument it shows the current setting."""
    player = wish.player
    player.refresh_from_db(fields=["personal", "zone", "volunteer"])
    time = PersonalTime.read(player.zone, player.personal)
    if not wish.argument:
        page = table_words.absolute(reverse("notifications:preferences"))
        mails = _("Choose which mails you get in your settings: %(link)s") % {"link": page}
        return Outcome([_quiet_words(time.quiet, player.zone), mails])
    hours = _HOURS.fullmatch(wish.argument.casefold().strip(". "))
    if hours is None and wish.argument.casefold() not in OFF:
        raise Refused(msg("Please write from when to when, for example: quiet 22-7. Or: quiet off."), code="bad_quiet")
    span = _span(hours) if hours else None
    leads = [int(lead.total_seconds() // 60) for lead in time.leads] if time.leads is not None else None
    personal_time.settle_rhythm(
        player.pk, quiet=span, days_off=sorted(time.days_off), leads=leads, volunteer=player.volunteer, now=wish.now
    )  # fmt: skip
    return Outcome([_quiet_words(span, player.zone)], changed=True)


def hours_in(text: str) -> tuple[int, int] | None:
    """The only two times of a text that belong together ("between 11 pm and 8"), in minutes since midnight; None if there are none."""
    found = list(_HOURS.finditer(text.casefold()))
    return _span(found[0]) if len(found) == 1 else None


def _span(hours: re.Match[str]) -> tuple[int, int]:
    return _minutes(hours[1], hours[2], hours[3]), _minutes(hours[4], hours[5], hours[6])


def language(wish: Wish) -> Outcome:
    """`language de`, `language German`; the reply is in the new language."""
    wanted = wish.argument.casefold().rstrip(".!")
    code = next((code for code, names in LANGUAGES.items() if wanted == code or wanted in names.split()), wanted)
    if not wanted:
        names = ", ".join(f"{code} ({name})" for code, name in settings.LANGUAGES)
        return Outcome([_("Write for example: language de. There are: %(languages)s.") % {"languages": names}])
    profile.change(wish.player, now=wish.now, language=code)
    wish.player.language = code
    with override(code):
        return Outcome([_("Your language is English now.")], changed=True)


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    """Minutes since midnight; `half` is "am" or "pm" for a clock of twelve hours."""
    twelve = (half or "")[:1] if (half or "").endswith(("m", "m.")) else ""
    number = int(hour) % 12 + (12 if twelve == "p" else 0) if twelve else int(hour) % 24
    return number * 60 + int(minute or 0)


def _quiet_words(span: tuple[int, int] | None, zone: str) -> str:
    if span is None:
        return _("You have no quiet hours. To set them, write for example: quiet 22-7")
    begin, end = (f"{value // 60:02d}:{value % 60:02d}" for value in span)
    facts = {"begin": begin, "end": end, "zone": zone}
    return _("Your quiet hours: from %(begin)s to %(end)s (%(zone)s). Your time never runs out during them.") % facts
