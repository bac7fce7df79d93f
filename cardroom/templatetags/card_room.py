"""The filters with which a table shows its cards; links from rules to lessons, and figures of practice."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cardroom.rules.learn import daily
from cardroom.rules.learn.course import lesson_of
from league.rules.rulebook import Section
from league.rules.rulebook.numbering import number_of
from league.templatetags.muggins import MINUS, SUITS
from league.translation import N_, Text, translated

register = template.Library()


@register.filter
def as_range(number: int) -> range:
    return range(number)


@register.filter
def last_total(cards: Sequence[Any]) -> int:
    return cards[-1].total if cards else 0


@register.filter
def short_card(code: str) -> str:
    """Return a card as it is written in a line: "7♥", "10♣"."""
    return f"{code[0].replace('T', '10')}{SUITS[code[1]][1]}"


@register.simple_tag
def learn_link(rule: str) -> SafeString | str:
    """Return a link to the lesson that teaches a rule, such as “Learn: Muggins”; nothing for a rule without one."""
    lesson = lesson_of(str(rule or ""))
    if lesson is None:
        return ""
    url = reverse("lesson", kwargs={"lesson": lesson.slug})
    words = translated(Text(N_("Learn: {lesson}"), lesson=lesson.title))
    return format_html('<a class="learn-link" href="{}">{}</a>', url, words)


@register.simple_tag
def learn_links(chapter: Any) -> SafeString | str:
    """Return links to the lessons that teach the rules of a chapter of the rulebook, each once; nothing if none do.

    Args:
        chapter: with its rules numbered, or as the rulebook has it.
    """
    if isinstance(chapter, Section):
        numbers = [number_of(chapter, place) for place in range(len(chapter.rules))]
    else:
        numbers = [rule.number for rule in chapter.numbered]
    links = dict.fromkeys(link for number in numbers if (link := learn_link(number)))
    return (
        format_html('<p class="learn-links">{}</p>', format_html_join(" ", "{}", ((link,) for link in links)))
        if links
        else ""
    )


@register.filter
def average(value: Fraction, digits: int = 2) -> str:
    """Return an average as it is read: 4.25, with so many digits after the point."""
    shown = number_format(round(Decimal(value.numerator) / Decimal(value.denominator), digits), digits)
    return shown.replace("-", MINUS)


@register.filter
def codes(cards: Iterable[object]) -> str:
    return daily.codes(cards)  # type: ignore[arg-type]
