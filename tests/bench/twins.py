"""Comparison views ("bare twins"): they do the same work for the database and no more, as a separate Django project.

They use the middleware of a new Django project, with its sessions and its way to find the user, so that the comparison includes the
cost of the site's middleware. The site's addresses are included because the views redirect to some of them, but are not measured here.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import Context, Template
from django.urls import path
from django.views.decorators.http import require_POST
from rest_framework.authentication import BaseAuthentication
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.serializers import ModelSerializer

from fateapp.urls import urlpatterns as the_site
from games.models import ApiToken, Game, Player, Seat

BACKEND = "django.contrib.auth.backends.ModelBackend"
NEW_PROJECT = {
    "ROOT_URLCONF": __name__,
    "SESSION_ENGINE": "django.contrib.sessions.backends.db",
    "MIDDLEWARE": [
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
}
"""The settings of `django-admin startproject` that differ from this site's."""

ROWS = 100
PAGE = Template(
    "<!doctype html><html><head><title>{{ game.code }}</title></head><body><h1>{{ user.name }}</h1><ul>"
    '{% for row in rows %}<li class="row" data-n="{{ forloop.counter }}">{{ row }}</li>{% endfor %}</ul></body></html>'
)


@login_required
def page(request: HttpRequest, code: str, size: int) -> HttpResponse:
    """One row of the database and a hundred lines, about `size` bytes in all."""
    game = Game.objects.get(code=code)
    rows = ["x" * max(1, size // ROWS - 36)] * ROWS
    return HttpResponse(PAGE.render(Context({"game": game, "user": request.user, "rows": rows})))


@login_required
@require_POST
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """The same transaction as a move, as one hand-written statement."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT bench_move(%s)", [pk])
    return redirect(f"/bench/{request.POST['choice']}/")


def empty(request: HttpRequest) -> HttpResponse:
    """Only the middleware."""
    return HttpResponse("ok")


class GameSerializer(ModelSerializer[Game]):
    """A row, serialized as in DRF's tutorial."""

    class Meta:
        model = Game
        fields = ("code", "rules", "options", "status", "seat_count", "pace", "position", "seq", "waiting", "started_at", "moved_at")


class BareTokens(BaseAuthentication):
    """Like DRF's token authentication: the row of the key with its user, by the ORM."""

    def authenticate(self, request: Any) -> tuple[Player, ApiToken]:
        """The user and the token."""
        digest = hashlib.sha256(request.headers["Authorization"].removeprefix("Bearer ").encode()).hexdigest()
        token = ApiToken.objects.select_related("player").get(digest=digest)
        return token.player, token


class Row(RetrieveAPIView[Game]):
    """One row through DRF's serializer."""

    queryset = Game.objects.all()
    serializer_class = GameSerializer
    lookup_field = "code"
    authentication_classes = (BareTokens,)
    permission_classes = (IsAuthenticated,)
    schema = None


class NameSerializer(ModelSerializer[Player]):
    """A player as other users see them."""

    class Meta:
        model = Player
        fields = ("name", "is_bot")


class SeatSerializer(ModelSerializer[Seat]):
    """A seat with its player."""

    player = NameSerializer()

    class Meta:
        model = Seat
        fields = ("index", "player", "state")


class LineSerializer(ModelSerializer[Game]):
    """An item of a list, with the fields that the API's list takes from the row."""

    host = NameSerializer()
    seats = SeatSerializer(many=True)

    class Meta:
        model = Game
        fields = (
            *("code", "rules", "rules_version", "options", "status", "visibility", "seat_count", "seats", "host", "note", "pace", "ladder"),
            *("forfeit_after", "random_seats", "absences_count", "seq", "waiting", "result", "commitment"),
            *("created_at", "started_at", "moved_at", "ended_at"),
        )


class ThirtyOnAPage(CursorPagination):
    """The page size of the API's list."""

    page_size, ordering = 30, "-pk"


class Rows(ListAPIView[Game]):
    """The list through DRF's serializer and pagination, without fields that depend on the reader."""

    queryset = Game.objects.filter(visibility="public").select_related("host").prefetch_related("seats__player")
    serializer_class = LineSerializer
    pagination_class = ThirtyOnAPage
    authentication_classes = (BareTokens,)
    permission_classes = (IsAuthenticated,)
    schema = None


urlpatterns = [
    path("bench/empty/", empty),
    path("bench/row/<str:code>/", Row.as_view()),
    path("bench/rows/", Rows.as_view()),
    path("bench/page/<str:code>/<int:size>/", page),
    path("bench/move/<int:pk>/", move),
    *the_site,
]


def application() -> WSGIHandler:
    """The WSGI application of the twins. Its URL configuration stays in force for the whole process."""
    before = {name: getattr(settings, name) for name in ("SESSION_ENGINE", "MIDDLEWARE")}
    for name, value in NEW_PROJECT.items():
        setattr(settings, name, value)
    try:
        return WSGIHandler()
    finally:
        for name, value in before.items():
            setattr(settings, name, value)
