"""The markup that a decision adds to an object: classes, the numbers of its choices, a button that picks it or the reason why not."""

from dataclasses import dataclass

from games.render.picking import Touch
from games.render.words import escaped


@dataclass(frozen=True, slots=True)
class Touched:
    """An object that the decision concerns. `label` is the label of its button; `rules_url` is the URL of the rules."""

    state: Touch
    id: str
    label: str
    rules_url: str


def classes(touched: Touched | None) -> str:
    """Whether it can be chosen, is picked, or is left to choose, as classes after others."""
    if touched is None:
        return ""
    state = touched.state
    return (" can" if state.options else " barred") + (" picked" if state.picked else " lit" if state.lit else "")


def options(touched: Touched | None) -> str:
    """The numbers of the choices that concern it, as an attribute after others."""
    return f' data-options="{touched.state.options}"' if touched is not None and touched.state.options else ""


def press(touched: Touched | None) -> str:
    """A button that picks it, with what would happen or why it cannot be chosen for screen readers. HTML; all text is escaped."""
    if touched is None:
        return ""
    state = touched.state
    if state.options:
        return _button(touched) + (f'<span class="foretold visually-hidden">{escaped(state.outcome)}</span>' if state.outcome else "")
    if state.why:
        return f'<span class="why visually-hidden">{escaped(state.why)}{_paragraph(touched)}</span>'
    return ""


def _button(touched: Touched) -> str:
    asked = f'name="pick" value="{escaped(touched.id)}" aria-pressed="{"true" if touched.state.picked else "false"}"'
    return f'<button class="press" form="look" {asked} aria-label="{escaped(touched.label)}"></button>'


def _paragraph(touched: Touched) -> str:
    """The rule that forbids it, in brackets; a link if there is a URL."""
    rule = escaped(touched.state.rule)
    if not rule:
        return ""
    return f' (<a href="{escaped(touched.rules_url)}#{rule.lower()}">{rule}</a>)' if touched.rules_url else f" ({rule})"
