"""A person's own data: changed, given to him as a file, and erased. What was played stays (docs/people.md)."""

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Left, Replace

from league import access
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import (
    ApiToken,
    CalendarFeed,
    Invitation,
    League,
    MailSettings,
    Notice,
    Player,
    Preference,
    Registration,
    Role,
    SheetDraft,
    User,
)
from league.queries.persons import everything_about
from league.rules.problems import Problem
from league.services import idempotency
from league.services.journal import record
from league.services.roles import end_now, lock

FORMER = "former player"
WORDS = {"name": "name", "phone": "phone", "email": "mail address", "shorten_name": "whether the name is shortened"}
LONGEST_NAME, LONGEST_PHONE = 120, 40


@dataclass(frozen=True, slots=True)
class Details:
    """What a league keeps of a player besides what he plays. None leaves the address as it is."""

    name: str
    phone: str = ""
    shorten_name: bool = False
    email: str | None = None


def change_details(player: Player, details: Details, *, by: User, now: dt.datetime) -> Player:
    """Change a player's name, how he is reached, and whether his name is shortened. Saying the same again does nothing.

    The journal says which of these were changed, not from what to what: it outlasts the person's data.

    Raises:
        NotAllowed: `by` is neither he nor the league's secretary.
        Invalid: no name, too long, an address that is none or another player's; all at once.
        WrongState: he was erased.
    """
    access.require(by, "person.change", player.league, player, now=now)
    with transaction.atomic():
        lock(player.league)
        player = _there(player)
        name, phone = _clean(details.name), _clean(details.phone)
        email = player.email if details.email is None else _clean(details.email).lower()
        if found := _problems(player, name, phone, email):
            raise Invalid(found)
        said = {"name": name, "phone": phone, "email": email, "shorten_name": details.shorten_name}
        different = [field for field, value in said.items() if getattr(player, field) != value]
        if player.user is not None and player.user.name in ("", player.name):
            User.objects.filter(pk=player.user.pk).update(name=name)
        if not different:
            return player
        for field in different:
            setattr(player, field, said[field])
        player.save(update_fields=different)
        _record_change(player.league, player.uid, different, player=player, by=by, now=now)
    return player


def change_name(user: User, name: str, *, league: League, by: User, now: dt.datetime) -> User:
    """Change the name of somebody who plays in no team; his own account only.

    Raises:
        NotAllowed: it is not his.
        Invalid: no name, or one that is too long.
    """
    access.require(by, "account.own", league, now=now)
    cleaned = _clean(name)
    if by.pk != user.pk or not cleaned or len(cleaned) > LONGEST_NAME:
        raise Invalid([Problem("name", f"Write a name of at most {LONGEST_NAME} letters.", "name")])
    if user.name == cleaned:
        return user
    with transaction.atomic():
        user.name = cleaned
        user.save(update_fields=["name"])
        _record_change(league, user.uid, ["name"], player=None, by=by, now=now)
    return user


def export_person(player: Player, *, by: User, now: dt.datetime) -> dict[str, Any]:
    """All that the league keeps of a player and his account, as values for JSON. Written down in the journal.

    Raises:
        NotAllowed: `by` is neither he nor the league's secretary.
        WrongState: he was erased.
    """
    league = player.league
    access.require(by, "person.export", league, player, now=now)
    with transaction.atomic():
        player = _there(player)
        about = everything_about(league, player, player.user)
        key, what = f"{player.uid}:{uuid.uuid4().hex}", "exported the data of {player}"
        record(league, JournalKind.PERSON_EXPORTED, key, by=by, now=now, what=what, player=player)
    return about


def export_account(league: League, *, by: User, now: dt.datetime) -> dict[str, Any]:
    """All that the league keeps of somebody who is none of its players: his own only.

    Raises:
        NotAllowed: he is not signed in.
    """
    access.require(by, "account.own", league, now=now)
    with transaction.atomic():
        about = everything_about(league, None, by)
        key, what = f"{by.uid}:{uuid.uuid4().hex}", "exported his own data"
        record(league, JournalKind.PERSON_EXPORTED, key, by=by, now=now, what=what)
    return about


def erase(player: Player, *, by: User, now: dt.datetime) -> Player:
    """Erase a player's own data for good. His results stay, under the name "former player".

    His roles in the league end at once and so do his registrations. An account that serves in no other league is made
    nobody's; another one only loses what it had here. All of it is one transaction. It locks league, player, account
    and the journal's end, in this order, and of the person's rows no key: whoever decides with this account at the
    moment goes on writing rows that name him, and is never waited for by somebody whom he waits for.

    Raises:
        NotAllowed: `by` is neither he nor the league's secretary.
        WrongState: he was erased already, or his account is an administrator's.
        Invalid: he is the league's last secretary.
    """
    league = player.league
    access.require(by, "person.erase", league, player, now=now)
    with transaction.atomic():
        lock(league)
        player = _there(player)
        user, name = player.user, player.name
        if user is not None:
            # Before his messages: who sends the daily mail locks a person first, too.
            user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
            _leave(user, league, now=now)
        _end_registrations(player, now)
        _forget_name(name, league)
        idempotency.forget_person(user, _traces(player, user))
        player.name, player.email, player.phone, player.shorten_name = FORMER, "", "", False
        player.user, player.erased_at = None, now
        player.save(update_fields=["name", "email", "phone", "shorten_name", "user", "erased_at"])
        if user is not None and not _serves_elsewhere(user, league, now):
            _anonymise(user, now)
        what = "erased the data of a player: now {player}"
        record(league, JournalKind.PERSON_ERASED, str(player.uid), by=by, now=now, what=what, player=player)
    return player


def erase_account(league: League, *, by: User, now: dt.datetime) -> None:
    """Erase what a league keeps of somebody who is none of its players: his own only. As `erase` otherwise.

    Raises:
        NotAllowed: he is not signed in.
        WrongState: his account is an administrator's.
        Invalid: he is the league's last secretary.
    """
    access.require(by, "account.own", league, now=now)
    with transaction.atomic():
        lock(league)
        user = User.objects.select_for_update(no_key=True).get(pk=by.pk)
        _leave(user, league, now=now)
        idempotency.forget_person(user, _traces(None, user))
        if not _serves_elsewhere(user, league, now):
            _anonymise(user, now)
        key = f"{user.uid}:{now.isoformat()}"
        record(league, JournalKind.PERSON_ERASED, key, by=by, now=now, what="erased his own account")


def _there(player: Player) -> Player:
    """The player's row, locked.

    Raises:
        WrongState: he was erased.
    """
    found = (
        Player.objects.select_for_update(of=("self",), no_key=True).select_related("league", "user").get(pk=player.pk)
    )
    if found.erased_at is not None:
        raise WrongState("The data of this player were erased.")
    return found


def _leave(user: User, league: League, *, now: dt.datetime) -> None:
    """End what an account is in a league, and delete what the league kept for it."""
    if user.is_staff or user.is_superuser:
        raise WrongState("This account is an administrator’s. Another administrator takes its rights away first.")
    running = Role.objects.filter(user=user, league=league, ended_at=None).select_related("league", "team", "user")
    today = now.astimezone(league.tz).date()
    for role in running.exclude(ends_on__lt=today).select_for_update(of=("self",)).order_by("pk"):
        end_now(role, now=now)
    SheetDraft.objects.filter(user=user, fixture__division__season__league=league).delete()
    for kept in (Invitation, CalendarFeed):
        kept._default_manager.filter(user=user, league=league).delete()
    Notice.objects.filter(recipient=user, league=league).delete()


def _end_registrations(player: Player, now: dt.datetime) -> None:
    today = now.astimezone(player.league.tz).date()
    still = Registration.objects.filter(player=player).filter(Q(ends_on=None) | Q(ends_on__gt=today))
    still.filter(starts_on__gt=today).delete()
    still.update(ends_on=today)


def _forget_name(name: str, league: League) -> None:
    """Messages to others that name him name him no more. A name of one word may be any word: it stays in them."""
    if " " in name:
        told = Notice.objects.filter(league=league, text__contains=name)
        # The new name may be the longer one, and a message may be as long as one can be.
        longest = Notice._meta.get_field("text").max_length or 0
        told.update(text=Left(Replace("text", Value(name), Value(FORMER)), longest))


def _traces(player: Player | None, user: User | None) -> list[str]:
    """What tells of him wherever it stands: addresses, his number, and his name unless it may be any word."""
    names, others = [], []
    if player is not None:
        names, others = [player.name], [player.email, player.phone]
    if user is not None:
        names, others = [*names, user.name], [*others, user.email]
    return [*others, *(name for name in names if " " in name)]


def _serves_elsewhere(user: User, left: League, now: dt.datetime) -> bool:
    """Whether an account is somebody in another league than the one it has left, today or on a day to come."""
    roles = Role.objects.filter(user=user, ended_at=None).exclude(league=left).select_related("league")
    return (
        any(role.ends_on is None or role.ends_on >= now.astimezone(role.league.tz).date() for role in roles)
        or Player.objects.filter(user=user).exclude(league=left).exists()
        or Invitation.objects.filter(user=user, accepted_at=None, revoked_at=None, expires_at__gt=now)
        .exclude(league=left)
        .exists()
    )


def _anonymise(user: User, now: dt.datetime) -> None:
    """Make an account nobody's: the rows that name it as their author stay, and name nobody."""
    for kept in (EmailAddress, ApiToken, CalendarFeed, Preference, MailSettings, Invitation, SheetDraft):
        kept._default_manager.filter(user=user).delete()
    Notice.objects.filter(recipient=user).delete()
    for session in Session.objects.filter(expire_date__gt=now).iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
    user.email, user.name, user.is_active = f"erased-{user.uid}@invalid.invalid", FORMER, False
    user.last_login, user.erased_at = None, now
    user.set_unusable_password()
    user.save(update_fields=["email", "name", "is_active", "last_login", "erased_at", "password"])


def _record_change(
    league: League, uid: uuid.UUID, fields: list[str], *, player: Player | None, by: User, now: dt.datetime
) -> None:
    """The journal's entry: which details were changed, and no word of what they were or are."""
    whose = "the details of {player}" if player is not None else "his own details"
    what = f"changed {whose}: {', '.join(WORDS[field] for field in fields)}"
    record(
        league, JournalKind.PERSON_CHANGED, f"{uid}:{uuid.uuid4().hex}", by=by, now=now, what=what, player=player,
        data={"changed": fields},
    )  # fmt: skip


def _problems(player: Player, name: str, phone: str, email: str) -> list[Problem]:
    found = []
    if not name or len(name) > LONGEST_NAME:
        found.append(Problem("name", f"Write a name of at most {LONGEST_NAME} letters.", "name"))
    if len(phone) > LONGEST_PHONE:
        found.append(Problem("phone", f"Write a number of at most {LONGEST_PHONE} characters.", "phone"))
    if email and email != player.email.lower():
        found += _email_problems(player, email)
    return found


def _email_problems(player: Player, email: str) -> list[Problem]:
    try:
        validate_email(email)
    except ValidationError:
        return [Problem("email", "Write a mail address, such as olive@example.org.", "email")]
    if len(email) > 254:
        return [Problem("email", "No mail address is that long.", "email")]
    others = Player.objects.filter(league=player.league_id, email__iexact=email).exclude(pk=player.pk)
    if others.exists():
        return [Problem("email", "Another player of this league has that address.", "email")]
    return []


def _clean(text: str) -> str:
    return " ".join(text.replace("\0", "").split())
