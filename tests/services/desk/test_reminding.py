"""The secretary asks the captains of all overdue results with one press."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import FixtureState, JournalKind, NoticeKind, NoticeState, RoleKind
from league.errors import NotAllowed, WrongState
from league.models import Fixture, JournalEntry, League, Notice
from league.queries.desk.oversight import QUIET, chases_of
from league.services.desk import Reminded, remind_overdue
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet

DAY = dt.timedelta(days=1)


@pytest.fixture
def overdue(town: Town) -> Fixture:
    """The league with one fixture, played weeks ago: Anchor v Bell."""
    found = town.fixture("Anchor", "Bell")
    Fixture.objects.exclude(pk=found.pk).delete()
    return found


def reminded() -> list[str]:
    return sorted(str(notice.recipient) for notice in Notice.objects.filter(kind=NoticeKind.RESULT_CHASED))


def test_both_captains_are_asked_once_however_often_it_is_pressed(
    town: Town, overdue: Fixture, now: dt.datetime
) -> None:
    assert remind_overdue(town.league, by=town.secretary, now=now) == Reminded(2, 1)
    assert remind_overdue(town.league, by=town.secretary, now=now) == Reminded(0, 0)
    assert remind_overdue(town.league, by=town.secretary, now=now + QUIET - DAY / 24) == Reminded(0, 0)
    assert reminded() == ["Anchor 1", "Bell 1"]
    entry = JournalEntry.objects.get(kind=JournalKind.CAPTAINS_REMINDED)
    assert (entry.what, entry.data) == (
        "asked the captains for 1 overdue result", {"fixtures": [str(overdue.uid)], "people": 2},
    )  # fmt: skip
    assert remind_overdue(town.league, by=town.secretary, now=now + QUIET) == Reminded(2, 1)
    keys = sorted(Notice.objects.filter(recipient=town.captains["Bell"]).values_list("key", flat=True))
    assert [key[-2:] for key in keys] == [":1", ":2"]


def test_a_captain_of_two_overdue_fixtures_has_a_message_for_each(town: Town, now: dt.datetime) -> None:
    fixtures = Fixture.objects.filter(state=FixtureState.SCHEDULED, starts_at__lt=now - 3 * DAY).count()
    assert remind_overdue(town.league, by=town.secretary, now=now) == Reminded(4, fixtures)
    assert Notice.objects.filter(kind=NoticeKind.RESULT_CHASED).count() == 2 * fixtures


def test_a_new_captain_is_asked_though_the_others_were_lately(town: Town, overdue: Fixture, now: dt.datetime) -> None:
    remind_overdue(town.league, by=town.secretary, now=now)
    vice = factories.user("vice@town.example", name="Vice")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, town.teams["Anchor"])
    [chase] = chases_of(town.league, by=town.secretary, now=now + DAY)
    assert ([str(user) for user in chase.people], chase.lately) == (["Vice"], now)
    assert remind_overdue(town.league, by=town.secretary, now=now + DAY) == Reminded(1, 1)


def test_whoever_presses_is_not_written_to(town: Town, overdue: Fixture, now: dt.datetime) -> None:
    factories.role(town.secretary, town.league, RoleKind.CAPTAIN, town.teams["Anchor"])
    remind_overdue(town.league, by=town.secretary, now=now)
    assert reminded() == ["Anchor 1", "Bell 1"]


def test_a_request_called_off_unsent_has_asked_nobody(town: Town, overdue: Fixture, now: dt.datetime) -> None:
    remind_overdue(town.league, by=town.secretary, now=now)
    Notice.objects.update(state=NoticeState.CANCELLED)
    assert remind_overdue(town.league, by=town.secretary, now=now) == Reminded(2, 1)


def test_nothing_is_asked_for_what_has_a_result_is_not_due_or_not_public(
    town: Town, overdue: Fixture, now: dt.datetime
) -> None:
    for change in ({"state": FixtureState.POSTPONED}, {"state": FixtureState.SCHEDULED, "starts_at": now - DAY}):
        Fixture.objects.update(**change)
        assert remind_overdue(town.league, by=town.secretary, now=now) == Reminded(0, 0)
    Fixture.objects.update(starts_at=now - 9 * DAY)
    type(town.season).objects.update(published_at=None)
    assert remind_overdue(town.league, by=town.secretary, now=now) == Reminded(0, 0)
    type(town.season).objects.update(published_at=now - 60 * DAY)
    submit.submit(overdue, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert remind_overdue(town.league, by=town.secretary, now=now) == Reminded(0, 0)
    assert not JournalEntry.objects.filter(kind=JournalKind.CAPTAINS_REMINDED).exists()


def test_only_the_secretary_asks_and_not_in_a_hidden_league(town: Town, overdue: Fixture, now: dt.datetime) -> None:
    abroad = factories.town("Other League", "other")
    for who in (town.captains["Anchor"], town.referee, abroad.secretary):
        with pytest.raises(NotAllowed):
            remind_overdue(town.league, by=who, now=now)
    League.objects.filter(pk=town.league.pk).update(hidden_at=now)
    with pytest.raises(NotAllowed):
        remind_overdue(town.league, by=town.secretary, now=now)
    with pytest.raises(WrongState, match="is hidden"):
        remind_overdue(town.league, by=factories.user("root@town.example", is_superuser=True), now=now)
    assert reminded() == []


def test_the_preview_takes_five_queries_whatever_there_is_to_ask(town: Town, now: dt.datetime) -> None:
    for count in (1, 3):
        keep = Fixture.objects.order_by("pk").values_list("pk", flat=True)[:count]
        Fixture.objects.filter(pk__in=list(keep)).update(starts_at=now - 9 * DAY)
        with CaptureQueriesContext(connection) as seen:
            assert len(chases_of(town.league, by=town.secretary, now=now)) >= count
        assert len(seen) == 5


def test_what_was_asked_about_a_former_date_is_not_counted(town: Town, overdue: Fixture, now: dt.datetime) -> None:
    remind_overdue(town.league, by=town.secretary, now=now)
    Fixture.objects.filter(pk=overdue.pk).update(starts_at=overdue.starts_at + 7 * DAY)
    [chase] = chases_of(town.league, by=town.secretary, now=now + DAY)
    assert ([str(user) for user in chase.people], chase.lately) == (["Anchor 1", "Bell 1"], None)
