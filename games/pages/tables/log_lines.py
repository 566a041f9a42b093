"""The log and the chat as list items. All text of players and games is escaped."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.models import Talk
from games.queries.history.log import LogLine
from games.render.timestamps import CLOCK, SHORT, moment_html, moment_writer
from games.render.words import escaped, shown
from games.rules.messages import Reader


def log_rows(log: Sequence[LogLine], reader: Reader, code: str, seen_seq: int) -> SafeString:
    """The log, newest first; each line links to its position, and those from `seen_seq` on are marked as new.

    The date is shown where it changes and the time where the minute does; other links show a symbol, with the time for screen readers.
    """
    first, last = reverse("games:moment", args=[code, 0]).rsplit("0", 1)
    new = escaped(gettext("New:"))
    moment, rows = _changes(), []
    for line in reversed(log):
        number, fresh = line.seq + 1, line.seq >= seen_seq
        link = f'<a class="when" href="{first}{number}{last}">{moment(line.at)}</a>'
        lead = f'<li id="{number}" class="log-new"><span class="visually-hidden">{new} </span>' if fresh else f'<li id="{number}">'
        rows.append(f"\n{lead}{_sentences(line, reader).rstrip()}&nbsp;{link}{_story(line)}</li>")
    return SafeString("".join(rows))


def _changes() -> Callable[[datetime], str]:
    """Formats times in order, each without the parts it shares with the previous one."""
    day, clock, zone = moment_writer(SHORT), moment_writer(CLOCK), timezone.get_current_timezone()
    above: datetime | None = None

    def written(at: datetime) -> str:
        nonlocal above
        before, above = above, timezone.localtime(at, zone).replace(second=0, microsecond=0)
        if before == above:
            return f'<span class="same">{clock(at)}</span>'
        return clock(at) if before is not None and before.date() == above.date() else day(at)

    return written


def news_rows(lines: Sequence[LogLine], reader: Reader) -> SafeString:
    return SafeString("".join(f'<li class="log-new">{_sentences(line, reader)}{_story(line)}</li>' for line in lines))


def talk_rows(talk: Sequence[Talk]) -> SafeString:
    """The chat messages with their authors."""
    return SafeString("".join(map(_remark, talk)))


def _remark(remark: Talk) -> str:
    who = escaped(remark.player.name) if remark.player else "—"
    moment = moment_html(remark.at, SHORT)
    return f'<li><span class="log-who">{who}:</span> {escaped(remark.text)} <span class="soft small">{moment}</span></li>'


def _sentences(line: LogLine, reader: Reader) -> str:
    return "".join(f"{escaped(shown(sentence, reader))} " for sentence in line.sentences)


def _story(line: LogLine) -> str:
    return f'<p class="story">{escaped(line.story)}</p>' if line.story else ""
