"""Files that `manage.py up` stores in the data directory for other commands: the URLs of its stores, and the secret key."""

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

NO_DATABASE = "postgresql:///fate?host=/nonexistent"
NO_REDIS = "unix:///nonexistent/valkey.sock"


KEY_FILE = "secret-key"


@dataclass(frozen=True)
class Stores:
    """URLs and key made by `manage.py up`; None where there are none."""

    database_url: str | None = None
    redis_url: str | None = None
    secret_key: str | None = None


def load(data_dir: Path) -> Stores:
    """The record of the last `up`; empty when there is none or it is not readable. The next `up` writes it anew."""
    try:
        addresses = json.loads(_read(data_dir / "stores.json") or "{}")
    except ValueError:
        addresses = {}
    return Stores(**addresses, secret_key=_read(data_dir / KEY_FILE))


def _read(path: Path) -> str | None:
    try:
        return path.read_text().strip() or None
    except (FileNotFoundError, PermissionError, NotADirectoryError):
        return None


def save_addresses(data_dir: Path, database_url: str | None, redis_url: str | None) -> None:
    write(data_dir / "stores.json", json.dumps({"database_url": database_url, "redis_url": redis_url}, indent=1))


def lasting_key(data_dir: Path) -> str:
    """The site's secret key, made at the first call."""
    if key := _read(data_dir / KEY_FILE):
        return key
    write(data_dir / KEY_FILE, secrets.token_urlsafe(48))
    return (data_dir / KEY_FILE).read_text()


def write(path: Path, text: str) -> None:
    """Replace a file atomically, readable for its owner only."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
