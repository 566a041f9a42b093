"""Idempotency-Key: effect and response of a request are committed together, and a repeated request gets that response.

A second request with the same key waits for the transaction of the first one, because of the unique row, so concurrent requests have
one effect and one response. Refusals are not stored: nothing has changed, and the same request may succeed later.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import OperationalError, transaction

from games.models import KeptAnswer, Player
from games.rules.errors import RulesError
from games.rules.messages import msg

KEPT_FOR = timedelta(hours=48)
"""How long a response is stored."""
LONGEST_KEY = 200
_in_request: ContextVar[bool] = ContextVar("in_idempotent_request", default=False)


class KeyReused(RulesError):
    """The key was used for another request."""

    code = "key_reused"


class InFlight(RulesError):
    """The first request with this key is still being processed."""

    code = "in_flight"


@dataclass(frozen=True, slots=True)
class Response:
    """The HTTP status and the JSON body of a response; `repeated` when it is that of an earlier request."""

    status: int
    body: str
    repeated: bool = False


def durable() -> bool:
    """Whether a service's own transaction has to be the outermost one: always, except inside `run_once`."""
    return not _in_request.get()


def run_once(player: Player, key: str, fingerprints: tuple[str, ...], effect: Callable[[], Response], *, now: datetime) -> Response:
    """Call `effect` and store its response under this key, or return the response that is stored under it.

    `fingerprints` identify the request: the first one is stored, any of them is accepted. Raises `KeyReused`, `InFlight`, or what `effect`
    raises; after a refusal the key is unused.
    """
    refusal: RulesError | None = None
    with transaction.atomic(durable=True), _nested_services():
        KeptAnswer.objects.filter(player=player, at__lt=now - KEPT_FOR).delete()
        stored = _claim(player, key, fingerprints, now)
        if stored is not None:
            return stored
        try:
            response = effect()
        except RulesError as error:  # the services roll back their own work; the mark of a failed game is committed
            refusal = error
            KeptAnswer.objects.filter(player=player, key=key).delete()
        else:
            KeptAnswer.objects.filter(player=player, key=key).update(status=response.status, body=response.body)
    if refusal is not None:
        raise refusal
    return response


@contextmanager
def _nested_services() -> Iterator[None]:
    """Let services inside the block join the transaction of the request."""
    token = _in_request.set(True)
    try:
        yield
    finally:
        _in_request.reset(token)


def _claim(player: Player, key: str, fingerprints: tuple[str, ...], now: datetime) -> Response | None:
    """Claim the key in this transaction; returns the stored response of an earlier request. Raises `KeyReused` or `InFlight`."""
    new = KeptAnswer(player=player, key=key, fingerprint=fingerprints[0], at=now)
    try:
        with transaction.atomic():
            row = None
            while row is None:  # the conflicting row may expire, and be deleted, before it is read
                KeptAnswer.objects.bulk_create([new], ignore_conflicts=True)
                row = KeptAnswer.objects.filter(player=player, key=key).first()
    except OperationalError as error:  # lock_timeout: the transaction of the first request has not ended
        raise InFlight(msg("The first request with this key is still being processed. Please try again in a moment.")) from error
    if row.fingerprint not in fingerprints:
        raise KeyReused(msg("This Idempotency-Key was used for another request. Use a new key for a new request."))
    return Response(row.status, row.body, repeated=True) if row.status else None
