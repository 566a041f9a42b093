"""Counters for the page: shared ones as a line, those of players as a table if all have the same ones."""

from collections.abc import Sequence
from typing import Any

from games.render.words import by_owner, clean, escaped, said
from games.rules.contract import Seat
from games.rules.messages import Reader, msg
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


def counters_html(counters: Sequence[Counter], reader: Reader) -> str:
    """The counters as lists and a table; nothing where there are none."""
    found = counter_groups(counters, reader)
    lists = "".join(_list(group) for group in found["counters"])
    table = _table(found["scores"], said(msg("Player"), reader)) if found["scores"] else ""
    return (f'<div class="counters">{lists}\n</div>' if lists else "") + table


def _list(group: dict[str, Any]) -> str:
    owner = f'<p class="counter-owner">{escaped(group["owner"])}</p>' if group["owner"] else ""
    rows = "".join(f'<div class="counter"><dt>{escaped(row["title"])}</dt><dd>{_value(row)}</dd></div>' for row in group["rows"])
    return f'\n<div class="counter-group">{owner}<dl class="counter-list">{rows}</dl></div>'


def _table(scores: dict[str, Any], player: str) -> str:
    titles = "".join(f'<th scope="col">{escaped(title)}</th>' for title in scores["titles"])
    rows = "".join(
        f'\n<tr><th scope="row">{escaped(group["owner"])}</th>{"".join(f"<td>{_value(row)}</td>" for row in group["rows"])}</tr>'
        for group in scores["groups"]
    )
    corner = f'<th scope="col"><span class="visually-hidden">{escaped(player)}</span></th>'
    return f'<table class="scores"><thead><tr>{corner}{titles}</tr></thead><tbody>{rows}\n</tbody></table>'


def _value(row: dict[str, Any]) -> str:
    """A number, with its maximum if there is one."""
    most = f'<span class="most"> / {row["most"]}</span>' if row["most"] is not None else ""
    return escaped(row["value"]) + most
