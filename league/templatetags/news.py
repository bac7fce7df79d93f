"""News on pages: Markdown made safe to show, and the match reports of a fixture."""

from typing import Any

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from league.access import Grants, may
from league.models import Fixture, Result
from league.queries.news import ReportLine, reports_of, sides_of
from league.rules.news import first_words, to_html
from league.services.news.reports import closed

register = template.Library()
EXCERPT = 180


@register.filter
def markdown(text: str, level: int = 2) -> SafeString:
    """Return a text as HTML, its highest heading at a level: 2 below a page's title."""
    return mark_safe(to_html(text, level))  # noqa: S308 - it has just been through the sanitiser


@register.filter
def excerpt(text: str) -> str:
    """Return the beginning of a text for a list, without its marks."""
    return first_words(text, EXCERPT)


@register.simple_tag
def match_reports(fixture: Fixture, live: Result | None, held: Grants) -> dict[str, Any]:
    """Return the match reports of a fixture with a result, and what a reader may do about them (one query).

    `writes`: they may write one now. `hides`: they may hide or show one.
    """
    lines: list[ReportLine] = reports_of(fixture, held)
    writes = bool(sides_of(fixture, held)) and not closed(fixture, live, now=timezone.now())
    return {"lines": lines, "writes": writes, "hides": may(held, "report.hide") and bool(lines)}
