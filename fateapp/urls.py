"""Addresses: the games' pages at the root, everything else below its own name."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from fateapp import health, metrics, mirror, wellknown

urlpatterns = [
    path("healthz", health.healthz),
    path("healthz/mirror", mirror.mirror),
    path("readyz", health.readyz),
    path("metrics", metrics.metrics),
    path("robots.txt", wellknown.robots),
    path(".well-known/security.txt", wellknown.security),
    path(".well-known/change-password", wellknown.change_password),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("games.api.urls")),
    path("language/", set_language, name="set_language"),
    path("", include("notifications.urls")),
    path("", include("games.urls")),
]

handler429 = "fateapp.broken.too_many"
handler500 = "fateapp.broken.page"
