"""A suspended league is read and nothing else; its people's data stay theirs, and nobody's time runs out."""

import datetime as dt
import io
from collections.abc import Callable

import pytest
from django.db import transaction

from league import access
from league.access import may
from league.enums import JournalKind, NoticeKind, NoticeState, RoleKind, TimetableState
from league.errors import Changed, Invalid, NotAllowed, Suspended
from league.models import Fixture, JournalEntry, League, Notice, Result, Role, Timetable, User
from league.queries.outages import gaps_in
from league.services.journal import record
from league.services.mail import reminders
from league.services.mail.delivery import deliver_due
from league.services.notices import queue_notice
from league.services.people import erasing, personal_data
from league.services.people.accounts.administration import change_address
from league.services.people.invite import Acceptance, accept, invite
from league.services.portability import exports
from league.services.portability.imports import import_season
from league.services.portability.league_import import import_league
from league.services.results import confirm, submit
from league.services.seasons import timetables
from league.services.seasons.hiding import hide, restore
from league.services.seasons.leagues import change_settings
from league.services.seasons.suspension import resume, resume_moved, suspend
from league.translation import N_
from tests import factories
from tests.factories import Town, result_sheet

WHY = "Spam was sent."
DAY = dt.timedelta(days=1)


@pytest.fixture
def operator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


def stop(town: Town, operator: User, now: dt.datetime) -> None:
    """Suspend the town's league, also in what the test holds of it."""
    suspend(town.league, reason=WHY, by=operator, now=now)
    town.league.refresh_from_db()


def sent(town: Town, now: dt.datetime) -> Result:
    fixture = town.fixtures[0]
    sheet = result_sheet(town, fixture.home.name, fixture.away.name)
    return submit.submit(fixture, sheet, by=town.captains[fixture.home.name], now=now)


def test_a_league_is_suspended_and_goes_on_and_the_journal_says_who_and_why(
    town: Town, operator: User, now: dt.datetime
) -> None:
    for _ in range(2):
        suspend(town.league, reason=f"  {WHY}\n", by=operator, now=now)
    for _ in range(2):
        resumed = resume(town.league, by=operator, now=now + DAY)
    assert (resumed.suspended_at, resumed.suspended_because) == (None, "")
    entries = JournalEntry.objects.filter(league=town.league, kind__startswith="league-").order_by("number")
    assert list(entries.values_list("kind", "what", "why", "by")) == [
        ("league-suspended", "suspended the league", WHY, operator.pk),
        ("league-resumed", f"let the league go on, which was suspended: {WHY}", "", operator.pk),
    ]


def test_only_an_operator_suspends_and_says_why(town: Town, operator: User, now: dt.datetime) -> None:
    with pytest.raises(NotAllowed, match="Only an administrator of this server"):
        suspend(town.league, reason=WHY, by=town.secretary, now=now)
    with pytest.raises(NotAllowed, match="Only an administrator of this server"):
        resume(town.league, by=town.secretary, now=now)
    for reason in ("", " \0 ", "x" * 501):
        with pytest.raises(Invalid):
            suspend(town.league, reason=reason, by=operator, now=now)
    suspend(town.league, reason=WHY, by=operator, now=now)
    with pytest.raises(Changed, match="suspended already: Spam was sent"):
        suspend(town.league, reason="Unpaid.", by=operator, now=now)


def test_no_service_writes_in_a_suspended_league(town: Town, operator: User, now: dt.datetime) -> None:
    result = sent(town, now)
    fixture, other = result.fixture, town.fixtures[1]
    stop(town, operator, now)
    home, away = (town.captains[side.name] for side in (fixture.home, fixture.away))
    writes: list[Callable[[], object]] = [
        lambda: submit.submit(
            other, result_sheet(town, other.home.name, other.away.name), by=town.captains[other.home.name], now=now
        ),
        lambda: confirm.confirm(fixture, 1, by=away, now=now),
        lambda: confirm.dispute(fixture, 1, reason="No.", by=away, now=now),
        lambda: change_settings(town.league, {"confirm_hours": 24}, by=town.secretary, now=now),
        lambda: hide(town.season, reason="x", by=town.secretary, now=now),
        lambda: record(town.league, JournalKind.CHARGED, "1", by=home, now=now, what=N_("made the league")),
    ]
    for write in writes:
        # As the row was read before the suspension too: whoever was under way finds it under the lock.
        with pytest.raises(Suspended, match="suspended by the operator: Spam was sent"):
            write()
    assert Result.objects.get().state == "submitted"
    resume(town.league, by=operator, now=now)
    fresh = Fixture.objects.get(pk=fixture.pk)
    assert confirm.confirm(fresh, 1, by=away, now=now).state == "confirmed"


def test_a_row_that_was_read_before_the_suspension_helps_nobody(town: Town, operator: User, now: dt.datetime) -> None:
    fixture = Fixture.objects.select_related("division__season__league", "home", "away").get(pk=town.fixtures[0].pk)
    suspend(League.objects.get(pk=town.league.pk), reason=WHY, by=operator, now=now)
    assert fixture.league.suspended_at is None
    with pytest.raises(Suspended):
        submit.submit(
            fixture, result_sheet(town, fixture.home.name, fixture.away.name), by=town.captains[fixture.home.name],
            now=now,
        )  # fmt: skip


def test_what_only_reads_or_takes_data_along_is_allowed(town: Town, operator: User, now: dt.datetime) -> None:
    sent(town, now)
    stop(town, operator, now)
    out = io.BytesIO()
    exports.export_league(town.league, out, by=town.secretary, now=now)
    assert out.getvalue()[:2] == b"PK"
    player = town.squads["Anchor"][0]
    personal_data.export_person(player, by=town.secretary, now=now)
    erasing.erase(player, by=town.secretary, now=now)
    held = access.grants(town.secretary, town.league, now=now)
    open_to_all = access.grants(town.secretary, League(pk=town.league.pk), now=now)
    shut = {"league.settings", "season.make", "season.import", "role.manage", "news.write", "charge.manage"}
    assert {action for action in shut if may(open_to_all, action)} == shut
    assert not any(may(held, action) for action in shut)
    assert all(may(held, action) for action in ("league.export", "league.oversee", "journal.see"))


def test_nothing_is_sent_reminded_or_confirmed_by_the_clock(town: Town, operator: User, now: dt.datetime) -> None:
    result = sent(town, now)
    assert result.confirm_by is not None
    stop(town, operator, now)
    queue_notice(town.league, [town.secretary], NoticeKind.RESULT_DUE, "due:1", text=N_("Due."), now=now)
    late = result.confirm_by + DAY
    assert (confirm.confirm_due(now=late), reminders.queue_due(now=now), deliver_due(now=late).sent) == (0, 0, 0)
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.KEPT_BACK}
    assert Result.objects.get().state == "submitted"


def test_whoever_had_a_deadline_meanwhile_gets_more_time(town: Town, operator: User, now: dt.datetime) -> None:
    result = sent(town, now)
    due = result.confirm_by
    assert due is not None
    stop(town, operator, now)
    later = due + 2 * DAY
    resume(town.league, by=operator, now=later)
    result.refresh_from_db()
    assert result.confirm_by is not None
    assert result.confirm_by >= later + dt.timedelta(hours=12)
    assert confirm.confirm_due(now=later) == 0
    assert not Notice.objects.filter(state=NoticeState.KEPT_BACK).exists()
    assert JournalEntry.objects.get(kind="deadline-moved").why.startswith("The league was suspended from ")
    (gap,) = gaps_in(town.season)
    assert (gap.began, gap.ended) == (now, later)


def test_a_league_that_was_hidden_and_suspended_at_once_lost_all_of_that_time(
    town: Town, operator: User, now: dt.datetime
) -> None:
    """The times overlap; what is told of them is each of them."""
    Fixture.objects.all().delete()
    hide(town.league, reason="x", by=operator, now=now)
    suspend(town.league, reason=WHY, by=operator, now=now + DAY)
    restore(town.league, reason="x", by=operator, now=now + 2 * DAY)
    resume(town.league, by=operator, now=now + 3 * DAY)
    assert [(gap.began - now, gap.ended - now) for gap in gaps_in(town.season)] == [
        (dt.timedelta(0), 2 * DAY), (DAY, 3 * DAY),
    ]  # fmt: skip


def test_an_invitation_of_before_gives_no_role(town: Town, operator: User, now: dt.datetime) -> None:
    invitation = invite(town.league, "new@town.example", RoleKind.REFEREE, None, by=town.secretary, now=now)
    stop(town, operator, now)
    with pytest.raises(Suspended):
        accept(invitation, Acceptance("New Person"), by=None, now=now)
    assert not Role.objects.filter(user=invitation.user).exists()


def test_an_account_gets_another_address_and_a_captain_is_erased_though_the_league_is_suspended(
    town: Town, operator: User, now: dt.datetime
) -> None:
    invitation = invite(town.league, "new@town.example", RoleKind.REFEREE, None, by=town.secretary, now=now)
    stop(town, operator, now)
    change_address(User.objects.get(email="new@town.example"), "old@town.example", by=operator, now=now)
    invitation.refresh_from_db()
    assert invitation.revoked_at is not None
    captain = town.captains["Anchor"]
    erasing.erase_account(town.league, by=captain, now=now)
    assert not User.objects.get(pk=captain.pk).is_active


def test_a_command_imports_nothing_into_a_suspended_league(town: Town, operator: User, now: dt.datetime) -> None:
    stop(town, operator, now)
    rows = b"team,division,home venue,home night,start,cannot play on\nDogs,Division 1,Anchor,Monday,20:00,\n"
    with pytest.raises(Suspended):
        import_season({"teams.csv": rows}, town.league, by=None, now=now, season=town.season)


def test_a_timetable_that_waits_is_made_when_the_league_goes_on(town: Town, operator: User, now: dt.datetime) -> None:
    brief = {"weeks": []}
    Timetable.objects.create(season=town.season, brief=brief, asked_at=now)
    stop(town, operator, now)
    assert timetables.make_waiting(now=now) == 0
    assert Timetable.objects.get().state == TimetableState.WAITING


@pytest.mark.parametrize("suspended", [True, False])
def test_a_league_that_moves_goes_on_elsewhere_with_more_time(db: None, now: dt.datetime, suspended: bool) -> None:
    out = io.BytesIO()
    with transaction.atomic():
        there, operator = factories.town(), factories.user("super@town.example", is_superuser=True)
        due = sent(there, now).confirm_by
        if suspended:
            stop(there, operator, now)
        exports.export_league(there.league, out, by=there.secretary, now=now)
        transaction.set_rollback(True)
    assert due is not None
    later = due + DAY
    league = import_league(io.BytesIO(out.getvalue()), now=later).league
    assert league is not None
    assert league.suspended_at is None
    resume_moved(league, now=later)
    moved = Result.objects.get()
    assert moved.confirm_by is not None
    assert moved.confirm_by >= later + dt.timedelta(hours=12)
    assert confirm.confirm_due(now=later) == 0
    assert not Notice.objects.filter(state=NoticeState.KEPT_BACK).exists()
