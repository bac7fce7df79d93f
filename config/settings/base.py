"""The settings that every installation shares. Nothing here opens a connection, and nothing here is a secret."""

import logging
import tomllib
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from config.logging import logging_config
from league.rules.languages import LANGUAGES as FOUND

ROOT = Path(__file__).resolve().parents[2]
# The one place that a release changes, beside CHANGELOG.md.
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "django_structlog",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "league",
    "cardroom",
]

MIDDLEWARE = [
    "config.request_log.RequestLog",
    "config.headers.Headers",
    # Before whatever asks which host it is.
    "league.web.hosts.LeagueHosts",
    "django.middleware.security.SecurityMiddleware",
    # Before whatever goes by an address, which says in which language.
    "league.web.ops.languages.AddressedLanguage",
    # Before whatever asks the database.
    "config.maintenance.MaintenanceMode",
    # Outside of whatever sets a header of the page itself.
    "league.web.page_cache.KeptPages",
    # Within: what is kept for strangers is kept with the leave to read it.
    "config.cors.PublicReads",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Before whatever reads a body; who writes is known by the time it is asked.
    "league.web.request_limits.BodyLimits",
    "league.web.request_limits.PageWrites",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "league.web.request_limits.FormText",
    # Within the one that clears the mark of a page with a form's token.
    "league.web.page_cache.CompressPages",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.web.navigation.RememberLeague",
    "league.web.people.accounts.adapter.RememberDevice",
    # Once it can be known who reads.
    "league.web.ops.languages.ReadersLanguage",
    "league.web.ops.offline.MarkForOffline",
    "league.web.forms.LeagueErrors",
    "league.web.ops.admin_guards.AdminValues",
    "league.web.ops.admin_guards.AdminProofs",
]

# While it is there, the server is being maintained (manage.py maintenance).
MAINTENANCE_FILE = ROOT / "var" / "maintenance.json"
# Where backups go, and age's public keys that they are encrypted for; none leaves them readable.
BACKUPS = str(ROOT / "var" / "backups")
BACKUP_RECIPIENTS: list[str] = []
# Days of backups that a worker makes each night and keeps; 0: it makes none.
NIGHTLY_BACKUPS = 0
# The database as its owner, for backups and restoring; None: as everything else.
OWNER_DATABASE: dict[str, Any] | None = None

# Bytes of pages that each process keeps for strangers while nothing in their league changes; 0 keeps none.
KEPT_PAGES = 32_000_000
# Bytes of pictures that each process keeps, by what is on them.
KEPT_PICTURES = 8_000_000

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
                "league.web.navigation.navigation",
            ],
            # Every template has texts, so none says that it will translate them.
            "builtins": ["django.templatetags.i18n", "league.templatetags.texts"],
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
    # Django's own list has 20,000; this one and where it comes from: config/passwords/README.md.
    {
        "NAME": "django.contrib.auth.password_validation.CommonPasswordValidator",
        "OPTIONS": {"password_list_path": ROOT / "config" / "passwords" / "common-passwords.txt.gz"},
    },
]

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "start"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# By a code typed into the very browser that signed up, not by a link: whoever has the mailbox but did not make the
# account is never led to confirm what somebody else made of it (docs/people.md).
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
# A captain whom the secretary loaded has no password yet: a code sent to their address lets them in.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
# Beside allauth's own limits on guesses: confirming on another captain's phone, by captain and fixture, and fewer than
# the five that shut an account's sign-in, or a rival with one sheet could do that; the code of the
# first visit, and printed codes, by the visitor's address alone, since a stranger could use up a fixture's tries
# (league/services/results/handover/codes.py has the odds).
ACCOUNT_RATE_LIMITS = {
    "confirm_here": "4/h/key", "first_code": "10/h/ip", "team_code": "30/h/ip",
    # By the visitor's address alone, where allauth counts by account too: a stranger could use an account's up and keep
    # its owner from the way in that is left once an account's passwords are (docs/decisions/accounts.md).
    "request_login_code": "10/m/ip,60/h/ip", "reset_password": "10/m/ip,60/h/ip",
    # A code to prove anew who one is: only whoever is signed in already asks for it, a thief of the session too.
    "fresh_code": "3/m/key,10/h/key",
    # Wrong codes of one account, from wherever, to sign in or to prove anew who one is: six digits, thirty tries a day.
    # The link of a sign-in mail still opens.
    "wrong_code": "30/d/key",
    # Wrong passwords on a device on which the account has signed in before; all others share "login_failed".
    "device_login_failed": "5/5m/key",
}  # fmt: skip
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_FORMAT = {"numeric": True, "length": 6, "dashed": False}
ACCOUNT_FORMS = {
    "login": "league.web.people.accounts.sign_in.PasswordForm",
    "request_login_code": "league.web.people.accounts.sign_in.MailForm",
}
# Asked on the page: one's own phone stays signed in as long as SESSION_COOKIE_AGE, a shared one until it is closed.
ACCOUNT_SESSION_REMEMBER = None
# Who is asked to prove themselves anew, and how: league/access/freshness.py. Signing in counts as long, in seconds.
ACCOUNT_ADAPTER = "league.web.people.accounts.adapter.AccountAdapter"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_NOTIFICATIONS = True
MFA_ADAPTER = "league.web.people.accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# A phone's clock may be half a minute off.
MFA_TOTP_TOLERANCE = 1
# When somebody was last seen is not written down: it would cost every page a write.
USERSESSIONS_TRACK_ACTIVITY = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Muggins: "

# British English is the source of every text; another language is a folder of catalogues in locale/, and no more.
LANGUAGE_CODE = "en-gb"
LANGUAGES = list(FOUND.items())
LOCALE_PATHS = [ROOT / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# From the root whatever the address begins with: a page in French has the same files.
STATIC_URL = "/static/"
STATIC_ROOT: Path | None = ROOT / "var" / "static"
STATICFILES_DIRS = [ROOT / "static"]
STATICFILES_FINDERS = [
    "config.stylesheets.StylesheetFinder",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
# What pages link, and the sources in static/css that it is joined from, in their order: `site` for every page, `tools`
# besides for those on which somebody who has signed in works. A stranger's page needs the first alone.
STYLES = ROOT / "static" / "css"
STYLESHEETS_ROOT = ROOT / "var" / "stylesheets"
STYLESHEETS = {
    "css/site.css": (
        "tokens", "themes", "base", "components", "pages", "hand", "home", "honours", "news", "race", "receipt",
        "search", "questions", "sharing", "widgets", "live", "play", "learn",
        "cups", "sittings", "offline",
    ),
    "css/tools.css": (
        "sheet", "disputes", "owed", "dates", "timetable", "setup", "rulesets", "formats", "settings", "money",
        "availability", "desk", "score", "photographs",
    ),
}  # fmt: skip
# The script of every page, joined likewise from sources in static/js; a worker has some of them by themselves.
SCRIPTS = {"js/site.js": ("app", "outbox", "offline")}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
# A sheet of nine matches posts about eighty fields; the import page posts six spreadsheets.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
# How large a request may be is told by its address (league/web/request_limits.py); these are the largest of them.
# What is taken is held in memory: no upload leaves a file behind.
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
    }
}
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 90 * 24 * 3600
DEVICE_COOKIE_NAME = "device"
# How long the messages of a person are kept; see services/ops/purge.py.
NOTICE_DAYS = 730
# How long the photograph of a card is kept after its result is settled.
CARD_PHOTOGRAPH_DAYS = 120
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# No other site has a use for our files.
WHITENOISE_ALLOW_ALL_ORIGINS = False

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
CELERY_BEAT_SCHEDULER = "config.beat:BeatScheduler"
# A scan goes by every few seconds; that one was sent, ran, or was not taken in time is no news.
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_CELERY_TASK_RETRY_LOG_LEVEL = logging.DEBUG

# Where those who stream live scores are told of a change at once; without it they look for one every half second.
LIVE_REDIS_URL = ""
# The port of this host on which live scores are streamed; None: they are streamed where the pages are, by the proxy.
LIVE_PORT: int | None = None
# Followers of one process at once, and of them from one address: a pub has one.
LIVE_FOLLOWERS, LIVE_FOLLOWERS_OF_ONE_ADDRESS = 2000, 200

MAIL_PREVIEWS = False
# Whether the demo league may be loaded: its passwords stand in the documentation, the administrator's too.
DEMO_ALLOWED = False
# Whether the first visitor of an empty server needs the code that `manage.py first_code` prints.
FIRST_VISIT_NEEDS_CODE = True
# Who may make a league: "staff" (administrators), or "anyone" who has signed in with an address that is theirs.
LEAGUES_MADE_BY = "staff"
# What a league may use of this server, unless the operator gives it limits of its own; 0: no limit.
QUOTAS = {"photograph_megabytes": 0, "teams": 0, "mails_a_day": 0}
# The time of day is held against the machine's own clock and the database's (league/services/ops/).
CLOCKS_ARE_COMPARED = True
# A reply goes to the league's secretaries, whose addresses every recipient then sees; otherwise to the sender's.
REPLY_TO_SECRETARY = True

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.api.authentication.TokenAuthentication",
        "league.api.authentication.SessionAuthentication",
    ],
    # Who may what is said by league/access/, and asked by the services.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.api.bodies.Json"],
    "DEFAULT_SCHEMA_CLASS": "league.api.conventions.Described",
    "DEFAULT_PAGINATION_CLASS": "league.api.pagination.Pages",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "league.api.errors.handle",
    "URL_FORMAT_OVERRIDE": None,
    # Requests a minute from one address, of one user and with one token.
    # The pages count what is written alone: by hand nobody comes near it. A page saves its drafts by itself.
    "DEFAULT_THROTTLE_RATES": {
        "address": "600/min",
        "user": "300/min",
        "token": "300/min",
        "page-address": "300/min",
        "page-user": "40/min",
        "draft-user": "120/min",
        # Spreadsheets read: one of 600,000 cells, the most that are, takes nine seconds.
        "spreadsheet-user": "10/min",
        "search-address": "120/min",
        # Pictures that had to be drawn: of a table or a result that nobody has asked for since it changed.
        "picture-address": "60/min",
        # Results, fixtures and squads as files, where none is kept that still holds.
        "file-address": "20/min",
        # Tables that are opened, and moves at them, which a machine may have to think about.
        "table-address": "120/hour",
        "move-address": "240/min",
        # The strongest player's opinion of a position or of a step, which may take seconds.
        "advice-address": "30/min",
    },
    # How many proxies stand before us: none, unless the settings of an installation say so.
    "NUM_PROXIES": 0,
}
# Each is a component of that name in the API's description.
ENUMS_OF_THE_API = (
    "AppealState", "AppealsBy", "AppealBody", "DisputeState", "DisputeSubject", "EvidenceKind", "FixtureState",
    "MatchKind", "Night", "NewsState", "NoticeKind", "Outcome", "PostponementState", "ResultKind", "ResultState",
    "RoleKind", "RulesetName", "Settlement", "Side", "WeekKind",
)  # fmt: skip
ENUMS_OF_THE_SECRETARY = (
    "ChargeKind", "ConductState", "Delivery", "JournalKind", "RoleKind", "SecondFactor", "SecondHalf", "TimetableState",
    "UnplayedPolicy", "WithdrawalPolicy",
)  # fmt: skip
SPECTACULAR_SETTINGS = {
    "TITLE": "Muggins",
    "DESCRIPTION": "A league manager for cribbage: results, called hands, standings. The same services as the pages.",
    "VERSION": "1",
    "LICENSE": {"name": "BSD 3-Clause", "identifier": "BSD-3-Clause"},
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Its links to operations begin with “#/”; it would rewrite one to a line of the catalogue of errors.
    "SWAGGER_UI_SETTINGS": """{
        deepLinking: !location.hash || location.hash.startsWith("#/"), displayOperationId: true, validatorUrl: null
    }""",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {name: f"league.enums.{name}" for name in ENUMS_OF_THE_API + ENUMS_OF_THE_SECRETARY},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.api.conventions.complete",
    ],
}

LOGGING = logging_config(json=False)
