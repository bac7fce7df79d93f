"""The secretary's desk: its groups, and the ordinary evening in few presses."""

import datetime as dt
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import NoticeKind, PostponementState, ResultState, RoleKind
from league.models import Fixture, Invitation, Notice, Postponement, Result, Role
from league.queries.desk.evening import cards_after, people_of, tonight_of
from league.services.results import submit
from league.web.desk import SECTIONS
from tests import factories
from tests.factories import Town, result_sheet
from tests.web.pages import signed_in, typed, words

pytestmark = pytest.mark.usefixtures("today")

DESK = "/leagues/town/secretary/"
HOUR = dt.timedelta(hours=1)
PAIRS = (("Anchor", "Bell"), ("Castle", "Duke of York"), ("Anchor", "Castle"))


@pytest.fixture
def office(town: Town) -> Client:
    """The secretary's browser; three fixtures are there, all of them far ahead."""
    Fixture.objects.exclude(pk__in=[town.fixture(*pair).pk for pair in PAIRS]).delete()
    Fixture.objects.update(starts_at=dt.datetime(2027, 3, 1, 20, tzinfo=dt.UTC))
    return signed_in(town.secretary)


def begin(fixture: Fixture, at: dt.datetime) -> Fixture:
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=at, original_starts_at=at)
    fixture.starts_at = at
    return fixture


def numbers(page: str) -> dict[str, str]:
    """Return how much there is to do in each group that the page has, in its order."""
    return dict(re.findall(r'<summary><h2 id="([\w-]+)"[^>]*>[^<]*</h2> <small>(\d+)</small>', page))


def test_an_empty_desk_says_that_all_is_well_and_keeps_the_tools(office: Client) -> None:
    page = office.get(DESK)
    assert "All is well" in words(page)
    assert numbers(page.content.decode()) == {}
    assert "Enter" not in words(page)
    for tool in ("owed", "disputes", "people", "import", "export", "settings", "journal", "upkeep"):
        assert f'href="/leagues/town/{"" if tool == "disputes" else "secretary/"}{tool}/"' in page.content.decode()


def test_groups_tell_their_numbers_and_the_most_urgent_is_open(office: Client, town: Town, now: dt.datetime) -> None:
    begin(town.fixture("Anchor", "Bell"), now + 8 * HOUR)
    begin(town.fixture("Castle", "Duke of York"), now - 80 * HOUR)
    asked = town.fixture("Anchor", "Castle")
    Postponement.objects.create(
        fixture=asked, side="home", state=PostponementState.REQUESTED, requested_by=town.captains["Anchor"],
        requested_at=now,
    )  # fmt: skip
    Role.objects.filter(team=town.teams["Duke of York"]).delete()
    Invitation.objects.create(
        user=town.referee, league=town.league, kind=RoleKind.SECRETARY, invited_at=now - 900 * HOUR,
        expires_at=now - HOUR,
    )  # fmt: skip
    page = office.get(DESK)
    html = page.content.decode()
    assert list(numbers(html).items()) == [("overdue", "1"), ("postponements", "1"), ("tonight", "1"), ("people", "2")]
    assert re.findall(r'<details [^>]*open[^>]*><summary><h2 id="([\w-]+)"', html) == ["overdue"]
    told = words(page)
    assert "Tonight 1 Anchor v Bell Division 1, 8 pm" in told
    assert "Teams without a captain 1 Duke of York" in told
    assert "not yet answered" not in told
    assert "1 invitation has run out unanswered" in told
    assert "Requests awaiting an answer 1 Anchor v Castle" in told


def test_a_team_whose_captain_is_invited_is_told_apart_until_the_invitation_runs_out(
    office: Client, town: Town, now: dt.datetime
) -> None:
    Role.objects.filter(team__in=[town.teams["Castle"], town.teams["Duke of York"]]).delete()
    invited = Invitation.objects.create(
        user=town.referee, league=town.league, kind=RoleKind.CAPTAIN, team=town.teams["Castle"], invited_at=now,
        expires_at=now + 300 * HOUR,
    )  # fmt: skip
    told = words(office.get(DESK))
    assert "Teams without a captain 1 Duke of York Captain invited, not yet answered 1 Castle" in told
    Invitation.objects.filter(pk=invited.pk).update(expires_at=now - HOUR)
    told = words(office.get(DESK))
    assert "Teams without a captain 2 Castle" in told
    assert "not yet answered" not in told


def test_one_press_asks_the_captains_and_the_next_says_that_they_were(
    office: Client, town: Town, now: dt.datetime
) -> None:
    begin(town.fixture("Anchor", "Bell"), now - 80 * HOUR)
    assert "Anchor v Bell Division 1, 31 October Anchor 1, Bell 1" in words(office.get(f"{DESK}remind/"))
    answer = office.post(f"{DESK}remind/", follow=True)
    assert answer.redirect_chain == [(DESK, 302)]
    assert "2 captains are asked for results." in words(answer)
    assert "Nobody to ask now" in words(answer)
    assert "Nobody was written to" in words(office.post(f"{DESK}remind/", follow=True))
    assert Notice.objects.filter(kind=NoticeKind.RESULT_CHASED).count() == 2
    assert "asked on 3 November, 12 noon" in words(office.get(f"{DESK}remind/"))


def test_cards_are_entered_one_after_another_the_latest_evening_first(
    office: Client, town: Town, now: dt.datetime
) -> None:
    old = begin(town.fixture("Anchor", "Bell"), now - 80 * HOUR)
    new = begin(town.fixture("Castle", "Duke of York"), now - HOUR)
    first = office.get(f"{DESK}cards/")
    assert first["Location"] == f"/leagues/town/fixtures/{new.pk}/sheet/?cards=1"
    sheet = office.get(first["Location"])
    assert "2 cards left Skip this one Scores week by week Back to the desk" in words(sheet)
    assert office.get(f"{DESK}cards/?after={new.pk}")["Location"].endswith(f"/{old.pk}/sheet/?cards=1")
    answer = office.post(first["Location"], typed(town, new), follow=True)
    assert answer.redirect_chain == [(f"/leagues/town/fixtures/{old.pk}/sheet/?cards=1", 302)]
    assert "It counts at once." in words(answer)
    assert "1 card is left." in words(answer)
    assert "Skip this one" not in words(answer)
    answer = office.post(f"/leagues/town/fixtures/{old.pk}/sheet/?cards=1", typed(town, old), follow=True)
    assert answer.redirect_chain == [(DESK, 302)]
    assert "That was the last card." in words(answer)
    assert office.get(f"{DESK}cards/")["Location"] == DESK
    assert Result.objects.filter(live=True).count() == 2


@pytest.mark.parametrize("after", ["x", "-1", "9" * 15, "9" * 400, "%00", ""])
def test_a_card_after_nothing_known_is_the_first(office: Client, town: Town, now: dt.datetime, after: str) -> None:
    found = begin(town.fixture("Anchor", "Bell"), now - HOUR)
    answer = office.get(f"{DESK}cards/?after={after}")
    assert answer.status_code == (404 if after == "%00" else 302)
    if answer.status_code == 302:
        assert answer["Location"].endswith(f"/{found.pk}/sheet/?cards=1")


def test_a_captain_is_led_to_no_other_card(office: Client, town: Town, now: dt.datetime) -> None:
    begin(town.fixture("Castle", "Duke of York"), now - HOUR)
    fixture = begin(town.fixture("Anchor", "Bell"), now - HOUR)
    captain, sheet = signed_in(town.captains["Anchor"]), f"/leagues/town/fixtures/{fixture.pk}/sheet/?cards=1"
    assert "Skip this one" not in words(captain.get(sheet))
    answer = captain.post(sheet, typed(town, fixture))
    assert answer["Location"] == f"/leagues/town/fixtures/{fixture.pk}/thank-you/"


@pytest.fixture
def waiting(office: Client, town: Town, now: dt.datetime) -> list[Fixture]:
    """Two sheets whose other side has had its time."""
    fixtures = []
    for home, away in PAIRS[:2]:
        fixture = begin(town.fixture(home, away), now - 80 * HOUR)
        sheet = result_sheet(town, home, away)
        submit.submit(fixture, sheet, by=town.captains[home], now=now - 70 * HOUR)
        fixtures.append(fixture)
    return fixtures


def test_what_is_clear_is_ticked_and_confirmed_with_one_press(office: Client, waiting: list[Fixture]) -> None:
    assert "Confirm 2 clear results" in words(office.get(DESK))
    page = f"{DESK}confirm/"
    values = [f"{fixture.pk}:1" for fixture in waiting]
    html = office.get(page).content.decode()
    assert all(f'value="{value}" checked' in html for value in values)
    assert "The other side did not answer in time." in html
    answer = office.post(page, {"results": values, "reason": "No answer."}, follow=True)
    assert answer.redirect_chain == [(DESK, 302)]
    assert "2 results are confirmed and count. Both captains of each have been told." in words(answer)
    assert set(Result.objects.values_list("state", flat=True)) == {ResultState.CONFIRMED}


def test_what_was_refused_is_listed_with_the_reason(office: Client, town: Town, waiting: list[Fixture]) -> None:
    Result.objects.filter(fixture=waiting[0]).update(breaches=[{"code": "x", "message": "", "field": "m1-home-1"}])
    values = [f"{fixture.pk}:1" for fixture in waiting]
    answer = office.post(f"{DESK}confirm/", {"results": values, "reason": "No answer."})
    told = words(answer)
    assert "Not confirmed 1 Anchor v Bell Players on the sheet may not have been eligible." in told
    assert "1 result is confirmed and counts." in told
    assert "To decide one by one 1 Anchor v Bell" in told


@pytest.mark.parametrize("chosen", ["x", "1:1:1", "0:0", f"{9 * 10**14}:1", "\x00", "<b>:1"])
def test_a_choice_that_is_not_in_the_list_is_told(office: Client, waiting: list[Fixture], chosen: str) -> None:
    answer = office.post(f"{DESK}confirm/", {"results": [chosen], "reason": "No answer."})
    assert answer.status_code == 422
    assert "one of them is not in it" in words(answer)
    assert "<b>:1" not in answer.content.decode()
    assert set(Result.objects.values_list("state", flat=True)) == {ResultState.SUBMITTED}


def test_another_leagues_result_is_not_confirmed(office: Client, town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Other League", "other")
    fixture = begin(abroad.fixture("Anchor", "Bell"), now - 80 * HOUR)
    submit.submit(fixture, result_sheet(abroad, "Anchor", "Bell"), by=abroad.captains["Anchor"], now=now - 70 * HOUR)
    answer = office.post(f"{DESK}confirm/", {"results": [f"{fixture.pk}:1"], "reason": "No answer."})
    assert answer.status_code == 422
    assert Result.objects.get().state == ResultState.SUBMITTED


def test_of_many_overdue_rows_ten_are_seen_and_the_others_are_one_tap_away(
    office: Client, town: Town, now: dt.datetime
) -> None:
    first = town.fixture("Anchor", "Bell")
    begin(first, now - 80 * HOUR)
    for number in range(2, 32):
        factories.fixture(town, _week(town, number), "Anchor", "Bell")
    Fixture.objects.filter(home=town.teams["Anchor"], away=town.teams["Bell"]).update(starts_at=now - 80 * HOUR)
    overdue = Fixture.objects.filter(starts_at=now - 80 * HOUR).count()
    page = office.get(DESK)
    assert numbers(page.content.decode())["overdue"] == str(overdue)
    assert words(page).count("Enter : Anchor v Bell") == 10
    assert "Ask the captains for results Who is written to" in words(page)
    assert f"Show all {overdue}" in words(page)
    section = office.get(f"{DESK}desk/overdue/")
    assert words(section).count("Enter : Anchor v Bell") == overdue == 31
    assert "Page 1" not in words(section)


def test_a_long_list_has_pages(office: Client, town: Town, now: dt.datetime) -> None:
    for number in range(60):
        factories.fixture(town, _week(town, number + 2), "Anchor", "Bell")
    Fixture.objects.update(starts_at=now - 80 * HOUR)
    first, second = (office.get(f"{DESK}desk/overdue/?page={number}") for number in (1, 2))
    assert "Page 1 of 2" in words(first)
    rows = [re.findall(r"/fixtures/(\d+)/sheet/", page.content.decode()) for page in (first, second)]
    assert (len(rows[0]), len(rows[1])) == (50, 13)
    assert len({*rows[0], *rows[1]}) == 63
    # Whatever is to be done about a list reaches what its page does not show.
    office.post(f"{DESK}remind/")
    assert Notice.objects.filter(kind=NoticeKind.RESULT_CHASED).values("fixture").distinct().count() == 63


@pytest.mark.parametrize("section", sorted(SECTIONS))
def test_every_section_has_a_page(office: Client, section: str) -> None:
    assert "Nothing to do Back to the desk" in words(office.get(f"{DESK}desk/{section}/"))


def test_there_is_no_page_of_another_section(office: Client) -> None:
    assert office.get(f"{DESK}desk/wine/").status_code == 404


def _week(town: Town, number: int) -> object:
    second, _ = town.season.rounds.get_or_create(number=2)
    starts = dt.date(2027, 1, 4) + dt.timedelta(weeks=number)
    return town.season.weeks.create(round=second, number=number, starts_on=starts)


def test_the_reads_of_the_evening_have_their_queries(office: Client, town: Town, now: dt.datetime) -> None:
    for pair in PAIRS:
        begin(town.fixture(*pair), now - HOUR)
        for count, read in (
            (2, lambda: list(tonight_of(town.league, now=now))),
            (2, lambda: cards_after(town.league, None, now=now)),
            (5, lambda: people_of(town.league, town.season, now=now).count),
        ):
            with CaptureQueriesContext(connection) as seen:
                read()
            assert len(seen) == count
