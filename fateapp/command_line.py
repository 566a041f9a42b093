"""Run one command: `manage.py` in a source tree, `fateapp` in an installed package."""

import os
import select
import signal
import sys
from collections.abc import Sequence

OF_THE_SOURCE_TREE = (
    *("bench", "arena", "month", "simulate_tournament", "simulate_waits", "measure_lengths", "compare_pairings", "simulate_event"),
    *("card-pictures", "describe-schema", "spectacular"),
)
"""Commands of tests/bench, which an installed package does not contain."""

HELP = """The commands people need first ({program} <command>):

  up          start the whole site here and keep it running; prints its address and a sign-in link
  test        run the tests against databases of their own
  config      print every setting with its present value
  doctor      check everything the site depends on, and say what to do
  playout     play random games of one kind and count
  sweep       do one round of everything that is due, without Celery
  version     print the version of fateapp
  help        list all other commands
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command `fateapp`; the result is the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words:
        print(HELP.format(program="fateapp").replace("  test        run the tests against databases of their own\n", ""))
        return 0
    if words[0] in ("test", *OF_THE_SOURCE_TREE):
        print(f"`{words[0]}` needs the source tree: clone the project, then python3 manage.py {words[0]}.", file=sys.stderr)
        return 2
    try:
        return run(words)
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130


def run(arguments: list[str]) -> int:
    """Run a command of the site; returns the exit code."""
    if arguments[0] in ("version", "--version"):
        from fateapp import installation

        print(f"fateapp {installation.version()}")
        return 0
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    if arguments[0] == "up":
        from fateapp import up

        return up.main(arguments[1:])
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        from fateapp import running_instance

        running_instance.take_address()
        import fateapp.settings  # noqa: F401 - a bad value in the environment is one sentence, not a page
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)
        return 2
    from django.db import DatabaseError

    from notifications.process.call_stack import with_stack_chunk

    try:
        with_stack_chunk(execute_from_command_line, [sys.argv[0], *arguments])
        sys.stdout.flush()
    except BrokenPipeError:
        if not reader_is_gone():
            raise
        return 128 + signal.SIGPIPE
    except DatabaseError as error:
        from fateapp.ops import database_messages

        said = None if "--traceback" in arguments else database_messages.sentence(error)
        if said is None:
            raise
        print(said, file=sys.stderr)
        return 1
    return 0


def reader_is_gone() -> bool:
    """Whether the program that reads the output, such as `head`, has ended; if so, the rest of the output is dropped."""
    output = select.poll()
    output.register(sys.stdout.fileno(), select.POLLOUT)
    gone = any(event & select.POLLERR for _file, event in output.poll(0))
    if gone:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return gone
