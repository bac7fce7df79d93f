"""A result in two numbers, on the captain's pages and the secretary's grid."""

import datetime as dt
import re

import pytest
from django.test import Client

from league.enums import Detail, ResultState, Settlement
from league.models import Dispute, Fixture, Result, Season
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from league.services.results import confirm, submit
from tests.factories import Town, result_sheet
from tests.services.results.test_score_only import score
from tests.test_translation import text_of
from tests.web.pages import signed_in

ERROR = re.compile(r'class="field-error" id="([\w-]+)">([^<]+)<')


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def page_of(fixture: Fixture, page: str = "score") -> str:
    return f"/leagues/town/fixtures/{fixture.pk}/{page}/"


def numbers(home: object, away: object) -> dict[str, object]:
    return {"home-score": home, "away-score": away}


def test_two_numbers_send_a_result_and_the_other_captain_confirms_it(town: Town, fixture: Fixture) -> None:
    anchor, bell = signed_in(town.captains["Anchor"]), signed_in(town.captains["Bell"])
    opened = text_of(anchor.get(page_of(fixture)))
    assert "9 games in all" in opened
    assert "Enter the whole card" in opened
    sent = text_of(anchor.post(page_of(fixture), numbers(6, 3), follow=True))
    assert "Sent: 6–3." in sent
    assert "Add names and games" in sent
    fixture_page = page_of(fixture).removesuffix("score/")
    assert "Score only: names and games are to follow." in text_of(Client().get(fixture_page))
    assert bell.get(page_of(fixture))["Location"] == page_of(fixture, "confirm")
    asked = text_of(bell.get(page_of(fixture, "confirm")))
    assert "Confirm 6–3" in asked
    assert "Dispute" in asked
    done = text_of(bell.post(page_of(fixture, "confirm"), {"version": "1"}, follow=True))
    assert "Confirmed: 6–3. It counts now." in done
    assert Result.objects.get().state == ResultState.CONFIRMED


@pytest.mark.parametrize(
    ("home", "away", "told"),
    [
        ("", "3", [("home-score-error", "Enter Anchor’s score.")]),
        ("9", "7", [("home-score-error", "9–7 makes 16 games; 9 are played here. It can be 9–0, 2–7.")]),
        ("-1", "10", [("home-score-error", "“-1” is not a number of games; write digits, like 9.")]),
        ("9" * 40, "x", [
            ("home-score-error", "“999999999999” is not a number of games; write digits, like 9."),
            ("away-score-error", "“x” is not a number of games; write digits, like 9."),
        ]),
        ("٣", "6", [("home-score-error", "“٣” is not a number of games; write digits, like 9.")]),
        ("0", "0", [("home-score-error", "0–0 makes 0 games; 9 are played here. It can be 0–9, 9–0.")]),
    ],
)  # fmt: skip
def test_an_impossible_score_is_told_at_its_field_and_kept(
    town: Town, fixture: Fixture, home: str, away: str, told: list[tuple[str, str]]
) -> None:
    answer = signed_in(town.captains["Anchor"]).post(page_of(fixture), numbers(home, away))
    html = answer.content.decode()
    assert answer.status_code == 422
    assert ERROR.findall(html) == told
    assert f'name="away-score" value="{away}"' in html
    assert not Result.objects.exists()


def test_whole_cards_lead_to_the_sheet(town: Town, fixture: Fixture) -> None:
    Season.objects.update(score_only=False)
    anchor = signed_in(town.captains["Anchor"])
    assert anchor.get(page_of(fixture))["Location"] == page_of(fixture, "sheet")
    answer = anchor.post(page_of(fixture), numbers(6, 3))
    assert answer.status_code == 422
    assert "This season’s results are sent as whole cards." in text_of(answer)
    assert page_of(fixture, "sheet") in anchor.get("/leagues/town/my/").content.decode()


def test_the_captains_buttons_lead_to_the_two_numbers(town: Town, fixture: Fixture) -> None:
    anchor = signed_in(town.captains["Anchor"])
    for page in ("/leagues/town/my/", page_of(fixture).removesuffix("score/")):
        assert page_of(fixture) in anchor.get(page).content.decode()


def test_whoever_was_signed_out_finds_their_numbers_again(fixture: Fixture, town: Town) -> None:
    answer = Client().post(page_of(fixture), numbers(6, 3))
    assert answer.status_code == 302
    assert "home-score%3D6%26away-score%3D3" in answer["Location"]
    again = signed_in(town.captains["Anchor"]).get(f"{page_of(fixture)}?home-score=6&away-score=3")
    assert 'name="home-score" value="6"' in again.content.decode()


def test_of_two_captains_the_second_sees_the_first_score(town: Town, fixture: Fixture) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Bell"], now=fixture.starts_at + dt.timedelta(hours=3))
    answer = signed_in(town.captains["Anchor"]).post(page_of(fixture), numbers(5, 4), follow=True)
    assert "differs from theirs" in text_of(answer)
    assert Dispute.objects.get().counter_result.detail == Detail.SCORE
    again = signed_in(town.captains["Anchor"]).post(page_of(fixture), numbers(8, 1), follow=True)
    assert "sent a sheet for this fixture" in text_of(again)


def test_a_score_is_disputed_with_another_or_with_words_alone(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    bell = signed_in(town.captains["Bell"])
    page = page_of(fixture, "dispute")
    assert "The right score, if you have it" in text_of(bell.get(page))
    wrong = bell.post(page, {"version": "1", "reason": "", **numbers("6", "3")})
    assert wrong.status_code == 422
    assert "Say what is wrong with the sheet." in text_of(wrong)
    sent = bell.post(page, {"version": "1", "reason": "We won five.", **numbers("4", "5")}, follow=True)
    assert "Disputed." in text_of(sent)
    assert Dispute.objects.get().counter_result.home_games == 4
    accepting = text_of(signed_in(town.captains["Anchor"]).get(page_of(fixture, "accept")))
    assert "The score" in accepting
    assert "6–3" in accepting
    assert "4–5" in accepting


def test_a_confirmed_score_is_corrected_by_two_numbers(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    anchor = signed_in(town.captains["Anchor"])
    page = page_of(fixture, "correct")
    assert 'name="home-score" value="6"' in anchor.get(page).content.decode()
    answer = anchor.post(page, {"version": "1", "reason": "Miscounted.", **numbers(5, 4)}, follow=True)
    assert "Proposed: 5–4." in text_of(answer)
    asked = text_of(signed_in(town.captains["Bell"]).get(page_of(fixture, "correction")))
    assert "The score" in asked


def test_names_and_games_are_added_on_the_sheet(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    anchor = signed_in(town.captains["Anchor"])
    assert "Add names and games" in text_of(anchor.get("/leagues/town/my/"))
    assert "6–3 stays: add names and games." in text_of(anchor.get(page_of(fixture, "sheet")))
    fields = fields_of_card(town)
    answer = anchor.post(page_of(fixture, "sheet"), fields, follow=True)
    assert "Names and games added; 6–3 still counts." in text_of(answer)
    assert Result.objects.get(live=True).settlement == Settlement.CARD
    assert "Add names and games" not in text_of(anchor.get("/leagues/town/my/"))


def fields_of_card(town: Town) -> dict[str, str]:
    return fields_of(result_sheet(town, "Anchor", "Bell"), terms(town.division))


def test_names_that_are_refused_are_not_said_to_be_for_the_other_captain(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    anchor = signed_in(town.captains["Anchor"])
    refused = anchor.post(page_of(fixture, "sheet"), {"m1-g1-home": "999"})
    assert refused.status_code == 422
    assert "The other captain confirms it" not in text_of(refused)


def test_an_own_sheet_that_is_refused_is_still_ones_own(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Bell"], now=now)
    anchor = signed_in(town.captains["Anchor"])
    refused = anchor.post(page_of(fixture, "sheet"), {"m1-g1-home": "999"})
    assert refused.status_code == 422
    assert "Your own sheet" in text_of(refused)
    assert "If it is the same as theirs, the result counts at once" in text_of(refused)


def test_a_version_that_is_a_score_can_be_read(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.secretary, now=now)
    for page in ("versions/1/", ""):
        html = text_of(Client().get(f"/leagues/town/fixtures/{fixture.pk}/{page}"))
        assert "Score only: names and games are to follow." in html


def grid(fixture: Fixture, home: object, away: object) -> dict[str, object]:
    return {f"f{fixture.pk}-home-score": home, f"f{fixture.pk}-away-score": away}


def test_the_secretary_types_a_week_and_nothing_wrong_is_lost(town: Town, fixture: Fixture) -> None:
    other = town.fixture("Castle", "Duke of York")
    office = signed_in(town.secretary)
    page = "/leagues/town/secretary/scores/"
    assert text_of(office.get(page)).count("Save scores") == 1
    answer = office.post(page, {**grid(fixture, "6", "3"), **grid(other, "6", "4")})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "1 result entered." in html
    [told] = ERROR.findall(html)
    assert told == (
        f"f{other.pk}-home-score-error", "6–4 makes 10 games; 9 are played here. It can be 6–3, 5–4.",
    )  # fmt: skip
    assert f'name="f{other.pk}-away-score" value="4"' in html
    assert f"f{fixture.pk}-home-score" not in html
    result = Result.objects.get()
    assert (result.state, result.settlement, result.detail) == (
        ResultState.CONFIRMED, Settlement.SECRETARY, Detail.SCORE,
    )  # fmt: skip
    done = office.post(page, {**grid(fixture, "1", "8"), **grid(other, "5", "4")}, follow=True)
    assert "1 result entered." in text_of(done)
    assert sorted(Result.objects.values_list("home_games", flat=True)) == [5, 6]


def test_the_grid_names_the_row_whatever_is_wrong_with_it(town: Town, fixture: Fixture) -> None:
    Season.objects.update(score_only=False)
    office = signed_in(town.secretary)
    answer = office.get("/leagues/town/secretary/scores/?week=not-a-week")
    assert "This season’s results are sent as whole cards." in text_of(answer)
    answer = office.post("/leagues/town/secretary/scores/?week=9999-99-99", grid(fixture, "6", "3"))
    assert answer.status_code == 422
    assert not Result.objects.exists()


def test_the_grid_has_a_week_a_page_with_a_fixed_number_of_queries(
    town: Town, fixture: Fixture, django_assert_max_num_queries: object
) -> None:
    office = signed_in(town.secretary)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        office.get("/leagues/town/secretary/scores/")
