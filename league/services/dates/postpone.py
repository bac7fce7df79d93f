"""A postponement's life: one captain asks, the other agrees to a date, offers others, or refuses (R53).

Every function locks the fixture's row first. A date is taken only under the locks of the venue and of both teams
(`locks.lock_venues_and_teams`), after the evening was checked once more.
"""

import datetime as dt
from collections.abc import Sequence

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind, PostponementState, Side
from league.errors import Invalid, WrongState
from league.models import Fixture, Offer, Postponement, User
from league.queries.dates.postponements import by_committee, dates_of, moving_of
from league.rules import slots as rules
from league.rules.problems import Problem
from league.services.dates.checks import (
    format_day_of,
    last_offer,
    problems_of_dates,
    problems_of_request,
    require_not_begun,
    require_not_too_often,
    require_open_postponement,
    require_open_to_change,
)
from league.services.fixtures import (
    LONGEST_TEXT,
    move_fixture,
    move_postponement,
    open_postponement,
    owe_date,
    turn_down,
)
from league.services.journal import record
from league.services.locks import lock_fixture, lock_venues_and_teams
from league.services.notices import announce, notify
from league.translation import N_, Text


def _team(fixture: Fixture, side: str) -> str:
    return fixture.home.name if side == Side.HOME else fixture.away.name


SET_BY_SECRETARY = N_("The secretary sets the new dates of this season; say when you can play.")


def _describe_offer(fixture: Fixture, dates: Sequence[dt.datetime]) -> Text:
    days = [format_day_of(fixture, date) for date in dates]
    if not days:
        return N_("They name no date.")
    if len(days) == 1:
        return Text("They offer {day}.", day=days[0])
    return Text("They offer {days} or {day}.", days=Text.joined(", ", days[:-1]), day=days[-1])


@transaction.atomic
def request(
    fixture: Fixture, *, slots: Sequence[dt.datetime] = (), reason: str, short_notice: str = "", by: User,
    now: dt.datetime,
) -> Postponement:  # fmt: skip
    """Ask the other captain for a postponement; the fixture keeps its date until there is another.

    A double click is one request.

    Args:
        slots: up to three dates; none to put it off, the date to be found.
        short_notice: why it comes late, needed within the season's hours before the start.

    Raises:
        NotAllowed: the person is captain of neither side.
        WrongState: it is asked for already, has begun, is played or cancelled, or no evening is left.
        Invalid: with every problem of the reasons and dates; or it was asked for too often within a day.
    """
    access.require(by, "postponement.ask", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    # Again under the lock: a role may have ended while it was waited for.
    grants = access.require(by, "postponement.ask", fixture.league, fixture, now=now)
    require_open_to_change(fixture)
    wanted = [slot.astimezone(dt.UTC) for slot in slots]
    before = open_postponement(fixture)
    if before is not None:
        if before.requested_by_id == by.pk and before.reason == reason.strip() and wanted == _first_dates(before):
            return before
        raise WrongState(
            N_("A postponement of this fixture is open already."),
            on_page=N_("Open the fixture to see what is offered."),
        )
    moving = moving_of(fixture, now=now)
    require_not_begun(fixture, moving, now=now)
    given = {"slots": slots, "reason": reason, "short_notice": short_notice}
    problems = problems_of_request(fixture, given, now=now)
    if problems:
        raise Invalid(problems)
    side = Side(grants.side_of(fixture))
    require_not_too_often(fixture, side, now=now)
    made = Postponement.objects.create(
        fixture=fixture, side=side, reason=reason.strip()[:LONGEST_TEXT],
        short_notice=short_notice.strip()[:LONGEST_TEXT], awaiting="" if by_committee(fixture) else side.other,
        requested_by=by, requested_at=now,
    )  # fmt: skip
    _add_offer(made, side, wanted, by=by, now=now)
    day = format_day_of(fixture, fixture.starts_at)
    what = Text("asked to postpone {fixture} from {day}", fixture=str(fixture), day=day)
    why = " ".join(filter(None, (made.reason, made.short_notice)))
    if by_committee(fixture):
        _tell_the_secretary(made, f"{made.pk}:1", _secretary_message(fixture, side, wanted), now=now)
        text = Text(
            "{fixture}: {team} ask the secretary to postpone. Say when you can play.",
            fixture=str(fixture), team=_team(fixture, side),
        )  # fmt: skip
        announce(
            fixture, JournalKind.POSTPONEMENT_REQUESTED, NoticeKind.POSTPONEMENT_ASKED, f"{made.pk}:1", what=what,
            text=text, by=by, now=now, why=why, sides=[side.other],
        )  # fmt: skip
        return made
    text = Text(
        "{fixture}: {team} ask to postpone. {offer}",
        fixture=str(fixture), team=_team(fixture, side), offer=_describe_offer(fixture, wanted),
    )  # fmt: skip
    announce(
        fixture, JournalKind.POSTPONEMENT_REQUESTED, NoticeKind.POSTPONEMENT_ASKED, f"{made.pk}:1", what=what,
        text=text, by=by, now=now, why=why, sides=[side.other],
    )  # fmt: skip
    return made


def _secretary_message(fixture: Fixture, side: Side, dates: Sequence[dt.datetime]) -> Text:
    params = {"fixture": str(fixture), "team": _team(fixture, side)}
    if not dates:
        return Text("{fixture}: {team} ask to postpone. They name no date.", **params)
    days = Text.joined(", ", (format_day_of(fixture, date) for date in dates))
    return Text("{fixture}: {team} ask to postpone. They can play on these dates: {days}.", **params, days=days)


def _tell_the_secretary(put_off: Postponement, key: str, text: Text, *, now: dt.datetime) -> None:
    notify(put_off.fixture, NoticeKind.DATE_TO_SET, key, text, sides=(), secretary=True, now=now)


def _first_dates(postponement: Postponement) -> list[dt.datetime]:
    return list(dates_of(Offer.objects.filter(postponement=postponement).order_by("number").first()))


def _add_offer(
    postponement: Postponement, side: Side, dates: Sequence[dt.datetime], *, by: User, now: dt.datetime
) -> Offer:
    before = last_offer(postponement)
    return Offer.objects.create(
        postponement=postponement,
        number=before.number + 1 if before else 1,
        side=side,
        made_by=by,
        made_at=now,
        slots=[date.isoformat() for date in dates],
    )


@transaction.atomic
def counter(fixture: Fixture, *, slots: Sequence[dt.datetime], seen: int, by: User, now: dt.datetime) -> Offer:
    """Offer one to three other dates: the side that was asked, or either side where no date is agreed.

    Args:
        seen: the number of the offer that the person saw; 0 where there was none.

    Raises:
        NotAllowed: it is not this person's turn, or they are captain of neither side.
        WrongState: nothing is open, or another offer is on the table.
        Invalid: with every problem of the dates; or they were sent too often within a day.
    """
    fixture = lock_fixture(fixture)
    put_off, offer = require_open_postponement(fixture)
    wanted = [slot.astimezone(dt.UTC) for slot in slots]
    if offer is not None and offer.made_by_id == by.pk and list(dates_of(offer)) == wanted and offer.number == seen + 1:
        return offer
    put_off, offer = require_open_postponement(fixture, seen)
    if put_off.state == PostponementState.REQUESTED and not by_committee(fixture):
        grants = access.require(by, "postponement.answer", fixture.league, offer, now=now)
    else:
        grants = access.require(by, "postponement.ask", fixture.league, fixture, now=now)
    problems = list(problems_of_dates(moving_of(fixture, now=now), slots, now=now, least=1))
    if problems:
        raise Invalid(problems)
    side = Side(grants.side_of(fixture))
    require_not_too_often(fixture, side, now=now)
    made = _add_offer(put_off, side, wanted, by=by, now=now)
    if put_off.state == PostponementState.REQUESTED and not by_committee(fixture):
        put_off.awaiting = side.other
        put_off.save(update_fields=["awaiting"])
    key = f"{put_off.pk}:{made.number}"
    days = Text.joined(", ", (format_day_of(fixture, date) for date in wanted))
    if by_committee(fixture):
        what = Text("said when they can play {fixture}: {days}", fixture=str(fixture), days=days)
        record(fixture.league, JournalKind.POSTPONEMENT_ANSWERED, key, by=by, now=now, what=what, fixture=fixture)
        text = Text(
            "{fixture}: {team} can play on these dates: {days}.",
            fixture=str(fixture), team=_team(fixture, side), days=days,
        )  # fmt: skip
        _tell_the_secretary(put_off, key, text, now=now)
        return made
    what = Text("offered dates for {fixture}: {days}", fixture=str(fixture), days=days)
    text = Text(
        "{fixture}: {team} offer dates. {offer}",
        fixture=str(fixture), team=_team(fixture, side), offer=_describe_offer(fixture, wanted),
    )  # fmt: skip
    announce(
        fixture, JournalKind.POSTPONEMENT_ANSWERED, NoticeKind.POSTPONEMENT_ASKED, key, what=what,
        text=text, by=by, now=now, sides=[side.other],
    )  # fmt: skip
    return made


@transaction.atomic
def agree(fixture: Fixture, slot: dt.datetime, *, seen: int, by: User, now: dt.datetime) -> Postponement:
    """Agree to one of the offered dates; the fixture moves there. Agreeing again changes nothing.

    Raises:
        NotAllowed: the dates were not offered to this person.
        WrongState: nothing is open, not the offer `seen`, or (code ``taken``) the evening cannot be any more.
        Invalid: the date is none of those offered.
    """
    fixture = lock_fixture(fixture)
    done = Postponement.objects.filter(fixture=fixture).order_by("-pk").first()
    if done and (done.state, done.decided_by_id, done.starts_at) == (PostponementState.AGREED, by.pk, slot):
        return done
    put_off, offer = require_open_postponement(fixture, seen)
    if by_committee(fixture):
        raise WrongState(SET_BY_SECRETARY)
    if offer is None:
        raise WrongState(N_("Nobody has offered a date yet."))
    access.require(by, "postponement.answer", fixture.league, offer, now=now)
    if slot not in dates_of(offer):
        raise Invalid([Problem("no-date", N_("Choose one of the dates that are offered."), "slot")])
    lock_venues_and_teams(venues=[fixture.venue_id], teams=[fixture.home_id, fixture.away_id])
    evening = rules.judge(moving_of(fixture, now=now), slot, now=now)
    if not evening.allowed:
        why = Text.joined(" ", (reason.message for reason in evening.reasons))
        message = Text("{day} is no longer possible. {reason}", day=format_day_of(fixture, slot), reason=why)
        raise WrongState(message, code="taken", field="slot")
    before = fixture.starts_at
    move_postponement(put_off, PostponementState.AGREED, starts_at=slot, decided_by=by, decided_at=now)
    move_fixture(fixture, slot, now=now)
    params = {"fixture": str(fixture), "day": format_day_of(fixture, slot), "before": format_day_of(fixture, before)}
    what = Text("agreed to play {fixture} on {day} in place of {before}", **params)
    text = Text("{fixture} is played on {day} in place of {before}.", **params)
    announce(
        fixture, JournalKind.POSTPONEMENT_AGREED, NoticeKind.POSTPONEMENT_AGREED, str(put_off.pk), what=what,
        text=text, by=by, now=now, doer=True,
    )  # fmt: skip
    return put_off


@transaction.atomic
def agree_without_date(fixture: Fixture, *, seen: int, by: User, now: dt.datetime) -> Postponement:
    """Agree to put it off; it is placed in the catch-up week if the captains find no date.

    Raises:
        NotAllowed: this person was not asked.
        WrongState: nothing is open, it has no date already, or other dates are on the table.
    """
    fixture = lock_fixture(fixture)
    put_off, offer = require_open_postponement(fixture, seen)
    _require_requested(put_off)
    access.require(by, "postponement.answer", fixture.league, offer, now=now)
    what = Text("agreed to postpone {fixture}, without a date yet", fixture=str(fixture))
    owe_date(put_off, what=what, by=by, now=now)
    return put_off


def _require_requested(put_off: Postponement) -> None:
    if by_committee(put_off.fixture):
        raise WrongState(SET_BY_SECRETARY)
    if put_off.state != PostponementState.REQUESTED:
        raise WrongState(N_("It is already postponed without a date: offer dates, or agree to one."))


@transaction.atomic
def refuse(fixture: Fixture, *, reason: str, seen: int, by: User, now: dt.datetime) -> Postponement:
    """Refuse to postpone, with a reason; the fixture keeps its date. Raises as `agree_without_date`."""
    fixture = lock_fixture(fixture)
    put_off, offer = require_open_postponement(fixture, seen)
    _require_requested(put_off)
    access.require(by, "postponement.answer", fixture.league, offer, now=now)
    if not reason.strip():
        raise Invalid([Problem("no-reason", N_("Say why it cannot be postponed."), "reason")])
    turn_down(put_off, reason=reason, by=by, now=now)
    return put_off


@transaction.atomic
def withdraw(fixture: Fixture, *, by: User, now: dt.datetime) -> Postponement:
    """Withdraw one's own request; WrongState if nothing is open, or it is agreed that the fixture has no date."""
    fixture = lock_fixture(fixture)
    put_off, _ = require_open_postponement(fixture)
    access.require(by, "postponement.withdraw", fixture.league, put_off, now=now)
    if put_off.state != PostponementState.REQUESTED:
        raise WrongState(N_("It is already postponed; only the secretary can reverse that."))
    move_postponement(put_off, PostponementState.WITHDRAWN, decided_by=by, decided_at=now)
    what = Text("withdrew the request to postpone {fixture}", fixture=str(fixture))
    text = Text(
        "{fixture} stays on {day}: the request to postpone it was withdrawn.",
        fixture=str(fixture), day=format_day_of(fixture, fixture.starts_at),
    )  # fmt: skip
    announce(
        fixture, JournalKind.POSTPONEMENT_WITHDRAWN, NoticeKind.POSTPONEMENT_REFUSED, str(put_off.pk), what=what,
        text=text, by=by, now=now, secretary=by_committee(fixture),
    )  # fmt: skip
    return put_off
