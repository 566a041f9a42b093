"""docs/verify_tournament.py as a module."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).resolve().parents[3] / "docs" / "verify_tournament.py"


def _loaded() -> Any:
    spec = spec_from_file_location("verify_tournament", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = _loaded()
