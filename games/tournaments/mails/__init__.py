"""Mails about tournaments: one thread per tournament, with the event in the subject."""

from games.tournaments.mails.notice import notice

__all__ = ["notice"]
