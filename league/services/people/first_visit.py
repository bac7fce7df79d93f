"""The first visit to an empty server: a one-time code that the server prints, and the first account.

Whoever has the code has read it on the server: they become its administrator, as by `createsuperuser`, and vouch for
their own address. Once anybody has an account, no code opens anything.
"""

import datetime as dt
import hashlib
import secrets
from dataclasses import dataclass

import structlog
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.crypto import constant_time_compare

from league.enums import SecurityKind
from league.errors import Invalid, WrongState
from league.models import FirstCode, User
from league.queries.people.people import has_accounts
from league.rules.names import LONGEST_NAME, check_line, clean_line
from league.rules.problems import Problem
from league.services.people.accounts.accounts import address_in
from league.services.people.accounts.security import count_try, note
from league.translation import N_, Text

LASTS = dt.timedelta(hours=24)
# Letters and figures that nobody takes for one another; sixteen of them are 80 bits.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS, EACH = 4, 4
READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
OVER = N_("This server has accounts already. Sign in, or ask its administrator for an invitation.")
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Visitor:
    name: str
    email: str
    password: str
    code: str = ""


@transaction.atomic
def make_code(*, now: dt.datetime) -> str:
    """Create the code of the first visit, shown this once; a former one is void. WrongState if there is an account."""
    row = _lock_code()
    if has_accounts():
        raise WrongState(N_("Somebody has an account on this server already; there is no first visit any more."))
    letters = [secrets.choice(ALPHABET) for _ in range(GROUPS * EACH)]
    code = "-".join("".join(letters[start : start + EACH]) for start in range(0, GROUPS * EACH, EACH))
    row.code_hash, row.expires_at, row.used_at = _hash(code), now + LASTS, None
    row.save(update_fields=["code_hash", "expires_at", "used_at"])
    log.info("first_code_made", expires_at=row.expires_at.isoformat())
    return code


def make_first_account(visitor: Visitor, *, needs_code: bool = True, now: dt.datetime) -> User:
    """Create the first account, the server's administrator, and use up the code; of two at once one does it.

    Wrong codes are limited (`ACCOUNT_RATE_LIMITS`, ``first_code``).

    Raises:
        WrongState: somebody has an account already.
        Invalid: every problem of the answers; a wrong code, one that has run out, or too many tries.
    """
    if has_accounts():
        raise WrongState(OVER)
    if needs_code and not count_try("first_code", "first visit"):
        message = N_("Too many codes were tried from here. Wait an hour, or make another account on the server.")
        raise Invalid([Problem("too-many", message, "code")])
    with transaction.atomic():
        row = _lock_code()
        if has_accounts():
            raise WrongState(OVER)
        problems = _problems(visitor)
        if needs_code and not _is_right_code(row, visitor.code, now):
            message = N_("This code is wrong or has run out. Print a new one on the server: manage.py first_code")
            # Nothing else is looked at aloud: whoever guesses learns nothing about passwords or addresses.
            problems = [Problem("code", message, "code")]
        if problems:
            raise Invalid(problems)
        user = User.objects.create_superuser(
            address_in(visitor.email), visitor.password, name=clean_line(visitor.name), date_joined=now
        )
        row.code_hash, row.used_at = "", now
        row.save(update_fields=["code_hash", "used_at"])
        note(SecurityKind.SIGNED_UP, user, detail="first visit", now=now)
    return user


def _lock_code() -> FirstCode:
    FirstCode.objects.get_or_create(pk=1)
    return FirstCode.objects.select_for_update().get(pk=1)


def _is_right_code(row: FirstCode, code: str, now: dt.datetime) -> bool:
    if not row.code_hash or row.used_at is not None or row.expires_at is None or row.expires_at <= now:
        return False
    return constant_time_compare(row.code_hash, _hash(code))


def _hash(code: str) -> str:
    """Hash a code as typed: in any case, with or without separators."""
    plain = "".join(letter for letter in code.upper().translate(READ_AS) if letter in ALPHABET)
    return hashlib.sha256(plain.encode()).hexdigest()


def _problems(visitor: Visitor) -> list[Problem]:
    name, email, problems = clean_line(visitor.name), address_in(visitor.email), []
    if not name:
        problems.append(Problem("name", N_("Write your name, as the league knows you."), "name"))
    elif len(name) > LONGEST_NAME:
        problems.append(Problem("name", Text("Use a name of up to {most} letters.", most=LONGEST_NAME), "name"))
    problems += check_line(name, "name")
    try:
        validate_email(email)
    except ValidationError:
        problems.append(Problem("email", N_("Write an email address, such as olive@example.org."), "email"))
    if len(email) > 254:
        problems.append(Problem("email", N_("Use an email address of up to 254 characters."), "email"))
    try:
        password_validation.validate_password(visitor.password, User(email=email, name=name))
    except ValidationError as weak:
        problems += [Problem("password", why, "password") for why in weak.messages]
    return problems
