"""Cases of persistent overcalling to test with, in match 2 of Anchor v Bell, and who is told of them."""

import datetime as dt

import pytest

from league.enums import NoticeKind
from league.models import ConductCase, Fixture, Game, Notice, Player
from tests import factories
from tests.factories import Town
from tests.services.evenings import agreed, overcall


@pytest.fixture
def played(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def olive(town: Town) -> Player:
    """Anchor's third player, who plays match 2 and has an account."""
    player = town.squads["Anchor"][2]
    player.user = factories.user("olive@town.example", name="Olive")
    player.save()
    return player


@pytest.fixture
def case(town: Town, played: Fixture, olive: Player, now: dt.datetime) -> ConductCase:
    """Three overcalls of Olive's in one game, the sheet of which is confirmed."""
    agreed(town, played, now)
    for _ in range(3):
        overcall(town, played, olive, now)
    Notice.objects.all().delete()
    return ConductCase.objects.get()


def notices_about(kind: NoticeKind) -> list[str]:
    return sorted(Notice.objects.filter(kind=kind).values_list("recipient__email", flat=True))


def game() -> Game:
    return Game.objects.get(match__result__live=True, match__number=2, number=1)
