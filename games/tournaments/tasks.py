"""Celery's side of tournaments."""

from __future__ import annotations

from celery import shared_task

from games.tournaments.services import rounds
from notifications.clock import database_now


@shared_task(name="games.tasks.advance_tournaments")
def advance_tournaments() -> None:
    """Close the rounds that are played and begin the next ones."""
    rounds.advance_all(database_now())
