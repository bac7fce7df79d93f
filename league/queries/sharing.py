"""Public pages for search engines (not players', so that nobody's name is put forward), and results for feeds."""

import datetime as dt
from dataclasses import dataclass, field

from django.db.models import F, Max, Q, QuerySet

from league.enums import FixtureState, ResultState
from league.models import Division, Fixture, League, Result, Team
from league.queries.news import pages_of, posts_of
from league.queries.visibility import public, sides_shown

# As many as a search engine takes in one file, at the most; the latest are those that anybody looks for.
MOST_FIXTURES = 20_000
MOST = 5_000
ALWAYS = ("league", "tables", "fixtures", "archive", "honours", "rules", "news", "calendars")


@dataclass(frozen=True, slots=True)
class Place:
    """A page by its URL name and arguments, and when it last changed, if known."""

    name: str
    which: dict[str, str | int] = field(default_factory=dict)
    changed: dt.datetime | None = None


def public_places(league: League) -> list[Place]:
    """Public pages of a league, without players (five queries)."""
    return [*(Place(name) for name in ALWAYS), *_divisions(league), *_teams(league), *_news(league), *_fixtures(league)]


def _divisions(league: League) -> list[Place]:
    divisions = Division.objects.filter(public("season__"), season__league=league)
    slugs = divisions.order_by("-season__first_week", "order", "pk").values_list("season__slug", "slug")[:MOST]
    return [Place("division", {"season": season, "division": division}) for season, division in slugs]


def _teams(league: League) -> list[Place]:
    entered = Team.objects.filter(public("entries__season__"), league=league, hidden_at=None).distinct()
    return [Place("team", {"team": slug}) for slug in entered.order_by("slug").values_list("slug", flat=True)[:MOST]]


def _news(league: League) -> list[Place]:
    posts = posts_of(league).order_by("-published_at", "-pk").values_list("pk", "changed_at")[:MOST]
    pages = pages_of(league).values_list("slug", "changed_at")[:MOST]
    return [
        *(Place("post", {"post": pk}, changed) for pk, changed in posts),
        *(Place("own-page", {"page": slug}, changed) for slug, changed in pages),
    ]


def _fixtures(league: League) -> list[Place]:
    confirmed = Q(results__live=True, results__state=ResultState.CONFIRMED)
    fixtures = Fixture.objects.filter(public("division__season__"), sides_shown(), division__season__league=league)
    dated = fixtures.exclude(state=FixtureState.CANCELLED).order_by(F("starts_at").desc(), "-pk")
    settled = dated.annotate(settled=Max("results__settled_at", filter=confirmed))
    return [Place("fixture", {"fixture": pk}, at) for pk, at in settled.values_list("pk", "settled")[:MOST_FIXTURES]]


MOST_RESULTS = 30
JOINED = ("fixture__division__season__league", "fixture__home", "fixture__away", "fixture__venue")


def results_of(league: League, which: Q) -> list[Result]:
    """Confirmed public results whose fixture matches, with everything joined, at most `MOST_RESULTS` (one query)."""
    return list(
        _public_results(league).filter(which).select_related(*JOINED).order_by("-settled_at", "-pk")[:MOST_RESULTS]
    )


def live_result_of(fixture: Fixture) -> Result | None:
    """The live result of a fixture, confirmed or not (one query)."""
    result = Result.objects.filter(fixture=fixture, live=True).first()
    if result is not None:
        result.fixture = fixture
    return result


def _public_results(league: League) -> QuerySet[Result]:
    results = Result.objects.filter(
        public("fixture__division__season__"), sides_shown("fixture__"), fixture__division__season__league=league,
        live=True, state=ResultState.CONFIRMED,
    )  # fmt: skip
    return results.exclude(fixture__state=FixtureState.CANCELLED)
