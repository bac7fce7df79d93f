"""The embedded default: SQLite in var/, no server needed, mail in var/mail, the work that recurs in threads of the web
process. For one machine."""

from environs import Env, validate

from config.logging import logging_config
from config.settings.base import *  # noqa: F403
from config.settings.base import CONTENT_SECURITY_POLICY, LIVE_FOLLOWERS_OF_ONE_ADDRESS, ROOT

env = Env()
VAR = ROOT / "var"
VAR.mkdir(exist_ok=True)

# Not a secret: this installation listens on this machine only. Production demands its own.
SECRET_KEY = "embedded-installation-on-one-machine-never-on-the-internet"  # noqa: S105
DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.list("MUGGINS_HOSTS", [])]

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
        "NAME": env.str("MUGGINS_SQLITE", str(VAR / "muggins.sqlite3")),
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
# It listens on this machine alone, and whoever sits at it has its shell too.
FIRST_VISIT_NEEDS_CODE = False
LEAGUES_MADE_BY = env.str("MUGGINS_LEAGUES_MADE_BY", "staff", validate=validate.OneOf(["staff", "anyone"]))
LOGGING = logging_config(json=False, level=env.str("MUGGINS_LOG_LEVEL", "WARNING"))
