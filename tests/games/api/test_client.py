"""Tests of the client's parser: it reads the known fields of answers of newer and older versions of the site."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from fateapp.installation import CODE as PROJECT
from games.client import Client, Decision, Game, Line, Option, Order, Orders, Outcome, View, calls, first_choice
from games.client.aio import AsyncClient
from games.client.views import Document
from tests.bench.arena import bot_in
from tests.openapi.components import COMPONENTS

GAME = {"code": "k3m", "rules": "turn_of_fate", "status": "active"}
ASKED = {"kind": "play", "shape": "one", "least": 1, "most": 1, "options": [{"token": "ace>fool", "number": 1}, {"token": "pass"}]}


def test_fields_of_a_newer_site_are_passed_over_and_those_of_an_older_one_have_a_value() -> None:
    view = View.of({"game": GAME | {"mood": "merry"}, "decision": ASKED | {"music": None}, "nth": 4, "weather": {"rain": True}})
    assert (view.game.code, view.nth, view.text, view.question.options[0].number) == ("k3m", 4, "", 1)
    assert first_choice(view) == "ace>fool"
    assert Outcome.of({"seq": 7}) == Outcome(7, final=True, over=False, my_turn=True, repeated=False, heard=[])


def test_answer_of_something_else_is_named() -> None:
    with pytest.raises(ValueError, match="lacks rules, status; is Game"):
        Game.of({"code": "k3m"})


@pytest.mark.parametrize("decision", [None, ASKED | {"given": "pass"}])
def test_nothing_is_asked_without_a_question_or_after_a_sealed_answer(decision: Any) -> None:
    with pytest.raises(LookupError, match="k3m"):
        _question = View.of({"game": GAME, "decision": decision}).question


@pytest.mark.parametrize("kind", [Option, Decision, Game, View, Outcome, Order, Orders])
def test_every_field_of_the_client_is_in_the_document(kind: type[Document]) -> None:
    name = {"Option": "AnswerOption"}.get(kind.__name__, kind.__name__)
    assert {one.name for one in fields(kind)} <= set(COMPONENTS[name]["properties"])


def test_lines_of_the_stream_need_no_game() -> None:
    assert Line.of({"type": "ready", "id": "17"}).game == ""


def test_bot_of_the_arena_is_a_function_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("answer = 42\n")
    with pytest.raises(ValueError, match="no function “choose”"):
        bot_in(tmp_path / "bot.py")


PROGRAM = """
import sys, fateapp_client, fateapp_client.aio
print(fateapp_client.play.__module__, any(name.startswith(("games", "django")) for name in sys.modules))
"""


def test_folder_can_be_copied_and_needs_nothing_else_of_ours(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "games" / "client", tmp_path / "fateapp_client")
    assert said_in(tmp_path) == ["fateapp_client.bot", "False"]


def test_folder_is_a_package_that_can_be_installed(tmp_path: Path) -> None:
    folder, there = tmp_path / "folder", tmp_path / "there"
    shutil.copytree(PROJECT / "games" / "client", folder)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(there)], cwd=folder, check=True, capture_output=True
    )
    [wheel] = there.glob("fateapp_client-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(there)
        assert "fateapp_client/py.typed" in packed.namelist()
    assert said_in(there) == ["fateapp_client.bot", "False"]


def said_in(folder: Path) -> list[str]:
    """The output of a program that has the package in its folder."""
    return subprocess.run([sys.executable, "-c", PROGRAM], cwd=folder, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_parts_are_left_out_of_views_and_of_nothing_else(kind: type[Client] | type[AsyncClient]) -> None:
    client = kind("https://fate.example", "fate_x", omit=("scene", "text"))
    parts = {"omit": "scene,text"}
    assert client.query(calls.view("k3m")) == parts
    assert client.query(calls.answer("k3m", 1, "pass")) == {"include": "view", **parts}
    assert client.stream_query == {"include": "view", **parts}
    assert client.query(calls.get("/games", mine=True)) == {"mine": "true"}
    plain = kind("https://fate.example", "fate_x")
    assert (plain.query(calls.view("k3m")), plain.stream_query) == ({}, {"include": "view"})


def test_both_clients_ask_the_same() -> None:
    declared = {
        name for name, made in vars(calls).items() if inspect.isfunction(made) and made.__module__ == calls.__name__ and name[0] != "_"
    }
    for client in (Client, AsyncClient):
        assert declared | {"pages", "my_turns", "stream"} <= set(dir(client))
