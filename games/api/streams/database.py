"""Database access of the stream process: a single thread, which keeps one connection with its prepared statements."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections

from notifications.process.call_stack import with_stack_chunk

T = TypeVar("T")

THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")


async def in_database(work: Callable[[], T]) -> T:
    """Run `work` in the database thread and return its result. Exceptions are passed on."""

    def fresh() -> T:
        close_old_connections()
        return with_stack_chunk(work)

    return await asyncio.get_running_loop().run_in_executor(THREAD, fresh)
