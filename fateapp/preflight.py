"""Checks of `up` before it starts anything; all problems are reported together."""

import argparse
from collections.abc import Callable, Iterable
from typing import Any

from fateapp.embedded import account, binaries
from fateapp.embedded.errors import StoreError
from fateapp.environment import BadSetting, read, read_all, unknown_names
from fateapp.ports import listeners_problems, ports_problem


def settings(options: argparse.Namespace) -> dict[str, Any]:
    """Every setting by name, if all are valid and the programs they name exist.

    Ports are checked later, while the data directory's lock is held, because another `up` in this directory uses them; only when something
    else is wrong are they checked here, too, so that one start reports everything.

    Raises `BadSetting` with one line for each problem, and for each FATE_ variable that is not a setting.
    """
    faults, values = [], {}
    try:
        values = read_all()
    except BadSetting as error:
        faults = str(error).splitlines()
    if faults := faults + programs():
        misspelt = [f"{name} is not a setting of fateapp. {hint}" for name, hint in unknown_names().items()]
        raise BadSetting("\n".join(faults + ports(options.host, options.port, values.get("FATE_MAILIN_LISTEN", [])) + misspelt))
    return values


def ports(host: str, port: int, listeners: Iterable[str]) -> list[str]:
    """Why web server, stream or mail reception cannot listen, as sentences."""
    problem = ports_problem(host, port)
    return ([problem] if problem else []) + listeners_problems(listeners, host, port)


def programs() -> list[str]:
    """Why the embedded stores cannot be run, where they are needed. Invalid settings are reported elsewhere."""
    try:
        if read("FATE_DATABASE_URL") and read("FATE_REDIS_URL"):
            return []
        wanted = read("FATE_PG_BIN"), read("FATE_VALKEY_BIN"), read("FATE_RUN_AS")
    except BadSetting:
        return []
    found = []
    finders: tuple[Callable[[Any], object], ...] = (binaries.postgres, binaries.valkey, account.for_servers)
    for find, setting in zip(finders, wanted, strict=True):
        try:
            find(setting)
        except StoreError as error:
            found.append(str(error))
    return found
