"""The Celery application. Tasks have no arguments, only a correlation id; what is to be done is in the database."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_postrun, task_prerun, worker_init, worker_shutting_down
from structlog.contextvars import bind_contextvars, unbind_contextvars

from fateapp import liveness
from notifications import correlation_id

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")

app = Celery("fateapp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def keep_logging_setup(**kwargs: Any) -> None:
    """`fateapp.logs` has set it up; without this, Celery would raise the root logger to its own level."""


def bind_correlation_id(task: Any, **kwargs: Any) -> None:
    """Log lines and rows of this task get the correlation id of the request that signalled it; a scheduled task has its own."""
    given = getattr(task.request, correlation_id.FIELD, None)
    bind_contextvars(**{correlation_id.FIELD: correlation_id.accepted(given or task.request.id or "")})


def unbind_correlation_id(**kwargs: Any) -> None:
    """The thread is used for another task next."""
    unbind_contextvars(correlation_id.FIELD)


def touch_liveness_file(**kwargs: Any) -> None:
    """From a thread, so that a worker is not restarted while the broker is unreachable."""
    liveness.keep_signing()


def request_stop(**kwargs: Any) -> None:
    """Ask the task threads of this process to stop after their current message."""
    from notifications import stopping  # it needs Django, which is set up by now

    stopping.ask()


worker_shutting_down.connect(request_stop)
setup_logging.connect(keep_logging_setup)
task_prerun.connect(bind_correlation_id)
task_postrun.connect(unbind_correlation_id)
worker_init.connect(touch_liveness_file)
