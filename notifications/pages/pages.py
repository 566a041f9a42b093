"""My messages: what was sent, with which result, and a test message."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from notifications import kinds, queries
from notifications.channels import registry
from notifications.clock import database_now
from notifications.models import Message
from notifications.pages.own_pages import own_action, own_page
from notifications.selftest import TooMany, send_test


def number(text: str | None) -> int | None:
    """A row id from the query string; None for anything else, which is the first page."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 18 else None


def title_of(name: str) -> str:
    """The title of a kind; its name when only a newer release knows it."""
    kind = kinds.get(name)
    return str(kind.title) if kind else name


def channel_label(message: Message, labels: Mapping[str, str]) -> str:
    gone = {"email": gettext("email"), "push": gettext("a removed device"), "webhook": gettext("a removed webhook")}
    return labels.get(message.channel) or gone.get(message.medium, message.channel)


@own_page
def message_list(request: HttpRequest) -> HttpResponse:
    """The messages to me with their states, newest first."""
    labels = registry.labels_of(request.user.pk)
    rows, before = queries.page_before(queries.messages_of(request.user), number(request.GET.get("before")))
    context = {
        "rows": [(row, title_of(row.kind), channel_label(row, labels)) for row in rows],
        "before": before,
        "suppression": queries.block_of(request.user, database_now()),
    }
    return render(request, "notifications/messages.html", context)


@own_page
def message_detail(request: HttpRequest, pk: int) -> HttpResponse:
    message = get_object_or_404(Message, pk=pk, recipient_id=request.user.pk)
    context = {"message": message, "title": title_of(message.kind), "way": channel_label(message, registry.labels_of(request.user.pk))}
    return render(request, "notifications/message.html", context)


@own_action
def test_message(request: HttpRequest) -> HttpResponse:
    try:
        send_test(request.user, database_now())
    except TooMany as error:
        messages.error(request, gettext(str(error)))
    else:
        messages.success(request, gettext("Test message sent. You will see its status on this page."))
    return redirect("notifications:messages")
