"""The account of somebody who accepts an invitation."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError

from league.access import has_factor
from league.errors import Invalid
from league.models import User
from league.rules.languages import check_language
from league.rules.names import LONGEST_NAME, check_line, clean_line
from league.rules.problems import Problem
from league.services.people.accounts.proving import prove
from league.translation import N_, Text


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Answers to an invitation; `name` is needed from whoever has none, without `password` they sign in by code."""

    name: str = ""
    password: str = ""


def may_sign_in(user: User) -> bool:
    """Whether an invitation's link also signs its user in: once, if they have never been here.

    Never an administrator or somebody with a second factor: a forwarded mail must not open an account in use.
    """
    return user.last_login is None and not user.is_staff and not user.is_superuser and not has_factor(user)


def settle(user: User, said: Acceptance, *, proved: bool, now: dt.datetime) -> None:
    """Set an invited person's name and password; `proved` marks the address, where the mail came to it."""
    name, problems = clean_line(said.name.replace("\0", "")), []
    if not user.name:
        if not name:
            problems.append(Problem("name", N_("Write your name, as the league knows you."), "name"))
        elif len(name) > LONGEST_NAME:
            message = Text("Write a name of at most {most} letters.", most=LONGEST_NAME)
            problems.append(Problem("name", message, "name"))
        problems += check_line(name, "name")
        user.name = name[:LONGEST_NAME]
    # Whoever has signed in before keeps the password they have; the account page changes it.
    fresh = proved and may_sign_in(user)
    if said.password and fresh:
        try:
            password_validation.validate_password(said.password, user)
        except ValidationError as weak:
            problems += [Problem("password", why, "password") for why in weak.messages]
    if problems:
        raise Invalid(problems)
    if proved:
        # Whoever made the account before without ever proving that must not keep a way into it.
        prove(user, now=now)
    if said.password and fresh:
        user.set_password(said.password)
    user.save(update_fields=["name", "password"])


def choose_language(user: User, code: str) -> str:
    """Set the language of somebody's own pages and mails; blank: each league's."""
    if code and (problems := check_language(code, "language")):
        raise Invalid(problems)
    user.language = code
    user.save(update_fields=["language"])
    return code
