"""The filters and tags with which pages show cards, the board, points, times and the cells of tables.

Presentation only: nothing here asks the database. Cells are made by hand, for a page of tables has hundreds of them.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from league.models import Division
from league.queries.domains import base_url_of
from league.queries.standings.standings import AFTER, BEFORE, COMPACT, PAGE, RECORD, Column, TableRow
from league.rules.drawings import Board, Side, draw_board
from league.rules.money import worded
from league.rules.settings import DivisionSettings, stored
from league.rules.wording import at_home as home_told
from league.rules.wording import clock as clock_told
from league.rules.wording import home_evening as home_evening_told
from league.rules.wording import ordinal, place_in_words, plural_of, points_told, signed_points
from league.translation import N_, Text, short_day, translated

register = template.Library()
AT_START = draw_board([Side(N_("Home"), 0), Side(N_("Away"), 0)], 21)

RANKS = {
    "A": N_("ace"),
    "2": N_("two"),
    "3": N_("three"),
    "4": N_("four"),
    "5": N_("five"),
    "6": N_("six"),
    "7": N_("seven"),
    "8": N_("eight"),
    "9": N_("nine"),
    "T": N_("ten"),
    "J": N_("jack"),
    "Q": N_("queen"),
    "K": N_("king"),
}
SUITS = {"S": (N_("spades"), "♠"), "H": (N_("hearts"), "♥"), "D": (N_("diamonds"), "♦"), "C": (N_("clubs"), "♣")}
CARD_WIDTH, CARD_HEIGHT = 60, 84
# The words that an engine's values have, where people read them.
WORDS: dict[str, str] = {
    word: word
    for word in (
        N_("fifteen"), N_("run"), N_("pair"), N_("pair royal"), N_("double pair royal"), N_("flush"), N_("nob"),
        N_("singles"), N_("doubles"),
    )
}  # fmt: skip
HALF = Fraction(1, 2)
MINUS = "−"
Number = int | Decimal | Fraction


class PickCard(NamedTuple):
    """A card to choose: its code ("TH"), the rank as the card shows it ("10") and its name ("ten of hearts")."""

    code: str
    rank: str
    name: Text


class PickSuit(NamedTuple):
    code: str
    name: Text
    symbol: str
    cards: tuple[PickCard, ...]


def card_name(code: str) -> Text:
    """Format "5H" as "five of hearts". Raises ValueError for what is no card's code."""
    text = code.strip().upper().replace("10", "T")
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(f"{code!r} is not a card; a card is a rank and a suit, such as 5H or TC")
    return _name(text[0], SUITS[text[1]][0])


def _name(rank: str, suit: Text) -> Text:
    return Text("{rank} of {suit}", rank=RANKS[rank], suit=suit)


@register.simple_tag
def card(code: Any, size: str = "") -> SafeString:
    """The face of a card (a code such as "5H", or anything whose text is one).

    `size`: "" as it lies on the table, or "small" or "large".
    """
    text = str(code).strip().upper().replace("10", "T")
    return format_html(
        '<img class="card{}" src="{}" alt="{}" width="{}" height="{}">',
        f" card-{size}" if size else "",
        static(f"cards/{text}.svg"),
        translated(card_name(text)),
        CARD_WIDTH,
        CARD_HEIGHT,
    )


@register.simple_tag
def card_back() -> SafeString:
    return format_html(
        '<img class="card" src="{}" alt="" width="{}" height="{}">', static("cards/back.svg"), CARD_WIDTH, CARD_HEIGHT
    )


@register.simple_tag
def hand(cards: str | Iterable[Any], size: str = "", starter: Any = "") -> SafeString:
    """Cards side by side, from codes in one string or from cards; the starter, if there is one, stands apart."""
    codes = cards.replace(",", " ").split() if isinstance(cards, str) else list(cards)
    faces = format_html_join("", "{}", ((card(code, size),) for code in codes))
    if starter in ("", None):
        return format_html('<span class="hand">{}</span>', faces)
    word = format_html('<span class="hand-word">{}</span>{}', translated(N_("Starter")), card(starter, size))
    return format_html('<span class="hand">{}<span class="hand-turned">{}</span></span>', faces, word)


@register.simple_tag
def board_at_start() -> Board:
    return AT_START


@register.simple_tag
def pack() -> tuple[PickSuit, ...]:
    return tuple(
        PickSuit(
            code,
            name,
            symbol,
            tuple(PickCard(f"{r}{code}", "10" if r == "T" else r, _name(r, name)) for r in RANKS),
        )
        for code, (name, symbol) in SUITS.items()
    )


@register.filter
def points(value: Number | None) -> str:
    """Points as people write them: "54", "54½", "0.25"; nothing for None."""
    return "" if value is None else translated(points_told(Fraction(value)))


@register.filter
def plural_number(value: Number) -> int:
    """Return the whole number by which the plural for some points is chosen: "½ point", but "1½ points"."""
    return plural_of(Fraction(value))


@register.filter
def format_place(row: Any) -> str:
    """Return a place of a table as people say it: "3rd", or "joint 3rd"."""
    return translated(place_in_words(row.position, joint=row.joint))


@register.filter
def signed(value: Number | None) -> str:
    """A difference with its sign: "+12", "−5", "0"."""
    return "" if value is None else translated(signed_points(Fraction(value)))


@register.filter
def distance(value: int) -> int:
    return abs(value)


register.filter(ordinal)


@register.filter
def money(value: Decimal, currency: str) -> str:
    """Return an amount as people read it: "£20.00" for 20 in "GBP", "20,00 £" in French."""
    return translated(worded(value, currency))


@register.filter
def day(value: dt.date | dt.datetime | None) -> str:
    """A day: "Tue 3 Nov". A moment is shown in the zone that the page stands in."""
    if value is None:
        return ""
    local = timezone.localtime(value) if isinstance(value, dt.datetime) and timezone.is_aware(value) else value
    return short_day(local)


@register.filter
def clock(value: dt.datetime | dt.time | None) -> str:
    """A time of day, with its minutes where it has any: "8 pm", "7.30 pm"."""
    if value is None:
        return ""
    local = timezone.localtime(value) if isinstance(value, dt.datetime) and timezone.is_aware(value) else value
    return translated(clock_told(local.time() if isinstance(local, dt.datetime) else local))


@register.filter
def own_evening(division: Division) -> str:
    """Return on which evening and at what time a division plays, where it has its own: a sentence, or nothing."""
    return translated(stored(DivisionSettings, division).evening_sentence)


@register.filter
def home_place(entry: Any) -> str:
    """Return where and when a team of a season plays at home: "Anchor, Tuesdays at 8 pm"."""
    return translated(home_told(entry.venue.name, entry.home_night, entry.start_time))


@register.filter
def home_evening(entry: Any) -> str:
    """Return when and where a team of a season plays at home: "Tuesdays at 8.30 pm at the Swan"."""
    return translated(home_evening_told(entry.venue.name, entry.home_night, entry.start_time))


@register.filter
def team_evening(team: Any) -> str:
    """Return when and where a team of a timetable plays at home."""
    return translated(home_evening_told(team.venue, team.night, team.start))


@register.filter
def moment(value: dt.datetime | None) -> str:
    """A moment: "Tue 3 Nov, 8 pm"."""
    return "" if value is None else f"{day(value)}, {clock(value)}"


@register.inclusion_tag("components/subscribe.html", takes_context=True)
def subscribe(context: Mapping[str, Any], calendar: str, name: str, **params: Any) -> dict[str, str]:
    """Show how to subscribe to the calendar at a URL name; `name` says what is in it."""
    league, here = context["league"], context["request"].build_absolute_uri("/")
    address = base_url_of(league, here) + reverse(calendar, kwargs={"slug": league.slug, **params})
    return {"name": name, "address": address, "webcal": f"webcal://{address.partition('://')[2]}"}


@register.filter
def days_left(days: int) -> str:
    return translated(N_("Last day") if days == 1 else Text.plural("{n} day left", "{n} days left", n=days))


@register.filter
def readable(value: Any) -> str:
    """A stored word as people read it: "pair royal" for "pair-royal" or "pair_royal"."""
    words = str(value).replace("-", " ").replace("_", " ")
    return translated(WORDS.get(words, words))


@register.filter
def team_name(fixture: Any, side: str) -> str:
    return str(fixture.home.name if side == "home" else fixture.away.name)


@register.filter
def version_name(result: Any) -> str:
    return translated(Text("Version {number}", number=result.version))


# The columns between the team and its points, by the kind of table.
KINDS = {"page": PAGE, "compact": COMPACT, "widget": RECORD}


@register.simple_tag
def table_heads(kind: str) -> SafeString:
    return format_html_join("", '<th scope="col"{}>{}</th>', (_head(one) for one in (*BEFORE, *KINDS[kind], *AFTER)))


def _head(column: Column) -> tuple[str, str]:
    css = format_html(' class="{}"', column.css) if column.css else ""
    title, head = translated(column.title), translated(column.head)
    return css, head if title == head else format_html('<abbr title="{}">{}</abbr>', title, head)


@register.simple_tag
def table_cells(row: TableRow, kind: str) -> SafeString:
    return mark_safe("".join(f'<td class="{one.css}">{translated(one.text(row))}</td>' for one in KINDS[kind]))  # noqa: S308 - numbers


@register.filter
def decided_rows(rows: Sequence[Any]) -> list[Any]:
    return [view for view in rows if view.line.row.decided_text]


@register.simple_tag
def form_dots(form: Sequence[Any]) -> SafeString:
    """Render a team's last fixtures as circles, the latest last.

    Args:
        form: each with its outcome ("W", "D", "L" or "A" for abandoned), its label and its url, "" for none.
    """
    dots = "".join(_dot(item.outcome, translated(item.label), item.url) for item in form)
    if not dots:
        return SafeString()
    message = Text("Last {number}, the latest last", number=len(form))
    return format_html('<ol class="form-dots" aria-label="{}">{}</ol>', translated(message), mark_safe(dots))  # noqa: S308 - made of what is escaped


def _dot(outcome: str, label: str, url: str) -> str:
    said = conditional_escape(label)
    shown = f'<span aria-hidden="true">{outcome}</span><span class="visually-hidden">{said}</span>'
    shown = f'<a href="{url}" title="{said}">{shown}</a>' if url else f'<span title="{said}">{shown}</span>'
    return f'<li class="dot dot-{outcome.lower()}">{shown}</li>'


@register.simple_tag
def form_line(form: Sequence[Any]) -> SafeString:
    """Return the last fixtures where there is no room for links."""
    message = translated(Text("Last {number}, the latest last:", number=len(form)))
    labels = "; ".join(conditional_escape(translated(item.label)) for item in form)
    dots = "".join(f'<i class="dot-{item.outcome.lower()}" aria-hidden="true">{item.outcome}</i>' for item in form)
    return format_html(
        '<span class="form-line"><span class="visually-hidden">{} {}</span>{}</span>',
        message, mark_safe(labels), mark_safe(dots),  # noqa: S308 - labels are escaped, outcomes are letters of ours
    )  # fmt: skip


@register.simple_tag
def movement(places: int | None) -> SafeString:
    """Render the places moved since the week before, up if positive; "" for None, which is unknown."""
    if places is None:
        return SafeString()
    by = abs(places)
    if places > 0:
        way, sign, message = " movement-up", f"▲{by}", Text.plural("up {n} place", "up {n} places", n=by)
    elif places < 0:
        way, sign, message = " movement-down", f"▼{by}", Text.plural("down {n} place", "down {n} places", n=by)
    else:
        way, sign, message = "", "–", Text("place unchanged")
    return format_html(
        '<span class="movement{}"><span aria-hidden="true">{}</span><span class="visually-hidden">, {}</span></span>',
        way, sign, translated(message),
    )  # fmt: skip
