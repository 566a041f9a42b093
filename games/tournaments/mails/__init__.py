"""Mails about tournaments. All mails of one tournament are one thread; the subject names the event."""

from games.tournaments.mails.notice import notice

__all__ = ["notice"]
