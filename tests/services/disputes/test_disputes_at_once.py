"""Two people press at the same second about one dispute: one of them is first, the other is told so."""

import datetime as dt

import pytest

from league.enums import DisputeState, ResultState
from league.errors import LeagueError, WrongState
from league.models import Dispute, Evidence, Result, Ruling
from league.services.disputes import appeal, dispute, evidence, rulings
from league.services.results import confirm
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.at_once import at_once, sorted_out

TIMES = 3
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("go", range(TIMES))
def test_of_two_referees_who_take_it_at_once_one_has_it(town: Town, now: dt.datetime, go: int) -> None:
    second = cases.second_referee(town)
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    found = [Dispute.objects.select_related("fixture").get(pk=opened.pk) for _ in range(2)]
    won, late = sorted_out(
        at_once(
            lambda d=found[0]: dispute.take_dispute(d, by=town.referee, now=now),
            lambda d=found[1]: dispute.take_dispute(d, by=second, now=now),
        )
    )
    assert late.code == "taken"
    assert Dispute.objects.get().assigned_to == won.assigned_to


@pytest.mark.parametrize("go", range(TIMES))
def test_a_ruling_and_a_withdrawal_at_once_leave_one_end(town: Town, now: dt.datetime, go: int) -> None:
    opened = cases.of_a_waiting_sheet(town, now)
    ended = at_once(
        lambda d=opened: cases.ruled(d, town, now, outcome="sheet", keep="counter"),
        lambda d=opened: dispute.withdraw_dispute(d, by=town.captains["Bell"], now=now),
    )
    _, late = sorted_out(ended)
    state = Dispute.objects.get().state
    assert late.message == f"This dispute is {DisputeState(state).label.lower()} already."
    live = Result.objects.get(live=True)
    ruled = state == DisputeState.SETTLED
    assert (live.state, live.version, Ruling.objects.count()) == (
        ResultState.CONFIRMED,
        2 if ruled else 1,
        int(ruled),
    )


@pytest.mark.parametrize("go", range(TIMES))
def test_two_rulings_at_once_are_one(town: Town, now: dt.datetime, go: int) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    sorted_out(
        at_once(
            lambda d=opened: cases.ruled(d, town, now, outcome="awarded", awarded_to="away"),
            lambda d=opened: rulings.rule(d, outcome="stands", by=town.secretary, now=now, **cases.SIGNED),
        )
    )
    assert Ruling.objects.count() == Result.objects.filter(live=True).count() == 1


@pytest.mark.parametrize("go", range(TIMES))
def test_confirming_and_disputing_a_game_at_once_leave_one_state(town: Town, now: dt.datetime, go: int) -> None:
    found = cases.waiting_sheet(town, now)
    ended = at_once(
        lambda f=found: confirm.confirm(f.fixture, 1, by=town.captains["Bell"], now=now),
        lambda: cases.of_a_game(town, now),
    )
    # A game can be disputed after the confirmation too; a disputed sheet cannot be confirmed.
    confirmed = not isinstance(ended[0], LeagueError)
    assert isinstance(ended[1], Dispute)
    expected = ResultState.CONFIRMED if confirmed else ResultState.DISPUTED
    assert Result.objects.get(live=True).state == expected


def test_the_twelfth_piece_of_evidence_is_brought_once(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened, bell = cases.of_a_game(town, now), town.captains["Bell"]
    for _ in range(evidence.MOST_PIECES - 1):
        evidence.add_statement(opened, text="So.", by=bell, now=now)
    sorted_out(at_once(*[lambda: evidence.add_statement(opened, text="So.", by=bell, now=now)] * 2))
    assert Evidence.objects.count() == evidence.MOST_PIECES


def test_two_appeals_and_two_decisions_at_once_are_one(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="awarded", awarded_to="away")
    made, late = sorted_out(
        at_once(
            *[
                lambda who=who: appeal.appeal(ruling, reason="No.", by=town.captains[who], now=now)
                for who in ("Anchor", "Bell")
            ]
        )
    )
    assert isinstance(late, WrongState)
    sorted_out(
        at_once(
            *[
                lambda allow=allow: appeal.decide_appeal(made, allow=allow, decision="So.", by=town.secretary, now=now)
                for allow in (True, False)
            ]
        )
    )
    assert Result.objects.filter(live=True).count() == 1
