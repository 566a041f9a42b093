"""Atom feed of the public events of a tournament: rounds begin and end, the final table."""

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _, pgettext

from games.pages.history.atom import as_html
from games.render.epub import NOT_XML
from games.tournaments.models import Tournament
from games.tournaments.queries.views import Event, events


class TournamentFeed(Feed):
    """The feed, with one entry per event. Entries do not change after publication."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, code: str) -> Tournament:
        return get_object_or_404(Tournament, code=code)

    def title(self, tournament: Tournament) -> str:
        return NOT_XML.sub("", tournament.title)

    def link(self, tournament: Tournament) -> str:
        return tournament.get_absolute_url()

    def subtitle(self, tournament: Tournament) -> str:
        return NOT_XML.sub("", tournament.text)

    def items(self, tournament: Tournament) -> list[tuple[Tournament, Event]]:
        return [(tournament, event) for event in events(tournament)]

    def item_title(self, item: tuple[Tournament, Event]) -> str:
        event = item[1]
        words = {
            "round begins": _("Round %(number)d begins"),
            "round ends": _("Round %(number)d is over"),
            "final table": pgettext("tournament", "The final table"),
        }
        return words[event.kind] % {"number": event.number}

    def item_description(self, item: tuple[Tournament, Event]) -> str:
        event = item[1]
        if event.kind == "final table":
            return as_html("\n".join(f"{place}. {name}" for place, name in enumerate(event.names, start=1)))
        return as_html("\n".join(event.names))

    def item_link(self, item: tuple[Tournament, Event]) -> str:
        return f"{item[0].get_absolute_url()}#{item[1].kind.replace(' ', '-')}-{item[1].number}"

    def item_pubdate(self, item: tuple[Tournament, Event]) -> datetime:
        return item[1].at

    item_updateddate = item_pubdate
