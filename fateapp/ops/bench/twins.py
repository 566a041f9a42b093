"""The site's addresses and two bare views beside them that do as much work for the database and no more.

They pass the same middleware (session, CSRF, language, policy), so that what differs is our own code.
"""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import Context, Template
from django.urls import path
from django.views.decorators.http import require_POST
from rest_framework.generics import RetrieveAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.serializers import ModelSerializer

from fateapp.urls import urlpatterns as the_site
from games.api.auth import TokenAuthentication
from games.models import Game

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


class Row(RetrieveAPIView[Game]):
    """One row by the library's own serializer, behind our own tokens."""

    queryset = Game.objects.all()
    serializer_class = GameSerializer
    lookup_field = "code"
    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuthenticated,)
    schema = None


urlpatterns = [
    path("bench/empty/", empty),
    path("bench/row/<str:code>/", Row.as_view()),
    path("bench/page/<str:code>/<int:size>/", page),
    path("bench/move/<int:pk>/", move),
    *the_site,
]
