"""Files for search engines: robots.txt, a sitemap of each league, their index; and the icon that browsers want."""

import datetime as dt
from math import ceil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import SitemapIndexItem
from django.contrib.sitemaps.views import sitemap as sitemap_view
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.models import League
from league.queries.domains import base_url_of, host_league, host_of
from league.queries.leagues import leagues_of
from league.queries.sharing import Place, PublicPlaces, public_counts
from league.rules.languages import LANGUAGES, spoken, tag_of
from league.translation import addressed_in
from league.web.requests import LeagueRequest
from league.web.sharing.shared import build_url, conditional, shared

XML = "application/xml"
MOST_SITEMAPS = 50_000
# Pages for people who have signed in, addresses without an end, and the same pages in another shape.
NOT_FOR_ROBOTS = (
    "/accounts/", "/account/", "/admin/", "/api/", "/invitations/", "/mail/", "/metrics", "/health/", "/setup/",
    "/new-league/", "/leagues/*/secretary/", "/leagues/*/my/", "/leagues/*/me/", "/leagues/*/messages/",
    "/leagues/*/search/", "/leagues/*/what-if/", "/leagues/*/following/", "/leagues/*/widgets/", "/leagues/*/confirm/",
    "/leagues/*/can-play/", "/leagues/*/enter/", "/*?as=text",
)  # fmt: skip


class LeagueSitemap(Sitemap):
    limit = 500

    def __init__(self, league: League) -> None:
        self.league = league

    def items(self) -> PublicPlaces:
        return PublicPlaces(self.league)

    def location(self, item: Place) -> str:
        with addressed_in(""):
            return reverse(item.name, kwargs={"slug": self.league.slug, **item.which})

    def lastmod(self, item: Place) -> dt.datetime | None:
        return item.changed

    def get_urls(self, page: Any = 1, site: Any = None, protocol: str | None = None) -> list[dict[str, Any]]:
        own = urlsplit(base_url_of(self.league))
        urls = super().get_urls(page, _Site(own.netloc), own.scheme)  # type: ignore[arg-type]
        usual = spoken([self.league.language])
        for url in urls:
            path = urlsplit(url["location"]).path
            others = {tag_of(code): path if code == usual else f"/{code}{path}" for code in LANGUAGES}
            url["alternates"] = [
                {"lang_code": tag, "location": build_url(other, self.league)}
                for tag, other in {**others, "x-default": path}.items()
            ]
        return urls


class _Site:
    def __init__(self, domain: str) -> None:
        self.domain = self.name = domain


@shared
def of_league(request: LeagueRequest) -> HttpResponseBase:
    answer = sitemap_view(request, {"league": LeagueSitemap(request.league)}).render()
    return conditional(request, answer.content, XML)


@require_safe
def index(request: HttpRequest) -> HttpResponseBase:
    counts, items = public_counts(), []
    here = host_league(request)
    for league in leagues_of(here):
        # An index tells of its own host alone.
        if bool(host_of(league)) != bool(here):
            continue
        own = build_url(reverse("league-sitemap", kwargs={"slug": league.slug}), league)
        parts = range(2, 1 + ceil(counts[league.pk] / LeagueSitemap.limit))
        items += [SitemapIndexItem(own), *(SitemapIndexItem(f"{own}?p={part}") for part in parts)]
    answer = render(request, "sitemap_index.xml", {"sitemaps": items[:MOST_SITEMAPS]})
    return conditional(request, answer.content, XML)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    own = League.objects.filter(slug=host_league(request)).first() if host_league(request) else None
    lines = [
        "User-agent: *",
        *(
            f"Disallow: {prefix}{path}"
            for prefix in ("", *(f"/{code}" for code in LANGUAGES))
            for path in NOT_FOR_ROBOTS
        ),
        "",
        f"Sitemap: {build_url('/sitemap.xml', own)}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def icon(request: HttpRequest, file: str) -> HttpResponse:
    """Send an icon to a browser that asks for it by the name of old, whatever page it is on."""
    path = finders.find(f"img/{file}")
    if path is None:
        raise Http404
    media_type = "image/x-icon" if file.endswith(".ico") else "image/png"
    return HttpResponse(
        Path(str(path)).read_bytes(), content_type=media_type, headers={"Cache-Control": "public, max-age=86400"}
    )
