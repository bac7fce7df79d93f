"""The things that come back of a fixture once an appeal has revoked a ruling on it."""

import datetime as dt

from league.enums import DisputeState, FixtureState
from league.models import Dispute, Fixture, Result, Ruling
from league.queries.disputes.consequences import Restoration, restoration_of
from league.queries.results.sheets import sheet_of
from league.rules.rulings import game_in, with_game
from league.rules.sheets import GameScore
from league.services.results import correct, decide
from tests.factories import Town
from tests.services import dispute_cases as cases


def live(town: Town) -> Result:
    return Result.objects.get(fixture=town.fixture("Anchor", "Bell"), live=True)


def restoration(ruling: Ruling, town: Town) -> Restoration:
    return restoration_of(Ruling.objects.get(pk=ruling.pk), live(town))


def test_nothing_comes_back_of_a_fixture_that_was_cancelled(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="awarded", awarded_to="away")
    assert restoration(ruling, town).reopens
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(state=FixtureState.CANCELLED)
    assert restoration(ruling, town) == Restoration()


def test_a_dispute_about_a_sheet_that_was_corrected_since_is_not_open_again(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_counting_sheet(town, now)
    changed = {"match_number": 1, "game_number": 1, "home_score": 3, "away_score": 121}
    ruling = cases.ruled(opened, town, now, outcome="score", **changed)
    assert restoration(ruling, town).reopens
    fixture = town.fixture("Anchor", "Bell")
    better = with_game(sheet_of(live(town)), 3, 1, GameScore(3, 121))
    sent = correct.propose(fixture, live(town).version, better, reason="A slip.", by=town.captains["Bell"], now=now)
    correct.answer_correction(fixture, sent.version, accept=True, by=town.captains["Anchor"], now=now)
    found = restoration(ruling, town)
    assert not found.reopens
    assert found.sheet is not None
    assert game_in(found.sheet, 1, 1) == GameScore(121, 61), "what was ruled goes"
    assert game_in(found.sheet, 3, 1) == GameScore(3, 121), "what both agreed on since stays"


def test_a_game_of_a_sheet_that_another_has_replaced_is_not_disputed_again(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    ruling = cases.ruled(opened, town, now, outcome="stands")
    assert restoration(ruling, town).reopens
    fixture = town.fixture("Anchor", "Bell")
    decide.reopen(fixture, version=1, reason="It is another night's.", by=town.secretary, now=now)
    cases.waiting_sheet(town, now + dt.timedelta(hours=1))
    assert restoration(ruling, town) == Restoration()
    assert Dispute.objects.get().state == DisputeState.SETTLED
