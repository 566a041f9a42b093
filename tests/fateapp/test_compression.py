"""Tests of compression: pages are compressed for clients that accept it; nothing else is."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory

from fateapp.web.compression import LEAST, compressed_pages

PAGE = "<p>a table of cards</p>" * 400


def answered(answer: HttpResponseBase, accepted: str) -> HttpResponseBase:
    def view(_request: HttpRequest) -> HttpResponseBase:
        return answer

    return compressed_pages(view)(RequestFactory().get("/", headers={"Accept-Encoding": accepted} if accepted else {}))


@pytest.mark.parametrize("accepted", ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "deflate , gzip ; q=0.1"])
def test_page_is_compressed(accepted: str) -> None:
    answer = answered(HttpResponse(PAGE), accepted)
    assert isinstance(answer, HttpResponse)
    assert gzip.decompress(answer.content).decode() == PAGE
    assert (answer["Content-Encoding"], answer["Content-Length"], answer["Vary"]) == ("gzip", str(len(answer.content)), "Accept-Encoding")
    assert len(answer.content) < len(PAGE) / 10


@pytest.mark.parametrize("accepted", ["", "br", "identity", "gzip;q=0", "gzip; q=0.000", "x-gzip-not"])
def test_page_goes_as_it_is_to_who_does_not_take_gzip(accepted: str) -> None:
    answer = answered(HttpResponse(PAGE), accepted)
    assert isinstance(answer, HttpResponse)
    assert (answer.content.decode(), answer["Vary"], answer.has_header("Content-Encoding")) == (PAGE, "Accept-Encoding", False)


@pytest.mark.parametrize(
    "answer",
    [
        HttpResponse("x" * (LEAST - 1)),
        HttpResponse(PAGE, content_type="application/json"),
        HttpResponse(PAGE, headers={"ETag": '"1"'}),
        HttpResponse(PAGE, headers={"Content-Encoding": "br"}),
        StreamingHttpResponse([PAGE]),
    ],
    ids=["short", "not a page", "with an ETag", "compressed", "in parts"],
)
def test_everything_else_goes_as_it_is(answer: HttpResponseBase) -> None:
    compressed = answered(answer, "gzip")
    assert compressed.get("Content-Encoding") != "gzip"
    assert not compressed.has_header("Vary")


@pytest.mark.django_db
def test_first_page_of_the_site_is_compressed() -> None:
    plain, compressed = Client().get("/"), Client().get("/", headers={"Accept-Encoding": "gzip"})
    assert compressed["Content-Encoding"] == "gzip"
    assert int(compressed["Content-Length"]) < len(plain.content) / 2
    assert b"<h1" in gzip.decompress(compressed.content)
