"""Two referees decide one case at the same second; the third overcall is stored twice."""

import datetime as dt

import pytest

from league.enums import ConductState, JournalKind, NoticeKind, RoleKind
from league.errors import WrongState
from league.models import Call, ConductCase, JournalEntry, Notice, Result, Ruling
from league.services.conduct import decide
from tests import factories
from tests.factories import Town
from tests.services.evenings import agreed, overcall
from tests.services.test_results_at_once import at_once, sorted_out

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_referees_who_decide_at_once_make_one_ruling(town: Town, now: dt.datetime) -> None:
    second = factories.user("second@town.example", name="Second Referee")
    factories.role(second, town.league, RoleKind.REFEREE)
    for evening in town.fixtures:
        fixture = town.fixture(evening.home.name, evening.away.name)
        agreed(town, fixture, now)
        for _ in range(3):
            overcall(town, fixture, None, now)
        case = ConductCase.objects.get(fixture=fixture)
        kept, late = sorted_out(
            at_once(
                lambda c=case: decide(c, award=True, reason="A.", by=town.referee, now=now),
                lambda c=case: decide(c, award=False, reason="B.", by=second, now=now),
            )
        )
        assert "decided meanwhile" in late.message
        case.refresh_from_db()
        assert (Ruling.objects.get(case=case), kept.referee in (town.referee, second)) == (kept, True)
        awarded = kept.reason == "A."
        assert case.state == (ConductState.AWARDED if awarded else ConductState.DISMISSED)
        assert Result.objects.get(fixture=fixture, live=True).away_awarded == int(awarded)
        assert JournalEntry.objects.filter(kind=JournalKind.CONDUCT_DECIDED, key=str(case.pk)).count() == 1


def test_the_third_overcall_stored_twice_is_one_ruling_and_one_case(town: Town, now: dt.datetime) -> None:
    for evening in town.fixtures:
        fixture = town.fixture(evening.home.name, evening.away.name)
        for _ in range(2):
            overcall(town, fixture, None, now)
        first, again = at_once(*[lambda f=fixture: overcall(town, f, None, now, token="a-form")] * 2)
        assert first == again
        assert Call.objects.filter(fixture=fixture).count() == 3
        assert ConductCase.objects.get(fixture=fixture).overcalls == 3
        assert Notice.objects.filter(fixture=fixture, kind=NoticeKind.CONDUCT_PROPOSED).count() == 1


def test_two_third_calls_of_two_forms_at_once_are_one_case(town: Town, now: dt.datetime) -> None:
    for evening in town.fixtures:
        fixture = town.fixture(evening.home.name, evening.away.name)
        for _ in range(2):
            overcall(town, fixture, None, now)
        both = at_once(*[lambda f=fixture, t=t: overcall(town, f, None, now, token=t) for t in ("one", "other")])
        assert not any(isinstance(answer, WrongState) for answer in both)
        assert ConductCase.objects.get(fixture=fixture).overcalls == 3
        assert Notice.objects.filter(fixture=fixture, kind=NoticeKind.CONDUCT_PROPOSED).count() == 1
