"""The two services of the server as the site configures them: pages behind admission control, and streams."""

import socket
from typing import Any

from django.conf import settings

from fateapp.edge.admission import Admission
from fateapp.edge.asgi import Tasks
from fateapp.edge.counts import Counts
from fateapp.edge.environ import EnvironFactory
from fateapp.edge.error_responses import OverloadResponse, invalid_request_response as invalid_request_response
from fateapp.edge.limits import LIMITS
from fateapp.edge.pages import Pages
from fateapp.edge.priorities import KnownCredentials, PriorityChooser
from games.mails.table_words import ANSWER
from notifications.links import BadLink


def pages(application: Any, counts: Counts, listener: socket.socket, known: KnownCredentials) -> Pages:
    """The service of a web process."""
    priority_chooser = PriorityChooser(known, settings.SESSION_COOKIE_NAME, is_signed_link)
    environ_factory = EnvironFactory(*listener.getsockname()[:2])
    return Pages(application, Admission(LIMITS.waiting_seconds), environ_factory, priority_chooser, OverloadResponse(), counts)


def streams(application: Any, counts: Counts, listener: socket.socket, known: KnownCredentials) -> Tasks:
    return Tasks(application, counts, LIMITS.streams)


def is_signed_link(path: bytes) -> bool:
    try:
        ANSWER.read(path.decode("latin-1").strip("/").partition("/")[2])
    except BadLink:
        return False
    return True
