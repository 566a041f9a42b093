"""Celery tasks of the games app. They have no arguments; each may be lost, repeated or delayed without harm."""

from celery import shared_task

from games.mails import account
from games.queries.history.review import own_decisions
from games.services.clocks import sweep
from games.services.history import reviews
from games.services.people import account_mails, fingerprints, guests
from games.services.ratings.rate import rate_due
from games.services.tables import bots, lobby, searching_bots
from games.services.task_signals import SEARCH
from notifications.broker.signal_thread import soon
from notifications.clock import database_now
from notifications.housekeeping import tidy
from notifications.tasks import deliver_messages


@shared_task(name="games.tasks.sweep_deadlines")
def sweep_deadlines() -> None:
    """Carry out passed deadlines and put reminders into the outbox."""
    sweep.sweep(database_now())


@shared_task(name="games.tasks.play_bots")
def play_bots() -> None:
    """Let bots answer their open questions, then deliver the messages that follow."""
    bots.play_bots(database_now())
    _signal_search()
    deliver_messages()


@shared_task(name=SEARCH)
def search_for_bots() -> None:
    """Let searching bots answer; if none has an open question, work on reviews. Runs in a process of its own, from the queue `bots`."""
    if not searching_bots.play(database_now):
        reviews.work(own_decisions)
    _signal_search()


def _signal_search() -> None:
    """Signal the process for searching bots and reviews if there is work for it."""
    if searching_bots.waiting() or reviews.waiting():
        soon(SEARCH)


@shared_task(name="games.tasks.rate_games")
def rate_games() -> None:
    rate_due(database_now())


@shared_task(name="games.tasks.send_account_mails")
def send_account_mails() -> None:
    """Send the requested mails to addresses; invitations are put into the outbox."""
    while account.send_due(database_now):
        continue


@shared_task(name="games.tasks.housekeeping")
def housekeeping() -> None:
    """Cancel tables that have not started for a month, and delete old mails, fingerprints and abandoned guests."""
    now = database_now()
    lobby.withdraw_stale(now)
    guests.forget_abandoned(now)
    fingerprints.forget(now)
    account_mails.forget(now)
    tidy(now)
