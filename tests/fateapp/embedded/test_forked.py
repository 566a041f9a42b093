"""Tests of the fork server: its copies are children of the supervisor, each with its own output, session and end."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fateapp.embedded import forked
from fateapp.embedded.errors import StoreError
from fateapp.embedded.forked import ForkServer
from fateapp.embedded.program import Program
from fateapp.embedded.supervisor import Supervisor
from fateapp.installation import CODE as PROJECT
from tests import another_process
from tests.fateapp.waiting import until

TELLER = """
import json, os, signal, sys, time
print(json.dumps({"argv": sys.argv[1:], "parent": os.getppid(), "session": os.getsid(0), "input": os.readlink("/proc/self/fd/0"),
                  "known": "colorsys" in sys.modules, "files": sorted(os.listdir("/proc/self/fd"))}), flush=True)
time.sleep(600)
"""
SERVER = [sys.executable, "-c", "from fateapp import forkserver; forkserver.main(['colorsys'], [])"]
WITH_THREAD = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    """A supervisor without signal handlers; the test calls `tend` itself."""
    made = Supervisor(tmp_path, lambda text: None)
    yield made
    made.stop()


@pytest.fixture
def server(supervisor: Supervisor, tmp_path: Path) -> Iterator[ForkServer]:
    """A fork server that has imported one small module and can import modules of the test's directory."""
    made = ForkServer()
    (tmp_path / "teller.py").write_text(TELLER)
    (tmp_path / "threaded.py").write_text(WITH_THREAD)
    (tmp_path / "connected.py").write_text("import socket; ends = socket.socketpair()")
    supervisor.start(Program("forkserver", SERVER, environment=environment(tmp_path), start=made.start_itself, answers=made.answers))
    yield made
    made.close()


def environment(folder: Path) -> dict[str, str]:
    """The environment of this process, with the path of the modules."""
    return os.environ | {"PYTHONPATH": f"{PROJECT}{os.pathsep}{folder}"}


def teller(server: ForkServer, *words: str) -> Program:
    """A program that reports where it runs."""
    return Program("teller", [sys.executable, "-m", "teller", *words], start=server.start)


def test_copy_is_our_own_child(supervisor: Supervisor, server: ForkServer, tmp_path: Path) -> None:
    """The copy has the modules of the fork server, not its pipe to the supervisor, and the title of its program."""
    supervisor.start(teller(server, "--port", "1"))
    log = tmp_path / "teller.log"
    until(lambda: log.read_text().endswith("\n"), "its first words")
    said, process = json.loads(log.read_text()), supervisor.children[1].process
    assert process is not None
    assert said == {
        "argv": ["--port", "1"],
        "parent": os.getpid(),
        "session": process.pid,
        "input": "/dev/null",
        "known": True,
        "files": ["0", "1", "2", "3"],  # the last one is that of the listing itself
    }
    assert b"-m teller --port 1" in Path(f"/proc/{process.pid}/cmdline").read_bytes()


def test_copy_that_ends_is_made_again(supervisor: Supervisor, server: ForkServer) -> None:
    supervisor.start(teller(server))
    first = supervisor.children[1].process
    assert first is not None
    first.kill()
    assert first.wait(timeout=120) == -signal.SIGKILL
    until(lambda: tended(supervisor, 1) != first.pid, "another one")


def test_copies_live_on_without_the_fork_server(supervisor: Supervisor, server: ForkServer, tmp_path: Path) -> None:
    """Running copies live on; a program that is started meanwhile starts without the fork server and without delay."""
    supervisor.start(teller(server))
    fork_server, copy = (child.process for child in supervisor.children)
    assert fork_server
    assert copy
    fork_server.kill()
    fork_server.wait()
    supervisor.start(replace(teller(server), name="lonely", environment=environment(tmp_path)))
    log = tmp_path / "lonely.log"
    until(lambda: log.read_text().endswith("\n"), "its first words")
    assert json.loads(log.read_text())["known"] is False
    assert copy.poll() is None
    until(lambda: tended(supervisor, 0) != fork_server.pid, "the new fork server")
    until(server.answers, "the new fork server's first word")


def test_fork_server_that_does_not_answer_is_ended(supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fork server is stopped by a signal, so it never answers."""
    monkeypatch.setattr(forked, "PATIENCE", 0.2)
    (tmp_path / "teller.py").write_text(TELLER)
    made = ForkServer()
    words = Program("forkserver", SERVER, environment=environment(tmp_path), start=made.start_itself, answers=made.answers)
    supervisor.start(words)
    process = supervisor.children[0].process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    until(lambda: Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T", "its standstill")
    supervisor.start(replace(teller(made), environment=environment(tmp_path)))
    assert process.wait(timeout=120) == -signal.SIGKILL
    log = tmp_path / "teller.log"
    until(lambda: log.read_text().endswith("\n"), "its first words")
    assert json.loads(log.read_text())["known"] is False
    made.close()


def tended(supervisor: Supervisor, index: int) -> int:
    """Call `tend`, then return the present process of the child."""
    supervisor.check_children()
    process = supervisor.children[index].process
    assert process is not None
    return process.pid


@pytest.mark.parametrize(
    ("name", "said"),
    [("threaded", r"Imports started threads \(1\)"), ("connected", r"Imports opened connections \(2\)")],
)
def test_what_no_copy_could_use_is_refused(supervisor: Supervisor, server: ForkServer, tmp_path: Path, name: str, said: str) -> None:
    """Threads do not survive a fork, and a connection would be shared by all copies."""
    words = [*SERVER[:2], SERVER[2].replace("colorsys", name)]
    program = Program(name, words, environment=environment(tmp_path), start=server.start_itself, answers=server.answers)
    with pytest.raises(StoreError, match=said):
        supervisor.start(program)


def test_last_imports_wait_until_the_site_is_prepared(supervisor: Supervisor, tmp_path: Path) -> None:
    """The modules of `PREPARED` may read files that are made while the others are imported; a later fork server does not wait again."""
    (tmp_path / "first.py").write_text("import pathlib; pathlib.Path(__file__).with_name('begun').touch()")
    (tmp_path / "last.py").write_text("import pathlib; pathlib.Path(__file__).with_name('collected').read_text()")
    words = [sys.executable, "-c", "from fateapp import forkserver; forkserver.main(['first'], ['last'])"]
    made = ForkServer(prepared=False)
    program = Program("forkserver", words, environment=environment(tmp_path), start=made.start_itself, answers=made.answers)
    supervisor.start(program, wait=False)
    until((tmp_path / "begun").exists, "the first import")
    assert not made.answers()
    (tmp_path / "collected").touch()
    made.finish_imports()
    supervisor.wait_for("forkserver")
    process = supervisor.children[0].process
    assert process is not None
    process.kill()
    process.wait()
    supervisor.children[0].start()
    supervisor.wait_for("forkserver")
    made.close()


def test_first_imports_do_not_read_static_files() -> None:
    """They run before `prepare` has collected the files; the list of WhiteNoise and the manifest would be those of the previous version."""
    code = (
        "import sys; from importlib import import_module; from fateapp.forkserver import SHARED; [import_module(name) for name in SHARED]; "
        "from django.contrib.staticfiles.storage import staticfiles_storage as files; from django.utils.functional import empty; "
        "print(files._wrapped is empty, 'fateapp.wsgi' in sys.modules)"
    )
    assert another_process.run(code, "redis://127.0.0.1:1/0").split() == ["True", "False"]
