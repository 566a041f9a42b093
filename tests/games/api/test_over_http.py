"""Tests over real HTTP with two web workers and a stream process: whole games, streams, fifty equal requests at once."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import urllib3
from django.utils import timezone

from fateapp.installation import CODE as PROJECT
from games.client import Client, Problem, first_choice
from games.models import Game, KeptAnswer, Move, Player
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from games.services.people import api_tokens
from tests.bench import arena, streams
from tests.bench.own_site import Served, served
from tests.games.api.servers import shared
from tests.games.conftest import person
from tests.games.moves import asked, legal
from tests.stopwatch import stretched

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("api-http")]


@pytest.fixture(scope="module")
def processes(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Path]]:
    """The servers of all tests of this module, and their log. Their start takes more processor time than most of the tests."""
    log = tmp_path_factory.mktemp("site") / "log"
    with served(log) as it:
        yield it, log


@pytest.fixture
def servers(processes: tuple[Served, Path], transactional_db: None) -> Iterator[Served]:
    with shared(*processes) as it:
        yield it


@pytest.fixture
def site(servers: Served) -> str:
    """The address of the site."""
    return servers.site


def program(site: str, player: Player) -> Client:
    _token, key = api_tokens.make(player, "bot", list(api_tokens.SCOPES), now=timezone.now())
    return Client(site, key)


def table(clients: list[Client], rules: str) -> str:
    """Create a running game of these clients."""
    code = clients[0].announce(rules, len(clients), visibility="public", preset="none").code
    for client in clients[1:]:
        client.join(code)
    return code


@contextmanager
def bot_of_the_documentation(site: str, players: list[Player], log: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run the file of the documentation unchanged, one process for each player."""
    environment = os.environ | {"PYTHONPATH": str(PROJECT)}
    with ExitStack() as stack:
        output = stack.enter_context(log.open("wb"))
        bots = []
        for player in players:
            _token, key = api_tokens.make(player, "docs/bot.py", ["game:read", "game:play"], now=timezone.now())
            command = [sys.executable, str(PROJECT / "docs" / "bot.py"), site, key]
            bots.append(subprocess.Popen(command, env=environment, stdout=output, stderr=output))
            stack.callback(bots[-1].wait)
            stack.callback(bots[-1].kill)
        yield bots


def test_bot_of_the_documentation_finishes_a_game_of_every_kind(site: str, tmp_path: Path) -> None:
    players = [person(name) for name in ("one", "two", "three")]
    clients = [program(site, player) for player in players]
    books = [book for key, book in all_games().items() if key != "lone_star"]  # which exists in the process of the tests only
    codes = {table(clients[: book.seats[0]], book.key): book for book in books}
    log = tmp_path / "bots"
    with bot_of_the_documentation(site, players, log) as bots:
        deadline = time.monotonic() + 240
        while Game.objects.filter(code__in=codes, status="active").exists() and time.monotonic() < deadline:
            assert [bot.poll() for bot in bots] == [None, None, None], log.read_text(errors="replace")[-5000:]
            time.sleep(0.2)
    for code, book in codes.items():
        assert clients[0].get(f"/games/{code}")["status"] == "finished", (book.key, log.read_text(errors="replace")[-5000:])
        assert_proved(clients[0], code, book)


def assert_proved(client: Client, code: str, book: Rules[Any]) -> None:
    """The stand-alone verifier accepts the export and rejects a changed one."""
    verify: dict[str, Any] = {}
    exec(compile(Path("docs/verify.py").read_text(), "verify.py", "exec"), verify)  # as its users run it: one file, no package
    document = client.get(f"/games/{code}/export")
    faults, count = verify["check"](document)
    assert (faults, count > 0) == ([], True), book.key
    line = next(line for line in document["log"] if line["seat"] == -1 and " " in line["text"])
    line["text"] = " ".join(reversed(line["text"].split()))
    assert verify["check"](document)[0]


def test_stream_tells_the_state_then_changes_and_resumes(site: str) -> None:
    alice, bob = (person(name) for name in ("alice", "bob"))
    clients = [program(site, alice), program(site, bob)]
    code = table(clients, "turn_of_fate")
    stream = clients[0].stream()
    first, ready = next(stream), next(stream)
    assert first is not None
    assert ready is not None
    assert (first.game, first.status, ready.type) == (code, "active", "ready")
    game = Game.objects.get(code=code)
    seat = asked(game)
    asked_client = clients[0] if seat.player == alice else clients[1]  # the seating is drawn
    asked_client.answer(code, seat.nth, legal(game, seat))
    change = next(line for line in stream if line)
    assert (change.game, change.seq > first.seq) == (code, True)
    stream.close()
    resumed = clients[0].stream(ready.id)
    again = next(resumed)
    assert again is not None
    assert (again.seq >= change.seq, again.id) == (True, ready.id)  # a client that disconnects before `ready` resumes from the same place
    resumed.close()


def test_stream_belongs_to_who_may_read(site: str) -> None:
    alice = person("alice")
    with pytest.raises(Problem, match="401"):
        next(Client(site, "fate_wrong").stream())
    _token, key = api_tokens.make(alice, "narrow", ["me:read"], now=timezone.now())
    narrow = Client(site, key).stream()
    with pytest.raises(Problem, match="403"):
        next(narrow)
    streams = [program(site, alice).stream() for _ in range(4)]
    for stream in streams[:3]:
        assert next(stream).type == "ready"  # type: ignore[union-attr]
    with pytest.raises(Problem, match="429"):
        next(streams[3])
    for stream in streams:
        stream.close()


def test_withdrawn_token_ends_its_stream(site: str) -> None:
    alice = person("alice")
    token, key = api_tokens.make(alice, "short", ["game:read"], now=timezone.now())
    stream = Client(site, key).stream()
    next(stream)
    api_tokens.revoke(alice, token.pk)
    started = time.monotonic()
    assert all(line is None for line in stream)
    assert time.monotonic() - started < stretched(20)


def test_fifty_equal_requests_at_once_are_one_move_and_fifty_equal_answers(site: str) -> None:
    alice, bob = (person(name) for name in ("alice", "bob"))
    clients = [program(site, alice), program(site, bob)]
    game = Game.objects.get(code=table(clients, "turn_of_fate"))
    seat = asked(game)
    text, lines = legal(game, seat), Move.objects.filter(game=game, seat=seat.index).count()
    _token, key = api_tokens.make(seat.player, "many", ["game:play"], now=timezone.now())
    answers: list[str] = []
    barrier = threading.Barrier(50)

    def send() -> None:
        client = Client(site, key, timeout=120)
        barrier.wait(timeout=60)
        answers.append(json.dumps(client.post(f"/games/{game.code}/moves", {"text": text, "nth": seat.nth}, once="one")))

    threads = [threading.Thread(target=send) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert (len(answers), len(set(answers))) == (50, 1)
    assert Move.objects.filter(game=game, seat=seat.index).count() == lines + 1
    assert KeptAnswer.objects.count() >= 1


def test_open_streams_are_weighed(servers: Served) -> None:
    """All streams are open at once. The memory of 300 streams is in docs/measurements/api.md."""
    weight = streams.weigh(servers.stream_url, servers.stream.pid, 7)
    assert (weight.streams, weight.before > 0, weight.after > 0) == (7, True, True)


def test_arena_finishes_games_and_says_how_they_ended(site: str) -> None:
    outcome = arena.contest(site, all_games()["turn_of_fate"], 2, seed=1)
    assert (outcome.bots, outcome.games, sum(outcome.ends.values())) == (2, 2, 2)
    assert outcome.moves == Move.objects.filter(source=Move.Source.API).count() > 0


def test_streams_opened_at_once_are_as_many_as_are_allowed_and_others_are_served(site: str) -> None:
    alice, bob = (person(name) for name in ("alice", "bob"))
    keys = [api_tokens.make(alice, f"storm {number}", ["game:read"], now=timezone.now())[1] for number in range(2)]
    index = program(site, bob).get("/")
    place = urlsplit(index["stream"])

    async def status(key: str) -> int:
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(f"GET {place.path} HTTP/1.1\r\nHost: {place.netloc}\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
        await asyncio.sleep(5)
        writer.close()
        return int(head[9:12])

    async def storm() -> Counter[int]:
        return Counter(await asyncio.gather(*(status(key) for key in keys * 150)))

    opened: list[Counter[int]] = []
    thread = threading.Thread(target=lambda: opened.append(asyncio.run(storm())))
    thread.start()
    stream = program(site, bob).stream()
    assert next(stream).type == "ready"  # type: ignore[union-attr]
    stream.close()
    thread.join(timeout=60)
    assert opened == [Counter({200: 3, 429: 297})]


def test_stream_carries_the_view_and_refuses_what_it_never_gave(site: str) -> None:
    clients = [program(site, person(name)) for name in ("one", "two")]
    code = table(clients, "turn_of_fate")
    stream = clients[0].stream()
    first = next(stream)
    assert first is not None
    assert first.view == clients[0].view(code)
    stream.close()
    place, headers = clients[0].get("/")["stream"], clients[0].headers
    for query, event, wanted in (
        ("", "yesterday", 400),
        ("", "0" * 16, 400),
        ("?include=log&colour=red", "", 400),
        (f"?{'a=1&' * 201}", "", 400),
        ("?include=view&omit=scene,decision", "", 400),
        ("?include=view", "", 406),
    ):
        more = {"Accept": "text/html" if wanted == 406 else "application/x-ndjson"} | ({"Last-Event-ID": event} if event else {})
        answer = urllib3.request("GET", place + query, headers=headers | more, retries=False)
        assert (answer.status, answer.headers["Content-Type"]) == (wanted, "application/problem+json")


def test_parts_are_left_out_of_what_the_client_reads(site: str) -> None:
    players = [person(name) for name in ("one", "two")]
    whole, other = (program(site, player) for player in players)
    code = table([whole, other], "turn_of_fate")
    bare = Client(site, whole.headers["Authorization"].removeprefix("Bearer "), omit=("scene", "text"))
    assert whole.view(code).scene
    assert whole.view(code).text
    assert bare.view(code) == replace(whole.view(code), scene=None, text="")
    stream = bare.stream()
    first = next(stream)
    assert first is not None
    assert first.view == bare.view(code)
    mover = bare if bare.view(code).decision is not None else other
    view = mover.view(code)
    outcome = mover.answer(code, view.nth or 0, first_choice(view))
    told = next(line for line in stream if line is not None and line.seq >= outcome.seq)
    stream.close()
    assert told.view == bare.view(code)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed: docs/bot.mjs is not tried")
def test_bot_in_node_plays_a_game_to_its_end(site: str, tmp_path: Path) -> None:
    players = [person(name) for name in ("one", "two")]
    keys = [api_tokens.make(player, "docs/bot.mjs", ["game:read", "game:play"], now=timezone.now())[1] for player in players]
    code = table([program(site, player) for player in players], "turn_of_fate")
    command = ["node", str(PROJECT / "docs" / "bot.mjs"), site]
    bots = [subprocess.Popen([*command, key, "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for key in keys]
    said = [bot.communicate(timeout=stretched(120)) for bot in bots]
    assert said == [("1 games finished\n", "")] * 2
    assert Game.objects.get(code=code).status == Game.Status.FINISHED
