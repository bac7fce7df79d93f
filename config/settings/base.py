"""What every installation shares. Nothing here opens a connection, and nothing here is a secret."""

import logging
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from config.logging import logging_config

ROOT = Path(__file__).resolve().parents[2]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "django_htmx",
    "django_structlog",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "league",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "league.web.middleware.LeagueErrors",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.web.context.navigation",
            ],
        },
    }
]

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
# Addresses are unique by an expression, in any case of letters (models.User), which the check does not look for.
SILENCED_SYSTEM_CHECKS = ["auth.W004"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "start"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# A captain whom the secretary loaded has no password yet: a code sent to his address lets him in.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Muggins: "

LANGUAGE_CODE = "en-gb"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT: Path | None = ROOT / "var" / "static"
STATICFILES_DIRS = [ROOT / "static"]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
# A sheet of nine matches posts about eighty fields; the import page posts six spreadsheets.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
    }
}
SESSION_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Who may ask for /metrics: whoever brings this token, or nobody. On one machine for itself, the machine may.
METRICS_TOKEN = ""
METRICS_FROM_LOCALHOST = False

# What recurs stands in config/celery.py. A worker that dies hands its task back; the services make that harmless.
DEFAULT_QUEUE, SOLVER_QUEUE = "default", "solver"
CELERY_TASK_DEFAULT_QUEUE = DEFAULT_QUEUE
# Whatever asks the optional solver has a queue of its own: it may take a minute, and needs the package.
CELERY_TASK_ROUTES = {
    "league.tasks.make_timetables": {"queue": SOLVER_QUEUE},
    "league.tasks.place_outstanding": {"queue": SOLVER_QUEUE},
}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = 300
CELERY_TASK_TIME_LIMIT = 330
# A task goes on while the broker is away: its work is in the database, and only its receipt is lost.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.5}
CELERY_TIMEZONE = "UTC"
# Beat writes down every scan it sent, so that the age of its file says whether it lives.
CELERY_BEAT_SYNC_EVERY = 1
# A scan goes by every few seconds; that one was sent, ran, or was not taken in time is no news.
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_CELERY_TASK_RETRY_LOG_LEVEL = logging.DEBUG

MAIL_PREVIEWS = False

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["league.api.auth.TokenAuthentication", "league.api.auth.SessionAuthentication"],
    # Who may what is said by league/access/, and asked by the services.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.api.parsers.Json"],
    "DEFAULT_SCHEMA_CLASS": "league.api.components.Described",
    "DEFAULT_PAGINATION_CLASS": "league.api.pages.Pages",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "league.api.errors.handle",
    "URL_FORMAT_OVERRIDE": None,
    # Requests a minute from one address, of one user and with one token.
    "DEFAULT_THROTTLE_RATES": {"address": "600/min", "user": "300/min", "token": "300/min"},
    # How many proxies stand before us: none, unless the settings of an installation say so.
    "NUM_PROXIES": 0,
}
# Each is a component of that name in the API's description.
ENUMS_OF_THE_API = (
    "AppealState", "DisputeState", "DisputeSubject", "EvidenceKind", "FixtureState", "MatchKind", "Night",
    "NoticeKind", "Outcome", "PostponementState", "ResultKind", "ResultState", "RoleKind", "RulesetName",
    "Settlement", "Side", "WeekKind",
)  # fmt: skip
ENUMS_OF_THE_SECRETARY = (
    "ConductState", "Delivery", "JournalKind", "RoleKind", "SecondHalf", "TimetableState", "UnplayedPolicy",
    "WithdrawalPolicy",
)  # fmt: skip
SPECTACULAR_SETTINGS = {
    "TITLE": "Muggins",
    "DESCRIPTION": "A league manager for cribbage: results, called hands, standings. The same services as the pages.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "displayOperationId": True, "validatorUrl": None},
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {name: f"league.enums.{name}" for name in ENUMS_OF_THE_API + ENUMS_OF_THE_SECRETARY},
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums"],
}

LOGGING = logging_config(json=False)
