"""Consequences of a team's withdrawal, which the season's policy decides, and of its return."""

import datetime as dt
from typing import NamedTuple

from django.db.models import Q

from league.enums import CompetitionKind, FixtureState, WithdrawalPolicy
from league.models import Entry, Fixture, Week
from league.queries.dates.postponements import moving_of
from league.queries.fixtures import FixtureLine, lines_of
from league.queries.standings.halves import halfway
from league.queries.standings.standings import DivisionTable, division_table, table_with, table_without
from league.rules import slots
from league.translation import N_, Text


class Consequences(NamedTuple):
    cancelled: tuple[Fixture, ...]
    void: tuple[FixtureLine, ...]
    stand: tuple[FixtureLine, ...]
    before: DivisionTable
    after: DivisionTable


def is_void(policy: WithdrawalPolicy, week: Week, *, half: dt.date | None, today: dt.date) -> bool:
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
    mine = Q(division__season=season, division__kind=CompetitionKind.LEAGUE) & (
        Q(home=entry.team_id) | Q(away=entry.team_id)
    )
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


# That an evening is near, or after the catch-up week, does not speak against a place that the fixture had.
TAKEN = frozenset({"busy", "blackout", "closed", "full"})


class Undated(NamedTuple):
    fixture: Fixture
    why: Text


class Return(NamedTuple):
    """Consequences of reversing a withdrawal.

    Attributes:
        results: those that count, wait or are disputed again.
        dated: fixtures on the date they had; `undated` need a new one.
        stay: fixtures that stay cancelled: the other team has withdrawn too, or is hidden.
        lapsed: play-offs that stay cancelled: their evening is taken and none is without a date.
    """

    results: tuple[FixtureLine, ...]
    dated: tuple[Fixture, ...]
    undated: tuple[Undated, ...]
    stay: tuple[Fixture, ...]
    lapsed: tuple[Fixture, ...]
    before: DivisionTable
    after: DivisionTable


def return_of(entry: Entry, *, now: dt.datetime) -> Return:
    """Preview a team's return (a few queries for each fixture without a result).

    `entry` has season, league, division and team joined.
    """
    season = entry.season
    lines = lines_of(season.league, Q(withdrawal=entry, state=FixtureState.CANCELLED), hidden_teams=True)
    away = Q(withdrawn_on__isnull=False) | Q(team__hidden_at__isnull=False)
    gone = set(Entry.objects.filter(away, season=season).exclude(pk=entry.pk).values_list("team_id", flat=True))
    stay = [line for line in lines if gone & {line.fixture.home_id, line.fixture.away_id}]
    back = [line for line in lines if line not in stay]
    results = tuple(line for line in back if line.result is not None)
    why = {line.fixture.pk: _against(line.fixture, entry, now) for line in back if line.result is None}
    unplayed = [line.fixture for line in back if line.result is None]
    for line in results:
        line.result.fixture = line.fixture  # type: ignore[union-attr]
    return Return(
        results=results,
        dated=tuple(fixture for fixture in unplayed if not why[fixture.pk]),
        undated=tuple(
            Undated(fixture, why[fixture.pk]) for fixture in unplayed if why[fixture.pk] and not fixture.play_off
        ),
        stay=tuple(line.fixture for line in stay),
        lapsed=tuple(fixture for fixture in unplayed if why[fixture.pk] and fixture.play_off),
        before=division_table(entry.division),
        after=table_with(entry, [line.result for line in results if line.result is not None]),
    )


def _against(fixture: Fixture, entry: Entry, now: dt.datetime) -> Text:
    if fixture.before_withdrawal == FixtureState.POSTPONED:
        return N_("It had no date.")
    if fixture.starts_at <= now:
        return N_("Its evening has passed.")
    sides = Q(home__in=(fixture.home_id, fixture.away_id)) | Q(away__in=(fixture.home_id, fixture.away_id))
    others = Fixture.objects.filter(sides, week=fixture.week_id, play_off=False).exclude(pk=fixture.pk)
    other = others.exclude(state=FixtureState.CANCELLED).select_related("home", "away").first()
    # A play-off is listed in a week beside its teams' other fixtures of it: its own evening alone must be free.
    if other is not None and not fixture.play_off:
        return Text("{fixture} is played in that week.", fixture=str(other))
    full = Fixture.objects.select_related("division__season__league", "home", "away", "venue", "week__round")
    evening = slots.judge(moving_of(full.get(pk=fixture.pk), now=now), fixture.starts_at, now=now)
    return Text.joined(" ", [reason.message for reason in evening.reasons if reason.code in TAKEN])
