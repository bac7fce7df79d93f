"""Feeds in Atom: a league's results, those of a division and of a team, and the news.

An entry is the same one for as long as its fixture or post is: a result that is corrected comes again under its old
number, with the time at which that was decided. Times are the league's own, so a feed's bytes change when it does.
"""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.syndication.views import Feed
from django.db.models import Q
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from league.models import Post, Result
from league.queries.news import posts_of
from league.queries.results.versions import describe_outcome
from league.queries.sharing import results_of
from league.rules.news import first_words
from league.translation import Text, dated, translated
from league.web.requests import LeagueRequest, division_or_404, team_or_404
from league.web.sharing.shared import build_url, conditional, shared

ATOM = "application/atom+xml; charset=utf-8"
POSTS, WORDS = 20, 400
# When a feed without entries was changed: never.
NEVER = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
# What XML has no way to say.
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a feed; `id` is a URN or an address, and never changes."""

    id: str
    title: str
    text: str
    link: str
    published: dt.datetime
    updated: dt.datetime


class _Atom(Atom1Feed):
    def latest_post_date(self) -> dt.datetime:
        return max((item["updateddate"] for item in self.items), default=NEVER)


class _LeagueFeed(Feed):
    """A feed as Django writes it. Texts have what XML takes alone; a summary is HTML, so what is typed is escaped."""

    feed_type = _Atom

    def __init__(self, request: LeagueRequest, title: Text, link: str, entries: Sequence[Entry]) -> None:
        self.title, self.author_name = _xml(translated(title)), _xml(request.league.name)
        self.league = request.league
        self.link = build_url(link, self.league)
        self.feed_url = self.feed_guid = build_url(request.path, self.league)
        self.entries = entries

    def items(self) -> Sequence[Entry]:
        return self.entries

    def item_title(self, item: Any) -> str:
        return _xml(item.title)

    def item_description(self, item: Any) -> str:
        return _xml(str(escape(item.text)))

    def item_link(self, item: Entry) -> str:
        return build_url(item.link, self.league)

    def item_guid(self, item: Entry) -> str:
        return item.id

    def item_pubdate(self, item: Entry) -> dt.datetime:
        return item.published

    def item_updateddate(self, item: Entry) -> dt.datetime:
        return item.updated


@shared
def results(request: LeagueRequest) -> HttpResponseBase:
    title = Text("{league}: results", league=request.league.name)
    link = reverse("league", kwargs={"slug": request.league.slug})
    return _answer(request, title, link, _results(request, Q()))


@shared
def division(request: LeagueRequest, season: str, division: str) -> HttpResponseBase:
    params = {"season": season, "division": division}
    division_row = division_or_404(request, season, division)
    title = Text("Results of {division}, {season}", division=division_row.name, season=division_row.season.name)
    link = reverse("division", kwargs={"slug": request.league.slug, **params})
    return _answer(request, title, link, _results(request, Q(fixture__division=division_row)))


@shared
def team(request: LeagueRequest, team: str) -> HttpResponseBase:
    team_row = team_or_404(request, team)
    # Whoever subscribed to a team that was merged into another goes on reading of it.
    team_row = team_row.merged_into or team_row
    condition = Q(fixture__home=team_row) | Q(fixture__away=team_row)
    link = reverse("team", kwargs={"slug": request.league.slug, "team": team_row.slug})
    return _answer(request, Text("Results of {team}", team=team_row.name), link, _results(request, condition))


@shared
def news(request: LeagueRequest) -> HttpResponseBase:
    posts = posts_of(request.league).order_by("-published_at", "-pk")[:POSTS]
    title = Text("{league}: news", league=request.league.name)
    link = reverse("news", kwargs={"slug": request.league.slug})
    return _answer(request, title, link, [_of_post(post, request) for post in posts])


def _answer(request: LeagueRequest, title: Text, link: str, entries: Sequence[Entry]) -> HttpResponseBase:
    written = _LeagueFeed(request, title, link, entries).get_feed(None, request).writeString("utf-8")
    return conditional(request, written.encode(), ATOM)


def _results(request: LeagueRequest, condition: Q) -> list[Entry]:
    return [_of_result(one, request) for one in results_of(request.league, condition)]


def _of_result(result: Result, request: LeagueRequest) -> Entry:
    fixture = result.fixture
    day = dated(fixture.starts_at.astimezone(request.league.tz), "j F Y")
    where = f"{fixture.division.name}, {fixture.division.season.name}"
    payload = {"where": where, "day": day, "venue": fixture.venue.name}
    if result.not_played:
        message = Text("{where}. Not played; it was set for {day} at {venue}.", **payload)
    elif not result.scored:
        message = Text("{where}. It counts for nothing; it was set for {day} at {venue}.", **payload)
    else:
        message = Text("{where}. Played on {day} at {venue}.", **payload)
    settled = result.settled_at or result.submitted_at
    return Entry(
        id=f"urn:uuid:{fixture.uid}",
        title=describe_outcome(fixture, result),
        text=" ".join(part for part in (translated(message), result.note) if part),
        link=reverse("fixture", kwargs={"slug": request.league.slug, "fixture": fixture.pk}),
        published=settled,
        updated=settled,
    )


def _of_post(post: Post, request: LeagueRequest) -> Entry:
    link = reverse("post", kwargs={"slug": request.league.slug, "post": post.pk})
    published = post.published_at or post.changed_at
    updated = max(published, post.changed_at)
    return Entry(build_url(link), post.title, first_words(post.text, WORDS), link, published, updated)


def _xml(text: str) -> str:
    return NOT_XML.sub("", text)
