"""The examinations of `manage.py doctor`: everything outside the program that it needs, with remedies.

An examination is a function without arguments that yields findings. It may take seconds, changes nothing, and turns every expected error
into a finding; an unexpected one is a bug and ends the command.
"""

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
