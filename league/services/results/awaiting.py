"""Ask the other side about a waiting sheet, set its deadline, or send it back to waiting."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from league import access
from league.enums import FixtureState, NoticeKind, NoticeState, ResultState
from league.models import Fixture, Notice, Result, User
from league.queries.disputes.consequences import sheet_again
from league.queries.people.people import answerers_of, asked_captains
from league.queries.results.versions import key_of, live_result, score_of
from league.queries.visibility import seasons_shown, sides_shown
from league.services.locks import lock_fixture
from league.services.notices import queue_notice, secretaries
from league.services.results import store
from league.services.scans import process_each
from league.translation import N_, Text


@dataclass(frozen=True, slots=True)
class Question:
    """Who is asked about a sheet, and until when it waits for them; None where nobody could answer."""

    people: list[User]
    confirm_by: dt.datetime | None


def question(fixture: Fixture, side: str, *, sent_by: int | None, now: dt.datetime) -> Question:
    """Return whom to ask about a sheet that a side of a locked fixture sends (one query)."""
    league = fixture.league
    people, able = asked_captains(fixture, side, sent_by=sent_by, on=now.astimezone(league.tz).date())
    # Silence of somebody who may not speak is no agreement.
    return Question(people, league.evenings.hours_after(now, league.confirm_hours) if able else None)


def ask_other_side(result: Result, sentence: str, *, by: User | None, now: dt.datetime) -> None:
    """Set the deadline of a locked fixture's waiting sheet and ask whoever can answer it.

    `by` needs no message; `said` is a sentence for the other side's captains.
    """
    asked = question(result.fixture, result.side, sent_by=result.submitted_by_id, now=now)
    result.confirm_by = asked.confirm_by
    result.save(update_fields=["confirm_by"])
    ask(result, asked, sentence, by=by, now=now)


def ask(result: Result, asked: Question, sentence: str, *, by: User | None, now: dt.datetime) -> None:
    """Queue the question about a sheet that has its deadline, as `ask_other_side`."""
    if asked.confirm_by is None:
        leave_to_the_secretary(result, now=now)
        return
    text = Text.joined(" ", (sentence, N_("Confirm it or dispute it.")))
    people = [user for user in asked.people if by is None or user.pk != by.pk]
    kind = NoticeKind.RESULT_TO_CONFIRM
    queue_notice(result.fixture.league, people, kind, key_of(result), text=text, now=now, fixture=result.fixture)


def leave_to_the_secretary(result: Result, *, now: dt.datetime) -> None:
    """Tell the secretaries that only they can confirm a sheet without deadline; telling them twice is once."""
    fixture, league = result.fixture, result.fixture.league
    everyone = secretaries(league, now=now)
    able = [user for user in everyone if access.may(access.grants(user, league, now=now), "result.uphold", result)]
    text = Text(
        "{fixture}: {score} was entered, and the other side has no captain who could answer. "
        "Confirm it, or decide otherwise.",
        fixture=str(fixture),
        score=score_of(result),
    )
    kind = NoticeKind.RESULT_UNANSWERABLE
    queue_notice(league, able or everyone, kind, key_of(result), text=text, now=now, fixture=fixture)


def ask_new_captains(*, now: dt.datetime) -> int:
    """Ask captains who changed since a sheet was sent; return how many. Running it again asks nobody twice.

    Where nobody who can answer today was asked before, the sheet gets a new, never an earlier, deadline: nobody agrees
    by silence who was never asked.
    """
    visible_q = seasons_shown("fixture__division__season__") & sides_shown("fixture__")
    waiting = Result.objects.filter(visible_q, state=ResultState.SUBMITTED).exclude(side="")
    waiting = waiting.exclude(fixture__state=FixtureState.CANCELLED).select_related("fixture__division__season__league")

    def decide(result: Result) -> int:
        return _ask_anew(result, now=now) if _unasked(result, now=now)[0] else 0

    return process_each(waiting.order_by("pk"), decide)


@transaction.atomic
def _ask_anew(result: Result, *, now: dt.datetime) -> int:
    fixture = lock_fixture(result.fixture)
    live = live_result(fixture)
    if live is None or live.pk != result.pk or live.state != ResultState.SUBMITTED:
        return 0
    unasked, asked_before = _unasked(live, now=now)
    if not unasked or fixture.state == FixtureState.CANCELLED:
        return 0
    league = fixture.league
    if not asked_before and live.confirm_by is not None:
        # Never sooner than both sides have been told, as they were after an outage.
        live.confirm_by = max(live.confirm_by, league.evenings.hours_after(now, league.confirm_hours))
        live.save(update_fields=["confirm_by"])
    _queue_question(live, unasked, now=now)
    return len(unasked)


def ask_again(result: Result, *, now: dt.datetime) -> None:
    """Restart the deadline of a locked fixture's waiting sheet and ask whoever was not asked yet."""
    league = result.fixture.league
    result.confirm_by = league.evenings.hours_after(now, league.confirm_hours)
    result.save(update_fields=["confirm_by"])
    _queue_question(result, _unasked(result, now=now)[0], now=now)


def _queue_question(result: Result, people: list[User], *, now: dt.datetime) -> None:
    fixture, kind = result.fixture, NoticeKind.RESULT_TO_CONFIRM
    text = Text(
        "{fixture}: {score} is awaiting your answer. Confirm it or dispute it.",
        fixture=str(fixture),
        score=score_of(result),
    )
    queue_notice(fixture.league, people, kind, key_of(result), text=text, now=now, fixture=fixture, again=True)


def _unasked(result: Result, *, now: dt.datetime) -> tuple[list[User], list[User]]:
    """Return who can answer a sheet and was not asked, and who was (three queries); a cancelled notice asked nobody."""
    today = now.astimezone(result.fixture.league.tz).date()
    able = answerers_of(result, on=today)
    owed = Notice.objects.filter(kind=NoticeKind.RESULT_TO_CONFIRM, key=key_of(result), recipient__in=able)
    notified = set(owed.exclude(state=NoticeState.CANCELLED).values_list("recipient", flat=True))
    return [user for user in able if user.pk not in notified], [user for user in able if user.pk in notified]


def append_copy(version: Result, state: ResultState, *, now: dt.datetime, **fields: Any) -> Result:
    """Append a copy of an older version of a locked fixture, sent by the same side.

    Changes by rulings revoked since are left out. Nothing else moves; of two live versions the database refuses the
    second.
    """
    fields = {name: getattr(version, name) for name in ("format", "note", "kind", "breaches")} | fields
    return store.append_result(
        version.fixture,
        sheet_again(version),
        state=state,
        now=now,
        by=version.submitted_by,
        side=version.side,
        **fields,
    )


def wait_again(version: Result, *, corrects: Result | None, reason: str, by: User, now: dt.datetime) -> Result:
    """Append a copy of an unconfirmed sheet, which waits with a new deadline and link; nothing is live any more."""
    again = append_copy(version, ResultState.SUBMITTED, now=now, corrects=corrects, reason=reason)
    sentence = Text(
        "{fixture}: {score} is awaiting your answer again.", fixture=str(version.fixture), score=score_of(again)
    )
    ask_other_side(again, sentence, by=by, now=now)
    return again
