"""Each task calls its service once and says that it ran; called again, it does nothing more."""

import datetime as dt
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest
import time_machine
from celery import Task
from django.core import mail
from django.db import DatabaseError, connection
from django.utils import timezone

from league import tasks
from league.enums import FixtureState, NoticeKind, NoticeState, PostponementState, Settlement, TimetableState
from league.models import Fixture, Heartbeat, Notice, Postponement, Result
from league.queries.seasons.timetables import usual
from league.services import notices
from league.services.mail import site_mail
from league.services.results import submit
from league.services.seasons.timetables import ask_timetable
from tests.factories import Town, result_sheet
from tests.services.draft_season import draft

# The town plays Anchor v Bell on Tuesday 15 September 2026, 19:00 UTC; its catch-up week begins on the 28th.
STARTS = dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
TASKS: dict[str, Task] = {name: task for name, task in vars(tasks).items() if isinstance(task, Task)}

pytestmark = pytest.mark.django_db(transaction=True)


def ran(job: str) -> tuple[dt.datetime, str]:
    beat = Heartbeat.objects.get(job=job)
    return beat.ran_at, beat.told


def postpone(town: Town, state: PostponementState) -> Postponement:
    fixture = town.fixture("Anchor", "Bell")
    if state == PostponementState.OWED:
        Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    return Postponement.objects.create(
        fixture=fixture, side="home", reason="Flu", state=state, requested_at=STARTS - 3 * DAY
    )


def test_what_is_due_is_mailed_once(town: Town) -> None:
    bell = town.captains["Bell"]
    kind = NoticeKind.TIMETABLE_PUBLISHED
    notices.queue_notice(town.league, [bell], kind, "season:1", text="The timetable is out.", now=timezone.now())
    tasks.deliver()
    assert ran("mail")[1] == "1 sent"
    tasks.deliver()
    assert ran("mail")[1] == "0 sent"
    assert [letter.to for letter in mail.outbox] == [[bell.email]]
    assert Notice.objects.get().state == NoticeState.SENT


class Failing:
    """A database connection that fails every query about one table."""

    def __init__(self, table: str) -> None:
        self.table = table

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.table in sql:
            raise DatabaseError(f"no {self.table}")
        return execute(sql, params, many, context)


@pytest.mark.parametrize("table", ["league_sitemail", "league_notice"])
def test_mail_of_one_kind_goes_though_the_other_fails(town: Town, table: str) -> None:
    bell, now = town.captains["Bell"], timezone.now()
    notices.queue_notice(
        town.league, [bell], NoticeKind.TIMETABLE_PUBLISHED, "season:1", text="The timetable is out.", now=now
    )
    site_mail.queue_site_mail("una@town.example", "Your code", "It is 123.", now=now, lasts=DAY)
    with connection.execute_wrapper(Failing(table)), pytest.raises(DatabaseError, match=f"no {table}"):
        tasks.deliver()
    left = {"league_sitemail": bell.email, "league_notice": "una@town.example"}
    assert [letter.to for letter in mail.outbox] == [[left[table]]]


def test_reminders_are_owed_once(town: Town) -> None:
    Fixture.objects.exclude(pk=town.fixtures[0].pk).delete()
    with time_machine.travel(STARTS - 7 * DAY, tick=False):
        tasks.queue_reminders()
        assert ran("reminders") == (STARTS - 7 * DAY, "2 owed")
        tasks.queue_reminders()
        assert ran("reminders") == (STARTS - 7 * DAY, "0 owed")
    assert Notice.objects.filter(kind=NoticeKind.FIXTURE_REMINDER).count() == 2


def test_a_request_that_nobody_answered_is_closed_once(town: Town) -> None:
    asked = postpone(town, PostponementState.REQUESTED)
    with time_machine.travel(STARTS, tick=False):
        tasks.expire_requests()
        assert ran("requests") == (STARTS, "1 closed")
        tasks.expire_requests()
        assert ran("requests") == (STARTS, "0 closed")
    asked.refresh_from_db()
    assert asked.state == PostponementState.OWED


def test_a_sheet_that_nobody_answered_is_confirmed_once(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=STARTS)
    with time_machine.travel(STARTS + 2 * DAY, tick=False):
        tasks.confirm_unanswered()
        assert ran("deadlines") == (STARTS + 2 * DAY, "1 confirmed")
        tasks.confirm_unanswered()
        assert ran("deadlines") == (STARTS + 2 * DAY, "0 confirmed")
    assert Result.objects.get().settlement == Settlement.DEADLINE


def test_a_fixture_without_a_date_is_placed_once(town: Town) -> None:
    postpone(town, PostponementState.OWED)
    with time_machine.travel(STARTS + 7 * DAY, tick=False):
        tasks.place_outstanding()
        assert ran("placing") == (STARTS + 7 * DAY, "1 placed")
        tasks.place_outstanding()
        assert ran("placing") == (STARTS + 7 * DAY, "0 placed")
    placed = town.fixture("Anchor", "Bell")
    assert (placed.starts_at, placed.sequence) == (STARTS + 14 * DAY, 1)


def test_what_is_unplayed_after_the_catch_up_week_lapses_once(town: Town) -> None:
    owed = postpone(town, PostponementState.OWED)
    with time_machine.travel(STARTS + 28 * DAY, tick=False):
        tasks.lapse_unplayed()
        assert ran("unplayed") == (STARTS + 28 * DAY, "1 lapsed")
        tasks.lapse_unplayed()
        assert ran("unplayed") == (STARTS + 28 * DAY, "0 lapsed")
    owed.refresh_from_db()
    assert owed.state == PostponementState.LAPSED


def test_a_timetable_that_waits_is_made_once(town: Town) -> None:
    season = draft(town.league, town.secretary)
    asked = ask_timetable(season, usual(season), by=town.secretary, now=timezone.now())
    tasks.make_timetables()
    assert ran("timetables")[1] == "1 made"
    tasks.make_timetables()
    assert ran("timetables")[1] == "0 made"
    asked.refresh_from_db()
    assert asked.state == TimetableState.READY


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_short_and_takes_nothing_along(name: str) -> None:
    run: Callable[[], None] = TASKS[name].run
    assert isinstance(run, FunctionType)
    assert not inspect.signature(run).parameters
    # Its decorator and its heading, its sentence, and at most four lines.
    assert len(inspect.getsource(run).splitlines()) <= 7
