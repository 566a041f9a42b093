"""The site from outside: is it reached at its public address, and does it believe the proxy and nobody else?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import urllib3
from django.conf import settings

from fateapp import request_echo, running_instance
from fateapp.ops.doctor.finding import Finding, fail, ok, warn

MADE_UP = "203.0.113.77"
"""An address nobody has (RFC 5737), sent as a client would who wants to be taken for another."""
PATIENCE = urllib3.Timeout(connect=5, read=10)


def public_address() -> Iterator[Finding]:
    """Ask the site what it sees of a request that lies about where it comes from."""
    address = site_url()
    page = f"{address}{request_echo.PATH}?{request_echo.query()}"
    try:
        answer = urllib3.PoolManager(timeout=PATIENCE, retries=False).request("GET", page, headers={"X-Forwarded-For": MADE_UP})
    except urllib3.exceptions.HTTPError as error:
        remedy = (
            "See whether web server and proxy run, and whether the name leads here. Some networks cannot reach their own public address."
        )
        yield warn("public address", f"{address} cannot be reached from here: {error}", remedy)
        return
    if answer.status != 200:
        remedy = "Correct FATE_SITE_URL, or let the proxy pass this name to the site; web server and doctor need the same FATE_SECRET_KEY."
        yield fail("public address", f"{address} answers {answer.status} where the site would answer 200", remedy)
        return
    yield ok("public address", f"{address} leads to this site")
    yield judge(json.loads(answer.data))


def site_url() -> str:
    """Where the site is reached: as set; else where `up` says that it serves."""
    up = running_instance.find(settings.DATA_DIR)
    return up.site_url if up else str(settings.SITE_URL)


def judge(seen: dict[str, Any]) -> Finding:
    """What follows from what the site saw (see `fateapp.request_echo`)."""
    if seen["address"] == MADE_UP:
        remedy = "Let the proxy replace X-Forwarded-For (deploy/proxy/), and set FATE_PROXY_COUNT to the number of proxies."
        return fail("proxy headers", "the site believes an address that a client has made up", remedy)
    if settings.PROXY_COUNT == 0 and seen["forwarded"] != MADE_UP:
        return fail("proxy headers", "there is a proxy, but FATE_PROXY_COUNT is 0: all clients look alike", "Set FATE_PROXY_COUNT=1.")
    if seen["secure"] != settings.SITE_IS_SECURE:
        remedy = (
            "Let the proxy send X-Forwarded-Proto: https (deploy/proxy/)." if settings.SITE_IS_SECURE else "Set FATE_SITE_URL to https."
        )
        return fail("proxy headers", f"the site takes the request for {'https' if seen['secure'] else 'plain http'}", remedy)
    return ok("proxy headers", f"the site sees us as {seen['address']}, over {'https' if seen['secure'] else 'plain http'}")
