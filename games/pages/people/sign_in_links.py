"""One-time sign-in links: GET shows a button, POST signs in and uses the link up."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.models import Player
from games.pages.people import browsers
from games.pages.requests import open_form_view, post_view, signed_in
from games.services.people.sign_in_links import one_time_link, read_link
from notifications.links import BadLink, absolute

BACKEND = "games.pages.people.auth_backend.Backend"


@post_view
def make_link(request: HttpRequest) -> HttpResponse:
    """Create a link for another device of the signed-in player, shown once."""
    player = Player.objects.get(pk=signed_in(request).pk)
    return render(request, "games/sign_in_link.html", {"link": absolute(one_time_link(player))})


@open_form_view
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """GET and HEAD change nothing and sign nobody in, because link previews and scanners also open links."""
    try:
        player = read_link(token)
    except BadLink:
        player = None
    if player is None:
        return render(request, "games/sign_in.html", {"player": None}, status=410)
    if request.method == "POST":
        login(request, player, backend=BACKEND)
        response = redirect("games:home")
        browsers.remember(request, response, player)
        return response
    return render(request, "games/sign_in.html", {"player": player})
