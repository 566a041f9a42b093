"""Tests of OAuth sign-in for third-party programs: which access a program gets and which it does not."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from fateapp.edge.error_responses import OverloadResponse
from fateapp.edge.request import Request
from games.models import ApiToken, Player
from games.services.people import api_tokens, oauth

pytestmark = pytest.mark.django_db
VERIFIER = "v" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
BACK = "https://board.example/play"
ASKED = {
    "response_type": "code",
    "client_id": "board",
    "redirect_uri": BACK,
    "scope": "game:read game:play",
    "state": "s t",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
}
Json = dict[str, Any]


@pytest.fixture
def ann() -> Player:
    return Player.objects.create_user("ann@example.org", None, name="Ann")


@pytest.fixture
def signed_in(ann: Player) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def consent(signed_in: Client, decision: str = "allow", **changed: str) -> dict[str, str]:
    """The parameters that the program receives after the person's decision."""
    answer = signed_in.post(f"/oauth/authorize?{urlencode(ASKED | changed)}", {"decision": decision})
    assert answer.status_code == 303, answer.content
    return {name: values[0] for name, values in parse_qs(urlsplit(answer["Location"]).query).items()}


def exchange(code: str, **changed: str) -> tuple[int, Json]:
    facts = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": "board",
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
    } | changed
    answer = Client().post("/oauth/token", urlencode(facts | changed), "application/x-www-form-urlencoded")
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, answer.json()


def test_program_gets_a_token_with_the_scopes_that_were_shown(signed_in: Client, ann: Player) -> None:
    page = signed_in.get(f"/oauth/authorize?{urlencode(ASKED)}")
    shown = page.content.decode()
    assert "board.example" in shown
    assert str(api_tokens.SCOPES["game:play"]) in shown
    assert str(api_tokens.SCOPES["me:write"]) not in shown
    assert "form-action 'self' https://board.example" in page["Content-Security-Policy"]
    assert not ApiToken.objects.exists(), "looking allows nothing"
    told = consent(signed_in)
    assert (told["state"], told["iss"]) == ("s t", "http://127.0.0.1:8000")
    status, document = exchange(told["code"])
    assert (status, document["token_type"], set(document["scope"].split())) == (200, "Bearer", {"game:read", "game:play"})
    headers = {"authorization": f"Bearer {document['access_token']}"}
    assert Client().get("/api/v1/games?mine=true", headers=headers).status_code == 200
    assert Client().get("/api/v1/me", headers=headers).status_code == 403
    assert "board.example" in signed_in.get("/settings/tokens/").content.decode()


@pytest.mark.parametrize(("scope", "sees"), [("game:read game:play", False), ("me:read", True)])
def test_consent_says_who_sees_the_address(signed_in: Client, ann: Player, scope: str, sees: bool) -> None:
    page = signed_in.get(f"/oauth/authorize?{urlencode(ASKED | {'scope': scope})}").content.decode()
    assert ("It does not see your email address" not in page) is sees
    assert ("with my email address" in page) is sees
    headers = {"authorization": f"Bearer {exchange(consent(signed_in, scope=scope)['code'])[1]['access_token']}"}
    assert (ann.email in Client().get("/api/v1/me", headers=headers).content.decode()) is sees


def test_who_declines_gives_nothing(signed_in: Client) -> None:
    told = consent(signed_in, "deny")
    assert (told["error"], told["state"], "code" in told) == ("access_denied", "s t", False)


def test_code_is_good_once_and_a_second_use_withdraws_its_token(signed_in: Client) -> None:
    code = consent(signed_in)["code"]
    key = exchange(code)[1]["access_token"]
    assert exchange(code)[1]["error"] == "invalid_grant"
    assert api_tokens.recognise(key, now=timezone.now()) is None
    assert exchange(code)[1]["error"] == "invalid_grant", "also the third time"
    assert not ApiToken.objects.exists()


def test_code_does_not_bring_back_a_token_that_was_revoked(signed_in: Client) -> None:
    code = consent(signed_in)["code"]
    Client().post("/oauth/revoke", {"token": exchange(code)[1]["access_token"]})
    assert exchange(code)[1]["error"] == "invalid_grant"
    assert not ApiToken.objects.exists()


def test_end_of_a_long_host_is_shown(signed_in: Client) -> None:
    host = f"fate.example.{'a' * 60}.evil.example"
    page = signed_in.get(f"/oauth/authorize?{urlencode(ASKED | {'redirect_uri': f'https://{host}/'})}").content.decode()
    assert "aaa.evil.example" in unescape(page)
    told = consent(signed_in, redirect_uri=f"https://{host}/")
    assert exchange(told["code"], redirect_uri=f"https://{host}/")[0] == 200
    assert ApiToken.objects.get().name.endswith("a.evil.example")


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"code_verifier": "w" * 50}, "invalid_grant"),
        ({"code_verifier": ""}, "invalid_grant"),
        ({"client_id": "other"}, "invalid_grant"),
        ({"redirect_uri": "https://board.example/other"}, "invalid_grant"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": ""}, "invalid_request"),
        ({"code": "made-up"}, "invalid_grant"),
    ],
)
def test_stolen_code_is_worthless(signed_in: Client, changed: dict[str, str], error: str) -> None:
    status, document = exchange(**{"code": consent(signed_in)["code"]} | changed)
    assert (status, document["error"]) == (400, error)
    assert document["error_description"]
    assert not ApiToken.objects.exists()


def test_code_ends_after_a_minute(signed_in: Client) -> None:
    code = consent(signed_in)["code"]
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert exchange(code)[1]["error"] == "invalid_grant"


@pytest.mark.parametrize(
    "changed",
    [
        {"code_challenge": ""},
        {"code_challenge": "short"},
        {"code_challenge_method": "plain"},
        {"response_type": "token"},
        {"scope": "everything"},
        {"scope": ""},
        {"client_id": ""},
        {"redirect_uri": "http://board.example/"},
        {"redirect_uri": "javascript:alert(1)"},
        {"redirect_uri": "https://board.example/#x"},
        {"redirect_uri": "https://ann@board.example/"},
        {"redirect_uri": "https://board.example/; script-src *"},
        {"redirect_uri": "/here"},
        {"state": "x" * 3000},
    ],
)
def test_request_that_cannot_be_meant_sends_nobody_anywhere(signed_in: Client, changed: dict[str, str]) -> None:
    address = f"/oauth/authorize?{urlencode(ASKED | changed)}"
    for answer in (signed_in.get(address), signed_in.post(address, {"decision": "allow"})):
        assert (answer.status_code, answer.get("Location")) == (400, None)


@pytest.mark.parametrize(
    ("changed", "error", "names"),
    [
        ({"scope": "game:read,game:play"}, "invalid_scope", "game:read game:play"),
        ({"code_challenge": ""}, "invalid_request", "code_challenge_method=S256"),
        ({"code_challenge_method": "plain"}, "invalid_request", "code_challenge_method=S256"),
        ({"code_challenge": "short"}, "invalid_request", "43 characters"),
        ({"response_type": "token"}, "unsupported_response_type", "response_type has to be code"),
    ],
)
def test_program_that_asks_wrongly_is_told_why_by_a_press(signed_in: Client, changed: dict[str, str], error: str, names: str) -> None:
    asked = {name: value for name, value in (ASKED | changed).items() if value}
    page = signed_in.get(f"/oauth/authorize?{urlencode(asked)}").content.decode()
    assert names in page
    link = re.search(r'<a class="button-quiet" rel="noreferrer" href="([^"]+)">Back to board.example</a>', page)
    assert link is not None
    address = urlsplit(unescape(link[1]))
    told = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert (f"{address.scheme}://{address.netloc}{address.path}", told["error"], told["state"]) == (BACK, error, "s t")
    assert told["iss"] == "http://127.0.0.1:8000"


@pytest.mark.parametrize("changed", [{"redirect_uri": "http://board.example/"}, {"redirect_uri": "javascript:alert(1)"}, {"client_id": ""}])
def test_nothing_leads_to_an_address_that_nobody_may_be_sent_to(signed_in: Client, changed: dict[str, str]) -> None:
    page = signed_in.get(f"/oauth/authorize?{urlencode(ASKED | changed)}").content.decode()
    assert "Back to" not in page
    assert 'href="javascript' not in page


@pytest.mark.parametrize("state", ['{"to":["/a?b=1&c","é"]}', "a b+c%20;#'\"<>|^`\\", "\u2603"])
def test_state_comes_back_as_it_was(signed_in: Client, state: str) -> None:
    assert consent(signed_in, state=state)["state"] == state


def test_state_may_have_brackets_as_browsers_send_them(signed_in: Client) -> None:
    facts = urlencode({name: value for name, value in ASKED.items() if name != "state"})
    answer = signed_in.post(f"/oauth/authorize?{facts}&state=[x]", {"decision": "deny"})
    assert parse_qs(urlsplit(answer["Location"]).query)["state"] == ["[x]"]


@pytest.mark.parametrize(
    "address", ["https://a.example/x?y=1", "http://127.0.0.1:9000/", "http://localhost/cb", "http://[::1]:1/", "com.example.app:/back"]
)
def test_programs_may_be_sites_local_or_installed(address: str) -> None:
    assert oauth.may_be_sent_back_to(address)


def test_signing_in_comes_first_and_leads_back(ann: Player) -> None:
    answer = Client().get(f"/oauth/authorize?{urlencode(ASKED)}")
    assert answer.status_code == 302
    assert parse_qs(urlsplit(answer["Location"]).query)["next"][0].startswith("/oauth/authorize?response_type=code")


def test_one_more_token_of_a_program_takes_the_place_of_its_oldest(signed_in: Client, ann: Player) -> None:
    keys = [exchange(consent(signed_in)["code"])[1]["access_token"] for _ in range(oauth.MOST_PER_PROGRAM + 1)]
    assert [api_tokens.recognise(key, now=timezone.now()) is not None for key in keys] == [False] + [True] * oauth.MOST_PER_PROGRAM


def test_token_tells_about_itself_and_withdraws_itself(signed_in: Client) -> None:
    key = exchange(consent(signed_in)["code"])[1]["access_token"]
    found = Client().post("/oauth/introspect", {"token": key}).json()
    assert (found["active"], found["username"], set(found["scope"].split())) == (True, "Ann", {"game:read", "game:play"})
    assert Client().post("/oauth/revoke", {"token": key}).status_code == 200
    assert Client().post("/oauth/introspect", {"token": key}).json() == {"active": False}
    assert Client().post("/oauth/revoke", {"token": key}).status_code == 200


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/introspect"])
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("", "application/x-www-form-urlencoded"),
        ("token=a&token=b", "application/x-www-form-urlencoded"),
        ("&".join(f"x{number}=1" for number in range(300)), "application/x-www-form-urlencoded"),
        ('{"token": "a"}', "application/json"),
        ("x", "multipart/form-data"),
    ],
)
def test_request_without_its_one_parameter_is_an_error_document(path: str, body: str, kind: str) -> None:
    answer = Client().post(path, body, kind)
    assert (answer.status_code, answer["Cache-Control"], answer.json()["error"]) == (400, "no-store", "invalid_request")
    assert answer.json()["error_description"]


def test_refusal_of_a_token_leads_to_where_one_gets_it() -> None:
    asked = Client().get("/api/v1/games", headers={"authorization": "Bearer fate_no", "origin": "https://board.example"})
    found = re.search(r'resource_metadata="([^"]+)"', asked["WWW-Authenticate"])
    assert found is not None
    facts = Client().get(urlsplit(found[1]).path, headers={"origin": "https://board.example"})
    assert facts["Access-Control-Allow-Origin"] == "*"
    document = facts.json()
    assert f"{document['resource']}/games" == f"http://127.0.0.1:8000{asked.request['PATH_INFO']}"
    server = Client().get("/.well-known/oauth-authorization-server").json()
    assert document["authorization_servers"] == [server["issuer"]]
    assert document["scopes_supported"] == server["scopes_supported"]


@pytest.mark.parametrize("path", [b"/api/v1/games", b"/oauth/token", b"/oauth/revoke", b"/.well-known/oauth-authorization-server"])
def test_other_origins_can_read_that_the_site_is_busy(path: bytes) -> None:
    headers, body = OverloadResponse()(cast(Request, SimpleNamespace(path=path, header=lambda _name: None)), 3)
    assert dict(headers)["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in dict(headers)["Access-Control-Expose-Headers"]
    assert json.loads(body)["status"] == 503


def test_metadata_names_addresses_that_are_there() -> None:
    facts = Client().get("/.well-known/oauth-authorization-server").json()
    for name in ("token_endpoint", "revocation_endpoint", "introspection_endpoint"):
        answer = Client().get(urlsplit(facts[name]).path)
        assert (answer.status_code, answer["Allow"], answer.json()["error"]) == (405, "POST", "invalid_request"), name
    assert Client().get(urlsplit(facts["authorization_endpoint"]).path).status_code == 302


@pytest.mark.parametrize("body", ["{}", "a=%zz&", "grant_type=authorization_code&grant_type=x", "\xff"])
def test_body_that_is_no_form_is_an_error_document(body: str) -> None:
    answer = Client().post("/oauth/token", body.encode("latin-1"), "application/x-www-form-urlencoded")
    assert (answer.status_code, "error" in answer.json()) == (400, True)


@pytest.fixture
def key(ann: Player) -> str:
    return api_tokens.make(ann, "mine", ["game:read"], now=timezone.now())[1]


@pytest.mark.parametrize(
    ("path", "open_to_others"),
    [
        ("/api/v1/games", True),
        ("/oauth/token", True),
        ("/.well-known/oauth-authorization-server", True),
        ("/oauth/authorize", False),
        ("/", False),
    ],
)
def test_other_origins_may_read_the_api_and_no_page(path: str, open_to_others: bool) -> None:
    answer = Client().get(path, headers={"origin": "https://board.example"})
    assert (answer.get("Access-Control-Allow-Origin") == "*") is open_to_others
    assert "Access-Control-Allow-Credentials" not in answer


def test_preflight_asks_no_database(django_assert_num_queries: Any) -> None:
    asked = {
        "origin": "https://b.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,if-match",
    }
    with django_assert_num_queries(0):
        answer = Client().options("/api/v1/games", headers=asked)
    assert answer.status_code == 200
    assert {"authorization", "if-match", "idempotency-key"} <= set(answer["Access-Control-Allow-Headers"].split(", "))
    assert int(answer["Access-Control-Max-Age"]) >= 3600


def test_refusals_can_be_read_on_other_origins(key: str) -> None:
    answer = Client().post(
        "/api/v1/games", "{}", "application/json", headers={"origin": "https://b.example", "authorization": f"Bearer {key}"}
    )
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (403, "*")
    assert "WWW-Authenticate" in answer["Access-Control-Expose-Headers"]
