"""Two players are merged while a captain sends a sheet with one of them, and while a secretary decides on one."""

import datetime as dt
from functools import partial
from itertools import chain

import pytest

from league.errors import Invalid
from league.models import Appearance, Player, Registration, Result
from league.services.people.merge import merge_players
from league.services.results import confirm, decide, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def merging(town: Town, gone: Player, now: dt.datetime) -> "partial[Player]":
    # An account stays with its player, so whoever is merged away has none.
    Player.objects.filter(pk=gone.pk).update(user=None)
    gone.refresh_from_db()
    kept = Player.objects.create(league=town.league, name=gone.name)
    return partial(merge_players, kept, gone, reason="One person.", by=town.secretary, now=now)


def test_a_sheet_names_whom_the_merging_sees_or_is_refused(town: Town, now: dt.datetime) -> None:
    """Whoever is merged away has no account, no registration and no page: a match of theirs would be nobody's."""
    for home, away in chain(*factories.PAIRS):
        gone, fixture = town.squads[home][0], town.fixture(home, away)
        send = partial(submit.submit, fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        merged, sent = at_once(merging(town, gone, now), send)
        assert isinstance(merged, Player), merged
        assert not Appearance.objects.filter(player=gone).exists()
        assert not Registration.objects.filter(player=gone).exists()
        assert (
            isinstance(sent, Invalid) is not Appearance.objects.filter(player=merged, result__fixture=fixture).exists()
        )
        town.squads[home][0] = merged


def test_a_version_that_repeats_a_sheet_names_who_is_left(town: Town, now: dt.datetime) -> None:
    """The secretary takes back that a result is void: the sheet of before, which names one of the two, counts again."""
    home, away = factories.PAIRS[0][0]
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    for version in (1, 3, 5):
        decide.void(fixture, version=version, reason="x", by=town.secretary, now=now)
        gone = town.squads[home][0]
        back = partial(decide.take_back, fixture, version=version + 1, reason="x", by=town.secretary, now=now)
        merged, again = at_once(merging(town, gone, now), back)
        assert isinstance(merged, Player), merged
        assert isinstance(again, Result), again
        assert not Appearance.objects.filter(player=gone).exists()
        assert Appearance.objects.filter(player=merged, result=again).exists()
        town.squads[home][0] = merged
