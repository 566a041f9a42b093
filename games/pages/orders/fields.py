"""The form fields of a standing order: a number, a choice or several; all but the first are collapsed."""

from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext

from games.render.words import escaped, said
from games.rules.messages import Reader
from games.rules.orders import Field, Offer


def order_fields(offer: Offer, reader: Reader) -> SafeString:
    """The fields of one kind of order. A game may offer cards by the dozen, so this is the longest part of a page."""
    slot = slugify(offer.slot)
    fields = [_field(field, f"order-{slot}-{field.key}", reader) for field in offer.fields]
    folded, more = "".join(fields[1:]), escaped(gettext("More"))
    return SafeString("".join(fields[:1]) + (f"<details><summary>{more}</summary>{folded}</details>" if folded else ""))


def _field(field: Field, id_: str, reader: Reader) -> str:
    title, key, name = escaped(said(field.title, reader)), escaped(field.key), escaped(id_)
    if field.several:
        return f"<fieldset><legend>{title}</legend>{_boxes(field, reader)}</fieldset>"
    control = _choice(field, key, name, reader) if field.choices else _number(field, key, name)
    return f'<div class="field"><label for="{name}">{title}</label>{control}</div>'


def _boxes(field: Field, reader: Reader) -> str:
    head = f'<label class="choice"><input type="checkbox" name="{escaped(field.key)}" value='
    choices = ((escaped(token), escaped(said(label, reader))) for token, label in field.choices)
    return "".join(f'{head}"{token}"> <span class="choice-label">{label}</span></label>' for token, label in choices)


def _choice(field: Field, key: str, name: str, reader: Reader) -> str:
    rows = "".join(f'<option value="{escaped(token)}">{escaped(said(label, reader))}</option>' for token, label in field.choices)
    none = '<option value="">—</option>' if field.optional else ""
    return f'<select id="{name}" name="{key}">{none}{rows}</select>'


def _number(field: Field, key: str, name: str) -> str:
    return f'<input id="{name}" type="number" name="{key}" inputmode="numeric" min="{field.least}" max="{field.most}">'
