"""An administrator takes an account away from a player; nobody but its owner links it."""

import datetime as dt

import pytest

from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import JournalEntry, Player, User
from league.services.people.merge import merge_players
from league.services.seasons.changes import unlink_account
from tests import factories
from tests.factories import Town


@pytest.fixture
def keeper(town: Town) -> User:
    return factories.user("keeper@town.example", is_superuser=True)


@pytest.fixture
def player(town: Town) -> Player:
    return town.squads["Anchor"][2]


def test_an_account_is_taken_away_and_linked_by_nobody_else(player: Player, keeper: User, now: dt.datetime) -> None:
    account = factories.user("olive@town.example")
    with pytest.raises(Invalid) as refused:
        unlink_account(player, account, by=keeper, now=now)
    assert [(one.code, one.field) for one in refused.value.problems] == [("account", "user")]
    Player.objects.filter(pk=player.pk).update(user=account)
    for user in (account, None, None):
        assert unlink_account(player, user, by=keeper, now=now).user == user
    assert JournalEntry.objects.filter(kind=JournalKind.PERSON_CHANGED).count() == 1


def test_a_player_who_was_merged_or_erased_has_no_account_to_take_away(
    town: Town, player: Player, keeper: User, now: dt.datetime
) -> None:
    twin = Player.objects.create(league=town.league, name=player.name)
    merge_players(player, twin, reason="The same Olive.", by=town.secretary, now=now)
    with pytest.raises(WrongState, match="was merged into"):
        unlink_account(twin, None, by=keeper, now=now)
    Player.objects.filter(pk=player.pk).update(erased_at=now)
    with pytest.raises(WrongState, match="This person was erased"):
        unlink_account(player, None, by=keeper, now=now)
