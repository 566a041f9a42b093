"""The preferences page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from notifications.channels import registry
from notifications.pages.forms import PreferencesForm
from notifications.pages.own_pages import own_form
from notifications.preference_changes import choose


@own_form
def edit(request: HttpRequest) -> HttpResponse:
    """Show and change which messages I want, and when."""
    form = PreferencesForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        choose(request.user, form.choices(), window=form.cleaned_data["window"], hour=form.cleaned_data["hour"])
        messages.success(request, gettext("Your choices are saved."))
        return redirect("notifications:preferences")
    context = {"form": form, "sections": registry.sections(request.user)}
    return render(request, "notifications/preferences.html", context, status=422 if form.is_bound else 200)
