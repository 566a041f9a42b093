"""The rows of the decision form: every choice with its state."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.render.picking import Picked
from games.render.words import clean, escaped, said
from games.rules.contract import Decision, Option, Shape
from games.rules.messages import Reader


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One choice: its number and text, whether it is chosen (or at which place), and whether the picked objects exclude it."""

    number: int
    token: str
    label: str
    outcome: str
    chosen: bool
    place: int | None
    aside: bool


def choice_rows(decision: Decision | None, picked: Picked, reader: Reader) -> list[ChoiceRow]:
    """One row per choice. Preselected is what is picked on the table, else the sealed answer, else the only choice."""
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
            _label(option, reader),
            said(option.outcome, reader) if option.outcome is not None else "",
            option.token in chosen,
            places.get(option.token),
            picked.left is not None and number not in picked.left,
        )
        for number, option in enumerate(decision.options, start=1)
    ]


def _label(option: Option, reader: Reader) -> str:
    """The text of a choice; the viewer's own name as everywhere at the table."""
    label = said(option.label, reader)
    return gettext("You") if reader.you is not None and label == clean(reader.name(reader.you)) else capfirst(label)


def choice_items(decision: Decision, rows: Sequence[ChoiceRow]) -> SafeString:
    """The rows as list items: a checkbox or a number field, the label, the outcome."""
    return SafeString("".join(f"\n{_item(decision.shape, row, len(rows))}" for row in rows))


def _item(shape: Shape, row: ChoiceRow, of: int) -> str:
    outcome = f'<span class="choice-outcome">{escaped(row.outcome)}</span>' if row.outcome else ""
    words = f'<span class="choice-label">{escaped(row.label)}</span> <span class="choice-number">{row.number}</span>{outcome}'
    aside = " hidden" if row.aside else ""
    return f'<li{aside}><label class="choice" data-option="{row.number}">{_input(shape, row, of)}\n{words}</label></li>'


def _input(shape: Shape, row: ChoiceRow, of: int) -> str:
    token = escaped(row.token)
    if shape is Shape.ORDER:
        place = f' value="{row.place}"' if row.place else ""
        return f'<input type="number" name="place-{token}" inputmode="numeric" min="1" max="{of}"{place}>'
    kind = "radio" if shape is Shape.ONE else "checkbox"
    return f'<input type="{kind}" name="choice" value="{token}"{" checked" if row.chosen else ""}>'
