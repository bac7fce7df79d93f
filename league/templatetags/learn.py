"""The links from rules and verdicts to the lessons that teach them, and figures of practice."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from django import template
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.rules.learn import daily
from league.rules.learn.course import lesson_of
from league.translation import N_, Text, translated

register = template.Library()


@register.simple_tag
def learn_link(rule: str) -> SafeString | str:
    """Return a link to the lesson that teaches a rule, such as “Learn: Muggins”; nothing for a rule without one."""
    lesson = lesson_of(str(rule or ""))
    if lesson is None:
        return ""
    url = reverse("lesson", kwargs={"lesson": lesson.slug})
    words = translated(Text(N_("Learn: {lesson}"), lesson=lesson.title))
    return format_html('<a class="learn-link" href="{}">{}</a>', url, words)


@register.filter
def average(value: Fraction, digits: int = 2) -> str:
    """Return an average as it is read: 4.25, with so many digits after the point."""
    return number_format(round(Decimal(value.numerator) / Decimal(value.denominator), digits), digits)


@register.filter
def codes(cards: Iterable[object]) -> str:
    """Return two cards laid away as a vote keeps them."""
    return daily.codes(cards)  # type: ignore[arg-type]
