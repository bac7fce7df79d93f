"""The headers of every answer: what another site, or a page that was broken into, may do with ours."""

import pytest
from django.test import Client

from config.headers import ALLOWED, DENIED, PERMISSIONS_POLICY
from league.models import User
from league.services.mail import preferences
from league.services.people.accounts import keys
from tests.factories import Town
from tests.new_process import run_python
from tests.test_settings import NEEDED, settings

ANSWERS = [
    ("/leagues/town/", 200),
    ("/hand/", 200),
    ("/accounts/login/", 200),
    ("/leagues/town/my/", 302),
    ("/leagues/nowhere/", 404),
    ("/nothing/here/", 404),
    ("/api/v1/leagues/", 200),
    ("/api/v1/leagues/nowhere/", 404),
    ("/api/v1/leagues/town/me/", 401),
    ("/api/v1/docs/", 200),
    ("/admin/login/", 302),
    ("/admin/league/league/", 302),
    ("/static/js/sheet.js", 200),
    ("/static/js/none.js", 404),
    ("/health/web/", 200),
    ("/metrics", 401),
]
SHARED = ("/api/v1/leagues/", "/api/v1/leagues/nowhere/")
WANTED = {
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def policy(answer: object) -> dict[str, str]:
    return {name: answer.headers.get(name) for name in WANTED}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("address", "status"), ANSWERS)
def test_every_answer_has_the_headers(town: Town, client: Client, address: str, status: int) -> None:
    """A script that got into one page without them could ask for camera and place, or a foreign page open ours."""
    answer = client.get(address)
    assert answer.status_code in (status, 301, 302) if status == 302 else answer.status_code == status
    assert policy(answer) == WANTED
    csp = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in csp
    assert "frame-ancestors 'none'" in csp
    assert "unsafe" not in csp
    # What everybody may read is the only thing that other sites' scripts read: tests/security/test_cors.py.
    assert answer.headers.get("Access-Control-Allow-Origin") == ("*" if address in SHARED else None)
    answer.close()


def test_errors_have_them_too(town: Town) -> None:
    """A wrong host is refused by Django's first middleware, a broken page by its last resort."""
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    wrong_host = client.get("/", headers={"host": "evil.example"})
    assert (wrong_host.status_code, policy(wrong_host)) == (400, WANTED)
    refused = client.post("/accounts/login/", {"login": "a@example.org"})
    assert (refused.status_code, policy(refused)) == (403, WANTED)
    method = client.post("/health/")
    assert (method.status_code, policy(method)) == (403, WANTED)


def test_a_fault_of_ours_has_them_too(settings: object) -> None:
    """Without the `db` fixture every question to the database is a fault."""
    broken = Client(raise_request_exception=False).get("/leagues/town/")
    assert (broken.status_code, policy(broken)) == (500, WANTED)


def test_a_page_may_use_next_to_nothing_of_the_device() -> None:
    assert set(ALLOWED) == {"clipboard-write", "publickey-credentials-create", "publickey-credentials-get"}
    assert {"camera", "microphone", "geolocation", "payment", "usb", "browsing-topics"} <= set(DENIED)
    assert "camera=()" in PERMISSIONS_POLICY
    assert "*" not in PERMISSIONS_POLICY


def test_an_address_that_is_a_key_is_told_to_no_next_page(town: Town, client: Client, now: object) -> None:
    """With the whole address as referrer, every link of the page would write the key into somebody's log."""
    bell: User = town.captains["Bell"]
    feed = keys.make_feed(town.league, by=bell, now=now)  # type: ignore[arg-type]
    stop = f"/mail/stop/{preferences.unsubscribe_token(bell, ('result_due',), 'mail')}/"
    for address in (
        stop,
        "/invitations/wrong:one/",
        "/leagues/town/confirm/wrong:one/",
        "/accounts/confirm-email/wrong:one/",
        "/accounts/password/reset/key/1-wrong/",
        f"/leagues/town/calendars/my/{feed.token}.ics",
        f"/accounts/login/?next={stop}",
    ):
        assert client.get(address).headers["Referrer-Policy"] == "strict-origin", address


COOKIES = """
import django
django.setup()
from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.contrib.sessions.middleware import SessionMiddleware
from django.test import RequestFactory

settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"

def view(request):
    get_token(request)
    request.session["a"] = 1
    return HttpResponse()

asked = RequestFactory().get("/", secure=True, headers={"host": "league.example"})
answer = SessionMiddleware(CsrfViewMiddleware(view))(asked)
print(answer.cookies.output(header=""))
"""


@pytest.mark.long
def test_cookies_of_production_belong_to_this_host_alone() -> None:
    """Somebody with a page on a neighbouring subdomain could plant a session or a CSRF cookie of theirs."""
    done = run_python(COOKIES, **NEEDED, DJANGO_SETTINGS_MODULE="config.settings.production")
    assert done.returncode == 0, done.stderr
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert sorted(line.partition("=")[0] for line in lines) == ["__Host-csrftoken", "__Host-sessionid"]
    for line in lines:
        parts = [part.strip() for part in line.split(";")[1:]]
        assert {"Secure", "Path=/", "SameSite=Lax"} <= set(parts)
        assert not any(part.lower().startswith("domain") for part in parts)
    assert "HttpOnly" in next(line for line in lines if "session" in line)


@pytest.mark.long
def test_no_browser_preloads_the_host_unless_it_was_asked_for() -> None:
    assert settings("SECURE_HSTS_PRELOAD") == {"SECURE_HSTS_PRELOAD": False}
    assert settings("SECURE_HSTS_PRELOAD", MUGGINS_HSTS_PRELOAD="true") == {"SECURE_HSTS_PRELOAD": True}
