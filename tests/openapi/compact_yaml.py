"""YAML output of the OpenAPI document with short mappings and lists in flow style: `{type: string}`, `[code, seats]`."""

from __future__ import annotations

from typing import Any

from yaml import SafeDumper

try:
    from yaml import CSafeDumper
except ImportError:  # a PyYAML without libyaml
    CSafeDumper = SafeDumper  # type: ignore[misc,assignment]

LONGEST = 150
"""Most characters of a mapping in flow style; the dumper would fold longer ones."""


class OneLine(dict[str, Any]):
    """A mapping that is written in flow style."""


class OneLineList(list[Any]):
    """A list that is written in flow style."""


for dumper in (SafeDumper, CSafeDumper):
    dumper.add_representer(OneLine, lambda it, data: it.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True))
    dumper.add_representer(OneLineList, lambda it, data: it.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=True))


def compact(found: Any) -> Any:
    """A copy in which short mappings and lists are `OneLine` and `OneLineList`."""
    if isinstance(found, dict):
        inner = {name: compact(value) for name, value in found.items()}
        short = all(_plain(value) for value in inner.values()) and len(str(found)) <= LONGEST
        return OneLine(inner) if short else inner
    if isinstance(found, list):
        items = [compact(value) for value in found]
        return OneLineList(items) if all(_plain(value) for value in items) and len(str(found)) <= 4 * LONGEST else items
    return found


def _plain(value: Any) -> bool:
    """Whether a value may be part of a mapping or list in flow style."""
    if isinstance(value, OneLine | OneLineList):
        return len(str(value)) <= LONGEST // 2
    return not isinstance(value, dict | list) and "\n" not in str(value)
