"""Pages of my webhooks: list, add, log, test, send again, new secret, enable, delete."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop

from notifications import queries
from notifications.calls.guard import LONGEST_URL
from notifications.channels.webhook import service
from notifications.channels.webhook.channel import CHANNEL
from notifications.channels.webhook.health import calls_of
from notifications.channels.webhook.service import BadWebhook, NoSuchWebhook
from notifications.clock import database_now
from notifications.models import Webhook
from notifications.pages.own_pages import own_action, own_form, own_page
from notifications.pages.pages import number, title_of


class WebhookForm(forms.Form):
    """A URL, and what it receives: kinds of my messages, or the changes of one table."""

    url = forms.CharField(label=_("URL of your program"), max_length=LONGEST_URL, widget=forms.URLInput())
    kinds = forms.MultipleChoiceField(label=_("Receives"), required=False, widget=forms.CheckboxSelectMultiple)
    about = forms.CharField(
        label=_("Or only one table (its code)"), max_length=80, required=False, help_text=_("It then receives every change at this table.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["kinds"]
        field.choices = [(kind.name, kind.title) for kind in service.offered()]


@own_page
def webhook_list(request: HttpRequest) -> HttpResponse:
    return render(request, "notifications/webhooks.html", {"webhooks": Webhook.objects.filter(owner_id=request.user.pk)})


@own_form
def webhook_new(request: HttpRequest) -> HttpResponse:
    """Add one; its secret is shown once."""
    initial = {"about": request.GET.get("about", "")[:80]}
    form = WebhookForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        try:
            webhook, secret = service.create(request.user, data["url"].strip(), data["kinds"], about=data["about"].strip())
        except BadWebhook as error:
            form.add_error("url" if error.code == "bad_address" else None, str(error))
        else:
            return render(request, "notifications/webhook_secret.html", {"webhook": webhook, "secret": secret})
    return render(request, "notifications/webhook_new.html", {"form": form}, status=422 if form.is_bound else 200)


@own_page
def webhook_detail(request: HttpRequest, pk: int) -> HttpResponse:
    webhook = get_object_or_404(Webhook, pk=pk, owner_id=request.user.pk)
    calls, before = queries.page_before(calls_of(webhook), number(request.GET.get("before")))
    context = {
        "webhook": webhook,
        "titles": [title_of(name) for name in webhook.kinds],
        "calls": [(call, title_of(call.message.kind)) for call in calls],
        "before": before,
    }
    return render(request, "notifications/webhook.html", context)


def _button(action: Callable[..., object], success_message: str) -> Callable[..., HttpResponse]:
    """The view of a button on a webhook's page: run the action with the parts of the address, show a message and the page."""

    @own_action
    def view(request: HttpRequest, pk: int, **parts: int) -> HttpResponse:
        try:
            action(request.user, pk, **parts)
        except NoSuchWebhook as error:
            raise Http404 from error
        except BadWebhook as error:
            messages.error(request, str(error))
        else:
            messages.success(request, gettext(success_message))
        return redirect("notifications:webhook", pk)

    return view


test = _button(
    lambda owner, pk: service.test(owner, pk, now=database_now()), gettext_noop("Test sent. You will see the result in the log.")
)
enable = _button(service.enable, gettext_noop("The webhook is on again."))
redeliver = _button(service.redeliver, gettext_noop("The message will be sent again with the same id."))


@own_action
def rotate(request: HttpRequest, pk: int) -> HttpResponse:
    """A new secret, shown once."""
    webhook = get_object_or_404(Webhook, pk=pk, owner_id=request.user.pk)
    try:
        secret = service.rotate(request.user, pk, now=database_now())
    except NoSuchWebhook as error:
        raise Http404 from error
    return render(request, "notifications/webhook_secret.html", {"webhook": webhook, "secret": secret, "overlap": service.OVERLAP})


@own_action
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    if not CHANNEL.remove(request.user, pk):
        raise Http404
    messages.success(request, gettext("The webhook is deleted."))
    return redirect("notifications:webhooks")
