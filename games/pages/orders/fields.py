"""Standing orders as HTML: the fields of a form (a number, a choice or several; all but the first are collapsed) and the presets."""

from collections.abc import Iterable, Sequence

from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext

from games.render.words import escaped, said, shown
from games.rules.messages import Message, Reader
from games.rules.orders import Field, Offer, Preset


def order_fields(offer: Offer, reader: Reader) -> SafeString:
    """The fields of one kind of order. A game may offer cards by the dozen, so this is the longest part of a page."""
    slot = slugify(offer.slot)
    fields = [_field(field, f"order-{slot}-{field.key}", reader) for field in offer.fields]
    folded, more = "".join(fields[1:]), escaped(gettext("More"))
    return SafeString("".join(fields[:1]) + (f"<details><summary>{more}</summary>{folded}</details>" if folded else ""))


def preset_buttons(presets: Iterable[Preset], reader: Reader) -> SafeString:
    """A button for each preset, for a form that files it."""
    head = '<button class="button-quiet button-small" type="submit" name="order" value='
    return SafeString("".join(f'{head}"{escaped(one.text)}">{escaped(shown(one.title, reader))}</button>' for one in presets))


def preset_effects(explained: Iterable[tuple[Preset, Iterable[Sequence[Message]]]], reader: Reader) -> SafeString:
    """What each preset does, in paragraphs below its title."""
    parts = []
    for preset, paragraphs in explained:
        parts.append(f"<h3>{escaped(shown(preset.title, reader))}</h3>")
        parts += ("<p>" + "".join(f"{escaped(shown(sentence, reader))} " for sentence in says) + "</p>" for says in paragraphs)
    return SafeString("".join(parts))


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
