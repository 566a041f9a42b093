"""Idempotency-Key: effect and response of a request are committed together, and a repeated request gets that response.

A second request with the same key waits for the first one's transaction (the unique row holds it), so fifty equal requests at
once have one effect and one answer. Refusals are not kept: nothing happened, and the same request may succeed later.
"""

from __future__ import annotations

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
LONGEST_KEY = 200
_open: ContextVar[bool] = ContextVar("fate_once", default=False)


class KeyReused(RulesError):
    """The key was used before for another request."""

    code = "key_reused"


class InFlight(RulesError):
    """The first request with this key has not ended yet."""

    code = "in_flight"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was told: HTTP status and JSON body; `repeated` when it had been told before."""

    status: int
    body: str
    repeated: bool = False


def durable() -> bool:
    """Whether a service's own transaction is the outermost one, as it must be except inside `once`."""
    return not _open.get()


def once(player: Player, key: str, fingerprint: str, effect: Callable[[], Answer], *, now: datetime) -> Answer:
    """Do `effect` and keep its answer, or give the answer kept for this key.

    Raises `KeyReused`, `InFlight`, or what the effect raises; a refusal of the effect leaves no trace of the key.
    """
    refusal: RulesError | None = None
    with transaction.atomic(durable=True), _inside():
        KeptAnswer.objects.filter(player=player, at__lt=now - KEPT_FOR).delete()
        known = _claim(player, key, fingerprint, now)
        if known is not None:
            return known
        try:
            answer = effect()
        except RulesError as error:  # the services undo their own work; what they note about it (a game in trouble) stays
            refusal = error
            KeptAnswer.objects.filter(player=player, key=key).delete()
        else:
            KeptAnswer.objects.filter(player=player, key=key).update(status=answer.status, body=answer.body)
    if refusal is not None:
        raise refusal
    return answer


@contextmanager
def _inside() -> Iterator[None]:
    mark = _open.set(True)
    try:
        yield
    finally:
        _open.reset(mark)


def _claim(player: Player, key: str, fingerprint: str, now: datetime) -> Answer | None:
    """Take the key for this transaction; the kept answer when it is taken already."""
    row = KeptAnswer(player=player, key=key, fingerprint=fingerprint, at=now)
    try:
        with transaction.atomic():
            kept = None
            while kept is None:  # the row that was in the way may expire, and be deleted, before it is read
                KeptAnswer.objects.bulk_create([row], ignore_conflicts=True)
                kept = KeptAnswer.objects.filter(player=player, key=key).first()
    except OperationalError as error:  # lock_timeout: the first request still works on it
        raise InFlight(msg("The first request with this key is still being worked on; please ask again in a moment.")) from error
    if kept.fingerprint != fingerprint:
        raise KeyReused(msg("This Idempotency-Key was used for another request; take a new one for a new request."))
    return Answer(kept.status, kept.body, repeated=True) if kept.status else None
