"""Tags for what is told to whoever shows a link: its title, a sentence, and a picture, for the head of the page.

The same for every reader: no name that only some may read is in it, and no address but the site's own.
"""

import hashlib

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, to_locale

from league.models import Division, Fixture, League, Result
from league.queries.domains import base_url_of
from league.queries.results.versions import describe_outcome
from league.translation import N_, Text, dated, translated

register = template.Library()
WIDTH, HEIGHT = 1200, 630
# Teams of a table that its sentence names.
FIRST = 3
LONGEST = 200


@register.simple_tag
def preview(title: str, text: str, address: str, league: League, picture: str = "", shows: str = "") -> SafeString:
    """Return the head's lines that say what a link to a page shows.

    Args:
        address: the page's; `picture`: its picture's, blank for a page without one. Both as paths.
        shows: all that is on the picture: its address changes whenever that does, so nobody keeps an old one.
    """
    named = [
        ("og:type", "website"), ("og:site_name", league.name), ("og:title", title), ("og:description", _cut(text)),
        ("og:url", f"{base_url_of(league)}{address}"), ("og:locale", to_locale(get_language() or "")),
    ]  # fmt: skip
    texts = [("twitter:card", "summary_large_image" if picture else "summary"), ("twitter:title", title)]
    texts.append(("twitter:description", _cut(text)))
    if picture:
        version = hashlib.blake2b(f"{title}\n{shows or text}".encode(), digest_size=6).hexdigest()
        whole = f"{base_url_of(league)}{picture}?v={version}"
        named += [
            ("og:image", whole), ("og:image:type", "image/png"), ("og:image:width", str(WIDTH)),
            ("og:image:height", str(HEIGHT)), ("og:image:alt", f"{title}. {_cut(text)}"),
        ]  # fmt: skip
        texts.append(("twitter:image", whole))
    lines = format_html_join("", '<meta property="{}" content="{}">', named)
    return lines + format_html_join("", '<meta name="{}" content="{}">', texts)


@register.simple_tag
def table_preview(division: Division, as_text: str, league: League) -> SafeString:
    """Preview a table, from the table as text."""
    params = {"slug": league.slug, "season": division.season.slug, "division": division.slug}
    title = f"{division.name}, {division.season.name}"
    first = ". ".join(as_text.splitlines()[1 : 1 + FIRST])
    page, picture = reverse("division", kwargs=params), reverse("table-picture", kwargs=params)
    return preview(title, first or translated(N_("No teams yet")), page, league, picture, as_text)


@register.simple_tag
def fixture_preview(fixture: Fixture, result: Result | None, state: str | Text, league: League) -> SafeString:
    """Preview a fixture; `state` is its badge's text, "" for an ordinary one."""
    params = {"slug": league.slug, "fixture": fixture.pk}
    day = dated(fixture.starts_at.astimezone(league.tz), "j F Y")
    if result is not None and result.not_played:
        day = translated(Text("Not played; it was set for {day}", day=day))
    parts = [f"{fixture.division.name}, {fixture.division.season.name}", day, fixture.venue.name, translated(state)]
    page, picture = reverse("fixture", kwargs=params), reverse("result-picture", kwargs=params)
    shows = f"{fixture.starts_at.isoformat()} {fixture.state}"
    text = ". ".join(part for part in parts if part)
    title = describe_outcome(fixture, result)
    return preview(title, text, page, league, picture, f"{text} {shows}")


@register.simple_tag
def feed_link(name: str, title: str, league: League, **params: str) -> SafeString:
    address = reverse(name, kwargs={"slug": league.slug, **params})
    return format_html('<link rel="alternate" type="application/atom+xml" title="{}" href="{}">', title, address)


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
