"""The purposes of the links in our mails: each link has one purpose, expires, and acts on POST only."""

from datetime import timedelta

from notifications.links import Purpose

ANSWER = Purpose("answer", timedelta(days=60))
"""One decision of one player: `{"player", "game", "nth"}`. Invalid once the decision is closed."""

GUEST = Purpose("guest", timedelta(days=60))
"""A seat offered to a guest known only by address: `{"player", "game"}`."""
