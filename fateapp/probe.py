"""Health check for containers: `python -m fateapp.probe URL` exits with 0 when the URL responds with 200. The image has no curl.

`python -m fateapp.probe worker` (or `beat` …): exits with 0 when that role of this container is alive (`fateapp.liveness`).
"""

import argparse
import sys
import time
from http.client import HTTPException
from urllib.error import URLError
from urllib.request import urlopen

from fateapp import liveness

PAUSE = 0.5


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m fateapp.probe", description="Does this address answer with 200? Or: is this role alive?"
    )
    parser.add_argument("address", metavar="http://127.0.0.1:8000/healthz | worker | beat")
    parser.add_argument("--wait", type=float, default=0, metavar="SECONDS", help="ask again for so long, while a server starts (0)")
    given = parser.parse_args(arguments)
    if given.address not in liveness.ROLES and not given.address.startswith(("http://", "https://")):
        parser.error(f"{given.address} is no http:// or https:// address. Roles without one: {', '.join(liveness.ROLES)}.")
    end = time.monotonic() + given.wait
    while complaint := check(given.address):
        if time.monotonic() >= end:
            print(complaint, file=sys.stderr)
            return 1
        time.sleep(PAUSE)
    return 0


def check(address: str) -> str:
    """What is wrong; "" when nothing is."""
    if address in liveness.ROLES:
        return liveness.complaint(address)
    try:
        with urlopen(address, timeout=4) as response:  # an address the operator typed, http or https only
            return "" if response.status == 200 else f"{address} answers with {response.status}, not with 200."
    except (URLError, HTTPException, OSError) as error:
        return f"{address} does not answer: {getattr(error, 'reason', error)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
