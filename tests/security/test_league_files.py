"""The door of a league's file: what it says of its people gives nobody an account or a role that is another's.

A file is text that anybody can write. Mallory knows the secretary's number for good (uid): every export has it.
"""

import base64
import json

from django.test import Client

from league.enums import RoleKind, SecurityKind
from league.models import JournalEntry, Role, SecurityEvent, User
from tests import factories
from tests.security.pictures import lossless_jpeg
from tests.services.taken import Change, Taken, edited, said, take_in

HERS, EVIL = "secretary@hill.example", "mallory@evil.example"
PASSWORD = "a-long-enough-password"


def uid_of(taken: Taken, email: str) -> str:
    return str(next(row["uid"] for row in taken.rows("user") if row["email"] == email))


def planting(taken: Taken) -> Change:
    """Make of the league a harmless one, with nothing in it but an account of Mallory's that has her uid."""

    def change(members: dict[str, bytes]) -> None:
        [hers] = [row for row in taken.rows("user") if row["email"] == HERS]
        members["user.jsonl"] = json.dumps({**hers, "email": EVIL, "name": "Mallory"}).encode() + b"\n"
        for name in members.keys() - {"user.jsonl", "league.jsonl", "manifest.json"}:
            members[name] = b""

    return change


def secretaries() -> set[str]:
    found = Role.objects.filter(kind=RoleKind.SECRETARY, league__slug="hill")
    return set(found.values_list("user__email", flat=True))


def test_an_account_that_a_file_planted_is_not_made_secretary_by_the_real_one(taken: Taken) -> None:
    """Mallory has a small league taken in first; with the real file Mallory's account would be its secretary."""
    take_in(taken.changed(planting(taken)), name="Small", slug="small")
    planted = User.objects.get(email=EVIL)
    assert str(planted.uid) == uid_of(taken, HERS)
    # Mallory proves the address, which is Mallory's.
    planted.emailaddress_set.update(verified=True)
    report = take_in(taken.file)
    assert secretaries() == {HERS}
    assert not planted.roles.exists()
    assert not JournalEntry.objects.filter(by=planted).exists()
    [told] = report.apart
    assert told.startswith(f"{HERS} gets a new account")
    hers = User.objects.get(email=HERS)
    assert hers.uid != planted.uid
    assert (hers.is_active, hers.has_usable_password()) == (True, False)
    assert not hers.emailaddress_set.get().verified


def test_an_account_that_was_squatted_is_not_made_secretary(taken: Taken) -> None:
    """Mallory signs up here with the secretary's address, and waits for the league to be taken in."""
    squatted = factories.user(HERS)
    squatted.emailaddress_set.update(verified=False)
    report = take_in(taken.file)
    assert not squatted.roles.exists()
    [told] = report.apart
    assert told.startswith(f"{HERS} is the address of an account here")
    assert not report.led
    client = Client()
    client.post("/accounts/login/", {"login": HERS, "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_neither_uid_nor_address_alone_is_enough(taken: Taken) -> None:
    """Whoever owns the address here and whoever has the number are two; the role is neither's."""
    by_address = factories.user(HERS)
    by_number = factories.user(EVIL, uid=uid_of(taken, HERS))
    report = take_in(taken.file)
    assert not by_address.roles.exists()
    assert not by_number.roles.exists()
    held = Role.objects.get(kind=RoleKind.SECRETARY, league=report.league)
    assert (held.user.is_active, held.user.has_usable_password()) == (False, False)
    assert held.user.email == f"not-joined-{held.user.uid}@invalid.invalid"
    assert not held.user.emailaddress_set.exists()


def test_a_uid_with_an_unconfirmed_address_is_not_enough(taken: Taken) -> None:
    """A file plants both, number and address, and Mallory has only to sign up with it before the owner comes."""
    planted = factories.user(HERS, uid=uid_of(taken, HERS))
    planted.emailaddress_set.update(verified=False)
    take_in(taken.file)
    assert not planted.roles.exists()


def test_a_file_s_word_confirms_no_address(taken: Taken) -> None:
    """An account that nobody has confirmed could be given roles, and hold what its maker put into it."""
    take_in(taken.file)
    assert not User.objects.filter(emailaddress__verified=True).exists()


def test_a_file_that_gives_somebody_here_another_address_changes_nothing_of_them(taken: Taken) -> None:
    """A code sent to Mallory's address would open the account of the referee here."""
    here = factories.user("referee@hill.example", uid=uid_of(taken, "referee@hill.example"))
    take_in(taken.changed(edited("user", b'"referee@hill.example"', f'"{EVIL}"'.encode())))
    here.refresh_from_db()
    assert here.email == "referee@hill.example"
    assert not here.roles.exists()
    assert User.objects.get(email=EVIL).uid != here.uid


def test_a_photograph_in_a_file_is_looked_at_as_an_upload_is(taken: Taken) -> None:
    """Mallory's picture, made to break a decoder, would be served from here to whoever opens the dispute."""
    rows = taken.rows("photograph")

    def change(members: dict[str, bytes]) -> None:
        rows[0]["content"] = base64.b64encode(lossless_jpeg(600, 10)).decode()
        members["photograph.jsonl"] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    [told] = said(taken.changed(change))
    assert told.startswith("photograph.jsonl:1, content: This is a JPEG of an unusual kind")


def test_a_photograph_that_was_exchanged_is_told(taken: Taken) -> None:
    """A score card that was brought to a dispute would be another one after the league has moved."""
    rows = taken.rows("photograph")

    def change(members: dict[str, bytes]) -> None:
        rows[0].update(sha256="0" * 64, width=7)
        members["photograph.jsonl"] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    told = said(taken.changed(change))
    assert told[0] == "photograph.jsonl:1, sha256: the photograph isn't the one that was exported"
    assert told[1].startswith("photograph.jsonl:1, width: the photograph's width is")
    assert told[1].endswith("pixels, not 7")


def test_a_role_that_a_file_gives_is_in_the_security_log(taken: Taken) -> None:
    """Whoever writes a file gives an account of this server a role, and its owner would never read of it."""
    league = take_in(taken.file).league
    assert league is not None
    given = SecurityEvent.objects.filter(kind=SecurityKind.ROLE_GIVEN)
    held = Role.objects.filter(league=league, ended_at=None, ends_on=None)
    assert {event.user_id for event in given} >= set(held.values_list("user", flat=True))
    assert f"secretary, {league}, by the league’s file" in given.values_list("detail", flat=True)
