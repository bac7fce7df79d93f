"""The filters and tags with which pages and mails speak their reader's language; every template has them."""

import datetime as dt
from typing import Any

from django import template
from django.template.defaultfilters import date as as_asked
from django.urls import reverse
from django.utils.translation import get_language

from league.rules.languages import tag_of
from league.translation import DAYS, addressed_in, dated, translated

register = template.Library()
register.filter(translated)


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, way: str | None = None) -> str:
    """Django's own filter; a day that is written out stands in the reader's order."""
    return dated(value, way) if way in DAYS and isinstance(value, dt.date) else str(as_asked(value, way))


@register.simple_tag
def language_tag() -> str:
    """Return the language of the page as HTML writes it: "en-GB"."""
    return tag_of(get_language() or "")


@register.simple_tag
def plain_url(name: str) -> str:
    """Return the address of what there is one of for all languages."""
    with addressed_in(""):
        return reverse(name)
