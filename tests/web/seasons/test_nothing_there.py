"""Pages of a league that has no season yet, and of a season that has no division yet."""

import pytest
from django.test import Client

from league.enums import RoleKind
from league.models import Division, League, Season
from tests import factories
from tests.factories import Town
from tests.web.pages import words

pytestmark = pytest.mark.usefixtures("today")


@pytest.fixture
def bare(town: Town) -> League:
    """A second league of the town's secretary, which has nothing yet."""
    league = League.objects.create(name="Bare League", slug="bare")
    factories.role(town.secretary, league, RoleKind.SECRETARY)
    return league


def test_a_league_without_a_season_has_no_tables_and_says_so(bare: League) -> None:
    answer = Client().get("/leagues/bare/tables/")
    assert answer.status_code == 200
    assert "no season" in words(answer).lower()


def test_nobody_is_registered_in_a_league_without_a_season(office: Client, bare: League) -> None:
    team = bare.teams.create(name="First", slug="first")
    answer = office.get(f"/leagues/bare/teams/{team.slug}/players/")
    assert answer.status_code == 409
    assert "The league has no season yet; players are registered for one." in words(answer)


@pytest.mark.parametrize("name", ["formats", "setup/example"])
def test_a_season_without_a_division_has_no_format_and_no_example(office: Client, bare: League, name: str) -> None:
    season = Season.objects.create(league=bare, name="2026-27", slug="2026-27", first_week=factories.FIRST_WEEK)
    address = f"/leagues/bare/secretary/seasons/2026-27/{name}/"
    assert "Nothing pegged here" in words(office.get(address))
    Division.objects.create(season=season, name="Only", slug="only", fixture_format="D S S")
    assert office.get(address).status_code == 200
