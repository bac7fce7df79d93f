"""Pages that a captain's device keeps as soon as their fixtures are read: a match night in a pub without a signal."""

import datetime as dt
from collections.abc import Iterable

from django.urls import reverse

from league.enums import FixtureState
from league.models import Fixture, Team
from league.queries.results.my_fixtures import CaptainsList
from league.web.base.scope import LeagueRequest

# A device asks for each of them once in ten minutes at most, one after the other.
MOST_SHEETS = 4
AHEAD = dt.timedelta(days=7)


def take_along(request: LeagueRequest, found: CaptainsList, teams: Iterable[Team]) -> list[str]:
    """Return the addresses of a captain's match night: home, the sheets due and of the coming week, the squads of those
    who play, the rules and the hand checker.
    """
    coming = [line.fixture for line in found.coming if opens_ahead(line.fixture, now=request.now)]
    due = [line.fixture for line in found.due]
    playing = [*due, *coming][:MOST_SHEETS]
    slugs = dict.fromkeys([*(team.slug for team in teams), *(t.slug for f in playing for t in (f.home, f.away))])
    of = {"slug": request.league.slug}
    sheets = [
        reverse("sheet", kwargs={**of, "fixture": fixture.pk}) + ("" if fixture in due else "?ahead=yes")
        for fixture in playing
    ]
    squads = [reverse("team", kwargs={**of, "team": slug}) for slug in slugs]
    return [*sheets, *squads, *everybodys(request), reverse("league", kwargs=of)]


def everybodys(request: LeagueRequest) -> list[str]:
    """Return the addresses that whoever reads a league takes along."""
    return [reverse(name, kwargs={"slug": request.league.slug}) for name in ("league-hand", "rules")]


def opens_ahead(fixture: Fixture, *, now: dt.datetime) -> bool:
    """Return True if a fixture's sheet may be taken along before it begins."""
    return fixture.state == FixtureState.SCHEDULED and now < fixture.starts_at <= now + AHEAD
