"""The secretary's timetables on the page: asked for, waited for, looked at, changed and published."""

import datetime as dt
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import TimetableState
from league.models import Blackout, Entry, Fixture, Season, Timetable
from league.queries.seasons.timetables import made_timetable
from tests import factories
from tests.factories import Town
from tests.forms import saved, untouched_on
from tests.services.draft_season import draft, files, ready, timetable_of
from tests.web.pages import words

pytestmark = pytest.mark.usefixtures("today")

DESK = "/leagues/town/secretary/"
SEASON = f"{DESK}seasons/2027-28/"


@pytest.fixture
def season(town: Town) -> Season:
    return draft(town.league, town.secretary)


@pytest.fixture
def row(season: Season) -> Timetable:
    found = timetable_of(season)
    Timetable.objects.filter(pk=found.pk).update(asked_at=dt.datetime(2026, 11, 3, 9, tzinfo=dt.UTC))
    return found


def page(row: Timetable, more: str = "") -> str:
    return f"{DESK}timetables/{row.pk}/{more}"


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_a_season_is_made_of_files_and_shown_as_a_draft(office: Client) -> None:
    sent = [SimpleUploadedFile(name, data) for name, data in files().items()]
    answer = office.post(f"{DESK}make-season/", {"files": sent}, follow=True)
    assert answer.redirect_chain == [(SEASON, 302)]
    text = words(answer)
    assert "2027-28 is a draft now; nobody else sees it until you publish its timetable." in text
    assert "No timetable yet" in text
    assert "Draft" in words(office.get(f"{DESK}seasons/"))
    assert Client().get("/leagues/town/fixtures/?season=2027-28").status_code == 404


def test_bad_files_are_told_of_and_nothing_is_made(office: Client) -> None:
    sent = [SimpleUploadedFile(name, data) for name, data in files(teams="team\n").items()]
    answer = office.post(f"{DESK}make-season/", {"files": sent})
    assert answer.status_code == 422
    assert "teams.csv:1 : no column" in words(answer)
    wrong = office.post(f"{DESK}make-season/", {"files": SimpleUploadedFile("results.csv", b"x")})
    assert (wrong.status_code, "results.csv" in words(wrong)) == (422, True)
    assert office.post(f"{DESK}make-season/").status_code == 422
    assert not Season.objects.filter(name="2027-28").exists()


ASKED = {"rounds": "2", "no_play": "25/10/2027", "limit": "10"}


def test_asking_writes_a_row_and_the_page_waits(office: Client, season: Season) -> None:
    answer = office.post(f"{SEASON}timetables/new/", ASKED, follow=True)
    row = Timetable.objects.get()
    assert answer.redirect_chain == [(page(row), 302)]
    assert "Queued." in words(answer)
    assert 'hx-trigger="every 2s"' in answer.content.decode()
    assert words(office.get(f"{SEASON}timetables/new/")).count("Wish ") >= 4
    Timetable.objects.update(state=TimetableState.SOLVING, progress="Division 1: 3 of 9")
    assert "It is being made. Division 1: 3 of 9" in words(office.get(page(row)))
    Timetable.objects.update(state=TimetableState.FAILED, progress="No division has two teams yet.")
    failed = office.get(page(row))
    assert "It could not be made. No division has two teams yet." in words(failed)
    assert "hx-trigger" not in failed.content.decode()


def test_the_page_that_waits_loads_itself_again_once_it_is_ready(office: Client, row: Timetable) -> None:
    answer = office.get(page(row), headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Refresh"], answer.content) == (200, "true", b"")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"rounds": "0"}, "greater than or equal to 1"),
        ({"rounds": "two"}, "Enter a whole number"),
        ({"no_play": "32/10/2027; soon"}, "“32/10/2027”|there is no such day"),
        ({"limit": "7"}, "Select a valid choice"),
        ({"no_play": "25/10/2027\x00"}, "Null characters are not allowed"),
        ({"wish-1-kind": "meet", "wish-1-team": "Ash"}, "Choose both teams."),
        ({"wish-1-kind": "meet", "wish-1-team": "Ash", "wish-1-other": "Beech"}, "Choose the week."),
        (
            {"wish-2-kind": "meet", "wish-2-team": "Ash", "wish-2-other": "Elm", "wish-2-week": "1:1"},
            "Only teams of one division meet.",
        ),
        ({"wish-1-kind": "apart", "wish-1-team": "Ash", "wish-1-other": "Nobody"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_asked_is_told_and_nothing_is_lost(
    office: Client, season: Season, sent: dict[str, str], said: str
) -> None:
    answer = office.post(f"{SEASON}timetables/new/", ASKED | sent)
    assert answer.status_code == 422
    assert re.search(said, words(answer))
    assert not Timetable.objects.exists()


def test_the_grid_has_every_week_and_what_is_not_kept_stands_beside_its_fixture(
    office: Client, season: Season, row: Timetable
) -> None:
    meeting = made_timetable(row).timetable.meetings[0]
    Blackout.objects.create(entry=Entry.objects.get(season=season, team__name=meeting.home), date=meeting.date)
    text = words(office.get(page(row, "?view=weeks")))
    assert text.count("Left blank for postponed fixtures") == 1
    said = f"{meeting.home} cannot play on"
    assert text.count(said) == 2
    assert "Week 1 13 Sep" in text
    other = words(office.get(page(row, "?division=2&view=weeks")))
    assert "Free: " in other
    assert "Free: " not in words(office.get(page(row, "?division=99&view=weeks")))
    assert "Carry-over" not in text + other, "figures are for whoever compares timetables (make_timetable)"


def test_a_change_is_shown_made_and_taken_back(office: Client, row: Timetable) -> None:
    first = made_timetable(row).timetable.meetings[0]
    seen = office.get(page(row, "change/"), {"do": "reverse", "pick": "0", "version": "1", "division": "1"})
    text = words(seen)
    assert f"{first.home} v {first.away} Round 1, week 1" in text
    assert f"{first.away} v {first.home} Round 1, week 1" in text
    assert Timetable.objects.get(pk=row.pk).version == 1
    sent = {"do": "reverse", "pick": "0", "version": "1", "division": "1"}
    answer = office.post(page(row, "change/"), sent, follow=True)
    assert answer.redirect_chain == [(page(row, "?view=weeks&division=1"), 302)]
    assert f"Turned {first.home} v {first.away} (week 1) round" in words(answer)
    assert office.post(page(row, "change/"), sent).status_code == 409
    assert office.get(page(row, "change/"), sent).status_code == 409
    back = office.post(page(row, "undo/"), {"version": "2", "division": "1"}, follow=True)
    assert "The last change was undone." in words(back)
    assert made_timetable(Timetable.objects.get(pk=row.pk)).timetable.meetings[0] == first


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"do": "swap", "pick": ["0"]}, "Choose exactly two fixtures"),
        ({"do": "swap", "pick": ["0", "1", "2"]}, "Choose exactly two fixtures"),
        ({"do": "reverse"}, "Choose one fixture"),
        ({"do": "move", "pick": ["0"], "week": "nine"}, "Choose a fixture, and what is to happen"),
        ({"do": "move", "pick": ["0"], "week": "9:9"}, "Choose one of the season’s weeks."),
        ({"do": "reverse", "pick": ["99999"]}, "There is no such fixture"),
        ({"do": "reverse", "pick": ["-1"]}, "Choose one fixture"),
        ({"do": "burn", "pick": ["0"]}, "Choose a fixture, and what is to happen"),
    ],
)
def test_a_change_that_cannot_be_is_told_on_the_grid(
    office: Client, row: Timetable, sent: dict[str, Any], said: str
) -> None:
    for ask in (office.get, office.post):
        answer = ask(page(row, "change/"), {**sent, "version": "1", "division": "1"})
        assert answer.status_code == 422
        assert said in words(answer)
        assert "Left blank for postponed fixtures" in words(answer)


def test_a_null_character_in_the_address_is_no_page(office: Client, row: Timetable) -> None:
    assert office.get(page(row, "change/?do=reverse&pick=0%00&version=1")).status_code == 404


def test_publishing_asks_for_a_reason_only_where_something_is_not_kept(
    office: Client, season: Season, row: Timetable
) -> None:
    Blackout.objects.all().delete()
    meeting = made_timetable(row).timetable.meetings[0]
    Blackout.objects.create(entry=Entry.objects.get(season=season, team__name=meeting.home), date=meeting.date)
    assert f"{meeting.home} cannot play on" in words(office.get(page(row, "publish/")))
    refused = office.post(page(row, "publish/"), {"version": "1", "despite": " "})
    assert refused.status_code == 422
    assert "Say why it is published anyway." in words(refused)
    done = office.post(page(row, "publish/"), {"version": "1", "despite": "They will.\x00"}, follow=True)
    assert done.redirect_chain == [(SEASON, 302)]
    assert "2027-28 is published." in words(done)
    assert Fixture.objects.filter(division__season=season).count() == 6 + 3
    assert office.post(page(row, "publish/"), {"version": "1"}).status_code == 302
    shown = words(office.get(page(row)))
    assert "Check and publish" not in shown
    assert "Published" in shown
    assert Client().get("/leagues/town/fixtures/?season=2027-28").status_code == 200


def test_answers_are_read_back_with_what_may_be_a_slip(office: Client, season: Season, row: Timetable) -> None:
    early = Entry.objects.filter(season=season, team__name="Ash")
    early.update(start_time=dt.time(8, 30))
    text = words(office.get(page(row, "publish/")))
    assert re.search(r"Ash: \w+days at 8\.30 am\. Is that meant\? Change", text)
    assert "A fixture is" in text
    assert "The first fixtures are on" in text
    early.update(start_time=dt.time(20, 30))
    text = words(office.get(page(row, "publish/")))
    assert re.search(r"\w+days at 8\.30 pm: Ash", text)
    assert "Is that meant?" not in text


def test_a_timetable_is_drawn_by_team_with_days_opponents_and_times(office: Client, row: Timetable) -> None:
    seasons = office.get(page(row)).context["seasons"]
    assert [one.team.name for one in seasons] == ["Ash", "Beech", "Cedar", "Dogwood"]
    assert {(len(one.fixtures), one.at_home) for one in seasons} == {(3, 1), (3, 2)} or all(
        len(one.fixtures) == 3 for one in seasons
    )
    first = seasons[0].fixtures[0]
    assert [first.date, first.start] == [min(fixture.date for fixture in seasons[0].fixtures), first.start]


def test_a_published_timetable_can_be_read_when_the_teams_have_changed(office: Client, row: Timetable) -> None:
    Timetable.objects.filter(pk=row.pk).update(state=TimetableState.PUBLISHED)
    Entry.objects.filter(season=row.season).update(withdrawn_on=dt.date(2026, 11, 3))
    assert "Week 1 13 Sep" in words(office.get(page(row, "?view=weeks")))


def test_an_outdated_one_says_why_and_cannot_be_changed(office: Client, season: Season, row: Timetable) -> None:
    Entry.objects.filter(season=season, team__name="Ash").update(withdrawn_on=dt.date(2026, 11, 3))
    text = words(office.get(page(row)))
    assert "Ash is no longer in One." in text
    assert "Make a new timetable" in text
    assert "Check and publish" not in text
    assert office.post(page(row, "change/"), {"do": "reverse", "pick": "0", "version": "1"}).status_code == 409
    assert "Ash is no longer in One." in words(office.get(page(row, "publish/")))


def test_another_league_s_timetable_and_season_are_not_found(town: Town, row: Timetable) -> None:
    abroad = factories.town("Abroad League", "abroad")
    client = Client()
    client.force_login(abroad.secretary)
    there = "/leagues/abroad/secretary/"
    for address in (f"{there}timetables/{row.pk}/", f"{there}timetables/{row.pk}/publish/", f"{there}seasons/2027-28/"):
        assert client.get(address).status_code == 404


def test_the_settings_form_keeps_what_was_typed_and_has_only_what_still_does_something(
    office: Client, season: Season, town: Town
) -> None:
    address = f"{SEASON}settings/"
    refused = office.post(address, {"short_notice_hours": "999", "place_days": "7"})
    assert refused.status_code == 422
    assert 'value="999"' in refused.content.decode()
    sent = untouched_on(office, address) | {
        "second_half": "french", "withdrawal_policy": "stand", "short_notice_hours": "48", "place_days": "10",
        "catch_up_nights": ["0", "2"], "unplayed_policy": "nil", "eligibility": "warn", "registration_days": "7",
        "registration_until": "2028-01-31", "transfer_limit": "", "transfer_until": "", "guests": "anybody",
        "guest_limit": "3",
    }  # fmt: skip
    assert office.post(address, {**sent, "short_notice_hours": "999"}).status_code == 422
    assert saved(office, address, sent).redirect_chain
    season.refresh_from_db()
    assert (season.second_half, season.place_days, season.catch_up_nights) == ("french", 10, [0, 2])
    running = office.get(f"{DESK}seasons/2026-27/settings/").content.decode()
    assert "second_half" not in running


def test_the_pages_ask_the_database_as_often_for_more(office: Client, town: Town, season: Season) -> None:
    small, large = timetable_of(town.season), timetable_of(season)
    addresses = {"desk": (f"{DESK}seasons/2026-27/", SEASON), "grid": (page(small), page(large))}
    addresses["ask"] = (f"{DESK}seasons/2026-27/timetables/new/", f"{SEASON}timetables/new/")
    found = {name: {queries(office, address) for address in both} for name, both in addresses.items()}
    # A draft's page says besides what is to be done with it next.
    assert found == {"desk": {19, 22}, "grid": {10, 11}, "ask": {11}}
    one = queries(office, f"{DESK}seasons/")
    ready(season, town.secretary)
    assert queries(office, f"{DESK}seasons/") == one == 9


def test_two_fixtures_are_swapped(office: Client, row: Timetable) -> None:
    before = made_timetable(row).timetable.meetings
    first = before[0]
    place = next(place for place, one in enumerate(before) if one.week != first.week and one.round == first.round)
    sent = {"do": "swap", "pick": ["0", str(place)], "version": "1", "division": "1"}
    assert office.get(page(row, "change/"), sent).status_code == 200
    assert "Changed. You can undo it." in words(office.post(page(row, "change/"), sent, follow=True))
    after = made_timetable(Timetable.objects.get(pk=row.pk)).timetable.meetings
    weeks = {(one.home, one.away, one.round): one.week for one in after}
    assert weeks[first.home, first.away, first.round] == before[place].week
    assert weeks[before[place].home, before[place].away, first.round] == first.week


def test_one_that_is_not_ready_is_neither_changed_nor_published(office: Client, row: Timetable) -> None:
    Timetable.objects.filter(pk=row.pk).update(state=TimetableState.DISCARDED)
    changed = office.get(page(row, "change/"), {"do": "reverse", "pick": "0", "version": "1"})
    published = office.get(page(row, "publish/"))
    assert (changed.status_code, published.status_code) == (409, 409)
    assert "This timetable is discarded; it cannot be changed." in words(changed)
    assert "This timetable is discarded; it cannot be published." in words(published)


def test_what_a_change_of_an_outdated_one_would_do_is_not_shown(office: Client, season: Season, row: Timetable) -> None:
    Entry.objects.filter(season=season, team__name="Ash").update(withdrawn_on=dt.date(2026, 11, 3))
    answer = office.get(page(row, "change/"), {"do": "reverse", "pick": "0", "version": "1"})
    assert answer.status_code == 409
    assert "Ash is no longer in One. Ask for a new timetable." in words(answer)


def test_wishes_are_asked_for_and_filled_in_when_it_is_asked_again(office: Client, season: Season) -> None:
    wishes = {
        "wish-1-kind": "apart", "wish-1-team": "Ash", "wish-1-other": "Beech",
        "wish-2-kind": "meet", "wish-2-team": "Cedar", "wish-2-other": "Dogwood", "wish-2-week": "1:1",
    }  # fmt: skip
    assert office.post(f"{SEASON}timetables/new/", ASKED | wishes).status_code == 302
    html = office.get(f"{SEASON}timetables/new/").content.decode()
    chosen = {
        name: re.search(r'value="([^"]*)" selected', field)[1]  # type: ignore[index]
        for name, field in re.findall(r'<select name="(wish-[12]-\w+)"(.*?)</select>', html, re.DOTALL)
        if " selected" in field
    }
    assert {name: chosen[name] for name in wishes} == wishes


def test_a_start_is_previewed_and_changed_on_the_season_s_page(office: Client, town: Town, now: dt.datetime) -> None:
    page = f"{DESK}seasons/2026-27/"
    count = Fixture.objects.update(starts_at=now + dt.timedelta(days=7, hours=8))
    shown = words(office.get(page, {"starts-scope": "season", "starts-start": "8.30"}))
    assert f"{count} fixtures to come move to 8.30 pm, each on the same day." in shown
    assert "At 8 pm until now: Anchor, Bell, Castle, Duke of York" in shown
    sent = {"starts-scope": "season", "starts-start": "20:30", "seen": str(count)}
    stale = office.post(page, sent | {"seen": "1"})
    assert stale.status_code == 422
    assert "Look at what would change once more." in words(stale)
    done = office.post(page, sent, follow=True)
    assert f"Saved: {count} fixtures start at 8.30 pm now." in words(done)
    assert set(Entry.objects.filter(season=town.season).values_list("start_time", flat=True)) == {dt.time(20, 30)}
    wrong = office.get(page, {"starts-scope": "nobody", "starts-start": "half"})
    assert "Write a time like 20:00 or 8 pm." in words(wrong)
