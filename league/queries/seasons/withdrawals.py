"""Consequences of a team's withdrawal: leagues differ, so the season's policy decides."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Q

from league.enums import FixtureState, WeekKind, WithdrawalPolicy
from league.models import Entry, Fixture, Season, Week
from league.queries.fixtures import FixtureLine, lines_of
from league.queries.standings.standings import DivisionTable, division_table, table_without
from league.rules.settings import SeasonSettings, stored


@dataclass(frozen=True, slots=True)
class Consequences:
    cancelled: tuple[Fixture, ...]
    void: tuple[FixtureLine, ...]
    stand: tuple[FixtureLine, ...]
    before: DivisionTable
    after: DivisionTable


def halfway(season: Season) -> dt.date | None:
    """The Monday on which a season's second half begins; None without weeks (one query).

    With an even number of rounds the first week of the later ones; with an odd number, or a last half round, the middle
    week of play.
    """
    weeks = list(
        Week.objects.filter(season=season, kind=WeekKind.PLAY)
        .order_by("starts_on")
        .values_list("round__number", "starts_on")
    )
    if not weeks:
        return None
    rounds = sorted({number for number, _ in weeks})
    if len(rounds) % 2 == 0 and not stored(SeasonSettings, season).shape.is_half(len(rounds), len(rounds)):
        return min(starts for number, starts in weeks if number in rounds[len(rounds) // 2 :])
    return weeks[(len(weeks) + 1) // 2][1] if len(weeks) > 1 else weeks[0][1]


def is_void(policy: WithdrawalPolicy, week: Week, *, half: dt.date | None, today: dt.date) -> bool:
    """Whether a week's result is void when a team withdraws today."""
    if policy == WithdrawalPolicy.VOID:
        return True
    if policy == WithdrawalPolicy.STAND or half is None:
        return False
    return today < half or week.starts_on >= half


def consequences_of(entry: Entry, *, now: dt.datetime) -> Consequences:
    """Preview a withdrawal now (eleven queries); `entry` has its season's league joined."""
    season = entry.season
    today = now.astimezone(season.league.tz).date()
    half = halfway(season)
    policy = WithdrawalPolicy(season.withdrawal_policy)
    mine = Q(division__season=season) & (Q(home=entry.team_id) | Q(away=entry.team_id))
    lines = lines_of(season.league, mine & ~Q(state=FixtureState.CANCELLED))
    played = [line for line in lines if line.result is not None]
    void = tuple(line for line in played if is_void(policy, line.fixture.week, half=half, today=today))
    return Consequences(
        cancelled=tuple(line.fixture for line in lines if line.result is None),
        void=void,
        stand=tuple(line for line in played if line not in void),
        before=division_table(entry.division),
        after=table_without(entry, [line.fixture.pk for line in void]),
    )
