"""deploy/nginx.conf and deploy/Caddyfile: the real nginx and Caddy, with TLS, before real pages and live scores."""

import http.client
import json
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from config.settings.test import ON_SERVICES
from league.models import League, LeagueDomain, SecurityEvent
from tests import stage
from tests.factories import Town
from tests.processes.test_live import begun, enter

if not ON_SERVICES:
    pytest.skip("they stand before the processes of production: MUGGINS_TEST_ON=services", allow_module_level=True)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SITE = "league.example"
TOKEN = "a-token-for-metrics-0123456789"
MB = 1024 * 1024
Headers = dict[str, str]


@dataclass
class Site:
    """A served site: its proxy's ports, and what stands behind."""

    proxy: str
    house: stage.Stage
    http: int
    https: int
    web: stage.Process
    trusted: ssl.SSLContext

    def connect(self, *, name: str = SITE, source: str = "127.0.0.1", timeout: float = 30) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.https), timeout=timeout, source_address=(source, 0))
        return self.trusted.wrap_socket(plain, server_hostname=name)

    @contextmanager
    def opened(
        self, address: str, *, method: str = "GET", body: bytes | None = None, source: str = "127.0.0.1", **headers: str
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer to a request over TLS with a certificate that is verified; its body is not read yet."""
        asking = http.client.HTTPConnection("127.0.0.1", self.https)
        with self.connect(source=source) as asking.sock:
            asking.request(method, address, body, {"Host": SITE} | {n.replace("_", "-"): v for n, v in headers.items()})
            with asking.getresponse() as answer:
                yield answer

    def ask(
        self, address: str, *, method: str = "GET", body: bytes | None = None, source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, str]:
        with self.opened(address, method=method, body=body, source=source, **headers) as answer:
            return answer.status, answer.headers, answer.read().decode(errors="replace")


def certificate(folder: Path) -> tuple[Path, Path]:
    key, made = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}", "-keyout", key, "-out", made],
        check=True, capture_output=True,
    )  # fmt: skip
    return key, made


def tool(name: str) -> str:
    return subprocess.run([ROOT / "bin/deploy-tools", name], capture_output=True, text=True, check=True).stdout.strip()


def as_installed(file: str, **changes: str) -> str:
    """A file of deploy/ with this project's own paths and ports; every change must find what it changes."""
    text = (DEPLOY / file).read_text()
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def start_nginx(house: stage.Stage, http: int, https: int, web: int, live: int) -> None:
    key, made = certificate(house.folder)
    folder = house.folder
    site = as_installed("nginx.conf", **{
        "league.example.org": SITE, "/opt/muggins": str(ROOT), "/var/log/nginx": str(folder),
        "127.0.0.1:8000": f"127.0.0.1:{web}",
        "127.0.0.1:8001": f"127.0.0.1:{live}", f"/etc/letsencrypt/live/{SITE}/fullchain.pem": str(made),
        f"/etc/letsencrypt/live/{SITE}/privkey.pem": str(key), "listen 80": f"listen 127.0.0.1:{http}",
        "listen 443": f"listen 127.0.0.1:{https}",
    })  # fmt: skip
    (folder / "site.conf").write_text(re.sub(r"\n *listen \[::\].*", "", site))
    temporary = "".join(
        f"{what}_temp_path {folder}/{what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\nuser root;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\n"
        f"events {{ worker_connections 1024; }}\nhttp {{\n"
        f"types {{ text/html html; text/css css; text/javascript js; }}\n"
        f"{temporary}include {folder}/site.conf;\n}}\n"
    )
    command = (tool("nginx"), "-e", str(folder / "nginx.log"), "-c", str(folder / "nginx.conf"))
    tested = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert (tested.returncode, "warn" in tested.stderr) == (0, False), tested.stderr
    house.start("nginx", *command)


def start_caddy(house: stage.Stage, http: int, https: int, web: int, live: int) -> None:
    key, made = certificate(house.folder)
    text = as_installed("Caddyfile", **{
        "\tadmin off\n": f"\tadmin off\n\tskip_install_trust\n\thttp_port {http}\n\thttps_port {https}\n"
        "\tdefault_bind 127.0.0.1\n",
        "{$MUGGINS_SITE:league.example.org} {\n": f"{SITE} {{\n\ttls {made} {key}\n",
        "\t\ton_demand\n": "\t\tissuer internal\n\t\ton_demand\n", "/opt/muggins": str(ROOT),
    })  # fmt: skip
    config = house.folder / "Caddyfile"
    config.write_text(text)
    house.environment |= {"XDG_DATA_HOME": str(house.folder / "caddy"), "XDG_CONFIG_HOME": str(house.folder / "caddy")}
    house.environment |= {"MUGGINS_WEB": f"127.0.0.1:{web}", "MUGGINS_LIVE": f"127.0.0.1:{live}"}
    command = (tool("caddy"), "run", "--adapter", "caddyfile", "--config", str(config))
    house.start("validate", command[0], "validate", *command[2:]).popen.wait(20)
    assert "Valid configuration" in (house.folder / "validate.log").read_text()
    house.start("caddy", *command)


START: dict[str, Callable[..., None]] = {"nginx": start_nginx, "caddy": start_caddy}


@pytest.fixture(params=START)
def site(request: pytest.FixtureRequest, tmp_path: Path, town: Town) -> Iterator[Site]:
    with stage.stage(tmp_path) as house:
        redis, http_port, https_port, web_port = (stage.free_port() for _ in range(4))
        house.redis(redis)
        mail = house.mail_server()
        house.environment |= stage.production(redis_url=f"redis://127.0.0.1:{redis}/0", mail_port=mail.port)
        house.environment |= {"MUGGINS_METRICS_TOKEN": TOKEN}
        house.collect_static()
        _, live_port = stage.streams(house, redis_url=f"redis://127.0.0.1:{redis}/0", hosts=SITE)
        web = house.start("web", "bin/web", "--bind", f"127.0.0.1:{web_port}", "--workers", "1")
        START[request.param](house, http_port, https_port, web_port, live_port)
        found = Site(
            request.param,
            house,
            http_port,
            https_port,
            web,
            ssl.create_default_context(cafile=tmp_path / "certificate.pem"),
        )

        def is_up() -> bool:
            return stage.answers(https_port) and found.ask("/health/web/")[0] == 200

        stage.wait_for(is_up, within=60, what=f"pages by {request.param}: {web.log_text()}")
        yield found


def read_as_a_stranger(site: Site) -> None:
    status, headers, page = site.ask("/leagues/town/")
    assert (status, headers["strict-transport-security"]) == (200, "max-age=31536000; includeSubDomains")
    assert "Town League" in page
    # What was asked without TLS leads there, also the path and its question.
    plain = http.client.HTTPConnection("127.0.0.1", site.http, timeout=20)
    plain.request("GET", "/leagues/town/?a=1", headers={"Host": SITE})
    answer = plain.getresponse()
    plain.close()
    assert answer.status in (301, 308)
    assert answer.headers["location"] == f"https://{SITE}/leagues/town/?a=1"
    # Files, for ever where their name has a hash, compressed already; and nothing beside them.
    [style] = set(re.findall(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', page))
    status, headers, _ = site.ask(style, Accept_Encoding="gzip")
    assert (status, headers["content-encoding"], headers["x-content-type-options"]) == (200, "gzip", "nosniff")
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith("text/css")
    assert "immutable" not in site.ask("/static/css/site.css")[1]["cache-control"]
    up = ("/static/../../config/settings/production.py", "/static/..%2f..%2fmanage.py", "/static%2f..%2f..%2fmanage.py")
    odd = ("/static../manage.py", "/static//etc/passwd", "/static/%2e%2e/%2e%2e/.env.example", "/static/", "/.env")
    outside = (*up, *odd, "/away.html")
    for address in outside:
        status, _, text = site.ask(address)
        assert status in (400, 403, 404), address
        assert "import" not in text, address
    # Figures only for who brings the token, however the address is written.
    for address in ("/metrics", "//metrics", "/x/../metrics", "/%6detrics", "/metrics?a=/static/", "/metrics/"):
        assert site.ask(address)[0] in (301, 400, 401, 404), address
    assert site.ask("/metrics", Authorization="Bearer wrong", X_Forwarded_For="127.0.0.1")[0] == 401
    assert "muggins_up" in site.ask("/metrics", Authorization=f"Bearer {TOKEN}")[2]


def read_on_the_leagues_own_domain(site: Site) -> None:
    """Caddy gets a certificate for a name that is a league's, and for no other."""
    if site.proxy != "caddy":
        return
    LeagueDomain.objects.create(league=League.objects.get(slug="town"), host="crib.example", set_at=timezone.now())

    def connect(name: str) -> ssl.SSLSocket:
        root = site.house.folder / "caddy/caddy/pki/authorities/local/root.crt"
        plain = socket.create_connection(("127.0.0.1", site.https), timeout=30)
        return ssl.create_default_context(cafile=root).wrap_socket(plain, server_hostname=name)

    def is_known() -> bool:
        try:
            connect("crib.example").close()
        except (OSError, ssl.SSLError):
            return False
        return True

    stage.wait_for(is_known, within=30, what="a certificate for the league's own domain")
    for address, status in (("/leagues/town/", 200), ("/operator/", 404), ("/health/domain/?domain=crib.example", 404)):
        asking = http.client.HTTPConnection("127.0.0.1", site.https)
        with connect("crib.example") as asking.sock:
            asking.request("GET", address, headers={"Host": "crib.example"})
            answer = asking.getresponse()
            page = answer.read().decode()
            assert (answer.status, answer.headers["strict-transport-security"]) == (status, "max-age=31536000"), address
        if status == 200:
            assert 'rel="canonical" href="https://crib.example/leagues/town/"' in page
    with pytest.raises((ssl.SSLError, ConnectionError)):
        connect("evil.example")


def forge_names_and_addresses(site: Site) -> None:
    for host in ("evil.example", "", f"{SITE}.evil.example", f"{SITE}@evil.example", "127.0.0.1"):
        try:
            status, _, text = site.ask("/", Host=host)
        except (http.client.HTTPException, ConnectionError):
            continue
        # Caddy answers with an empty page where it knows no site of the name.
        assert (status >= 400) or not text, host
    with pytest.raises((ssl.SSLError, ConnectionError)):
        site.connect(name="evil.example")
    # Another scheme, host or user who is merely claimed: links and cookies are the site's own.
    claims = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "http",
        "Forwarded": "for=203.0.113.9;host=evil.example",
    }
    status, headers, page = site.ask("/leagues/town/", **claims)
    assert status == 200
    assert "evil.example" not in page + str(headers)
    # The visitor's address is the visitor's, and not the proxy's or what they say it is.
    login = {"login": "nobody@example.org", "password": "wrong-of-course"}
    token, before = "c" * 32, SecurityEvent.objects.count()
    sent = {"Cookie": f"__Host-csrftoken={token}", "Referer": f"https://{SITE}/accounts/login/",
            "Content-Type": "application/x-www-form-urlencoded"}  # fmt: skip
    for n in range(3):
        forged = {"X-Forwarded-For": f"203.0.113.{n}", "X-Real-IP": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
        body = urlencode({**login, "csrfmiddlewaretoken": token}).encode()
        assert site.ask("/accounts/login/", method="POST", body=body, source="127.0.0.77", **sent, **forged)[0] == 200
    assert SecurityEvent.objects.count() == before + 3
    assert set(SecurityEvent.objects.values_list("address", flat=True)) == {"127.0.0.77"}


def follow_live_scores(site: Site, town: Town) -> None:
    fixture = begun(town)
    with site.opened(f"/leagues/town/live/events/?of=fixture-{fixture.pk}") as answer:
        assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, "text/event-stream")

        def event() -> str:
            return next(line for line in iter(answer.readline, b"") if line.startswith(b"data: ")).decode()

        event()
        for game, score in ((1, "98"), (2, "77")):
            began = time.monotonic()
            enter(town, fixture, game, score)
            assert f"121–{score}" in json.loads(event().removeprefix("data: "))["said"]
            assert time.monotonic() - began < 5
    assert site.ask("/leagues/none/live/events/?of=tv")[0] == 404


def send_too_much_and_too_slowly(site: Site) -> None:
    assert site.ask("/accounts/login/", method="POST", body=b"a" * (2 * MB), Content_Type="text/plain")[0] == 413
    assert post_head(site, 65 * MB) == 413
    assert site.ask("/" + "a" * 5000)[0] in (414, 404)
    assert site.ask("/", Cookie="a" * 20_000)[0] in (400, 414, 431)
    # More than the process has threads send a body by drops, and twice as many a head that never ends.
    with (
        trickling(
            site, 20, b"POST /accounts/login/ HTTP/1.1\r\nHost: league.example\r\nContent-Length: 900000\r\n\r\n"
        ),
        trickling(site, 40, b"GET / HTTP/1.1\r\nHost: league.example\r\nX-Slow: ") as heads,
    ):
        for _ in range(5):
            began = time.monotonic()
            assert site.ask("/health/web/")[0] == 200
            assert time.monotonic() - began < 5
        began = time.monotonic()
        assert heads[0].recv(1000)[:12] in (b"", b"HTTP/1.1 408", b"HTTP/1.1 400")
        assert time.monotonic() - began < 15


def post_head(site: Site, length: int) -> int:
    """The status of a request that says how long its body will be, and sends only the beginning of it."""
    with site.connect() as one:
        one.sendall(
            f"POST /accounts/login/ HTTP/1.1\r\nHost: {SITE}\r\nContent-Length: {length}\r\n\r\n".encode() + b"a" * 1000
        )
        return int(one.recv(1000).split()[1])


@contextmanager
def trickling(site: Site, number: int, beginning: bytes) -> Iterator[list[ssl.SSLSocket]]:
    with ExitStack() as stack:
        connections = [stack.enter_context(site.connect()) for _ in range(number)]
        for one in connections:
            one.sendall(beginning)
        yield connections


def ask_while_muggins_is_away(site: Site) -> None:
    page = site.ask("/leagues/town/")[2]
    site.web.kill()
    for options in ({}, {"method": "POST", "body": b"a=1"}):
        status, headers, text = site.ask("/leagues/town/", **options)  # type: ignore[arg-type]
        assert (status, headers["retry-after"], headers["cache-control"]) == (503, "30", "no-store")
        assert "Back soon" in text
    if site.proxy == "nginx":
        [style] = set(re.findall(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', page))
        assert site.ask(style)[0] == 200
    site.ask("/invitations/kEy-0f-an-invitation/")
    logs = "".join(path.read_text(errors="replace") for path in site.house.folder.glob("*.log"))
    assert "kEy-0f-an-invitation" not in logs


def test_a_site_behind_its_proxy(site: Site, town: Town) -> None:
    """One after the other, since to start it all takes longer than each of them."""
    read_as_a_stranger(site)
    forge_names_and_addresses(site)
    read_on_the_leagues_own_domain(site)
    follow_live_scores(site, town)
    send_too_much_and_too_slowly(site)
    ask_while_muggins_is_away(site)
