"""The tags of Django's i18n library, with `{% translate "a constant text" %}` looked up once for each language.

Templates load it in place of `i18n`. A page of a table has about forty such texts, and Django resolves,
translates and escapes each one for each page.
"""

from django import template
from django.template.base import FilterExpression, Node, Parser, Token, Variable
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class ConstantText(Node):
    """A text without variables, by language."""

    child_nodelists = ()

    def __init__(self, node: i18n.TranslateNode) -> None:
        self.node = node
        self.texts: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        text = self.texts.get(language)
        if text is None:
            text = self.texts[language] = self.node.render(context)
        return text


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """`{% translate %}` as Django documents it."""
    node = i18n.do_translate(parser, token)
    constant = (
        not node.asvar and _is_literal(node.filter_expression) and (node.message_context is None or _is_literal(node.message_context))
    )
    return ConstantText(node) if constant else node


def _is_literal(expression: FilterExpression) -> bool:
    """Whether it is a text in quotation marks without filters."""
    return isinstance(expression.var, str | Variable) and getattr(expression.var, "lookups", None) is None and not expression.filters
