"""Work that this process cannot do but another release can, while two run side by side: it is queued again and does not count as an
attempt.
"""

from datetime import timedelta

RETRY_AFTER = timedelta(seconds=20)
"""Until it is tried again; with two processes of which one can do it, it is done within a minute."""


class NotHere(Exception):
    """Raised by a composer or a reply handler: this process does not know the data; a process of another release may."""
