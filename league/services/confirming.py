"""The other ways in which a waiting sheet comes to be confirmed: by a link in the mail, on the phone of the captain who
sent it, and by itself when the other side says nothing.

A link is signed, not stored: it names one version and one person, and it serves once because the version it is about
waits only once. On a borrowed phone the other captain proves himself by his password or by the code from his mail; the
phone's own session stays its owner's.
"""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth import authenticate
from django.core import signing
from django.core.cache import cache
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from league import access
from league.enums import FixtureState, ResultState, Settlement
from league.errors import Invalid, WrongState
from league.models import Fixture, League, Result, User
from league.queries.fixtures import find_fixture
from league.queries.people import nobody_else_answers
from league.rules.problems import Problem
from league.services import results
from league.services.moves import captains, lock_fixture
from league.services.versions import given_reason, league_of, live_result, live_version, score_of
from league.services.waiting import leave_to_the_secretary

SALT = "muggins.confirm"
CODE_SALT = "muggins.confirm-code"
CODE_DIGITS = 8
TRIES = 5
TRIES_LAST = 60 * 60
BY_LINK = "by the link in the mail"
ON_THE_OTHER_PHONE = "on the other captain's phone"


# When nobody says anything


def confirm_due(*, now: dt.datetime) -> int:
    """Confirm the sheets that the other side has left unanswered until its time was over.

    Each in a transaction of its own; running it again, or twice at once, changes nothing more. A fixture that has been
    cancelled is left alone, and a sheet whose other side is its sender's too goes to the secretary. Returns how many
    were confirmed.
    """
    due = Result.objects.filter(state=ResultState.SUBMITTED, confirm_by__lte=now)
    due = due.exclude(fixture__state=FixtureState.CANCELLED)
    found = due.select_related("fixture").order_by("confirm_by", "pk")
    return sum(_confirm_unanswered(result.fixture, result.version, now=now) for result in found)


@transaction.atomic
def _confirm_unanswered(fixture: Fixture, version: int, *, now: dt.datetime) -> bool:
    fixture = lock_fixture(fixture)
    result = live_result(fixture)
    if result is None or result.version != version or result.state != ResultState.SUBMITTED:
        return False
    if fixture.state == FixtureState.CANCELLED or result.confirm_by is None or result.confirm_by > now:
        return False
    if nobody_else_answers(result, on=now.astimezone(league_of(fixture).tz).date()):
        result.confirm_by = None
        result.save(update_fields=["confirm_by"])
        leave_to_the_secretary(result, now=now)
        return False
    silent = fixture.home if result.side == "away" else fixture.away
    what = f"confirmed {fixture} by the deadline: {score_of(result)}"
    text = f"{fixture}: {score_of(result)} was confirmed by itself, because {silent} said nothing in time. It counts."
    results.let_count(result, Settlement.DEADLINE, by=None, now=now, what=what, text=text)
    return True


# When nobody else can say anything


@transaction.atomic
def uphold(fixture: Fixture, version: int, *, reason: str, by: User, now: dt.datetime) -> Result:
    """Confirm a sheet in the other side's place: nobody of it answers, or can. Saying so again changes nothing.

    Args:
        version: the version that the secretary saw.
        reason: why it counts without an answer; the journal keeps it and both captains are told.

    Raises:
        WrongState: a newer version is live, or this one waits no more.
        NotAllowed: not the secretary, or he belongs to one of the teams or sent it himself.
        Invalid: no reason.
    """
    fixture = lock_fixture(fixture)
    result = live_version(fixture, version)
    access.require(by, "result.uphold", league_of(fixture), result, now=now)
    if result.settlement == Settlement.UPHELD and result.settled_by_id == by.pk:
        return result
    if result.state != ResultState.SUBMITTED:
        raise WrongState(f"This sheet is {result.get_state_display().lower()} already.")
    reason = given_reason(reason, "Say why it counts without the other side’s answer; both captains are told.")
    what = f"confirmed {fixture} in the other side's place: {score_of(result)}"
    text = f"{fixture}: the secretary has confirmed {score_of(result)}, it counts. {reason}"
    return results.let_count(result, Settlement.UPHELD, by=by, now=now, what=what, text=text, why=reason)


# The link in the mail


@dataclass(frozen=True, slots=True)
class Link:
    """What a link in a mail stands for."""

    result_id: int
    version: int
    user_id: int


@dataclass(frozen=True, slots=True)
class Followed:
    """A link that somebody has opened.

    Attributes:
        refused: why it can no longer be used, in a sentence; blank where it can.
    """

    fixture: Fixture
    result: Result
    person: User
    refused: str


def token_for(result: Result, user: User) -> str:
    """The last part of the link by which `user` confirms this version without signing in."""
    return signing.Signer(salt=SALT).sign_object([result.pk, result.version, user.pk])


def read_token(token: str) -> Link | None:
    """What a link stands for; None where nobody here has made it."""
    try:
        result_id, version, user_id = signing.Signer(salt=SALT).unsign_object(token)
        return Link(int(result_id), int(version), int(user_id))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def follow(league: League, token: str, *, now: dt.datetime) -> Followed | None:
    """How things stand with a link; None where it is no link of this league."""
    link = read_token(token)
    if link is None:
        return None
    result = Result.objects.filter(pk=link.result_id, version=link.version).select_related("settled_by").first()
    person = User.objects.filter(pk=link.user_id).first()
    if result is None or person is None:
        return None
    try:
        fixture = find_fixture(league, result.fixture_id)
    except Fixture.DoesNotExist:
        return None
    result.fixture = fixture
    return Followed(fixture, result, person, _refused(result, person, now=now))


def _refused(result: Result, person: User, *, now: dt.datetime) -> str:
    """Why a link cannot be used (any more)."""
    if result.fixture.state == FixtureState.CANCELLED:
        return "This fixture is cancelled: no result of it counts."
    if result.state != ResultState.SUBMITTED:
        return _settled(result, person)
    if result.confirm_by is not None and result.confirm_by <= now:
        return "The time to answer is over: this sheet is confirmed by itself."
    held = access.grants(person, league_of(result.fixture), now=now)
    if not access.may(held, "result.answer", result):
        return "This link was for the other side's captain, and whoever it was sent to is that no longer."
    return ""


def _settled(result: Result, person: User) -> str:
    if result.state != ResultState.CONFIRMED:
        return f"There is nothing to confirm any more: this sheet is {result.get_state_display().lower()}."
    if result.settled_by_id == person.pk:
        return f"You have confirmed it: {score_of(result)} counts. The link has served."
    if result.settlement == Settlement.DEADLINE:
        return f"The time to answer was over, so it was confirmed by itself: {score_of(result)} counts."
    return f"Somebody was quicker: {score_of(result)} is confirmed and counts."


def confirm_by_link(league: League, token: str, *, now: dt.datetime) -> Result:
    """Confirm the sheet that a link from a mail names, as the person it was sent to. Twice is once.

    Raises:
        WrongState: the link has served, came too late, or is none of this league's.
        NotAllowed: its person is not captain of the other side any more.
    """
    found = follow(league, token, now=now)
    if found is None:
        raise WrongState("This link does not work: it was cut short on its way, perhaps.")
    mine = found.result.state == ResultState.CONFIRMED and found.result.settled_by_id == found.person.pk
    if found.refused and not mine:
        raise WrongState(found.refused)
    return results.confirm(found.fixture, found.result.version, by=found.person, now=now, how=BY_LINK)


# On the same phone


def code_for(result: Result, user: User) -> str:
    """The eight digits in this person's mail by which he confirms this version on another's phone."""
    about = f"{result.pk}:{result.version}:{user.pk}"
    number = int(salted_hmac(CODE_SALT, about, algorithm="sha256").hexdigest(), 16)
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def lent(fixture: Fixture, *, by: User, now: dt.datetime) -> Result:
    """The sheet that waits, which the other captain may confirm on the phone of `by`.

    Raises:
        NotAllowed: it is not his to hand on.
        WrongState: there is none, or it does not wait any more.
    """
    league = league_of(fixture)
    access.require(by, "result.hand_over", league, fixture, now=now)
    live = live_result(fixture)
    if live is not None:
        access.require(by, "result.hand_over", league, live, now=now)
        if live.state == ResultState.SUBMITTED:
            return live
    raise WrongState("There is no sheet of yours that waits to be confirmed. Open the fixture to see how it stands.")


def who_may_confirm(result: Result, *, now: dt.datetime) -> list[User]:
    """The captains who may confirm a version, to choose from: never whoever sent it, nor a captain of both sides."""
    fixture, league = result.fixture, league_of(result.fixture)
    other = "away" if result.side == "home" else "home"
    found = captains(fixture, (other,), now=now)
    return [user for user in found if access.may(access.grants(user, league, now=now), "result.answer", result)]


def confirm_here(
    fixture: Fixture, version: int, *, person: int | None, secret: str, by: User, now: dt.datetime
) -> Result:
    """Confirm a sheet on the phone of the captain who sent it: the other captain proves that it is he.

    Args:
        person: the other captain's id, as chosen on the page.
        secret: his password, or the code from his mail.
        by: whose phone it is.

    Raises:
        NotAllowed: it is not the phone of a captain of the side that sent the sheet.
        WrongState: the sheet does not wait any more, or a newer one is live.
        Invalid: nobody was chosen, the secret is not his, or too many were wrong.
    """
    access.require(by, "result.hand_over", league_of(fixture), fixture, now=now)
    with transaction.atomic():
        locked = lock_fixture(fixture)
        result = live_version(locked, version)
        access.require(by, "result.hand_over", league_of(locked), result, now=now)
        if result.state != ResultState.SUBMITTED:
            raise WrongState(f"This sheet is {result.get_state_display().lower()} already.")
        chosen = next((user for user in who_may_confirm(result, now=now) if user.pk == person), None)
    if chosen is None:
        raise Invalid([Problem("no-person", "Choose who confirms it: a captain of the other side.", "person")])
    # Neither the count of tries nor the slow look at a password happens under the lock.
    _prove(result, chosen, secret)
    return results.confirm(fixture, version, by=chosen, now=now, how=ON_THE_OTHER_PHONE)


def _prove(result: Result, person: User, secret: str) -> None:
    """Raises Invalid unless `secret` is this person's; counts the tries, whether right or wrong."""
    name = person.name or "this captain"
    if not secret.strip():
        raise Invalid([Problem("no-secret", "Type your password, or the code from your mail.", "secret")])
    if _tries(result, person) > TRIES:
        message = (
            f"Too many wrong tries for {name}. Confirm from the link in your own mail or on your own phone, "
            "or try here again in an hour."
        )
        raise Invalid([Problem("too-many", message, "secret")])
    if constant_time_compare("".join(secret.split()), code_for(result, person)):
        return
    if authenticate(None, username=person.email, password=secret) != person:
        message = f"That is neither {name}’s password nor the code in his mail about this sheet."
        raise Invalid([Problem("wrong-secret", message, "secret")])


def _tries(result: Result, person: User) -> int:
    """How many there have been within the hour, this one among them."""
    key = f"confirm-here:{result.pk}:{person.pk}"
    cache.add(key, 0, TRIES_LAST)
    try:
        return int(cache.incr(key))
    except ValueError:
        # It ran out between the two.
        cache.set(key, 1, TRIES_LAST)
        return 1
