"""Two captains and a fixture that cannot be played when it should be."""

import datetime as dt

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind, NoticeState, PostponementState, RoleKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Blackout, Entry, Fixture, JournalEntry, Notice, Offer, Postponement, User, VenueClosure
from league.queries.dates.postponements import dates_of, open_with_offers
from league.services.dates import postpone
from league.services.notices import queue_notice
from league.services.results import submit
from tests.factories import Town, result_sheet, role
from tests.services.dates.asking import NOW, TWENTY_NINTH, TWENTY_THIRD, ask, evening, notices_of

ASKED = PostponementState.REQUESTED


def problems(refused: pytest.ExceptionInfo[Invalid]) -> list[tuple[str, str]]:
    return [(problem.field, problem.message) for problem in refused.value.problems]


def test_a_captain_asks_the_other_agrees_and_the_fixture_moves(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    put_off = ask(fixture, anchor, TWENTY_THIRD, TWENTY_NINTH)
    assert (put_off.state, put_off.side, put_off.awaiting) == (ASKED, "home", "away")
    assert notices_of(bell) == [
        (
            NoticeKind.POSTPONEMENT_ASKED,
            (
                "Anchor v Bell: Anchor ask to postpone. They offer Wednesday 23 September at 8 pm or "
                "Tuesday 29 September at 8 pm."
            ),
        )
    ]
    assert notices_of(anchor) == []
    fixture.refresh_from_db()
    assert (fixture.starts_at, fixture.state, fixture.sequence) == (evening(15), FixtureState.SCHEDULED, 0)

    done = postpone.agree(fixture, TWENTY_NINTH, seen=1, by=bell, now=NOW)
    assert (done.state, done.awaiting, done.starts_at) == (PostponementState.AGREED, "", TWENTY_NINTH)
    assert (done.decided_by, done.decided_at) == (bell, NOW)
    fixture.refresh_from_db()
    assert (fixture.starts_at, fixture.original_starts_at) == (TWENTY_NINTH, evening(15))
    assert (fixture.sequence, fixture.changed_at, fixture.state) == (1, NOW, FixtureState.SCHEDULED)
    assert fixture.week == town.weeks[0]
    text = "Anchor v Bell is played on Tuesday 29 September at 8 pm in place of Tuesday 15 September at 8 pm."
    assert notices_of(anchor) == [(NoticeKind.POSTPONEMENT_AGREED, text)]
    assert notices_of(bell)[1:] == [(NoticeKind.POSTPONEMENT_AGREED, text)]
    assert [(e.kind, e.what, e.why) for e in JournalEntry.objects.order_by("pk")] == [
        (
            JournalKind.POSTPONEMENT_REQUESTED,
            "asked to postpone Anchor v Bell from Tuesday 15 September at 8 pm",
            "Half the team is away.",
        ),
        (
            JournalKind.POSTPONEMENT_AGREED,
            ("agreed to play Anchor v Bell on Tuesday 29 September at 8 pm in place of Tuesday 15 September at 8 pm"),
            "",
        ),
    ]


def test_reminders_of_the_old_date_that_wait_are_cancelled(fixture: Fixture, anchor: User, bell: User) -> None:
    for kind in (NoticeKind.FIXTURE_REMINDER, NoticeKind.RESULT_DUE, NoticeKind.RESULT_TO_CONFIRM):
        queue_notice(fixture.division.season.league, [anchor, bell], kind, "x", text="x", now=NOW, fixture=fixture)
    Notice.objects.filter(recipient=bell, kind=NoticeKind.FIXTURE_REMINDER).update(state=NoticeState.SENT)
    ask(fixture, anchor, TWENTY_NINTH)
    postpone.agree(fixture, TWENTY_NINTH, seen=1, by=bell, now=NOW)
    states = {(n.recipient_id, n.kind): n.state for n in Notice.objects.filter(key="x")}
    assert states == {
        (anchor.pk, NoticeKind.FIXTURE_REMINDER): NoticeState.CANCELLED,
        (bell.pk, NoticeKind.FIXTURE_REMINDER): NoticeState.SENT,
        (anchor.pk, NoticeKind.RESULT_DUE): NoticeState.CANCELLED,
        (bell.pk, NoticeKind.RESULT_DUE): NoticeState.CANCELLED,
        (anchor.pk, NoticeKind.RESULT_TO_CONFIRM): NoticeState.WAITING,
        (bell.pk, NoticeKind.RESULT_TO_CONFIRM): NoticeState.WAITING,
    }


def test_the_other_answers_with_dates_of_their_own_and_the_first_agrees(
    fixture: Fixture, anchor: User, bell: User
) -> None:
    ask(fixture, anchor, TWENTY_NINTH)
    offer = postpone.counter(fixture, slots=[TWENTY_THIRD], seen=1, by=bell, now=NOW)
    assert (offer.number, offer.side, dates_of(offer)) == (2, "away", (TWENTY_THIRD,))
    assert Postponement.objects.get().awaiting == "home"
    assert notices_of(anchor) == [
        (
            NoticeKind.POSTPONEMENT_ASKED,
            "Anchor v Bell: Bell offer dates. They offer Wednesday 23 September at 8 pm.",
        )
    ]
    with pytest.raises(NotAllowed):
        postpone.agree(fixture, TWENTY_THIRD, seen=2, by=bell, now=NOW)
    assert postpone.agree(fixture, TWENTY_THIRD, seen=2, by=anchor, now=NOW).starts_at == TWENTY_THIRD


def test_an_answer_to_dates_that_are_no_longer_on_the_table_is_told_so(
    fixture: Fixture, anchor: User, bell: User
) -> None:
    ask(fixture, anchor, TWENTY_NINTH)
    postpone.counter(fixture, slots=[TWENTY_THIRD], seen=1, by=bell, now=NOW)
    for late in (
        lambda: postpone.agree(fixture, TWENTY_NINTH, seen=1, by=anchor, now=NOW),
        lambda: postpone.counter(fixture, slots=[evening(24)], seen=1, by=anchor, now=NOW),
        lambda: postpone.refuse(fixture, reason="No.", seen=1, by=anchor, now=NOW),
        lambda: postpone.agree_without_date(fixture, seen=1, by=anchor, now=NOW),
    ):
        with pytest.raises(WrongState, match="Other dates were offered since"):
            late()


def test_a_refusal_has_a_reason_and_leaves_the_date(fixture: Fixture, anchor: User, bell: User) -> None:
    ask(fixture, anchor)
    with pytest.raises(Invalid) as refused:
        postpone.refuse(fixture, reason=" ", seen=1, by=bell, now=NOW)
    assert problems(refused) == [("reason", "Say why it cannot be postponed.")]
    done = postpone.refuse(fixture, reason="It is our only free evening.", seen=1, by=bell, now=NOW)
    assert (done.state, done.why, done.starts_at) == (
        PostponementState.REFUSED,
        "It is our only free evening.",
        None,
    )
    fixture.refresh_from_db()
    assert (fixture.starts_at, fixture.sequence) == (evening(15), 0)
    assert notices_of(anchor) == [
        (
            NoticeKind.POSTPONEMENT_REFUSED,
            "Anchor v Bell is not postponed: it stays on Tuesday 15 September at 8 pm. It is our only free evening.",
        )
    ]
    assert ask(fixture, anchor, TWENTY_NINTH).pk != done.pk


def test_a_request_can_be_taken_back_by_the_side_that_asked(fixture: Fixture, anchor: User, bell: User) -> None:
    ask(fixture, anchor, TWENTY_NINTH)
    with pytest.raises(NotAllowed):
        postpone.withdraw(fixture, by=bell, now=NOW)
    assert postpone.withdraw(fixture, by=anchor, now=NOW).state == PostponementState.WITHDRAWN
    with pytest.raises(WrongState, match="no longer open: withdrawn"):
        postpone.agree(fixture, TWENTY_NINTH, seen=1, by=bell, now=NOW)


def test_put_off_without_a_date_the_captains_may_still_agree_on_one(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    ask(fixture, anchor)
    postpone.agree_without_date(fixture, seen=1, by=bell, now=NOW)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.starts_at, fixture.sequence) == (FixtureState.POSTPONED, evening(15), 1)
    text = "Anchor v Bell is postponed and has no date yet. The captains may agree on one; otherwise it is placed."
    for who in (anchor, town.secretary):
        assert notices_of(who)[-1] == (NoticeKind.POSTPONEMENT_OWED, text)
    with pytest.raises(WrongState, match="already postponed"):
        postpone.withdraw(fixture, by=anchor, now=NOW)
    # Its old evening is as good as any other now.
    postpone.counter(fixture, slots=[evening(15), evening(24)], seen=1, by=bell, now=NOW)
    with pytest.raises(NotAllowed):
        postpone.agree(fixture, evening(15), seen=2, by=bell, now=NOW)
    postpone.agree(fixture, evening(15), seen=2, by=anchor, now=NOW)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.starts_at, fixture.sequence) == (FixtureState.SCHEDULED, evening(15), 2)


def test_a_new_request_is_possible_after_a_new_date(fixture: Fixture, anchor: User, bell: User) -> None:
    ask(fixture, anchor, TWENTY_NINTH)
    postpone.agree(fixture, TWENTY_NINTH, seen=1, by=bell, now=NOW)
    second = ask(fixture, bell, evening(30))
    postpone.agree(fixture, evening(30), seen=1, by=anchor, now=NOW)
    fixture.refresh_from_db()
    assert (fixture.starts_at, fixture.original_starts_at, fixture.sequence) == (evening(30), evening(15), 2)
    assert [p.side for p in Postponement.objects.order_by("pk")] == ["home", "away"]
    assert second.side == "away"


def test_a_double_click_is_one_request_one_answer_and_one_agreement(fixture: Fixture, anchor: User, bell: User) -> None:
    assert ask(fixture, anchor, TWENTY_NINTH) == ask(fixture, anchor, TWENTY_NINTH)
    first = postpone.counter(fixture, slots=[TWENTY_THIRD], seen=1, by=bell, now=NOW)
    assert first == postpone.counter(fixture, slots=[TWENTY_THIRD], seen=1, by=bell, now=NOW)
    agreed = postpone.agree(fixture, TWENTY_THIRD, seen=2, by=anchor, now=NOW)
    assert agreed == postpone.agree(fixture, TWENTY_THIRD, seen=2, by=anchor, now=NOW)
    assert Offer.objects.count() == 2
    assert JournalEntry.objects.count() == 3
    fixture.refresh_from_db()
    assert fixture.sequence == 1


def test_everything_wrong_with_a_request_is_told_at_once(town: Town, fixture: Fixture, anchor: User) -> None:
    Blackout.objects.create(entry=Entry.objects.get(team=town.teams["Bell"]), date=dt.date(2026, 9, 24))
    VenueClosure.objects.create(venue=town.venues["Anchor"], date=dt.date(2026, 9, 24))
    late = evening(15) - dt.timedelta(hours=24)
    with pytest.raises(Invalid) as refused:
        postpone.request(fixture, slots=[evening(22), evening(24), evening(6, 10)], reason="", by=anchor, now=late)
    assert problems(refused) == [
        ("reason", "Say why you cannot play then."),
        (
            "short_notice",
            "Requests after Monday 14 September 2026, 8 pm are at short notice: say why yours comes so late.",
        ),
        ("slot-1", "Anchor play Duke of York v Anchor that evening."),
        ("slot-1", "Bell play Bell v Castle that evening."),
        ("slot-2", "Bell cannot play that day."),
        ("slot-2", "Anchor is closed that day."),
        ("slot-3", "It must be played by Sunday 4 October, the end of the round’s catch-up week."),
        ("slot-3", "Anchor play Anchor v Castle that evening."),
        ("slot-3", "Bell play Bell v Duke of York that evening."),
        ("slot-3", "Anchor has no board free: it has one fixture that evening and holds 1."),
    ]
    assert not Postponement.objects.exists()


def test_three_different_evenings_at_the_most(fixture: Fixture, anchor: User) -> None:
    with pytest.raises(Invalid) as refused:
        ask(fixture, anchor, evening(23), evening(23, hour=18), evening(28), evening(29))
    assert problems(refused) == [
        ("slot-3", "Offer 3 dates at the most."),
        ("slot-2", "You offer this evening twice."),
    ]


@pytest.mark.parametrize(("hours", "late"), [(24, True), (25, False)])
def test_short_notice_is_counted_in_real_hours(fixture: Fixture, anchor: User, hours: int, late: bool) -> None:
    now = fixture.starts_at - dt.timedelta(hours=hours)
    if late:
        with pytest.raises(Invalid):
            ask(fixture, anchor, TWENTY_NINTH, now=now)
        made = postpone.request(
            fixture, slots=[], reason="Snow.", short_notice="The road is shut since noon.", by=anchor, now=now
        )
        assert made.short_notice == "The road is shut since noon."
        assert JournalEntry.objects.get().why == "Snow. The road is shut since noon."
    else:
        ask(fixture, anchor, TWENTY_NINTH, now=now)


def test_a_fixture_of_the_last_week_is_only_brought_forward(town: Town, anchor: User) -> None:
    last = town.fixture("Anchor", "Castle")
    with pytest.raises(Invalid) as refused:
        ask(last, anchor, evening(8, 10))
    assert problems(refused) == [
        (
            "slot-1",
            "A fixture of the round’s last week can only be brought forward, to Sunday 4 October at the latest.",
        )
    ]
    ask(last, anchor, evening(30))
    postpone.agree(last, evening(30), seen=1, by=town.captains["Castle"], now=NOW)
    after = dt.datetime(2026, 10, 5, 12, tzinfo=dt.UTC)
    with pytest.raises(WrongState, match="No evening is left: it must be played by Sunday 4 October"):
        ask(town.fixture("Bell", "Duke of York"), town.captains["Bell"], now=after)


def test_who_may_not(town: Town, fixture: Fixture, anchor: User) -> None:
    for stranger in (town.captains["Castle"], town.secretary, town.referee):
        with pytest.raises(NotAllowed):
            ask(fixture, stranger)
    role(anchor, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
    ask(fixture, anchor, TWENTY_NINTH)
    with pytest.raises(NotAllowed, match="nobody agrees with themselves"):
        postpone.agree(fixture, TWENTY_NINTH, seen=1, by=anchor, now=NOW)


def test_what_has_a_result_has_begun_or_is_cancelled_is_not_postponed(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    begun = evening(15)
    with pytest.raises(WrongState, match="already started"):
        ask(fixture, anchor, TWENTY_NINTH, now=begun)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=anchor, now=begun)
    with pytest.raises(WrongState, match="has its result"):
        ask(fixture, bell, TWENTY_NINTH, now=begun)
    other = town.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=other.pk).update(state=FixtureState.CANCELLED)
    with pytest.raises(WrongState, match="will not be played"):
        ask(other, town.captains["Castle"])


def test_a_date_that_was_free_when_it_was_offered_may_be_taken(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    """An offer holds no board: a third fixture takes it, and agreeing to the offer is then refused."""
    third = town.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=third.pk).update(venue=town.venues["Anchor"])
    ask(fixture, anchor, TWENTY_NINTH)
    ask(third, town.captains["Castle"], TWENTY_NINTH)
    postpone.agree(third, TWENTY_NINTH, seen=1, by=town.captains["Duke of York"], now=NOW)
    with pytest.raises(WrongState) as late:
        postpone.agree(fixture, TWENTY_NINTH, seen=1, by=bell, now=NOW)
    assert (late.value.code, late.value.message) == (
        "taken",
        (
            "Tuesday 29 September at 8 pm is no longer possible. "
            "Anchor has no board free: it has one fixture that evening and holds 1."
        ),
    )
    assert open_with_offers(fixture) is not None
    fixture.refresh_from_db()
    assert fixture.sequence == 0


def test_a_side_sends_dates_so_many_times_a_day_where_the_captains_agree_too(
    fixture: Fixture, anchor: User, bell: User
) -> None:
    postpone.request(fixture, slots=[TWENTY_THIRD], reason="Away.", by=anchor, now=NOW)
    for number, by in enumerate((bell, anchor, bell, anchor, bell, anchor, bell), start=1):
        postpone.counter(fixture, slots=[evening(23 + number % 2)], seen=number, by=by, now=NOW)
    with pytest.raises(Invalid, match="sent dates 4 times within a day; send others tomorrow") as refused:
        postpone.counter(fixture, slots=[TWENTY_THIRD], seen=8, by=anchor, now=NOW)
    assert [problem.code for problem in refused.value.problems] == ["too-many"]
    assert Offer.objects.filter(postponement__fixture=fixture).count() == 8
    later = NOW + dt.timedelta(days=1)
    assert postpone.counter(fixture, slots=[TWENTY_THIRD], seen=8, by=anchor, now=later).number == 9


def test_whoever_has_sent_dates_too_often_may_still_agree_or_refuse(fixture: Fixture, anchor: User, bell: User) -> None:
    postpone.request(fixture, slots=[TWENTY_THIRD], reason="Away.", by=anchor, now=NOW)
    for number, by in enumerate((bell, anchor, bell, anchor, bell, anchor, bell), start=1):
        postpone.counter(fixture, slots=[evening(23 + number % 2)], seen=number, by=by, now=NOW)
    done = postpone.agree(fixture, evening(24), seen=8, by=anchor, now=NOW)
    assert done.state == PostponementState.AGREED


def test_asking_and_withdrawing_counts_where_the_captains_agree_too(fixture: Fixture, anchor: User) -> None:
    for _ in range(4):
        postpone.request(fixture, slots=[TWENTY_THIRD], reason="Away.", by=anchor, now=NOW)
        postpone.withdraw(fixture, by=anchor, now=NOW)
    with pytest.raises(Invalid, match="send others tomorrow"):
        postpone.request(fixture, slots=[TWENTY_THIRD], reason="Away.", by=anchor, now=NOW)


def test_where_nobody_has_offered_a_date_there_is_none_to_agree_to(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    ask(fixture, anchor, TWENTY_THIRD)
    Offer.objects.all().delete()
    with pytest.raises(WrongState, match="Nobody has offered a date yet"):
        postpone.agree(fixture, TWENTY_THIRD, seen=0, by=bell, now=NOW)
