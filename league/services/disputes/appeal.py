"""Make an appeal against a ruling on a call, a dispute or conduct, ask who decides it, and decide it as secretary.

`panel_votes` has the votes of a committee and of judges. An allowed appeal revokes the ruling.
"""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import (
    APPEAL_MOVES,
    NOT_SENT_YET,
    AppealBody,
    AppealsBy,
    AppealState,
    JournalKind,
    NoticeKind,
    NoticeState,
    ResultKind,
    ResultState,
    Side,
)
from league.errors import Changed, Invalid, WrongState
from league.models import Appeal, AppealVote, Fixture, Notice, Result, Ruling, User
from league.queries.disputes.consequences import (
    Consequences,
    Restoration,
    Standing,
    as_ruled,
    consequences,
    restoration_of,
    sheet_again,
    standing_of,
)
from league.queries.disputes.disputes import about_of, appeal_of, find_appeal, find_ruling
from league.queries.disputes.panels import Panel, panel_of
from league.queries.outages import appeal_until, gaps_in
from league.queries.people.people import ruling_recipients
from league.queries.results.versions import live_result
from league.rules.deadlines import AWAKE
from league.rules.problems import Problem
from league.rules.wording import moment_spelt
from league.services.disputes.rulings import take_back_ruling
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import announce, cancel_by_key, captains, queue_notice, secretaries
from league.translation import N_, Text


def _lock_ruling(ruling: Ruling) -> tuple[Ruling, Fixture]:
    """Read the ruling again with its fixture locked."""
    fixture = lock_fixture(ruling.fixture)
    fresh = find_ruling(fixture.league, ruling.pk)
    _set_fixture(fresh, fixture)
    return fresh, fixture


def _set_fixture(ruling: Ruling, fixture: Fixture) -> None:
    about = ruling.call or ruling.dispute or ruling.case
    assert about is not None, "a ruling is on one thing"  # noqa: S101 - a constraint of the database
    about.fixture = fixture


@transaction.atomic
def appeal(ruling: Ruling, *, reason: str, by: User, now: dt.datetime) -> Appeal:
    """Appeal against a ruling, once; it stands until whoever decides appeals now has decided.

    Raises:
        NotAllowed: captain of neither side, nor the player whose conduct was ruled on.
        WrongState: too late, or there was an appeal already.
    """
    ruling, fixture = _lock_ruling(ruling)
    league = fixture.league
    grants = access.require(by, "ruling.appeal", league, ruling, now=now)
    if appeal_of(ruling) is not None:
        raise WrongState(N_("There was an appeal against this ruling already; there is only one."), code="appealed")
    if ruling.revoked_at is not None:
        raise WrongState(N_("This ruling was revoked already; there is nothing to appeal against."), code="revoked")
    until = appeal_until(ruling, league, gaps_in(fixture.division.season))
    if now > until:
        time = moment_spelt(until.astimezone(league.tz))
        late = Text("It is too late: this ruling could be appealed against until {time}.", time=time)
        raise WrongState(late, code="too-late")
    require_reason(reason, "reason", N_("Say why the ruling is wrong."))
    player = ruling.case.player if ruling.case and ruling.case.player_id in grants.players else None
    made = Appeal.objects.create(
        ruling=ruling,
        side=grants.side_of(fixture),
        player=player,
        reason=reason.strip(),
        opened_by=by,
        opened_at=now,
        goes_to=league.appeals_by,
        vote_days=league.vote_days,
    )
    made.ruling = ruling
    about = {"fixture": str(fixture), "about": about_of(ruling)}
    what = Text("appealed against the ruling on {about} of {fixture}", **about)
    text = Text("{fixture}: an appeal was made against the ruling on {about}.", **about)
    announce(
        fixture, JournalKind.APPEAL_OPENED, NoticeKind.APPEAL_OPENED, str(made.pk), what=what, text=text, by=by,
        now=now, why=made.reason, secretary=True,
    )  # fmt: skip
    ask_panel(panel_of(made, now=now), now=now)
    return made


def require_reason(reason: str, field: str, ask: Text) -> None:
    """Raise Invalid with `ask` for an empty reason, or for one that no database stores."""
    if not reason.strip():
        raise Invalid([Problem("no-reason", ask, field)])
    if "\0" in reason:
        raise Invalid([Problem("reason", N_("It contains a character that can’t be stored: remove it."), field)])


def preview(appeal: Appeal, *, by: User, now: dt.datetime) -> Consequences:
    """Preview the consequences of allowing this appeal; only for a neutral secretary."""
    fixture = appeal.ruling.fixture
    access.require(by, "appeal.decide", fixture.league, appeal, now=now)
    return consequences_of_revoking(appeal.ruling, fixture)


def consequences_of_revoking(ruling: Ruling, fixture: Fixture) -> Consequences:
    live = live_result(fixture)
    back = restoration_of(ruling, live)
    return consequences(fixture, live, _standing_after(ruling, back, fixture, live), reopens=back.reopens)


def _standing_after(ruling: Ruling, back: Restoration, fixture: Fixture, live: Result | None) -> Standing | None:
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
    standing = standing_of(version)
    assert standing is not None, "there is a version"  # noqa: S101 - asked above
    return replace(standing, counts=counts)


@transaction.atomic
def decide_appeal(
    appeal: Appeal, *, allow: bool, decision: str, seen: str | None = None, by: User, now: dt.datetime
) -> Appeal:
    """Dismiss an appeal that is the secretary's to decide, or allow it, which revokes the ruling.

    Args:
        seen: the stamp of the consequences the secretary was shown; None does not check it.

    Raises:
        NotAllowed: not the secretary, not neutral, or it is their own ruling or appeal.
        WrongState: it is decided already; the committee or the judges decide it ("panel"); the consequences differ from
            those shown ("changed").
        Invalid: no reason.
    """
    appeal, fixture = lock_appeal(appeal)
    league = fixture.league
    access.require(by, "appeal.decide", league, appeal, now=now)
    require_open(appeal)
    panel = panel_of(appeal, now=now)
    if not panel.of_the_secretary:
        raise WrongState(_BY_A_PANEL[appeal.goes_to], code="panel")
    if allow and seen is not None and seen != consequences_of_revoking(appeal.ruling, fixture).stamp:
        raise Changed(N_("Something has changed since this was shown: look again at what follows."))
    require_reason(decision, "decision", N_("Give the reason of the decision; everybody can read it."))
    return close_appeal(
        appeal, fixture, allow=allow, decision=decision.strip(), body=AppealBody.SECRETARY, by=by, now=now
    )


def lock_appeal(appeal: Appeal) -> tuple[Appeal, Fixture]:
    fixture = lock_fixture(appeal.ruling.fixture)
    appeal = find_appeal(fixture.league, appeal.pk)
    _set_fixture(appeal.ruling, fixture)
    return appeal, fixture


def require_open(appeal: Appeal) -> None:
    """Raise WrongState if an appeal is decided."""
    if appeal.state != AppealState.OPEN:
        raise WrongState(N_("This appeal is decided already."), code="decided")


def close_appeal(
    appeal: Appeal,
    fixture: Fixture,
    *,
    allow: bool,
    decision: str,
    body: AppealBody,
    votes: Collection[AppealVote] = (),
    by: User,
    now: dt.datetime,
) -> Appeal:
    """Record how an appeal is decided and do what follows; the caller has locked the fixture and checked who decides.

    `by` decided it or voted last; `votes` are those that decided it as `body`.
    """
    _move_appeal(appeal, AppealState.ALLOWED if allow else AppealState.DISMISSED)
    appeal.decided_by, appeal.decided_at, appeal.decision, appeal.decided_as = by, now, decision, body
    appeal.save(update_fields=["state", "decided_by", "decided_at", "decision", "decided_as"])
    cancel_vote_notices(appeal)
    cancel_by_key(fixture.league, [NoticeKind.APPEAL_OPENED], str(appeal.pk))
    back = take_back_ruling(appeal.ruling, fixture, reason=appeal.decision, by=by, now=now) if allow else Restoration()
    _notify(appeal, fixture, back, votes, by=by, now=now)
    return appeal


def cancel_vote_notices(appeal: Appeal, *, of: User | None = None) -> None:
    """Cancel pending notices to those who were asked to decide an appeal, or to one of them."""
    about_it = Q(key=str(appeal.pk)) | Q(key__startswith=f"{appeal.pk}:")
    waiting = Notice.objects.filter(about_it, kind=NoticeKind.APPEAL_TO_DECIDE, state__in=NOT_SENT_YET)
    if of is not None:
        waiting = waiting.filter(recipient=of)
    waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def _move_appeal(appeal: Appeal, to: AppealState) -> None:
    """Move an appeal along `APPEAL_MOVES`, else raise WrongState; the caller saves it."""
    if to not in APPEAL_MOVES[AppealState(appeal.state)]:
        raise WrongState(N_("This appeal is decided already."), code="decided")
    appeal.state = to


def _notify(
    appeal: Appeal, fixture: Fixture, back: Restoration, votes: Collection[AppealVote], *, by: User, now: dt.datetime
) -> None:
    league, ruling = fixture.league, appeal.ruling
    allowed = appeal.state == AppealState.ALLOWED
    about = {"fixture": str(fixture), "about": about_of(ruling)}
    cast = [{"by": str(vote.user.uid), "vote": "allow" if vote.allow else "dismiss"} for vote in votes if vote.user]
    record(
        league, JournalKind.APPEAL_DECIDED, str(appeal.pk), by=by, now=now,
        what=Text(_DECIDED[appeal.decided_as, allowed], **about), why=appeal.decision, fixture=fixture,
        data={"votes": cast} if cast else None,
    )  # fmt: skip
    text = Text(_outcome_message(back) if allowed else DISMISSED, **about)
    people = captains(fixture, Side.values, now=now) + secretaries(league, now=now)
    people += [user for user in (ruling.referee, appeal.opened_by, _player(ruling)) if user is not None]
    # Whoever read of the ruling reads that it holds no more.
    people += ruling_recipients(ruling)
    # Of several who have decided it, the last to vote reads too what it came to.
    people += [vote.user for vote in votes if vote.user is not None]
    recipients = {user.pk: user for user in people if votes or user.pk != by.pk}
    queue_notice(
        league, recipients.values(), NoticeKind.APPEAL_DECIDED, str(appeal.pk), text=text, now=now, fixture=fixture
    )


_BY_A_PANEL: Mapping[str, Text] = {
    AppealsBy.COMMITTEE: N_("The committee decides this appeal."),
    AppealsBy.JUDGES: N_("The judges decide this appeal."),
}
_DECIDED: Mapping[tuple[str, bool], Text] = {
    (AppealBody.SECRETARY, True): N_("allowed the appeal against the ruling on {about} of {fixture}"),
    (AppealBody.SECRETARY, False): N_("dismissed the appeal against the ruling on {about} of {fixture}"),
    (AppealBody.COMMITTEE, True): N_(
        "voted last, and the committee allowed the appeal against the ruling on {about} of {fixture}"
    ),
    (AppealBody.COMMITTEE, False): N_(
        "voted last, and the committee dismissed the appeal against the ruling on {about} of {fixture}"
    ),
    (AppealBody.CHAIR, True): N_("allowed, as chair, the appeal against the ruling on {about} of {fixture}"),
    (AppealBody.CHAIR, False): N_("dismissed, as chair, the appeal against the ruling on {about} of {fixture}"),
    (AppealBody.LONGEST, True): N_("allowed, for the committee, the appeal against the ruling on {about} of {fixture}"),
    (AppealBody.LONGEST, False): N_(
        "dismissed, for the committee, the appeal against the ruling on {about} of {fixture}"
    ),
    (AppealBody.JUDGES, True): N_(
        "voted last, and the judges allowed the appeal against the ruling on {about} of {fixture}"
    ),
    (AppealBody.JUDGES, False): N_(
        "voted last, and the judges dismissed the appeal against the ruling on {about} of {fixture}"
    ),
}
DISMISSED = N_("{fixture}: the appeal against the ruling on {about} is dismissed: the ruling stands.")


def _outcome_message(back: Restoration) -> Text:
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
    player = ruling.case.player if ruling.case else None
    return player.user if player is not None else None


DAY = dt.timedelta(days=1)


def ask_panel(panel: Panel, *, now: dt.datetime) -> None:
    """Queue a notice to each who decides an open appeal now and has not voted; asked once, and reminded once.

    Whoever it passes on to after a deadline is asked by day.
    """
    fixture, appeal = panel.appeal.ruling.fixture, panel.appeal
    if panel.of_the_secretary:
        if appeal.goes_to != AppealsBy.SECRETARY and _is_daytime(now, fixture):
            people = _secretaries(panel, fixture, now=now)
            _queue_notices(panel, fixture, people, "secretary", _passed_on_message(panel, fixture), now=now)
        return
    body, until = panel.standing.body, panel.standing.until
    if until is None:
        if _is_daytime(now, fixture):
            _queue_notices(panel, fixture, panel.asks, body, _passed_on_message(panel, fixture), now=now)
        return
    third = bool(panel.standing.reason)
    text = _invitation_text(panel, fixture, until, third=third)
    stage = "third" if third else "vote"
    _queue_notices(panel, fixture, panel.asks, stage, text, now=now, stale_at=until)
    evening = fixture.league.evenings.day_before(until)
    # With a day or less to vote, the first notice is reminder enough.
    if now >= evening > _first_asked_at(panel, third=third) + DAY:
        text = _reminder_text(panel, fixture, until)
        _queue_notices(panel, fixture, panel.asks, f"{stage}:reminder", text, now=now, stale_at=until)


def _first_asked_at(panel: Panel, *, third: bool) -> dt.datetime:
    """Return when those who decide now were first asked; a third judge, when the two came to differ."""
    return max(vote.voted_at for vote in panel.counted) if third else panel.appeal.opened_at


def _queue_notices(
    panel: Panel,
    fixture: Fixture,
    people: list[User],
    stage: str,
    text: Text,
    *,
    now: dt.datetime,
    stale_at: dt.datetime | None = None,
) -> None:
    key = f"{panel.appeal.pk}:{stage}"
    queue_notice(
        fixture.league, people, NoticeKind.APPEAL_TO_DECIDE, key, text=text, now=now, fixture=fixture, stale_at=stale_at
    )  # fmt: skip


def _is_daytime(now: dt.datetime, fixture: Fixture) -> bool:
    opens, closes = AWAKE
    return opens <= now.astimezone(fixture.league.tz).time() < closes


def _secretaries(panel: Panel, fixture: Fixture, *, now: dt.datetime) -> list[User]:
    """The secretaries who may decide it; all of them where none may, since another has to be found."""
    league = fixture.league
    everyone = secretaries(league, now=now)
    may = [u for u in everyone if access.may(access.grants(u, league, now=now), "appeal.decide", panel.appeal)]
    return may or everyone


def _passed_on_message(panel: Panel, fixture: Fixture) -> Text:
    params = {"fixture": str(fixture), "about": about_of(panel.appeal.ruling)}
    yours = {
        AppealBody.SECRETARY: N_("{fixture}: the appeal against the ruling on {about} is for the secretary to decide."),
        AppealBody.CHAIR: N_("{fixture}: the appeal against the ruling on {about} is for you, as chair, to decide."),
        AppealBody.LONGEST: N_(
            "{fixture}: the appeal against the ruling on {about} is for you to decide, who have served longest on the "
            "committee."
        ),
    }
    return Text.joined(" ", [Text(yours[AppealBody(panel.standing.body)], **params), panel.standing.reason])


def _invitation_text(panel: Panel, fixture: Fixture, until: dt.datetime, *, third: bool) -> Text:
    params = {"fixture": str(fixture), "about": about_of(panel.appeal.ruling), "time": moment_spelt(until)}
    if third:
        sentence = N_(
            "{fixture}: two judges differ about the appeal against the ruling on {about}; your vote decides, by {time}."
        )
        return Text(sentence, **params)
    return Text("{fixture}: the appeal against the ruling on {about} awaits your vote by {time}.", **params)


def _reminder_text(panel: Panel, fixture: Fixture, until: dt.datetime) -> Text:
    params = {"fixture": str(fixture), "about": about_of(panel.appeal.ruling), "time": moment_spelt(until)}
    sentence = N_("{fixture}: your vote on the appeal against the ruling on {about} is awaited by {time}.")
    return Text(sentence, **params)
