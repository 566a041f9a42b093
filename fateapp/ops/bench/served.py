"""The site as deploy/ serves it, with the bare twins beside it: the WSGI application of the measurements over HTTP."""

from __future__ import annotations

import os

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
settings.ROOT_URLCONF = "fateapp.ops.bench.twins"

from fateapp.wsgi import application  # noqa: E402 - the addresses are decided before Django reads them

__all__ = ["application"]
