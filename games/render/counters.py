"""Counters for the page: those of the middle as a line, those of people as a table when all have the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.render.words import by_owner, clean, said
from games.rules.contract import Seat
from games.rules.messages import Reader
from games.rules.scene import Counter


def counter_groups(counters: Sequence[Counter], reader: Reader) -> dict[str, Any]:
    """`counters`: groups of rows, each with its owner's name or none; `scores`: the same as titles and one group per person.

    Several people with the same titles are compared line by line, so they become a table; anything else stays a list.
    """
    groups = [(owner, _group(owner, found, reader)) for owner, found in by_owner(counters)]
    people = [group for owner, group in groups if owner is not None]
    titles = {tuple(row["title"] for row in group["rows"]) for group in people}
    if len(people) < 2 or len(titles) > 1:
        return {"counters": [group for _owner, group in groups], "scores": None}
    middle = [group for owner, group in groups if owner is None]
    return {"counters": middle, "scores": {"titles": titles.pop(), "groups": people}}


def _group(owner: Seat | None, counters: Sequence[Counter], reader: Reader) -> dict[str, Any]:
    rows = [{"title": said(one.title, reader), "value": clean(str(one.value)), "most": one.most} for one in counters]
    return {"owner": "" if owner is None else clean(reader.name(owner)), "rows": rows}
