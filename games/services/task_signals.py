"""Signal Celery workers after a commit. A lost signal costs latency only: beat starts the same tasks every few seconds."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from notifications.signal_thread import hint, signal_delivery, soon

PLAY_BOTS = "games.tasks.play_bots"
SEARCH = "games.tasks.search_for_bots"


def after_commit(*, bots: bool, mail: bool) -> None:
    """Signal at most one task per transaction: the task for bots delivers mails afterwards."""
    if bots:
        transaction.on_commit(_wake_bots)
    elif mail:
        transaction.on_commit(signal_delivery)


def game_changed_after_commit(code: str) -> None:
    """Let open streams look at this game at once."""
    transaction.on_commit(partial(hint, code))


def search_after_commit() -> None:
    """Wake the process that looks ahead."""
    transaction.on_commit(_wake_search)


def _wake_search() -> None:
    soon(SEARCH)


def _wake_bots() -> None:
    soon(PLAY_BOTS)
