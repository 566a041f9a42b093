"""The Celery application. Tasks have no arguments, only a correlation id; the work to do is in the database."""

import os
from typing import Any

from celery import Celery, Task
from celery.signals import setup_logging, task_postrun, task_prerun, worker_init, worker_shutting_down

from fateapp import liveness
from notifications import correlation_id
from notifications.process.call_stack import with_stack_chunk

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")


class ChunkedStackTask(Task):  # type: ignore[misc]  # Celery has no type hints
    """A task that runs in a stack chunk of its own (`call_stack`), because workers run tasks in threads."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return with_stack_chunk(super().__call__, *args, **kwargs)


app = Celery("fateapp", task_cls=ChunkedStackTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def keep_logging_setup(**kwargs: Any) -> None:
    """Keep the configuration of `fateapp.logs`; otherwise Celery would set the level of the root logger."""


def bind_correlation_id(task: Any, **kwargs: Any) -> None:
    """Bind the correlation id of the request that signalled the task; a scheduled task has its own."""
    given = getattr(task.request, correlation_id.FIELD, None)
    correlation_id.begin(correlation_id.accepted(given or task.request.id or ""))


def unbind_correlation_id(**kwargs: Any) -> None:
    """Remove it, because the thread is reused."""
    correlation_id.end()


def touch_liveness_file(**kwargs: Any) -> None:
    """In a thread, so that a worker is not restarted while the broker is unreachable."""
    liveness.keep_touching()


def request_stop(**kwargs: Any) -> None:
    """Ask the task threads of this process to stop after their current message."""
    from notifications.process import stopping  # it needs Django, which is set up by now

    stopping.ask()


worker_shutting_down.connect(request_stop)
setup_logging.connect(keep_logging_setup)
task_prerun.connect(bind_correlation_id)
task_postrun.connect(unbind_correlation_id)
worker_init.connect(touch_liveness_file)
