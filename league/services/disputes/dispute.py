"""Open a dispute about a game, a called hand or a sheet that counts, and find a neutral referee for it.

A sheet that waits for the other side is disputed by `results.dispute`; rulings are in `services.disputes.rule`.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from league import access
from league.enums import (
    DisputeState,
    DisputeSubject,
    FixtureState,
    JournalKind,
    NoticeKind,
    ResultState,
    Settlement,
    Side,
)
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Dispute, Fixture, Result, Ruling, User
from league.queries.disputes.disputes import (
    describe_disputed,
    dispute_deadline,
    find_dispute,
    open_disputes_of,
    ruled_before,
    why_not_neutral,
)
from league.queries.outages import gaps_in
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import live_result, require_card
from league.rules.problems import Problem
from league.rules.rulings import match_in, place_in
from league.rules.sheets import place_of_game
from league.rules.wording import moment_spelt
from league.services.calls.called_hand import CalledHand, fill_in_players
from league.services.calls.rule import check_called, store_disputed_call
from league.services.fixtures import announce_settled, close_dispute
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import announce, queue_notice
from league.services.results import store
from league.services.results.awaiting import wait_again
from league.translation import N_, Text, in_a_sentence

LONGEST_REASON = 4000


@transaction.atomic
def open_dispute(
    fixture: Fixture,
    *,
    subject: DisputeSubject,
    match_number: int | None = None,
    game_number: int | None = None,
    reason: str,
    call: CalledHand | None = None,
    by: User,
    now: dt.datetime,
) -> Dispute:
    """Object to a game, a called hand, or a sheet that counts already.

    A game of a sheet that waits for this side is disputed with its whole sheet, so that no deadline confirms it. A
    called hand is stored as this captain saw it; the numbers of `call` override the others.

    Raises:
        NotAllowed: the person is captain of neither side.
        WrongState: too late; there is no such sheet or game; it is disputed already, or was ruled on.
        Invalid: with every problem of the form.
    """
    fixture = lock_fixture(fixture)
    grants = access.require(by, "dispute.open", fixture.league, fixture, now=now)
    side = Side(grants.side_of(fixture))
    live = live_result(fixture)
    if call is not None and subject == DisputeSubject.CALL:
        call = fill_in_players(fixture, call)
        match_number, game_number = call["match_number"], call["game_number"]
    _require_in_time(fixture, live, now)
    place = {"match_number": match_number, "game_number": game_number}
    if problems := problems_of_objection(fixture, {"subject": subject, "reason": reason, **place, "call": call}):
        raise Invalid(problems)
    if subject != DisputeSubject.CALL:
        live = _require_disputable(fixture, live, subject, match_number, game_number, side)
    opened = Dispute(
        fixture=fixture,
        subject=subject,
        result=live,
        match_number=None if subject == DisputeSubject.SHEET else match_number,
        game_number=None if subject == DisputeSubject.SHEET else game_number,
        side=side,
        reason=reason.strip(),
        opened_by=by,
        opened_at=now,
    )
    if subject == DisputeSubject.CALL and call is not None:
        opened.call = store_disputed_call(fixture, call, by=by, now=now)
    if live is not None and subject == DisputeSubject.GAME and live.state == ResultState.SUBMITTED:
        store.move_result(live, ResultState.DISPUTED)
    opened.save(force_insert=True)
    about = {"fixture": str(fixture), "about": describe_disputed(opened)}
    what = Text("disputed {about} of {fixture}", **about)
    text = Text("{fixture}: {team} disputes {about}.", team=fixture.team_name(side), **about)
    announce(
        fixture, JournalKind.DISPUTE_OPENED, NoticeKind.DISPUTE_OPENED, str(opened.pk), what=what, text=text,
        by=by, now=now, why=opened.reason, sides=(side.other,), secretary=True,
    )  # fmt: skip
    return opened


def _require_in_time(fixture: Fixture, live: Result | None, now: dt.datetime) -> None:
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("This fixture is cancelled: no result of it counts."))
    if fixture.starts_at > now and live is None:
        raise WrongState(N_("This fixture has not begun; there is nothing to dispute yet."))
    until = dispute_deadline(fixture, live, gaps_in(fixture.division.season))
    if now > until:
        late = Text.plural(
            "It is too late: this league takes disputes for {n} day, in this fixture until {time}.",
            "It is too late: this league takes disputes for {n} days, in this fixture until {time}.",
            n=fixture.league.dispute_days,
            time=moment_spelt(until.astimezone(fixture.league.tz)),
        )
        raise WrongState(late, code="too-late")


def problems_of_objection(fixture: Fixture, given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with those arguments of `open_dispute` that can be read."""
    problems = _reason_problems(given["reason"]) if "reason" in given else []
    subject = given.get("subject")
    if subject == DisputeSubject.GAME and None in (given.get("match_number", 0), given.get("game_number", 0)):
        problems.append(Problem("no-game", N_("Choose the game."), "game"))
    if subject == DisputeSubject.CALL and "call" in given:
        if given["call"] is None:
            problems.append(Problem("no-call", N_("Write down the hand that was called."), "cards"))
        else:
            try:
                check_called(fixture, given["call"])
            except Invalid as refused:
                problems += refused.problems
    return problems


def _reason_problems(reason: str) -> list[Problem]:
    problems = []
    if not reason.strip():
        problems.append(Problem("no-reason", N_("Say what is wrong."), "reason"))
    if len(reason) > LONGEST_REASON or "\0" in reason:
        longest = Text.plural(
            "Say it in {n} character at the most.", "Say it in {n} characters at the most.", n=LONGEST_REASON
        )
        problems.append(Problem("reason", longest, "reason"))
    return problems


def _require_disputable(
    fixture: Fixture,
    live: Result | None,
    subject: DisputeSubject,
    match_number: int | None,
    game_number: int | None,
    side: Side,
) -> Result:
    """Return the live sheet; raise if this side cannot dispute it and this game of it now."""
    if live is None:
        raise WrongState(N_("No sheet has been entered yet: there is nothing to dispute."))
    if live.state == ResultState.SUBMITTED:
        if live.side == side:
            raise WrongState(N_("This is your own side's sheet, and nobody has confirmed it: correct it instead."))
        if subject == DisputeSubject.SHEET:
            message = N_("This sheet is awaiting your answer: dispute it where you confirm it.")
            raise WrongState(message, code="use-answer")
    already = open_disputes_of(fixture)
    if any(dispute.subject == DisputeSubject.SHEET for dispute in already):
        raise WrongState(
            N_("The whole sheet is disputed already; what you have to say belongs there."), code="disputed"
        )
    if subject == DisputeSubject.GAME:
        sheet = sheet_of(live)
        require_card(sheet)
        match = match_in(sheet, match_number or 0)
        if match is not None and match.totals and game_number:
            why = N_("The sheet does not say who won which game: dispute the match, not a game of it.")
            raise WrongState(why, code="no-game")
        if place_in(sheet, match_number or 0, game_number or 0) is None:
            place = place_of_game(match_number or 0, game_number or 0)
            raise WrongState(Text("The sheet has no {place}.", place=place), code="no-game")
        here = (match_number, game_number)
        if any((d.match_number, d.game_number) == here for d in already if d.subject == DisputeSubject.GAME):
            raise WrongState(N_("This game is disputed already; what you have to say belongs there."), code="disputed")
    _require_not_ruled_on(fixture, live, subject, match_number, game_number)
    return live


def _require_not_ruled_on(
    fixture: Fixture, live: Result, subject: DisputeSubject, match_number: int | None, game_number: int | None
) -> None:
    """Refuse to dispute anew what a dispute has settled: one appeals; a correction starts no new line."""
    before = _rulings_on(fixture, _ancestors_of(live)).filter(dispute__subject=subject)
    if subject == DisputeSubject.GAME:
        before = before.filter(dispute__match_number=match_number, dispute__game_number=game_number)
    if before.exists():
        raise WrongState(N_("This was disputed and ruled on; against a ruling there is one appeal."), code="ruled")


def _ancestors_of(live: Result) -> list[int]:
    """Ids of the versions that a version came of, itself first (one query). A sheet entered anew came of none."""
    versions = dict(Result.objects.filter(fixture=live.fixture_id).values_list("pk", "corrects"))
    line: list[int] = []
    version: int | None = live.pk
    while version is not None and version not in line:
        line.append(version)
        version = versions.get(version)
    return line


def _rulings_on(fixture: Fixture, versions: list[int]) -> QuerySet[Ruling]:
    rests = Q(after__in=versions) | Q(before__in=versions, after=None)
    return Ruling.objects.filter(rests, dispute__fixture=fixture, revoked_at=None)


def lock_dispute(dispute: Dispute) -> Dispute:
    """Read an open dispute again with its fixture locked; raise WrongState if it is closed."""
    fixture = lock_fixture(dispute.fixture)
    fresh = find_dispute(fixture.league, dispute.pk)
    fresh.fixture = fixture
    for sheet in (fresh.result, fresh.counter_result):
        if sheet is not None:
            sheet.fixture = fixture
    require_open_dispute(fresh)
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("This fixture is cancelled: no result of it counts."))
    return fresh


def require_open_dispute(dispute: Dispute) -> None:
    if dispute.state != DisputeState.OPEN:
        state = in_a_sentence(dispute.get_state_display())
        raise WrongState(Text("This dispute is {state} already.", state=state))


@transaction.atomic
def withdraw_dispute(dispute: Dispute, *, by: User, now: dt.datetime) -> Dispute:
    """Withdraw an objection. A sheet that waited because of it counts from now on, or waits for the other side."""
    dispute = lock_dispute(dispute)
    fixture, league = dispute.fixture, dispute.fixture.league
    access.require(by, "dispute.withdraw", league, dispute, now=now)
    close_dispute(dispute, DisputeState.WITHDRAWN)
    live, then = live_result(fixture), None
    if dispute.subject != DisputeSubject.CALL and live is not None and not is_contested(dispute, live):
        if dispute.counter_result is not None and dispute.counter_result.state == ResultState.COUNTER:
            store.move_result(dispute.counter_result, ResultState.SUPERSEDED)
        then = _release_sheet(live, by=by, now=now)
    about = {"fixture": str(fixture), "about": describe_disputed(dispute)}
    what = Text("withdrew the dispute about {about} of {fixture}", **about)
    text = Text("{fixture}: {team} withdrew its dispute about {about}.", team=fixture.team_name(dispute.side), **about)
    text = Text.joined(" ", [text, then]) if then else text
    announce_settled(dispute, JournalKind.DISPUTE_WITHDRAWN, what=what, text=text, by=by, now=now)
    return dispute


def _release_sheet(live: Result, *, by: User, now: dt.datetime) -> Text:
    """Settle a sheet that no dispute holds any more; return how the captains are told.

    Whoever could have confirmed it does so by withdrawing. Where the sheet's own side withdraws, it counts if a referee
    has ruled on it meanwhile, and else waits for the other side again.
    """
    fixture = live.fixture
    score = f"{live.home_games}–{live.away_games}"
    how = {"settlement": Settlement.OTHER_SIDE, "settled_by": by, "settled_at": now}
    ruled = _rulings_on(fixture, [live.pk]).exclude(dispute__subject=DisputeSubject.CALL).order_by("decided_at").last()
    if access.may(access.grants(by, fixture.league, now=now), "result.answer", live):
        store.move_result(live, ResultState.CONFIRMED, **how)
    elif ruled is not None:
        store.move_result(
            live, ResultState.CONFIRMED, **how | {"settlement": Settlement.RULING, "settled_by": ruled.referee}
        )
    else:
        store.move_result(live, ResultState.SUPERSEDED)
        wait_again(live, corrects=live, reason=N_("The disputes about it were withdrawn."), by=by, now=now)
        return Text("{score} awaits the other side’s answer again.", score=score)
    return Text("{score} is confirmed and counts.", score=score)


def is_contested(dispute: Dispute, live: Result) -> bool:
    """Whether closing this dispute leaves the live sheet of the locked fixture as it is: it counts or is disputed
    otherwise."""
    if live.state != ResultState.DISPUTED:
        return True
    return any(other.subject != DisputeSubject.CALL for other in open_disputes_of(dispute.fixture, but=dispute))


def require_neutral(dispute: Dispute, *, by: User, now: dt.datetime) -> None:
    """Raise NotAllowed unless this person is a neutral referee or secretary to whom the dispute is open."""
    grants = access.require(by, "dispute.settle", dispute.fixture.league, dispute, now=now)
    why = why_not_neutral(grants, dispute, ruled_before(dispute))
    if why:
        raise NotAllowed(Text("Nobody judges their own case: whoever {why} does not rule on it.", why=why))


@transaction.atomic
def take_dispute(dispute: Dispute, *, by: User, now: dt.datetime) -> Dispute:
    """Take a dispute that nobody has; taking it again changes nothing, WrongState if somebody else has it."""
    seen = dispute.assigned_to_id
    dispute = lock_dispute(dispute)
    if dispute.assigned_to_id == by.pk:
        return dispute
    if dispute.assigned_to_id is not None and seen is None:
        access.require(by, "dispute.see", dispute.fixture.league, dispute, now=now)
        raise WrongState(N_("Somebody else has taken this dispute meanwhile."), code="taken")
    require_neutral(dispute, by=by, now=now)
    return _assign_to(dispute, by, by=by, now=now)


@transaction.atomic
def assign_dispute(dispute: Dispute, referee: User, *, by: User, now: dt.datetime) -> Dispute:
    """Assign a dispute to a referee; raise Invalid unless they are a neutral referee of the league."""
    dispute = lock_dispute(dispute)
    league = dispute.fixture.league
    access.require(by, "dispute.assign", league, dispute, now=now)
    grants = access.grants(referee, league, now=now)
    if not grants.referee:
        raise Invalid([Problem("no-referee", N_("Choose a referee of this league."), "referee")])
    why = why_not_neutral(grants, dispute, ruled_before(dispute))
    if why:
        message = Text("{referee} {why}: choose another referee.", referee=str(referee), why=why)
        raise Invalid([Problem("not-neutral", message, "referee")])
    if dispute.assigned_to_id == referee.pk:
        return dispute
    return _assign_to(dispute, referee, by=by, now=now)


def _assign_to(dispute: Dispute, referee: User, *, by: User, now: dt.datetime) -> Dispute:
    fixture, league = dispute.fixture, dispute.fixture.league
    dispute.assigned_to, dispute.assigned_at = referee, now
    dispute.save(update_fields=["assigned_to", "assigned_at"])
    about = {"fixture": str(fixture), "about": describe_disputed(dispute)}
    what = (
        N_("took the dispute about {about} of {fixture}")
        if referee == by
        else N_("gave a referee the dispute about {about} of {fixture}")
    )
    key = f"{dispute.pk}:{now.isoformat()}"
    record(
        league, JournalKind.DISPUTE_ASSIGNED, key, by=by, now=now, what=Text(what, **about), fixture=fixture,
        data={"referee": str(referee.uid)},
    )  # fmt: skip
    if referee != by:
        team = fixture.team_name(dispute.side)
        text = Text("{fixture}: {team} disputes {about}; it is given to you.", team=team, **about)
        queue_notice(league, [referee], NoticeKind.DISPUTE_ASSIGNED, key, text=text, now=now, fixture=fixture)
    return dispute
