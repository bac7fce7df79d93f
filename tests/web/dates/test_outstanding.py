"""The secretary's page of what is still owed: why, what a placing would do, and deciding by hand."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import FixtureState, PostponementState, ResultKind, UnplayedPolicy
from league.models import Fixture, JournalEntry, Postponement, Result, Season, Week
from league.services.dates.place import lapse_unplayed
from tests.factories import Town
from tests.services.dates.owing import NOW, OVER, evening, fixture_without_date, starts
from tests.web.pages import in_words

PAGE = "/leagues/town/secretary/owed/"


@pytest.fixture(autouse=True)
def _today() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def seen(client: Client, address: str = PAGE, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return in_words(answer.content.decode())


def test_nothing_owed_says_so(office: Client) -> None:
    text = seen(office)
    assert "Nothing outstanding Every fixture has a date or a result." in text
    assert "Try placing now" not in text


def test_who_why_since_when_and_what_follows(office: Client, town: Town) -> None:
    fixture_without_date(
        town, "Anchor", "Bell", reason="Flu at home", why="Tuesday 29 September: Bell cannot play that day."
    )
    text = seen(office)
    assert (
        "Round 1 1 Catch-up week: from Monday 28 September. Fixtures without a date are placed every day until it is "
        "over. Anchor v Bell Division 1 Due on Tuesday 15 September; postponed by Anchor: "
        "“Flu at home” Why it could not be placed Tuesday 29 September: Bell cannot play that day. "
        "13 days left If it is not played by Sunday 4 October, you decide. Decide Anchor v Bell"
    ) in text


@pytest.mark.parametrize(
    ("policy", "side", "then"),
    [
        (UnplayedPolicy.NIL, "home", "If it is not played by Sunday 4 October, both sides get nothing."),
        (UnplayedPolicy.AWARDED, "home", "If it is not played by Sunday 4 October, it is awarded to Bell."),
        (UnplayedPolicy.AWARDED, "away", "If it is not played by Sunday 4 October, it is awarded to Anchor."),
        (UnplayedPolicy.AWARDED, "", "If it is not played by Sunday 4 October, you decide."),
    ],
)
def test_it_says_what_the_league_has_chosen(
    office: Client, town: Town, policy: UnplayedPolicy, side: str, then: str
) -> None:
    Season.objects.update(unplayed_policy=policy)
    fixture_without_date(town, "Anchor", "Bell", side)
    assert then in seen(office)


def test_before_its_time_it_says_when_that_comes(office: Client, town: Town) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    with time_machine.travel(NOW - dt.timedelta(days=5), tick=False):
        assert "Fixtures without a date by Monday 21 September, 8 pm are placed then." in seen(office)


def test_what_lapsed_is_for_the_secretary_to_decide(office: Client, town: Town) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    lapse_unplayed(now=OVER)
    with time_machine.travel(OVER, tick=False):
        text = seen(office)
    assert "It is over." in text
    assert "You decide Nothing happens automatically any more." in text
    assert "Try placing now" not in text


def test_a_postponed_fixture_that_nobody_recorded_is_listed_too(office: Client, town: Town) -> None:
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(state=FixtureState.POSTPONED)
    assert "Due on Tuesday 15 September. You decide" in seen(office)


def test_a_round_without_a_catch_up_week_says_so(office: Client, town: Town) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    Week.objects.filter(number=3).delete()
    text = seen(office)
    assert "This round has no catch-up week, so nothing is placed automatically." in text
    assert "Try placing now" not in text


def test_trying_shows_and_moves_nothing(office: Client, town: Town) -> None:
    Season.objects.update(catch_up_nights=[1])
    first, second = fixture_without_date(town, "Anchor", "Bell"), fixture_without_date(town, "Duke of York", "Anchor")
    answer = office.post(PAGE, {"do": "try"})
    text = in_words(answer.content.decode())
    assert (
        "What would be placed now Round 1, catch-up week from Monday 28 September: 1 of 2 would be placed. "
        "No other arrangement places more, or as many with less disruption. "
        "Anchor v Bell Division 1, Anchor Tue 29 Sep, 8 pm "
        "Duke of York v Anchor Division 1, Duke of York "
        "Tuesday 29 September: Anchor play Anchor v Bell. No arrangement places more than 1 of the 2. Stays outstanding"
    ) in text
    assert set(Postponement.objects.values_list("state", flat=True)) == {PostponementState.OWED}
    assert JournalEntry.objects.count() == 0
    answer = office.post(PAGE, {"do": "place"}, follow=True)
    assert "1 fixture placed. Both captains of each have been told." in in_words(answer.content.decode())
    assert starts(first.fixture) == [evening(1)]
    assert Postponement.objects.get(pk=second.pk).state == PostponementState.OWED
    assert JournalEntry.objects.get().by == town.secretary
    answer = office.post(PAGE, {"do": "place"}, follow=True)
    assert "No fixture could be placed; each one shows why." in in_words(answer.content.decode())


def test_trying_with_nothing_to_place(office: Client) -> None:
    text = in_words(office.post(PAGE, {"do": "try"}).content.decode())
    assert "Nothing to place" in text
    assert "Place them now" not in text


@pytest.mark.parametrize("do", ["", "burn", "\x00"])
def test_what_the_page_does_not_know_is_told(office: Client, do: str) -> None:
    answer = office.post(PAGE, {"do": do})
    assert answer.status_code == 422
    assert "Choose whether to try a placing or to place." in in_words(answer.content.decode())


def test_a_draft_season_has_no_page_of_its_own(office: Client, town: Town) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    Season.objects.update(published_at=None)
    assert "Nothing outstanding" in seen(office)
    assert office.post(PAGE, {"do": "place"}).status_code == 422


def decide(office: Client, put_off: Postponement, status: int = 302, **sent: str) -> str:
    sent = {"seen": str(put_off.fixture.sequence), "reason": "The pub is closed for good.", **sent}
    answer = office.post(f"{PAGE}{put_off.fixture_id}/", sent)
    assert answer.status_code == status
    return in_words(answer.content.decode())


def test_the_evenings_and_why_not_the_others(office: Client, town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    text = seen(office, f"{PAGE}{put_off.fixture_id}/")
    assert "Postponed by Anchor: “Flu”" in text
    assert "Monday 28 September, 8 pm Tuesday 29 September, 8 pm" in text
    assert "Saturday 3 October, 8 pm (not a usual evening)" in text


def test_placed_by_hand(office: Client, town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    decide(office, put_off, do="place", evening=evening(2).isoformat())
    assert starts(put_off.fixture) == [evening(2)]
    put_off.refresh_from_db()
    assert (put_off.state, put_off.why) == (PostponementState.AGREED, "The pub is closed for good.")


@pytest.mark.parametrize(("do", "games"), [("award-home", (9, 0)), ("award-away", (0, 9))])
def test_awarded_by_hand(office: Client, town: Town, do: str, games: tuple[int, int]) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    decide(office, put_off, do=do)
    result = Result.objects.get()
    assert (result.kind, result.home_games, result.away_games) == (ResultKind.WALKOVER, *games)
    put_off.refresh_from_db()
    assert put_off.state == PostponementState.LAPSED


def test_what_was_agreed_meanwhile_is_not_awarded_unseen(office: Client, town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    before = str(put_off.fixture.sequence)
    decide(office, put_off, do="place", evening=evening(2).isoformat())
    decide(office, put_off, status=409, do="award-home", seen=before)
    assert not Result.objects.exists()


@pytest.mark.parametrize("when", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:00-14:00"])
def test_an_evening_that_no_clock_can_reckon_with_is_none(office: Client, town: Town, when: str) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    assert "Choose one of the evenings." in decide(office, put_off, status=422, do="place", evening=when)


def test_nothing_for_both(office: Client, town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    decide(office, put_off, do="nothing")
    assert town.fixture("Anchor", "Bell").state == FixtureState.CANCELLED
    assert "Nothing outstanding" in seen(office)


def test_left_owed_and_decided_later(office: Client, town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    decide(office, put_off, do="leave")
    assert "Nothing happens automatically any more." in seen(office)
    text = seen(office, f"{PAGE}{put_off.fixture_id}/")
    assert "I decide later" not in text
    decide(office, put_off, do="award-away")
    assert "Nothing outstanding" in seen(office)


def test_every_problem_at_once_and_nothing_typed_is_lost(office: Client, town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    text = decide(office, put_off, status=422, do="place", evening="yesterday", reason="")
    assert "Choose one of the evenings." in text
    assert "Give the reason; both captains read it." in text
    text = decide(office, put_off, status=422, do="")
    assert "Choose what is to happen." in text
    assert "The pub is closed for good." in text
    naive = decide(office, put_off, status=422, do="place", evening="2026-09-30T20:00:00")
    assert "Choose one of the evenings." in naive


def test_an_evening_against_the_rules_is_refused_with_the_reason(office: Client, town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    text = decide(office, put_off, status=422, do="place", evening=evening(20).isoformat())
    assert "It must be played by Sunday 4 October, the end of the round’s catch-up week." in text


def test_what_has_changed_meanwhile_is_told(office: Client, town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    text = decide(office, put_off, status=409, do="place", evening=evening(2).isoformat(), seen="7")
    assert "This fixture has been changed since the page was opened." in text
    Fixture.objects.filter(pk=put_off.fixture_id).update(state=FixtureState.SCHEDULED)
    Postponement.objects.update(state=PostponementState.PLACED, starts_at=evening(1))
    assert "This fixture is not outstanding" in seen(office, f"{PAGE}{put_off.fixture_id}/", status=409)


@pytest.mark.parametrize("count", [1, 3])
def test_as_many_questions_to_the_database_however_much_is_owed(office: Client, town: Town, count: int) -> None:
    rows = [
        fixture_without_date(town, *pair)
        for pair in (("Anchor", "Bell"), ("Castle", "Duke of York"), ("Bell", "Castle"))[:count]
    ]
    office.get(PAGE)
    with CaptureQueriesContext(connection) as listed:
        office.get(PAGE)
    with CaptureQueriesContext(connection) as tried:
        office.post(PAGE, {"do": "try"})
    with CaptureQueriesContext(connection) as one:
        office.get(f"{PAGE}{rows[0].fixture_id}/")
    assert (len(listed), len(tried), len(one)) == (10, 19, 16)


def test_the_division_s_page_says_honestly_what_has_no_date(client: Client, town: Town) -> None:
    page = "/leagues/town/tables/2026-27/division-1/"
    assert "no date yet" not in seen(client, page)
    fixture_without_date(town, "Anchor", "Bell")
    assert "1 fixture was postponed and has no date yet." in seen(client, page)
    fixture_without_date(town, "Castle", "Duke of York")
    assert "2 fixtures were postponed and have no date yet." in seen(client, page)
    fixtures = seen(client, "/leagues/town/fixtures/?week=all")
    assert fixtures.count("Postponed, no date yet") == 2
