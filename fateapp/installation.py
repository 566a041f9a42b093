"""Paths of the program, in a source tree or installed from a wheel. Standard library only."""

import sys
import tomllib
from importlib import metadata
from pathlib import Path

CODE = Path(__file__).resolve().parent.parent
"""The directory that contains fateapp, games and notifications."""

INSTALLED = not (CODE / "manage.py").exists()
HOME = Path.cwd() if INSTALLED else CODE
"""The base of relative paths in settings."""

PROGRAM = "fateapp" if INSTALLED else "python3 manage.py"
"""The command line before a command's name."""

TEMPLATES = CODE / "fateapp" / "templates" if INSTALLED else CODE / "templates"
OPENAPI = CODE / "fateapp" / "openapi.yaml" if INSTALLED else CODE / "docs" / "openapi.yaml"


def version() -> str:
    """The version of the installed package or source tree."""
    if INSTALLED:
        return metadata.version("fateapp")
    project: dict[str, str] = tomllib.loads((CODE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["version"]


def command(*words: str) -> list[str]:
    """The argument vector that runs a command of the site in another process."""
    return [sys.executable, *(["-m", "fateapp"] if INSTALLED else [str(CODE / "manage.py")]), *words]
