"""One-time sign-in links: opening one shows a button, pressing it signs in and uses the link up."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.services.signin import read_link
from games.web.seen import not_stored
from notifications.links import BadLink

BACKEND = "games.web.backend.Backend"


@not_stored
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """GET and HEAD change nothing and sign nobody in: link previews and scanners open links too."""
    try:
        player = read_link(token)
    except BadLink:
        player = None
    if player is None:
        return render(request, "games/sign_in.html", {"player": None}, status=410)
    if request.method == "POST":
        login(request, player, backend=BACKEND)
        return redirect("games:home")
    return render(request, "games/sign_in.html", {"player": player})
