"""Fixtures that the secretary moves, puts off or cancels, page by page. It is the Wednesday before week 1."""

import pytest
from django.test import Client

from league.enums import FixtureState
from league.models import Fixture, Postponement, Season, Venue, Week
from league.services.dates import postpone
from tests import factories
from tests.factories import Town
from tests.web.dates.asking import FREE, NOW, asked, slot, value_of
from tests.web.pages import page, words

pytestmark = pytest.mark.usefixtures("september")


# The secretary


def test_the_secretary_moves_a_fixture(town: Town, office: Client, fixture: Fixture) -> None:
    sent = {"do": "move", "seen": "0", "reason": "Flood.", "date": "2026-09-30", "time": "19:30"}
    got = office.post(page(fixture, "move"), {**sent, "venue": town.venues["Castle"].pk}, follow=True)
    assert "Moved to Wednesday 30 September at 7.30 pm. Both captains have been told." in words(got)
    assert Fixture.objects.get(pk=fixture.pk).venue == town.venues["Castle"]


def test_outside_the_rules_only_when_it_is_meant(office: Client, fixture: Fixture) -> None:
    sent = {"do": "move", "seen": "0", "reason": "Flood.", "date": "2026-10-14", "time": "20:00", "venue": ""}
    got = office.post(page(fixture, "move"), sent)
    assert got.status_code == 422
    assert "It must be played by Sunday 4 October" in words(got)
    assert [value_of(got, name) for name in ("reason", "date", "time")] == ["Flood.", "2026-10-14", "20:00"]
    assert 'name="anyway"' in got.content.decode()
    assert office.post(page(fixture, "move"), {**sent, "anyway": "yes"}).status_code == 302


def test_back_refused_put_off_and_cancelled(town: Town, office: Client, fixture: Fixture) -> None:
    def do(what: str, **sent: str) -> int:
        seen = str(Fixture.objects.get(pk=fixture.pk).sequence)
        return office.post(page(fixture, "move"), {"do": what, "seen": seen, "reason": "So.", **sent}).status_code

    asked(town, fixture, FREE)
    assert do("refuse") == 302
    assert do("refuse") == 409
    assert do("owe", side="away") == 302
    assert Postponement.objects.latest("pk").side == "away"
    assert do("back") == 302
    assert do("cancel") == 302
    assert do("back") == 302
    fixture.refresh_from_db()
    assert (fixture.state, fixture.starts_at) == (FixtureState.SCHEDULED, fixture.original_starts_at)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Choose what is to happen."),
        ({"do": "move", "date": "", "time": "20:00"}, "Give a date and a time such as 20:00."),
        ({"do": "move", "date": "9999-12-31", "time": "20:00"}, "Give a date and a time such as 20:00."),
        ({"do": "move", "date": "2026-09-30", "time": "\x00"}, "Give a date and a time such as 20:00."),
        ({"do": "move", "date": "2026-09-30", "time": "20:00", "venue": "x"}, "Choose a venue from the list."),
        ({"do": "move", "date": "2026-09-30", "time": "20:00", "venue": "999"}, "Choose a venue from the list."),
        ({"do": "owe", "side": "both"}, "Choose the side, or neither."),
        ({"do": "cancel"}, "Give the reason; both captains read it."),
    ],
)
def test_what_the_secretary_forgot_is_told(office: Client, fixture: Fixture, sent: dict[str, str], said: str) -> None:
    got = office.post(page(fixture, "move"), {"seen": "0", **sent})
    assert got.status_code == 422
    assert said in words(got)


def test_another_leagues_venue_is_none_of_the_list(office: Client, fixture: Fixture) -> None:
    abroad = factories.town("Abroad League", "abroad")
    strange = Venue.objects.filter(league=abroad.league).first()
    assert strange is not None
    sent = {"do": "move", "seen": "0", "reason": "x", "date": "2026-09-30", "time": "20:00", "venue": str(strange.pk)}
    assert office.post(page(fixture, "move"), sent).status_code == 422


def test_what_the_captains_did_meanwhile_is_told(town: Town, office: Client, fixture: Fixture) -> None:
    asked(town, fixture, FREE)
    postpone.agree(fixture, FREE, seen=1, by=town.captains["Bell"], now=NOW)
    sent = {"do": "move", "seen": "0", "reason": "Flood.", "date": "2026-09-30", "time": "20:00"}
    got = office.post(page(fixture, "move"), sent)
    assert got.status_code == 409
    assert "This fixture has been changed since the page was opened." in words(got)
    assert value_of(got, "reason") == "Flood."
    assert value_of(got, "seen") == "1"


def test_without_a_blank_week_nobody_is_promised_a_date(
    town: Town, anchor: Client, bell: Client, fixture: Fixture
) -> None:
    Week.objects.update(kind="play")
    Season.objects.update(catch_up="none", play_within=14)
    anchor.post(page(fixture, "postpone"), {"reason": "A wedding.", **slot("2026-09-30")})
    assert not Postponement.objects.exists()
    anchor.post(page(fixture, "postpone"), {"reason": "A wedding.", **slot("2026-09-29")})
    assert "You can both still offer dates, up to Tuesday 29 September; nobody sets one for you." in words(
        bell.get(page(fixture, "answer"))
    )
    got = bell.post(page(fixture, "answer"), {"do": "owe", "seen": "1"}, follow=True)
    assert "Agree on one by Tuesday 29 September; nobody sets a date for you." in words(got)
    assert "To be played by Tuesday 29 September." in words(got)
    assert "Agree on one by Tuesday 29 September; nobody sets a date for you." in words(
        anchor.get(page(fixture, "answer"))
    )
