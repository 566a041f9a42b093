"""Garbage collection while a process loads its apps and while it ends (docs/decisions/0073-garbage.md).

What is imported stays until the process ends. Searching it for garbage takes a third of the time of a short command.
"""

import atexit
import gc


def pause() -> None:
    """Before the apps are loaded."""
    gc.disable()


def resume() -> None:
    """Exclude everything that has been loaded from garbage collection, and at the end of the process everything."""
    gc.freeze()
    gc.enable()
    atexit.register(gc.freeze)
