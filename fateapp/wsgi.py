"""The WSGI application, served by fateapp.edge."""

import os

from django.core.wsgi import get_wsgi_application

from fateapp import checks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")

application = get_wsgi_application()
checks.refuse_without_key()

from fateapp.warmup import freeze_objects, warm  # noqa: E402 - needs the apps to be loaded

warm()
freeze_objects()
