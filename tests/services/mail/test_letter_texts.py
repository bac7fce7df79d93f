"""What letters say of what they are about: a date, a sheet, a postponement, a dispute, and by when to answer."""

import datetime as dt

import pytest
from django.core import mail
from django.db.models import Q

from league.enums import FixtureState, NoticeKind, PostponementState
from league.models import Dispute, Fixture, Notice, Offer, Postponement, Result, Ruling
from league.queries.mail.letters import facts_of, still_true, with_everything
from league.rules.sheets import GameScore
from league.services.mail.delivery import deliver_due
from league.services.mail.letters import letter_of
from league.services.notices import queue_notice
from league.services.results import confirm, correct, handover, submit
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases
from tests.services.mail.reading import LONDON, mail_of, sent_mail, text


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def test_a_reminder_says_when_by_the_league_s_clock_and_where(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    fixture.starts_at = dt.datetime(2026, 10, 27, 20, tzinfo=LONDON)
    fixture.original_starts_at = fixture.starts_at
    fixture.save()
    message = mail_of(NoticeKind.FIXTURE_REMINDER, town.captains["Bell"], fixture, now)
    assert message["Subject"] == "Anchor v Bell, Tue 27 Oct at 8 pm"
    assert "\nWhen: Tuesday 27 October 2026, 8 pm GMT\n" in text(message)
    assert "\nWhere: Anchor, High St\n" in text(message)


@pytest.mark.parametrize(
    ("zone", "shown"),
    [("Europe/London", "8 pm BST"), ("America/St_Johns", "4.30 pm NDT"), ("Asia/Kolkata", "12.30 am IST")],
)
def test_each_league_has_a_clock_of_its_own(
    town: Town, fixture: Fixture, now: dt.datetime, zone: str, shown: str
) -> None:
    town.league.time_zone = zone
    town.league.save()
    message = mail_of(NoticeKind.FIXTURE_REMINDER, town.captains["Bell"], town.fixture("Anchor", "Bell"), now)
    assert shown in text(message)


def test_a_correction_that_was_answered_meanwhile_is_asked_for_no_more(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    right = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    correct.propose(fixture, 1, right, reason="Swapped.", by=town.captains["Anchor"], now=now)
    asked = Notice.objects.filter(kind=NoticeKind.CORRECTION_TO_CONFIRM)

    def fixed_clock() -> set[bool]:
        found = with_everything(Q(pk__in=asked))
        return {still_true(notice, facts_of(found)[fixture.pk]) for notice in found}

    assert fixed_clock() == {True}
    correct.answer_correction(fixture, 2, accept=True, by=town.captains["Bell"], now=now)
    assert fixed_clock() == {False}


def test_a_sheet_to_confirm_says_the_score_and_by_when(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    deliver_due(now=now)
    message = sent_mail(mail.outbox[0])  # type: ignore[arg-type]
    assert message["Subject"] == "Confirm the result: Anchor v Bell"
    assert "Anchor 1 entered Anchor 6, Bell 3." in text(message)
    assert "by Thursday 5 November 2026, 8 pm GMT: if we don’t hear from you" in text(message)
    live, bell = Result.objects.get(), town.captains["Bell"]
    link = f"http://testserver/leagues/town/confirm/{handover.token_for(live, bell)}/"
    assert f"\nView the sheet:\n{link}\n" in text(message)
    assert f"with this code: {handover.code_for(live, bell)}." in " ".join(text(message).split())


def test_a_postponement_asked_for_shows_who_why_and_the_dates(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    asked = Postponement.objects.create(
        fixture=fixture, side="away", awaiting="home", reason="A wedding.", requested_at=now
    )
    slots = [dt.datetime(2026, 10, day, 20, tzinfo=LONDON).astimezone(dt.UTC).isoformat() for day in (20, 27)]
    Offer.objects.create(postponement=asked, number=1, side="away", made_at=now, slots=slots, note="Any suits.")
    message = mail_of(NoticeKind.POSTPONEMENT_ASKED, town.captains["Anchor"], fixture, now)
    assert message["Subject"] == "Bell ask for a postponement: Anchor v Bell"
    said = text(message)
    assert "Their reason: A wedding." in said
    assert "They add: Any suits." in said
    assert "  - Tuesday 20 October 2026, 8 pm BST\n  - Tuesday 27 October 2026, 8 pm GMT\n" in said
    assert f"\nAnswer:\nhttp://testserver/leagues/town/fixtures/{fixture.pk}/answer/\n" in said
    Offer.objects.create(postponement=asked, number=2, side="home", made_at=now, slots=slots[:1])
    back = mail_of(NoticeKind.POSTPONEMENT_ASKED, town.captains["Bell"], fixture, now)
    assert back["Subject"] == "Anchor offer dates: Anchor v Bell"
    assert "The reason for asking was: A wedding." in text(back)


def test_a_dispute_settled_says_the_reason(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    mine = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 99))
    confirm.dispute(fixture, 1, reason="Game 1 was closer.", sheet=mine, by=town.captains["Bell"], now=now)
    cases.ruled(Dispute.objects.get(), town, now, outcome="sheet", keep="counter", reason="Both cards say 99.")
    (notice,) = with_everything(Q(kind=NoticeKind.DISPUTE_SETTLED, recipient=town.captains["Bell"]))
    letter = letter_of(notice, facts_of([notice])[fixture.pk])
    assert "The reason given: Both cards say 99." in letter.paragraphs
    # Seven days from noon on Tuesday 3 November, and on until the evening's hour.
    until = "Tuesday 10 November 2026, 8 pm GMT"
    assert letter.paragraphs[-1] == f"Either captain may appeal once, by {until}, on the fixture’s page."


def test_a_dispute_whose_ruling_was_revoked_names_no_time_to_appeal(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    mine = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 99))
    confirm.dispute(fixture, 1, reason="Game 1 was closer.", sheet=mine, by=town.captains["Bell"], now=now)
    cases.ruled(Dispute.objects.get(), town, now, outcome="sheet", keep="counter", reason="Both cards say 99.")
    Ruling.objects.update(revoked_at=now)
    (notice,) = with_everything(Q(kind=NoticeKind.DISPUTE_SETTLED, recipient=town.captains["Bell"]))
    assert "appeal" not in " ".join(letter_of(notice, facts_of([notice])[fixture.pk]).paragraphs)


@pytest.mark.parametrize(
    ("state", "moved", "rows"),
    [
        (FixtureState.SCHEDULED, 0, [("When", "Tuesday 15 September 2026, 8 pm BST")]),
        (
            FixtureState.SCHEDULED,
            42,
            [
                ("When", "Tuesday 27 October 2026, 8 pm GMT"),
                ("Instead of", "Tuesday 15 September 2026, 8 pm BST"),
            ],
        ),
        (
            FixtureState.POSTPONED,
            0,
            [("When", "no date yet"), ("It was", "Tuesday 15 September 2026, 8 pm BST")],
        ),
        (FixtureState.CANCELLED, 0, [("When", "not played; it was Tuesday 15 September 2026, 8 pm BST")]),
    ],
)
def test_the_date_is_told_as_it_stands(
    town: Town, fixture: Fixture, now: dt.datetime, state: FixtureState, moved: int, rows: list[tuple[str, str]]
) -> None:
    local = fixture.starts_at.astimezone(LONDON)
    fixture.starts_at, fixture.state = local + dt.timedelta(days=moved), state
    fixture.save()
    queue_notice(
        town.league, [town.captains["Bell"]], NoticeKind.FIXTURE_MOVED, "1", text="x", now=now, fixture=fixture
    )
    (notice,) = with_everything(Q(kind=NoticeKind.FIXTURE_MOVED))
    assert list(letter_of(notice).facts[1:-2]) == rows


def test_a_postponement_refused_says_why(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    Postponement.objects.create(
        fixture=fixture, side="away", requested_at=now, state=PostponementState.REFUSED, why="We are away ourselves."
    )
    message = mail_of(NoticeKind.POSTPONEMENT_REFUSED, town.captains["Bell"], fixture, now)
    assert "The reason given: We are away ourselves." in text(message)


@pytest.mark.parametrize("deadline", [True, False])
def test_a_letter_names_a_deadline_only_where_there_is_one(town: Town, now: dt.datetime, deadline: bool) -> None:
    """A waiting sheet of old has none: nothing confirms it but an answer."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    if not deadline:
        Result.objects.update(confirm_by=None)
    [notice] = with_everything(Q(kind=NoticeKind.RESULT_TO_CONFIRM))
    said = " ".join(letter_of(notice, facts_of([notice])[fixture.pk]).paragraphs)
    assert ("Please answer by Thursday 5 November 2026, 8 pm GMT" in said) is deadline
    assert ("confirmed automatically" in said) is deadline
    assert ("It does not count until somebody has answered." in said) is not deadline
