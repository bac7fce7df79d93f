"""A season or team is hidden while a captain sends a sheet, and by two secretaries at once."""

import datetime as dt
from functools import partial

import pytest

from league.models import Division, Entry, Fixture, JournalEntry, Result, Season, Team, Venue
from league.services.dates import override
from league.services.results import submit
from league.services.seasons.entries import Added, NewTeam, add_team
from league.services.seasons.hiding import hide, restore
from league.services.seasons.moves import change_home, merge_venues
from league.services.seasons.seasons import change_division
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import TIMES, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_sheet_is_sent_before_the_hiding_or_refused_after_it(town: Town, now: dt.datetime) -> None:
    for home, away in factories.PAIRS[0]:
        fixture = town.fixture(home, away)
        sheet = result_sheet(town, home, away)
        send = partial(submit.submit, fixture, sheet, by=town.captains[home], now=now)
        hidden, sent = at_once(partial(hide, town.season, reason="x", by=town.secretary, now=now), send)
        assert isinstance(hidden, Season), hidden
        assert Result.objects.filter(fixture=fixture).exists() is isinstance(sent, Result)
        assert isinstance(sent, Result) or "is hidden" in str(sent), sent
        # What was sent stands in the journal before the hiding, which nothing came after.
        assert JournalEntry.objects.order_by("number").last().kind == "hidden"  # type: ignore[union-attr]
        restore(town.season, reason="x", by=town.secretary, now=now)


@pytest.mark.parametrize("what", ["team", "venue"])
def test_a_team_enters_before_it_or_its_venue_is_hidden_or_not_at_all(town: Town, now: dt.datetime, what: str) -> None:
    """A team that is hidden plays nowhere, and nobody's home is a venue that is."""
    Fixture.objects.all().delete()
    for go in range(TIMES):
        venue = Venue.objects.create(league=town.league, name=f"Dog {go}")
        team = Team.objects.create(league=town.league, name=f"Dogs {go}", slug=f"dogs-{go}")
        thing: Team | Venue = team if what == "team" else venue
        new = NewTeam(team.name, town.division, venue, 1, dt.time(20))
        hidden, entered = at_once(
            partial(hide, thing, reason="x", by=town.secretary, now=now),
            partial(add_team, town.season, new, by=town.secretary, now=now),
        )
        assert Entry.objects.filter(team=team).exists() is isinstance(entered, Added)
        if not isinstance(entered, Added):
            assert "is hidden; restore it first" in str(entered), entered
        elif what == "venue":
            assert "home venue" in str(hidden), hidden
        else:
            told = JournalEntry.objects.order_by("-number").values_list("kind", flat=True)[:2]
            assert list(told) == ["hidden", "team-added"]


def test_two_hide_and_two_restore_at_once_and_each_is_one_entry(town: Town, now: dt.datetime) -> None:
    for do, kind in ((hide, "hidden"), (restore, "restored")):
        found = at_once(*[partial(do, town.season, reason="x", by=town.secretary, now=now)] * 2)
        assert all(isinstance(one, Season) for one in found), found
        assert JournalEntry.objects.filter(kind=kind).count() == 1


def test_a_team_moves_to_a_venue_before_it_is_merged_or_hidden_or_not_at_all(town: Town) -> None:
    """Neither a home nor a fixture is ever at a venue that is hidden."""
    early = town.fixtures[0].starts_at - dt.timedelta(days=2)
    Venue.objects.update(boards=9)
    entry = Entry.objects.select_related("season__league", "team").get(team=town.teams["Anchor"])
    for go in range(TIMES):
        venue = Venue.objects.create(league=town.league, name=f"Dog {go}", boards=9)
        named = {"reason": "x", "by": town.secretary, "now": early}
        gone = partial(merge_venues, town.venues["Bell"], venue, **named) if go % 2 else partial(hide, venue, **named)
        done, moved = at_once(gone, partial(change_home, entry, {"venue": venue}, by=town.secretary, now=early))
        assert isinstance(done, Venue) or "fixtures" in str(done), done
        assert isinstance(moved, Entry) or "not hidden" in str(moved), moved
        for model in (Entry, Fixture):
            assert not model._default_manager.filter(venue__hidden_at__isnull=False).exists(), (go, model)
        at_home = Fixture.objects.filter(home=town.teams["Anchor"])
        assert set(at_home.values_list("venue", flat=True)) == {Entry.objects.get(pk=entry.pk).venue_id}


def test_a_fixture_moves_to_a_venue_before_it_is_merged_or_hidden_or_not_at_all(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    early, free = fixture.starts_at - dt.timedelta(days=6), fixture.starts_at + dt.timedelta(days=15)
    Venue.objects.update(boards=9)
    for go in range(TIMES):
        venue = Venue.objects.create(league=town.league, name=f"Dog {go}", boards=9)
        named = {"reason": "x", "by": town.secretary, "now": early}
        gone = partial(merge_venues, town.venues["Bell"], venue, **named) if go % 2 else partial(hide, venue, **named)
        seen = Fixture.objects.get(pk=fixture.pk).sequence
        step = override.Override("x", seen, town.secretary, early)
        done, moved = at_once(gone, partial(override.move, fixture, free, step, venue=venue))
        assert isinstance(done, Venue) or "fixture" in str(done), done
        assert isinstance(moved, Fixture) or "not hidden" in str(moved), moved
        assert not Fixture.objects.filter(venue__hidden_at__isnull=False).exists(), go
        free += dt.timedelta(hours=1 if go % 2 else -1)


def test_a_team_comes_to_a_division_before_it_has_its_evening_or_after_and_plays_on_it(
    town: Town, now: dt.datetime
) -> None:
    Fixture.objects.all().delete()
    division = Division.objects.select_related("season__league").get()
    for go in range(TIMES):
        evening, night = ("monday", 0) if go % 2 else ("friday", 4)
        new = NewTeam(f"Dogs {go}", division, town.venues["Bell"], None if go else 1, None if go else dt.time(20))
        own = {"own_evening": evening, "own_start": dt.time(19, go)}
        at_once(
            partial(change_division, division, own, reason="x", by=town.secretary, now=now),
            partial(add_team, town.season, new, by=town.secretary, now=now),
        )
        assert set(Entry.objects.values_list("home_night", "start_time")) == {(night, dt.time(19, go))}, go
