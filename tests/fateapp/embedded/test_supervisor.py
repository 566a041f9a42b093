"""Tests of the supervisor: it restarts dead children with a growing back-off and stops all in the right order."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from fateapp.embedded.errors import StoreError
from fateapp.embedded.program import Program
from fateapp.embedded.supervisor import Supervisor, how_it_ended
from tests.fateapp.waiting import until

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
STUBBORN = [sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)"]
WITH_HELPER = [sys.executable, "-c", "import subprocess, time; print(subprocess.Popen(['sleep', '600']).pid, flush=True); time.sleep(600)"]


class Said(list[str]):
    """Keeps what the supervisor prints."""


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def supervisor(tmp_path: Path, said: Said) -> Iterator[Supervisor]:
    """A supervisor without signal handlers; the test calls `tend` itself."""
    made = Supervisor(tmp_path, said.append)
    yield made
    made.stop()


def process_of(supervisor: Supervisor, index: int = 0) -> subprocess.Popen[bytes]:
    """The present process of a child."""
    process = supervisor.children[index].process
    assert process is not None
    return process


def tended(supervisor: Supervisor, index: int = 0) -> bool:
    """Call `tend`, then return whether the child runs."""
    supervisor.check_children()
    return supervisor.children[index].due is None and process_of(supervisor, index).poll() is None


def says_ready(log: Path) -> bool:
    """Whether the program has written "ready"."""
    return "ready" in log.read_text()


def test_child_killed_is_restarted_and_announced(supervisor: Supervisor, said: Said) -> None:
    """One line names what happened and the log, another says that the child runs again."""
    supervisor.start(Program("web", SLEEPER))
    first = process_of(supervisor)
    first.kill()
    first.wait()
    supervisor.check_children()
    assert [line.split(";")[0] for line in said] == ["web was killed by SIGKILL"]
    until(lambda: tended(supervisor), "the restart")
    assert process_of(supervisor).pid != first.pid
    assert said[1].startswith("web runs again")


def test_child_that_keeps_dying_is_restarted_with_growing_pauses(supervisor: Supervisor, said: Said) -> None:
    """Pauses of 0.3, 0.6, 1.2 seconds …, so that a broken program does not use up the processor."""
    supervisor.start(Program("worker", [sys.executable, "-c", "raise SystemExit(3)"]), wait=False)
    until(lambda: not tended(supervisor) and supervisor.children[0].exits == 3, "three exits")
    pauses = [line.split("again in ")[1].split(" (")[0] for line in said if "starting it again" in line]
    assert pauses == ["0.3 s", "0.6 s", "1.2 s"]
    assert said[0].startswith("worker ended by itself with code 3")


@pytest.mark.parametrize(("is_store", "longest"), [(True, 1.0), (False, 5.0)])
def test_pause_of_a_child_that_keeps_dying_is_bounded(supervisor: Supervisor, is_store: bool, longest: float) -> None:
    """The back-off has a maximum, a lower one for stores, which all other programs need."""
    supervisor.start(Program("it", SLEEPER, is_store=is_store))
    child = supervisor.children[0]
    for _death in range(8):
        child.pause = child.next_pause
    assert child.pause == longest


def test_child_whose_preparation_fails_is_tried_again(supervisor: Supervisor, said: Said) -> None:
    """PostgreSQL's backends may need a moment to end after the postmaster was killed."""
    troubles = [StoreError("not yet")]

    def prepare() -> None:
        if process_exists and troubles:
            raise troubles.pop()

    process_exists: list[int] = []
    supervisor.start(Program("postgres", SLEEPER, prepare=prepare))
    process_exists.append(process_of(supervisor).pid)
    process_of(supervisor).kill()
    process_of(supervisor).wait()
    until(lambda: tended(supervisor) and process_of(supervisor).pid not in process_exists, "the restart")
    assert "postgres could not be started, trying again: not yet" in said


def test_helpers_of_a_dead_child_are_swept_up(supervisor: Supervisor, tmp_path: Path) -> None:
    """Surviving web workers would keep the port in use."""
    supervisor.start(Program("web", WITH_HELPER), wait=False)
    log = tmp_path / "web.log"
    until(lambda: log.read_text().strip(), "the helper")
    helper = Path("/proc") / log.read_text().strip()
    process_of(supervisor).kill()
    process_of(supervisor).wait()
    supervisor.check_children()
    until(lambda: not helper.exists() or ") Z " in (helper / "stat").read_text(), "the end of the helper")


def test_start_of_a_child_that_ends_shows_its_last_words(supervisor: Supervisor) -> None:
    """The error quotes the end of the log."""
    program = Program("web", [sys.executable, "-c", "print('no module named fate'); raise SystemExit(1)"], answers=lambda: False)
    with pytest.raises(StoreError, match=r"web did not start. The end of .*web\.log:\nno module named fate"):
        supervisor.start(program)


def test_stop_ends_the_site_before_its_stores(supervisor: Supervisor, tmp_path: Path) -> None:
    """A worker that finishes its task still needs the database."""
    order = tmp_path / "order"
    script = "import signal, sys, time\ndef stop(*_): open(sys.argv[1], 'a').write(sys.argv[2] + ' '); sys.exit()\n"
    script += "signal.signal(15, stop); print('ready', flush=True); time.sleep(600)"
    for name, is_store in (("postgres", True), ("valkey", True), ("web", False)):
        log = tmp_path / f"{name}.log"
        program = Program(name, [sys.executable, "-c", script, str(order), name], is_store=is_store, answers=partial(says_ready, log))
        supervisor.start(program)
    supervisor.stop()
    assert order.read_text() == "web valkey postgres "


def test_stop_kills_what_does_not_stop(supervisor: Supervisor, said: Said, tmp_path: Path) -> None:
    """A child that ignores SIGTERM is killed after its grace period."""
    program = Program("worker", STUBBORN, stop_timeout=0.1, answers=lambda: "deaf" in (tmp_path / "worker.log").read_text())
    supervisor.start(program)
    process = process_of(supervisor)
    supervisor.stop()
    assert process.returncode == -signal.SIGKILL
    assert said == ["worker does not stop in time; killing it"]


def test_long_log_is_set_aside_at_the_next_start(supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One old log is kept."""
    monkeypatch.setattr("fateapp.embedded.supervisor.LOG_IS_LONG", 10)
    (tmp_path / "web.log").write_text("a long old story")
    supervisor.start(Program("web", SLEEPER))
    assert (tmp_path / "web.old.log").read_text() == "a long old story"
    assert (tmp_path / "web.log").read_text() == ""


def test_long_log_of_a_running_program_is_set_aside_and_goes_on(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log of the web server, with a line for each request, grew until the next start."""
    log, go = tmp_path / "web.log", tmp_path / "go"
    supervisor.start(Program("web", ["sh", "-c", f"echo begins; until [ -e {go} ]; do sleep 0.05; done; echo ends; sleep 600"]))
    until(lambda: log.read_text() == "begins\n", "the first line")
    monkeypatch.setattr("fateapp.embedded.supervisor.LOG_IS_LONG", 6)
    supervisor.check_children()
    assert ((tmp_path / "web.old.log").read_text(), log.read_text()) == ("begins\n", "")
    go.touch()
    until(lambda: log.read_text() == "ends\n", "the next line, at the beginning of the log")


@pytest.mark.parametrize(("code", "words"), [(-9, "was killed by SIGKILL"), (0, "ended by itself with code 0")])
def test_end_of_a_child_is_told_in_words(code: int, words: str) -> None:
    """Exit codes as `subprocess` gives them: negative for signals."""
    assert how_it_ended(code) == words
