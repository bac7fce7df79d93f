"""A first look: the small league of the tests can be built, and the database keeps its promises."""

from league.models import Fixture, Registration
from tests.factories import Town


def test_town_has_four_teams_and_six_fixtures(town: Town) -> None:
    assert Fixture.objects.count() == 6
    assert Registration.objects.count() == 24
    assert str(town.fixture("Anchor", "Bell")) == "Anchor v Bell"
