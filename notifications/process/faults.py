"""Named points at which fault tests kill this process; enabled only by FATE_FAULTS, otherwise one comparison each.

`FATE_FAULTS=deliver.accepted` kills at the first call with that name, `deliver.accepted:3` at the third.
"""

import os
import signal

_POINT, _, _count = os.environ.get("FATE_FAULTS", "").partition(":")
_left = int(_count or 1)


def hit(point: str) -> None:
    """Kill this process with SIGKILL when `point` is the configured one."""
    global _left
    if point != _POINT:
        return
    _left -= 1
    if _left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
