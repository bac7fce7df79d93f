import datetime as dt
from dataclasses import dataclass

from django.db.models import Q

from league.enums import FixtureState
from league.models import Entry, Fixture
from league.queries.dates.postponements import moving_of
from league.queries.fixtures import FixtureLine, lines_of
from league.queries.standings.standings import DivisionTable, division_table, table_with
from league.rules import slots
from league.translation import N_, Text

# That an evening is near, or after the catch-up week, does not speak against a place that the fixture had.
TAKEN = frozenset({"busy", "blackout", "closed", "full"})


@dataclass(frozen=True, slots=True)
class Undated:
    fixture: Fixture
    why: Text


@dataclass(frozen=True, slots=True)
class Return:
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
    """Why a fixture cannot have its date; blank where it can."""
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
    found = slots.judge(moving_of(full.get(pk=fixture.pk), now=now), fixture.starts_at, now=now)
    return Text.joined(" ", [reason.message for reason in found.reasons if reason.code in TAKEN])
