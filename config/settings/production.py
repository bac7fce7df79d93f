"""Production: PostgreSQL, Redis, SMTP and HTTPS.

Every variable it needs is asked for here, and a missing or blank one stops the start by name.
"""

from pathlib import Path
from urllib.parse import urlsplit

from environs import ValidationError, validate

from config.environment import read_environment, require_variables
from config.logging import logging_config
from config.settings.base import *  # noqa: F403
from config.settings.base import (
    BACKUPS,
    LIVE_FOLLOWERS_OF_ONE_ADDRESS,
    MAINTENANCE_FILE,
    REST_FRAMEWORK,
    SILENCED_SYSTEM_CHECKS,
)


def _is_address(given: str) -> None:
    """The site's own address, as links in mails begin: scheme and host, no path."""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise ValidationError("must be an address like https://league.example.org")


def _names_hosts(given: list[str]) -> None:
    """Host names with commas between them; a blank one would answer for none."""
    if not all(given):
        raise ValidationError("must be host names with commas between them, such as league.example.org")


env = read_environment()

SECRET_KEY = env.str("MUGGINS_SECRET_KEY")
ALLOWED_HOSTS: list[str] = env.list("MUGGINS_HOSTS", subcast=str.strip, validate=_names_hosts)
_database = env.dj_db_url("MUGGINS_DATABASE_URL")
_redis = env.str("MUGGINS_REDIS_URL")
CELERY_BROKER_URL = env.str("MUGGINS_BROKER_URL", None) or _redis
if urlsplit(CELERY_BROKER_URL or "").scheme in ("redis", "rediss"):
    # kombu's own ends a worker whose Redis goes away while a task runs.
    CELERY_BROKER_TRANSPORT = "config.broker:Transport"
_base_url = env.str("MUGGINS_BASE_URL", validate=_is_address)
# submission://user:password@host:587 for STARTTLS, submission://…:465?ssl=true for TLS from the start.
_email = env.dj_email_url("MUGGINS_EMAIL_URL")
DEFAULT_FROM_EMAIL = env.str("MUGGINS_FROM_EMAIL")
METRICS_TOKEN = env.str("MUGGINS_METRICS_TOKEN", "")
_proxies = env.int("MUGGINS_PROXIES", 1)
_hsts_days = env.int("MUGGINS_HSTS_DAYS", 365)
_hsts_preload = env.bool("MUGGINS_HSTS_PRELOAD", False)
_log_level = env.str("MUGGINS_LOG_LEVEL", "INFO")
QUOTAS = {
    "photograph_megabytes": env.int("MUGGINS_QUOTA_PHOTOGRAPHS_MB", 0, validate=validate.Range(min=0)),
    "teams": env.int("MUGGINS_QUOTA_TEAMS", 0, validate=validate.Range(min=0)),
    "mails_a_day": env.int("MUGGINS_QUOTA_MAILS_A_DAY", 0, validate=validate.Range(min=0)),
}
REPLY_TO_SECRETARY = env.bool("MUGGINS_REPLY_TO_SECRETARY", True)
LIVE_FOLLOWERS_OF_ONE_ADDRESS = env.int("MUGGINS_LIVE_FOLLOWERS_OF_ONE_ADDRESS", LIVE_FOLLOWERS_OF_ONE_ADDRESS)
LEAGUES_MADE_BY = env.str("MUGGINS_LEAGUES_MADE_BY", "staff", validate=validate.OneOf(["staff", "anyone"]))
BACKUPS = env.str("MUGGINS_BACKUPS", BACKUPS)
BACKUP_RECIPIENTS = env.list("MUGGINS_BACKUP_RECIPIENTS", [], subcast=str.strip)
MAINTENANCE_FILE = Path(env.str("MUGGINS_MAINTENANCE_FILE", str(MAINTENANCE_FILE)))
NIGHTLY_BACKUPS = env.int("MUGGINS_NIGHTLY_BACKUPS", 0, validate=validate.Range(min=0))
_owner = env.dj_db_url("MUGGINS_OWNER_DATABASE_URL", "postgresql://")
require_variables(env)

OWNER_DATABASE = _owner if _owner.get("NAME") else None
BASE_URL = _base_url.rstrip("/")
DEBUG = False
# Who is away is told of within seconds, not hours: the database here, and this host there, where it may hold locks.
_keepalives = {"keepalives_idle": 5, "keepalives_interval": 3, "keepalives_count": 3, "tcp_user_timeout": 15000}
_there = " ".join(f"-c tcp_{name.removeprefix('tcp_')}={value}" for name, value in _keepalives.items())
# A query of league/prepared.py is planned once.
_postgresql = {"connect_timeout": 5, "prepare_threshold": 0, **_keepalives, "options": _there}
_options = {**_postgresql, **_database.get("OPTIONS", {})} if "postgresql" in str(_database["ENGINE"]) else {}
DATABASES = {"default": {**_database, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True, "OPTIONS": _options}}
CACHES = {
    "default": {
        "BACKEND": "config.cache.CacheThatStands",
        "LOCATION": _redis,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
}
LIVE_REDIS_URL = _redis
# In the database, not beside the cache: while Redis is away, whoever is signed in works on.
SESSION_ENGINE = "django.contrib.sessions.backends.db"

EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = _email["EMAIL_HOST"]
EMAIL_PORT = _email["EMAIL_PORT"]
EMAIL_HOST_USER = _email["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = _email["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = _email["EMAIL_USE_TLS"]
EMAIL_USE_SSL = _email["EMAIL_USE_SSL"]
# A server that reads every mail before it says yes may take its time; given up too early, it would get it twice.
EMAIL_TIMEOUT = 30

# A message whose worker is silent for longer than any task may take goes to another; looked for every five seconds.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 7200,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 3,
    "socket_keepalive": True,
}

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS if host != "*"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = _hsts_days * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
# Browsers ship the list of preloaded hosts, and to get off it takes months: only for whoever asks.
SECURE_HSTS_PRELOAD = _hsts_preload
SILENCED_SYSTEM_CHECKS = [*SILENCED_SYSTEM_CHECKS, "security.W021"]
# A browser takes a `__Host-` cookie only from this host itself, over HTTPS and for every path: no neighbour on another
# subdomain can plant one.
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken"
DEVICE_COOKIE_NAME = "__Host-device"
SESSION_COOKIE_DOMAIN = CSRF_COOKIE_DOMAIN = None
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = "/"
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
# Attempts to sign in are limited by address: the visitor's, not the proxy's, or one of them could shut everybody out.
ALLAUTH_TRUSTED_PROXY_COUNT = _proxies
# So is what programs ask for.
REST_FRAMEWORK = {**REST_FRAMEWORK, "NUM_PROXIES": _proxies}

LOGGING = logging_config(json=True, level=_log_level)
