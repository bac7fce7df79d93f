"""Another start for a team, a division or a season by program: tried, then changed as it was seen."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine

from league.models import Division, Entry, Fixture, JournalEntry, Notice
from tests.api.program import Program, json_of, problems
from tests.factories import Town

pytestmark = pytest.mark.django_db
STARTS, TRY = "seasons/2026-27/starts/", "seasons/2026-27/starts/try/"


@pytest.fixture
def program(town: Town) -> Iterator[Program]:
    """The secretary's program on the day before the season, whose fixtures start at their teams' usual times."""
    tz = town.league.tz
    starts = dict(Entry.objects.values_list("team", "start_time"))
    for fixture in Fixture.objects.all():
        local = fixture.starts_at.astimezone(tz)
        usual = dt.datetime.combine(local.date(), starts[fixture.home_id], tzinfo=tz)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=usual, original_starts_at=usual)
    before = dt.datetime.combine(town.season.first_week, dt.time(12), tzinfo=tz)
    with time_machine.travel(before, tick=False):
        yield Program(town.secretary, now=before)


def times(town: Town) -> set[str]:
    rows = Fixture.objects.select_related("home")
    return {f"{one.home.slug} {one.starts_at.astimezone(town.league.tz):%H:%M}" for one in rows}


def test_a_season_s_start_is_tried_and_then_changed_as_it_was_seen(town: Town, program: Program) -> None:
    was = times(town)
    tried = program.post(TRY, {"start": "8.30 pm"})
    seen = json_of(tried)
    assert (len(seen["teams"]), len(seen["fixtures"]), seen["elsewhere"]) == (4, Fixture.objects.count(), 0)
    assert {one["starts_at"][11:16] for one in seen["fixtures"]} == {"20:30"}
    assert (times(town), JournalEntry.objects.count()) == (was, 0)
    changed = json_of(program.post(STARTS, {"start": "20:30"}, If_Match=tried.headers["ETag"]))
    assert changed == seen
    assert {time[-5:] for time in times(town)} == {"20:30"}
    assert Notice.objects.values("recipient").distinct().count() == Notice.objects.count() == 4
    again = json_of(program.post(STARTS, {"start": "20:30"}))
    assert (again["teams"], again["fixtures"]) == ([], [])


def test_a_team_s_and_a_division_s(town: Town, program: Program) -> None:
    one = json_of(program.post(STARTS, {"team": "anchor", "start": "20:30"}))
    assert [team["team"]["slug"] for team in one["teams"]] == ["anchor"]
    assert {time for time in times(town) if time.endswith("20:30")} == {"anchor 20:30"}
    json_of(program.post(STARTS, {"division": "division-1", "start": "18:45"}))
    assert {time[-5:] for time in times(town)} == {"18:45"}


def test_what_was_seen_otherwise_is_412_and_changes_nothing(town: Town, program: Program) -> None:
    read = program.post(TRY, {"team": "anchor", "start": "20:30"}).headers["ETag"]
    was = times(town)
    assert problems(program.post(STARTS, {"start": "20:30"}, If_Match=read)) == [("stale", "")]
    other = read.replace("2026-27", "2025-26")
    assert program.post(STARTS, {"start": "20:30"}, If_Match=other).status_code == 412
    assert problems(program.post(STARTS, {"start": "20:30", "moving": 6})) == [("if-match", "/moving")]
    assert times(town) == was


def test_the_same_request_sent_again_is_answered_once(town: Town, program: Program) -> None:
    first = program.post(STARTS, {"start": "20:30"}, Idempotency_Key="one")
    again = program.post(STARTS, {"start": "20:30"}, Idempotency_Key="one")
    assert (again.content, again.headers["Idempotent-Replayed"]) == (first.content, "true")
    assert JournalEntry.objects.count() == 1


@pytest.mark.parametrize("address", [STARTS, TRY])
def test_what_cannot_be_is_refused_in_both_alike(town: Town, program: Program, address: str) -> None:
    both = {"team": "anchor", "division": "division-1", "start": "20:30"}
    assert problems(program.post(address, both)) == [("too-many", "/division")]
    assert problems(program.post(address, {"start": "half"})) == [("invalid", "/start")]
    assert program.post(address, {"team": "nowhere", "start": "20:30"}).status_code == 404
    assert program.post(address, {"division": "nowhere", "start": "20:30"}).status_code == 404
    Division.objects.update(own_start=dt.time(19))
    assert problems(program.post(address, {"team": "anchor", "start": "20:30"})) == [("start", "/start")]
    Entry.objects.update(withdrawn_on=dt.date(2026, 9, 1))
    assert problems(program.post(address, {"start": "20:30"})) == [("no-team", "")]
    captain = Program(town.captains["Anchor"])
    assert captain.post(address, {"start": "20:30"}).status_code == 403
