"""The embedded default: SQLite in var/, no server needed, mail in var/mail, the work that recurs in threads of the web
process. For one machine."""

import ipaddress
from pathlib import Path

from environs import validate

from config.environment import read_environment, require_variables
from config.logging import logging_config
from config.secret_key import load_secret_key
from config.settings.base import *  # noqa: F403
from config.settings.base import BACKUPS, CONTENT_SECURITY_POLICY, LIVE_FOLLOWERS_OF_ONE_ADDRESS, ROOT

env = read_environment()
VAR = ROOT / "var"
VAR.mkdir(exist_ok=True)


def _is_loopback(host: str) -> bool:
    """Whether a host or an address to bind is this machine's alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


DATABASE = Path(env.str("MUGGINS_SQLITE", str(VAR / "muggins.sqlite3")))
SECRET_KEY = load_secret_key(DATABASE)
DEBUG = False
_other_hosts: list[str] = env.list("MUGGINS_HOSTS", [], subcast=str.strip)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *_other_hosts]

# Live scores are streamed by a process beside this one, on a port that bin/serve chose; else pages ask by themselves.
LIVE_PORT = env.int("MUGGINS_LIVE_PORT", None)
if LIVE_PORT is not None:
    # No browser takes an address of IPv6 here: each page would say so in its console.
    _streams = [f"http://{host}:{LIVE_PORT}" for host in ALLOWED_HOSTS if not host.startswith("[")]
    _said = CONTENT_SECURITY_POLICY["DIRECTIVES"]
    CONTENT_SECURITY_POLICY = {"DIRECTIVES": {**_said, "connect-src": [*_said["connect-src"], *_streams]}}

LIVE_FOLLOWERS_OF_ONE_ADDRESS = env.int("MUGGINS_LIVE_FOLLOWERS_OF_ONE_ADDRESS", LIVE_FOLLOWERS_OF_ONE_ADDRESS)

# Where links in mails lead.
BASE_URL = env.str("MUGGINS_BASE_URL", f"http://127.0.0.1:{env.str('PORT', '8000')}").rstrip("/")

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(DATABASE),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: what has been acknowledged is on the disk, so a power cut loses nothing of it.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }
}
METRICS_FROM_LOCALHOST = True
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = env.str("MUGGINS_MAIL", str(VAR / "mail"))
DEFAULT_FROM_EMAIL = "Muggins <muggins@localhost>"
# The queue is this process's memory (config/embedded.py); what there is to do is in the database.
CELERY_BROKER_URL = "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.1}
# Static files are served from where they lie: no collectstatic before the first page.
WHITENOISE_USE_FINDERS = True
STATIC_ROOT = None
# The secretary may look at the mail of each kind as it reads.
MAIL_PREVIEWS = True
DEMO_ALLOWED = True
# Whoever sits at the machine has its shell too. Where others can reach it, by an address of its own or under another
# name, the first visitor brings the code; so does whoever comes from elsewhere all the same (league/web/start.py).
FIRST_VISIT_NEEDS_CODE = not all(_is_loopback(host) for host in [env.str("MUGGINS_BIND", "127.0.0.1"), *_other_hosts])
LEAGUES_MADE_BY = env.str("MUGGINS_LEAGUES_MADE_BY", "staff", validate=validate.OneOf(["staff", "anyone"]))
LOGGING = logging_config(json=False, level=env.str("MUGGINS_LOG_LEVEL", "WARNING"))
BACKUPS = env.str("MUGGINS_BACKUPS", BACKUPS)
BACKUP_RECIPIENTS = env.list("MUGGINS_BACKUP_RECIPIENTS", [], subcast=str.strip)
NIGHTLY_BACKUPS = env.int("MUGGINS_NIGHTLY_BACKUPS", 0, validate=validate.Range(min=0))
require_variables(env)
