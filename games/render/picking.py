"""Choosing by pressing what lies on the table: which choices are left, and the state of every object.

Pressing an object picks it. One choice of many: every further object narrows the choices to those that concern all that is
picked; one that fits none of them starts a new selection. Several choices: every object adds its own. Pressing it again deselects it.
A choice that concerns nothing on the table is an object itself, with the id `=` and its token.
`table.js` does the same in the browser; without scripts the picked ids travel in the address (`?pick=cave&pick=hermit`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.render.words import clean, said
from games.rules.contract import Decision, Option, Shape
from games.rules.messages import Reader

MOST_PICKS = 60


@dataclass(frozen=True, slots=True)
class Picked:
    """The picked objects, the numbers of the choices they leave (None: all), and the tokens they choose, in order."""

    ids: tuple[str, ...] = ()
    left: frozenset[int] | None = None
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Touch:
    """How the current decision concerns an object, or why it cannot be chosen and by which rule."""

    options: str = ""
    picked: bool = False
    lit: bool = False
    outcome: str = ""
    why: str = ""
    rule: str = ""


def pick(decision: Decision | None, pressed: Sequence[str]) -> Picked:
    """The selection after pressing these objects in order. Ids that no choice concerns are ignored."""
    if decision is None or decision.shape is Shape.NUMBER:
        return Picked()
    known = {id_ for option in decision.options for id_ in handles(option)}
    ids = [id_ for id_ in dict.fromkeys(pressed[:MOST_PICKS]) if id_ in known and pressed.count(id_) % 2]
    return _one(decision, ids) if decision.shape is Shape.ONE else _several(decision, ids)


def handles(option: Option) -> tuple[str, ...]:
    """The ids by which a choice is picked: the objects it concerns, and its own."""
    return (*option.touches, f"={option.token}")


def _one(decision: Decision, ids: Iterable[str]) -> Picked:
    left, kept = frozenset(range(1, len(decision.options) + 1)), list[str]()
    for id_ in reversed(list(ids)):
        narrower = frozenset(number for number in left if id_ in handles(decision.options[number - 1]))
        if narrower:
            left, kept = narrower, [id_, *kept]
    if not kept:
        return Picked()
    return Picked(tuple(kept), left, tuple(decision.options[number - 1].token for number in left) if len(left) == 1 else ())


def _several(decision: Decision, ids: Iterable[str]) -> Picked:
    tokens: dict[str, str] = {}
    for id_ in ids:
        free = (option.token for option in decision.options if id_ in handles(option) and option.token not in tokens)
        if (token := next(free, None)) is not None:
            tokens[token] = id_
    return Picked(tuple(tokens.values()), None, tuple(tokens))


def touches(decision: Decision | None, picked: Picked, reader: Reader) -> dict[str, Touch]:
    """For every object that the decision concerns, by id: its choices, whether it is picked or a target now, or the reason why not."""
    if decision is None:
        return {}
    numbers: dict[str, list[int]] = {}
    for number, option in enumerate(decision.options, start=1):
        for id_ in option.touches:
            numbers.setdefault(id_, []).append(number)
    found = {id_: _touch(decision, picked, id_, own, reader) for id_, own in numbers.items()}
    for barred in decision.barred:
        for id_ in barred.touches:
            found.setdefault(id_, Touch(why=said(barred.reason, reader), rule=clean(barred.rule)))
    return found


def _touch(decision: Decision, picked: Picked, id_: str, numbers: list[int], reader: Reader) -> Touch:
    options = " ".join(map(str, numbers))
    if id_ in picked.ids or picked.left is None:
        return Touch(options, picked=id_ in picked.ids)
    left = [number for number in numbers if number in picked.left]
    outcome = decision.options[left[0] - 1].outcome if len(left) == 1 else None
    return Touch(options, lit=bool(left), outcome=said(outcome, reader) if outcome is not None else "")
