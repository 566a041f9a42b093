"""`python -m fateapp.probe URL`: exit code 0 when the address answers with 200. The image has no curl, and needs none."""

from __future__ import annotations

import sys
from http.client import HTTPException
from urllib.error import URLError
from urllib.request import urlopen


def main(arguments: list[str]) -> int:
    """The exit code."""
    if len(arguments) != 1 or not arguments[0].startswith(("http://", "https://")):
        print("usage: python -m fateapp.probe http://127.0.0.1:8000/healthz", file=sys.stderr)
        return 2
    try:
        with urlopen(arguments[0], timeout=4) as answer:  # an address the operator typed, http or https only
            return 0 if answer.status == 200 else 1
    except (URLError, HTTPException, OSError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
