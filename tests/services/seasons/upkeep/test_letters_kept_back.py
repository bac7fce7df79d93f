"""What waits to be sent about something hidden is kept back, and goes out once it is shown, where it still holds."""

import datetime as dt
from decimal import Decimal

import pytest
from django.core import mail

from league.enums import FixtureState, NoticeKind, NoticeState, ResultState, RoleKind
from league.models import (
    Entry,
    Fixture,
    League,
    Lot,
    LotsDrawn,
    Notice,
    Registration,
    Result,
    Role,
    Season,
    Timetable,
    User,
    Week,
)
from league.queries.mail.messages import messages_of
from league.services import money
from league.services.dates import postpone
from league.services.mail.delivery import deliver_due
from league.services.notices import queue_notice
from league.services.people.roles import end_role
from league.services.results import submit
from league.services.results.confirm import confirm_due
from league.services.seasons.hiding import hide, restore
from league.services.seasons.withdrawals import return_team, withdraw_team
from league.services.standings import adjustments
from league.services.standings.level_teams import withdraw_lots
from tests import factories
from tests.factories import Town, result_sheet

DAY, HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)
WHY = "Made by mistake."

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def administrator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


def asked_to_postpone(town: Town, now: dt.datetime) -> Fixture:
    """Bell asks Castle for a postponement; Castle's captain has not had the mail yet."""
    fixture = town.fixture("Bell", "Castle")
    later = now + 9 * DAY
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=later, original_starts_at=later)
    Week.objects.filter(season=town.season, kind="catch-up").update(starts_on=dt.date(2026, 11, 23))
    postpone.request(town.fixture("Bell", "Castle"), reason="A wedding", by=town.captains["Bell"], now=now)
    return fixture


def states(kind: NoticeKind) -> set[str]:
    return set(Notice.objects.filter(kind=kind).values_list("state", flat=True))


def league() -> League:
    return League.objects.get()


def season() -> Season:
    return Season.objects.select_related("league").get()


def entry_of(town: Town, team: str) -> Entry:
    found = Entry.objects.select_related("season__league", "division__season", "team")
    return found.get(season=town.season, team=town.teams[team])


@pytest.mark.parametrize("what", ["season", "league"])
def test_every_letter_that_was_kept_back_goes_out_where_it_still_holds(
    town: Town, now: dt.datetime, administrator: User, what: str
) -> None:
    asked_to_postpone(town, now)
    queue_notice(
        town.league, [town.referee], NoticeKind.INVITATION, "invitation:1", text="x", now=now, stale_at=now + HOUR
    )
    hide(town.league if what == "league" else town.season, reason=WHY, by=administrator, now=now)
    assert states(NoticeKind.POSTPONEMENT_ASKED) == {NoticeState.KEPT_BACK}
    assert states(NoticeKind.INVITATION) == {NoticeState.KEPT_BACK if what == "league" else NoticeState.WAITING}
    back = now + 2 * HOUR
    restore(league() if what == "league" else season(), reason=WHY, by=administrator, now=back)
    deliver_due(now=back)
    assert states(NoticeKind.POSTPONEMENT_ASKED) == {NoticeState.SENT}
    assert states(NoticeKind.INVITATION) == {NoticeState.CANCELLED}, "nobody needs it any more"
    assert [letter.to for letter in mail.outbox] == [[town.captains["Castle"].email]]


def test_what_holds_no_more_is_not_sent(town: Town, now: dt.datetime) -> None:
    fixture = asked_to_postpone(town, now)
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    restore(season(), reason=WHY, by=town.secretary, now=now + HOUR)
    postpone.withdraw(town.fixture("Bell", "Castle"), by=town.captains["Bell"], now=now + HOUR)
    deliver_due(now=now + 2 * HOUR)
    assert states(NoticeKind.POSTPONEMENT_ASKED) == {NoticeState.CANCELLED}
    assert Fixture.objects.get(pk=fixture.pk).state == FixtureState.SCHEDULED


def test_what_was_called_off_for_another_reason_stays_called_off(town: Town, now: dt.datetime) -> None:
    asked_to_postpone(town, now)
    Notice.objects.update(state=NoticeState.CANCELLED)
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    restore(season(), reason=WHY, by=town.secretary, now=now + HOUR)
    assert states(NoticeKind.POSTPONEMENT_ASKED) == {NoticeState.CANCELLED}


def test_whoever_is_no_captain_any_more_has_no_letter_after_it(town: Town, now: dt.datetime) -> None:
    asked_to_postpone(town, now)
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    castle = town.captains["Castle"]
    Registration.objects.filter(player__user=castle).update(ends_on=now.date())
    role = Role.objects.get(user=castle, kind=RoleKind.CAPTAIN)
    end_role(role, at_once=True, by=town.secretary, now=now)
    restore(season(), reason=WHY, by=town.secretary, now=now + HOUR)
    assert states(NoticeKind.POSTPONEMENT_ASKED) == {NoticeState.CANCELLED}


@pytest.mark.parametrize("first", ["season", "league"])
def test_of_two_that_hide_a_letter_the_last_to_be_restored_sends_it(
    town: Town, now: dt.datetime, administrator: User, first: str
) -> None:
    asked_to_postpone(town, now)
    hide(town.season, reason=WHY, by=administrator, now=now)
    hide(league(), reason=WHY, by=administrator, now=now)
    for what in (first, "league" if first == "season" else "season"):
        assert states(NoticeKind.POSTPONEMENT_ASKED) == {NoticeState.KEPT_BACK}
        restore(league() if what == "league" else season(), reason=WHY, by=administrator, now=now + HOUR)
        deliver_due(now=now + HOUR)
    assert states(NoticeKind.POSTPONEMENT_ASKED) == {NoticeState.SENT}


@pytest.mark.parametrize("first", ["season", "league"])
def test_all_the_time_that_it_was_hidden_is_given_once_whatever_hid_it(
    town: Town, now: dt.datetime, administrator: User, first: str
) -> None:
    """Hidden with 32 hours left, for four days in all: they are left again once it is shown, and the evening after."""
    fixture = town.fixture("Anchor", "Bell")
    sent = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    hide(town.season, reason=WHY, by=administrator, now=now + DAY)
    hide(league(), reason=WHY, by=administrator, now=now + 4 * DAY)
    for what, at in ((first, 0), ("league" if first == "season" else "season", 1)):
        thing = league() if what == "league" else season()
        restore(thing, reason=WHY, by=administrator, now=now + 5 * DAY + at * HOUR)
    back = now + 5 * DAY + HOUR
    sent.refresh_from_db()
    assert sent.confirm_by == (back + 2 * DAY).replace(hour=20)
    assert confirm_due(now=back) == 0
    # It was given; hidden once more, only what was hidden then is.
    hide(season(), reason=WHY, by=administrator, now=back + HOUR)
    restore(season(), reason=WHY, by=administrator, now=back + 3 * DAY)
    sent.refresh_from_db()
    assert (sent.state, sent.confirm_by) == (ResultState.SUBMITTED, (back + 5 * DAY).replace(hour=20))
    assert Result.objects.count() == 1


def test_every_letter_about_a_season_is_kept_back_whatever_its_key(town: Town, now: dt.datetime) -> None:
    """A team's second withdrawal, its return, points taken, lots, a timetable: none of them names a fixture."""
    for _ in range(2):
        withdraw_team(entry_of(town, "Anchor"), reason="Too few.", by=town.secretary, now=now)
        return_team(entry_of(town, "Anchor"), reason="They stay.", by=town.secretary, now=now)
    adjustments.adjust_points(
        entry_of(town, "Bell"), points=Decimal(-1), date=now.date(), reason="Late.", by=town.secretary, now=now
    )  # fmt: skip
    lots = LotsDrawn.objects.create(division=town.division, drawn_on=now.date(), recorded_at=now)
    Lot.objects.create(drawn=lots, place=1, team=town.teams["Bell"])
    queue_notice(town.league, [town.captains["Bell"]], NoticeKind.LOTS_RECORDED, str(lots.pk), text="x", now=now)
    withdraw_lots(lots, reason="Wrong.", by=town.secretary, now=now)
    made = Timetable.objects.create(season=town.season, asked_at=now, asked_by=town.secretary, brief={})
    kind = NoticeKind.TIMETABLE_PUBLISHED
    queue_notice(town.league, [town.captains["Bell"]], kind, f"timetable:{made.pk}", text="x", now=now)
    pk = entry_of(town, "Anchor").pk
    elsewhere = f"withdrawn:{pk}7"
    queue_notice(town.league, [town.captains["Bell"]], NoticeKind.FIXTURE_CANCELLED, elsewhere, text="x", now=now)
    keys = set(Notice.objects.filter(fixture=None).values_list("key", flat=True))
    assert {f"withdrawn:{pk}", f"withdrawn:{pk}:2", f"returned:{pk}", f"returned:{pk}:2"} < keys
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    waiting = Notice.objects.filter(state=NoticeState.WAITING)
    assert set(waiting.values_list("key", flat=True)) == {elsewhere}


def test_what_is_said_of_charges_is_kept_back_with_their_season_alone(town: Town, now: dt.datetime) -> None:
    new = money.NewCharge("fine", Decimal(5), "A late card", now.date())
    [made] = money.charge(town.season, [town.teams["Bell"]], [], new, by=town.secretary, now=now)
    money.pay(made, on=now.date(), by=town.secretary, now=now)
    other = Season.objects.create(league=town.league, name="2027-28", slug="2027-28", first_week=dt.date(2027, 9, 13))
    hide(other, reason=WHY, by=town.secretary, now=now)
    kinds = (NoticeKind.CHARGED, NoticeKind.CHARGE_CHANGED)
    assert [states(kind) for kind in kinds] == [{NoticeState.WAITING}] * 2
    hide(Season.objects.select_related("league").get(pk=town.season.pk), reason=WHY, by=town.secretary, now=now)
    assert [states(kind) for kind in kinds] == [{NoticeState.KEPT_BACK}] * 2
    assert not messages_of(town.captains["Bell"], town.league).exists()
