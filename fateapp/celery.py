"""The Celery application. Tasks carry nothing but a nudge; what is to be done stands in the database."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")

app = Celery("fateapp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
