"""Two referees decide one case at the same second; the third overcall is stored twice."""

import datetime as dt

import pytest

from league.enums import ConductState, JournalKind, NoticeKind, RoleKind
from league.errors import WrongState
from league.models import Call, ConductCase, JournalEntry, Notice, Result, Ruling
from league.queries.calls.conduct import counts_in
from league.services.calls.conduct import decide
from league.services.disputes.appeal import appeal
from league.services.disputes.revoke import revoke_ruling
from tests import factories
from tests.factories import Town
from tests.services.at_once import at_once, sorted_out
from tests.services.evenings import agreed, next_hand, overcall

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
        assert JournalEntry.objects.filter(kind=JournalKind.CONDUCT_DECIDED, key=f"{case.pk}:conduct").count() == 1


def test_the_third_overcall_stored_twice_is_one_ruling_and_one_case(town: Town, now: dt.datetime) -> None:
    for evening in town.fixtures:
        fixture = town.fixture(evening.home.name, evening.away.name)
        for _ in range(2):
            overcall(town, fixture, None, now)
        hand = next_hand(fixture)
        first, again = at_once(*[lambda f=fixture, h=hand: overcall(town, f, None, now, token="a-form", **h)] * 2)
        assert first == again
        assert Call.objects.filter(fixture=fixture).count() == 3
        assert ConductCase.objects.get(fixture=fixture).overcalls == 3
        assert Notice.objects.filter(fixture=fixture, kind=NoticeKind.CONDUCT_PROPOSED).count() == 1


def test_two_third_calls_of_two_forms_at_once_are_one_case(town: Town, now: dt.datetime) -> None:
    for evening in town.fixtures:
        fixture = town.fixture(evening.home.name, evening.away.name)
        for _ in range(2):
            overcall(town, fixture, None, now)
        hands = {"one": next_hand(fixture), "other": {"cards": "AS 7D 8H 3S", "starter": "7S"}}
        both = at_once(
            *[lambda f=fixture, t=t, h=h: overcall(town, f, None, now, token=t, **h) for t, h in hands.items()]
        )
        assert not any(isinstance(answer, WrongState) for answer in both)
        assert ConductCase.objects.get(fixture=fixture).overcalls == 3
        assert Notice.objects.filter(fixture=fixture, kind=NoticeKind.CONDUCT_PROPOSED).count() == 1


def test_one_hand_written_down_by_two_referees_at_once_is_one_ruling(town: Town, now: dt.datetime) -> None:
    second = factories.user("second@town.example", name="Second Referee")
    factories.role(second, town.league, RoleKind.REFEREE)
    for evening in town.fixtures:
        fixture = town.fixture(evening.home.name, evening.away.name)
        hand = next_hand(fixture)
        kept, late = sorted_out(
            at_once(
                *[
                    lambda f=fixture, r=r, h=hand: overcall(town, f, None, now, by=r, **h)
                    for r in (town.referee, second)
                ]
            )
        )
        assert late.code == "ruled"
        assert Ruling.objects.get(call__fixture=fixture) == kept
        assert counts_in(fixture, match_number=2, game_number=1)[0].overcalls == 1


def test_a_ruling_that_is_revoked_and_appealed_against_at_once_is_one_of_the_two(town: Town, now: dt.datetime) -> None:
    for evening in town.fixtures:
        fixture = town.fixture(evening.home.name, evening.away.name)
        agreed(town, fixture, now)
        ruling = overcall(town, fixture, None, now, award_to="away", reason="Often.")
        captain = town.captains[fixture.home.name]
        kept, late = sorted_out(
            at_once(
                lambda r=ruling: revoke_ruling(r, reason="The wrong game.", by=town.referee, now=now),
                lambda r=ruling, c=captain: appeal(r, reason="No.", by=c, now=now),
            )
        )
        ruling.refresh_from_db()
        assert isinstance(kept, Ruling) is (ruling.revoked_at is not None)
        assert late.code == ("revoked" if ruling.revoked_at else "appealed")
        assert JournalEntry.objects.filter(kind=JournalKind.RULING_REVOKED, key=f"revoked:{ruling.pk}").count() == int(
            ruling.revoked_at is not None
        )


def test_two_presses_of_revoke_are_one(town: Town, now: dt.datetime) -> None:
    for evening in town.fixtures:
        fixture = town.fixture(evening.home.name, evening.away.name)
        agreed(town, fixture, now)
        ruling = overcall(town, fixture, None, now, award_to="away", reason="Often.")
        both = at_once(*[lambda r=ruling: revoke_ruling(r, reason="Wrong.", by=town.referee, now=now)] * 2)
        assert both == [ruling, ruling]
        assert JournalEntry.objects.filter(kind=JournalKind.RULING_REVOKED, key=f"revoked:{ruling.pk}").count() == 1
        assert Result.objects.filter(fixture=fixture).count() == 3
