"""The account of somebody who accepts an invitation: his name, his password, and that the address is his."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError

from league.errors import Invalid
from league.models import User
from league.rules.problems import Problem

LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What somebody says when he accepts.

    Attributes:
        name: wanted from whoever has none yet.
        password: one he chooses now; none: he goes on signing in by code.
    """

    name: str = ""
    password: str = ""


def may_sign_in(user: User) -> bool:
    """Whether the link of an invitation also signs its user in: once, when he has never been here, and never an
    administrator. A mail that is passed on must not open the account of somebody who has one already."""
    return user.last_login is None and not user.is_staff and not user.is_superuser


def settle(user: User, said: Acceptance, *, proved: bool) -> None:
    """His name and password, and that the address is his.

    Args:
        proved: the mail came to the address of this very account.

    Raises:
        Invalid: all that is wrong with them.
    """
    name, problems = said.name.replace("\0", "").strip(), []
    if not user.name:
        if not name:
            problems.append(Problem("name", "Write your name, as the league knows you.", "name"))
        elif len(name) > LONGEST_NAME:
            problems.append(Problem("name", f"Write a name of at most {LONGEST_NAME} letters.", "name"))
        user.name = name[:LONGEST_NAME]
    # Whoever has signed in before keeps the password he has; the account page changes it.
    fresh = proved and may_sign_in(user)
    if said.password and fresh:
        try:
            password_validation.validate_password(said.password, user)
        except ValidationError as weak:
            problems += [Problem("password", str(message), "password") for message in weak.messages]
    if problems:
        raise Invalid(problems)
    if proved:
        _prove(user)
    if said.password and fresh:
        user.set_password(said.password)
    user.save(update_fields=["name", "password"])


def _prove(user: User) -> None:
    """The address is his. Whoever made the account before without ever proving that must not keep a way into it."""
    his = EmailAddress.objects.filter(user=user)
    address = his.filter(email__iexact=user.email).first()
    if address is None:
        primary = not his.filter(primary=True).exists()
        address = EmailAddress.objects.create(user=user, email=user.email, primary=primary)
    if not address.verified and not EmailAddress.objects.filter(email__iexact=user.email, verified=True).exists():
        if not user.is_staff:
            user.set_unusable_password()
        address.verified = True
        address.save(update_fields=["verified"])
