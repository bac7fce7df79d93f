"""For the tests: SQLite in a file (threads meet real locks); PostgreSQL and Redis if MUGGINS_TEST_ON=services."""

from environs import Env

from config.logging import logging_config
from config.settings.base import *  # noqa: F403
from config.settings.base import ROOT

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
    DATABASES = {
        "default": {
            **env.dj_db_url("MUGGINS_TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres"),
            "TEST": {"NAME": env.str("MUGGINS_TEST_DB_NAME", "test_muggins")},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": env.str("MUGGINS_TEST_REDIS_URL", "redis://127.0.0.1:6379/15"),
            "KEY_PREFIX": "muggins-test",
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
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
            },
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

BASE_URL = "http://testserver"
CELERY_BROKER_URL = "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.1}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
DEFAULT_FROM_EMAIL = "Muggins <muggins@localhost>"
# Argon2 is slow on purpose; the tests sign in a thousand times.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING = logging_config(json=False, level="ERROR")
