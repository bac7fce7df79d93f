"""Confirm or answer a sheet without an own session: by a mailed link, on the sender's phone, or with a printed code.

A link is signed, not stored: it names one version, one person and their address, and serves once because that version
waits only once. On a borrowed phone the other captain proves who they are by password (with a second factor: by its
code instead) or by the code from their mail; the phone's own session stays its owner's.

A printed one-time code of the team that is asked answers a sheet or a proposed correction, once: the paper is its own
proof. Guesses are limited by the visitor's address alone, so that nobody keeps a team from its codes by guessing
elsewhere. A code is ten letters of 32, 50 bits, and a team has twenty. Thirty guesses an hour for the 48 hours that a
sheet waits are 1,440, of which one is right with odds of 1,440 × 20 / 2⁵⁰, one in forty thousand million; from a
hundred thousand addresses at once, one in four hundred thousand.
"""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from league import access
from league.enums import FixtureState, ResultState, Settlement
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, League, Result, Team, TeamCode, User
from league.queries.fixtures import find_fixture, has_codes
from league.queries.results.versions import (
    live_result,
    live_version,
    proposed_correction,
    require_not_cancelled,
    score_of,
    state_of,
)
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME, Side, other_side
from league.services.locks import lock_fixture
from league.services.notices import captains
from league.services.people.accounts.keys import address_mark, read_link, sign_link
from league.services.people.accounts.security import count_try, is_code_of, is_password_of
from league.services.people.captains import find_code
from league.services.results import confirm, correct
from league.translation import N_, Text

SALT = "muggins.confirm"
CODE_SALT = "muggins.confirm-code"
CODE_DIGITS = 8
TRY = "confirm_here"
BY_LINK = N_("by the link in the mail")
ON_THE_OTHER_PHONE = N_("on the other captain's phone")


@dataclass(frozen=True, slots=True)
class Link:
    result_id: int
    version: int
    user: User


@dataclass(frozen=True, slots=True)
class Followed:
    """A link that somebody has opened; `refused` says why it cannot be used, blank where it can."""

    fixture: Fixture
    result: Result
    person: User
    refused: str


def token_for(result: Result, user: User) -> str:
    """Return the token by which `user` confirms this version without signing in."""
    return sign_link(user, SALT, result.pk, result.version)


def read_token(token: str) -> Link | None:
    """Return what a token names; None if it is forged or the person's address has changed."""
    link = read_link(token, SALT)
    if link is None:
        return None
    user, (result_id, version) = link
    return Link(result_id, version, user)


def follow(league: League, token: str, *, now: dt.datetime) -> Followed | None:
    """Return how things stand with a link; None where it is no link of this league."""
    link = read_token(token)
    if link is None:
        return None
    result = Result.objects.filter(pk=link.result_id, version=link.version).select_related("settled_by").first()
    if result is None:
        return None
    try:
        fixture = find_fixture(league, result.fixture_id)
    except Fixture.DoesNotExist:
        return None
    result.fixture = fixture
    return Followed(fixture, result, link.user, _refusal(result, link.user, now=now))


def _refusal(result: Result, person: User, *, now: dt.datetime) -> str:
    if result.fixture.state == FixtureState.CANCELLED:
        return N_("This fixture is cancelled: no result of it counts.")
    if result.state != ResultState.SUBMITTED:
        return _settled_message(result, person)
    grants = access.grants(person, result.fixture.league, now=now)
    if not access.may(grants, "result.answer", result):
        return N_("This link was for the other side's captain, and the person it was sent to is no longer a captain.")
    return ""


def _settled_message(result: Result, person: User) -> Text:
    score = score_of(result)
    if result.state != ResultState.CONFIRMED:
        return Text("There is nothing to confirm any more: this sheet is {state}.", state=state_of(result))
    if result.settled_by_id == person.pk:
        return Text("You have confirmed it: {score} counts. The link is used up.", score=score)
    if result.settlement == Settlement.DEADLINE:
        return Text("The deadline passed, so it was confirmed automatically: {score} counts.", score=score)
    return Text("Somebody was quicker: {score} is confirmed and counts.", score=score)


def confirm_by_link(league: League, token: str, *, now: dt.datetime) -> Result:
    """Confirm the sheet of a mailed link as the person it was sent to; twice is once.

    Raises:
        WrongState: the link has served, came too late, or is none of this league's.
        NotAllowed: its person is not captain of the other side any more.
    """
    link = follow(league, token, now=now)
    if link is None:
        raise WrongState(N_("This link does not work: it may have been cut short, or your address has changed."))
    mine = link.result.state == ResultState.CONFIRMED and link.result.settled_by_id == link.person.pk
    if link.refused and not mine:
        raise WrongState(link.refused)
    return confirm.confirm(link.fixture, link.result.version, by=link.person, now=now, how=BY_LINK)


def code_for(result: Result, user: User) -> str:
    """Return the eight digits in this person's mail that confirm this version on another's phone."""
    about = f"{result.pk}:{result.version}:{user.pk}:{address_mark(user)}"
    number = int(salted_hmac(CODE_SALT, about, algorithm="sha256").hexdigest(), 16)
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def sheet_to_hand_over(fixture: Fixture, *, by: User, now: dt.datetime) -> Result:
    """Return the waiting sheet that the other captain may confirm on the phone of `by`.

    Raises:
        NotAllowed: it is not theirs to hand on.
        WrongState: there is none, or it does not wait any more.
    """
    grants = access.require(by, "result.hand_over", fixture.league, fixture, now=now)
    live = live_result(fixture)
    if live is not None:
        access.ensure(grants, "result.hand_over", live)
        if live.state == ResultState.SUBMITTED:
            return live
    raise WrongState(
        N_("No sheet of yours is awaiting confirmation."), on_page=N_("Open the fixture to see how it stands.")
    )


def who_may_confirm(result: Result, *, now: dt.datetime) -> list[User]:
    """Return the captains who may confirm a version: never who sent it, nor a captain of both sides."""
    fixture, league = result.fixture, result.fixture.league
    other = "away" if result.side == "home" else "home"
    users = captains(fixture, (other,), now=now)
    return [user for user in users if access.may(access.grants(user, league, now=now), "result.answer", result)]


def confirm_here(
    fixture: Fixture, version: int, *, person: int | None, secret: str, by: User, now: dt.datetime
) -> Result:
    """Confirm a sheet on the phone of the captain who sent it; the other captain proves who they are.

    Args:
        person: the other captain's id.
        secret: the code from their mail; or their password, or a code of their second factor if they have one.
        by: whose phone it is.

    Raises:
        NotAllowed: it is not the phone of a captain of the side that sent the sheet.
        WrongState: the sheet does not wait any more, or a newer one is live.
        Invalid: nobody was chosen, the secret is not theirs, or too many were wrong.
    """
    access.require(by, "result.hand_over", fixture.league, fixture, now=now)
    with transaction.atomic():
        locked = lock_fixture(fixture)
        result = live_version(locked, version)
        access.require(by, "result.hand_over", locked.league, result, now=now)
        if result.state != ResultState.SUBMITTED:
            raise WrongState(Text("This sheet is {state} already.", state=state_of(result)))
        chosen = next((user for user in who_may_confirm(result, now=now) if user.pk == person), None)
    if chosen is None:
        raise Invalid([Problem("no-person", N_("Choose who confirms it: a captain of the other side."), "person")])
    # Neither the count of tries nor the slow look at a password happens under the lock.
    _prove(result, chosen, secret)
    return confirm.confirm(fixture, version, by=chosen, now=now, how=ON_THE_OTHER_PHONE)


def _prove(result: Result, person: User, secret: str) -> None:
    """Raise Invalid unless `secret` is this person's.

    Where there is a second factor, its code takes the place of the password: whoever knows the password alone could not
    sign in with it either. A refusal says the same of everybody, so that nobody learns who has a factor.

    Tries are counted whether right or wrong, by person and fixture: a corrected sheet gives nobody new ones. A wrong
    one counts among the person's failed sign-ins too, so that it makes no difference where somebody guesses.
    """
    name = person.name or N_("this captain")
    if not secret.strip():
        raise Invalid(
            [Problem("no-secret", N_("Enter the code from your email, your password or your app’s code."), "secret")]
        )
    if not count_try(TRY, f"{result.fixture_id}:{person.pk}"):
        message = Text(
            "Too many wrong tries for {name}. Confirm from the link in your own mail or on your own phone, "
            "or try here again in an hour.",
            name=name,
        )
        raise Invalid([Problem("too-many", message, "secret")])
    if constant_time_compare("".join(secret.split()), code_for(result, person)):
        return
    holds = is_code_of if access.has_factor(person) else is_password_of
    if not holds(person, secret, field="secret"):
        message = Text(
            "That is neither {name}’s password nor the code in their mail about this sheet. With a second factor, "
            "enter the app’s code in place of the password.",
            name=name,
        )
        raise Invalid([Problem("wrong-secret", message, "secret")])


TRY_CODE = "team_code"


def asked_side(result: Result) -> Side:
    return other_side(HOME if result.side == HOME else AWAY)


def require_awaited(fixture: Fixture) -> Result:
    """Return the sheet or correction that a printed code may answer; raise WrongState if none, or the side has no code
    left."""
    waiting = _waiting(fixture)
    if not has_codes(fixture, asked_side(waiting)):
        team = _team(fixture, asked_side(waiting)).name
        raise WrongState(
            Text("{team} has no unused codes: the secretary can print a sheet of them, or help.", team=team),
            code="no-codes",
        )
    return waiting


def _waiting(fixture: Fixture) -> Result:
    require_not_cancelled(fixture)
    live = live_result(fixture)
    if live is not None and live.state == ResultState.SUBMITTED and live.side:
        return live
    proposed = proposed_correction(fixture)
    if proposed is not None and proposed.side:
        return proposed
    if live is not None:
        raise WrongState(Text("No answer is awaited here: this sheet is {state} already.", state=state_of(live)))
    raise WrongState(
        N_("No sheet is awaiting confirmation here."), on_page=N_("Open the fixture to see how it stands.")
    )


def answer_by_code(
    fixture: Fixture,
    version: int,
    *,
    code: str,
    agree: bool = True,
    reason: str = "",
    by: User | None,
    now: dt.datetime,
) -> Result:
    """Answer the other side's sheet, or its correction, with a printed code of the side that is asked; it is spent.

    A refusal is the same for a used, revoked, foreign or invented code. Tries are counted, right or wrong, by address.

    Args:
        agree: False disputes the sheet, or refuses the correction; with a reason.
        by: who is signed in, if anybody: often the captain who sent the sheet. The journal names them as who typed it.

    Raises:
        WrongState: nothing awaits an answer, the side has no code left, or a newer version is live. No code is spent.
        Invalid: no code, not one of that side's, or too many were tried; no reason where one is needed.
    """
    require_awaited(fixture)
    problems = []
    if not code.strip():
        problems.append(Problem("no-code", N_("Enter a code from the team’s printed sheet."), "code"))
    if not agree and not reason.strip():
        problems.append(Problem("no-reason", N_("Say what is wrong."), "reason"))
    if problems:
        raise Invalid(problems)
    if not count_try(TRY_CODE, ""):
        message = N_(
            "Too many codes were tried from this connection. Use another one, such as mobile data in place of Wi-Fi, "
            "or try again in an hour."
        )
        raise Invalid([Problem("too-many", message, "code")])
    with transaction.atomic():
        locked = lock_fixture(fixture)
        waiting = _waiting(locked)
        if waiting.version != version:
            raise Changed(N_("A newer sheet has come in since this page was opened. Open the fixture again to see it."))
        team = _team(locked, asked_side(waiting))
        how = _spend(code, waiting, team, now=now)
        if waiting.state == ResultState.PROPOSED:
            return _answer_correction(waiting, team, agree, reason.strip(), how, by=by, now=now)
        return _answer_sheet(waiting, team, agree, reason.strip(), how, by=by, now=now)


def _team(fixture: Fixture, side: str) -> Team:
    return fixture.away if side == AWAY else fixture.home


def _spend(code: str, result: Result, team: Team, *, now: dt.datetime) -> Text:
    """Use up a team's code for a version of a locked fixture; return its name for the journal."""
    row: TeamCode | None = find_code(code, team.pk, result.fixture.division.season_id)
    if row is None:
        message = Text("That is no unused code of {team} for this season.", team=team.name)
        raise Invalid([Problem("wrong-code", message, "code")])
    row.used_at, row.used_for = now, result
    row.save(update_fields=["used_at", "used_for"])
    return Text(
        "with code {number} of {team}’s printed sheet {sheet}", number=row.number, sheet=row.sheet, team=team.name
    )


def _answer_sheet(
    result: Result, team: Team, agree: bool, reason: str, how: Text, *, by: User | None, now: dt.datetime
) -> Result:
    params = {"fixture": str(result.fixture), "score": score_of(result)}
    if agree:
        what = Text("confirmed {fixture}: {score}, {how}", how=how, **params)
        text = Text(
            "{fixture}: {score} is confirmed with a printed code of {team}, and counts.", team=team.name, **params
        )
        return confirm.settle_confirmed(result, Settlement.CODE, by=None, typed_by=by, now=now, what=what, text=text)
    what = Text("disputed {fixture}: {score}, {how}", how=how, **params)
    text = Text("{fixture}: {score} is disputed with a printed code of {team}.", team=team.name, **params)
    confirm.contest(
        result, None, asked_side(result), reason, by=None, typed_by=by, now=now, what=what, text=text, surprised=True
    )
    return result


def _answer_correction(
    proposed: Result, team: Team, agree: bool, reason: str, how: Text, *, by: User | None, now: dt.datetime
) -> Result:
    params = {"fixture": str(proposed.fixture), "score": score_of(proposed)}
    if agree:
        old = score_of(correct.corrected_by(proposed))
        what = Text("accepted the correction of {fixture}: {score} instead of {old}, {how}", how=how, old=old, **params)
        text = Text(
            "{fixture}: the correction is accepted with a printed code of {team}, {score} instead of {old} counts.",
            team=team.name,
            old=old,
            **params,
        )
        return correct.accept(proposed, Settlement.CODE, correct.Answer(what, text, None, now, typed_by=by))
    what = Text("refused the correction of {fixture}: {score}, {how}", how=how, **params)
    text = Text(
        "{fixture}: the correction to {score} is refused with a printed code of {team}: {reason}",
        team=team.name,
        reason=reason,
        **params,
    )
    return correct.refuse(proposed, reason, correct.Answer(what, text, None, now, typed_by=by))
