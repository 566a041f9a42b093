"""API operations on the caller's account: profile, message preferences, data archive, erasure."""

from typing import Any

from rest_framework.response import Response

from games.api.base.describe import operation, ref
from games.api.base.fields import Body, PreferencesField, StrictCharField, StrictIntegerField, of_column
from games.api.base.problems import Problem
from games.api.base.renderer import FastJSONRenderer, ZipRenderer
from games.api.base.requests import me
from games.api.base.views import View
from games.models import Player
from games.models.player import SETTINGS, setting
from games.queries.people import data_export
from games.queries.tables.lists import waiting_count
from games.requests import moment
from games.services.people import erasure, profile
from notifications import kinds
from notifications.channels import registry
from notifications.models import Mode, Preference, Rhythm
from notifications.preferences.changes import choose


class ProfileUpdate(Body):
    """The settings to change."""

    name = StrictCharField(max_length=30, required=False, allow_blank=False)

    def get_fields(self) -> dict[str, Any]:
        found = {key: of_column(setting(key), required=False, help_text=meaning) for key, meaning in SETTINGS.items()}
        return {**super().get_fields(), **found}


class PreferencesUpdate(Body):
    """The message preferences to change."""

    kinds = PreferencesField(
        help_text='Like {"your_turn": {"enabled": true, "mode": "at_once"}}. Kinds left out keep their settings.', default=dict
    )
    window = StrictIntegerField(
        min_value=1, max_value=720, required=False, help_text="Minutes that a coalesced mail waits for further messages."
    )
    hour = StrictIntegerField(min_value=0, max_value=23, required=False, help_text="The hour of the daily mail, in your time zone.")


class EraseRequest(Body):
    """The confirmation of an erasure."""

    name = StrictCharField(max_length=30, help_text="Your own name, as a confirmation.")


class Me(View):
    read_scope, write_scope = "me:read", "me:write"

    @operation("me_get", "me", {200: ref("Me")})
    def get(self, request: Any) -> Response:
        """Get your account and settings."""
        return self.reply(request, myself(me(request)))

    @operation("me_patch", "me", {200: ref("Me")}, body=ProfileUpdate)
    def patch(self, request: Any) -> Response:
        """Update your name and settings. Fields left out keep their values."""
        return Response(myself(profile.change(me(request), now=moment(request), **self.body(request, ProfileUpdate))))


class Archive(View):
    read_scope = "me:read"
    read_cost = 20
    renderer_classes = (ZipRenderer, FastJSONRenderer)

    @operation("me_archive", "me", {(200, "application/zip"): {"type": "string", "format": "binary"}})
    def get(self, request: Any) -> Response:
        """Download everything this site stores about you, as a zip of JSON files."""
        headers = {"Content-Disposition": 'attachment; filename="fateapp-me.zip"'}
        return Response(data_export.archive(me(request)), headers=headers, content_type="application/zip")


class Erase(View):
    read_scope = write_scope = None

    @operation("me_erase", "me", {204: None}, body=EraseRequest)
    def post(self, request: Any) -> Response:
        """Erase your account permanently: resigns your games, leaves your tables and deletes your data."""
        if self.body(request, EraseRequest)["name"] != me(request).name:
            detail = "This is not your name; nothing was deleted."
            raise Problem("invalid", errors=[{"pointer": "#/name", "detail": detail, "code": "wrong_name"}])
        erasure.erase(me(request), now=moment(request))
        return Response(status=204)


class Preferences(View):
    read_scope, write_scope = "me:read", "me:write"

    @operation("preferences_get", "me", {200: ref("Preferences")})
    def get(self, request: Any) -> Response:
        """Get your message preferences."""
        return self.reply(request, preferences(me(request)))

    @operation("preferences_put", "me", {200: ref("Preferences")}, body=PreferencesUpdate)
    def put(self, request: Any) -> Response:
        """Update your message preferences. Kinds left out keep their settings."""
        given, player = self.body(request, PreferencesUpdate), me(request)
        now = preferences(player)
        chosen = list(_preferences(given["kinds"]))
        choose(player, chosen, window=given.get("window", now["window"]), hour=given.get("hour", now["hour"]))
        return Response(preferences(player))


def myself(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "email": player.email,
        "bot": player.is_bot or player.by_program,
        **{name: getattr(player, name) for name in SETTINGS},
        "joined_at": player.joined_at,
        "my_turns": waiting_count(player),
    }


def preferences(player: Player) -> dict[str, Any]:
    """The effective message preferences as JSON: the player's own, else the defaults of the kind."""
    chosen = {(row.kind, row.channel): row for row in Preference.objects.filter(player=player)}
    rhythm = Rhythm.objects.filter(player=player).first() or Rhythm()
    found = {}
    for kind in kinds.optional():
        mail = chosen.get((kind.name, "email"))
        found[kind.name] = {"enabled": mail.enabled if mail else kind.default_on, "mode": mail.mode if mail else kind.mode}
        for channel in registry.besides_mail():
            row = chosen.get((kind.name, channel.name))
            found[kind.name][channel.name] = (row.enabled if row else kind.default_on) if channel.carries(kind) else None
    return {"kinds": found, "window": rhythm.window, "hour": rhythm.hour}


def _preferences(given: dict[str, Any]) -> list[Preference]:
    known = {kind.name: kind for kind in kinds.optional()}
    others = {channel.name: channel for channel in registry.besides_mail()}
    choices = []
    for name, wish in given.items():
        fits = isinstance(wish, dict) and set(wish) <= {"enabled", "mode", *others} and isinstance(wish.get("enabled"), bool)
        switches = {way: wish[way] for way in others if wish.get(way) is not None} if fits else {}
        fits = fits and all(isinstance(on, bool) and name in known and others[way].carries(known[name]) for way, on in switches.items())
        mode = wish.get("mode", Mode.AT_ONCE) if fits else None
        if name not in known or mode not in Mode.values or (mode != Mode.AT_ONCE and not known[name].coalescable):
            pointer = "#/kinds/" + name[:80].replace("~", "~0").replace("/", "~1")
            detail = f'Known kinds are {", ".join(known)}; each is {{"enabled": true or false, "mode": one of {", ".join(Mode.values)}'
            detail += f", and true or false for each of {', '.join(others)} where the kind goes that way}}."
            raise Problem("invalid", errors=[{"pointer": pointer, "detail": detail, "code": "bad_choice"}])
        choices.append(Preference(kind=name, channel="email", enabled=wish["enabled"], mode=str(mode)))
        choices += [Preference(kind=name, channel=way, enabled=on) for way, on in switches.items()]
    return choices
