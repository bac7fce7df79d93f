"""A fixture that is decided without play keeps its date, frees its evening, and is announced as what it is."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.enums import FixtureState, PostponementState, ResultKind
from league.models import Fixture, Notice, Postponement, Result
from league.queries.dates.calendars import feed_of_team
from league.queries.mail.letters import Facts
from league.services.mail.letters import notice_mail
from league.services.results import decide
from league.services.results.submit import submit
from tests import factories
from tests.factories import Town
from tests.web.pages import words

HOME = "https://league.example"
# Late on a Saturday in the season: nobody plays then.
DECIDED = dt.datetime(2026, 9, 26, 22, 29, tzinfo=dt.UTC)


@pytest.fixture
def postponed(town: Town) -> Fixture:
    """A fixture of 22 September that was put off and has no date."""
    fixture = town.fixture("Bell", "Castle")
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    Postponement.objects.create(
        fixture=fixture, side="home", reason="Ill", state=PostponementState.OWED, requested_at=fixture.starts_at
    )
    fixture.refresh_from_db()
    return fixture


def decide_it(town: Town, fixture: Fixture, what: str, now: dt.datetime = DECIDED) -> Fixture:
    live = Result.objects.filter(fixture=fixture, live=True).first()
    said: dict[str, Any] = {"version": live.version if live else 0, "reason": "Why", "by": town.secretary, "now": now}
    if what == "walkover":
        decide.give_walkover(fixture, to="away", **said)
    elif what == "nobody":
        decide.nobody_came(fixture, **said)
    else:
        decide.void(fixture, **said)
    fixture.refresh_from_db()
    return fixture


def entry(town: Town, fixture: Fixture, now: dt.datetime = DECIDED) -> str:
    text = feed_of_team(town.teams["Bell"], now=now, base_url=HOME).to_bytes().decode().replace("\r\n ", "")
    (event,) = [part for part in text.split("BEGIN:VEVENT") if f"fixture-{fixture.pk}@" in part]
    return event


@pytest.mark.parametrize("what", ["walkover", "nobody"])
def test_a_postponed_fixture_that_is_decided_keeps_the_date_of_the_timetable(
    town: Town, postponed: Fixture, what: str
) -> None:
    before = postponed.starts_at
    decided = decide_it(town, postponed, what)
    assert decided.starts_at == decided.original_starts_at == before
    assert decided.state == FixtureState.SCHEDULED


def test_one_put_off_before_its_day_keeps_that_day_too(town: Town, postponed: Fixture) -> None:
    early = postponed.starts_at - dt.timedelta(days=5)
    decided = decide_it(town, postponed, "walkover", now=early)
    assert decided.starts_at == decided.original_starts_at


def test_one_played_before_its_day_was_played_this_evening(town: Town, postponed: Fixture) -> None:
    late = postponed.starts_at - dt.timedelta(days=2) + dt.timedelta(hours=2, minutes=29, seconds=41)
    sheet = factories.result_sheet(town, "Bell", "Castle")
    submit(postponed, sheet, by=town.captains["Bell"], now=late)
    postponed.refresh_from_db()
    assert postponed.starts_at == postponed.original_starts_at - dt.timedelta(days=2)


@pytest.mark.parametrize(
    ("what", "summary", "line"),
    [
        ("walkover", "Walkover to Castle: Bell v Castle", "Not played: a walkover to Castle."),
        ("nobody", "Not played: Bell v Castle", "Not played: neither side came."),
    ],
)
def test_calendars_free_the_evening_and_name_the_winner(town: Town, what: str, summary: str, line: str) -> None:
    fixture = town.fixture("Bell", "Castle")
    assert "TRANSP:OPAQUE" in entry(town, fixture)
    sequence = fixture.sequence
    decided = decide_it(town, fixture, what)
    event = entry(town, fixture)
    assert decided.sequence > sequence
    assert f"SEQUENCE:{decided.sequence}" in event
    assert "TRANSP:TRANSPARENT" in event
    assert f"SUMMARY:{summary}" in event
    assert line in event
    assert "LAST-MODIFIED:20260926T222900Z" in event


def test_calendars_fill_the_evening_again_once_the_decision_is_reversed(town: Town) -> None:
    fixture = decide_it(town, town.fixture("Bell", "Castle"), "walkover")
    before = fixture.sequence
    decide.take_back(fixture, version=1, reason="A mistake", by=town.secretary, now=DECIDED)
    fixture.refresh_from_db()
    event = entry(town, fixture)
    assert fixture.sequence > before
    assert "TRANSP:OPAQUE" in event
    assert "SUMMARY:Bell v Castle" in event


@pytest.mark.usefixtures("today")
def test_every_announcement_of_a_walkover_is_right(town: Town, postponed: Fixture, client: Client) -> None:
    decide_it(town, postponed, "walkover")
    page = f"/leagues/town/fixtures/{postponed.pk}/"
    shown = words(client.get(page))
    assert "Not played; it was set for Tuesday 22 September 2026, 8 pm at Bell" in shown
    assert "11.29 pm at" not in shown
    assert client.get(f"{page}?as=text").content.decode().splitlines() == [
        "Bell v Castle: walkover to Castle", "Not played; it was set for Tuesday 22 September.",
    ]  # fmt: skip
    head = client.get(page).content.decode()
    assert 'content="Bell v Castle: walkover to Castle"' in head
    feed = client.get("/leagues/town/feeds/results.atom").content.decode()
    assert "<title>Bell v Castle: walkover to Castle</title>" in feed
    assert "Not played; it was set for 22 September 2026 at Bell." in feed
    assert "Played on" not in feed
    told = client.get(f"/api/v1/leagues/town/fixtures/{postponed.pk}/").json()
    assert told["played"] is False
    assert told["result"]["outcome"] == "walkover to Castle"
    assert told["starts_at"] == told["original_starts_at"]
    listed = words(client.get("/leagues/town/fixtures/?week=2026-09-22"))
    assert "not played" in listed
    assert "Walkover to Castle" in listed


def test_the_mail_says_not_played_and_frees_the_evening(town: Town, postponed: Fixture) -> None:
    decided = decide_it(town, postponed, "walkover")
    result = Result.objects.select_related("fixture__home", "fixture__away").get(fixture=decided, live=True)
    assert result.kind == ResultKind.WALKOVER
    joined = ("league", "recipient", "fixture__division__season__league", "fixture__home", "fixture__away",
              "fixture__venue", "fixture__week__round")  # fmt: skip
    notice = Notice.objects.select_related(*joined).filter(fixture=decided).last()
    assert notice is not None
    mail = notice_mail(notice, Facts(result=result))
    body = str(mail.body)
    assert "not played; it was Tuesday 22 September 2026, 8 pm" in body
    assert "walkover to Castle" in body
    (attached,) = mail.attachments
    calendar = attached.get_payload(decode=True).decode().replace("\r\n ", "")
    assert "TRANSP:TRANSPARENT" in calendar
    assert "SUMMARY:Walkover to Castle: Bell v Castle" in calendar


def test_a_void_result_counts_for_nothing_and_is_no_play_announced(town: Town, client: Client) -> None:
    fixture = town.fixture("Bell", "Castle")
    now = fixture.starts_at + dt.timedelta(hours=3)
    submit(fixture, factories.result_sheet(town, "Bell", "Castle"), by=town.captains["Bell"], now=now)
    decide_it(town, fixture, "void")
    event = entry(town, fixture)
    assert "SUMMARY:Void: Bell v Castle" in event
    assert "TRANSP:TRANSPARENT" in event
    feed = client.get("/leagues/town/feeds/results.atom").content.decode()
    assert "<title>Bell v Castle: void</title>" in feed
    assert "Played on" not in feed
