"""A side that is short, on the sheet's page and on the fixture's: what it may do is said, and a dummy is shown."""

import pytest

from league.models import Result
from tests.factories import Town
from tests.web.pages import filled, page, signed_in, typed, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def town(town: Town) -> Town:
    town.division.fixture_format = "D S S / short-dummy"
    town.division.save()
    return town


def test_a_dummy_is_offered_beside_a_partner_and_nowhere_else(town: Town) -> None:
    answer = signed_in(town.captains["Anchor"]).get(page(town.fixture("Anchor", "Bell"), "sheet"))
    assert "a team that is short may have a dummy in the place of a partner" in words(answer)
    html = answer.content.decode()
    assert html.count(">A dummy<") == 4
    town.division.fixture_format = "D S S"
    town.division.save()
    answer = signed_in(town.captains["Anchor"]).get(page(town.fixture("Anchor", "Bell"), "sheet"))
    assert "dummy" not in words(answer)


def test_a_sheet_with_a_dummy_is_sent_confirmed_and_shown_with_it(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    anchor, bell = (signed_in(town.captains[team]) for team in ("Anchor", "Bell"))
    sent = anchor.post(page(fixture, "sheet"), typed(town, fixture, m1_home_2="0") | {"do": "send"})
    assert sent.status_code == 302, words(sent)
    assert "Anchor 1 dummy" in words(bell.get(page(fixture, "confirm")))
    assert filled(anchor.get(page(fixture, "correct")))["m1-home-2"] == "0"
    assert Result.objects.get().appearances.filter(side="home").count() == 3


def test_where_nobody_plays_twice_but_for_a_short_side_no_list_greys_out_whoever_plays_elsewhere(town: Town) -> None:
    for text, once in (("D S S", True), ("D S S / short-dummy", True), ("D S S / short-twice", False)):
        town.division.fixture_format = text
        town.division.save()
        html = signed_in(town.captains["Anchor"]).get(page(town.fixture("Anchor", "Bell"), "sheet")).content.decode()
        assert (" data-once" in html) is once


def test_a_match_that_both_sides_had_nobody_for_is_sent_confirmed_corrected_and_shown_as_such(town: Town) -> None:
    town.division.fixture_format = "S1w S1w"
    town.division.save()
    fixture = town.fixture("Anchor", "Bell")
    anchor, bell = (signed_in(town.captains[team]) for team in ("Anchor", "Bell"))
    assert "Both sides: no games" in words(anchor.get(page(fixture, "sheet")))
    home, away = (str(town.squads[team][0].pk) for team in ("Anchor", "Bell"))
    fields = {"m1-home-1": home, "m1-away-1": away, "m1-g1-winner": "home", "m2-short": "both"}
    shown = anchor.post(page(fixture, "sheet"), fields | {"do": "keep"}, follow=True)
    assert "at least" not in words(shown)
    sent = anchor.post(page(fixture, "sheet"), fields | {"do": "send"})
    assert sent.status_code == 302, words(sent)
    assert "Not played: both sides had nobody" in words(bell.get(page(fixture, "confirm")))
    assert filled(anchor.get(page(fixture, "correct")))["m2-short"] == "both"
