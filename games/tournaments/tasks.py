"""Celery tasks of tournaments."""

from celery import shared_task

from games.tournaments.services import rounds
from notifications.clock import database_now


@shared_task(name="games.tasks.advance_tournaments")
def advance_tournaments() -> None:
    """Close the rounds that have ended, and pair and start the next ones, in all running tournaments."""
    rounds.advance_all(database_now())
