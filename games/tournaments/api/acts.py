"""What a director or an arbiter does, by API: first what it would change, then, with the mark of what was shown, the act itself.

The same acts, fields, rights and checks as in the admin.
"""

from datetime import datetime
from typing import Any, cast

from django.forms import Field
from django.utils.datastructures import MultiValueDict
from rest_framework.response import Response

from games.admin.base.confirmed_actions import ReasonForm
from games.api.base.describe import operation, ref
from games.api.base.fields import Body, StrictCharField, StrictDictField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.shapes import say
from games.render.reader import reader_for
from games.requests import moment
from games.services.operations import rehearsal
from games.services.operations.audit import LONGEST_REASON
from games.tournaments.acts import registry
from games.tournaments.api.views import OfTournament
from games.tournaments.models import Tournament


class TournamentActRequest(Body):
    """The reason, the chosen values and the mark of the previewed effects. Without the mark nothing is changed."""

    reason = StrictCharField(max_length=LONGEST_REASON)
    values = StrictDictField(
        required=False,
        help_text="The fields of the act, as listed by `acts`. Players by name, or by the id listed there. "
        "A field left out has its present or usual value, as in the form of the admin.",
    )
    seen = StrictCharField(required=False, max_length=64)


class OfDirectors(OfTournament):
    open_to_all = False
    read_scope = write_scope = "tournament:direct"

    def allowed(self, request: Any, code: str) -> Tournament:
        """The tournament. Raises `Problem` for strangers."""
        row = self.row(request, code).tournament
        if not registry.allowed_keys(me(request), row):
            raise Problem("forbidden", "You do not direct this tournament.")
        return row


class Acts(OfDirectors):
    @operation("tournaments_acts", "tournaments", {200: ref("TournamentActs")})
    def get(self, request: Any, code: str) -> Response:
        """List the acts you can perform on a tournament now, with the fields of each and their choices."""
        row = self.allowed(request, code)
        acts = [
            {"key": act.key, "title": str(act.title), "fields": [_field(name, field) for name, field in act.fields(row).items()]}
            for act in registry.possible(me(request), row)
        ]
        return self.reply(request, {"acts": acts})


class ActOn(OfDirectors):
    cost = 5

    @operation("tournaments_act", "tournaments", {200: ref("TournamentAct")}, body=TournamentActRequest, once=True)
    def post(self, request: Any, code: str, key: str) -> Response:
        """Preview an act, or perform it with `seen`. `seen` is the mark of the preview; the act is refused if its effects have changed."""
        row, player = self.allowed(request, code), me(request)
        act = registry.BY_KEY.get(key)
        if act is None or act.key not in registry.allowed_keys(player, row):
            raise Problem("forbidden" if act else "not-found", "You may not do this here." if act else "There is no such act.")
        given = self.body(request, TournamentActRequest)
        data = _cleaned(given, act.fields(row))
        foreseen = [str(one) for one in act.foresee(row, data)]

        def do() -> Any:
            values = {name: value for name, value in data.items() if name != "reason"}
            return act.do(row.pk, player, data["reason"], now=moment(request), **values)

        def effect() -> tuple[int, dict[str, Any]]:
            witness = cast(rehearsal.Witness, act.witness(row))
            shown = rehearsal.rehearse(do, witness, foreseen)
            if given.get("seen"):
                rehearsal.confirm(
                    do, witness, given["seen"], lambda: [str(one) for one in act.foresee(Tournament.objects.get(pk=row.pk), data)]
                )
            reader = reader_for()
            effects = [*foreseen, *(say(one, reader) for one in shown.effects if one.text)]
            return 200, {"act": act.key, "effects": effects, "seen": shown.mark, "done": bool(given.get("seen"))}

        return self.change(request, effect)


def _cleaned(given: dict[str, Any], fields: dict[str, Field]) -> dict[str, Any]:
    """The values of the form of the act, with the reason. Raises `Problem` for unknown fields and values that the form refuses."""
    if unknown := [name for name in given.get("values", {}) if name not in fields]:
        there = ", ".join(fields) or "none"
        raise Problem("invalid", f"{unknown[0][:40]}: this act has no such field; there are: {there}.")
    form = ReasonForm(_posted(given, fields), fields=fields)
    if not form.is_valid():
        errors = [f"{name}: {' '.join(map(str, found))}" for name, found in form.errors.items()]
        raise Problem("invalid", " ".join(errors))
    return dict(form.cleaned_data)


def _posted(given: dict[str, Any], fields: dict[str, Field]) -> MultiValueDict[str, Any]:
    """The JSON as a form takes it, as text; a field left out has its initial value, as in a form that is sent unchanged."""
    found: MultiValueDict[str, Any] = MultiValueDict({"reason": [given["reason"]]})
    values = {name: field.initial for name, field in fields.items()} | given.get("values", {})
    for name, value in values.items():
        value = fields[name].prepare_value(value)
        several = value if isinstance(value, list) else [] if value is False or value is None else [value]
        found.setlist(name, [one if isinstance(one, datetime) else str(one) for one in several])
    return found


def _field(name: str, field: Any) -> dict[str, Any]:
    choices = [{"value": str(value), "label": str(label)} for value, label in getattr(field, "choices", ()) or ()]
    return {"name": name, "label": str(field.label), "required": field.required and field.initial is None, "choices": choices}
