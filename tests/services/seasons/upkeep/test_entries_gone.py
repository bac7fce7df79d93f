"""Decisions about a team of a season with an entry that was read before its team was merged."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal

import pytest

from league.enums import FixtureState
from league.errors import Changed
from league.models import Adjustment, Blackout, Division, Entry, Fixture, JournalEntry, Team
from league.services.seasons.changes import keep_free
from league.services.seasons.merging import merge_teams
from league.services.seasons.moves import change_home, move_team
from league.services.seasons.withdrawals import withdraw_team
from league.services.standings.adjustments import adjust_points, take_back_adjustment
from tests.factories import Town

pytestmark = pytest.mark.django_db
Write = Callable[[Town, Entry, dt.datetime], object]


def home(town: Town, entry: Entry, now: dt.datetime) -> object:
    return change_home(entry, {"home_night": 2}, by=town.secretary, now=now)


def withdrawn(town: Town, entry: Entry, now: dt.datetime) -> object:
    return withdraw_team(entry, reason="Gone.", by=town.secretary, now=now)


def moved(town: Town, entry: Entry, now: dt.datetime) -> object:
    said = {"name": "Division 2", "slug": "division-2", "order": 2, "fixture_format": "D S S"}
    other = Division.objects.create(season=town.season, **said)
    return move_team(entry, other, reason="Stronger.", by=town.secretary, now=now)


def points(town: Town, entry: Entry, now: dt.datetime) -> Adjustment:
    return adjust_points(entry, Decimal(-1), reason="A late card.", date=now.date(), by=town.secretary, now=now)


def free(town: Town, entry: Entry, now: dt.datetime) -> object:
    return keep_free(entry, dt.date(2026, 12, 24), by=town.secretary, now=now)


def again(town: Town) -> Team:
    return Team.objects.create(league=town.league, name="Anchor A", slug="anchor-a")


def entry_of(town: Town, team: Team) -> Entry:
    joined = ("season__league", "team", "division__season__league")
    return Entry.objects.select_related(*joined).get(season=town.season, team=team)


def entered_twice(town: Town) -> Entry:
    """Return the entry of another Anchor, which has no fixture yet."""
    said = {"venue": town.venues["Bell"], "home_night": 3, "start_time": dt.time(19)}
    Entry.objects.create(season=town.season, division=town.division, team=again(town), **said)
    return entry_of(town, Team.objects.get(slug="anchor-a"))


@pytest.mark.parametrize("write", [home, withdrawn, moved, points, free])
def test_an_entry_that_is_gone_is_told_of(town: Town, now: dt.datetime, write: Write) -> None:
    entry = entered_twice(town)
    merge_teams(town.teams["Anchor"], entry.team, reason="One team.", by=town.secretary, now=now)
    before = JournalEntry.objects.count()
    with pytest.raises(Changed, match=r"^Anchor A is no longer entered in 2026-27: it was merged with another team"):
        write(town, entry, now)
    assert JournalEntry.objects.count() == before
    assert not Adjustment.objects.exists()
    assert not Blackout.objects.exists()


def test_of_two_teams_that_became_one_the_one_that_stays_withdraws(town: Town, now: dt.datetime) -> None:
    entry = entry_of(town, town.teams["Anchor"])
    kept = again(town)
    merge_teams(kept, town.teams["Anchor"], reason="One team.", by=town.secretary, now=now)
    withdrawn(town, entry, now)
    assert entry_of(town, kept).withdrawn_on == now.date()
    mine = Fixture.objects.filter(home=kept) | Fixture.objects.filter(away=kept)
    assert set(mine.values_list("state", flat=True)) == {FixtureState.CANCELLED}


def test_points_of_a_team_that_was_merged_are_given_back_to_the_one_that_stays(town: Town, now: dt.datetime) -> None:
    given = points(town, entered_twice(town), now)
    merge_teams(town.teams["Anchor"], given.entry.team, reason="One team.", by=town.secretary, now=now)
    back = take_back_adjustment(given, reason="It was in time.", by=town.secretary, now=now)
    assert back.entry == entry_of(town, town.teams["Anchor"])
    assert sum(one.points for one in Adjustment.objects.filter(entry=back.entry)) == 0
