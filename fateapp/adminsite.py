"""The admin site: with the site's own sign-in, a second factor if required, and the inbox on its index page."""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

OURS = ("games", "notifications")


class FateappAdminSite(AdminSite):
    """Django's admin with the site's own sign-in, so that its rate limits and second factor apply."""

    site_header = site_title = _("Administration")
    index_title = _("To do")
    index_template = "admin/inbox_index.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.disable_action("delete_selected")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register models of this project only: admin pages of other packages would change accounts and sessions without the audit log."""
        models: list[Any] = [model_or_iterable] if isinstance(model_or_iterable, type) else list(model_or_iterable)
        super().register([model for model in models if model._meta.app_label in OURS], admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Active staff, with a second factor where FATE_ADMIN_MFA asks for one."""
        return super().has_permission(request) and (not settings.FATE_ADMIN_MFA or is_mfa_enabled(request.user))

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Redirect visitors to the sign-in, staff without a second factor to its setup; 404 for everybody else."""
        wanted = request.GET.get("next", reverse("admin:index", current_app=self.name))
        if not request.user.is_authenticated:
            return redirect_to_login(wanted, resolve_url(settings.LOGIN_URL))
        if not super().has_permission(request):
            raise Http404
        if not self.has_permission(request):
            messages.warning(request, _("Staff need a second factor; please set one up first."))
            return redirect("mfa_index")
        return redirect("admin:index")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Add the inbox and the fair-play pages."""
        from games.admin.operations import inbox
        from games.admin.people import fair_play
        from games.tournaments.admin.fair_play import of_tournament

        own = [
            path("inbox/", self.admin_view(inbox.show), name="inbox"),
            path("fairplay/player/<int:pk>/", self.admin_view(fair_play.of_player), name="fairplay-player"),
            path("fairplay/tournament/<int:pk>/", self.admin_view(of_tournament), name="fairplay-tournament"),
        ]
        return [*own, *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The inbox, then the list of models."""
        from games.admin.operations import inbox

        return super().index(request, {**(extra_context or {}), "inbox": inbox.of(request)})
