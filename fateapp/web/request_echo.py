"""What the site sees of a request, for `manage.py doctor` only, which signs its request with the secret key."""

from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from django.core import signing
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

PATH = "/healthz/mirror"
SALT = "fateapp.request_echo"
GOOD_FOR = 120
"""Seconds for which the signature is valid."""


def query() -> str:
    """The query string of a valid request."""
    return urlencode({"proof": signing.dumps("doctor", salt=SALT)})


@never_cache
@require_safe
def echo(request: HttpRequest) -> JsonResponse:
    """The client's address as the rate limits use it, what proxies forwarded, and whether the request counts as secure.

    Raises `Http404`: the signature is missing, expired or invalid.
    """
    try:
        signing.loads(request.GET.get("proof", ""), salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        raise Http404 from None
    return JsonResponse(
        {
            "address": get_adapter(request).get_client_ip(request),
            "forwarded": request.headers.get("X-Forwarded-For", ""),
            "secure": request.is_secure(),
        }
    )
