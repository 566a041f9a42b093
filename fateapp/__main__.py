"""`python -m fateapp`, and the command `fateapp` of an installed package."""

import sys

from fateapp.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
