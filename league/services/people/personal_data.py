"""A person's own data, changed and exported. `erasing` deletes it (docs/people.md)."""

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import JournalKind, SecurityKind
from league.errors import Invalid
from league.models import League, Player, User
from league.queries.people.personal_data import everything_about
from league.rules.names import LONGEST_NAME, check_line, clean_line, is_name
from league.rules.problems import Problem
from league.services.journal import record
from league.services.people.accounts.security import note
from league.services.people.erasing import lock_player
from league.services.people.roles import lock_roles
from league.services.people.sides import rename_sides
from league.translation import N_, Text

WORDS = {
    "name": N_("name"),
    "phone": N_("phone"),
    "email": N_("email address"),
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
    grants = access.require(by, "person.change", player.league, player, now=now)
    with transaction.atomic():
        lock_roles(player.league)
        player = lock_player(player)
        if problems := problems_of_details(player, details, secretary=grants.secretary):
            raise Invalid(problems)
        values = {**_texts(player, details), "shorten_name": details.shorten_name}
        if details.hide_averages is not None:
            values["hide_averages"] = details.hide_averages
        different = [field for field, value in values.items() if getattr(player, field) != value]
        if player.user is not None and player.user_id == by.pk and player.user.name in ("", player.name):
            User.objects.filter(pk=player.user.pk).update(name=values["name"])
        if not different:
            return player
        for field in different:
            setattr(player, field, values[field])
        player.save(update_fields=different)
        rename_sides(player.league, Q(members=player))
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
        player = lock_player(player)
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
    problems = _problems(player, texts["name"], texts["phone"], texts["email"])
    if texts["note"] != player.note:
        problems += _note_problems(texts["note"], secretary=secretary)
    if texts["email"] != player.email and not secretary:
        # Spreadsheets know people by it: with the next captain's address one would be captain.
        message = N_("Ask the secretary to change this address. The one you sign in with is yours to change.")
        problems.append(Problem("email-own", message, "email"))
    return problems


def _problems(player: Player, name: str, phone: str, email: str) -> list[Problem]:
    problems = []
    if name != player.name and not is_name(name):
        problems += check_line(name, "name") or [_name_problem()]
    problems += check_line(phone, "phone")
    if len(phone) > LONGEST_PHONE:
        message = Text("Write a number of at most {most} characters.", most=LONGEST_PHONE)
        problems.append(Problem("phone", message, "phone"))
    if email and email != player.email.lower():
        problems += _email_problems(player, email)
    return problems


def _note_problems(note: str, *, secretary: bool) -> list[Problem]:
    if not secretary:
        return [Problem("note-own", N_("Only the secretary writes the note for captains."), "note")]
    if len(note) > LONGEST_NOTE:
        return [Problem("note", Text("Write a note of at most {most} characters.", most=LONGEST_NOTE), "note")]
    return check_line(note, "note")


def _name_problem() -> Problem:
    return Problem("name", Text("Use a name of up to {most} letters.", most=LONGEST_NAME), "name")


def _email_problems(player: Player, email: str) -> list[Problem]:
    try:
        validate_email(email)
    except ValidationError:
        return [Problem("email", N_("Write an email address, such as olive@example.org."), "email")]
    if len(email) > 254:
        return [Problem("email", N_("Use an email address of up to 254 characters."), "email")]
    others = Player.objects.filter(league=player.league_id, email__iexact=email).exclude(pk=player.pk)
    if others.exists():
        return [Problem("email", N_("Another player of this league has that address."), "email")]
    return []


def _clean(text: str) -> str:
    return clean_line(text.replace("\0", ""))
