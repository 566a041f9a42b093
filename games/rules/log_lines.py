"""Log lines: a game has a sentence for each kind of event, whose gaps are filled from the event."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

from games.rules.messages import Message, Param, Who

Seen = Mapping[str, Any]
"""An event as a viewer saw it: what `Event.seen_by` returned."""
Line = Message | Callable[[Seen], Message]
"""The sentence for a kind of event, or a function that chooses it."""
Gaps = Mapping[str, Callable[[Any], Param]]
"""The functions that make the text of a gap from the event's value of that name, by name of the gap."""


def line_of(event: Seen, lines: Mapping[str, Line], gaps: Gaps) -> Message:
    """The sentence for an event. Gaps that the line leaves open get the event's value of that name, through the function in `gaps` if any.

    `{who}` is the event's seat unless `gaps` says otherwise.
    """
    line = lines[event["kind"]]
    said = line if isinstance(line, Message) else line(event)
    return Message(said.text, _filling(said, event, gaps), said.many, said.count, said.sense)


def _filling(line: Message, event: Seen, gaps: Gaps) -> dict[str, Param]:
    params = dict(line.params)
    for name in _gaps_of(line.text + line.many) - params.keys():
        if name in gaps:
            params[name] = gaps[name](event.get(name))
        else:
            params[name] = Who(event["seat"]) if name == "who" else event[name]
    return params


@lru_cache(maxsize=1024)
def _gaps_of(text: str) -> frozenset[str]:
    return frozenset(name for _before, name, _forms, _conversion in Formatter().parse(text) if name)
