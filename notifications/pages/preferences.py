"""The preferences page, the endpoints of channels that it lists, and the unsubscribe links of mails."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.channels import endpoints, registry
from notifications.channels.endpoints import BadEndpoint, EndpointChannel
from notifications.links import UNSUBSCRIBE, BadLink
from notifications.pages.forms import PreferencesForm
from notifications.pages.own_pages import own_action, own_form
from notifications.pages.pages import title_of
from notifications.preferences.changes import choose, switch_off


@own_form
def edit(request: HttpRequest) -> HttpResponse:
    """Show and change which messages I want, and when."""
    form = PreferencesForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        choose(request.user, form.preferences(), window=form.cleaned_data["window"], hour=form.cleaned_data["hour"])
        messages.success(request, gettext("Your choices are saved."))
        return redirect("notifications:preferences")
    context = {"form": form, "sections": registry.sections(request.user)}
    return render(request, "notifications/preferences.html", context, status=422 if form.is_bound else 200)


def _channel(medium: str) -> EndpointChannel:
    channel = endpoints.channel_of(medium)
    if channel is None:
        raise Http404
    return channel


@own_form
def add_endpoint(request: HttpRequest, medium: str) -> HttpResponse:
    channel = _channel(medium)
    form = channel.form(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            endpoints.add(request.user, channel, form.cleaned_data["address"], form.cleaned_data["name"])
        except BadEndpoint as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, gettext("Your choices are saved."))
            return redirect("notifications:preferences")
    context = {"form": form, "heading": channel.heading, "explanation": channel.explanation}
    return render(request, "notifications/endpoint_new.html", context, status=422 if form.is_bound else 200)


@own_action
def remove_endpoint(request: HttpRequest, medium: str, pk: int) -> HttpResponse:
    if not _channel(medium).remove(request.user, pk):
        raise Http404
    messages.success(request, gettext("Your choices are saved."))
    return redirect("notifications:preferences")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link switches off, or switch it off (RFC 8058). POST works without cookie or CSRF token.

    GET changes nothing, because mail scanners open every link.
    """
    try:
        target = UNSUBSCRIBE.read(token)
    except BadLink as error:
        return render(request, "notifications/bad_link.html", {"reason": str(error)}, status=404)
    done = request.method == "POST"
    if done:
        switch_off(target["player"], target["channel"], target["kinds"])
    return render(request, "notifications/unsubscribe.html", {"titles": [title_of(name) for name in target["kinds"]], "done": done})
