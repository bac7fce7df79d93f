"""Late cards on the secretary's pages: what is proposed is accepted with one press, or dismissed with the reason."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Adjustment, LateCard, Season, Team
from league.services.results import submit
from tests import factories
from tests.api.program import Program
from tests.factories import Town, result_sheet
from tests.web.public_pages import words

OFFICE = "/leagues/town/secretary/"
POINTS = f"{OFFICE}seasons/2026-27/points/"
TABLE = "/leagues/town/tables/2026-27/division-1/"
TOLD = "Anchor: 2 points Division 1 Anchor v Bell : due 17 September, 8 pm; first sent 17 September, 9 pm"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def late(town: Town) -> LateCard:
    """A late card of Anchor, who sent the result of Anchor v Bell an hour after its deadline."""
    Season.objects.filter(pk=town.season.pk).update(late_card="home", late_card_points=2)
    fixture = town.fixture("Anchor", "Bell")
    fixture.refresh_from_db()
    sent = fixture.starts_at + dt.timedelta(hours=49)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=sent)
    return LateCard.objects.get()


def page_of(card: LateCard) -> str:
    return f"{OFFICE}late-cards/{card.pk}/"


def test_it_is_listed_on_the_desk_and_among_the_points_and_told_to_nobody_else(office: Client, town: Town) -> None:
    late(town)
    assert f"Late cards to decide 1 {TOLD}" in words(office.get(OFFICE))
    assert f"Late cards to decide 1 {TOLD}" in words(office.get(POINTS))
    office.logout()
    for page in (TABLE, f"{TABLE}anchor/"):
        assert "Late card" not in words(office.get(page))


def test_one_press_takes_the_points_and_everybody_reads_why(office: Client, town: Town) -> None:
    card = late(town)
    answer = office.post(page_of(card), {"do": "accept"})
    assert (answer.status_code, answer.headers["Location"]) == (302, POINTS)
    text = words(office.get(POINTS))
    assert "Accepted. The captains of Anchor are told" in text
    assert "Late cards to decide" not in text
    assert "Accepted on 3 November 2026: the points are taken." in words(office.get(page_of(card)))
    office.logout()
    said = "Late card: the result of 15 September 2026 against Bell was due on 17 September at 8 pm and sent on"
    assert said in words(office.get(TABLE))
    assert said in words(office.get(f"{TABLE}anchor/"))


def test_pressed_twice_the_points_are_taken_once(office: Client, town: Town) -> None:
    card = late(town)
    assert [office.post(page_of(card), {"do": "accept"}).status_code for _ in range(2)] == [302, 409]
    answer = office.post(page_of(card), {"do": "dismiss", "reason": "No."})
    assert answer.status_code == 409
    assert "This late card has been accepted already." in words(answer)
    assert Adjustment.objects.count() == 1


def test_dismissed_with_the_reason_it_is_listed_so(office: Client, town: Town) -> None:
    card = late(town)
    assert office.post(page_of(card), {"do": "dismiss", "reason": "No signal."}).status_code == 302
    text = words(office.get(POINTS))
    assert "Dismissed. No points are taken." in text
    assert "Late cards dismissed Anchor Anchor v Bell, 3 November 2026, by Sally Secretary No signal." in text
    assert "Dismissed on 3 November 2026: No signal." in words(office.get(page_of(card)))
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"do": "dismiss", "reason": " "}, "Give the reason; the journal keeps it."),
        ({"do": "dismiss", "reason": "x" * 251}, "No more than 250 characters."),
        ({"do": "acc"}, "Accept the late card, or dismiss it."),
        ({}, "Accept the late card, or dismiss it."),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_decided(
    office: Client, town: Town, sent: dict[str, str], told: str
) -> None:
    card = late(town)
    answer = office.post(page_of(card), sent)
    assert answer.status_code == 422
    assert told in words(answer)
    assert LateCard.objects.get().standing == "open"


def test_that_of_another_league_is_not_there(office: Client, town: Town) -> None:
    card = late(factories.town("Other League", "other"))
    assert office.get(page_of(card)).status_code == 404
    assert office.post(page_of(card), {"do": "accept"}).status_code == 404
    assert LateCard.objects.get().standing == "open"


def test_the_rules_page_says_it(office: Client, town: Town) -> None:
    rules = "/leagues/town/rules/"
    assert "first sent after its deadline" not in words(office.get(rules))
    late(town)
    said = "Where a result is first sent after its deadline, the home team may lose 2 points; the secretary decides"
    assert said in words(office.get(rules))


def test_a_card_of_a_hidden_season_or_team_is_not_found(office: Client, town: Town, now: dt.datetime) -> None:
    card = late(town)
    assert office.get(page_of(card)).status_code == 200
    for hidden in (Season.objects.all(), Team.objects.filter(name="Bell")):
        hidden.update(hidden_at=now)
        answers = (
            office.get(page_of(card)),
            office.post(page_of(card), {"do": "accept"}),
            Program(town.secretary).post(f"late-cards/{card.pk}/accept/"),
        )
        assert [answer.status_code for answer in answers] == [404, 404, 404]
        hidden.update(hidden_at=None)
    assert not Adjustment.objects.exists()
