"""One supervisor per data directory: a file lock that the kernel releases when its process ends, also after SIGKILL."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


class Held(Exception):
    """Another process has the lock; the text is what it stored about itself."""


@dataclass(frozen=True)
class Lock:
    descriptor: int
    left_unclean: bool
    """The last holder was killed; its programs may still be ending."""

    def record_holder(self, text: str) -> None:
        """Store who has the lock, for `Held`."""
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, text.encode(), 0)


@contextmanager
def hold(path: Path) -> Iterator[Lock]:
    """Hold the lock during the block. Raises `Held`: another process has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Held(os.pread(descriptor, 500, 0).decode(errors="replace").strip()) from None
        try:
            yield Lock(descriptor, left_unclean=os.fstat(descriptor).st_size > 0)
        finally:
            os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether a process has the lock, without taking it. Raises `OSError`: the file does not exist or is not readable."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
