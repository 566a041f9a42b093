"""The body of a request while it arrives: in memory, then in a temporary file, with a limit over all connections of the process."""

import tempfile
from typing import IO


class TooMuchError(Exception):
    """The bodies of this process together exceed the limit."""


class Store:
    """The bytes held by the bodies of all connections."""

    def __init__(self, most: int, in_memory: int) -> None:
        self.most, self.in_memory, self.held = most, in_memory, 0


class Body:
    """A growing file. `close` releases its bytes."""

    def __init__(self, store: Store) -> None:
        self.store, self.length = store, 0
        self._file: IO[bytes] | None = None

    def add(self, chunk: bytes) -> None:
        """Append bytes. Raises TooMuchError; what was added before is kept until `close`."""
        if self.store.held + len(chunk) > self.store.most:
            raise TooMuchError
        if self._file is None:
            self._file = tempfile.SpooledTemporaryFile(self.store.in_memory)  # noqa: SIM115 - closed by `close`
        self._file.write(chunk)
        self.length += len(chunk)
        self.store.held += len(chunk)

    def read_from_start(self) -> IO[bytes] | None:
        """The complete body; None when there is none."""
        if self._file is not None:
            self._file.seek(0)
        return self._file

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
            self.store.held -= self.length
