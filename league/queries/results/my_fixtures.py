import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Q

from league.enums import FixtureState, ResultState, Side
from league.models import Fixture, League, Result, SheetDraft, Team, User
from league.queries.dates.postponements import PostponementView, open_by_fixture
from league.queries.fixtures import FixtureLine, lines_of
from league.queries.visibility import public

DONE = 10


@dataclass(slots=True)
class CaptainsList:
    """A captain's fixtures by what is to be done about them."""

    asked: list[FixtureLine] = field(default_factory=list)  # dates offered to them, or a postponement asked for
    asking: list[FixtureLine] = field(default_factory=list)  # they wait for the reply
    confirm: list[FixtureLine] = field(default_factory=list)
    corrected: list[FixtureLine] = field(default_factory=list)  # the other side proposes to correct what counts
    due: list[FixtureLine] = field(default_factory=list)  # no sheet yet
    disputed: list[FixtureLine] = field(default_factory=list)
    waiting: list[FixtureLine] = field(default_factory=list)
    coming: list[FixtureLine] = field(default_factory=list)
    postponed: list[FixtureLine] = field(default_factory=list)
    cancelled: list[FixtureLine] = field(default_factory=list)
    done: list[FixtureLine] = field(default_factory=list)  # the last confirmed ones, the latest first


def fixtures_of_captain(league: League, teams: frozenset[int], *, now: dt.datetime) -> CaptainsList:
    """A captain's fixtures by what they have to do (five queries at most)."""
    mine = (Q(home_id__in=teams) | Q(away_id__in=teams)) & public("division__season__")
    found = CaptainsList()
    open_ones, corrected = open_by_fixture(league, teams), _corrected(league, teams)
    for line in lines_of(league, mine):
        asked = open_ones.get(line.fixture.pk)
        heading = _of_the_date(asked, line, teams, now) if asked and line.result is None else ""
        if line.fixture.pk in corrected:
            heading = "corrected"
        getattr(found, heading or _heading(line, teams, now)).append(line)
    found.done = found.done[::-1][:DONE]
    return found


def _corrected(league: League, teams: frozenset[int]) -> set[int]:
    """Fixtures in which the other side's correction waits for these teams (one query)."""
    proposed = Result.objects.filter(
        Q(side=Side.HOME, fixture__away__in=teams) | Q(side=Side.AWAY, fixture__home__in=teams),
        public("fixture__division__season__"),
        state=ResultState.PROPOSED,
        fixture__division__season__league=league,
    ).exclude(fixture__state=FixtureState.CANCELLED)
    return set(proposed.values_list("fixture_id", flat=True))


def _of_the_date(asked: PostponementView, line: FixtureLine, teams: frozenset[int], now: dt.datetime) -> str:
    """Return the list that an open postponement belongs to; blank without a proposal."""
    offer = asked.to_answer
    if offer is None or (line.fixture.state == FixtureState.SCHEDULED and line.fixture.starts_at <= now):
        return ""
    return "asking" if line.fixture.team_id(offer.side) in teams else "asked"


def _heading(line: FixtureLine, teams: frozenset[int], now: dt.datetime) -> str:
    fixture, result = line.fixture, line.result
    if result is None:
        return _unplayed(fixture, now)
    if result.state == ResultState.SUBMITTED:
        sender = fixture.team_id(result.side) if result.side else None
        return "waiting" if sender in teams else "confirm"
    return "disputed" if result.state == ResultState.DISPUTED else "done"


def _unplayed(fixture: Fixture, now: dt.datetime) -> str:
    if fixture.state != FixtureState.SCHEDULED:
        return "postponed" if fixture.state == FixtureState.POSTPONED else "cancelled"
    return "due" if fixture.starts_at <= now else "coming"


def draft_of(fixture: Fixture, user: User) -> SheetDraft | None:
    return SheetDraft.objects.filter(fixture=fixture, user=user).first()


def teams_led(league: League, teams: frozenset[int]) -> Mapping[int, Team]:
    """Teams by id (one query)."""
    return Team.objects.filter(league=league).in_bulk(list(teams))
