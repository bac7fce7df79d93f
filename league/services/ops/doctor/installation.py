"""Checks of the settings and the files of an installation: nothing here asks another server."""

import os
import platform
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core import checks
from django.core.checks.security.base import check_debug, check_secret_key
from django.http.request import validate_host

from league.services.ops.doctor.findings import (
    Examination,
    Finding,
    doubtful,
    host_of,
    is_example,
    ok,
    wrong,
)

EXAMPLE_PASSWORDS = frozenset(
    {"password", "another-password", "a-long-random-string", "changeme", "change-me", "secret"}
)
"""Those of docs/operations.md and .env.example, and what people write for the time being."""
EXAMPLE_KEYS = ("only-for-the-tests", "change-me", "changeme", "example", "a-long-random-string")
SHORTEST_TOKEN = 20
NEW_KEY = 'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
FOR_EVERYBODY = 0o004
OWN_CHECKS = frozenset({"security.W009", "security.W018"})
"""Django's checks of the secret key and DEBUG, which `check_secrets` tells."""


def check_version(examination: Examination) -> Iterator[Finding]:
    yield ok(f"Muggins {settings.VERSION}, Python {platform.python_version()}, Django {django.__version__}.")


def check_secrets(examination: Examination) -> Iterator[Finding]:
    problems = [
        *_key_problems(),
        *_password_problems(),
        *_metrics_problems(),
        *_file_problems(settings.ROOT / ".env"),
    ]
    if check_debug(None):
        problems.append(wrong("DEBUG is on: errors show the settings to everybody.", "Set DEBUG = False."))
    yield from problems or [ok("The secret key is long, DEBUG is off, and no password is that of the examples.")]


def _key_problems() -> Iterator[Finding]:
    if any(example in settings.SECRET_KEY.lower() for example in EXAMPLE_KEYS):
        yield wrong("The secret key is an example: anybody can sign in as anybody.", f"Make one: {NEW_KEY}")
    elif check_secret_key(None):
        yield wrong("The secret key is too short or too plain: it can be guessed.", f"Make one: {NEW_KEY}")


def _password_problems() -> Iterator[Finding]:
    passwords = {
        "database": settings.DATABASES["default"].get("PASSWORD"),
        "mail server": settings.EMAIL_HOST_PASSWORD,
        "cache": _password_in(settings.CACHES["default"].get("LOCATION")),
        "broker": _password_in(settings.CELERY_BROKER_URL),
    }
    for name, password in passwords.items():
        if str(password or "").lower() in EXAMPLE_PASSWORDS:
            yield wrong(f"The password of the {name} is that of the examples.", "Change it there and in the settings.")


def _password_in(url: object) -> str:
    return unquote(urlsplit(url).password or "") if isinstance(url, str) and "://" in url else ""


def _metrics_problems() -> Iterator[Finding]:
    token = settings.METRICS_TOKEN
    if token and (len(token) < SHORTEST_TOKEN or token in EXAMPLE_PASSWORDS):
        yield wrong("MUGGINS_METRICS_TOKEN is short or an example.", f"Make one: {NEW_KEY}")


def _file_problems(path: Path) -> Iterator[Finding]:
    if path.is_file() and path.stat().st_mode & FOR_EVERYBODY:
        yield doubtful(f"Everybody on this machine may read {path}.", f"chmod 600 {path}")


def check_hosts(examination: Examination) -> Iterator[Finding]:
    host = host_of(settings.BASE_URL)
    if examination.embedded:
        yield from _embedded_hosts()
        return
    problems = list(_host_problems(host))
    yield from problems or [ok(f"Links in mails lead to {settings.BASE_URL}, which is answered.")]


def _embedded_hosts() -> Iterator[Finding]:
    if settings.FIRST_VISIT_NEEDS_CODE:
        yield doubtful(
            "Other machines reach this server, without HTTPS.",
            "Fine in one's own network; for the internet use the production settings (docs/operations.md).",
        )
    else:
        yield ok("Only this machine reaches the server.")


def _host_problems(host: str) -> Iterator[Finding]:
    if "*" in settings.ALLOWED_HOSTS:
        yield wrong(
            "MUGGINS_HOSTS allows every host: links can be made to lead elsewhere.", "Name the site's own hosts."
        )
    if not validate_host(host, settings.ALLOWED_HOSTS):
        yield wrong(f"MUGGINS_BASE_URL leads to {host}, which is not among MUGGINS_HOSTS.", "Add it there.")
    if not settings.BASE_URL.startswith("https://"):
        yield wrong(f"MUGGINS_BASE_URL is {settings.BASE_URL}: links in mails lead to HTTP.", "Begin it with https://")
    sender = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ")
    for name, value in (("MUGGINS_BASE_URL", host), ("MUGGINS_FROM_EMAIL", sender)):
        if is_example(value):
            yield wrong(f"{name} is still that of the examples ({value}).", "Write your own host there.")


def check_settings(examination: Examination) -> Iterator[Finding]:
    """Django's own checks: those of a deployment too, where others are served."""
    messages = [
        message
        for message in checks.run_checks(include_deployment_checks=not examination.embedded)
        if message.level >= checks.WARNING and not message.is_silenced() and message.id not in OWN_CHECKS
    ]
    for message in messages:
        finding = wrong if message.level >= checks.ERROR else doubtful
        yield finding(
            f"{message.id}: {' '.join(str(message.msg).split())}", message.hint or "See manage.py check --deploy."
        )
    if not messages:
        yield ok("Django's own checks find nothing.")


def check_static(examination: Examination) -> Iterator[Finding]:
    if settings.STATIC_ROOT is None:
        yield ok("Static files are served from where they lie.")
        return
    remedy = "Run manage.py collectstatic --noinput, then start web anew."
    root = Path(settings.STATIC_ROOT)
    sources = [(path, storage) for finder in get_finders() for path, storage in finder.list([])]
    manifest: dict[str, str] = {}
    if isinstance(staticfiles_storage, ManifestFilesMixin):
        manifest = staticfiles_storage.hashed_files
    missing = [path for path, _ in sources if not (root / manifest.get(path, path)).is_file()]
    if missing:
        yield wrong(f"{len(missing)} of {len(sources)} static files are not collected: pages answer 500.", remedy)
        return
    changed = [path for path, storage in sources if _is_newer(Path(storage.path(path)), root / path)]
    if changed:
        yield doubtful(
            f"{len(changed)} static files have changed since they were collected, {changed[0]} first.", remedy
        )
    else:
        yield ok(f"All {len(sources)} static files are collected.")


def _is_newer(source: Path, made: Path) -> bool:
    """Whether a file was changed after what was made from it; what is the same in both was not."""
    if not made.is_file():
        return True
    return source.stat().st_mtime > made.stat().st_mtime and source.read_bytes() != made.read_bytes()


def check_catalogues(examination: Examination) -> Iterator[Finding]:
    remedy = "Run .venv/bin/python bin/catalogues, then start every process anew."
    catalogues = [path for folder in settings.LOCALE_PATHS for path in Path(folder).glob("*/LC_MESSAGES/django.po")]
    missing = sorted(path.parts[-3] for path in catalogues if not path.with_suffix(".mo").is_file())
    older = sorted(
        path.parts[-3]
        for path in catalogues
        if path.parts[-3] not in missing and path.stat().st_mtime > path.with_suffix(".mo").stat().st_mtime
    )
    if missing:
        yield wrong(f"Languages without a compiled catalogue are not offered: {', '.join(missing)}.", remedy)
    if older:
        yield doubtful(f"Translations are newer than their compiled catalogues: {', '.join(older)}.", remedy)
    if not missing and not older:
        yield ok(f"{len(catalogues)} catalogues are compiled.")


def backups_place() -> str | None:
    """Where the settings put backups; None where nothing is named and the usual folder is not there."""
    place = str(settings.BACKUPS)
    return place if os.environ.get("MUGGINS_BACKUPS") or Path(place).is_dir() else None
