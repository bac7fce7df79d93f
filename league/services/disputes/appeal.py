"""The one appeal against a ruling on a call, a dispute or conduct: to the secretary, who may revoke its effect."""

import datetime as dt
from dataclasses import replace

from django.db import transaction

from league import access
from league.enums import APPEAL_MOVES, AppealState, JournalKind, NoticeKind, ResultKind, ResultState, Side
from league.errors import Changed, Invalid, WrongState
from league.models import Appeal, Fixture, Result, Ruling, User
from league.queries.disputes.appeals import Back, back_of, sheet_again
from league.queries.disputes.consequences import Consequences, Standing, as_ruled, consequences, standing_of
from league.queries.disputes.disputes import about_of, appeal_of, find_appeal, find_ruling, fixture_of
from league.queries.outages import appeal_until, gaps_in
from league.queries.people.people import told_of
from league.queries.results.versions import live_result
from league.rules.problems import Problem
from league.rules.wording import weekday_spelt
from league.services.announce import announce
from league.services.disputes.undo import revoke
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import captains, owe, secretaries
from league.translation import N_, Text


def _fresh(ruling: Ruling) -> tuple[Ruling, Fixture]:
    """The ruling as it stands now, with its fixture's row locked."""
    fixture = lock_fixture(fixture_of(ruling))
    found = find_ruling(fixture.league, ruling.pk)
    about = found.call or found.dispute or found.case
    assert about is not None, "a ruling is on one thing"  # noqa: S101 - a constraint of the database
    about.fixture = fixture
    return found, fixture


@transaction.atomic
def appeal(ruling: Ruling, *, reason: str, by: User, now: dt.datetime) -> Appeal:
    """Appeal against a ruling, once. It stands until the secretary has decided.

    Raises:
        NotAllowed: captain of neither side, nor the player whose conduct was ruled on.
        WrongState: too late, or there was an appeal already.
        Invalid: no reason.
    """
    ruling, fixture = _fresh(ruling)
    league = fixture.league
    held = access.require(by, "ruling.appeal", league, ruling, now=now)
    if appeal_of(ruling) is not None:
        raise WrongState(N_("There was an appeal against this ruling already; there is only one."), code="appealed")
    if ruling.revoked_at is not None:
        raise WrongState(N_("This ruling was revoked already; there is nothing to appeal against."), code="revoked")
    until = appeal_until(ruling, league, gaps_in(fixture.division.season))
    if now.astimezone(league.tz).date() > until:
        late = Text("It is too late: this ruling could be appealed against until {day}.", day=weekday_spelt(until))
        raise WrongState(late, code="too-late")
    _reason_given(reason, "reason", N_("Say why the ruling is wrong."))
    player = ruling.case.player if ruling.case and ruling.case.player_id in held.players else None
    made = Appeal.objects.create(
        ruling=ruling,
        side=held.side_of(fixture),
        player=player,
        reason=reason.strip(),
        opened_by=by,
        opened_at=now,
    )
    about = {"fixture": str(fixture), "about": about_of(ruling)}
    what = Text("appealed against the ruling on {about} of {fixture}", **about)
    text = Text("{fixture}: an appeal was made against the ruling on {about}.", **about)
    announce(
        fixture, JournalKind.APPEAL_OPENED, NoticeKind.APPEAL_OPENED, str(made.pk), what=what, text=text, by=by,
        now=now, why=made.reason, secretary=True,
    )  # fmt: skip
    return made


def _reason_given(reason: str, field: str, ask: Text) -> None:
    if not reason.strip():
        raise Invalid([Problem("no-reason", ask, field)])
    if "\0" in reason:
        raise Invalid([Problem("reason", N_("It contains a character that can’t be stored: remove it."), field)])


def preview(appeal: Appeal, *, by: User, now: dt.datetime) -> Consequences:
    """Return what would follow if this appeal were allowed; nothing is written.

    Raises:
        NotAllowed: not the secretary, or not neutral.
    """
    fixture = fixture_of(appeal.ruling)
    access.require(by, "appeal.decide", fixture.league, appeal, now=now)
    return if_revoked(appeal.ruling, fixture)


def if_revoked(ruling: Ruling, fixture: Fixture) -> Consequences:
    """Return what would follow if a ruling were revoked; nothing is written."""
    live = live_result(fixture)
    back = back_of(ruling, live)
    return consequences(fixture, live, _after(ruling, back, fixture, live), reopens=back.reopens)


def _after(ruling: Ruling, back: Back, fixture: Fixture, live: Result | None) -> Standing | None:
    """What stands once a ruling is revoked; None where nothing changes."""
    if live is None or not (back.version or back.sheet or back.held):
        return None
    counts = live.state == ResultState.CONFIRMED and not back.held
    if back.sheet is not None:
        return as_ruled(fixture, back.sheet, counts=counts, kind=ResultKind(live.kind))
    version = back.version or live
    version.fixture = fixture
    sheet = sheet_again(version, but=ruling)
    if sheet.matches:
        return as_ruled(fixture, sheet, counts=counts, kind=ResultKind(version.kind))
    found = standing_of(version)
    assert found is not None, "there is a version"  # noqa: S101 - asked above
    return replace(found, counts=counts)


@transaction.atomic
def decide_appeal(
    appeal: Appeal, *, allow: bool, decision: str, seen: str | None = None, by: User, now: dt.datetime
) -> Appeal:
    """Dismiss an appeal, or allow it: then the ruling is revoked and its effect taken back.

    Args:
        decision: the reason.
        seen: the stamp of the consequences the secretary was shown; None does not ask.

    Raises:
        NotAllowed: not the secretary, not neutral, or it is their own ruling or appeal.
        WrongState: it is decided already; with the code "changed" where something else would follow than was shown.
        Invalid: no reason.
    """
    fixture = lock_fixture(fixture_of(appeal.ruling))
    league = fixture.league
    appeal = find_appeal(league, appeal.pk)
    appeal.ruling, _ = _fresh(appeal.ruling)
    access.require(by, "appeal.decide", league, appeal, now=now)
    if allow and seen is not None and seen != if_revoked(appeal.ruling, fixture).stamp:
        raise Changed(N_("Something has changed since this was shown: look again at what follows."))
    _move(appeal, AppealState.ALLOWED if allow else AppealState.DISMISSED)
    _reason_given(decision, "decision", N_("Give the reason of the decision; everybody can read it."))
    appeal.decided_by, appeal.decided_at, appeal.decision = by, now, decision.strip()
    appeal.save(update_fields=["state", "decided_by", "decided_at", "decision"])
    back = revoke(appeal.ruling, fixture, reason=appeal.decision, by=by, now=now) if allow else Back()
    _tell(appeal, fixture, back, by=by, now=now)
    return appeal


def _move(appeal: Appeal, to: AppealState) -> None:
    """Move an appeal along `APPEAL_MOVES`; the caller saves it.

    Raises:
        WrongState: the table has no such move.
    """
    if to not in APPEAL_MOVES[AppealState(appeal.state)]:
        raise WrongState(N_("This appeal is decided already."), code="decided")
    appeal.state = to


def _tell(appeal: Appeal, fixture: Fixture, back: Back, *, by: User, now: dt.datetime) -> None:
    league, ruling = fixture.league, appeal.ruling
    allowed = appeal.state == AppealState.ALLOWED
    about = {"fixture": str(fixture), "about": about_of(ruling)}
    what = (
        N_("allowed the appeal against the ruling on {about} of {fixture}")
        if allowed
        else N_("dismissed the appeal against the ruling on {about} of {fixture}")
    )
    record(
        league, JournalKind.APPEAL_DECIDED, str(appeal.pk), by=by, now=now, what=Text(what, **about),
        why=appeal.decision, fixture=fixture,
    )  # fmt: skip
    text = Text(_outcome(back) if allowed else DISMISSED, **about)
    people = captains(fixture, Side.values, now=now) + secretaries(league, now=now)
    people += [user for user in (ruling.referee, appeal.opened_by, _player(ruling)) if user is not None]
    # Whoever read of the ruling reads that it holds no more.
    people += told_of(ruling)
    told = {user.pk: user for user in people if user.pk != by.pk}
    owe(league, told.values(), NoticeKind.APPEAL_DECIDED, str(appeal.pk), text=text, now=now, fixture=fixture)


DISMISSED = N_("{fixture}: the appeal against the ruling on {about} is dismissed: the ruling stands.")


def _outcome(back: Back) -> Text:
    """The sentence by which people are told of an appeal that was allowed."""
    if back.held:
        return N_(
            "{fixture}: the appeal against the ruling on {about} is allowed: the ruling is revoked, and the dispute is "
            "open again; until it is settled the sheet does not count."
        )
    if back.reopens:
        return N_(
            "{fixture}: the appeal against the ruling on {about} is allowed: the ruling is revoked, and the dispute is "
            "open again."
        )
    return N_("{fixture}: the appeal against the ruling on {about} is allowed: the ruling is revoked.")


def _player(ruling: Ruling) -> User | None:
    """The account of the player whose conduct was ruled on."""
    player = ruling.case.player if ruling.case else None
    return player.user if player is not None else None
