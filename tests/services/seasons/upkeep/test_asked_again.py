"""Nobody agrees by silence who was never asked: a letter that was called off before it went out is no question."""

import datetime as dt

import pytest
from django.core import mail

from league.enums import NoticeKind, NoticeState, ResultState, WithdrawalPolicy
from league.models import Entry, Notice, Result
from league.services.mail.delivery import deliver_due
from league.services.results import submit
from league.services.results.awaiting import ask_new_captains
from league.services.results.confirm import confirm_due
from league.services.seasons.withdrawals import return_team, withdraw_team
from tests.factories import Town, result_sheet

DAY, HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(town: Town, now: dt.datetime) -> Result:
    """Anchor's sheet, of which Bell's captain has not had the mail yet."""
    town.season.withdrawal_policy = WithdrawalPolicy.VOID
    town.season.save()
    fixture = town.fixture("Anchor", "Bell")
    return submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)


def entry_of(town: Town, team: str) -> Entry:
    found = Entry.objects.select_related("season__league", "division__season", "team")
    return found.get(season=town.season, team=town.teams[team])


def question() -> Notice:
    return Notice.objects.get(kind=NoticeKind.RESULT_TO_CONFIRM)


def test_a_withdrawal_taken_back_asks_whoever_was_not_asked(town: Town, sheet: Result, now: dt.datetime) -> None:
    withdraw_team(entry_of(town, "Anchor"), reason="Too few.", by=town.secretary, now=now)
    assert question().state == NoticeState.CANCELLED
    back = now + 10 * DAY
    return_team(entry_of(town, "Anchor"), reason="They stay.", by=town.secretary, now=back)
    assert (question().state, question().send_at) == (NoticeState.WAITING, back)
    deliver_due(now=back)
    asked = [letter for letter in mail.outbox if letter.to == [town.captains["Bell"].email]]
    assert [letter.subject for letter in asked if "confirm" in letter.subject.lower()] != []
    assert confirm_due(now=back + DAY) == 0
    assert confirm_due(now=back + 2 * DAY + 8 * HOUR) == 1


def test_a_withdrawal_taken_back_asks_nobody_twice(town: Town, sheet: Result, now: dt.datetime) -> None:
    deliver_due(now=now)
    withdraw_team(entry_of(town, "Anchor"), reason="Too few.", by=town.secretary, now=now)
    return_team(entry_of(town, "Anchor"), reason="They stay.", by=town.secretary, now=now + DAY)
    assert question().state == NoticeState.SENT


def test_a_question_that_was_called_off_is_asked_before_silence_confirms(
    town: Town, sheet: Result, now: dt.datetime
) -> None:
    Notice.objects.update(state=NoticeState.CANCELLED)
    late = now + 10 * DAY
    assert confirm_due(now=late) == 0
    sheet.refresh_from_db()
    assert (sheet.state, sheet.confirm_by) == (ResultState.SUBMITTED, late + 2 * DAY + 8 * HOUR)
    assert question().state == NoticeState.WAITING
    assert ask_new_captains(now=late + HOUR) == 0
    assert confirm_due(now=late + 2 * DAY + 8 * HOUR) == 1
