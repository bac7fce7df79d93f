"""Every alert seen: a real Prometheus, with the rules as they are but for their patience, asks processes in trouble."""

import datetime as dt
import json
import os
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import psycopg
import pytest
import redis
import yaml
from django.db import connection
from django.utils import timezone

from config.settings.test import ON_SERVICES
from league.enums import NoticeKind, NoticeState, OutageKind
from league.models import Heartbeat, Notice, Outage, SiteMail
from league.queries.ops import PATIENCE
from league.services.notices import queue_notice
from tests import stage
from tests.databases import on_the_server
from tests.factories import Town
from tests.monitoring import DASHBOARD, RULES, figures_in, programs, rules

if not ON_SERVICES:
    pytest.skip("they need PostgreSQL and Redis: MUGGINS_TEST_ON=services", allow_module_level=True)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

COMMANDS = ("backup", "drill", "journals")
# In a mount namespace of its own: a disk of one megabyte for its backups, which is nearly full.
CROWDED = (
    'mount -t tmpfs -o size=1m none "$MUGGINS_BACKUPS" && head -c 1000000 /dev/zero > "$MUGGINS_BACKUPS/x" && exec "$@"'
)


class Hasty:
    """A Prometheus that asks every second and has no patience."""

    def __init__(self, house: stage.Stage, targets: dict[str, int], site: str, token: str) -> None:
        self.port, folder = stage.free_port(), house.folder
        blackbox = stage.free_port()
        (folder / "blackbox.yml").write_text(
            "modules: {http_2xx: {prober: http, timeout: 5s, http: {tls_config: {insecure_skip_verify: true}}}}"
        )
        house.start(
            "blackbox", str(programs() / "prometheus-blackbox-exporter"), f"--web.listen-address=127.0.0.1:{blackbox}",
            f"--config.file={folder / 'blackbox.yml'}",
        )  # fmt: skip
        text = RULES.read_text().replace("offset 1h", "offset 5s")
        document = yaml.safe_load(text)
        for rule in document["groups"][0]["rules"]:
            rule["for"] = "0s"
        (folder / "alerts.yml").write_text(yaml.safe_dump(document))
        example = (RULES.parent / "prometheus.yml").read_text()
        (folder / "token").write_text(token)
        settings = yaml.safe_load(example.replace("/etc/prometheus/muggins-token", str(folder / "token")))
        settings["global"] = {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}
        for job in settings["scrape_configs"]:
            if job["job_name"] in targets:
                job["static_configs"] = [{"targets": [f"127.0.0.1:{targets[job['job_name']]}"]}]
            else:
                job["static_configs"] = [{"targets": [site]}]
                job["relabel_configs"][-1]["replacement"] = f"127.0.0.1:{blackbox}"
        (folder / "prometheus.yml").write_text(yaml.safe_dump(settings))
        self.process = house.start(
            "prometheus", str(programs() / "prometheus"), f"--config.file={folder / 'prometheus.yml'}",
            f"--storage.tsdb.path={folder / 'tsdb'}", f"--web.listen-address=127.0.0.1:{self.port}",
        )  # fmt: skip
        stage.wait_for(self.is_ready, within=30, what="Prometheus is ready")

    def is_ready(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/-/ready", timeout=20) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def ask(self, path: str, **question: str) -> Any:
        with urlopen(f"http://127.0.0.1:{self.port}/api/v1/{path}?{urlencode(question)}", timeout=20) as answer:
            return json.load(answer)["data"]

    def firing(self) -> set[str]:
        return {alert["labels"]["alertname"] for alert in self.ask("alerts")["alerts"] if alert["state"] == "firing"}

    def wait(self, condition: Callable[[set[str]], bool], what: str) -> set[str]:
        seen: set[str] = set()

        def holds() -> bool:
            nonlocal seen
            seen = self.firing()
            return condition(seen)

        try:
            stage.wait_for(holds, within=60, what=what)
        except AssertionError as late:
            raise AssertionError(f"{late}; firing: {sorted(seen)}") from None
        return seen


@contextmanager
def site_over_tls(folder: Path) -> Iterator[HTTPServer]:
    """A site whose certificate ends in five days."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "5", "-subj", "/CN=localhost",
         "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True,
    )  # fmt: skip

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    with HTTPServer(("127.0.0.1", 0), Site) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def ask(port: int, address: str) -> int:
    asking = HTTPConnection("127.0.0.1", port, timeout=60)
    asking.request("GET", address, headers={"Host": "league.example", "X-Forwarded-Proto": "https"})
    status = asking.getresponse().status
    asking.close()
    return status


def all_has_run(now: dt.datetime) -> None:
    for job in (*PATIENCE, *COMMANDS):
        Heartbeat.objects.update_or_create(job=job, defaults={"ran_at": now})


def trouble(town: Town, broker: redis.Redis) -> None:
    """What a server looks like that nobody has looked after."""
    now = timezone.now()
    Heartbeat.objects.filter(job__in=PATIENCE).update(ran_at=now - dt.timedelta(hours=4))
    for job, age in zip(COMMANDS, (dt.timedelta(hours=27), dt.timedelta(days=36), dt.timedelta(days=9)), strict=True):
        Heartbeat.objects.filter(job=job).update(ran_at=now - age)
    for number, state in enumerate((NoticeState.WAITING, NoticeState.FAILED)):
        queue_notice(town.league, [town.secretary], NoticeKind.RESULT_DUE, f"due:{number}", text="Due.", now=now)
        Notice.objects.filter(key=f"due:{number}").update(state=state, send_at=now - dt.timedelta(hours=1))
    SiteMail.objects.create(
        to="a@example.org", subject="Code", text="1", created_at=now, send_at=now - dt.timedelta(minutes=10),
        expires_at=now + dt.timedelta(hours=1),
    )  # fmt: skip
    Outage.objects.create(kind=OutageKind.JUMP, began_at=now, ended_at=now, why="A test.")
    for number in range(12):
        broker.rpush("solver", number)


@contextmanager
def an_update_half_done() -> Iterator[None]:
    """Two migrations that the database does not know it has had."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, app, name, applied FROM django_migrations ORDER BY id DESC LIMIT 2")
        rows = cursor.fetchall()
        cursor.execute("DELETE FROM django_migrations WHERE id >= %s", [rows[-1][0]])
        try:
            yield
        finally:
            insert = "INSERT INTO django_migrations (id, app, name, applied) VALUES (%s, %s, %s, %s)"
            cursor.executemany(insert, rows)


@contextmanager
def without(table: str) -> Iterator[None]:
    """A table has another name for as long as pages are asked for that want it."""
    with connection.cursor() as cursor:
        cursor.execute(f'ALTER TABLE "{table}" RENAME TO "gone"')
        try:
            yield
        finally:
            cursor.execute(f'ALTER TABLE "gone" RENAME TO "{table}"')


@contextmanager
def hold_lock(table: str) -> Iterator[None]:
    """Somebody holds a table, as a migration may, and pages wait."""
    with psycopg.connect(stage.production(redis_url="", mail_port=1)["MUGGINS_DATABASE_URL"]) as other:
        other.execute(f'LOCK TABLE "{table}" IN ACCESS EXCLUSIVE MODE')
        yield


def test_every_alert_is_seen_once(tmp_path: Path, town: Town) -> None:
    (tmp_path / "backups").mkdir()
    with stage.stage(tmp_path) as house, site_over_tls(tmp_path) as site:
        redis_port, port, live_port = stage.free_port(), stage.free_port(), stage.free_port()
        house.redis(redis_port)
        house.environment |= stage.production(redis_url=f"redis://127.0.0.1:{redis_port}/0", mail_port=1)
        house.environment |= {"MUGGINS_METRICS_TOKEN": "the-token", "MUGGINS_BACKUPS": str(tmp_path / "backups")}
        house.collect_static()
        own_mounts = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
        web = house.start(
            "web", *own_mounts, "sh", "-ec", CROWDED, "-", "bin/web", "--bind", f"127.0.0.1:{port}", "--workers", "1"
        )
        live = house.start("live", "bin/live", "--bind", f"127.0.0.1:{live_port}")
        stage.wait_for(
            lambda: stage.answers(port) and ask(port, "/health/web/") == 200, within=120, what=web.log_text()
        )
        stage.wait_for(lambda: stage.answers(live_port), within=60, what=live.log_text())
        address = f"https://localhost:{site.server_port}/"
        watch = Hasty(house, {"muggins": port, "muggins-live": live_port}, address, "the-token")
        seen = watch.wait(lambda now: "MugginsRecurringWorkNeverRan" in now, "a server on which nothing ever ran")
        assert {"MugginsBackupOld", "MugginsDrillOld", "MugginsJournalsUnverified", "MugginsDown"} & seen == {
            "MugginsBackupOld", "MugginsDrillOld", "MugginsJournalsUnverified"
        }  # fmt: skip

        all_has_run(timezone.now())
        # The two that this house is in from the first.
        given = {"MugginsDiskFull", "MugginsCertificateEnds"}
        seen |= watch.wait(lambda now: now == given, "all is well but the disk and the certificate")

        with redis.Redis(port=redis_port) as broker:
            trouble(town, broker)
        told = {
            "MugginsBeatSilent", "MugginsWorkerSilent", "MugginsSolverSilent", "MugginsLiveSilent", "MugginsJobLate",
            "MugginsQueueLong", "MugginsOutboxOld", "MugginsSignInMailOld", "MugginsMailFails", "MugginsBackupOld",
            "MugginsDrillOld", "MugginsJournalsUnverified", "MugginsClockJumped", "MugginsProblems",
        }  # fmt: skip
        seen |= watch.wait(lambda now: now >= told, f"what nobody looked after: {sorted(told)}")
        with an_update_half_done():
            house.running[0].kill()
            told = {"MugginsMigrationsPending", "MugginsRedisUnreachable"}
            seen |= watch.wait(lambda now: now >= told, f"an update half done, and Redis gone: {sorted(told)}")

        with without("league_fixture"):
            # A figure that was not there before has risen from nothing only once it rises again.
            for _ in range(4):
                assert [ask(port, "/leagues/town/fixtures/") for _ in range(3)] == [500] * 3
                time.sleep(1.5)
        seen |= watch.wait(lambda now: "MugginsFaults" in now, "faults")
        for _ in range(2):
            with hold_lock("league_fixture"):
                readers = [threading.Thread(target=ask, args=(port, "/leagues/town/fixtures/")) for _ in range(7)]
                for reader in readers:
                    reader.start()
                time.sleep(3)
            for reader in readers:
                reader.join()
        seen |= watch.wait(lambda now: "MugginsSlow" in now, "slow answers")

        name = connection.settings_dict["NAME"]
        connection.close()
        on_the_server(
            f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false',
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",  # noqa: S608
        )
        try:
            seen |= watch.wait(lambda now: "MugginsDatabaseUnreachable" in now, "no database")
        finally:
            on_the_server(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        web.kill()
        site.shutdown()
        site.server_close()
        told = {"MugginsDown", "MugginsSiteUnreachable"}
        seen |= watch.wait(lambda now: now >= told, f"web and the site are dead: {sorted(told)}")
        names = set(watch.ask("label/__name__/values"))
    assert seen == rules().keys()
    panels = [panel for panel in json.loads(DASHBOARD.read_text())["panels"] if panel["type"] != "row"]
    shown = [target["expr"] for panel in panels for target in panel["targets"]]
    wanted = {name for text in [*shown, *(rule["expr"] for rule in rules().values())] for name in figures_in(text)}
    assert wanted - names == set(), "no process tells these"
