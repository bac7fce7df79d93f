"""Whose account a player has: only of somebody who has proved an address, and only of a player who is there."""

import datetime as dt

import pytest
from allauth.account.models import EmailAddress

from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import JournalEntry, Player, User
from league.services.people.merge import merge_players
from league.services.seasons.upkeep.changes import link_player
from tests import factories
from tests.factories import Town


@pytest.fixture
def keeper(town: Town) -> User:
    return factories.user("keeper@town.example", is_superuser=True)


@pytest.fixture
def player(town: Town) -> Player:
    return town.squads["Anchor"][2]


def test_an_account_is_linked_once_and_taken_away_again(player: Player, keeper: User, now: dt.datetime) -> None:
    account = factories.user("olive@town.example")
    for user in (account, account, None):
        assert link_player(player, user, by=keeper, now=now).user == user
    assert JournalEntry.objects.filter(kind=JournalKind.PERSON_CHANGED).count() == 2


def test_an_account_that_has_proved_no_address_is_nobody_s(player: Player, keeper: User, now: dt.datetime) -> None:
    squatter = factories.user("squatter@town.example")
    EmailAddress.objects.filter(user=squatter).update(verified=False)
    with pytest.raises(Invalid) as refused:
        link_player(player, squatter, by=keeper, now=now)
    assert [(one.code, one.field) for one in refused.value.problems] == [("not-confirmed", "user")]
    player.refresh_from_db()
    assert player.user is None


def test_a_player_who_was_merged_is_told_from_one_whose_account_is_taken(
    town: Town, player: Player, keeper: User, now: dt.datetime
) -> None:
    twin = Player.objects.create(league=town.league, name=player.name)
    merge_players(player, twin, reason="The same Olive.", by=town.secretary, now=now)
    account = factories.user("olive@town.example")
    with pytest.raises(WrongState, match="was merged into"):
        link_player(twin, account, by=keeper, now=now)
    link_player(player, account, by=keeper, now=now)
    with pytest.raises(Invalid, match="is another player of this league already"):
        link_player(town.squads["Bell"][2], account, by=keeper, now=now)


def test_nobodys_account_belongs_to_a_player_who_was_erased(player: Player, keeper: User, now: dt.datetime) -> None:
    Player.objects.filter(pk=player.pk).update(erased_at=now)
    with pytest.raises(WrongState, match="This person was erased"):
        link_player(player, factories.user("olive@town.example"), by=keeper, now=now)
