"""Messages and suppressed addresses in the admin: displayed as in `notifications`, changed by confirmed acts."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy as lazy, ngettext

from games.admin.base.confirmed_actions import Act, ActingAdmin, act_on_many
from games.services.operations import mailing
from notifications.admin import MessageAdmin, SuppressionAdmin
from notifications.models import Message, Suppression


@admin.register(Message)
class OutboxAdmin(ActingAdmin, MessageAdmin):
    """Messages, which can be sent again."""

    actions = ("send_again",)

    def has_send_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("notifications.change_message")

    @admin.action(description=lazy("Send again (composed again; dropped if out of date)"), permissions=["send"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Message]) -> HttpResponse | None:
        """Queue settled messages again."""
        return act_on_many(self, request, queryset, lazy("Send again"), _foresee, _send_again)


def _foresee(rows: list[Message]) -> list[str]:
    """The sentences about sending these messages again."""
    again = [row for row in rows if row.state not in (Message.State.QUEUED, Message.State.SENDING)]
    people = len({row.recipient_id for row in again})
    count, kinds = len(again), ", ".join(sorted({row.kind for row in again}))
    facts = {"count": count, "people": people, "kinds": kinds}
    said = ngettext("%(count)d message (%(kinds)s) is queued again.", "%(count)d messages (%(kinds)s) are queued again.", count) % facts
    to = ngettext("It concerns %(people)d person.", "It concerns %(people)d people.", people) % facts
    return [said, to, _("Each message is composed again, and dropped if it is out of date.")]


def _send_again(pks: list[int], *who_and_why: Any, **when: Any) -> str:
    count = mailing.send_again(pks, *who_and_why, **when)
    return ngettext("%(count)d message is queued again.", "%(count)d messages are queued again.", count) % {"count": count}


@admin.register(Suppression)
class AddressAdmin(ActingAdmin, SuppressionAdmin):
    """Suppressed addresses. They are added by an act on a player, or by bounces."""

    acts = (
        Act(
            "lift", lazy("Try the address again"), "notifications.delete_suppression", mailing.lift,
            lambda row, _data: [_("Future mails are sent to %(address)s again.") % {"address": row.address}],
            lambda _row: True, answer=lambda *_act: redirect("admin:notifications_suppression_changelist"),
        ),
    )  # fmt: skip
