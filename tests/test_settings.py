"""The settings of production, each in a process of its own: what it needs, what it sends, what it writes down."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from league import tasks
from tests.new_process import ROOT, run_python

NEEDED = {
    "MUGGINS_SECRET_KEY": "a-key-of-more-than-fifty-characters-with-some-variety-0123456789",
    "MUGGINS_HOSTS": "league.example,www.league.example",
    "MUGGINS_BASE_URL": "https://league.example",
    "MUGGINS_DATABASE_URL": "postgresql://muggins:secret@db.example/muggins",
    "MUGGINS_REDIS_URL": "redis://cache.example:6379/0",
    "MUGGINS_EMAIL_URL": "submission://user:password@mail.example:587",
    "MUGGINS_FROM_EMAIL": "League <league@league.example>",
}


def settings(*names: str, **environment: str) -> dict[str, object]:
    """Return the values of some settings in production."""
    code = "import json; from config.settings import production as p; "
    code += f"print(json.dumps({{name: getattr(p, name) for name in {names}}}))"
    done = run_python(code, **{**NEEDED, **environment})
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def faults(**environment: str) -> dict[str, str]:
    """Return the variables at fault, each with what the start says of it."""
    done = run_python("import config.settings.production", **environment)
    assert done.returncode != 0
    _, _, said = done.stderr.partition("ImproperlyConfigured: Set these variables (docs/operations.md):\n")
    return dict(re.findall(r"^  (\w+): (.+)$", said, re.MULTILINE))


@pytest.mark.parametrize("without", [None, "", " ", "\t"], ids=["missing", "blank", "space", "tab"])
@pytest.mark.parametrize("name", NEEDED)
def test_production_without_a_variable_does_not_start_and_names_it(name: str, without: str | None) -> None:
    """The example file ships a blank key: everything would start, and fail at the first sign-up."""
    rest = {n: v for n, v in NEEDED.items() if n != name}
    said = faults(**rest, **({name: without} if without is not None else {}))
    assert set(said) == {name}
    assert said[name].startswith("missing or blank. ")


def test_production_without_any_variable_names_them_all_at_once() -> None:
    assert set(faults()) == set(NEEDED)


def test_a_secret_may_be_in_a_file(tmp_path: Path) -> None:
    """Containers hand secrets over as files; a blank variable beside counts as none, any other comes first."""
    key = tmp_path / "key"
    key.write_text(f"{'k' * 60}\n")
    given = {"MUGGINS_SECRET_KEY": "", "MUGGINS_SECRET_KEY_FILE": str(key)}
    assert settings("SECRET_KEY", **given) == {"SECRET_KEY": "k" * 60}
    assert settings("SECRET_KEY", MUGGINS_SECRET_KEY_FILE=str(key)) == {"SECRET_KEY": NEEDED["MUGGINS_SECRET_KEY"]}
    key.write_text("\n")
    assert set(faults(**{**NEEDED, **given})) == {"MUGGINS_SECRET_KEY"}
    key.unlink()
    done = run_python("import config.settings.production", **{**NEEDED, **given})
    assert f"MUGGINS_SECRET_KEY_FILE: {key} cannot be read" in done.stderr


def test_the_message_about_the_key_has_a_command_that_makes_one() -> None:
    _, _, command = faults(**{**NEEDED, "MUGGINS_SECRET_KEY": ""})["MUGGINS_SECRET_KEY"].partition("Make one: ")
    made = [
        subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout.strip()
        for _ in range(2)
    ]
    assert made[0] != made[1]
    assert settings("SECRET_KEY", MUGGINS_SECRET_KEY=made[0]) == {"SECRET_KEY": made[0]}
    assert min(map(len, made)) >= 50


def test_what_the_example_file_leaves_blank_stops_the_start(tmp_path: Path) -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    example = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    ours = {name: value.strip('"') for name, value in example.items() if name.startswith("MUGGINS_")}
    assert set(faults(**ours)) == {"MUGGINS_SECRET_KEY"}
    assert all(name.startswith("MUGGINS_") for name in example)


def test_a_blank_variable_that_may_be_missing_has_its_default() -> None:
    names = ("LEAGUES_MADE_BY", "ALLAUTH_TRUSTED_PROXY_COUNT", "SECURE_HSTS_SECONDS", "REPLY_TO_SECRETARY")
    optional = (
        "LEAGUES_MADE_BY", "PROXIES", "HSTS_DAYS", "HSTS_PRELOAD", "REPLY_TO_SECRETARY", "METRICS_TOKEN", "LOG_LEVEL",
        "LIVE_FOLLOWERS_OF_ONE_ADDRESS", "BROKER_URL",
    )  # fmt: skip
    assert settings(*names, **{f"MUGGINS_{name}": "" for name in optional}) == settings(*names)
    code = "import json; from config.settings import local as p; "
    code += "print(json.dumps([p.BASE_URL, p.EMAIL_FILE_PATH, p.LEAGUES_MADE_BY, p.FIRST_VISIT_NEEDS_CODE]))"
    embedded = ("SQLITE", "MAIL", "BASE_URL", "HOSTS", "BIND", "LIVE_PORT", "LEAGUES_MADE_BY", "LOG_LEVEL")
    blank = run_python(code, PORT="", **{f"MUGGINS_{name}": "" for name in embedded})
    assert blank.stdout == run_python(code).stdout != "", blank.stderr


@pytest.mark.parametrize("hosts", [",", "league.example,,www.league.example"])
def test_a_blank_host_stops_the_start(hosts: str) -> None:
    assert set(faults(**{**NEEDED, "MUGGINS_HOSTS": hosts})) == {"MUGGINS_HOSTS"}


def test_production_is_for_https_only() -> None:
    wanted = {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["league.example", "www.league.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://league.example", "https://www.league.example"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31536000,
        "SECURE_CONTENT_TYPE_NOSNIFF": True,
        "X_FRAME_OPTIONS": "DENY",
    }
    assert settings(*wanted) == wanted
    assert settings("ALLAUTH_TRUSTED_PROXY_COUNT") == {"ALLAUTH_TRUSTED_PROXY_COUNT": 1}
    assert settings("ALLAUTH_TRUSTED_PROXY_COUNT", MUGGINS_PROXIES="2") == {"ALLAUTH_TRUSTED_PROXY_COUNT": 2}
    assert settings("REST_FRAMEWORK", MUGGINS_PROXIES="2")["REST_FRAMEWORK"]["NUM_PROXIES"] == 2
    # A blank after the comma names the same hosts.
    assert settings(*wanted, MUGGINS_HOSTS="league.example, www.league.example") == wanted
    assert settings("SECURE_HSTS_SECONDS", MUGGINS_HSTS_DAYS="1") == {"SECURE_HSTS_SECONDS": 86400}


@pytest.mark.parametrize(
    ("url", "host", "port", "tls", "ssl"),
    [
        ("submission://user:password@mail.example:587", "mail.example", 587, True, False),
        ("submission://user:password@mail.example:465?ssl=true", "mail.example", 465, False, True),
    ],
)
def test_mail_goes_out_encrypted(url: str, host: str, port: int, tls: bool, ssl: bool) -> None:
    names = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL")
    assert settings(*names, MUGGINS_EMAIL_URL=url) == dict(zip(names, (host, port, tls, ssl), strict=True))


@pytest.mark.parametrize(
    "wrong", ["league.example", "ftp://league.example", "https://", "https://league.example/muggins"]
)
def test_an_address_that_no_link_can_begin_with_stops_the_start(wrong: str) -> None:
    said = faults(**{**NEEDED, "MUGGINS_BASE_URL": wrong})
    assert said == {"MUGGINS_BASE_URL": "must be an address like https://league.example.org"}


def test_links_begin_with_the_sites_address_and_no_slash_too_many() -> None:
    assert settings("BASE_URL", MUGGINS_BASE_URL="https://league.example/") == {"BASE_URL": "https://league.example"}


def test_the_queue_is_in_redis_beside_the_cache_or_where_it_is_told_to_be() -> None:
    assert settings("CELERY_BROKER_URL") == {"CELERY_BROKER_URL": NEEDED["MUGGINS_REDIS_URL"]}
    other = "redis://queue.example:6379/3"
    assert settings("CELERY_BROKER_URL", MUGGINS_BROKER_URL=other) == {"CELERY_BROKER_URL": other}


def test_a_task_outlives_no_patience_of_the_broker() -> None:
    """A message would otherwise go to a second worker while the first still works on it."""
    found = settings("CELERY_BROKER_TRANSPORT_OPTIONS", "CELERY_TASK_TIME_LIMIT")
    options = found["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert isinstance(options, dict)
    limits = [found["CELERY_TASK_TIME_LIMIT"], tasks.make_timetables.time_limit]
    assert all(options["visibility_timeout"] > limit for limit in limits)


@pytest.mark.parametrize(
    ("port", "address"), [({}, "http://127.0.0.1:8000"), ({"PORT": "9000"}, "http://127.0.0.1:9000")]
)
def test_the_embedded_site_links_to_the_port_it_listens_on(port: dict[str, str], address: str) -> None:
    done = run_python("from config.settings import local; print(local.BASE_URL)", **port)
    assert done.stdout.strip() == address, done.stderr


def test_base_settings_hold_no_secret_no_host_and_no_connection() -> None:
    code = "from config.settings import base; print([n for n in dir(base) if n in "
    code += (
        "('SECRET_KEY', 'ALLOWED_HOSTS', 'DATABASES', 'CACHES', 'DEBUG', 'EMAIL_HOST_PASSWORD', 'CELERY_BROKER_URL')])"
    )
    assert run_python(code).stdout.strip() == "[]"


LOGGED = """
import logging.config
from config.settings import production
logging.config.dictConfig(production.LOGGING)
import structlog
structlog.get_logger("league").info("result_submitted", fixture=29)
logging.getLogger("elsewhere").warning("from %s", "a library")
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("elsewhere").exception("went wrong")
"""


def test_production_logs_one_json_object_a_line() -> None:
    done = run_python(LOGGED, **NEEDED)
    assert done.returncode == 0, done.stderr
    ours, theirs, wrong = (json.loads(line) for line in done.stderr.splitlines())
    assert (ours["event"], ours["fixture"], ours["level"], ours["logger"]) == ("result_submitted", 29, "info", "league")
    assert (theirs["event"], theirs["level"], theirs["logger"]) == ("from a library", "warning", "elsewhere")
    assert wrong["event"] == "went wrong"
    assert "ZeroDivisionError: division by zero" in wrong["exception"]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line["timestamp"]) for line in (ours, theirs, wrong))


SECRETS = """
import logging.config
from config.settings import production
logging.config.dictConfig(production.LOGGING)
import structlog
structlog.get_logger("league").info("request_started", request="GET /leagues/town/calendars/my/s3-cr_et.ics?x=1")
logging.getLogger("django.security").warning("%s: %s", "Not Found", "/leagues/town/calendars/my/s3-cr_et.ics")
logging.getLogger("django.security").warning("Not Found: /mail/stop/s3:cr-et/ and /leagues/town/calendars/")
logging.getLogger("django.security").warning("/accounts/password/reset/key/1-s3-et/ and /accounts/confirm-email/s3:cr/")
"""


def test_an_address_that_is_a_key_is_not_written_down() -> None:
    done = run_python(SECRETS, **NEEDED)
    assert done.returncode == 0, done.stderr
    ours, missing, stop, account = (json.loads(line) for line in done.stderr.splitlines())
    assert ours["request"] == "GET /leagues/town/calendars/my/…?x=1"
    assert missing["event"] == "Not Found: /leagues/town/calendars/my/…"
    assert stop["event"] == "Not Found: /mail/stop/…/ and /leagues/town/calendars/"
    assert account["event"] == "/accounts/password/reset/key/…/ and /accounts/confirm-email/…/"


ASKING = """
import django
django.setup()
from allauth.core.internal.httpkit import get_client_ip
from django.test import RequestFactory
for chain in ({}, {"HTTP_X_FORWARDED_FOR": "203.0.113.9"}, {"HTTP_X_FORWARDED_FOR": "1.2.3.4, 203.0.113.9"}):
    print(get_client_ip(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", **chain)))
"""


def test_who_signs_in_is_known_by_their_own_address_and_not_by_what_they_claim_or_the_proxy() -> None:
    done = run_python(ASKING, **NEEDED, DJANGO_SETTINGS_MODULE="config.settings.production")
    assert done.stdout.split() == ["10.0.0.1", "203.0.113.9", "203.0.113.9"], done.stderr


def test_logs_are_kept_to_the_level_asked_for() -> None:
    done = run_python(LOGGED, **NEEDED, MUGGINS_LOG_LEVEL="ERROR")
    assert [json.loads(line)["event"] for line in done.stderr.splitlines()] == ["went wrong"]


def test_an_acknowledged_result_outlives_a_power_cut_of_the_embedded_site(tmp_path: Path) -> None:
    """A real connection to SQLite has a write-ahead log and 2 (FULL): each commit is on the disk."""
    code = (
        "import django; django.setup(); from django.db import connection as c; k = c.cursor(); "
        "print([k.execute(f'PRAGMA {name}').fetchone()[0] for name in ('journal_mode', 'synchronous')])"
    )
    database = str(tmp_path / "own.sqlite3")
    done = run_python(code, DJANGO_SETTINGS_MODULE="config.settings.local", MUGGINS_SQLITE=database)
    assert done.stdout.strip() == "['wal', 2]", done.stderr


def test_production_counts_attempts_also_without_redis() -> None:
    found = settings("CACHES", "CELERY_BROKER_TRANSPORT")
    caches, transport = found["CACHES"], found["CELERY_BROKER_TRANSPORT"]
    assert isinstance(caches, dict)
    assert caches["default"]["BACKEND"] == "config.cache.CacheThatStands"
    assert transport == "config.broker:Transport"


def test_the_embedded_site_s_policy_names_only_streams_that_a_browser_takes() -> None:
    code = "import json; from config.settings import local as p; "
    code += "print(json.dumps(p.CONTENT_SECURITY_POLICY['DIRECTIVES']['connect-src']))"
    done = run_python(code, MUGGINS_LIVE_PORT="8001", MUGGINS_HOSTS="192.168.1.5")
    assert done.returncode == 0, done.stderr
    streams = [f"http://{host}:8001" for host in ("localhost", "127.0.0.1", "192.168.1.5")]
    assert json.loads(done.stdout)[-3:] == streams


KEY = "from config.settings import local; print(local.SECRET_KEY)"


def test_an_embedded_installation_makes_a_key_of_its_own_and_keeps_it_with_its_database(tmp_path: Path) -> None:
    """A key that stands in the source would let anybody forge an invitation on a pub's network."""
    first, other = tmp_path / "first", tmp_path / "other"
    keys = []
    for folder in (first, first, other):
        folder.mkdir(exist_ok=True)
        done = run_python(KEY, MUGGINS_SQLITE=str(folder / "own.sqlite3"))
        assert done.returncode == 0, done.stderr
        keys.append(done.stdout.strip())
    assert keys[0] == keys[1] != keys[2]
    assert min(map(len, keys)) >= 50
    assert [path.name for path in first.iterdir()] == ["own.sqlite3.secret-key"]
    # No source of the project holds it, and nobody else on the machine reads it.
    assert (first / "own.sqlite3.secret-key").stat().st_mode & 0o777 == 0o600


def test_a_key_that_others_may_read_or_that_is_cut_short_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite3.secret-key"
    kept = run_python(KEY, MUGGINS_SQLITE=str(tmp_path / "own.sqlite3")).stdout
    path.chmod(0o644)
    assert run_python(KEY, MUGGINS_SQLITE=str(tmp_path / "own.sqlite3")).stdout == kept
    assert path.stat().st_mode & 0o777 == 0o600
    for damaged in ("", "\n", kept[:20]):
        path.write_text(damaged)
        made = run_python(KEY, MUGGINS_SQLITE=str(tmp_path / "own.sqlite3")).stdout.strip()
        assert len(made) >= 50
        assert path.read_text().strip() == made != damaged.strip()


def test_processes_that_start_at_once_have_one_key(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from config.secret_key import load_secret_key; sys.stdin.read(1); "
    code += "print(load_secret_key(Path(sys.argv[1])))"
    command = [sys.executable, "-c", code, str(tmp_path / "own.sqlite3")]
    starting = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(6)
    ]
    for process in starting:
        assert process.stdin is not None
        process.stdin.write("x")
        process.stdin.flush()
    assert len({process.communicate(timeout=60)[0] for process in starting}) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["own.sqlite3.secret-key"]


@pytest.mark.parametrize(
    ("environment", "needs_code"),
    [
        ({}, False),
        ({"MUGGINS_BIND": "127.0.0.1"}, False),
        ({"MUGGINS_BIND": "::1", "MUGGINS_HOSTS": "localhost, 127.0.0.5"}, False),
        ({"MUGGINS_BIND": "192.168.1.5"}, True),
        ({"MUGGINS_BIND": "0.0.0.0"}, True),  # noqa: S104
        ({"MUGGINS_BIND": "::"}, True),
        # Bound to this machine, but a proxy or a tunnel leads here by another name.
        ({"MUGGINS_HOSTS": "pub.example"}, True),
    ],
)
def test_the_first_visitor_brings_a_code_wherever_others_can_reach_the_server(
    environment: dict[str, str], needs_code: bool, tmp_path: Path
) -> None:
    code = "from config.settings import local; print(local.FIRST_VISIT_NEEDS_CODE)"
    done = run_python(code, MUGGINS_SQLITE=str(tmp_path / "own.sqlite3"), **environment)
    assert done.stdout.strip() == str(needs_code), done.stderr
