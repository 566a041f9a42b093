"""Terminal output of commands that run without Django."""

import shutil
import sys
from typing import TextIO

ERASED = "\r\x1b[2K"
"""Return to the beginning of the line and erase it."""


class Terminal:
    def __init__(self, stream: TextIO | None = None, *, is_terminal: bool | None = None) -> None:
        self.stream = stream or sys.stdout
        self.is_terminal = self.stream.isatty() if is_terminal is None else is_terminal

    def print(self, text: str = "", end: str = "\n") -> None:
        self.stream.write(text + end)
        self.stream.flush()

    def replace(self, text: str) -> None:
        """Replace the current line, cut to the terminal's width. Only on a terminal."""
        width = shutil.get_terminal_size().columns - 1
        self.print(ERASED + (text if len(text) <= width else f"{text[: width - 1]}…"), end="")

    def bold(self, text: str) -> str:
        return self._styled(text, 1)

    def red(self, text: str) -> str:
        return self._styled(text, 31)

    def _styled(self, text: str, code: int) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_terminal else text
