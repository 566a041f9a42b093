"""Acts on a row in three steps: enter the fields, see the effects, confirm. Every act needs a reason and has its own permission."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.render.reader import reader_for
from games.rules.errors import RulesError
from games.rules.messages import Message
from games.services.operations import rehearsal
from games.services.operations.audit import LONGEST_REASON
from notifications.clock import database_now


def said(message: Message) -> str:
    """The text of a message in the active language."""
    return reader_for().say(message)


def no_fields(_row: Any) -> dict[str, forms.Field]:
    """No fields: the form asks for the reason only."""
    return {}


def foresee(*sentences: Any) -> Callable[[Any, Mapping[str, Any]], list[Any]]:
    """A function for `Act.foresee` with constant sentences."""
    return lambda _row, _data: list(sentences)


STORED: Any = _("Stored with the action. For a game, its players can read it.")


@dataclass(frozen=True)
class Act:
    """An act of staff on a row.

    `do(pk, by, reason, now=, **data)` is the service. `foresee(row, data)` returns sentences about its effects. `fits(row)` is whether it
    is possible now. `fields(row)` are the form fields besides the reason. `answer(request, row, result)` makes the response instead of a
    redirect. `witness(row)` returns the witness that finds further effects by a rehearsal, or None (`services.operations.rehearsal`).
    `read_by` tells below the field of the reason who can read it.
    """

    key: str
    title: Any
    permission: str
    do: Callable[..., Any]
    foresee: Callable[[Any, Mapping[str, Any]], Sequence[Any]]
    fits: Callable[[Any], bool]
    fields: Callable[[Any], dict[str, forms.Field]] = no_fields
    answer: Callable[[HttpRequest, Any, Any], HttpResponse] | None = None
    witness: Callable[[Any], rehearsal.Witness | None] = lambda _row: None
    read_by: Any = STORED


GONE: Any = _("This is not one of the present choices. Load the page again.")


class ReasonForm(forms.Form):
    """The form of an act: its own fields, then the reason. A choice that another member of staff has made impossible says so."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=STORED)

    def __init__(self, *args: Any, fields: dict[str, forms.Field], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in fields.values():
            if isinstance(field, forms.ChoiceField):
                field.error_messages["invalid_choice"] = GONE
        self.fields = {**fields, **self.fields}


class ActingAdmin(admin.ModelAdmin):
    """A model admin whose rows have acts."""

    acts: ClassVar[Sequence[Act]] = ()
    change_form_template = "admin/acting_change_form.html"

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_act"
        return [path("<int:pk>/acts/<slug:key>/", self.admin_site.admin_view(self.act), name=name), *super().get_urls()]

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """The page of a row, with the acts that are possible now."""
        row = self.get_object(request, object_id)
        possible = [act for act in self.acts if row is not None and self.may(request, act, row) and act.fits(row)]
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "acts": possible})

    def may(self, request: HttpRequest, act: Act, row: Any) -> bool:
        return request.user.has_perm(act.permission)

    def fields_of(self, request: HttpRequest, act: Act, row: Any) -> dict[str, forms.Field]:
        """The form fields of the act besides the reason."""
        return act.fields(row)

    def act(self, request: HttpRequest, pk: int, key: str) -> HttpResponse:
        """Show the form, then the effects; with `sure` in the POST data do the act, if its effects are those that were shown."""
        act = next((act for act in self.acts if act.key == key), None)
        if act is None:
            raise Http404
        row = get_object_or_404(self.get_queryset(request), pk=pk)
        if not self.may(request, act, row):
            raise PermissionDenied
        form = ReasonForm(request.POST or None, fields=self.fields_of(request, act, row), initial=request.GET.dict())
        form.fields["reason"].help_text = act.read_by
        submitted = request.method == "POST" and form.is_valid() and "again" not in request.POST
        if submitted and "sure" in request.POST:
            response = self._do(request, act, row, dict(form.cleaned_data))
            if response is not None:
                return response
        shown = self._rehearse(request, act, row, dict(form.cleaned_data)) if submitted else None
        context = {
            **self.admin_site.each_context(request),
            "title": act.title,
            "subtitle": str(row),
            "opts": self.opts,
            "row": row,
            "form": form,
            "foreseen": shown and [*shown[0], *(said(effect) for effect in shown[1].effects if effect.text)],
            "seen": shown and shown[1].mark,
            "back": self._page(row),
        }
        return TemplateResponse(request, "admin/act.html", context)

    def _rehearse(self, request: HttpRequest, act: Act, row: Any, data: dict[str, Any]) -> tuple[list[str], rehearsal.Shown] | None:
        """The sentences about the effects, and the effects of a rehearsal; None when the act is refused."""
        sentences, witness = [str(one) for one in act.foresee(row, data)], act.witness(row)
        if witness is None:
            return sentences, rehearsal.Shown([], "")
        try:
            return sentences, rehearsal.rehearse(lambda: self._call(request, act, row, data), witness, sentences)
        except RulesError as error:
            self.message_user(request, said(error.message), messages.ERROR)
            return None

    def _do(self, request: HttpRequest, act: Act, row: Any, data: dict[str, Any]) -> HttpResponse | None:
        """Do the act; returns the response, or None when it was refused and its effects are shown again."""
        witness = act.witness(row)
        try:
            if witness is None:
                result = self._call(request, act, row, data)
            else:
                fresh, seen = self.get_queryset(request), request.POST.get("seen", "")
                result = rehearsal.confirm(
                    lambda: self._call(request, act, row, data), witness, seen,
                    lambda: [str(one) for one in act.foresee(fresh.get(pk=row.pk), data)],
                )  # fmt: skip
        except RulesError as error:
            self.message_user(request, said(error.message), messages.ERROR)
            return None
        if act.answer is not None:
            return act.answer(request, row, result)
        self.message_user(request, _("Done: %s.") % act.title, messages.SUCCESS)
        return HttpResponseRedirect(self._page(row))

    @staticmethod
    def _call(request: HttpRequest, act: Act, row: Any, data: dict[str, Any]) -> Any:
        given = {name: value for name, value in data.items() if name != "reason"}
        return act.do(row.pk, cast(Player, request.user), data["reason"], now=database_now(), **given)

    def _page(self, row: Any) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])


def act_on_many(
    model_admin: admin.ModelAdmin,
    request: HttpRequest,
    rows: QuerySet[Any],
    title: Any,
    foresee: Callable[[list[Any]], Sequence[Any]],
    do: Callable[..., str],
) -> HttpResponse | None:
    """The same steps for the selected rows of a list: see the effects, enter the reason, and with `sure` do it.

    `do(pks, by, reason, now=)` returns a sentence about what was done; `foresee(rows)` returns sentences about the effects. The act runs
    and is rolled back before the form is shown, so that a refusal appears at once. Returns None, which shows the list again, after it
    was done or refused.
    """  # fmt: skip
    form = ReasonForm(request.POST if "sure" in request.POST else None, fields={})
    chosen = list(rows)
    sure = form.is_valid()
    try:
        with transaction.atomic():
            reason = form.cleaned_data["reason"] if sure else str(title)
            done = do([row.pk for row in chosen], cast(Player, request.user), reason, now=database_now())
            transaction.set_rollback(not sure)
    except RulesError as error:
        model_admin.message_user(request, said(error.message), messages.ERROR)
        return None
    if sure:
        model_admin.message_user(request, done, messages.SUCCESS)
        return None
    context = {
        **model_admin.admin_site.each_context(request),
        "title": title,
        "opts": model_admin.opts,
        "form": form,
        "foreseen": foresee(chosen),
        "action": request.POST["action"],
        "chosen": [row.pk for row in chosen],
    }
    return TemplateResponse(request, "admin/act_on_many.html", context)
