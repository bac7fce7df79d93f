"""Public pages for search engines (not players', so that nobody's name is put forward), and results for feeds."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from league.enums import FixtureState, ResultState
from league.models import Division, Fixture, League, OwnPage, Post, Result, Team
from league.queries.news import PUBLISHED, pages_of, posts_of
from league.queries.visibility import public, sides_shown

ALWAYS = ("league", "tables", "fixtures", "archive", "honours", "rules", "news", "calendars")


@dataclass(frozen=True, slots=True)
class Place:
    """A page by its URL name and arguments, and when it last changed, if known."""

    name: str
    which: dict[str, str | int] = field(default_factory=dict)
    changed: dt.datetime | None = None


# What has a public page, of every league.
DIVISIONS = Division.objects.filter(public("season__"))
TEAMS = Team.objects.filter(public("entries__season__"), hidden_at=None)
FIXTURES = Fixture.objects.filter(public("division__season__"), sides_shown()).exclude(state=FixtureState.CANCELLED)


def public_counts() -> Counter[int]:
    """How many `PublicPlaces` there are, by league (five queries)."""
    found: Counter[int] = Counter()
    for rows, league in (
        (DIVISIONS, "season__league"), (TEAMS, "league"), (FIXTURES, "division__season__league"),
        (Post.objects.filter(PUBLISHED), "league"), (OwnPage.objects.filter(PUBLISHED), "league"),
    ):  # fmt: skip
        found.update(dict(rows.order_by().values_list(league).annotate(Count("pk", distinct=True))))
    return Counter({league: number + len(ALWAYS) for league, number in found.items()})


class PublicPlaces(Sequence[Place]):
    """Public pages of a league, without players, of which a part is read at a time (six queries).

    Fixtures come last and in the order in which they were made, so that a part of them stays as it is.
    """

    ordered = True

    def __init__(self, league: League) -> None:
        self.first = [*(Place(name) for name in ALWAYS), *_divisions(league), *_teams(league), *_news(league)]
        self.fixtures = FIXTURES.filter(division__season__league=league).order_by("pk")

    def __len__(self) -> int:
        return len(self.first) + self.fixtures.count()

    def __getitem__(self, part: Any) -> Any:
        begin, end = (max(0, at - len(self.first)) for at in (part.start, part.stop))
        confirmed = Q(results__live=True, results__state=ResultState.CONFIRMED)
        settled = self.fixtures.annotate(settled=Max("results__settled_at", filter=confirmed))[begin:end]
        return [
            *self.first[part],
            *(Place("fixture", {"fixture": pk}, at) for pk, at in settled.values_list("pk", "settled")),
        ]


def _divisions(league: League) -> list[Place]:
    slugs = DIVISIONS.filter(season__league=league).order_by("-season__first_week", "order", "pk")
    return [
        Place("division", {"season": season, "division": division})
        for season, division in slugs.values_list("season__slug", "slug")
    ]


def _teams(league: League) -> list[Place]:
    slugs = TEAMS.filter(league=league).distinct().order_by("slug").values_list("slug", flat=True)
    return [Place("team", {"team": slug}) for slug in slugs]


def _news(league: League) -> list[Place]:
    posts = posts_of(league).order_by("-published_at", "-pk").values_list("pk", "changed_at")
    pages = pages_of(league).values_list("slug", "changed_at")
    return [
        *(Place("post", {"post": pk}, changed) for pk, changed in posts),
        *(Place("own-page", {"page": slug}, changed) for slug, changed in pages),
    ]


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
