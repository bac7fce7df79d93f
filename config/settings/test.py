"""For the tests: SQLite in a file (threads meet real locks); PostgreSQL and Redis if MUGGINS_TEST_ON=services."""

from environs import Env

from config.logging import logging_config
from config.settings.base import *  # noqa: F403
from config.settings.base import REST_FRAMEWORK, ROOT

env = Env()
ON_SERVICES = env.str("MUGGINS_TEST_ON", "embedded") == "services"
VAR = ROOT / "var"
VAR.mkdir(exist_ok=True)

SECRET_KEY = "only-for-the-tests-only-for-the-tests-only-for-the-tests"  # noqa: S105
DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
# Files are looked for when they are asked for: a test client would list them all before its first page.
WHITENOISE_AUTOREFRESH = True
STATIC_ROOT = None

if ON_SERVICES:
    # Each of the processes that run tests side by side has a database of its own here too: one that clears its cache
    # would give another's guesses back.
    _redis, _, _number = env.str("MUGGINS_TEST_REDIS_URL", "redis://127.0.0.1:6379/15").rpartition("/")
    _worker = int(env.str("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw") or 0)
    DATABASES = {
        "default": {
            **env.dj_db_url("MUGGINS_TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres"),
            "TEST": {"NAME": env.str("MUGGINS_TEST_DB_NAME", "test_muggins")},
            # Nothing here outlives the machine, and to compile a query takes longer than to ask it of a few rows.
            "OPTIONS": {"options": "-c synchronous_commit=off -c jit=off", "prepare_threshold": 0},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"{_redis}/{max(0, int(_number) - _worker)}",
            "KEY_PREFIX": "muggins-test",
            "OPTIONS": {"serializer": "config.cache_serializer.JsonSerializer"},
        }
    }
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(VAR / "test-source.sqlite3"),
            "TEST": {"NAME": str(VAR / "test.sqlite3")},
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # As many as the code has: to compile a query of ten tables takes longer than to ask it of a few rows.
                "cached_statements": 4096,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
            },
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# The tests change rows beside the journal; tests/web/base/test_kept.py keeps pages.
KEPT_PAGES = 0
BASE_URL = "http://testserver"
# The tests travel in time, and neither the machine nor the database travels with them.
CLOCKS_ARE_COMPARED = False
CELERY_BROKER_URL = "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.1}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
DEFAULT_FROM_EMAIL = "Muggins <muggins@localhost>"
DEMO_ALLOWED = True
# Argon2 is slow on purpose; the tests sign in a thousand times.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING = logging_config(json=False, level="ERROR")
# The pages' rates are for people, and no person is as fast as the tests; tests/security/test_uploads.py has them.
_api_rates = {name: REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"][name] for name in ("address", "user", "token")}
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": _api_rates}
