"""The tags of tables that stand in every row: made by hand, for a page of tables has hundreds of them."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from league.queries.standings.standings import AFTER, BEFORE, COMPACT, PAGE, RECORD, Column, TableRow
from league.translation import Text, translated

register = template.Library()


# The columns between the team and its points, by the kind of table.
KINDS = {"page": PAGE, "compact": COMPACT, "widget": RECORD}


@register.simple_tag
def table_heads(kind: str) -> SafeString:
    """Return the headings of a table, the team's and the points' among them."""
    return format_html_join("", '<th scope="col"{}>{}</th>', (_head(one) for one in (*BEFORE, *KINDS[kind], *AFTER)))


def _head(column: Column) -> tuple[str, str]:
    css = format_html(' class="{}"', column.css) if column.css else ""
    title, head = translated(column.title), translated(column.head)
    return css, head if title == head else format_html('<abbr title="{}">{}</abbr>', title, head)


@register.simple_tag
def table_cells(row: TableRow, kind: str) -> SafeString:
    """Return the cells of a row between its team and its points."""
    return mark_safe("".join(f'<td class="{one.css}">{translated(one.text(row))}</td>' for one in KINDS[kind]))  # noqa: S308 - numbers


@register.filter
def decided_rows(rows: Sequence[Any]) -> list[Any]:
    """Return the rows of a table whose place a tie-break decided."""
    return [view for view in rows if view.line.row.decided_text]


@register.simple_tag
def form_dots(form: Sequence[Any]) -> SafeString:
    """Return the last fixtures of a team as circles on one line, the latest last, each with its letter.

    Args:
        form: of each its outcome ("W", "D", "L", or "A" for abandoned), its label ("beat the Anchor 11–7") and its url,
            if it has one.
    """
    dots = "".join(_dot(item.outcome, translated(item.label), item.url) for item in form)
    if not dots:
        return SafeString()
    said = Text("Last {number}, the latest last", number=len(form))
    return format_html('<ol class="form-dots" aria-label="{}">{}</ol>', translated(said), mark_safe(dots))  # noqa: S308 - made of what is escaped


def _dot(outcome: str, label: str, url: str) -> str:
    said = conditional_escape(label)
    shown = f'<span aria-hidden="true">{outcome}</span><span class="visually-hidden">{said}</span>'
    shown = f'<a href="{url}" title="{said}">{shown}</a>' if url else f'<span title="{said}">{shown}</span>'
    return f'<li class="dot dot-{outcome.lower()}">{shown}</li>'


@register.simple_tag
def form_line(form: Sequence[Any]) -> SafeString:
    """Return the last fixtures where there is no room for links."""
    said = translated(Text("Last {number}, the latest last:", number=len(form)))
    labels = "; ".join(conditional_escape(translated(item.label)) for item in form)
    dots = "".join(f'<i class="dot-{item.outcome.lower()}" aria-hidden="true">{item.outcome}</i>' for item in form)
    return format_html(
        '<span class="form-line"><span class="visually-hidden">{} {}</span>{}</span>',
        said, mark_safe(labels), mark_safe(dots),  # noqa: S308 - labels are escaped, outcomes are letters of ours
    )  # fmt: skip


@register.simple_tag
def movement(places: int | None) -> SafeString:
    """Return the places that a team has moved in the table since the week before: up if positive, 0 for none.

    Nothing for None, where it cannot be said.
    """
    if places is None:
        return SafeString()
    by = abs(places)
    if places > 0:
        way, sign, said = " movement-up", f"▲{by}", Text.plural("up {n} place", "up {n} places", n=by)
    elif places < 0:
        way, sign, said = " movement-down", f"▼{by}", Text.plural("down {n} place", "down {n} places", n=by)
    else:
        way, sign, said = "", "–", Text("place unchanged")
    return format_html(
        '<span class="movement{}"><span aria-hidden="true">{}</span><span class="visually-hidden">, {}</span></span>',
        way, sign, translated(said),
    )  # fmt: skip
