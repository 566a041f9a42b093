"""Celery's side of the games: thin nudges without arguments. Each may be lost, repeated or late without harm."""

from __future__ import annotations

from celery import shared_task

from games.mails import account
from games.queries.history.decisions import own_decisions
from games.services.clocks import sweep
from games.services.history import reviews
from games.services.people import account_mails, fingerprints, guests
from games.services.ratings.rate import rate_due
from games.services.tables import bots, lobby, searching_bots
from games.services.task_signals import SEARCH
from notifications.clock import database_now
from notifications.housekeeping import tidy
from notifications.signal_thread import soon
from notifications.tasks import deliver_messages


@shared_task(name="games.tasks.sweep_deadlines")
def sweep_deadlines() -> None:
    """Judge deadlines and put reminders into the outbox."""
    sweep.sweep(database_now())


@shared_task(name="games.tasks.play_bots")
def play_bots() -> None:
    """Let bots answer where they are asked, then deliver what came of it: one wake-up serves both."""
    bots.play_bots(database_now())
    _signal_search()
    deliver_messages()


@shared_task(name=SEARCH)
def search_for_bots() -> None:
    """Let bots that look ahead answer, and review games when none waits; runs in a process of its own, from the queue `bots`."""
    if not searching_bots.play(database_now):
        reviews.work(own_decisions)
    _signal_search()


def _signal_search() -> None:
    """Wake the process that looks ahead, where it has something to do."""
    if searching_bots.waiting() or reviews.waiting():
        soon(SEARCH)


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
    """Withdraw tables that nobody joined for a month, and forget old mails, traces and guests."""
    now = database_now()
    lobby.withdraw_stale(now)
    guests.forget_abandoned(now)
    fingerprints.forget(now)
    account_mails.forget(now)
    tidy(now)
