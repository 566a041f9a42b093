"""What people hear of a tournament: one thread for each, subjects that tell what happened."""

from games.tournaments.mails.notice import notice

__all__ = ["notice"]
