"""The page after a result is sent or confirmed."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Fixture, Result, Role
from league.services.results import confirm, submit
from league.translation import translated
from league.web.results.sheet_pages import sent_message
from tests.factories import Town, result_sheet
from tests.web.pages import page, signed_in, words

pytestmark = pytest.mark.usefixtures("today")


@pytest.fixture
def sent(town: Town, fixture: Fixture, now: dt.datetime) -> Result:
    return submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)


def test_the_sender_reads_what_their_place_will_be_and_hands_the_phone_over(
    fixture: Fixture, sent: Result, anchor: Client, bell: Client
) -> None:
    answer = anchor.get(page(fixture, "thank-you"))
    html = answer.content.decode()
    assert "Thank you Anchor 6–3 Bell If Bell confirm by" in words(answer)
    assert "Anchor are 1st." in words(answer)
    assert "Bell are" not in words(answer).replace("Bell are here", "")
    assert page(fixture, "confirm-here") in html
    assert page(fixture, "high-hands") in html
    assert f"/leagues/town/pictures/fixtures/{fixture.pk}.png" in html
    # The other captain has nothing to hand over.
    assert page(fixture, "confirm-here") not in bell.get(page(fixture, "thank-you")).content.decode()


def test_a_confirmed_result_moves_a_team_without_conditions(
    town: Town, fixture: Fixture, sent: Result, bell: Client, now: dt.datetime
) -> None:
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    answer = words(bell.get(page(fixture, "thank-you")))
    assert "If Anchor" not in answer
    assert "Bell are" in answer
    assert "3 points behind" in answer or "points behind" in answer
    assert "will be confirmed automatically" not in answer


def test_the_sender_reads_that_the_secretary_confirms_it_where_the_other_team_has_no_captain(
    town: Town, fixture: Fixture, anchor: Client, now: dt.datetime
) -> None:
    Role.objects.filter(team=town.teams["Bell"]).delete()
    sent = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    said = translated(sent_message(sent))
    assert said == "Sent: 6–3. Nobody on the other side can answer, so the secretary confirms it."
    answer = anchor.get(page(fixture, "thank-you"))
    assert "Once it is confirmed, Anchor are 1st." in words(answer)
    assert "Bell have no captain who can answer yet, so the secretary confirms it." in words(answer)
    assert "has been told" not in words(answer)
    assert page(fixture, "confirm-here") not in answer.content.decode()


def test_without_a_result_that_waits_or_counts_it_leads_to_the_fixture(
    town: Town, fixture: Fixture, anchor: Client, now: dt.datetime
) -> None:
    assert anchor.get(page(fixture, "thank-you")).headers["Location"] == page(fixture)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.dispute(fixture, 1, reason="No.", sheet=None, by=town.captains["Bell"], now=now)
    assert anchor.get(page(fixture, "thank-you")).headers["Location"] == page(fixture)


def test_only_the_two_captains_and_the_secretary_open_it(town: Town, fixture: Fixture, sent: Result) -> None:
    assert Client().get(page(fixture, "thank-you")).status_code == 302
    assert signed_in(town.captains["Castle"]).get(page(fixture, "thank-you")).status_code == 403
    both = words(signed_in(town.secretary).get(page(fixture, "thank-you")))
    assert "Anchor are" in both
    assert "Bell are" in both
