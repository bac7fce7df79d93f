"""The variables that an installation is set up by. A blank one counts as missing."""

import os
from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvValidationError

PREFIXES = ("MUGGINS_", "PORT")
SECRETS = (
    "MUGGINS_SECRET_KEY", "MUGGINS_DATABASE_URL", "MUGGINS_OWNER_DATABASE_URL", "MUGGINS_REDIS_URL",
    "MUGGINS_BROKER_URL", "MUGGINS_EMAIL_URL", "MUGGINS_METRICS_TOKEN",
)  # fmt: skip
"""Each may be the content of a file that `<name>_FILE` names, as containers and systemd hand secrets over."""
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
    """Return a reader of the environment: blank variables of ours are missing, secrets are read from their files."""
    for name, value in list(os.environ.items()):
        if name.startswith(PREFIXES) and not value.strip():
            del os.environ[name]
    for name in SECRETS:
        if name not in os.environ and (path := os.environ.get(f"{name}_FILE")):
            _read_secret(name, Path(path))
    return Env(eager=False)


def _read_secret(name: str, path: Path) -> None:
    try:
        content = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE: {path} cannot be read ({type(error).__name__}).") from None
    if content:
        os.environ[name] = content


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
