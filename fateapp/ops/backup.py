"""Backups of a whole site: database, secret key and media in one file, which is verified before it is used.

A backup is a tar archive. Its first member lists the others with sizes and SHA-256 sums. It is written under a temporary name and renamed
at the end, so an interrupted backup never has the name of a complete one.
"""

import hashlib
import io
import json
import os
import shutil
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from fateapp import disk_space

FORMAT = 1
SUFFIX = ".fate-backup"
PARTIAL, UNPACKED = ".partial", ".backup-"
FOLDER = "backups"
NIGHTLY = timedelta(hours=23, minutes=30)
"""Slightly less than a day, so that hourly checks do not delay it further every night."""
CLOCKS_DIFFER = timedelta(hours=1)
"""Most by which the clock that dated a file may differ from `now`."""
CONTENTS, DUMP, KEY, MEDIA = "contents.json", "database.dump", "secret-key", "media"


class BackupError(Exception):
    """A backup cannot be made or must not be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A verified backup, unpacked into a temporary directory."""

    folder: Path
    made_at: str

    @property
    def dump(self) -> Path:
        """The file for pg_restore."""
        return self.folder / DUMP

    @property
    def key(self) -> str:
        """The site's secret key: with another one, all sessions and links are invalid."""
        return (self.folder / KEY).read_text(encoding="utf-8").strip()

    @property
    def media(self) -> Path:
        """Uploaded files; may be missing."""
        return self.folder / MEDIA


def write(target: Path, *, dump: Callable[[Path], object], key: str, media: Path, now: datetime) -> Path:
    """Write a backup to `target` atomically; `dump` writes the database to the file it gets.

    Raises `BackupError`: the file exists, or cannot be written.
    """
    if target.exists():
        raise BackupError(f"{target} exists already. Move it away, or choose another name.")
    draft = target.with_name(f"{target.name}{PARTIAL}")
    _remove_leftovers(target.parent, now)
    try:
        with TemporaryDirectory(dir=target.parent, prefix=UNPACKED) as folder:
            dump(Path(folder) / DUMP)
            (Path(folder) / KEY).write_text(key, encoding="utf-8")
            members = {DUMP: Path(folder) / DUMP, KEY: Path(folder) / KEY} | _media_files(media)
            _pack(draft, members, now)
        draft.replace(target)
        _make_lasting(target.parent)
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        draft.unlink(missing_ok=True)
    return target


def _remove_leftovers(folder: Path, now: datetime) -> None:
    """Remove the temporary files of backups that were killed a day ago or earlier; each may be as large as the database."""
    for path in (*folder.glob(f"{UNPACKED}*"), *folder.glob(f"*{SUFFIX}{PARTIAL}")):
        if path.stat().st_mtime < (now - NIGHTLY).timestamp():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _media_files(media: Path) -> dict[str, Path]:
    return {f"{MEDIA}/{path.relative_to(media)}": path for path in sorted(media.rglob("*")) if path.is_file()} if media.is_dir() else {}


def _pack(draft: Path, members: dict[str, Path], now: datetime) -> None:
    """Write the archive with mode 0600: it contains the secret key and every hand."""
    listed = {name: {"size": path.stat().st_size, "sha256": _sum(path)} for name, path in members.items()}
    contents = json.dumps({"format": FORMAT, "made_at": now.isoformat(), "members": listed}, indent=1).encode()
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as archive:
            head = tarfile.TarInfo(CONTENTS)
            head.size = len(contents)
            archive.addfile(head, io.BytesIO(contents))
            for name, path in members.items():
                archive.add(path, arcname=name, recursive=False)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def opened(source: Path) -> Iterator[Opened]:
    """Verify a backup and unpack it during the block. Raises `BackupError`: it is not a backup, not complete, or damaged."""
    with TemporaryDirectory(prefix="fate-restore-") as name:
        folder = Path(name)
        try:
            with tarfile.open(source) as archive:
                _unpack(archive, folder)
            contents = json.loads((folder / CONTENTS).read_text(encoding="utf-8"))
        except (OSError, tarfile.TarError, ValueError) as error:
            if disk_space.ran_out(error):
                text = f"{source} cannot be unpacked: the disk of {folder.parent} is full. Make room there, or set TMPDIR."
                raise BackupError(text) from error
            if isinstance(error, OSError) and error.strerror:
                raise BackupError(f"{source} cannot be read: {error.strerror}. Give the path of a backup.") from error
            reason = str(error).partition(":\n")[0]  # the formats that were tried follow
            raise BackupError(f"{source} is no complete backup of fateapp ({reason}). Take another one.") from error
        _check(source, folder, contents)
        yield Opened(folder, contents["made_at"])


def _unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Extract regular files below the directory only. Debian 12's Python has no extraction filter."""
    for member in archive:
        target = (folder / member.name).resolve()
        content = archive.extractfile(member) if member.isfile() else None
        if content is None or not target.is_relative_to(folder.resolve()):
            raise tarfile.TarError(f"{member.name} is no plain file inside")
        target.parent.mkdir(parents=True, exist_ok=True)
        with content, target.open("xb") as file:
            shutil.copyfileobj(content, file)


def _check(source: Path, folder: Path, contents: dict[str, object]) -> None:
    if contents.get("format") != FORMAT:
        raise BackupError(f"{source} has format {contents.get('format')}, this version reads {FORMAT}. Use the version that made it.")
    members = contents["members"]
    assert isinstance(members, dict)
    found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} - {CONTENTS}
    if found != set(members):
        raise BackupError(f"{source} is not complete: {', '.join(sorted(found ^ set(members)))} does not fit its list. Take another one.")
    for name, facts in members.items():
        if _sum(folder / name) != facts["sha256"]:
            raise BackupError(f"{source} is damaged: {name} is not what was written. Take another one.")


def place_media(found: Opened, media: Path) -> None:
    if found.media.is_dir():
        shutil.copytree(found.media, media, dirs_exist_ok=True)


def forget_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the `keep` latest backups of a directory; returns the deleted ones."""
    old = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)[keep:]
    for path in old:
        path.unlink()
    return old


def latest(folder: Path, now: datetime) -> float:
    """The time of the latest backup of a directory, 0 if there is none; without those that a wrong clock has dated in the future."""
    times = [path.stat().st_mtime for path in folder.glob(f"*{SUFFIX}")]
    return max((time for time in times if time < (now + CLOCKS_DIFFER).timestamp()), default=0.0)


def is_due(folder: Path, now: datetime) -> bool:
    """Whether the latest backup of a directory is about a day old, or there is none."""
    return now.timestamp() - latest(folder, now) > NIGHTLY.total_seconds()


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _make_lasting(folder: Path) -> None:
    """Sync the directory, so that the new name survives a power failure."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
