"""The filters and tags with which pages and mails speak their reader's language; every template has them.

`translate` and `blocktranslate` read and do what Django's do, and take their place because a page has a hundred of
them: a sentence without its gaps is made once when the template is read, and looked up in a dictionary after that.
"""

import datetime as dt
from typing import Any

from django import template
from django.template.base import Parser, Token, render_value_in_context
from django.template.context import Context
from django.template.defaultfilters import date as as_asked
from django.templatetags import i18n
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from league.rules.languages import tag_of
from league.rules.news import first_words, to_html
from league.translation import DAYS, N_, addressed_in, dated, in_its_grammar, looked_up, looked_up_plural, translated

register = template.Library()
register.filter(translated)


@register.simple_block_tag
def actions(content: str, back: str = "", words: str = "") -> SafeString:
    """Render the buttons of a form, the main one first, and after them the plain link that leaves it."""
    link = format_html('<a href="{}">{}</a>', back, words or translated(N_("Cancel"))) if back else ""
    return format_html('<p class="actions">{}{}</p>', content, link)


# What a catalogue has between the context of a text and the text.
CONTEXT = "\x04"
EXCERPT = 180


class Literal(template.Node):
    child_nodelists = ()

    def __init__(self, text: str, context: str, asvar: str | None) -> None:
        self.text = text.replace("%", "%%")
        self.wanted = f"{context}{CONTEXT}{self.text}" if context else self.text
        self.asvar = asvar

    def render(self, context: Context) -> str:
        """Return the text in the reader's language, or put it into the context."""
        translation = looked_up(self.wanted)
        said = (self.text if CONTEXT in translation else translation).replace("%%", "%")
        if self.asvar is None:
            return said
        context[self.asvar] = SafeString(said)
        return ""


@register.tag
def translate(parser: Parser, token: Token) -> template.Node:
    """Return Django's node, or for a text without filters one that is quicker."""
    node: Any = i18n.do_translate(parser, token)
    expression, context = node.filter_expression, node.message_context
    literal = expression.var.literal
    if (
        node.noop
        or expression.filters
        or not isinstance(literal, str)
        or not (context is None or _literal_words(context))
    ):
        return node
    return Literal(literal, _literal_words(context) if context else "", node.asvar)


def _literal_words(expression: Any) -> str:
    return "" if expression.is_var or expression.filters else str(expression.var)


class Block(i18n.BlockTranslateNode):
    """A text with gaps, as Django's; its sentence and the names of its gaps are known before it is shown."""

    def __init__(self, node: Any) -> None:
        vars(self).update(vars(node))
        self._one, self._gaps = self.render_token_list(self.singular)
        self._many, more = self.render_token_list(self.plural)
        self._gaps += more
        self._number: str = self.countervar or ""

    def render(self, context: Context, nested: bool = False) -> str:
        """Return the sentence in the reader's language with its gaps filled, or put it into the context."""
        if nested or self.message_context:
            return super().render(context, nested)
        with context.update({name: value.resolve(context) for name, value in self.extra_context.items()}):
            if self.counter is None:
                said = looked_up(self._one)
            else:
                context[self._number] = count = self.counter.resolve(context)
                if not isinstance(count, (int, float)):
                    return super().render(context, nested)
                said = looked_up_plural(self._one, self._many, count)
            gaps = {name: render_value_in_context(context.get(name, ""), context) for name in self._gaps}
        try:
            said = in_its_grammar(said % gaps)
        except (KeyError, ValueError):
            return super().render(context, nested)
        if self.asvar is None:
            return said
        context[self.asvar] = SafeString(said)
        return ""


@register.tag
def blocktranslate(parser: Parser, token: Token) -> template.Node:
    return Block(i18n.do_block_translate(parser, token))


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, way: str | None = None) -> str:
    """Django's own filter; a day that is written out stands in the reader's order."""
    return dated(value, way) if way in DAYS and isinstance(value, dt.date) else str(as_asked(value, way))


@register.simple_tag
def language_tag() -> str:
    return tag_of(get_language() or "")


@register.simple_tag
def plain_url(name: str) -> str:
    """Return the address of what there is one of for all languages."""
    with addressed_in(""):
        return reverse(name)


@register.filter
def markdown(text: str, level: int = 2) -> SafeString:
    """Return a text as HTML, its highest heading at a level: 2 below a page's title."""
    return mark_safe(to_html(text, level))  # noqa: S308 - it has just been through the sanitiser


@register.filter
def excerpt(text: str) -> str:
    return first_words(text, EXCERPT)
