"""PostgreSQL and Valkey for one run of `up`: the configured servers, otherwise embedded ones."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fateapp.embedded import binaries, instance_record, paths
from fateapp.embedded.account import Account
from fateapp.embedded.errors import StoreError
from fateapp.embedded.postgres import Postgres
from fateapp.embedded.program import Program
from fateapp.embedded.supervisor import Supervisor
from fateapp.embedded.valkey import Valkey


@dataclass(frozen=True)
class Found:
    """The URLs of the stores and, for root, the account and the directory of their data."""

    database_url: str
    redis_url: str
    account: Account | None
    home: Path


def start(supervisor: Supervisor, stack: ExitStack, settings: dict[str, Any]) -> Found:
    """Start the servers that are not configured, and record their addresses in the data directory.

    Raises `StoreError`: a server cannot be started.
    """
    data_dir: Path = settings["FATE_DATA_DIR"]
    database, broker = settings["FATE_DATABASE_URL"], settings["FATE_REDIS_URL"]
    home, account = paths.servers_home(data_dir, settings["FATE_RUN_AS"])
    if not (database and broker):
        found = binaries.postgres(settings["FATE_PG_BIN"]), binaries.valkey(settings["FATE_VALKEY_BIN"])
        pg, vk = paths.reachable_programs(*found, account, home / "programs")
        sockets = stack.enter_context(paths.socket_folder(home, account))
        stack.callback(supervisor.stop)  # before the sockets' folder goes
        if not database:
            postgres = Postgres(pg, paths.own_folder(home / "postgres", account) / "data", sockets, account)
            supervisor.start(program("postgres", postgres, stop_timeout=30))
            database = postgres.url()
        if not broker:
            valkey = Valkey(vk, paths.own_folder(home / "valkey", account), sockets, account)
            start_valkey(supervisor, valkey)
            broker = valkey.url()
        instance_record.save_addresses(data_dir, database, broker)
    return Found(database, broker, account, home)


def start_valkey(supervisor: Supervisor, valkey: Valkey) -> None:
    """Start it, with empty memory if its file is damaged: it contains signals only; the data are in PostgreSQL."""
    try:
        supervisor.start(program("valkey", valkey, stop_timeout=10))
    except StoreError as error:
        supervisor.say(f"{error}\nValkey starts empty instead, which loses nothing; its old data are in {valkey.set_aside()}.")
        supervisor.start(program("valkey", valkey, stop_timeout=10))


def program(name: str, server: Postgres | Valkey, *, stop_timeout: float) -> Program:
    return Program(
        name,
        server.argv(),
        stop_signal=server.stop_signal,
        kill_signal=server.kill_signal,
        stop_timeout=stop_timeout,
        is_store=True,
        account=server.account,
        environment=server.environment(),
        prepare=server.prepare,
        answers=server.answers,
    )
