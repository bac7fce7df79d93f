"""One printed code typed on two phones at the same second, and codes revoked meanwhile."""

import datetime as dt
from functools import partial

import pytest
from django.core.cache import cache

from league.enums import ResultState
from league.models import Dispute, JournalEntry, Notice, Result, TeamCode
from league.services.people.captains import CODES, make_codes, revoke_codes
from league.services.results import handover, submit
from tests.factories import Town, result_sheet
from tests.journals import forget
from tests.services.at_once import TIMES, at_once

pytestmark = pytest.mark.django_db(transaction=True)
SENT = (("Anchor", "Bell", "Anchor"), ("Bell", "Castle", "Castle"))


def test_one_code_confirms_one_of_two_fixtures_and_a_revoked_one_none(town: Town, now: dt.datetime) -> None:
    bell = town.teams["Bell"]
    for _ in range(TIMES):
        forget(JournalEntry, Notice, TeamCode, Result)
        cache.clear()
        made = make_codes(bell, town.season, by=town.secretary, now=now)
        typed = []
        for home, away, by in SENT:
            fixture = town.fixture(home, away)
            submit.submit(fixture, result_sheet(town, home, away), by=town.captains[by], now=now)
            typed.append(partial(handover.answer_by_code, fixture, 1, code=made.codes[0], by=None, now=now))
        *ended, revoked = at_once(*typed, partial(revoke_codes, bell, town.season, by=town.secretary, now=now))
        confirmed = Result.objects.filter(state=ResultState.CONFIRMED).count()
        assert confirmed == sum(isinstance(answer, Result) for answer in ended) <= 1
        assert revoked == CODES - confirmed
        assert not TeamCode.objects.filter(used_at=None, revoked_at=None).exists()


def test_two_sheets_made_at_once_are_two_of_which_the_last_works(town: Town, now: dt.datetime) -> None:
    one = partial(make_codes, town.teams["Bell"], town.season, by=town.secretary, now=now)
    assert sorted(made.sheet for made in at_once(one, one)) == [1, 2]
    assert set(TeamCode.objects.filter(revoked_at=None).values_list("sheet", flat=True)) == {2}


def test_of_two_answers_at_once_one_counts_and_spends_its_code(town: Town, now: dt.datetime) -> None:
    fixture, bell = town.fixture("Anchor", "Bell"), town.teams["Bell"]
    for _ in range(TIMES):
        forget(JournalEntry, Notice, Dispute, TeamCode, Result)
        cache.clear()
        made = make_codes(bell, town.season, by=town.secretary, now=now)
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        agree, refuse = (
            partial(handover.answer_by_code, fixture, 1, code=code, agree=agree, reason="No.", by=None, now=now)
            for code, agree in zip(made.codes, (True, False), strict=False)
        )
        ended = at_once(agree, refuse)
        assert sum(isinstance(answer, Result) for answer in ended) == 1
        assert TeamCode.objects.exclude(used_at=None).count() == 1
        state = Result.objects.get().state
        assert (state == ResultState.DISPUTED) is Dispute.objects.exists()
        assert state in (ResultState.CONFIRMED, ResultState.DISPUTED)
