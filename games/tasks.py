"""Celery's side of the games: thin nudges without arguments. Each may be lost, repeated or late without harm."""

from __future__ import annotations

from celery import shared_task

from games.mails import account
from games.services.clocks import sweep
from games.services.people import account_mails, fingerprints
from games.services.ratings.rate import rate_due
from games.services.tables import bots, lobby
from notifications.clock import database_now
from notifications.housekeeping import tidy
from notifications.tasks import deliver_messages


@shared_task(name="games.tasks.sweep_deadlines")
def sweep_deadlines() -> None:
    """Judge deadlines and put reminders into the outbox."""
    sweep.sweep(database_now())


@shared_task(name="games.tasks.play_bots")
def play_bots() -> None:
    """Let bots answer where they are asked, then deliver what came of it: one wake-up serves both."""
    bots.play_bots(database_now())
    deliver_messages()


@shared_task(name="games.tasks.rate_games")
def rate_games() -> None:
    """Let finished games count for ratings."""
    rate_due(database_now())


@shared_task(name="games.tasks.send_account_mails")
def send_account_mails() -> None:
    """Send what addresses were asked for; invitations among them go on into the outbox."""
    while account.send_due(database_now):
        continue


@shared_task(name="games.tasks.housekeeping")
def housekeeping() -> None:
    """Withdraw tables that nobody joined for a month, and forget old mails and traces."""
    now = database_now()
    lobby.withdraw_stale(now)
    fingerprints.forget(now)
    account_mails.forget(now)
    tidy(now)
