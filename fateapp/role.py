"""`python -m fateapp.role web|worker|sweeper|…`: exec one of the site's processes, for containers and systemd units.

`manage.py up` runs the same commands (fateapp/processes.py) under its own supervisor. Any other word is a command of manage.py.
"""

import os
import sys

from django.core.exceptions import ImproperlyConfigured

from fateapp import installation, liveness
from fateapp.environment import read, read_all, unknown_names
from fateapp.processes import commands

PORT = 8000


def argv(arguments: list[str]) -> list[str]:
    """The command to exec: a role with `--host` and `--port`, or a command of manage.py.

    Raises `BadSetting`: a value in the environment is invalid. Raises `ValueError`: the options are invalid.
    """
    name, rest = (arguments or ["web"])[0], arguments[1:]
    options = dict(zip(rest[::2], rest[1::2], strict=False))
    known = commands(options.get("--host", "0.0.0.0"), int(options.get("--port", PORT)), read("FATE_WORKERS"))
    if name not in known:
        return installation.command(*arguments)
    if len(rest) % 2 or set(options) - {"--host", "--port"}:
        raise ValueError(f"{name} takes --host and --port only.")
    return [sys.executable, "-m", *known[name].split()]


def main() -> None:
    """Replace this process, so that signals reach the program itself."""
    for name, hint in unknown_names().items():
        print(f"{name} is not a setting of fateapp. {hint}", file=sys.stderr)
    try:
        read_all()  # reports all invalid settings together
        command = argv(sys.argv[1:])
    except (ValueError, ImproperlyConfigured) as error:
        sys.exit(str(error))
    liveness.announce(sys.argv[1] if len(sys.argv) > 1 else "")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    os.environ.setdefault("PYTHONPATH", str(installation.CODE))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
