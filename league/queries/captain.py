"""What waits for a captain."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Q

from league.enums import FixtureState, ResultState
from league.models import Fixture, League, Notice, SheetDraft, Team, User
from league.queries.fixtures import FixtureLine, lines_of

DONE = 10


@dataclass(slots=True)
class CaptainsList:
    """A captain's fixtures by what is to be done about them.

    Attributes:
        confirm: the other side's sheet waits for him.
        due: played, or should have been, and no sheet yet.
        disputed: a sheet of his fixture is disputed.
        waiting: his sheet waits for the other side.
        coming: still to be played; `postponed` those without a date.
        done: the last confirmed ones, the latest first.
    """

    confirm: list[FixtureLine] = field(default_factory=list)
    due: list[FixtureLine] = field(default_factory=list)
    disputed: list[FixtureLine] = field(default_factory=list)
    waiting: list[FixtureLine] = field(default_factory=list)
    coming: list[FixtureLine] = field(default_factory=list)
    postponed: list[FixtureLine] = field(default_factory=list)
    done: list[FixtureLine] = field(default_factory=list)


def fixtures_of_captain(league: League, teams: frozenset[int], *, now: dt.datetime) -> CaptainsList:
    """The fixtures of a captain's teams (two queries, however many there are)."""
    mine = Q(home_id__in=teams) | Q(away_id__in=teams)
    found = CaptainsList()
    for line in lines_of(league, mine & ~Q(state=FixtureState.CANCELLED)):
        getattr(found, _heading(line, teams, now)).append(line)
    found.done = found.done[::-1][:DONE]
    return found


def _heading(line: FixtureLine, teams: frozenset[int], now: dt.datetime) -> str:
    fixture, result = line.fixture, line.result
    if result is None:
        if fixture.state == FixtureState.POSTPONED:
            return "postponed"
        return "due" if fixture.starts_at <= now else "coming"
    if result.state == ResultState.SUBMITTED:
        sender = fixture.team_id(result.side) if result.side else None
        return "waiting" if sender in teams else "confirm"
    return "disputed" if result.state == ResultState.DISPUTED else "done"


def draft_of(fixture: Fixture, user: User) -> SheetDraft | None:
    """What this user has filled in so far for a fixture."""
    return SheetDraft.objects.filter(fixture=fixture, user=user).first()


def unread_notices(league: League, user: User) -> list[Notice]:
    """A user's notices of a league that he has not put away yet, the latest first (one query)."""
    return list(Notice.objects.filter(league=league, recipient=user, read_at=None)[:20])


def teams_led(league: League, teams: frozenset[int]) -> Mapping[int, Team]:
    """The teams themselves (one query)."""
    return Team.objects.filter(league=league).in_bulk(list(teams))
