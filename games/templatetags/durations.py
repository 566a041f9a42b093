"""Template filters for durations."""

from datetime import timedelta

from django import template
from django.utils.translation import gettext, ngettext

register = template.Library()

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@register.filter
def span(time: timedelta) -> str:
    """A duration with reasonable precision: minutes below two hours, hours below two days, else days."""
    if time < 2 * HOUR:
        count = max(1, round(time / MINUTE))
        return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}
    if time < 2 * DAY:
        count = round(time / HOUR)
        return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}
    count = round(time / DAY)
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}


@register.filter
def about(time: timedelta) -> str:
    """A rough duration: "less than a minute", or "about" and the text of `span`."""
    return gettext("less than a minute") if time < MINUTE else gettext("about %(time)s") % {"time": span(time)}
