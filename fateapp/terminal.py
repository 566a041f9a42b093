"""Output of commands that do not run inside Django: plain lines, with emphasis on a terminal."""

from __future__ import annotations

import shutil
import sys
from typing import TextIO

ERASED = "\r\x1b[2K"
"""Back to the beginning of a line that is empty again."""


class Terminal:
    """A stream to write to, and whether somebody reads along there."""

    def __init__(self, stream: TextIO | None = None, *, is_terminal: bool | None = None) -> None:
        self.stream = stream or sys.stdout
        self.is_terminal = self.stream.isatty() if is_terminal is None else is_terminal

    def print(self, text: str = "", end: str = "\n") -> None:
        """Write a line at once."""
        self.stream.write(text + end)
        self.stream.flush()

    def replace(self, text: str) -> None:
        """Put this text into the place of the present line, cut to its width. Only on a terminal."""
        width = shutil.get_terminal_size().columns - 1
        self.print(ERASED + (text if len(text) <= width else f"{text[: width - 1]}…"), end="")

    def bold(self, text: str) -> str:
        """The text in bold type."""
        return self._styled(text, 1)

    def red(self, text: str) -> str:
        """The text in red."""
        return self._styled(text, 31)

    def _styled(self, text: str, code: int) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_terminal else text
