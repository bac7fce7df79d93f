"""One daily mail for secretaries and referees: what waits for it, what does not, and what it says."""

import datetime as dt
from collections import Counter
from itertools import combinations
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import Delivery, FixtureState, NoticeKind, NoticeState, PostponementState, ResultState, RoleKind
from league.models import (
    Fixture,
    LateCard,
    MailSettings,
    Notice,
    Postponement,
    Preference,
    Result,
    Role,
    Season,
    User,
    Week,
)
from league.rules.mailing import Wishes, waits_until
from league.rules.sheets import ResultSheet, ScoreOnly
from league.services.mail.delivery import Delivered, deliver_due
from league.services.notices import queue_notice
from league.services.people import erasing
from league.services.results import submit
from league.services.standings import adjustments
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.mail.reading import outline, sent_mail, text

LONDON = ZoneInfo("Europe/London")
HOUR, DAY, WEEK = dt.timedelta(hours=1), dt.timedelta(days=1), dt.timedelta(weeks=1)
NINE = dt.datetime(2026, 11, 3, 21, tzinfo=LONDON)
OVERDUE, LATE = NoticeKind.RESULT_OVERDUE, NoticeKind.LATE_CARD_PROPOSED
DATE_TO_SET = NoticeKind.DATE_TO_SET


def queue(
    town: Town, kind: NoticeKind, key: str, now: dt.datetime, *, to: User | None = None, of: Fixture | None = None
) -> Notice:
    """A notice about Anchor v Bell, by default to the secretary."""
    user, fixture = to or town.secretary, of or town.fixture("Anchor", "Bell")
    queue_notice(town.league, [user], kind, key, text=f"{fixture}: {kind.label}.", now=now, fixture=fixture)
    return Notice.objects.get(recipient=user, kind=kind, key=key)


def overdue(town: Town, now: dt.datetime, *, to: User | None = None) -> Notice:
    fixture = town.fixture("Anchor", "Bell")
    key = f"fixture:{fixture.pk}:{fixture.starts_at:%Y%m%dT%H%M}Z"
    return queue(town, OVERDUE, key, now, to=to, of=fixture)


def late_card(town: Town, now: dt.datetime, side: str = "home") -> tuple[LateCard, Notice]:
    card = LateCard.objects.create(
        fixture=town.fixture("Anchor", "Bell"), side=side, points=1, due_at=now - HOUR, sent_at=now
    )
    return card, queue(town, LATE, str(card.pk), now)


def state(notice: Notice) -> str:
    notice.refresh_from_db()
    return notice.state


@pytest.mark.parametrize(
    "kind",
    [
        NoticeKind.CONDUCT_PROPOSED, NoticeKind.CORRECTION_ANSWERED, NoticeKind.DISPUTE_SETTLED,
        NoticeKind.APPEAL_OPENED, NoticeKind.APPEAL_DECIDED, NoticeKind.FIXTURE_CANCELLED, LATE,
    ],
)  # fmt: skip
def test_what_is_not_urgent_waits_for_the_evening(town: Town, now: dt.datetime, kind: NoticeKind) -> None:
    waiting = queue(town, kind, "1", now)
    assert deliver_due(now=now) == Delivered(put_off=1)
    waiting.refresh_from_db()
    assert (waiting.digest, waiting.send_at) == (True, NINE)
    assert deliver_due(now=NINE) == Delivered(sent=1)


@pytest.mark.parametrize("kind", [NoticeKind.RESULT_DISPUTED, NoticeKind.DISPUTE_OPENED, NoticeKind.DISPUTE_ASSIGNED])
def test_a_dispute_does_not_wait(town: Town, now: dt.datetime, kind: NoticeKind) -> None:
    queue(town, kind, "1", now)
    assert deliver_due(now=now) == Delivered(sent=1)


def test_a_referee_has_a_daily_mail_too(town: Town, now: dt.datetime) -> None:
    queue(town, NoticeKind.CONDUCT_PROPOSED, "1", now, to=town.referee)
    assert deliver_due(now=now) == Delivered(put_off=1)


def test_a_captain_has_theirs_at_once_though_they_are_secretary_too(town: Town, now: dt.datetime) -> None:
    factories.role(town.captains["Anchor"], town.league, RoleKind.SECRETARY)
    factories.role(town.captains["Castle"], town.league, RoleKind.SECRETARY)
    mine, theirs = overdue(town, now, to=town.captains["Anchor"]), overdue(town, now, to=town.captains["Castle"])
    assert deliver_due(now=now) == Delivered(sent=1, put_off=1)
    assert (state(mine), state(theirs)) == (NoticeState.SENT, NoticeState.WAITING)


def test_what_only_officers_get_waits_although_they_are_captain_of_a_side(town: Town, now: dt.datetime) -> None:
    factories.role(town.secretary, town.league, RoleKind.CAPTAIN, town.teams["Anchor"])
    late_card(town, now)
    assert deliver_due(now=now) == Delivered(put_off=1)


def test_whoever_was_told_as_a_player_is_told_at_once(town: Town, now: dt.datetime) -> None:
    queue(town, NoticeKind.APPEAL_DECIDED, "1", now, to=factories.user("player@town.example"))
    assert deliver_due(now=now) == Delivered(sent=1)


def test_whoever_wants_each_at_once_gets_each_at_once(town: Town, now: dt.datetime) -> None:
    MailSettings.objects.create(user=town.secretary, officer_digest=False)
    late_card(town, now)
    late_card(town, now, "away")
    assert deliver_due(now=now) == Delivered(sent=2)
    assert len(mail.outbox) == 2


def test_a_kind_that_somebody_turned_off_is_not_in_it(town: Town, now: dt.datetime) -> None:
    Preference.objects.create(user=town.secretary, kind=LATE, delivery=Delivery.NONE)
    late_card(town, now)
    assert deliver_due(now=now) == Delivered(dropped=1)


@pytest.mark.parametrize(("hours", "at_once"), [(8, True), (48, False)])
def test_a_fixture_that_starts_before_the_evening_is_told_of_at_once(
    town: Town, now: dt.datetime, hours: int, at_once: bool
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    fixture.starts_at = now + hours * HOUR
    fixture.save()
    asked = Postponement.objects.create(fixture=fixture, side="home", awaiting="away", requested_at=now)
    queue(town, DATE_TO_SET, f"{asked.pk}:1", now)
    assert deliver_due(now=now) == (Delivered(sent=1) if at_once else Delivered(put_off=1))


def test_it_has_rows_that_lead_to_where_each_is_dealt_with_and_what_is_to_do_comes_first(
    town: Town, now: dt.datetime
) -> None:
    queue(town, NoticeKind.DISPUTE_SETTLED, "1", now)
    card, _ = late_card(town, now)
    overdue(town, now)
    deliver_due(now=now)
    assert deliver_due(now=NINE) == Delivered(sent=3)
    (message,) = (sent_mail(each) for each in mail.outbox)  # type: ignore[arg-type]
    assert message["Subject"] == "2 things to do in Town League"
    assert message["List-Id"] == "<town.testserver>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    fixture = town.fixture("Anchor", "Bell")
    addresses = [
        f"http://testserver/leagues/town/{page}"
        for page in (
            f"secretary/late-cards/{card.pk}/", f"fixtures/{fixture.pk}/score/", f"fixtures/{fixture.pk}/",
        )
    ]  # fmt: skip
    plain, html = text(message), text(message, "html")
    found = outline(html)
    assert (found.open, found.wrong, found.loads) == ([], [], [])
    assert found.links[1:4] == addresses
    places = [plain.index(f"  {address}\n") for address in addresses]
    headings = [plain.index("\nTo do\n"), plain.index("\nTo read\n")]
    assert headings[0] < places[0] < places[1] < headings[1] < places[2]
    for told in (f"{fixture}: A late card to decide.", "Dispute settled: Anchor v Bell", "these daily messages"):
        assert told in plain
        assert told in html


def test_what_was_dealt_with_since_is_left_out_and_an_empty_mail_is_not_sent(town: Town, now: dt.datetime) -> None:
    card, told = late_card(town, now)
    missing, fixture = overdue(town, now), town.fixture("Castle", "Duke of York")
    owed = Postponement.objects.create(
        fixture=fixture, side="home", state=PostponementState.OWED, requested_at=now, decided_at=now
    )
    undated = queue(town, NoticeKind.POSTPONEMENT_OWED, str(owed.pk), now, of=fixture)
    assert deliver_due(now=now) == Delivered(put_off=3)
    adjustments.dismiss_late_card(card, reason="The bus.", by=town.secretary, now=now + HOUR)
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    Postponement.objects.filter(pk=owed.pk).update(state=PostponementState.AGREED, starts_at=now + 9 * DAY)
    Notice.objects.exclude(recipient=town.secretary).delete()
    assert deliver_due(now=NINE) == Delivered(dropped=2)
    assert [state(notice) for notice in (told, missing, undated)] == [NoticeState.CANCELLED] * 3
    assert mail.outbox == []
    assert deliver_due(now=NINE + DAY) == Delivered()


def test_a_mail_sent_again_has_its_name_though_its_first_row_is_dealt_with(town: Town, now: dt.datetime) -> None:
    """A worker dies after it has sent, before it has marked; meanwhile the result comes in."""
    overdue(town, now)
    late_card(town, now)
    deliver_due(now=now)
    deliver_due(now=NINE)
    Notice.objects.update(state=NoticeState.WAITING, sent_at=None)
    Result.objects.create(
        fixture=town.fixture("Anchor", "Bell"), format=factories.format_of(town.division), version=1,
        state=ResultState.SUBMITTED, submitted_at=now, home_games=5, away_games=4, home_matches=2, away_matches=1,
    )  # fmt: skip
    assert deliver_due(now=NINE) == Delivered(sent=1, dropped=1)
    first, second = (message.extra_headers["Message-ID"] for message in mail.outbox)
    assert first == second


def test_secretary_of_two_leagues_has_a_mail_of_each(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad League", "abroad")
    abroad.league.time_zone = "America/New_York"
    abroad.league.save()
    factories.role(town.secretary, abroad.league, RoleKind.SECRETARY)
    late_card(town, now)
    late_card(town, now, "away")
    queue_notice(abroad.league, [town.secretary], LATE, "0", text="Late.", now=now, fixture=abroad.fixtures[0])
    deliver_due(now=now)
    assert deliver_due(now=NINE) == Delivered(sent=2)
    assert deliver_due(now=NINE + 5 * HOUR) == Delivered(sent=1)
    assert [message.extra_headers["List-Id"] for message in mail.outbox] == ["<town.testserver>", "<abroad.testserver>"]


@pytest.mark.parametrize("change", ["inactive", "no address", "erased", "another address", "office ended"])
def test_whoever_changed_before_the_evening_is_sent_what_is_right_then(
    town: Town, now: dt.datetime, change: str
) -> None:
    user = factories.user("second@town.example")
    factories.role(user, town.league, RoleKind.SECRETARY)
    late_card(town, now)
    Notice.objects.update(recipient=user)
    assert deliver_due(now=now) == Delivered(put_off=1)
    if change == "erased":
        erasing.erase_account(town.league, by=user, now=now + HOUR)
    elif change == "office ended":
        Role.objects.filter(user=user).update(ended_at=now + HOUR, ends_on=now.date())
    else:
        new = {"inactive": {"is_active": False}, "no address": {"email": ""}}
        User.objects.filter(pk=user.pk).update(**new.get(change, {"email": "new@town.example"}))
    deliver_due(now=NINE)
    assert [message.to for message in mail.outbox] == ([["new@town.example"]] if change == "another address" else [])
    assert not Notice.objects.filter(recipient=user, state=NoticeState.WAITING).exists()


@pytest.mark.parametrize(
    ("at", "hour", "until"),
    [
        # Skipped that night: it comes at two, by the clock of before half past one.
        (dt.datetime(2026, 3, 28, 23, tzinfo=LONDON), dt.time(1, 30), dt.datetime(2026, 3, 29, 1, 30, tzinfo=dt.UTC)),
        # Twice that night: the first of the two, and no second mail.
        (dt.datetime(2026, 10, 24, 23, tzinfo=LONDON), dt.time(1, 30), dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC)),
        (
            dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC), dt.time(1, 30),
            dt.datetime(2026, 10, 26, 1, 30, tzinfo=dt.UTC),
        ),
        (dt.datetime(2026, 3, 28, 22, tzinfo=LONDON), dt.time(21), dt.datetime(2026, 3, 29, 20, tzinfo=dt.UTC)),
        (dt.datetime(2026, 10, 24, 22, tzinfo=LONDON), dt.time(21), dt.datetime(2026, 10, 25, 21, tzinfo=dt.UTC)),
    ],
)  # fmt: skip
def test_it_comes_once_by_the_league_s_clock_when_the_clocks_change(
    at: dt.datetime, hour: dt.time, until: dt.datetime
) -> None:
    assert waits_until(at, Wishes("digest", digest_at=hour), LONDON, digest=False, stale_at=None) == until


def test_it_costs_as_many_queries_however_many_rows_it_has(town: Town, now: dt.datetime) -> None:
    def reads(count: int) -> int:
        for fixture in town.fixtures[:count]:
            queue(town, NoticeKind.CORRECTION_ANSWERED, f"{count}:{fixture.pk}", now, of=fixture)
        assert deliver_due(now=now) == Delivered(put_off=count)
        with CaptureQueriesContext(connection) as seen:
            assert deliver_due(now=NINE) == Delivered(sent=count)
        return len([q for q in seen.captured_queries if q["sql"].startswith("SELECT")])

    assert reads(2) == reads(6)


def test_results_from_seventy_eight_old_cards_are_one_mail_a_captain(town: Town, now: dt.datetime) -> None:
    """Thirteen teams that have met once: it was a mail to both captains for each card, 156 of them."""
    Fixture.objects.all().delete()
    Season.objects.update(score_only=True)
    factories.teams(town, [f"Team {number}" for number in range(9)], 1)
    first, names = town.weeks[0], list(town.teams)
    weeks = [
        Week.objects.create(season=town.season, round=first.round, number=20 + n, starts_on=first.starts_on - n * WEEK)
        for n in range(1, 14)
    ]
    for number, (home, away) in enumerate(combinations(town.teams, 2)):
        week = weeks[(names.index(home) + names.index(away)) % 13]
        fixture = factories.fixture(town, week, home, away)
        sheet = ResultSheet((), score=ScoreOnly(6, 3))
        submit.submit(fixture, sheet, by=town.secretary, now=now + number * dt.timedelta(minutes=1))
        deliver_due(now=now + number * dt.timedelta(minutes=1))
    entered = Notice.objects.filter(kind=NoticeKind.RESULT_ENTERED)
    assert (Fixture.objects.count(), entered.count(), mail.outbox) == (78, 156, [])
    deliver_due(now=NINE)
    assert Counter(message.to[0] for message in mail.outbox) == dict.fromkeys(
        [user.email for user in town.captains.values()], 1
    )
    assert {message.subject for message in mail.outbox} == {"12 messages from Town League"}
    assert deliver_due(now=NINE + DAY) == Delivered()


def test_the_fixture_of_a_cancelled_evening_that_is_tonight_is_told_of_at_once(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    fixture.starts_at, fixture.state = now + 8 * HOUR, FixtureState.CANCELLED
    fixture.save()
    queue(town, NoticeKind.FIXTURE_CANCELLED, "1", now, of=fixture)
    assert deliver_due(now=now) == Delivered(sent=1)
