"""`python -m fateapp.mailin`: the same as `manage.py mailin`, as the supervisor runs it."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line([sys.argv[0], "mailin", *sys.argv[1:]])
