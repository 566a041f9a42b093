"""What the links in our mails are for: each is bound to one purpose, expires, and acts on POST only."""

from __future__ import annotations

from datetime import timedelta

from notifications.links import Purpose

ANSWER = Purpose("answer", timedelta(days=60))
"""One question of one person: `{"player", "game", "nth"}`. Worth nothing once the question is closed."""

GUEST = Purpose("guest", timedelta(days=60))
"""A seat kept for somebody known by address only: `{"player", "game"}`."""
