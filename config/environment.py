"""The variables that an installation is set up by. A blank one counts as missing."""

import os
from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvValidationError

PREFIXES = ("MUGGINS_", "PORT")
MISSING = "Environment variable not set."
EXAMPLES = {
    "MUGGINS_SECRET_KEY": 'Make one: python3 -c "import secrets; print(secrets.token_urlsafe(50))"',
    "MUGGINS_HOSTS": "Example: league.example.org",
    "MUGGINS_BASE_URL": "Example: https://league.example.org",
    "MUGGINS_DATABASE_URL": "Example: postgresql://muggins_runtime:password@127.0.0.1/muggins",
    "MUGGINS_REDIS_URL": "Example: redis://127.0.0.1:6379/0",
    "MUGGINS_EMAIL_URL": "Example: submission://user:password@mail.example.org:587",
    "MUGGINS_FROM_EMAIL": "Example: Town Cribbage League <league@example.org>",
}


def read_environment() -> Env:
    """Return a reader of the environment, in which blank variables of ours are missing from now on."""
    for name, value in list(os.environ.items()):
        if name.startswith(PREFIXES) and not value.strip():
            del os.environ[name]
    return Env(eager=False)


def require_variables(env: Env) -> None:
    """End the reading.

    Raises:
        ImproperlyConfigured: every variable that is missing or wrong, a line each, with what to do about it.
    """
    try:
        env.seal()
    except EnvValidationError as error:
        faults: Mapping[str, list[str]] = error.error_messages  # type: ignore[assignment]
        lines = [f"  {name}: {_fault(name, messages)}" for name, messages in faults.items()]
        raise ImproperlyConfigured("\n".join(["Set these variables (docs/operations.md):", *lines])) from None


def _fault(name: str, messages: list[str]) -> str:
    if MISSING in messages:
        return f"missing or blank. {EXAMPLES.get(name, '')}".strip()
    return " ".join(messages)
