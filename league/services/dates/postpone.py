"""A postponement's life: one captain asks, the other agrees to a date, offers others, or refuses (R53).

Every function locks the fixture's row first. A date is taken only under the locks of the venue and of both teams
(`locks.hold`), after the evening has been judged once more: what was free when the page was opened may be taken.
"""

import datetime as dt
from collections.abc import Iterator, Sequence

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, Side
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, Offer, Postponement, Result, User
from league.queries.dates.play_by import without_a_date
from league.queries.dates.postponements import dates_of, moving_of
from league.rules import slots as rules
from league.rules.deadlines import due_at
from league.rules.problems import Problem
from league.services.announce import announce
from league.services.fixtures import move_fixture, open_postponement, take_date, turn
from league.services.locks import hold, lock_fixture
from league.translation import N_, Text, in_a_sentence

__all__ = ["move_fixture"]

MOST = 3
TEXT = 2000


def _team(fixture: Fixture, side: str) -> str:
    return fixture.home.name if side == Side.HOME else fixture.away.name


def _at(fixture: Fixture, moment: dt.datetime) -> Text:
    return rules.told_at(moment, fixture.league.tz)


def _offered(fixture: Fixture, dates: Sequence[dt.datetime]) -> Text:
    said = [_at(fixture, date) for date in dates]
    if not said:
        return N_("They name no date.")
    if len(said) == 1:
        return Text("They offer {day}.", day=said[0])
    return Text("They offer {days} or {day}.", days=Text.joined(", ", said[:-1]), day=said[-1])


def open_to_change(fixture: Fixture) -> None:
    """A fixture that is played or cancelled keeps its date.

    Raises:
        WrongState: it is one of these.
    """
    if Result.objects.filter(fixture=fixture, live=True).exists():
        raise WrongState(N_("This fixture has its result; it can no longer be postponed."))
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("This fixture will not be played; only the secretary can give it a date."))


def still_before(fixture: Fixture, moving: rules.Moving, *, now: dt.datetime) -> None:
    """A postponement can be asked for while the fixture is still to come and an evening is left.

    Raises:
        WrongState: it has begun, or none is left.
    """
    if fixture.starts_at <= now:
        raise WrongState(N_("Too late: this fixture has already started."))
    if not any(evening.allowed for evening in rules.evenings(moving, now=now)):
        until = rules.told(moving.until)
        raise WrongState(Text("No evening is left: it must be played by {day}. Ask the secretary.", day=until))


def last_offer(postponement: Postponement) -> Offer | None:
    """The dates that are on the table."""
    found = Offer.objects.filter(postponement=postponement).order_by("-number").first()
    if found is not None:
        found.postponement = postponement
    return found


def comes_late(fixture: Fixture, *, now: dt.datetime) -> bool:
    """Return True if a request comes so late that it must say why."""
    hours = fixture.division.season.short_notice_hours
    return fixture.state == FixtureState.SCHEDULED and due_at(now, hours) >= fixture.starts_at


@transaction.atomic
def request(
    fixture: Fixture, *, slots: Sequence[dt.datetime] = (), reason: str, short_notice: str = "", by: User,
    now: dt.datetime,
) -> Postponement:  # fmt: skip
    """Ask the other captain for a postponement; the fixture keeps the one it has until there is another.

    The same request sent twice by the same person (a double click) is one.

    Args:
        slots: up to three dates offered; none is a request to put it off, the date to be found.
        short_notice: why it comes so late, where it comes within the season's hours before the start.

    Raises:
        NotAllowed: the person is captain of neither side.
        WrongState: it is asked for already, has begun, is played or cancelled, or no evening is left.
        Invalid: with every problem of the reasons and dates.
    """
    access.require(by, "postponement.ask", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    # Again under the lock: a role may have ended while it was waited for.
    held = access.require(by, "postponement.ask", fixture.league, fixture, now=now)
    open_to_change(fixture)
    wanted = [slot.astimezone(dt.UTC) for slot in slots]
    before = open_postponement(fixture)
    if before is not None:
        if before.requested_by_id == by.pk and before.reason == reason.strip() and wanted == _first_dates(before):
            return before
        raise WrongState(N_("A postponement of this fixture is open already. Open the fixture to see what is offered."))
    moving = moving_of(fixture, now=now)
    still_before(fixture, moving, now=now)
    problems = [
        *problems_of_words(fixture, reason=reason, short_notice=short_notice, now=now),
        *problems_of_dates(moving, slots, now=now),
    ]
    if problems:
        raise Invalid(problems)
    side = Side(held.side_of(fixture))
    made = Postponement.objects.create(
        fixture=fixture, side=side, reason=reason.strip()[:TEXT], short_notice=short_notice.strip()[:TEXT],
        awaiting=side.other, requested_by=by, requested_at=now,
    )  # fmt: skip
    _put(made, side, wanted, by=by, now=now)
    day = _at(fixture, fixture.starts_at)
    what = Text("asked to postpone {fixture} from {day}", fixture=str(fixture), day=day)
    why = " ".join(filter(None, (made.reason, made.short_notice)))
    text = Text(
        "{fixture}: {team} ask to postpone. {offer}",
        fixture=str(fixture), team=_team(fixture, side), offer=_offered(fixture, wanted),
    )  # fmt: skip
    announce(
        fixture, JournalKind.POSTPONEMENT_REQUESTED, NoticeKind.POSTPONEMENT_ASKED, f"{made.pk}:1", what=what,
        text=text, by=by, now=now, why=why, sides=[side.other],
    )  # fmt: skip
    return made


def _first_dates(postponement: Postponement) -> list[dt.datetime]:
    return list(dates_of(Offer.objects.filter(postponement=postponement).order_by("number").first()))


def _put(postponement: Postponement, side: Side, dates: Sequence[dt.datetime], *, by: User, now: dt.datetime) -> Offer:
    before = last_offer(postponement)
    return Offer.objects.create(
        postponement=postponement,
        number=before.number + 1 if before else 1,
        side=side,
        made_by=by,
        made_at=now,
        slots=[date.isoformat() for date in dates],
    )


def problems_of_words(fixture: Fixture, *, reason: str, short_notice: str, now: dt.datetime) -> Iterator[Problem]:
    """Yield a problem for each reason that a request lacks; nothing is written."""
    if not reason.strip():
        yield Problem("no-reason", N_("Say why you cannot play then."), "reason")
    if not short_notice.strip() and comes_late(fixture, now=now):
        hours = fixture.division.season.short_notice_hours
        message = Text.plural(
            "It starts within {n} hour: say why at such short notice.",
            "It starts within {n} hours: say why at such short notice.",
            n=hours,
        )
        yield Problem("short-notice", message, "short_notice")


def problems_of_dates(
    moving: rules.Moving, dates: Sequence[dt.datetime], *, now: dt.datetime, least: int = 0
) -> Iterator[Problem]:
    """Everything that is wrong with dates to be offered; nothing is written."""
    if len(dates) < least:
        yield Problem("no-date", N_("Choose at least one date."), "slot-1")
    if len(dates) > MOST:
        yield Problem("dates", Text("Offer {most} dates at the most.", most=MOST), f"slot-{MOST}")
    days: set[dt.date] = set()
    for number, date in enumerate(dates[:MOST], start=1):
        found = rules.judge(moving, date, now=now)
        where = rules.told(found.date)
        for reason in found.reasons:
            yield Problem(reason.code, reason.message, f"slot-{number}", where)
        if found.date in days:
            yield Problem("twice", N_("You offer this evening twice."), f"slot-{number}", where)
        days.add(found.date)


def _open(fixture: Fixture, seen: int | None = None) -> tuple[Postponement, Offer | None]:
    """The open postponement of a locked fixture, and the offer on the table.

    Raises:
        WrongState: none is open (says what came of it), or another offer than the one seen is on the table.
    """
    open_to_change(fixture)
    found = open_postponement(fixture)
    if found is None:
        raise WrongState(what_came_of(fixture))
    offer = last_offer(found)
    if seen is not None and seen != (offer.number if offer else 0):
        raise Changed(N_("Other dates were offered since this page was opened. Open it again to see them."))
    return found, offer


def what_came_of(fixture: Fixture) -> Text:
    """One sentence about a fixture of which no postponement is open."""
    last = Postponement.objects.filter(fixture=fixture).order_by("-pk").first()
    if last is None:
        return N_("Nobody has asked to postpone this fixture.")
    if last.starts_at is not None:
        return Text("It has a new date already: {day}.", day=_at(fixture, last.starts_at))
    state = in_a_sentence(last.get_state_display())
    return Text("This postponement is no longer open: {state}.", state=state)


@transaction.atomic
def counter(fixture: Fixture, *, slots: Sequence[dt.datetime], seen: int, by: User, now: dt.datetime) -> Offer:
    """Put other dates on the table: the side that was asked answers so; where no date is agreed, either side may.

    Args:
        slots: one to three dates.
        seen: the number of the offer that the person saw; 0 where there was none.

    Raises:
        NotAllowed: it is not this person's turn, or they are captain of neither side.
        WrongState: nothing is open, or another offer is on the table.
        Invalid: with every problem of the dates.
    """
    fixture = lock_fixture(fixture)
    put_off, offer = _open(fixture)
    wanted = [slot.astimezone(dt.UTC) for slot in slots]
    if offer is not None and offer.made_by_id == by.pk and list(dates_of(offer)) == wanted and offer.number == seen + 1:
        return offer
    put_off, offer = _open(fixture, seen)
    if put_off.state == PostponementState.REQUESTED:
        held = access.require(by, "postponement.answer", fixture.league, offer, now=now)
    else:
        held = access.require(by, "postponement.ask", fixture.league, fixture, now=now)
    problems = list(problems_of_dates(moving_of(fixture, now=now), slots, now=now, least=1))
    if problems:
        raise Invalid(problems)
    side = Side(held.side_of(fixture))
    made = _put(put_off, side, wanted, by=by, now=now)
    if put_off.state == PostponementState.REQUESTED:
        put_off.awaiting = side.other
        put_off.save(update_fields=["awaiting"])
    key = f"{put_off.pk}:{made.number}"
    days = Text.joined(", ", (_at(fixture, date) for date in wanted))
    what = Text("offered dates for {fixture}: {days}", fixture=str(fixture), days=days)
    text = Text(
        "{fixture}: {team} offer dates. {offer}",
        fixture=str(fixture), team=_team(fixture, side), offer=_offered(fixture, wanted),
    )  # fmt: skip
    announce(
        fixture, JournalKind.POSTPONEMENT_ANSWERED, NoticeKind.POSTPONEMENT_ASKED, key, what=what,
        text=text, by=by, now=now, sides=[side.other],
    )  # fmt: skip
    return made


@transaction.atomic
def agree(fixture: Fixture, slot: dt.datetime, *, seen: int, by: User, now: dt.datetime) -> Postponement:
    """Agree to one of the dates on the table; the fixture moves there. Agreeing again changes nothing.

    Args:
        slot: one of the offered dates.
        seen: the number of the offer that the person saw.

    Raises:
        NotAllowed: the dates were not offered to this person.
        WrongState: nothing is open, other dates are on the table, or (code ``taken``) the evening cannot be any more.
        Invalid: the date is none of those offered.
    """
    fixture = lock_fixture(fixture)
    done = Postponement.objects.filter(fixture=fixture).order_by("-pk").first()
    if done and (done.state, done.decided_by_id, done.starts_at) == (PostponementState.AGREED, by.pk, slot):
        return done
    put_off, offer = _open(fixture, seen)
    if offer is None:
        raise WrongState(N_("Nobody has offered a date yet."))
    access.require(by, "postponement.answer", fixture.league, offer, now=now)
    if slot not in dates_of(offer):
        raise Invalid([Problem("no-date", N_("Choose one of the dates that are offered."), "slot")])
    hold(venues=[fixture.venue_id], teams=[fixture.home_id, fixture.away_id])
    evening = rules.judge(moving_of(fixture, now=now), slot, now=now)
    if not evening.allowed:
        why = Text.joined(" ", (reason.message for reason in evening.reasons))
        message = Text("{day} is no longer possible. {reason}", day=_at(fixture, slot), reason=why)
        raise WrongState(message, code="taken", field="slot")
    before = fixture.starts_at
    turn(put_off, PostponementState.AGREED, starts_at=slot, decided_by=by, decided_at=now)
    move_fixture(fixture, slot, now=now)
    said = {"fixture": str(fixture), "day": _at(fixture, slot), "before": _at(fixture, before)}
    what = Text("agreed to play {fixture} on {day} in place of {before}", **said)
    text = Text("{fixture} is played on {day} in place of {before}.", **said)
    announce(
        fixture, JournalKind.POSTPONEMENT_AGREED, NoticeKind.POSTPONEMENT_AGREED, str(put_off.pk), what=what,
        text=text, by=by, now=now, doer=True,
    )  # fmt: skip
    return put_off


@transaction.atomic
def agree_without_date(fixture: Fixture, *, seen: int, by: User, now: dt.datetime) -> Postponement:
    """Agree to put it off, the date to be found; it is placed in the catch-up week if the captains find none.

    Raises:
        NotAllowed: this person was not asked.
        WrongState: nothing is open, it has no date already, or other dates are on the table.
    """
    fixture = lock_fixture(fixture)
    put_off, offer = _open(fixture, seen)
    _still_asked(put_off)
    access.require(by, "postponement.answer", fixture.league, offer, now=now)
    what = Text("agreed to postpone {fixture}, without a date yet", fixture=str(fixture))
    owe_date(put_off, what=what, by=by, now=now)
    return put_off


def _still_asked(put_off: Postponement) -> None:
    if put_off.state != PostponementState.REQUESTED:
        raise WrongState(N_("It is already postponed without a date: offer dates, or agree to one."))


def owe_date(put_off: Postponement, *, what: Text, why: str = "", by: User | None, now: dt.datetime) -> None:
    """A requested postponement's fixture has no date from now on; both captains and the secretary are told."""
    fixture = put_off.fixture
    turn(put_off, PostponementState.OWED, decided_by=by, decided_at=now, why=why)
    take_date(fixture, now=now)
    text = without_a_date(fixture)
    announce(
        fixture, JournalKind.FIXTURE_POSTPONED, NoticeKind.POSTPONEMENT_OWED, str(put_off.pk), what=what,
        text=text, by=by, now=now, why=why, secretary=True,
    )  # fmt: skip


@transaction.atomic
def refuse(fixture: Fixture, *, reason: str, seen: int, by: User, now: dt.datetime) -> Postponement:
    """Refuse to postpone; the fixture keeps its date.

    Raises:
        NotAllowed: this person was not asked.
        WrongState: nothing is open, it has no date already, or other dates are on the table.
        Invalid: no reason.
    """
    fixture = lock_fixture(fixture)
    put_off, offer = _open(fixture, seen)
    _still_asked(put_off)
    access.require(by, "postponement.answer", fixture.league, offer, now=now)
    if not reason.strip():
        raise Invalid([Problem("no-reason", N_("Say why it cannot be postponed."), "reason")])
    turn_down(put_off, reason=reason, by=by, now=now)
    return put_off


def turn_down(put_off: Postponement, *, reason: str, by: User, now: dt.datetime) -> None:
    """A requested postponement is refused; both captains are told, but not who did it."""
    fixture = put_off.fixture
    turn(put_off, PostponementState.REFUSED, decided_by=by, decided_at=now, why=reason.strip()[:TEXT])
    said = {"fixture": str(fixture), "day": _at(fixture, fixture.starts_at)}
    what = Text("refused to postpone {fixture}; it stays on {day}", **said)
    text = Text("{fixture} is not postponed: it stays on {day}. {reason}", **said, reason=put_off.why)
    announce(
        fixture, JournalKind.POSTPONEMENT_REFUSED, NoticeKind.POSTPONEMENT_REFUSED, str(put_off.pk), what=what,
        text=text, by=by, now=now, why=put_off.why,
    )  # fmt: skip


@transaction.atomic
def withdraw(fixture: Fixture, *, by: User, now: dt.datetime) -> Postponement:
    """Withdraw one's request; the fixture keeps its date.

    Raises:
        NotAllowed: the person's side did not ask.
        WrongState: nothing is open, or it is agreed that it has no date.
    """
    fixture = lock_fixture(fixture)
    put_off, _ = _open(fixture)
    access.require(by, "postponement.withdraw", fixture.league, put_off, now=now)
    if put_off.state != PostponementState.REQUESTED:
        raise WrongState(N_("It is already postponed; only the secretary can reverse that."))
    turn(put_off, PostponementState.WITHDRAWN, decided_by=by, decided_at=now)
    what = Text("withdrew the request to postpone {fixture}", fixture=str(fixture))
    text = Text(
        "{fixture} stays on {day}: the request to postpone it was withdrawn.",
        fixture=str(fixture), day=_at(fixture, fixture.starts_at),
    )  # fmt: skip
    announce(
        fixture, JournalKind.POSTPONEMENT_WITHDRAWN, NoticeKind.POSTPONEMENT_REFUSED, str(put_off.pk), what=what,
        text=text, by=by, now=now,
    )  # fmt: skip
    return put_off
