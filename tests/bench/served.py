"""WSGI application of the bare twins, configured as deploy/ does it; served beside the site in the measurements over HTTP."""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
django.setup()

from tests.bench import twins  # noqa: E402 - it has models

application = twins.application()
