"""Run a function in a chunk of stack memory that is large enough for all of its calls.

CPython 3.11 and later take the frames of Python calls from chunks of 16 KB per thread, and free a chunk as soon as the first frame in it
returns. A loop that calls a function across the end of a chunk therefore pays mmap and munmap for each call: 10 µs instead of 0.05 µs.
Which loop that is depends on the depth of the stack (docs/decisions/0271-one-chunk-for-frames.md).
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SLOTS = 33_000
"""Stack slots of the first frame, 8 bytes each: just more than half of a chunk of 512 KB, so about 1,000 frames fit in the other half."""


def with_stack_chunk(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call the function in a frame of `SLOTS` slots, for which CPython makes a chunk of its own. Memory is used only when written to."""
    return function(*args, **kwargs)


with_stack_chunk.__code__ = with_stack_chunk.__code__.replace(co_stacksize=SLOTS)
