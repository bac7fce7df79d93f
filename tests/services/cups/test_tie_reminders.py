"""Captains of a cup tie are reminded a week before its round's last day.

The cup of Anchor and Bell is drawn on 2 November; its final is to be played by Friday 11 December.
"""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from league.enums import NoticeKind, NoticeState, RoleKind, Side, TieEnding
from league.models import Fixture, KnockOut, League, Notice, Season
from league.queries.mail.letters import facts_of, still_true, with_everything
from league.services.cups.knock_outs import RoundPlan, change_rounds
from league.services.cups.ties import decide_tie
from league.services.mail.delivery import deliver_due
from league.services.mail.reminders import queue_tie_reminders
from league.services.results import confirm, decide, submit
from tests import factories
from tests.factories import Town
from tests.services.cups.worlds import cup, drawn, leg_of, sheet, ties
from tests.services.mail.reading import sent_mail, text

pytestmark = pytest.mark.django_db
LAST = dt.date(2026, 12, 11)
ENDS = dt.datetime(2026, 12, 11, 18, tzinfo=ZoneInfo("Europe/London"))
WEEK, DAY, MINUTE = dt.timedelta(weeks=1), dt.timedelta(days=1), dt.timedelta(minutes=1)


@pytest.fixture
def final(town: Town, now: dt.datetime) -> Fixture:
    """The final, which the captains could still move."""
    made = cup(town, now=now, teams=[town.teams["Anchor"], town.teams["Bell"]])
    change_rounds(made, {1: RoundPlan(play_by=LAST)}, by=town.secretary, now=now)
    return leg_of(drawn(made, town, now=now)[0])


def scan(at: dt.datetime) -> int:
    return queue_tie_reminders(now=at.astimezone(dt.UTC))


def reminded() -> list[str]:
    return sorted(str(notice.recipient) for notice in Notice.objects.filter(kind=NoticeKind.TIE_TO_PLAY))


def test_both_captains_are_reminded_once_a_week_before(final: Fixture, town: Town) -> None:
    assert [scan(ENDS - WEEK - MINUTE), scan(ENDS - WEEK), scan(ENDS - WEEK + MINUTE), scan(ENDS - DAY)] == [0, 2, 0, 0]
    assert reminded() == ["Anchor 1", "Bell 1"]
    notice = Notice.objects.filter(kind=NoticeKind.TIE_TO_PLAY)[0]
    assert (notice.key, notice.stale_at) == (f"{final.tie_id}:20261211", ENDS)
    assert notice.text == f"{final} of Town Cup must be played by Friday 11 December and has no result yet."
    mail.outbox.clear()
    deliver_due(now=(ENDS - WEEK + MINUTE).astimezone(dt.UTC))
    letters = [message for message in mail.outbox if message.subject.startswith("Cup tie to play")]
    assert {message.to[0] for message in letters} == {"anchor@town.example", "bell@town.example"}
    said = text(sent_mail(letters[0]))  # type: ignore[arg-type]
    assert notice.text in " ".join(said.split())
    assert f"/leagues/town/fixtures/{final.pk}/" in said


def test_it_comes_late_after_a_pause_and_never_after_the_day(final: Fixture) -> None:
    assert [scan(ENDS), scan(ENDS - 5 * DAY)] == [0, 2]


def test_whoever_becomes_vice_captain_meanwhile_is_reminded_too(final: Fixture, town: Town) -> None:
    assert scan(ENDS - WEEK) == 2
    factories.role(town.referee, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
    assert [scan(ENDS - WEEK + MINUTE), scan(ENDS - WEEK + 2 * MINUTE)] == [1, 0]


def move_last_day(day: dt.date, town: Town, at: dt.datetime) -> None:
    change_rounds(KnockOut.objects.get(), {1: RoundPlan(play_by=day)}, by=town.secretary, now=at)


def test_another_last_day_has_a_reminder_of_its_own(final: Fixture, town: Town) -> None:
    assert scan(ENDS - WEEK) == 2
    move_last_day(LAST + WEEK, town, ENDS - WEEK)
    # What was not mailed yet is not any more.
    waiting = Notice.objects.filter(kind=NoticeKind.TIE_TO_PLAY)
    assert set(waiting.values_list("state", flat=True)) == {NoticeState.CANCELLED}
    assert [scan(ENDS - DAY), scan(ENDS), scan(ENDS + DAY)] == [0, 2, 0]
    assert waiting.filter(key=f"{final.tie_id}:20261218", state=NoticeState.WAITING).count() == 2


def test_a_last_day_that_is_moved_back_is_reminded_of_unless_it_was(final: Fixture, town: Town) -> None:
    for sent, expected in ((False, 2), (True, 0)):
        scan(ENDS - WEEK)
        if sent:
            deliver_due(now=(ENDS - WEEK + MINUTE).astimezone(dt.UTC))
        for day in (LAST + WEEK, LAST):
            move_last_day(day, town, ENDS - WEEK)
        assert scan(ENDS - WEEK + MINUTE) == expected
    assert Notice.objects.filter(kind=NoticeKind.TIE_TO_PLAY).count() == 2


def test_a_result_that_waits_or_counts_ends_it(final: Fixture, town: Town) -> None:
    assert scan(ENDS - WEEK) == 2

    def stands() -> set[bool]:
        waiting = with_everything(Q(kind=NoticeKind.TIE_TO_PLAY))
        return {still_true(notice, facts_of(waiting)[final.pk]) for notice in waiting}

    assert stands() == {True}
    played = max(final.starts_at, ENDS - WEEK)
    submit.submit(final, sheet(final, town, home_wins=True), by=town.captains[final.home.name], now=played)
    assert stands() == {False}
    Notice.objects.all().delete()
    assert scan(ENDS - DAY) == 0
    confirm.confirm(final, 1, by=town.captains[final.away.name], now=played)
    assert scan(ENDS - DAY) == 0


@pytest.mark.parametrize("how", ["decided", "walkover"])
def test_of_a_decided_tie_nobody_is_reminded(how: str, final: Fixture, town: Town, now: dt.datetime) -> None:
    scan(ENDS - WEEK)
    (tie,) = ties(KnockOut.objects.get())
    assert tie.top is not None
    if how == "decided":
        decide_tie(tie, tie.top, ending=TieEnding.DECISION, reason="Bell gave it up.", by=town.secretary, now=now)
    else:
        decide.give_walkover(final, to=Side.HOME, version=0, reason="Nobody came.", by=town.secretary, now=now)
    waiting = with_everything(Q(kind=NoticeKind.TIE_TO_PLAY))
    assert [still_true(notice, facts_of(waiting)[final.pk]) for notice in waiting] == [False, False]
    Notice.objects.all().delete()
    assert scan(ENDS - WEEK) == 0


@pytest.mark.parametrize("where", ["draft", "hidden", "closed", "suspended", "not-yet"])
def test_nobody_is_reminded_where_the_season_is_not_going_on(where: str, final: Fixture, now: dt.datetime) -> None:
    if where == "suspended":
        League.objects.update(suspended_at=now, suspended_because="Fees.")
    else:
        changed = {"draft": {"published_at": None}, "hidden": {"hidden_at": now}, "closed": {"closed_at": now},
                   "not-yet": {"published_at": ENDS}}[where]  # fmt: skip
        Season.objects.update(**changed)
    assert scan(ENDS - WEEK) == 0


def test_not_on_the_day_it_was_set_nor_while_it_is_played(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, teams=[town.teams["Anchor"], town.teams["Bell"]])
    last = now.date() + 5 * DAY
    change_rounds(made, {1: RoundPlan(play_by=last)}, by=town.secretary, now=now)
    fixture = leg_of(drawn(made, town, now=now)[0])
    assert [scan(now + MINUTE), scan(now + DAY - MINUTE)] == [0, 0]
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=now + DAY)
    # Its result is due within 48 hours.
    assert [scan(now + DAY), scan(now + 2 * DAY)] == [0, 0]
    assert scan(now + 4 * DAY) == 2


def test_a_round_without_a_last_day_reminds_nobody(final: Fixture, town: Town, now: dt.datetime) -> None:
    change_rounds(KnockOut.objects.get(), {1: RoundPlan("Final")}, by=town.secretary, now=now)
    assert [scan(now + days * DAY) for days in range(60)] == [0] * 60


def test_the_number_of_queries_does_not_grow(final: Fixture, town: Town, now: dt.datetime) -> None:
    counts = []
    for number in range(2):
        scan(ENDS - WEEK)
        with CaptureQueriesContext(connection) as done:
            assert scan(ENDS - WEEK + MINUTE) == 0
        counts.append(len(done))
        made = cup(town, now=now, name=f"Other {number}", teams=[town.teams["Castle"], town.teams["Duke of York"]])
        change_rounds(made, {1: RoundPlan(play_by=LAST)}, by=town.secretary, now=now)
        drawn(made, town, now=now)
    assert counts == [5, 5]
