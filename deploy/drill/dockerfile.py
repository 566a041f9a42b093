"""Parse a Dockerfile into stages, to run it without a container engine. Standard library only."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

KNOWN = {"COPY", "RUN", "ENV", "WORKDIR", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


@dataclass
class Stage:
    """One stage, from its FROM: name, base image, and the instructions in order."""

    name: str
    base: str
    steps: list[tuple[str, str]] = field(default_factory=list)

    def last(self, word: str) -> str:
        """The arguments of the last instruction of this kind; "" when there is none."""
        return next((said for kind, said in reversed(self.steps) if kind == word), "")

    def command(self, word: str) -> list[str]:
        """ENTRYPOINT, CMD or HEALTHCHECK as a list (exec form). Raises `ValueError`: it is not in exec form."""
        said = self.last(word)
        start = said.find("[")
        if start < 0:
            raise ValueError(f'{word} {said!r} is not a list of words such as ["python", "-m", …].')
        words: list[str] = json.loads(said[start:])
        return words


def stages(text: str) -> list[Stage]:
    """The stages of a Dockerfile. Raises `ValueError`: an instruction is not supported."""
    found: list[Stage] = []
    lines = "\n".join(line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n", "", lines).splitlines():
        word, _, said = line.strip().partition(" ")
        if word == "FROM":
            base, _, name = said.partition(" AS ")
            found.append(Stage(name.strip(), base.strip()))
        elif word in KNOWN and found:
            found[-1].steps.append((word, said.strip()))
        else:
            raise ValueError(f"Nobody here knows how to execute {line!r}.")
    return found
