"""What `manage.py doctor` looks at: everything outside the program that it needs in order to work, and what to do where it does not.

An examination is a function without arguments that yields findings. It may take seconds, changes nothing, and turns every
trouble it can foresee into a finding; what it cannot foresee is a bug and stops the command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from fateapp.ops.doctor import machine, mail, records, stores, web
from fateapp.ops.doctor.finding import Finding, Level

__all__ = ["EXAMINATIONS", "Examination", "Finding", "Level"]

Examination = Callable[[], Iterable[Finding]]
EXAMINATIONS: tuple[Examination, ...] = (
    stores.database,
    stores.broker,
    stores.workers,
    stores.calls,
    stores.channels,
    mail.relay,
    mail.reception,
    records.sender,
    records.replies,
    web.public_address,
    machine.disk,
    machine.backups,
)
