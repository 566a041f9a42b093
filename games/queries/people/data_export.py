"""The export of all data stored about one person, as a zip of JSON files, for that person (GDPR articles 15 and 20)."""

import io
import zipfile
from typing import Any

import orjson
from django.db.models import F, Q

from games.models import BotLadderPlace, CalendarLink, Letter, Move, Player, Reading, Seat, Tenure
from games.models.player import SETTINGS
from notifications.channels import registry
from notifications.inbound.addresses import without_secrets
from notifications.models import Message, Preference, Rhythm

README = """What fateapp holds about you. One file for each kind of thing; times are in UTC.

profile.json    your name, address, language, time zone, personal times
seats.json      every seat you hold: game, notes to yourself, standing orders, word for the shuffle
tenures.json    every seat you held, and how it ended
moves.json      every answer you gave, with its story
messages.json   every message to you, as it was sent, without links and reply addresses
readings.json   readings of cards made for you
tokens.json     your API tokens, without their keys (which are not stored)
calendar.json   since when you have a calendar address (its key is not stored)
choices.json    which messages you want
letters.json    private letters you wrote or were written at a table
people.json     your notes about people, whom you block, what you reported
ladder.json     the ladders of bots you stand in
ratings.json    your ratings and how they came to be
traces.json     that you have moved from some network or browser, as hashes that cannot be turned back
"""
PROFILE = ("name", "email", *SETTINGS, "personal", "volunteer", "joined_at", "last_login")


def archive(player: Player) -> bytes:
    """The zip file. A fixed number of queries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("README.txt", README)
        for name, data in _files(player).items():
            packed.writestr(f"{name}.json", orjson.dumps(data, default=str, option=orjson.OPT_INDENT_2))
    return buffer.getvalue()


def _files(player: Player) -> dict[str, Any]:
    """The contents of the JSON files, by name without suffix."""
    seats = Seat.objects.filter(player=player).values("game__code", "game__rules", "index", "state", "notes", "orders", "word", "timeouts")
    moves = Move.objects.filter(player=player).order_by("pk").values("game__code", "seq", "kind", "text", "said", "story", "source", "at")
    messages = Message.objects.filter(recipient=player).order_by("pk")
    return {
        "profile": {name: getattr(player, name) for name in PROFILE},
        "seats": list(seats.order_by("pk")),
        "tenures": list(Tenure.objects.filter(player=player).order_by("pk").values("seat__game__code", "since", "until", "ended_by")),
        "moves": list(moves),
        "messages": [
            message | {"text": without_secrets(message["text"])}
            for message in messages.values("kind", "channel", "state", "created_at", "sent_at", "subject", "text")
        ],
        "readings": [_plain(reading) for reading in _readings(player)],
        "tokens": list(player.api_tokens.order_by("pk").values("name", "hint", "scopes", "created_at", "last_used_at")),
        "letters": list(
            Letter.objects.filter(Q(sender=player) | Q(recipient=player))
            .order_by("pk")
            .values("game__code", "sender__name", "recipient__name", "text", "at", "sender_shares", "recipient_shares")
        ),
        "people": {
            "notes": list(player.notes_on_people.order_by("pk").values("about__name", "text")),
            "blocks": list(player.blocks.order_by("pk").values("blocked__name", "since")),
            "reports": list(player.reports_made.order_by("pk").values("about__name", "game__code", "matter", "text", "at", "closed_at")),
        },
        "ratings": list(
            player.rating_events.filter(superseded=False).order_by("pk").values("game__code", "rules", "rank", "mu", "sigma", "at")
        ),
        "traces": list(player.traces.order_by("pk").values("kind", "tag", "seen_at")),
        "ladder": list(BotLadderPlace.objects.filter(player=player).order_by("pk").values("rules", "games_at_once", "since")),
        "calendar": list(CalendarLink.objects.filter(player=player).values("made_at")),
        "choices": {
            "kinds": list(Preference.objects.filter(player=player).values("kind", "channel", "enabled", "mode")),
            **registry.export(player.pk),
            "rhythm": list(Rhythm.objects.filter(player=player).values("window", "hour")),
        },
    }


def _readings(player: Player) -> Any:
    return Reading.objects.filter(game__seats__player=player, seat=F("game__seats__index")).order_by("pk")


def _plain(row: Any) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
