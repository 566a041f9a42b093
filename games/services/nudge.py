"""Waking a worker after a commit. A nudge may get lost: the rows are the truth, and beat looks at them every few seconds."""

from __future__ import annotations

from django.db import transaction

from notifications.wake import DELIVER, wake

PLAY_BOTS = "games.tasks.play_bots"


def after_commit(*, bots: bool, mail: bool) -> None:
    """At most one wake-up per transaction: playing the bots delivers the mails afterwards anyway."""
    if bots:
        transaction.on_commit(_wake_bots)
    elif mail:
        transaction.on_commit(_wake_mail)


def _wake_bots() -> None:
    wake(PLAY_BOTS)


def _wake_mail() -> None:
    wake(DELIVER)
