"""The yardsticks: bare views that do as much work for the database and no more, as a Django project by itself.

They pass the middleware that Django gives a new project, with its own sessions and its own way to find the person: whatever
the site does better or worse than that, its middleware included, shows in the comparison. The site's addresses are there too,
because the views lead to some of them, but are not measured here.
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
"""What `django-admin startproject` writes, as far as it differs from us."""

ROWS = 100
PAGE = Template(
    "<!doctype html><html><head><title>{{ game.code }}</title></head><body><h1>{{ user.name }}</h1><ul>"
    '{% for row in rows %}<li class="row" data-n="{{ forloop.counter }}">{{ row }}</li>{% endfor %}</ul></body></html>'
)


@login_required
def page(request: HttpRequest, code: str, size: int) -> HttpResponse:
    """One row of the database and a hundred lines, in all about `size` bytes."""
    game = Game.objects.get(code=code)
    rows = ["x" * max(1, size // ROWS - 36)] * ROWS
    return HttpResponse(PAGE.render(Context({"game": game, "user": request.user, "rows": rows})))


@login_required
@require_POST
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """The yardstick's transaction, by one hand-written statement."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT bench_move(%s)", [pk])
    return redirect(f"/bench/{request.POST['choice']}/")


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing but the middleware."""
    return HttpResponse("ok")


class GameSerializer(ModelSerializer[Game]):
    """A row as DRF's tutorial would show it."""

    class Meta:
        model = Game
        fields = ("code", "rules", "options", "status", "seat_count", "pace", "position", "seq", "waiting", "started_at", "moved_at")


class BareTokens(BaseAuthentication):
    """As DRF's own tokens: the key's row with its person, by the ORM."""

    def authenticate(self, request: Any) -> tuple[Player, ApiToken]:
        """The person and the token."""
        digest = hashlib.sha256(request.headers["Authorization"].removeprefix("Bearer ").encode()).hexdigest()
        token = ApiToken.objects.select_related("player").get(digest=digest)
        return token.player, token


class Row(RetrieveAPIView[Game]):
    """One row by the library's own serializer."""

    queryset = Game.objects.all()
    serializer_class = GameSerializer
    lookup_field = "code"
    authentication_classes = (BareTokens,)
    permission_classes = (IsAuthenticated,)
    schema = None


class NameSerializer(ModelSerializer[Player]):
    """A person as others see them."""

    class Meta:
        model = Player
        fields = ("name", "is_bot")


class SeatSerializer(ModelSerializer[Seat]):
    """A seat with its person."""

    player = NameSerializer()

    class Meta:
        model = Seat
        fields = ("index", "player", "state")


class LineSerializer(ModelSerializer[Game]):
    """A line of a list: the fields that the API's list takes from the row."""

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
    """As many as the API's list shows."""

    page_size, ordering = 30, "-pk"


class Rows(ListAPIView[Game]):
    """The list by the library's own serializers and pagination, without anything that differs from reader to reader."""

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
    """The twins, to be served. What is decided for each request anew (the addresses) stays decided for this whole process."""
    before = {name: getattr(settings, name) for name in ("SESSION_ENGINE", "MIDDLEWARE")}
    for name, value in NEW_PROJECT.items():
        setattr(settings, name, value)
    try:
        return WSGIHandler()
    finally:
        for name, value in before.items():
            setattr(settings, name, value)
