"""Revoke a ruling on a call, by its referee within the hour; after that only an appeal revokes it."""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import ConductState, JournalKind, NoticeKind, Settlement, Side
from league.errors import Changed, Invalid, WrongState
from league.models import ConductCase, Fixture, Ruling, User
from league.queries.calls.conduct import decided_with
from league.queries.disputes.consequences import Consequences
from league.queries.disputes.disputes import about_of, appeal_of, find_ruling
from league.queries.people.people import ruling_recipients
from league.rules.problems import Problem
from league.services.calls.conduct import propose_cases
from league.services.calls.rule import concerned_player
from league.services.disputes.appeal import consequences_of_revoking
from league.services.disputes.rulings import take_back_ruling
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import captains, queue_notice
from league.translation import N_, Text

WITHIN = dt.timedelta(hours=1)
LONGEST_REASON = 2000


def is_revocable(ruling: Ruling, *, now: dt.datetime) -> bool:
    return _reason_not_revocable(ruling, None, now=now) is None


def preview(ruling: Ruling, *, by: User, now: dt.datetime) -> Consequences:
    """Preview the consequences of revoking a ruling. Raises as `revoke_ruling`."""
    fixture = ruling.fixture
    access.require(by, "ruling.revoke", fixture.league, ruling, now=now)
    decided = decided_with(ruling)
    _require_revocable(ruling, decided, now=now)
    return _following(ruling, decided, fixture)


@transaction.atomic
def revoke_ruling(ruling: Ruling, *, reason: str, seen: str | None = None, by: User, now: dt.datetime) -> Ruling:
    """Revoke one's own ruling on a call: it counts for nobody's conduct, and the game it awarded goes back.

    A conduct case that it brought about lapses; one that it decided by awarding the game does too, and another is made
    if the rulings left reach the number. Repeating it changes nothing.

    Args:
        reason: public, and told to both captains.
        seen: the stamp of the consequences that the referee was shown; None does not check it.

    Raises:
        NotAllowed: it is not a ruling on a call, or not the person's own.
        WrongState: its hour is over, it was appealed against, or an appeal has revoked it.
        Changed: the consequences differ from those shown.
        Invalid: no reason.
    """
    fixture = lock_fixture(ruling.fixture)
    ruling = find_ruling(fixture.league, ruling.pk)
    if ruling.call is not None:
        ruling.call.fixture = fixture
    access.require(by, "ruling.revoke", fixture.league, ruling, now=now)
    if ruling.revoked_at is not None and appeal_of(ruling) is None:
        return ruling
    decided = decided_with(ruling)
    if decided is not None and decided.case is not None:
        decided.case.fixture = fixture
    _require_revocable(ruling, decided, now=now)
    _require_reason(reason)
    if seen is not None and seen != _following(ruling, decided, fixture).stamp:
        raise Changed(N_("Something has changed since this was shown: look again at what follows."))
    cases = _take_back(ruling, decided, fixture, reason=reason.strip(), by=by, now=now)
    _record(ruling, fixture, cases, why=reason.strip(), by=by, now=now)
    _notify(ruling, decided, fixture, reason=reason.strip(), by=by, now=now)
    return ruling


def _reason_not_revocable(ruling: Ruling, decided: Ruling | None, *, now: dt.datetime) -> tuple[str, Text] | None:
    """Return why a ruling cannot be revoked, as a code and a sentence."""
    both = [each_ruling for each_ruling in (ruling, decided) if each_ruling is not None]
    if any(appeal_of(each_ruling) is not None for each_ruling in both):
        return "appealed", N_("This ruling was appealed against: it can only be revoked by that appeal.")
    if any(each_ruling.revoked_at is not None for each_ruling in both):
        return "revoked", N_("This ruling was revoked already.")
    if now > ruling.decided_at + WITHIN:
        return (
            "too-late",
            N_("A ruling can be revoked for an hour only. It stands until an appeal against it succeeds."),
        )
    return None


def _require_revocable(ruling: Ruling, decided: Ruling | None, *, now: dt.datetime) -> None:
    if why := _reason_not_revocable(ruling, decided, now=now):
        raise WrongState(why[1], code=why[0])


def _require_reason(reason: str) -> None:
    if not reason.strip():
        message = N_("Say what was wrong with the ruling; everybody can read it.")
        raise Invalid([Problem("no-reason", message, "reason")])
    if "\0" in reason or len(reason) > LONGEST_REASON:
        message = Text.plural(
            "Say it in {n} ordinary character at the most.",
            "Say it in {n} ordinary characters at the most.",
            n=LONGEST_REASON,
        )
        raise Invalid([Problem("reason", message, "reason")])


def _following(ruling: Ruling, decided: Ruling | None, fixture: Fixture) -> Consequences:
    """Return the consequences: the award, if any, rests on the case decided with the ruling, or on the ruling."""
    return consequences_of_revoking(decided or ruling, fixture)


def _take_back(
    ruling: Ruling, decided: Ruling | None, fixture: Fixture, *, reason: str, by: User, now: dt.datetime
) -> list[ConductCase]:
    """Take the ruling's effect back; return the cases that lapse."""
    call = ruling.call
    assert call is not None, "of a call"  # noqa: S101 - whoever may revoke it has one
    place = {"match_number": call.match_number, "game_number": call.game_number}
    waiting = set(_cases(fixture, place, ConductState.PROPOSED))
    back = {"settlement": Settlement.RULING, "case_becomes": ConductState.LAPSED}
    take_back_ruling(ruling, fixture, reason=reason, by=by, now=now, **back)  # type: ignore[arg-type]
    if decided is not None:
        take_back_ruling(decided, fixture, reason=reason, by=by, now=now, **back)  # type: ignore[arg-type]
    lapsed = waiting - set(_cases(fixture, place, ConductState.PROPOSED))
    if decided is not None and decided.case is not None:
        lapsed.add(decided.case)
        # The rulings that are left may reach the number without this one.
        propose_cases(fixture, match_number=call.match_number, game_number=call.game_number, by=by, now=now)
    return sorted(lapsed, key=lambda case: case.pk)


def _cases(fixture: Fixture, place: dict[str, int], state: ConductState) -> list[ConductCase]:
    return list(ConductCase.objects.filter(fixture=fixture, state=state, **place))


def _key_of(ruling: Ruling) -> str:
    return f"revoked:{ruling.pk}"


def _record(
    ruling: Ruling, fixture: Fixture, cases: list[ConductCase], *, why: str, by: User, now: dt.datetime
) -> None:
    record(
        fixture.league,
        JournalKind.RULING_REVOKED,
        _key_of(ruling),
        by=by,
        now=now,
        what=Text("revoked the ruling on {about} of {fixture}", about=about_of(ruling), fixture=str(fixture)),
        why=why,
        fixture=fixture,
        player=concerned_player(ruling),
        data={"ruling": ruling.pk, "cases": [case.pk for case in cases]},
    )


def _notify(
    ruling: Ruling, decided: Ruling | None, fixture: Fixture, *, reason: str, by: User, now: dt.datetime
) -> None:
    """Tell both captains, and whoever was told of the ruling or of the award that came with it."""
    people = captains(fixture, Side.values, now=now) + ruling_recipients(ruling)
    player = decided.case.player if decided is not None and decided.case is not None else None
    if player is not None and player.user is not None and player.user.is_active:
        people.append(player.user)
    sentence = N_("{fixture}: the ruling on {about} was revoked by the referee. {reason}")
    if ruling.awarded_to or decided is not None:
        sentence = N_(
            "{fixture}: the ruling on {about} was revoked by the referee; the game is no longer awarded. {reason}"
        )
    text = Text(sentence, fixture=str(fixture), about=about_of(ruling), reason=reason)
    recipients = {user.pk: user for user in people if user.pk != by.pk}
    queue_notice(
        fixture.league,
        recipients.values(),
        NoticeKind.RULING_MADE,
        _key_of(ruling),
        text=text,
        now=now,
        fixture=fixture,
    )
