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
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from league.models import Division, Post, Result
from league.queries.news import posts_of
from league.queries.results.versions import describe_outcome
from league.queries.sharing import results_of
from league.queries.visibility import public
from league.rules.news import first_words
from league.translation import Text, dated, translated
from league.web.requests import LeagueRequest, team_or_404
from league.web.sharing.shared import conditional, shared, whole

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


@dataclass(frozen=True, slots=True)
class Told:
    """A feed: its title, the page that it is of, its own address, and its entries, the latest first."""

    title: str
    league: str
    link: str
    address: str
    entries: Sequence[Entry]


class _Atom(Atom1Feed):
    def latest_post_date(self) -> dt.datetime:
        return max((item["updateddate"] for item in self.items), default=NEVER)


class _LeagueFeed(Feed):
    """A feed as Django writes it. Texts have what XML takes alone; a summary is HTML, so what is typed is escaped."""

    feed_type = _Atom

    def title(self, told: Told) -> str:
        return _xml(told.title)

    def author_name(self, told: Told) -> str:
        return _xml(told.league)

    def link(self, told: Told) -> str:
        return whole(told.link)

    def feed_url(self, told: Told) -> str:
        return whole(told.address)

    def feed_guid(self, told: Told) -> str:
        return whole(told.address)

    def items(self, told: Told) -> Sequence[Entry]:
        return told.entries

    def item_title(self, item: Any) -> str:
        return _xml(item.title)

    def item_description(self, item: Any) -> str:
        return _xml(str(escape(item.text)))

    def item_link(self, item: Entry) -> str:
        return whole(item.link)

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
    which = {"season": season, "division": division}
    found = get_object_or_404(
        Division.objects.select_related("season"), public("season__"), season__league=request.league,
        season__slug=season, slug=division,
    )  # fmt: skip
    title = Text("Results of {division}, {season}", division=found.name, season=found.season.name)
    link = reverse("division", kwargs={"slug": request.league.slug, **which})
    return _answer(request, title, link, _results(request, Q(fixture__division=found)))


@shared
def team(request: LeagueRequest, team: str) -> HttpResponseBase:
    found = team_or_404(request, team)
    # Whoever subscribed to a team that was merged into another goes on reading of it.
    found = found.merged_into or found
    which = Q(fixture__home=found) | Q(fixture__away=found)
    link = reverse("team", kwargs={"slug": request.league.slug, "team": found.slug})
    return _answer(request, Text("Results of {team}", team=found.name), link, _results(request, which))


@shared
def news(request: LeagueRequest) -> HttpResponseBase:
    posts = posts_of(request.league).order_by("-published_at", "-pk")[:POSTS]
    title = Text("{league}: news", league=request.league.name)
    link = reverse("news", kwargs={"slug": request.league.slug})
    return _answer(request, title, link, [_of_post(post, request) for post in posts])


def _answer(request: LeagueRequest, title: Text, link: str, entries: Sequence[Entry]) -> HttpResponseBase:
    told = Told(translated(title), request.league.name, link, request.path, entries)
    written = _LeagueFeed().get_feed(told, request).writeString("utf-8")
    return conditional(request, written.encode(), ATOM)


def _results(request: LeagueRequest, which: Q) -> list[Entry]:
    return [_of_result(one, request) for one in results_of(request.league, which)]


def _of_result(result: Result, request: LeagueRequest) -> Entry:
    fixture = result.fixture
    day = dated(fixture.starts_at.astimezone(request.league.tz), "j F Y")
    where = f"{fixture.division.name}, {fixture.division.season.name}"
    told = {"where": where, "day": day, "venue": fixture.venue.name}
    if result.not_played:
        said = Text("{where}. Not played; it was set for {day} at {venue}.", **told)
    elif not result.scored:
        said = Text("{where}. It counts for nothing; it was set for {day} at {venue}.", **told)
    else:
        said = Text("{where}. Played on {day} at {venue}.", **told)
    settled = result.settled_at or result.submitted_at
    return Entry(
        id=f"urn:uuid:{fixture.uid}",
        title=describe_outcome(fixture, result),
        text=" ".join(part for part in (translated(said), result.note) if part),
        link=reverse("fixture", kwargs={"slug": request.league.slug, "fixture": fixture.pk}),
        published=settled,
        updated=settled,
    )


def _of_post(post: Post, request: LeagueRequest) -> Entry:
    link = reverse("post", kwargs={"slug": request.league.slug, "post": post.pk})
    published = post.published_at or post.changed_at
    updated = max(published, post.changed_at)
    return Entry(whole(link), post.title, first_words(post.text, WORDS), link, published, updated)


def _xml(text: str) -> str:
    return NOT_XML.sub("", text)
