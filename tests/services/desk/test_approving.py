"""The secretary confirms several waiting results in one go, where nothing has to be decided."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league import access
from league.enums import ConductState, FixtureState, JournalKind, ResultState, RoleKind, Settlement
from league.errors import Invalid, NotAllowed
from league.models import ConductCase, Fixture, JournalEntry, Notice, Result
from league.queries.desk.oversight import waiting_of
from league.services.desk import Approved, ChosenResult, approve_clear
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases

PAIRS = (("Anchor", "Bell"), ("Castle", "Duke of York"), ("Anchor", "Castle"))
LATE = dt.timedelta(hours=57)
WHY = "They did not answer."


@pytest.fixture
def three_sheets(town: Town, now: dt.datetime) -> list[Fixture]:
    """Three fixtures whose home captain has sent a sheet, and whose away captain says nothing."""
    fixtures = [town.fixture(*pair) for pair in PAIRS]
    for fixture, pair in zip(fixtures, PAIRS, strict=True):
        submit.submit(fixture, result_sheet(town, *pair), by=town.captains[pair[0]], now=now)
    return fixtures


def press(town: Town, fixtures: list[Fixture], now: dt.datetime, reason: str = WHY) -> Approved:
    chosen = [ChosenResult(fixture, 1) for fixture in fixtures]
    return approve_clear(town.league, chosen, reason=reason, by=town.secretary, now=now)


def states() -> list[str]:
    return list(Result.objects.filter(live=True).order_by("pk").values_list("state", flat=True))


def test_all_that_are_clear_count_with_the_reason_in_the_journal(
    town: Town, three_sheets: list[Fixture], now: dt.datetime
) -> None:
    done = press(town, three_sheets, now + LATE)
    assert (len(done.confirmed), done.refused) == (3, ())
    assert states() == [ResultState.CONFIRMED] * 3
    assert {result.settlement for result in Result.objects.all()} == {Settlement.UPHELD}
    entries = JournalEntry.objects.filter(kind=JournalKind.RESULT_CONFIRMED)
    assert [entry.why for entry in entries] == [WHY] * 3
    before = Notice.objects.count()
    again = press(town, three_sheets, now + LATE)
    assert (len(again.confirmed), again.refused) == (3, ())
    assert (entries.count(), Notice.objects.count()) == (3, before)


def test_what_is_not_clear_is_left_and_told_and_the_others_count(
    town: Town, three_sheets: list[Fixture], now: dt.datetime
) -> None:
    Result.objects.filter(fixture=three_sheets[0]).update(
        breaches=[{"code": "unregistered", "message": "", "field": "m1-home-1"}]
    )
    confirm.dispute(three_sheets[1], 1, reason="Game 2 was ours.", by=town.captains["Duke of York"], now=now)
    done = press(town, three_sheets, now + LATE)
    assert [result.fixture for result in done.confirmed] == [three_sheets[2]]
    assert [(one.fixture, one.why.partition(".")[0]) for one in done.refused] == [
        (three_sheets[0], "Players on the sheet may not have been eligible"),
        (three_sheets[1], "It is awaiting nobody’s answer any more"),
    ]
    assert states() == [ResultState.SUBMITTED, ResultState.DISPUTED, ResultState.CONFIRMED]


def test_a_side_that_still_has_time_is_not_spoken_for(
    town: Town, three_sheets: list[Fixture], now: dt.datetime
) -> None:
    done = press(town, three_sheets[:1], now + dt.timedelta(hours=47))
    assert [one.why for one in done.refused] == ["The other side still has time to answer."]


def test_an_undecided_case_of_conduct_keeps_its_result_apart(
    town: Town, three_sheets: list[Fixture], now: dt.datetime
) -> None:
    case = ConductCase.objects.create(
        fixture=three_sheets[0], match_number=1, game_number=1, player=town.squads["Anchor"][0], side="home",
        overcalls=3,
        threshold=3, proposed_at=now,
    )  # fmt: skip
    assert [one.why for one in press(town, three_sheets[:1], now + LATE).refused] == [
        "A case of conduct in this fixture is not decided yet."
    ]
    ConductCase.objects.filter(pk=case.pk).update(state=ConductState.DISMISSED)
    assert len(press(town, three_sheets[:1], now + LATE).confirmed) == 1


def test_a_secretary_of_one_side_confirms_the_others_alone(
    town: Town, three_sheets: list[Fixture], now: dt.datetime
) -> None:
    factories.role(town.secretary, town.league, RoleKind.CAPTAIN, town.teams["Bell"])
    done = press(town, three_sheets, now + LATE)
    assert [result.fixture for result in done.confirmed] == three_sheets[1:]
    assert "Only a secretary of neither team" in done.refused[0].why


def test_a_newer_sheet_is_not_confirmed_unseen(town: Town, three_sheets: list[Fixture], now: dt.datetime) -> None:
    chosen = [ChosenResult(three_sheets[0], 2)]
    done = approve_clear(town.league, chosen, reason=WHY, by=town.secretary, now=now + LATE)
    assert "A newer sheet has come in" in done.refused[0].why


def test_a_reason_and_a_choice_are_asked_for_together(
    town: Town, three_sheets: list[Fixture], now: dt.datetime
) -> None:
    with pytest.raises(Invalid) as found:
        press(town, [], now, reason=" ")
    assert [problem.field for problem in found.value.problems] == ["results", "reason"]
    with pytest.raises(Invalid, match="Choose 100 results at most"):
        press(town, [three_sheets[0]] * 101, now)
    with pytest.raises(NotAllowed):
        approve_clear(
            town.league, [ChosenResult(three_sheets[0], 1)], reason=WHY, by=town.captains["Bell"], now=now + LATE
        )


def test_the_list_takes_three_queries_however_long(town: Town, three_sheets: list[Fixture], now: dt.datetime) -> None:
    held = access.grants(town.secretary, town.league, now=now + LATE)
    for count in (3, 1):
        with CaptureQueriesContext(connection) as seen:
            assert [one.clear for one in waiting_of(town.league, held, now=now + LATE)] == [True] * count
        assert len(seen) == 3
        Fixture.objects.exclude(pk=three_sheets[0].pk).update(state=FixtureState.CANCELLED)


def test_a_disputed_call_keeps_its_result_apart(town: Town, three_sheets: list[Fixture], now: dt.datetime) -> None:
    cases.of_a_call(town, now)
    done = press(town, three_sheets[:2], now + LATE)
    assert [result.fixture for result in done.confirmed] == [three_sheets[1]]
    assert [one.fixture for one in done.refused] == [three_sheets[0]]
    assert "dispute" in done.refused[0].why
