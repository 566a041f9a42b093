"""Views of the API's index, the OpenAPI and AsyncAPI documents, the documentation page, and unknown paths."""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition
from django.views.decorators.vary import vary_on_headers
from rest_framework.response import Response

from games.api.base import async_api
from games.api.base.describe import operation, ref
from games.api.base.problems import KINDS, MEDIA_TYPE, Problem
from games.api.base.renderer import encode
from games.api.base.requests import request_id
from games.api.base.schema import committed, document, first_example, resolved, scope_of
from games.api.base.views import View
from games.services.people.api_tokens import SCOPES

API_VERSION = "1.0"


class Index(View):
    open_to_all = True
    read_scope = ""

    @operation("api_index", "about", {200: ref("Index")})
    def get(self, request: Any) -> Response:
        """Get the API index: links to the documents and the stream, and the scopes of tokens."""
        facts = {"service": "fateapp", "version": API_VERSION, "docs": f"{settings.SITE_URL}/api/v1/docs"}
        facts |= {"openapi": f"{settings.SITE_URL}/api/v1/openapi.yaml", "asyncapi": f"{settings.SITE_URL}/api/v1/asyncapi.json"}
        facts |= {"stream": settings.STREAM_URL}
        return self.reply(request, facts | {"scopes": {name: str(words) for name, words in SCOPES.items()}})


PLACE = re.compile(r"\{(\w+)\}")
NOT_ROUTED = "The proxy does not lead to the stream process here; deploy/proxy shows how, or FATE_STREAM_URL names its address."


class StreamElsewhere(View):
    """A redirect to the stream, which a process of its own serves, for sites whose proxy does not pass this path to it."""

    open_to_all = True
    read_scope = ""
    schema = None

    def get(self, request: Any) -> Response:
        """Redirect. Programs read `stream` of the index instead: many drop their token on a redirect.

        Raises `Problem` not-found where the index names this very address, because the redirect would lead to itself.
        """
        if f"{settings.SITE_URL}{request.path}" == settings.STREAM_URL:
            raise Problem("not-found", NOT_ROUTED)
        return Response(status=307, headers={"Location": settings.STREAM_URL})


class UnknownPath(View):
    open_to_all = True
    read_scope = write_scope = ""
    schema = None

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Raise `Problem` not-found for every request."""
        raise Problem("not-found", "There is no such address in the API.")

    get = post = put = patch = delete = View.http_method_not_allowed


P = ParamSpec("P")


def read_only(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorator for Django views: allow GET and HEAD, and refuse other methods with a problem document (405)."""

    @csrf_exempt  # unsafe methods are refused below, with a problem document instead of Django's CSRF page
    @wraps(view)
    def readable(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request, *args, **kwargs)
        problem = Problem("method-not-allowed")
        content = encode(problem.document(request_id(request)))
        return HttpResponse(content, status=problem.status, content_type=MEDIA_TYPE, headers={"Allow": "GET, HEAD"})

    return readable


def document_page(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorator for documents that seldom change: gzip, cached for 5 minutes; a 304 has the same headers (RFC 9110, 15.4.5)."""
    return read_only(cache_control(max_age=300)(vary_on_headers("Accept-Encoding")(gzip_page(view))))


@document_page
@condition(etag_func=lambda _request, kind: document(kind)[1])
def openapi(request: HttpRequest, kind: str) -> HttpResponse:
    """Serve the OpenAPI document; `kind` is "yaml" or "json"."""
    return HttpResponse(document(kind)[0], content_type=f"application/{kind}")


@document_page
@condition(etag_func=lambda request: async_api.tag())
def asyncapi(request: HttpRequest) -> HttpResponse:
    """Serve the AsyncAPI document of the stream and the calls of webhooks."""
    return HttpResponse(async_api.document(), content_type="application/json")


@read_only
def docs(request: HttpRequest) -> HttpResponse:
    """Serve the documentation page, rendered from the OpenAPI document without scripts and external resources."""
    operations = [described(method, path, found) for path, methods in committed()["paths"].items() for method, found in methods.items()]
    tags = sorted({tag for found in operations for tag in found["tags"]})
    groups = [(tag, [found for found in operations if tag in found["tags"]]) for tag in tags]
    return render(
        request,
        "api/docs.html",
        {"groups": groups, "kinds": KINDS, "scopes": SCOPES, "stream": settings.STREAM_URL, "api": f"{settings.SITE_URL}/api/v1"},
    )


def described(method: str, path: str, found: dict[str, Any]) -> dict[str, Any]:
    """An operation for the documentation page, with its scope and with parameters and examples resolved."""
    examples = {part: first_example(found, part) for part in ("request", "answer")}
    parameters = [resolved(it) for it in found.get("parameters", [])]
    facts = {"method": method.upper(), "path": path, "scope": scope_of(found), "parameters": parameters} | examples
    return found | facts | {"curl": curl_line(facts) if facts["scope"] is not None else ""}


def curl_line(found: Mapping[str, Any]) -> str:
    """The example request as a curl command. `$api`, `$key` and `$json` are shell variables; path parameters are in capitals."""
    words = ["curl", *(["-X", found["method"]] if found["method"] not in ("GET", "POST") else []), '-H "$key"']
    if found["request"]:
        words += ['-H "$json"', "-d", "'{}'".format(orjson.dumps(orjson.loads(found["request"])).decode().replace("'", "'\\''"))]
    elif found["method"] == "POST":
        words += ['-H "$json"', "-d", "'{}'"]
    return " ".join([*words, f'"$api{PLACE.sub(lambda place: place[1].upper(), found["path"])}"'])
