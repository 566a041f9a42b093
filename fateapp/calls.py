"""`python -m fateapp.calls`: the same as `manage.py calls`, as the supervisor runs it."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    from django.core.management import execute_from_command_line

    from fateapp import liveness

    liveness.keep_signing()

    execute_from_command_line([sys.argv[0], "calls", *sys.argv[1:]])
