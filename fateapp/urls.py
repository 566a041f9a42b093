"""The URLconf of the site: the games' pages at the root, everything else below its own prefix."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView
from django.views.i18n import set_language

from fateapp import metrics
from fateapp.web import health, installable, request_echo, well_known
from games import urls as games
from games.api import urls as api
from games.api.oauth import endpoints as oauth
from games.pages.people import sign_in_codes
from games.tournaments import urls as tournaments

urlpatterns = [
    # first those with the most requests, because Django tries the patterns in this order
    path("api/v1/", include(([*api.urlpatterns, *tournaments.api_urlpatterns, api.unknown_path], api.app_name))),
    path("", include(([*games.urlpatterns, *tournaments.urlpatterns], games.app_name))),
    path("api/", require_safe(RedirectView.as_view(url="/api/v1/docs"))),  # a usual guess
    path("healthz", health.healthz),
    path("healthz/mirror", request_echo.echo),
    path("readyz", health.readyz),
    path("metrics", metrics.metrics),
    path("favicon.ico", installable.favicon),
    path("icon/<int:waiting>.svg", installable.icon, name="icon"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("offline/", installable.offline, name="offline"),
    path("robots.txt", well_known.robots),
    path(".well-known/security.txt", well_known.security),
    path(".well-known/oauth-authorization-server", oauth.metadata),
    path(".well-known/oauth-protected-resource/api/v1", oauth.resource_metadata),
    path(".well-known/change-password", well_known.change_password),
    path("accounts/login/", sign_in_codes.SignIn.as_view()),  # before allauth's views of the same paths, which keep their names
    path("accounts/login/code/", sign_in_codes.RequestCode.as_view()),
    path("accounts/login/code/confirm/", sign_in_codes.ConfirmCode.as_view()),
    path("accounts/signup/", sign_in_codes.SignUp.as_view()),
    path("accounts/password/reset/", sign_in_codes.RequestCode.as_view()),  # sign-in is by code, not by password
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("language/", set_language, name="set_language"),
    path("", include("notifications.urls")),
]

handler400 = "fateapp.web.error_pages.bad_request"
handler429 = "fateapp.web.error_pages.too_many"
handler500 = "fateapp.web.error_pages.page"
