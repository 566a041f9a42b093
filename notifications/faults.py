"""Named points at which the fault tests kill this process. Costs one comparison; armed only by FATE_FAULTS.

`FATE_FAULTS=deliver.accepted` kills at the first passage of that point, `deliver.accepted:3` at the third.
"""

from __future__ import annotations

import os
import signal

_POINT, _, _count = os.environ.get("FATE_FAULTS", "").partition(":")
_left = int(_count or 1)


def hit(point: str) -> None:
    """Pass `point`; when it is the armed one, die as `kill -9` would have it, without any clean-up."""
    global _left
    if point != _POINT:
        return
    _left -= 1
    if _left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
