"""Tests of the lock of the data directory: one holder at a time; the kernel releases the lock of a dead process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fateapp.embedded import lock

HOLD = "import sys, time\nfrom pathlib import Path\nfrom fateapp.embedded import lock\nwith lock.hold(Path(sys.argv[1])) as held:\n"
HOLD += "    held.record_holder('process 1, http://x')\n    print('held', flush=True)\n    time.sleep(600)"


def test_lock_held_says_who_holds_it(tmp_path: Path) -> None:
    """The second process gets the text that the holder has written."""
    with lock.hold(tmp_path / "lock") as held:
        held.record_holder("process 4711, http://127.0.0.1:8000")
        with pytest.raises(lock.Held, match=r"process 4711, http://127\.0\.0\.1:8000"), lock.hold(tmp_path / "lock"):
            raise AssertionError("two holders")


def test_lock_of_a_killed_holder_is_free_and_unclean(tmp_path: Path) -> None:
    """After kill -9 the lock is free, and the text left in the file marks an unclean end."""
    with subprocess.Popen([sys.executable, "-c", HOLD, tmp_path / "lock"], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
    with lock.hold(tmp_path / "lock") as held:
        assert held.left_unclean
    with lock.hold(tmp_path / "lock") as held:
        assert not held.left_unclean
