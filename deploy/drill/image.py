"""Run deploy/Dockerfile without a container engine, then every role of deploy/compose.yaml in the result.

Run it in `deploy/drill/room`. Each instruction is executed as written, in order: the build stage in a tree of its own that is moved away
before the next one, the lock file with its hashes, the account, the entry point. The roles run as compose.yaml says: account 10001, a
read-only root, no capabilities, secrets in files. Replacements: Debian 12 with its Python 3.11 for the base image, and Debian's PostgreSQL
and Redis for the two services, under their names in compose.yaml.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from dockerfile import Stage, stages

PROJECT, AWAY, VOLUME = Path("/tmp/project"), Path("/stages"), Path("/volumes/media")
ACCOUNT = 10001
PACKAGES = "python3 python3-venv postgresql redis-server"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CONFINED = f"""
mount --bind {VOLUME} /app/data/media
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -o remount,bind,ro /
cd /app
exec setpriv --reuid {ACCOUNT} --regid {ACCOUNT} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"
"""
SERVICES = """
service postgresql start
service redis-server start
runuser -u postgres -- psql -q -c "CREATE ROLE fate LOGIN PASSWORD 'only-for-the-drill'"
runuser -u postgres -- createdb -O fate -T template0 -E UTF8 fate
install -d -m 0755 /run/secrets
printf '%s' 'a key that is long enough for a drill of an hour' > /run/secrets/key
printf '%s' 'db:5432:fate:fate:only-for-the-drill' > /run/secrets/pgpass
chown 10001 /run/secrets/*
chmod 0600 /run/secrets/*
"""
OPERATOR = {"FATE_SITE_URL": "https://fate.example", "FATE_EMAIL_URL": "smtp://mail.example:25", "FATE_EMAIL_FROM": "fate@fate.example"}


def main() -> None:
    """Build the image, start all roles, check them, stop them."""
    prepare()
    begun = time.monotonic()
    read = stages((PROJECT / "deploy/Dockerfile").read_text())
    for stage, later in zip(read, [*read[1:], None], strict=True):
        environment = build(stage)
        if later:
            put_away(stage, later)
    print(f"== the image was built in {time.monotonic() - begun:.0f} s", flush=True)
    run_roles(read[-1], environment)


def prepare() -> None:
    """Install the replacements, and add host names."""
    with Path("/etc/hosts").open("a") as hosts:
        hosts.write("127.0.0.1 db valkey mail.example\n")
    shell(f"apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq {PACKAGES} >/dev/null", {})
    Path("/usr/local/bin/python").unlink(missing_ok=True)
    Path("/usr/local/bin/python").symlink_to("/usr/bin/python3")
    VOLUME.mkdir(parents=True)
    os.chown(VOLUME, ACCOUNT, ACCOUNT)


def shell(command: str, environment: dict[str, str], cwd: Path = Path("/")) -> None:
    """Run a shell command that must succeed."""
    known = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8"} | {
        name: value for name, value in os.environ.items() if name.startswith("PIP_")
    }
    subprocess.run(["sh", "-ec", command], check=True, cwd=cwd, env=known | environment)


def build(stage: Stage) -> dict[str, str]:
    """Execute the instructions of a stage; returns the values of ENV."""
    environment, folder = {"PATH": PATH}, Path("/")
    print(f"== FROM {stage.base}: this machine stands in for it", flush=True)
    for word, said in stage.steps:
        print(f"{word} {said}", flush=True)
        if word == "WORKDIR":
            folder = Path(said)
            folder.mkdir(parents=True, exist_ok=True)
        elif word == "COPY":
            copy(said, folder)
        elif word == "ENV":
            environment |= {name: value.replace("$PATH", environment["PATH"]) for name, _, value in map(split, shlex.split(said))}
        elif word == "RUN":
            shell(said, environment, folder)
    return environment


def split(word: str) -> tuple[str, str, str]:
    """Split NAME=value at the equals sign."""
    return word.partition("=")


def copy(said: str, folder: Path) -> None:
    """Execute COPY from the project or an earlier stage. `**/` lines of .dockerignore are applied; copying one of the others fails."""
    words = said.split()
    origin = AWAY / words.pop(0).removeprefix("--from=") if words[0].startswith("--from=") else PROJECT
    ignored = (PROJECT / ".dockerignore").read_text().split()
    anywhere = shutil.ignore_patterns(*(line.removeprefix("**/") for line in ignored if line.startswith("**/")))
    *sources, target = words
    for source in sources:
        assert origin != PROJECT or source not in ignored, f"{source} is left out by .dockerignore."
        from_, to = origin / source.lstrip("/"), folder / target
        if from_.is_dir():
            shutil.copytree(from_, to, symlinks=True, dirs_exist_ok=True, ignore=anywhere if origin == PROJECT else None)
        else:
            shutil.copy2(from_, to / from_.name if target.endswith("/") else to)


def put_away(stage: Stage, later: Stage) -> None:
    """Move the paths that the next stage copies to `AWAY`, so that the next stage sees nothing else of this stage."""
    for word, said in later.steps:
        if word == "COPY" and said.startswith(f"--from={stage.name} "):
            wanted = Path(said.split()[1])
            kept = AWAY / stage.name / wanted.relative_to("/")
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(wanted, kept)


def run_roles(image: Stage, environment: dict[str, str]) -> None:
    """Run the services of compose.yaml that use the image: the migration, then all others at once, and wait for their health checks."""
    shell(SERVICES, {})
    parse = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)['services']))"
    text = (PROJECT / "deploy/compose.yaml").read_text()
    services = json.loads(subprocess.run(["/venv/bin/python", "-c", parse], input=text, capture_output=True, text=True, check=True).stdout)
    ours = {name: service for name, service in services.items() if service.get("image") == "fateapp"}
    settings = {name: environment | OPERATOR | service["environment"] for name, service in ours.items()}
    entry = image.command("ENTRYPOINT")
    migrated = confined([*entry, *ours["migrate"]["command"]], settings["migrate"])
    assert migrated.wait() == 0, "The migration failed."
    running = {name: confined([*entry, *ours[name]["command"]], settings[name]) for name in ours if name != "migrate"}
    try:
        until("web: the image's own health check", lambda: confined(image.command("HEALTHCHECK"), settings["web"]).wait() == 0)
        until("web: compose.yaml's health check", lambda: confined(ours["web"]["healthcheck"]["test"][1:], settings["web"]).wait() == 0)
        until("stream: its port answers", lambda: greets(8001, b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n", b"alive"))
        until("mailin: it greets a mail server", lambda: greets(8024, b"", b"220 "))
        until("sweeper: a round of deadlines was held", lambda: swept(entry, settings["web"]))
        assert {name: process.poll() for name, process in running.items()} == dict.fromkeys(running)
    finally:
        stop(running)


def confined(command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a process confined like a container: account, read-only root, no capabilities, secrets in files."""
    return subprocess.Popen(["unshare", "--mount", "--propagation", "private", "sh", "-ec", CONFINED, "role", *command], env=environment)


def greets(port: int, said: bytes, wanted: bytes) -> bool:
    """Whether a server on this port responds to `said` with `wanted`."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(said)
        answer = b""
        while wanted not in answer and (more := line.recv(4096)):
            answer += more
    return wanted in answer


def swept(entry: list[str], environment: dict[str, str]) -> bool:
    """Whether the doctor reports a working sweeper."""
    command = [*entry, "doctor", "--json"]
    whole = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", CONFINED, "role", *command]
    said = subprocess.run(whole, env=environment, capture_output=True, text=True, check=False).stdout
    findings: list[dict[str, Any]] = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return any(finding["name"] == "sweeper" and finding["level"] == "ok" for finding in findings)


def until(what: str, condition: Callable[[], bool], seconds: float = 180) -> None:
    """Poll until the condition holds; refused connections are expected during the start."""
    end = time.monotonic() + seconds
    while True:
        try:
            if condition():
                print(f"== {what}: yes", flush=True)
                return
        except OSError as error:
            print(f"{what}: not yet ({error})", flush=True)
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(1)


def stop(running: dict[str, subprocess.Popen[bytes]]) -> None:
    """Send SIGTERM to all processes and wait for each, at most 60 s."""
    for process in running.values():
        process.terminate()
    codes = {name: process.wait(60) for name, process in running.items()}
    print(f"== stopped: {codes}", flush=True)


if __name__ == "__main__":
    main()
