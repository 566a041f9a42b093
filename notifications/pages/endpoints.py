"""Add and remove an endpoint of a channel; the preferences page lists them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from notifications.channels import endpoints
from notifications.channels.endpoints import BadEndpoint, EndpointChannel
from notifications.pages.own_pages import own_action, own_form


def _channel(medium: str) -> EndpointChannel:
    channel = endpoints.channel_of(medium)
    if channel is None:
        raise Http404
    return channel


@own_form
def add(request: HttpRequest, medium: str) -> HttpResponse:
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
def remove(request: HttpRequest, medium: str, pk: int) -> HttpResponse:
    if not endpoints.remove(request.user, _channel(medium), pk):
        raise Http404
    messages.success(request, gettext("Your choices are saved."))
    return redirect("notifications:preferences")
