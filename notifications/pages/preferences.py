"""The preferences page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from notifications.channels import registry
from notifications.pages.forms import PreferencesForm
from notifications.preference_changes import choose


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """Show and change which messages I want, and when."""
    form = PreferencesForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        choose(request.user, form.choices(), window=form.cleaned_data["window"], hour=form.cleaned_data["hour"])
        messages.success(request, gettext("Your choices are saved."))
        return redirect("notifications:preferences")
    context = {"form": form, "sections": registry.sections(request.user)}
    return render(request, "notifications/preferences.html", context, status=422 if form.is_bound else 200)
