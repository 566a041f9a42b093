"""Run `manage.py prepare` for `manage.py up`, in a process of its own, and show its progress."""

import json
import subprocess
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from fateapp import installation
from fateapp.embedded.errors import StoreError
from fateapp.embedded.processes import spawn
from fateapp.progress import Progress


@dataclass
class Preparation:
    """One run. Django is loaded in the child process only, so `up` itself stays small."""

    environment: dict[str, str]
    demo: bool
    greeting: dict[str, Any] = field(default_factory=dict)
    """The person to sign in, with the link's path, and whether there is an administrator."""
    warnings: list[str] = field(default_factory=list)
    """Warnings of the system checks, repairs, and a broker that does not respond."""

    def run(self, progress: Progress) -> None:
        """Wait until it has ended. Raises `StoreError`: it failed; the text is the end of its output."""
        command = installation.command("prepare", *(["--demo"] if self.demo else []))
        said: deque[str] = deque(maxlen=25)
        with spawn(command, environment=self.environment, output=subprocess.PIPE) as process:
            assert process.stdout is not None
            try:
                for raw in process.stdout:
                    line = raw.decode(errors="replace").rstrip()
                    if line.startswith("step: "):
                        progress.detail(line.removeprefix("step: "))
                    elif not self.take(line):
                        self._warn(line, after=said[-1] if said else "")
                        said.append(line)
                process.wait()
            finally:
                process.terminate()
        if process.returncode:
            raise StoreError("The site could not be prepared:\n" + "\n".join(said))

    def take(self, line: str) -> bool:
        """Store a line that is printed once the site runs. False for any other line."""
        kind, _, text = line.partition(": ")
        if kind in ("repaired", "warning"):
            self.warnings.append(text)
        elif kind == "greeting":
            self.greeting = json.loads(text)
        else:
            return False
        return True

    def _warn(self, line: str, after: str) -> None:
        """Store a warning of the system checks, and the hint in the next line."""
        if "(fate.W" in line:
            self.warnings.append(line.removeprefix("?: "))
        elif "(fate.W" in after and "HINT: " in line:
            self.warnings[-1] += " " + line.partition("HINT: ")[2]
