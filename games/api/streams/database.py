"""The one thread of the stream process that uses the database: it keeps one connection with its prepared statements."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections

T = TypeVar("T")

THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")


async def in_database(work: Callable[[], T]) -> T:
    """The result of `work`, which asks the database, in that thread. Raises what it raises."""

    def fresh() -> T:
        close_old_connections()
        return work()

    return await asyncio.get_running_loop().run_in_executor(THREAD, fresh)
