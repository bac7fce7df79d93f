"""A person's own data: changed, exported, and erased. What was played stays (docs/people.md)."""

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q

from league import access, hooks
from league.enums import JournalKind, SecurityKind
from league.errors import Invalid, WrongState
from league.models import (
    ApiToken,
    Availability,
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
    SiteMail,
    User,
    WaitingFile,
)
from league.queries.people.personal_data import everything_about, merged_into
from league.rules.names import LONGEST_NAME, check_line, clean_line, is_name
from league.rules.problems import Problem
from league.services import idempotency
from league.services.journal import record
from league.services.people.accounts.security import forget, note
from league.services.people.accounts.sessions import end_sessions
from league.services.people.erasing.mentions import (
    FORMER,
    forget_author,
    forget_in_admin_log,
    forget_in_drafts,
    forget_in_messages,
    forget_in_news,
)
from league.services.people.roles import end_now, lock
from league.translation import N_, Text

WORDS = {
    "name": N_("name"),
    "phone": N_("phone"),
    "email": N_("mail address"),
    "shorten_name": N_("whether the name is shortened"),
    "hide_averages": N_("whether averages are public"),
    "note": N_("note for captains"),
}
LONGEST_PHONE, LONGEST_NOTE = 40, 200


@dataclass(frozen=True, slots=True)
class Details:
    """A player's details besides what they play; None leaves one unchanged."""

    name: str
    phone: str = ""
    shorten_name: bool = False
    email: str | None = None
    note: str | None = None
    hide_averages: bool | None = None


def change_details(player: Player, details: Details, *, by: User, now: dt.datetime) -> Player:
    """Change a player's details; the same again does nothing.

    The journal names the changed fields, not their values: it outlasts the person's data.

    Raises:
        NotAllowed: `by` is neither the player nor the league's secretary.
        Invalid: no name, too long, an address that is none or another player's, or that a player would give themselves;
            all at once.
        WrongState: they were erased.
    """
    held = access.require(by, "person.change", player.league, player, now=now)
    with transaction.atomic():
        lock(player.league)
        player = _lock_player(player)
        if found := problems_of_details(player, details, secretary=held.secretary):
            raise Invalid(found)
        said = {**_texts(player, details), "shorten_name": details.shorten_name}
        if details.hide_averages is not None:
            said["hide_averages"] = details.hide_averages
        different = [field for field, value in said.items() if getattr(player, field) != value]
        if player.user is not None and player.user_id == by.pk and player.user.name in ("", player.name):
            User.objects.filter(pk=player.user.pk).update(name=said["name"])
        if not different:
            return player
        for field in different:
            setattr(player, field, said[field])
        player.save(update_fields=different)
        _record_change(player.league, player.uid, different, player=player, by=by, now=now)
    return player


def change_name(user: User, name: str, *, league: League, by: User, now: dt.datetime) -> User:
    """Change the name of one's own account, for somebody who plays in no team."""
    access.require(by, "account.own", league, now=now)
    cleaned = _clean(name)
    if by.pk != user.pk or not is_name(cleaned):
        raise Invalid(check_line(cleaned, "name") or [_name_problem()])
    if user.name == cleaned:
        return user
    with transaction.atomic():
        user.name = cleaned
        user.save(update_fields=["name"])
        _record_change(league, user.uid, ["name"], player=None, by=by, now=now)
    return user


def export_person(player: Player, *, by: User, now: dt.datetime) -> dict[str, Any]:
    """Export all that the league stores of a player for JSON; their account too if they ask themselves. Journalled.

    Raise NotAllowed unless `by` is the player or the secretary, WrongState if they were erased.
    """
    league = player.league
    access.require(by, "person.export", league, player, now=now)
    with transaction.atomic():
        player = _lock_player(player)
        about = everything_about(league, player, player.user, themselves=player.user_id == by.pk)
        key, what = f"{player.uid}:{uuid.uuid4().hex}", Text("exported the data of {player}", player="{player}")
        note(SecurityKind.DATA_EXPORTED, player.user or by, by=by, detail=league.name, now=now)
        record(league, JournalKind.PERSON_EXPORTED, key, by=by, now=now, what=what, player=player)
    return about


def export_account(league: League, *, by: User, now: dt.datetime) -> dict[str, Any]:
    """Export all that the league stores of the caller, who is none of its players."""
    access.require(by, "account.own", league, now=now)
    with transaction.atomic():
        about = everything_about(league, None, by, themselves=True)
        key, what = f"{by.uid}:{uuid.uuid4().hex}", N_("exported their own data")
        note(SecurityKind.DATA_EXPORTED, by, detail=league.name, now=now)
        record(league, JournalKind.PERSON_EXPORTED, key, by=by, now=now, what=what)
    return about


def erase(player: Player, *, by: User, now: dt.datetime) -> Player:
    """Erase a player's own data for good. Their results stay, under the name "former player".

    Their roles and registrations end at once; their account loses what it had in the league and is otherwise left
    alone, all
    in one transaction. It locks league, player, account and the journal's end, in this order, and of the person's rows
    no
    key: a concurrent decision by this account may go on inserting rows that refer to them, without a deadlock.

    Raises:
        NotAllowed: `by` is neither the player nor the league's secretary.
        WrongState: they were erased already.
        Invalid: they are the league's last secretary.
    """
    league = player.league
    access.require(by, "person.erase", league, player, now=now)
    with transaction.atomic():
        lock(league)
        player = _lock_player(player)
        _erase_player(player, now)
        _record_erasing(player, by=by, now=now)
    return player


def erase_account(league: League, *, by: User, now: dt.datetime) -> None:
    """Erase one's own account, with the player of the league that they are. Locks as `erase`.

    An account that serves in another league is kept, and loses what it had in this one. Raise WrongState for an
    administrator, Invalid for the league's last secretary.
    """
    access.require(by, "account.own", league, now=now)
    with transaction.atomic():
        lock(league)
        own = Player.objects.filter(league=league, user=by).first()
        player = None if own is None else _lock_player(own)
        user = User.objects.select_for_update(no_key=True).get(pk=by.pk)
        if user.is_staff or user.is_superuser:
            message = N_("This account is an administrator’s. Another administrator takes its rights away first.")
            raise WrongState(message)
        if player is not None:
            _erase_player(player, now)
        else:
            _leave(user, league, now=now)
            _delete_drafts(user, league)
            idempotency.forget_person(user, _traces(None, user))
        if not _serves_elsewhere(user, league, now):
            _anonymise(user, now)
        if player is not None:
            _record_erasing(player, by=by, now=now)
            return
        key = f"{user.uid}:{now.isoformat()}"
        record(league, JournalKind.PERSON_ERASED, key, by=by, now=now, what=N_("erased their own account"))


def _erase_player(player: Player, now: dt.datetime) -> None:
    league, user = player.league, player.user
    entered = {player.pk: player.name, **merged_into(player)}
    if user is not None:
        # Before their messages: who sends the daily mail locks a person first, too.
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _leave(user, league, now=now)
    _end_registrations(player, now)
    Availability.objects.filter(player=player).delete()
    # Messages before drafts, as whoever sends a sheet.
    for name in entered.values():
        forget_in_messages(name, league)
        forget_in_news(name, league)
        _rename_in_apps(name)
    forget_in_admin_log(Player, entered, entered.values())
    if user is not None:
        _delete_drafts(user, league)
    forget_in_drafts(league, entered, now)
    idempotency.forget_person(user, _traces(player, user))
    player.name, player.email, player.phone, player.note, player.shorten_name = FORMER, "", "", "", False
    player.hide_averages = False
    player.user, player.erased_at = None, now
    own = ("name", "email", "phone", "note", "shorten_name", "hide_averages")
    player.save(update_fields=[*own, "user", "erased_at"])
    Player.objects.filter(merged_into=player).update(name=FORMER, erased_at=now)


def _record_erasing(player: Player, *, by: User, now: dt.datetime) -> None:
    what = Text("erased the data of a player: now {player}", player="{player}")
    record(player.league, JournalKind.PERSON_ERASED, str(player.uid), by=by, now=now, what=what, player=player)


def _lock_player(player: Player) -> Player:
    found = (
        Player.objects.select_for_update(of=("self",), no_key=True).select_related("league", "user").get(pk=player.pk)
    )
    if found.erased_at is not None:
        raise WrongState(N_("The data of this player were erased."))
    if found.merged_into_id is not None:
        raise WrongState(N_("This player was entered twice and has been merged into another."))
    return found


def _leave(user: User, league: League, *, now: dt.datetime) -> None:
    """End an account's roles in a league, and delete what the league stored for it but their unsent sheets."""
    running = Role.objects.filter(user=user, league=league, ended_at=None).select_related("league", "team", "user")
    today = now.astimezone(league.tz).date()
    for role in running.exclude(ends_on__lt=today).select_for_update(of=("self",)).order_by("pk"):
        end_now(role, now=now)
    Invitation.objects.filter(user=user, league=league).delete()
    CalendarFeed.objects.filter(user=user, league=league).delete()
    for app in hooks.personal_data:
        app.leave(user, league)
    Notice.objects.filter(recipient=user, league=league).delete()
    forget_author(user, league)


def _rename_in_apps(name: str) -> None:
    for app in hooks.personal_data:
        app.rename(name, FORMER)


def _delete_drafts(user: User, league: League) -> None:
    SheetDraft.objects.filter(user=user, fixture__division__season__league=league).delete()


def _end_registrations(player: Player, now: dt.datetime) -> None:
    today = now.astimezone(player.league.tz).date()
    still = Registration.objects.filter(player=player).filter(Q(ends_on=None) | Q(ends_on__gt=today))
    still.filter(starts_on__gt=today).delete()
    still.update(ends_on=today)


def _traces(player: Player | None, user: User | None) -> list[str]:
    """Return strings that identify them: addresses, phone number, and their name unless it may be any word."""
    names, others = [], []
    if player is not None:
        names, others = [player.name, *merged_into(player).values()], [player.email, player.phone]
    if user is not None:
        names, others = [*names, user.name], [*others, user.email]
    return [*others, *(name for name in names if " " in name)]


def _serves_elsewhere(user: User, left: League, now: dt.datetime) -> bool:
    """Whether an account has a role in another league, now or later."""
    roles = Role.objects.filter(user=user, ended_at=None).exclude(league=left).select_related("league")
    return (
        any(role.ends_on is None or role.ends_on >= now.astimezone(role.league.tz).date() for role in roles)
        or Player.objects.filter(user=user).exclude(league=left).exists()
        or Invitation.objects.filter(user=user, accepted_at=None, revoked_at=None, expires_at__gt=now)
        .exclude(league=left)
        .exists()
    )


def _addresses(user: User) -> set[str]:
    others = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {address.lower() for address in (user.email, *others)}


def _anonymise(user: User, now: dt.datetime) -> None:
    """Anonymise an account; rows that name it as author stay."""
    for address in _addresses(user):
        SiteMail.objects.filter(to__iexact=address).delete()
    Notice.objects.filter(recipient=user).delete()
    own = (EmailAddress, Authenticator, ApiToken, CalendarFeed, Preference, MailSettings, Invitation, SheetDraft)
    for kept in (*own, WaitingFile):
        kept._default_manager.filter(user=user).delete()
    for app in hooks.personal_data:
        app.erase(user)
    end_sessions(user, now=now)
    forget(user)
    _rename_in_apps(user.name)
    forget_in_admin_log(User, [user.pk], [user.name])
    user.email, user.name, user.is_active = f"erased-{user.uid}@invalid.invalid", FORMER, False
    user.last_login, user.erased_at = None, now
    user.set_unusable_password()
    user.save(update_fields=["email", "name", "is_active", "last_login", "erased_at", "password"])


def _record_change(
    league: League, uid: uuid.UUID, fields: list[str], *, player: Player | None, by: User, now: dt.datetime
) -> None:
    """Journal which details were changed, without their values."""
    details = Text.joined(", ", [WORDS[field] for field in fields])
    if player is not None:
        what = Text("changed the details of {player}: {details}", player="{player}", details=details)
    else:
        what = Text("changed their own details: {details}", details=details)
    record(
        league, JournalKind.PERSON_CHANGED, f"{uid}:{uuid.uuid4().hex}", by=by, now=now, what=what, player=player,
        data={"changed": fields},
    )  # fmt: skip


def _texts(player: Player, details: Details) -> dict[str, str]:
    """Return the texts of details as they are stored."""
    return {
        "name": _clean(details.name),
        "phone": _clean(details.phone),
        "email": player.email if details.email is None else _clean(details.email).lower(),
        "note": player.note if details.note is None else _clean(details.note),
    }


def problems_of_details(player: Player, details: Details, *, secretary: bool) -> list[Problem]:
    """Return what is wrong with a player's details as somebody wants to change them."""
    texts = _texts(player, details)
    found = _problems(player, texts["name"], texts["phone"], texts["email"])
    if texts["note"] != player.note:
        found += _note_problems(texts["note"], secretary=secretary)
    if texts["email"] != player.email and not secretary:
        # Spreadsheets know people by it: with the next captain's address one would be captain.
        message = N_("Ask the secretary to change this address. The one you sign in with is yours to change.")
        found.append(Problem("email-own", message, "email"))
    return found


def _problems(player: Player, name: str, phone: str, email: str) -> list[Problem]:
    found = []
    if name != player.name and not is_name(name):
        found += check_line(name, "name") or [_name_problem()]
    found += check_line(phone, "phone")
    if len(phone) > LONGEST_PHONE:
        message = Text("Write a number of at most {most} characters.", most=LONGEST_PHONE)
        found.append(Problem("phone", message, "phone"))
    if email and email != player.email.lower():
        found += _email_problems(player, email)
    return found


def _note_problems(note: str, *, secretary: bool) -> list[Problem]:
    if not secretary:
        return [Problem("note-own", N_("Only the secretary writes the note for captains."), "note")]
    if len(note) > LONGEST_NOTE:
        return [Problem("note", Text("Write a note of at most {most} characters.", most=LONGEST_NOTE), "note")]
    return check_line(note, "note")


def _name_problem() -> Problem:
    return Problem("name", Text("Write a name of at most {most} letters.", most=LONGEST_NAME), "name")


def _email_problems(player: Player, email: str) -> list[Problem]:
    try:
        validate_email(email)
    except ValidationError:
        return [Problem("email", N_("Write a mail address, such as olive@example.org."), "email")]
    if len(email) > 254:
        return [Problem("email", N_("No mail address is that long."), "email")]
    others = Player.objects.filter(league=player.league_id, email__iexact=email).exclude(pk=player.pk)
    if others.exists():
        return [Problem("email", N_("Another player of this league has that address."), "email")]
    return []


def _clean(text: str) -> str:
    return clean_line(text.replace("\0", ""))
