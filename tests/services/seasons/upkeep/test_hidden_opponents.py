"""A withdrawal taken back while the other team is hidden: no fixture is lost."""

import datetime as dt

import pytest

from league.enums import FixtureState
from league.errors import WrongState
from league.models import Entry, Fixture, Team
from league.queries.seasons.withdrawals import return_of
from league.services.seasons.hiding import hide, restore
from league.services.seasons.withdrawals import return_team, withdraw_team
from tests.factories import Town

pytestmark = pytest.mark.django_db
WHY = "Made by mistake."


@pytest.fixture
def a_week_apart(town: Town, now: dt.datetime) -> Town:
    """Every fixture is to come, each in a week of its own teams."""
    for place, fixture in enumerate(town.fixtures):
        later = now + dt.timedelta(days=7 * (1 + place // 2))
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=later, original_starts_at=later)
    return town


def entry_of(town: Town, team: str) -> Entry:
    found = Entry.objects.select_related("season__league", "division__season", "team")
    return found.get(season=town.season, team=town.teams[team])


def withdraw(town: Town, team: str, now: dt.datetime) -> None:
    withdraw_team(entry_of(town, team), reason="Too few.", by=town.secretary, now=now)


def restored(town: Town, team: str, now: dt.datetime) -> None:
    return_team(entry_of(town, team), reason="They stay.", by=town.secretary, now=now)


def show(town: Town, team: str, now: dt.datetime) -> None:
    restore(Team.objects.get(pk=town.teams[team].pk), reason=WHY, by=town.secretary, now=now)


def states(town: Town) -> set[str]:
    return set(Fixture.objects.filter(division=town.division).values_list("state", flat=True))


@pytest.mark.parametrize("first", ["Anchor", "Bell"])
def test_a_fixture_comes_back_with_the_second_team_though_it_was_hidden(
    a_week_apart: Town, now: dt.datetime, first: str
) -> None:
    withdraw(a_week_apart, first, now)
    withdraw(a_week_apart, "Bell" if first == "Anchor" else "Anchor", now)
    hide(a_week_apart.teams["Bell"], reason=WHY, by=a_week_apart.secretary, now=now)
    foretold = return_of(entry_of(a_week_apart, "Anchor"), now=now)
    restored(a_week_apart, "Anchor", now)
    if first == "Anchor":
        assert [str(fixture) for fixture in foretold.stay] == ["Anchor v Bell"]
    assert a_week_apart.fixture("Anchor", "Bell").state == FixtureState.CANCELLED
    show(a_week_apart, "Bell", now)
    restored(a_week_apart, "Bell", now)
    assert states(a_week_apart) == {FixtureState.SCHEDULED}
    assert not Fixture.objects.exclude(withdrawal=None).exists()


def test_a_team_returns_after_a_hidden_one_that_has_not_withdrawn(a_week_apart: Town, now: dt.datetime) -> None:
    """Nobody could bring their fixture back later: a team that is restored brings none."""
    withdraw(a_week_apart, "Anchor", now)
    Fixture.objects.filter(home=a_week_apart.teams["Bell"]).update(state=FixtureState.CANCELLED)
    hide(a_week_apart.teams["Bell"], reason=WHY, by=a_week_apart.secretary, now=now)
    with pytest.raises(WrongState, match=r"Bell is hidden\. Restore it first"):
        restored(a_week_apart, "Anchor", now)
    show(a_week_apart, "Bell", now)
    restored(a_week_apart, "Anchor", now)
    assert a_week_apart.fixture("Anchor", "Bell").state == FixtureState.SCHEDULED
