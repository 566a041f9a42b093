"""The log of a public game as an Atom feed (RFC 4287): what a spectator sees, one entry per line of the log, newest first."""

from collections.abc import Callable
from datetime import datetime

from django.template.defaultfilters import linebreaksbr
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from games.queries.tables.table import Look
from games.render.epub import NOT_XML
from games.render.words import said
from games.rules.messages import Reader

MOST_ENTRIES = 50


def as_html(text: str) -> str:
    """Plain words as the HTML that Django's feeds declare their summaries to be, without what XML cannot hold."""
    return linebreaksbr(NOT_XML.sub("", text), autoescape=True)


class _Feed(Atom1Feed):
    """Django's, whose moment of an empty feed would be that of the reading: here it is when the table was announced."""

    def latest_post_date(self) -> datetime:
        """When the newest entry was written."""
        moments: list[datetime] = [item["updateddate"] for item in self.items]
        return max(moments) if moments else self.feed["announced_at"]


def atom(look: Look, reader: Reader, language: str, link: Callable[[str], str]) -> bytes:
    """The feed of a table as a spectator sees it; `link` makes an absolute URL of a path.

    Raises ValueError for the look of a seat: hidden information must not reach a feed.
    """
    if look.mine is not None:
        raise ValueError("A feed is made from what spectators see; look at the table without a player.")
    game = look.game
    names = {"game": said(game.title, reader), "people": ", ".join(look.names)}
    path = game.get_absolute_url()
    feed = _Feed(
        title=_("%(game)s with %(people)s") % names,
        link=link(path),
        feed_url=link(f"{path}feed.atom"),
        description="",
        language=language,
        announced_at=game.created_at,
    )
    for line in reversed(look.log(most=MOST_ENTRIES)):
        words, story = " ".join(said(sentence, reader) for sentence in line.sentences), NOT_XML.sub("", line.story)
        quoted = _("“%(text)s”") % {"text": story}
        feed.add_item(
            title=words or _("A story"),
            link=link(f"{path}at/{line.seq + 1}/"),
            description=as_html(f"{words} {quoted}" if story else words),
            unique_id=link(f"{path}#{line.seq + 1}"),
            author_name=reader.name(line.seat) if not line.by_chance else _("Fate"),
            pubdate=line.at,
            updateddate=line.at,
        )
    return feed.writeString("utf-8").encode()
