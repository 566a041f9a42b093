"""The rows of the decision form: every choice with what is already known of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.render.picking import Picked
from games.render.words import said
from games.rules.contract import Decision, Shape
from games.rules.messages import Reader


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One choice: its number and words, whether it is chosen (or in which place), and whether what is picked leaves it out."""

    number: int
    token: str
    label: str
    outcome: str
    chosen: bool
    place: int | None
    aside: bool


def choice_rows(decision: Decision | None, picked: Picked, reader: Reader) -> list[ChoiceRow]:
    """One row per choice. What is picked on the table goes before a sealed answer, and that before the only choice there is."""
    if decision is None:
        return []
    chosen = picked.tokens or (() if picked.ids else tuple((decision.given or "").split()))
    if not chosen and decision.shape is Shape.ONE and len(decision.options) == 1:
        chosen = decision.tokens
    places = {token: place for place, token in enumerate(chosen, start=1)} if decision.shape is Shape.ORDER else {}
    return [
        ChoiceRow(
            number,
            option.token,
            said(option.label, reader),
            said(option.outcome, reader) if option.outcome is not None else "",
            option.token in chosen,
            places.get(option.token),
            picked.left is not None and number not in picked.left,
        )
        for number, option in enumerate(decision.options, start=1)
    ]
