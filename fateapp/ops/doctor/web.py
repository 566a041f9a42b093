"""The site from outside: whether it is reached at its public URL, and trusts the headers of the proxy only."""

import json
from collections.abc import Iterator
from typing import Any

import urllib3
from django.conf import settings

from fateapp import running_instance
from fateapp.ops.doctor.finding import Finding, fail, ok, warn
from fateapp.web import request_echo

MADE_UP = "203.0.113.77"
"""An address for documentation (RFC 5737), sent as a forged X-Forwarded-For."""
PATIENCE = urllib3.Timeout(connect=5, read=10)


def public_address() -> Iterator[Finding]:
    """Request the site with a forged header, and check what it sees."""
    address = site_url()
    page = f"{address}{request_echo.PATH}?{request_echo.query()}"
    try:
        response = urllib3.PoolManager(timeout=PATIENCE, retries=False).request("GET", page, headers={"X-Forwarded-For": MADE_UP})
    except urllib3.exceptions.HTTPError as error:
        remedy = (
            "See whether web server and proxy run, and whether the name leads here. Some networks cannot reach their own public address."
        )
        yield warn("public address", f"{address} cannot be reached from here: {error}", remedy)
        return
    if response.status != 200:
        remedy = "Correct FATE_SITE_URL, or let the proxy pass this name to the site; web server and doctor need the same FATE_SECRET_KEY."
        yield fail("public address", f"{address} answers {response.status} where the site would answer 200", remedy)
        return
    yield ok("public address", f"{address} leads to this site")
    yield judge(json.loads(response.data))


def site_url() -> str:
    """The URL of the running `up`, otherwise the configured one."""
    up = running_instance.find(settings.DATA_DIR)
    return up.site_url if up else str(settings.SITE_URL)


def judge(seen: dict[str, Any]) -> Finding:
    """The finding for what the site saw (`fateapp.web.request_echo`)."""
    if seen["address"] == MADE_UP:
        remedy = "Let the proxy replace X-Forwarded-For (deploy/proxy/), and set FATE_PROXY_COUNT to the number of proxies."
        return fail("proxy headers", "the site trusts an address that the client has forged", remedy)
    if settings.PROXY_COUNT == 0 and seen["forwarded"] != MADE_UP:
        return fail("proxy headers", "there is a proxy, but FATE_PROXY_COUNT is 0: all clients look alike", "Set FATE_PROXY_COUNT=1.")
    if seen["secure"] != settings.SITE_IS_SECURE:
        remedy = (
            "Let the proxy send X-Forwarded-Proto: https (deploy/proxy/)." if settings.SITE_IS_SECURE else "Set FATE_SITE_URL to https."
        )
        return fail("proxy headers", f"the site takes the request for {'https' if seen['secure'] else 'plain http'}", remedy)
    return ok("proxy headers", f"the site sees us as {seen['address']}, over {'https' if seen['secure'] else 'plain http'}")
