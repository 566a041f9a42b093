"""Where the parts of the program lie: in a source tree, or installed from a wheel. Standard library only."""

from __future__ import annotations

import sys
import tomllib
from importlib import metadata
from pathlib import Path

CODE = Path(__file__).resolve().parent.parent
"""The folder that holds fateapp, games and notifications."""

INSTALLED = not (CODE / "manage.py").exists()
HOME = Path.cwd() if INSTALLED else CODE
"""Where relative paths of settings begin."""

PROGRAM = "fateapp" if INSTALLED else "python3 manage.py"
"""What people type before the word of a command."""

TEMPLATES = CODE / "fateapp" / "templates" if INSTALLED else CODE / "templates"
OPENAPI = CODE / "fateapp" / "openapi.yaml" if INSTALLED else CODE / "docs" / "openapi.yaml"


def version() -> str:
    """The version of fateapp: of the installed package, or of the source tree."""
    if INSTALLED:
        return metadata.version("fateapp")
    project: dict[str, str] = tomllib.loads((CODE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["version"]


def command(*words: str) -> list[str]:
    """How another process is given a command of ours."""
    return [sys.executable, *(["-m", "fateapp"] if INSTALLED else [str(CODE / "manage.py")]), *words]
