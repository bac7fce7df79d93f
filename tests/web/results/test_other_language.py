"""Pages of results speak the reader's language."""

import datetime as dt

import pytest

from league.errors import Invalid
from league.rules.problems import Problem
from league.services.results import submit
from league.templatetags import muggins
from league.templatetags.people import role_names
from league.translation import N_, translated
from tests.factories import Town, result_sheet
from tests.pseudo import accented, pseudo
from tests.web.pages import page, signed_in, typed, words

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["pseudo"]


def test_message_after_sending_is_translated(town: Town, pseudo: None) -> None:
    fixture = town.fixture("Anchor", "Bell")
    anchor = signed_in(town.captains["Anchor"])
    said = words(anchor.post(page(fixture, "sheet"), typed(town, fixture), follow=True))
    assert accented("Sent: 6–3. The other captain has been told; it counts when they confirm it.") in said
    assert accented("Share the result") in said
    assert accented("Change your sheet") in said


def test_refusal_of_a_service_is_translated_with_the_state_in_it(town: Town, now: dt.datetime, pseudo: None) -> None:
    fixture = town.fixture("Anchor", "Bell")
    by = town.captains["Anchor"]
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=by, now=now)
    bell = signed_in(town.captains["Bell"])
    bell.post(page(fixture, "dispute"), {"version": "1", "reason": "Game 2 was ours.", "own": ""})
    answer = bell.post(page(fixture, "confirm"), {"version": "1"})
    assert answer.status_code == 409
    assert accented("This sheet is disputed already.") in words(answer)


def test_filters_and_tags_are_translated(pseudo: None) -> None:
    assert f'alt="{accented("five of spades")}"' in muggins.card("5S")
    assert muggins.clock(dt.time(20, 0)) == accented("8 pm")
    assert muggins.day(dt.date(2026, 11, 3)) == accented("Tue 3 Nov")
    assert role_names({"secretary", "referee"}) == accented("referee and secretary")


def test_error_of_several_problems_is_translated(pseudo: None) -> None:
    refused = Invalid([Problem("late", N_("It is late.")), Problem("same", N_("Nothing differs."))])
    assert refused.message == "It is late.; Nothing differs."
    assert translated(refused.message) == accented(refused.message)
    assert translated(Invalid([]).message) == accented("The input is wrong.")
