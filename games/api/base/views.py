"""Base class of all API views: strict input, content negotiation, ETags, Idempotency-Key, problem documents."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

import orjson
from django.db.models import Model, QuerySet
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.base import pagination
from games.api.base.accept import quality
from games.api.base.auth import Scoped, SiteSession, TokenAuthentication
from games.api.base.describe import Operation
from games.api.base.exception_handler import handle
from games.api.base.fields import Body
from games.api.base.problems import Problem
from games.api.base.renderer import FastJSONRenderer, encode
from games.api.base.requests import me, parameters, request_id
from games.api.base.strict_json import StrictJSONParser
from games.api.base.throttles import Limits, rate_limit_headers
from games.models import ApiToken
from games.queries.tables.table import Look, NoSuchTable, look_at, look_unless
from games.requests import moment, person
from games.services import idempotency
from games.services.people import api_tokens

NO_SUCH_GAME = "There is no such game, or it is private."
T = TypeVar("T")
R = TypeVar("R")
M = TypeVar("M", bound=Model)
Effect = Callable[[], tuple[int, dict[str, Any]]]


class OneFormat(BaseContentNegotiation):
    """Content negotiation by media type. Without Accept, the first renderer is used; an Accept that excludes all is refused."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        """The parser for the media type of the request. Raises `Problem` if there is none."""
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        found = next((parser for parser in parsers if parser.media_type == kind), None)
        if found is None:
            raise Problem("unsupported-media-type", f"The Content-Type is {kind[:80] or 'missing'}; it has to be {parsers[0].media_type}.")
        return found

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> Any:
        """The first renderer that Accept allows. Raises NotAcceptable (RFC 9110, 15.5.7)."""
        for renderer in renderers:
            if quality(request.headers.get("Accept", ""), renderer.media_type):
                return renderer, renderer.media_type
        raise NotAcceptable(f"The answer can only be {renderers[0].media_type}; name it in Accept, or leave Accept out.")


class View(APIView):
    authentication_classes: Any = (TokenAuthentication, SiteSession)
    permission_classes: Any = (Scoped,)
    throttle_classes: Any = (Limits,)
    parser_classes: Any = (StrictJSONParser,)
    renderer_classes: Any = (FastJSONRenderer,)
    content_negotiation_class = OneFormat

    open_to_all = False
    """Whether reading needs no authentication."""
    read_scope: ClassVar[str | None] = "game:read"
    write_scope: ClassVar[str | None] = "game:play"
    read_cost = 1
    """The number of requests as which a read counts in the limits."""
    cost = 1
    """The number of requests as which a change counts in the limits."""

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """After authentication, permission and limits: check length, method and query parameters. Raises `Problem`."""
        super().initial(request, *args, **kwargs)
        announced = request.META.get("CONTENT_TYPE") and request.method in ("POST", "PUT", "PATCH")
        if announced and not request.META.get("CONTENT_LENGTH"):
            raise Problem("length-required")
        method = getattr(self, str(request.method).lower(), None)
        if method is None:
            self.http_method_not_allowed(request, *args, **kwargs)
        described: Operation | None = getattr(method, "operation", None)
        self.query = parameters(request, described.known if described is not None else {})
        if described is not None and request.method not in SAFE_METHODS:
            self._refuse_conditions(request, described)

    @staticmethod
    def _refuse_conditions(request: Any, described: Operation) -> None:
        """Raise `Problem` for a condition that this change does not evaluate: ignored, it could overwrite newer values (RFC 9110, 13.1)."""
        taken = {one.name for one in described.parameters}
        for name in ("If-Match", "If-None-Match"):
            if name in request.headers and name not in taken:
                raise Problem("bad-request", f"Conditions are not evaluated here; leave out {name}.", code="bad_condition")

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Nothing but the headers: Allow has the methods."""
        return Response(status=204)

    def get_exception_handler(self) -> Any:
        return handle

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers of all responses: request id, limits, and caching rules that exclude shared caches."""
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers["X-Request-ID"] = request_id(request)
        for name, value in rate_limit_headers(request).items():
            response.headers[name] = value
        response.headers.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        return response

    def recognise(self, request: Any, key: str) -> tuple[ApiToken, datetime] | None:
        """The token of a key and the time of the request. Views of one game may read the game with the same statement."""
        return api_tokens.recognise(key)

    # ---- input ------------------------------------------------------------------------------------------------------

    def body(self, request: Any, shape: type[Body]) -> dict[str, Any]:
        """The validated fields of the body. Raises ValidationError."""
        reader = shape(data=request.data)
        reader.is_valid(raise_exception=True)
        values: dict[str, Any] = reader.validated_data
        return values

    def look(self, request: Any, code: str, *, invitation: str = "") -> Look:
        """The table as the caller may see it. Raises `Problem` not-found, also for private games of others."""
        return self.found(lambda: look_at(code, person(request), invitation=invitation))

    def newer_look(self, request: Any, code: str, known: str) -> tuple[str | None, Look | None]:
        """The state mark of the table for the caller, and the table unless the mark is `known`. Raises `Problem` as `look`."""
        return self.found(lambda: look_unless(known, code, person(request)))

    @staticmethod
    def found(read: Callable[[], T]) -> T:
        """The result of reading a table. Raises `Problem` not-found where `read` raises `NoSuchTable`."""
        try:
            return read()
        except NoSuchTable as error:
            raise Problem("not-found", NO_SUCH_GAME) from error

    # ---- output -----------------------------------------------------------------------------------------------------

    def reply(self, request: Any, data: Any, *, tag: str = "") -> Response:
        """200 with an ETag, or 304 if If-None-Match has it. `tag` is a readable prefix of the ETag."""
        return self.answer(request, *with_etag(data, tag))

    @property
    def size(self) -> int:
        """The number of items of a page: the query parameter `limit`, or the usual one."""
        return int(self.query.get("limit", pagination.USUAL))

    def page(self, request: Any, rows: Iterable[R], shape: Callable[[R], Any], number: Callable[[R], int] = attrgetter("pk")) -> Response:
        """A page of `rows`, of which up to `size` + 1 are given; `number` is what the cursor holds."""
        found = list(rows)
        return self.reply(request, pagination.page([shape(row) for row in found], [number(row) for row in found], self.size))

    def newest(self, request: Any, rows: QuerySet[M], shape: Callable[[M], Any]) -> Response:
        """A page of the rows below the cursor, which are in descending order of their ids."""
        older = rows.filter(pk__lt=self.query["cursor"]) if "cursor" in self.query else rows
        return self.page(request, older[: self.size + 1], shape)

    def answer(self, request: Any, content: bytes, etag: str) -> Response:
        """200 or 304 as `reply`, with bytes and ETag made by `with_etag`."""
        headers = {"ETag": etag}
        if {etag, "*"} & set(etags(request.headers.get("If-None-Match", ""))):
            return Response(status=304, headers=headers)
        return Response(content, headers=headers, content_type="application/json")

    def location(self, made: Mapping[str, Any]) -> str:
        """The path of the created resource, from the response body. Every view with status 201 overrides this method."""
        raise NotImplementedError(f"{type(self).__name__} answers 201 and must say where that is.")

    def created(self, made: Mapping[str, Any]) -> Response:
        """201 with the Location of the created resource (RFC 9110, 15.3.2)."""
        return Response(made, status=201, headers={"Location": self.location(made)})

    def change(self, request: Any, effect: Effect) -> Response:
        """Perform a change. With an Idempotency-Key, the response is stored in the transaction of the effect and repeated later.

        `effect` returns status and body. Raises `Problem` for an invalid key.
        """
        key = request.headers.get("Idempotency-Key")
        if key is None:
            status, data = effect()
            return self.created(data) if status == 201 else Response(data, status=status)
        if not (1 <= len(key) <= idempotency.LONGEST_KEY and key.isascii() and key.isprintable()):
            raise Problem(
                "bad-request", f"An Idempotency-Key has 1 to {idempotency.LONGEST_KEY} printable ASCII characters.", code="bad_key"
            )

        def kept() -> idempotency.Response:
            status, data = effect()
            return idempotency.Response(status, encode(data).decode())

        answer = idempotency.run_once(me(request), key, self._fingerprints(request), kept, now=moment(request))
        headers = {"Idempotent-Replayed": "true"} if answer.repeated else {}
        headers |= {"Location": self.location(orjson.loads(answer.body))} if answer.status == 201 else {}
        return Response(answer.body.encode(), status=answer.status, headers=headers, content_type="application/json")

    def _fingerprints(self, request: Any) -> tuple[str, str]:
        """Hashes of the request: with the names of its body sorted, and in the order sent, which earlier versions stored."""
        ordered = orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)
        return self._fingerprint(request, ordered), self._fingerprint(request, encode(request.data))

    @staticmethod
    def _fingerprint(request: Any, body: bytes) -> str:
        facts = "\n".join((request.method, request.get_full_path(), body.decode(), request.headers.get("If-Match", "")))
        return hashlib.sha256(facts.encode()).hexdigest()


CODED = re.compile(r'-(?:gzip|br|zstd|deflate)"$')
"""Suffixes that compressing proxies add to an ETag; not all of them remove the suffix from the request."""


def etags(header: str) -> list[str]:
    """The ETags in If-Match or If-None-Match, without the marks that proxies add (weak, compressed)."""
    return [CODED.sub('"', given.strip().removeprefix("W/")) for given in header.split(",")]


def with_etag(data: Any, tag: str = "") -> tuple[bytes, str]:
    """The JSON bytes of a response and their ETag, which begins with `tag`."""
    content = encode(data)
    return content, f'"{tag}{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
