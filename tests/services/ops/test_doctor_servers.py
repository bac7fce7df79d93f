"""The doctor's checks of other servers, against real ones: Redis, SMTP, TLS and HTTP."""

import datetime as dt
import ipaddress
import json
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import LazySettings
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer
from redis import Redis

from config.settings.test import ON_SERVICES
from league.models import League, LeagueDomain
from league.services.ops.doctor import Examination, Finding, Level, servers
from tests.factories import Town
from tests.services.post_office import post_office


def levels(found: list[Finding]) -> list[Level]:
    return [finding.level for finding in found]


def text(found: list[Finding]) -> str:
    return "\n".join(str(finding) for finding in found)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


# Mail


def mail(to: str = "") -> list[Finding]:
    return list(servers.check_mail(Examination(timezone.now(), mail_to=to)))


def test_mail_that_goes_nowhere_is_doubtful(settings: LazySettings) -> None:
    assert "doubtful: : Nobody gets mail: it goes to locmem." in text(mail())
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = "/tmp/mail-of-the-doctor"  # noqa: S108
    assert "it goes to /tmp/mail-of-the-doctor." in text(mail())


def test_a_mail_server_is_asked_and_gets_mail_only_where_one_wishes(settings: LazySettings) -> None:
    with post_office(settings) as office:
        assert levels(mail()) == [Level.OK]
        assert office.mails == []
        assert levels(mail("una@town.example")) == [Level.OK, Level.OK]
    (trial,) = office.mails
    assert (trial["To"], trial["Subject"]) == ("una@town.example", "A trial message")
    assert settings.BASE_URL in trial.get_content()


def test_a_recipient_who_is_refused_is_wrong(settings: LazySettings) -> None:
    with post_office(settings, at_rcpt=lambda *_: "550 5.1.1 No such user"):
        assert "refuses mail to una@town.example" in text(mail("una@town.example"))


def test_a_mail_server_that_is_away_or_knows_no_login_is_wrong(settings: LazySettings) -> None:
    with post_office(settings):
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = "una"
        assert "wrong: : The mail server" in text(mail())
    assert "does not take mail: [Errno 111] Connection refused" in text(mail())


@pytest.mark.parametrize(("success", "level"), [(True, Level.OK), (False, Level.WRONG)])
def test_the_login_is_tried(success: bool, level: Level, settings: LazySettings) -> None:
    server = Controller(
        object(),
        hostname="127.0.0.1",
        port=free_port(),
        auth_require_tls=False,
        authenticator=lambda *_: AuthResult(success=success, handled=False),
    )
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = "una"
    try:
        found = mail()
    finally:
        server.stop()
    assert levels(found) == [level]
    assert ("takes the login" in text(found)) == success
    assert ("refuses the login: 535" in text(found)) != success


def test_a_password_without_encryption_is_wrong(settings: LazySettings) -> None:
    settings.EMAIL_HOST, settings.EMAIL_HOST_USER = "mail.town.test", "una"
    assert Level.WRONG in levels(list(servers._mail_answers("It", "")))
    settings.EMAIL_USE_TLS = True
    assert levels(list(servers._mail_answers("It", ""))) == [Level.OK]


# Redis


def redis(settings: LazySettings, url: str) -> list[Finding]:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.CELERY_BROKER_URL = url
    asked = Examination(timezone.now())
    return list(servers.check_redis(asked))


def test_without_redis_there_is_nothing_to_ask(settings: LazySettings, db: None) -> None:
    assert "Cache and queue are this process's memory." in text(redis(settings, "memory://localhost/"))


def test_a_redis_that_is_away_is_wrong(settings: LazySettings, db: None) -> None:
    found = redis(settings, f"redis://:hidden-from-the-list@127.0.0.1:{free_port()}/0")
    assert "wrong: : Redis (broker) does not answer" in text(found)
    assert "hidden-from-the-list" not in text(found)


@pytest.mark.parametrize(
    ("info", "message"),
    [
        ({"maxmemory_policy": "allkeys-lru", "maxmemory": 100}, "throws tasks away when it is full"),
        ({"maxmemory_policy": "noeviction", "maxmemory": 100, "used_memory": 90}, "nearly full"),
        ({"rdb_last_bgsave_status": "err"}, "cannot write its snapshot"),
        ({"maxmemory_policy": "noeviction", "maxmemory": 0, "rdb_last_bgsave_status": "ok"}, ""),
        ({"maxmemory_policy": "volatile-lru", "maxmemory": 100, "used_memory": 99}, ""),
    ],
)
def test_how_redis_is_set_up(info: dict[str, object], message: str) -> None:
    found = list(servers._redis_problems(info, "broker", broker=True))
    assert [message in str(finding) for finding in found] == ([True] if message else [])


@pytest.mark.skipif(not ON_SERVICES, reason="needs Redis: MUGGINS_TEST_ON=services")
def test_a_real_redis(settings: LazySettings, db: None) -> None:
    url = str(settings.CACHES["default"]["LOCATION"])
    assert Level.WRONG not in levels(redis(settings, url))
    name = f"doctor-{uuid4()}"
    with Redis.from_url(url) as server:
        server.execute_command("ACL", "SETUSER", name, "on", ">pw", "~*", "+ping", "+select", "+client")
        try:
            found = redis(settings, url.replace("redis://", f"redis://{name}:pw@"))
            refused = redis(settings, url.replace("redis://", f"redis://{name}:guessed@"))
        finally:
            server.execute_command("ACL", "DELUSER", name)
    assert "doubtful: : Redis (broker) answers, but its user may not ask INFO." in text(found)
    assert "wrong: : Redis (broker) refuses the password" in text(refused)


# The certificate


def make_certificate(folder: Path, days: float) -> Path:
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "here")])
    now = timezone.now()
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=60))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    pem = serialization.Encoding.PEM
    plain = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(plain + made.public_bytes(pem))
    return file


@contextmanager
def tls_server(certificate: Path) -> Iterator[int]:
    """A server that shakes hands over TLS, and says nothing."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    listener = socket.create_server(("127.0.0.1", 0))

    def shake_hands() -> None:
        connection, _ = listener.accept()
        with connection:
            try:
                with context.wrap_socket(connection, server_side=True) as secure:
                    secure.recv(1)
            except OSError:
                return

    thread = Thread(target=shake_hands, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        thread.join(5)
        listener.close()


@pytest.mark.parametrize(
    ("days", "trusted", "level", "message"),
    [
        (90.5, True, Level.OK, "ends in 90 days"),
        (10.5, True, Level.DOUBTFUL, "ends in 10 days"),
        (3.5, True, Level.WRONG, "ends in 3 days"),
        (-1, True, Level.WRONG, "certificate has expired"),
        (90, False, Level.WRONG, "Browsers refuse the certificate of 127.0.0.1: self"),
    ],
)
def test_the_certificates_end(
    days: float, trusted: bool, level: Level, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = make_certificate(tmp_path, days)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with tls_server(certificate) as port:
        found = list(servers.check_certificate(Examination(timezone.now(), url=f"https://127.0.0.1:{port}")))
    assert (levels(found), message in text(found)) == ([level], True), text(found)


def test_a_site_that_does_not_answer_from_here_is_doubtful() -> None:
    url = f"https://127.0.0.1:{free_port()}"
    assert levels(list(servers.check_certificate(Examination(timezone.now(), url=url)))) == [Level.DOUBTFUL]


def test_leagues_own_domains_are_asked_and_only_so_many(town: Town) -> None:
    def found() -> list[Finding]:
        return list(servers.check_domains(Examination(timezone.now())))

    assert levels(found()) == [Level.OK]
    LeagueDomain.objects.create(league=town.league, host="crib.invalid", set_at=timezone.now())
    assert (levels(found()), "crib.invalid, a league's own domain, leads nowhere" in text(found())) == (
        [Level.WRONG], True,
    )  # fmt: skip
    for number in range(servers.MOST_DOMAINS):
        league = League.objects.create(name=f"L {number}", slug=f"l-{number}")
        LeagueDomain.objects.create(league=league, host=f"{number}.invalid", set_at=timezone.now())
    assert levels(found()) == [Level.WRONG] * servers.MOST_DOMAINS + [Level.OK]
    assert "not asked: 1." in text(found())


# The proxy


def proxy(url: str) -> list[Finding]:
    return list(servers.check_proxy(Examination(timezone.now(), url=url)))


def test_a_site_is_asked_through_its_address(live_server: LiveServer) -> None:
    assert levels(proxy(live_server.url)) == [Level.OK]


def test_an_address_that_leads_to_the_site_is_followed(live_server: LiveServer) -> None:
    with site(lambda path: (301, {"Location": f"{live_server.url}{path}"}, b"")) as url:
        found = proxy(url)
    assert levels(found) == [Level.OK]
    assert live_server.url.removeprefix("http://") in text(found)


@contextmanager
def site(answer: Callable[[str], tuple[int, dict[str, str], bytes]]) -> Iterator[str]:
    """A site that answers to a path with a status, headers and a body."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = answer(self.path)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


def start(health: str) -> tuple[int, dict[str, str], bytes]:
    return 200, {}, json.dumps({"health": health}).encode()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (start("http://inside:8000/health/"), "believes it is called inside:8000"),
        (start("https://inside/health/"), "believes it is asked for by https"),
        ((400, {}, b""), "answers 400 to this host"),
        ((502, {}, b""), "answers 502"),
        ((301, {"Location": "/api/v1/"}, b""), "leads to itself for ever"),
        ((200, {}, b"<h1>Welcome to nginx</h1>"), "does not answer as Muggins does"),
        ((200, {}, b"[]"), "does not answer as Muggins does"),
    ],
)
def test_what_a_proxy_can_get_wrong(answer: tuple[int, dict[str, str], bytes], message: str) -> None:
    with site(lambda path: answer) as url:
        found = proxy(url)
    assert message in text(found)
    assert {*levels(found)} == {Level.WRONG}


def test_a_stylesheet_that_the_proxy_does_not_pass_on_is_wrong() -> None:
    url = ""
    with site(lambda path: start(f"{url}/health/") if path == servers.START_OF_API else (404, {}, b"")) as found_at:
        url = found_at
        assert "Pages have no style: the stylesheet answers 404." in text(proxy(url))


# The visitor's address


def visitors(url: str) -> list[Finding]:
    return list(servers.check_visitors(Examination(timezone.now(), url=url)))


def test_a_site_that_believes_what_visitors_say_is_wrong(live_server: LiveServer, settings: LazySettings) -> None:
    assert "as 127.0.0.1: so a proxy here would look, too." in text(visitors(live_server.url))
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    found = visitors(live_server.url)
    assert levels(found) == [Level.WRONG]
    assert "believes what visitors say about their address" in text(found)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    assert "cannot tell a visitor's address: nobody can sign in" in text(visitors(live_server.url))


@pytest.mark.parametrize(
    ("body", "level"),
    [
        (b'{"visitor": "81.2.69.142"}', Level.OK),
        (b'{"visitor": "10.0.0.5"}', Level.DOUBTFUL),
        (b'{"visitor": "::ffff:10.0.0.5"}', Level.DOUBTFUL),
        (b'{"visitor": "Una"}', Level.WRONG),
        (b'{"ok": true}', Level.DOUBTFUL),
        (b"[]", Level.DOUBTFUL),
        (b"<html>", Level.DOUBTFUL),
    ],
)
def test_what_the_site_sees_of_a_visitor(body: bytes, level: Level) -> None:
    with site(lambda path: (200, {}, body)) as url:
        assert levels(visitors(url)) == [level]


def test_a_site_that_is_away_or_ill_says_nothing_of_visitors() -> None:
    assert levels(visitors(f"http://127.0.0.1:{free_port()}")) == [Level.DOUBTFUL]
    with site(lambda path: (503, {}, b"{}")) as url:
        assert levels(visitors(url)) == [Level.DOUBTFUL]
