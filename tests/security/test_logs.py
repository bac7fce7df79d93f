"""The logs. Whoever reads them (an operator, a collector, a backup) must not be able to act as somebody else."""

import io
import json
import logging
import logging.config
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from config.logging import logging_config
from config.redaction import LEFT_OUT, SECRET_PARAMETERS, SECRET_ROUTES, redacted, redacted_address
from league.models import Invitation, Result, User
from league.services.mail import preferences
from league.services.people import invite
from league.services.people.accounts import keys
from league.services.results import handover, submit
from tests import factories, stage
from tests.factories import Town
from tests.routes import routes

SECRET = "eyJzM2NyM3QiOjF9:kEy_0f-aN"
# Parameters that say which page it is, and open nothing to whoever knows them.
OPEN = {
    "adjustment", "app_label", "appeal", "call", "card", "case", "charge", "competition", "content_type_id", "cup",
    "dispute", "division", "evidence", "fixture", "form", "game", "hand", "id", "individual", "individual_league",
    "into", "invitation", "kind", "league", "lesson", "lots", "match", "name", "night", "night_series", "notice",
    "object_id", "other", "page", "photograph", "pk", "player", "post", "registration", "role", "ruleset", "ruling",
    "season", "section", "share", "shuffle", "side", "sitting", "slug", "team", "thing", "tie", "timetable",
    "trainer", "uidb36", "url", "venue", "version", "week", "what", "winner",
}  # fmt: skip


# Every route of the site, and the names of the parameters in it.
ROUTES = [(route, set(re.findall(r"<(?:\w+:)?(\w+)>", route))) for route, _ in routes()]


def address(route: str) -> str:
    """An address of a route, with the secret in its place and ones in all others."""
    plain = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", route).replace("^", "").replace("$", "").replace("\\Z", "")
    filled = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: SECRET if found[1] in SECRET_PARAMETERS else "x1", plain)
    return "/" + filled.replace("\\", "")


SECRET_ADDRESSES = sorted({address(route) for route, names in ROUTES if names & SECRET_PARAMETERS})


def test_every_parameter_of_an_address_is_known_to_be_open_or_secret() -> None:
    """A new page with a key in its address would put that key into the logs: here it has to be declared first."""
    strange = {name for _, names in ROUTES for name in names} - OPEN - SECRET_PARAMETERS
    assert not strange, "declare it in config.redaction.SECRET_PARAMETERS, or among OPEN here"


def test_the_walk_finds_every_kind_of_link_that_is_a_key() -> None:
    assert {found.replace(SECRET, "KEY") for found in SECRET_ADDRESSES} >= {
        "/invitations/KEY/",
        "/mail/stop/KEY/",
        "/leagues/x1/confirm/KEY/",
        "/leagues/x1/can-play/KEY/",
        "/leagues/x1/enter/KEY/",
        "/leagues/x1/calendars/my/KEY.ics",
        "/api/v1/leagues/x1/confirm/KEY/",
        "/accounts/confirm-email/KEY",
        "/accounts/password/reset/key/x1-KEY/",
    }


@pytest.mark.parametrize("found", SECRET_ADDRESSES)
def test_a_key_is_left_out_of_its_address_however_it_is_written(found: str) -> None:
    """An attacker who reads the log would confirm a sheet, accept an invitation or set another's password."""
    path, kept, rest = found.partition("kEy_0f")
    shouted = f"{path.upper()}{kept}{rest}"
    encoded = quote(quote(found, safe=""), safe="")
    for written in (found, shouted, quote(found), encoded, f"/accounts/login/?next={found}"):
        for text in (
            f"GET {written} HTTP/1.1",
            f"Not Found: {written}",
            f"https://league.example{written}?x=1",
            written,
        ):
            said = redacted(text)
            assert "kEy_0f" not in said, text
            assert LEFT_OUT in said
    disguised = "".join(f"%{ord(letter):02X}" if letter.isalpha() else letter for letter in found)
    assert "kEy_0f" not in redacted_address(f"GET {disguised} HTTP/1.1")


@pytest.mark.parametrize(
    "plain",
    [
        "/leagues/town/invitations/12/",
        "/leagues/town/fixtures/4/confirm/",
        "/leagues/town/calendars/team/anchor.ics",
        "/accounts/login/code/confirm/",
        "/accounts/confirm-email/",
        "/static/js/sheet.js?v=3",
    ],
)
def test_what_is_no_key_stays_readable(plain: str) -> None:
    assert redacted(f"GET {plain} HTTP/1.1") == f"GET {plain} HTTP/1.1"


@pytest.mark.parametrize(
    "text",
    [
        "GET /accounts/login/?login=a@example.org&password=SECRET&next=/",
        "GET /accounts/login/code/confirm/?code=SECRET",
        "Authorization: Bearer mgn_SECRETSECRETSECRETSECRETSECRET",
        "'HTTP_COOKIE': 'sessionid=SECRET; csrftoken=SECRET'",
        "'HTTP_COOKIE': '__Host-sessionid=SECRET'",
        "cannot connect to redis://muggins:SECRET@cache.example:6379/0",
        "DETAIL:  Key (token)=(SECRET) already exists.",
        "DETAIL:  Failing row contains (1, argon2$SECRET, a@example.org, null).",
        "somebody pasted mgn_SECRETSECRETSECRETSECRETSECRETSECR into a form",
    ],
)
def test_secrets_of_other_kinds_are_left_out_wherever_they_stand(text: str) -> None:
    """A password, session, token or row that a library quotes in its error would be its reader's."""
    assert "SECRET" not in redacted(text)


# What the site writes down while it runs


def fails(request: HttpRequest, token: str) -> HttpResponse:
    """A page whose fault quotes the address, as many do."""
    raise RuntimeError(f"Nothing can be done at {request.get_full_path()} with {request.headers.get('Authorization')}")


urlpatterns = [path("mail/stop/<str:token>/broken/", fails), path("", include("config.urls"))]
handler404 = "league.api.errors.not_found"
handler500 = "league.api.errors.server_error"


@contextmanager
def written(*, as_json: bool, level: str = "DEBUG") -> Iterator[Callable[[], str]]:
    """Collect what every logger writes, as configured for production (JSON) or for one machine (columns)."""
    stream, before = io.StringIO(), _loggers()
    config = logging_config(json=as_json, level=level)
    for handler in config["handlers"].values():
        handler["stream"] = stream
    logging.config.dictConfig(config)
    try:
        yield stream.getvalue
    finally:
        for log, (handlers, old, propagate) in before.items():
            log.handlers, log.propagate = handlers, propagate
            log.setLevel(old)


def _loggers() -> dict[logging.Logger, tuple[list[logging.Handler], int, bool]]:
    named = [logging.getLogger(name) for name in (*logging_config(json=False)["loggers"], None)]
    return {log: (list(log.handlers), log.level, log.propagate) for log in named}


@pytest.mark.long
@pytest.mark.parametrize("as_json", [True, False])
def test_no_secret_of_an_address_a_header_or_a_form_is_written_down(
    town: Town, now: Any, settings: Any, as_json: bool
) -> None:
    """Everything that anybody can send to act as somebody, sent once, well and ill; then the log is searched for it."""
    settings.ROOT_URLCONF = "tests.security.test_logs"
    captain, bell = town.captains["Anchor"], town.captains["Bell"]
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, factories.result_sheet(town, "Anchor", "Bell"), by=captain, now=now)
    secrets = {
        "invitation": invite.token_for(invited(town, now).pk),
        "confirm": handover.token_for(Result.objects.get(live=True), bell),
        "stop": preferences.unsubscribe_token(bell, ("result_due",), "mail"),
        "calendar": keys.make_feed(town.league, by=bell, now=now).token,
        "reset": "1-c4fe00-deadbeefdeadbeef",
        "verify": "Mg:1tEsTs:verification-key-of-somebody",
        "session": "session0123456789abcdef",
        "csrf": "c5rf" * 8,
        "bearer": "mgn_bearer-that-nobody-shall-read-0123456789",
        "idempotency": "key-of-one-payment-77",
        "password": "correct-horse-battery",
        "code": "W7XK-93QZ",
    }
    asked = [
        f"/invitations/{secrets['invitation']}/",
        f"/leagues/town/confirm/{secrets['confirm']}/",
        f"/api/v1/leagues/town/confirm/{secrets['confirm']}/",
        f"/mail/stop/{secrets['stop']}/",
        f"/mail/stop/{secrets['stop']}/broken/",
        f"/leagues/town/calendars/my/{secrets['calendar']}.ics",
        f"/accounts/password/reset/key/{secrets['reset']}/",
        f"/accounts/confirm-email/{secrets['verify']}/",
    ]
    with written(as_json=as_json) as said:
        client = Client(raise_request_exception=False, enforce_csrf_checks=False)
        client.cookies["sessionid"], client.cookies["csrftoken"] = secrets["session"], secrets["csrf"]
        headers = {"authorization": f"Bearer {secrets['bearer']}", "idempotency-key": secrets["idempotency"]}
        form = dict.fromkeys(("password", "password1", "password2", "oldpassword"), secrets["password"])
        form |= {"login": bell.email, "email": bell.email, "code": secrets["code"], "secret": secrets["code"]}
        for each in asked:
            client.get(each, headers=headers)
            client.get(each.rstrip("/") + "x/", headers=headers)
            client.post(each, form, headers=headers)
            client.get("/accounts/login/", {"next": each, "password": secrets["password"], "code": secrets["code"]})
            Client(enforce_csrf_checks=True).post(
                "/accounts/login/", form, secure=True, headers={"referer": f"https://elsewhere.example{each}"}
            )
        for page in ("login", "signup", "password/reset", "login/code", "login/code/confirm", "password/change"):
            client.post(f"/accounts/{page}/", form, headers=headers)
        client.get("/admin/", headers=headers)
        client.get("/leagues/town/nothing/", headers=headers)
        client.get("/api/v1/leagues/town/me/", headers=headers)
        logged = said()
    assert {name: value for name, value in secrets.items() if value in logged} == {}
    # It was looked for where it would have been.
    for shown in ("/invitations/…/", "/confirm/…/", "/mail/stop/…/broken/", "/calendars/my/…", "/reset/key/…/"):
        assert (json.dumps(shown)[1:-1] if as_json else shown) in logged, shown
    assert "RuntimeError: Nothing can be done at /mail/stop/" in logged
    assert "Referer checking failed" in logged
    if as_json:
        assert all(json.loads(line)["event"] for line in logged.splitlines())


def invited(town: Town, now: Any) -> Invitation:
    invite.invite(town.league, "new@example.org", "player", town.teams["Bell"], by=town.captains["Bell"], now=now)
    return Invitation.objects.get(user=User.objects.get(email="new@example.org"))


def test_no_library_writes_by_a_handler_of_its_own() -> None:
    """Django mails errors and Celery prints tasks by handlers that leave nothing out; ours is the only one there is."""
    with written(as_json=True):
        own = {
            name: log.handlers
            for name, log in logging.Logger.manager.loggerDict.items()
            if isinstance(log, logging.Logger) and name.startswith(("django", "celery", "kombu", "allauth", "gunicorn"))
            if [each for each in log.handlers if not isinstance(each, logging.NullHandler)] or not log.propagate
        }
        assert own == {}


def test_a_worker_of_celery_writes_a_task_and_its_fault_without_its_secrets() -> None:
    """A task's arguments, and what its error quotes, pass the same filter as everything else."""
    with written(as_json=True) as said:
        trace = logging.getLogger("celery.app.trace")
        trace.error(
            "Task %(name)s raised unexpected: %(exc)s",
            {"name": "league.tasks.deliver", "exc": f"ValueError('/mail/stop/{SECRET}/')", "kwargs": {"token": SECRET}},
        )
        logging.getLogger("celery.task").error("refused: %s", f"https://league.example/invitations/{SECRET}/")
        lines = [json.loads(line) for line in said().splitlines()]
    assert "kEy_0f" not in said()
    assert [line["event"] for line in lines] == [
        "Task league.tasks.deliver raised unexpected: ValueError('/mail/stop/…/')",
        "refused: https://league.example/invitations/…/",
    ]


@pytest.mark.long
def test_gunicorn_writes_no_secret_whatever_its_format_asks_for(tmp_path: Path) -> None:
    """`--access-logfile` is one switch away, and its usual format has the address, the referrer and any header."""
    port = stage.free_port()
    asks = "%(r)s %(U)s %(q)s %(f)s %({cookie}i)s %({authorization}i)s %({http_cookie}e)s %({raw_uri}e)s %({x-probe}i)s"
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings.local", "MUGGINS_SQLITE": str(tmp_path / "none.sqlite3")}
    with stage.stage(tmp_path, **environment) as house:
        bind = ("--bind", f"127.0.0.1:{port}", "--workers", "1")
        web = house.start("web", "bin/web", *bind, "--access-logfile", "-", "--access-logformat", asks)
        stage.wait_for(lambda: stage.answers(port), within=60, what=f"pages: {web.log_text()}")
        headers = {
            "Cookie": "sessionid=s3ss10n-of-somebody",
            "Authorization": "Bearer t0ken-of-somebody",
            "Referer": f"http://127.0.0.1:{port}/invitations/{SECRET}/",
            "X-Probe": "seen",
        }
        for asked in (f"/mail/stop/{SECRET}/", f"/%6Dail/stop/{SECRET}/", f"/invitations/{SECRET}/?code=c0de"):
            asking = HTTPConnection("127.0.0.1", port, timeout=20)
            asking.request("GET", asked, headers=headers)
            asking.getresponse().read()
            asking.close()
        said = stage.wait_for(
            lambda: web.log_text() if web.log_text().count(" seen") == 3 else "",
            within=20,
            what=f"lines: {web.log_text()}",
        )
    assert "/mail/stop/…/" in said
    for secret in ("kEy_0f", "s3ss10n", "t0ken", "c0de"):
        assert secret not in said, said


# The proxy's log


def recipe() -> tuple[str, str]:
    """What nginx looks for and writes instead."""
    page = (Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf").read_text()
    [found] = re.findall(r"map \$request_uri \$shown \{\n\s+~\*(\S+) (\S+);\n\s+default \$uri;", page)
    return found


def test_the_recipe_for_the_proxy_names_every_address_with_a_key() -> None:
    pattern, _ = recipe()
    slash = "(/|%(25)*2f)"
    named = re.fullmatch(r"\^\(\.\*\?(\S+)\)\[\^/\?&%\]\+", pattern)
    assert named
    routes = named[1].replace(slash, "/").strip("/").removeprefix("(").removesuffix(")").split("|")
    assert sorted(routes) == sorted(SECRET_ROUTES)


@pytest.mark.parametrize("secret", SECRET_ADDRESSES)
def test_the_recipe_leaves_every_key_out_of_the_proxy_s_log(secret: str) -> None:
    pattern, instead = recipe()
    for asked in (secret, f"/fr{secret}?a=1", f"/accounts/login/?next={quote(secret, safe='')}", quote(quote(secret))):
        found = re.match(pattern, asked, re.IGNORECASE)
        assert found, asked
        assert SECRET[:6] not in instead.replace("$1", found[1])
