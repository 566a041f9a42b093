"""Private letters on the table page: give or withdraw the consent to include one in the chronicle."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.models import Letter
from games.pages.tables.context import person, post_view
from games.rules.errors import RulesError
from games.services.tables import letters


@post_view
def share(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Only sender and recipient may do this; for others the letter is a 404."""
    letter, player = Letter.objects.select_related("game").filter(pk=pk, game__code=code).first(), person(request)
    if letter is None or player is None:
        raise Http404("There is no such letter.")
    try:
        letters.share(letter, player, agreed=request.POST.get("agreed") == "1")
    except RulesError as error:
        raise Http404("There is no such letter.") from error
    return redirect(letter.game)
