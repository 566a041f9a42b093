"""Tests that logs contain no values of variables, which can be hands, positions and tokens."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import resolve
from django.utils.log import log_response

PROGRAM = """
import logging
from fateapp import logs
logs.configure(level="info", as_json={as_json})
def play():
    hand = "".join(["the queen", " of secrets"])
    raise ValueError("the rules stopped")
try:
    play()
except ValueError:
    logging.getLogger("games").exception("it_broke")
"""


def test_failed_request_is_named_by_its_route(rf: RequestFactory, caplog: pytest.LogCaptureFixture) -> None:
    """The record is that of `django.utils.log.log_response`. A path may contain a token, so the route is logged instead."""
    request = rf.get("/messages/unsubscribe/secret-link-number/")
    request.resolver_match = resolve(request.path)
    log_response("%s: %s", "Internal Server Error", request.path, response=HttpResponse(status=500), request=request)
    assert caplog.messages == ["Internal Server Error: messages/unsubscribe/<str:token>/"]


@pytest.mark.parametrize("as_json", [True, False])
def test_traceback_shows_no_local_values(as_json: bool) -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM.format(as_json=as_json)], capture_output=True, text=True, check=True)
    assert "it_broke" in run.stderr
    assert "the rules stopped" in run.stderr
    assert "the queen of secrets" not in run.stderr


def test_host_that_anybody_can_send_puts_no_traceback_into_the_log() -> None:
    refused = """
import django
from django.conf import settings
from fateapp import logs
logs.configure(level="info", as_json=False)
settings.configure(ALLOWED_HOSTS=["fate.example"], LOGGING_CONFIG=None, ROOT_URLCONF="fateapp.web.well_known")
django.setup()
from django.core.handlers.exception import response_for_exception
from django.core.exceptions import DisallowedHost
from django.test import RequestFactory
print(response_for_exception(RequestFactory().get("/"), DisallowedHost("Invalid HTTP_HOST header: 'evil'")).status_code)
"""
    run = subprocess.run([sys.executable, "-c", refused], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("400\n", "")
