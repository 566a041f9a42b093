"""Signal Celery workers after a commit. A lost signal only delays the work: beat starts the same tasks every few seconds."""

from functools import partial

from django.db import transaction

from notifications.broker.signal_thread import hint, signal_delivery, soon

PLAY_BOTS = "games.tasks.play_bots"
SEARCH = "games.tasks.search_for_bots"


def after_commit(*, bots: bool, mail: bool) -> None:
    if bots:
        transaction.on_commit(partial(soon, PLAY_BOTS))
    elif mail:
        transaction.on_commit(signal_delivery)


def game_changed_after_commit(code: str) -> None:
    """Notify open event streams of a change of this game after the commit."""
    transaction.on_commit(partial(hint, code))


def search_after_commit() -> None:
    """Signal the process for searching bots and reviews after the commit."""
    transaction.on_commit(partial(soon, SEARCH))
