"""`python -m fateapp.sweeper`: the same as `manage.py sweeper`, as the supervisor runs it."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line([sys.argv[0], "sweeper", *sys.argv[1:]])
