"""Calls below `with_stack_chunk` take no memory from the system, however deep the stack is."""

from __future__ import annotations

import resource
import threading
from collections.abc import Callable

import pytest

from notifications.process.call_stack import with_stack_chunk

DEPTHS = 150
"""More frames than fit in a chunk of 16 KB."""
CALLS = 500


def test_no_depth_of_the_stack_maps_memory_for_each_call() -> None:
    """Without it, at some depth every call of a loop does."""
    assert in_thread(most_faults) >= CALLS
    assert in_thread(lambda: with_stack_chunk(most_faults)) < CALLS / 10


def test_arguments_results_and_errors_pass_through() -> None:
    """Like a plain call."""
    assert with_stack_chunk(divmod, 7, 2) == (3, 1)
    assert with_stack_chunk(sorted, [1, 3, 2], reverse=True) == [3, 2, 1]
    with pytest.raises(ValueError, match="three"):
        with_stack_chunk(int, "three")


def in_thread(work: Callable[[], int]) -> int:
    """The result of `work` in a thread of its own, whose stack is empty."""
    results: list[int] = []
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start()
    thread.join()
    return results[0]


def most_faults() -> int:
    """The most page faults of a loop of `CALLS` calls, over all depths."""
    return max(faults_below(depth) for depth in range(DEPTHS))


def faults_below(depth: int) -> int:
    """The page faults of the loop, below so many frames."""
    if depth:
        return faults_below(depth - 1)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for number in range(CALLS):
        same(number)
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def same(number: int) -> int:
    """A call that does nothing."""
    return number
