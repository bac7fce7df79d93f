"""Workers at once never send more than a league may, and of two operators one is told of the other's limits."""

import datetime as dt
from functools import partial

import pytest

from league.errors import Changed
from league.models import LeagueQuota, MailDay
from league.services.quotas import change_quota, own_limits, reserve_mails
from tests import factories
from tests.factories import Town
from tests.services.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_workers_together_reserve_no_more_than_the_day_s_quota(town: Town, now: dt.datetime) -> None:
    LeagueQuota.objects.create(league=town.league, mails_a_day=10)
    pk = town.league.pk
    for n in range(3):
        day = now.date() + dt.timedelta(days=n)
        granted = at_once(*[partial(reserve_mails, {pk: 7}, {}, day=day)] * 2)
        assert sorted(one[pk] for one in granted) == [3, 7], granted  # type: ignore[index]
        assert MailDay.objects.get(day=day).sent == 10


def test_of_two_operators_one_changes_the_quota_and_the_other_is_told(town: Town, now: dt.datetime) -> None:
    operators = [factories.user(f"super{n}@town.example", is_superuser=True) for n in (1, 2)]
    seen = own_limits(town.league)
    found = at_once(
        *(partial(change_quota, town.league, {"teams": by.pk}, seen=seen, by=by, now=now) for by in operators)
    )
    assert {type(one) for one in found} == {dict, Changed}, found
