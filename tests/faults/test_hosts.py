"""Two hosts, each with web and a worker, one of them with beat; and one is lost while captains send their results.

A host is a network namespace on a bridge, at whose other end PostgreSQL, Redis, the mail server and nginx are. It is
lost as a host without power is: its packets go nowhere, and nobody is told. No acknowledged result may be lost.
"""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import pytest

from tests import stage
from tests.faults.conftest import FIGURES, figure

HUB, LOST, LEFT = "10.83.0.1", "10.83.0.11", "10.83.0.12"
PORTS = {"proxy": 8080, "postgres": 54329, "redis": 63799, "mail": 25259}
DATABASE = f"postgresql://postgres@{HUB}:{PORTS['postgres']}/muggins"
LEAGUES = 15
CAPTAINS = 8
FAILOVER = 30.0
# How long a mail may wait whose worker was lost while it sent it: a lease, and a turn.
MAIL_WITHIN = 300.0

pytestmark = pytest.mark.faults

WORLD = """
import datetime as dt, json
import django
django.setup()
from django.utils import timezone
from league.enums import Scope
from league.models import Fixture, Season
from league.services.people.accounts.keys import make_token
from tests import factories
now, work = timezone.now(), []
for number in range(LEAGUES):
    town = factories.town(f"Town {number}", f"town-{number}")
    tokens = {name: make_token(user, "load", list(Scope), None, now=now)[1] for name, user in town.captains.items()}
    for place, fixture in enumerate(town.fixtures):
        begun = now - dt.timedelta(hours=3 + place)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=begun, original_starts_at=begun)
        sheet = factories.result_sheet(town, fixture.home.name, fixture.away.name)
        matches = [
            {"number": one.number, "kind": str(one.kind),
             "home_players": one.home_players, "away_players": one.away_players,
             "games": [{"home": game.home, "away": game.away} for game in one.games]}
            for one in sheet.matches
        ]
        path = f"/api/v1/leagues/town-{number}/fixtures/{fixture.pk}/result/"
        token = tokens[fixture.home.name]
        work.append({"fixture": fixture.pk, "path": path, "token": token, "body": {"matches": matches}})
print(json.dumps(work))
""".replace("LEAGUES", str(LEAGUES))


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


@pytest.fixture
def hosts() -> Iterator[dict[str, str]]:
    """The names of the namespaces of two hosts, by address, on a bridge with this one."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        why = "network namespaces want root, and the program ip (on Debian: iproute2)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(why)
    names = {LOST: "muggins-lost", LEFT: "muggins-left"}
    take_down(names)
    try:
        run("ip", "link", "add", "muggins-hub", "type", "bridge")
        run("ip", "addr", "add", f"{HUB}/24", "dev", "muggins-hub")
        run("ip", "link", "set", "muggins-hub", "up")
        for address, name in names.items():
            near = f"mug{address.rpartition('.')[2]}"
            run("ip", "netns", "add", name)
            run("ip", "link", "add", near, "type", "veth", "peer", "name", "eth0", "netns", name)
            run("ip", "link", "set", near, "master", "muggins-hub", "up")
            run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
            run("ip", "-n", name, "link", "set", "eth0", "up")
            run("ip", "-n", name, "link", "set", "lo", "up")
        yield names
    finally:
        take_down(names)


def take_down(names: dict[str, str]) -> None:
    for address, name in names.items():
        subprocess.run(["ip", "link", "del", f"mug{address.rpartition('.')[2]}"], capture_output=True)
        subprocess.run(["ip", "netns", "del", name], capture_output=True)
    subprocess.run(["ip", "link", "del", "muggins-hub"], capture_output=True)


@dataclass
class Load:
    """Captains who send a result each until it is acknowledged, and a reader who asks for a page all the while."""

    work: "queue.Queue[dict[str, Any]]"
    acknowledged: dict[int, float] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def captain(self) -> None:
        while not self.over.is_set():
            try:
                one = self.work.get_nowait()
            except queue.Empty:
                return
            self.send(one)

    def send(self, one: dict[str, Any]) -> None:
        headers = {"Authorization": f"Bearer {one['token']}", "Content-Type": "application/json"}
        headers["Idempotency-Key"] = f"fixture-{one['fixture']}"
        while not self.over.is_set():
            status, text = ask("POST", one["path"], json.dumps(one["body"]), headers)
            if status in (200, 201):
                self.acknowledged[one["fixture"]] = time.monotonic()
                return
            if status not in (0, 409, 429, 502, 503, 504):
                self.refused.append(f"{status}: {text[:300]}")
                return
            time.sleep(0.5)

    def reader(self) -> None:
        while not self.over.is_set():
            if ask("GET", "/leagues/town-0/tables/")[0] == 200:
                self.read.append(time.monotonic())
            time.sleep(0.1)


def ask(method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None) -> tuple[int, str]:
    """Return the status, 0 where nobody answered within ten seconds."""
    asking = HTTPConnection(HUB, PORTS["proxy"], timeout=10)
    try:
        asking.request(method, path, body, {"Host": "league.example", **(headers or {})})
        answer = asking.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, HTTPException) as error:
        return 0, str(error)
    finally:
        asking.close()


def start_servers(house: stage.Stage) -> Path:
    """Start PostgreSQL, Redis, the mail server and nginx on the bridge; return the folder of the database."""
    [programs, *_] = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    data = Path(mkdtemp(prefix="muggins-hosts-"))
    shutil.chown(data, "postgres", "postgres")
    as_postgres = ("runuser", "-u", "postgres", "--")
    run(*as_postgres, str(programs / "initdb"), "-D", str(data / "db"), "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
    with (data / "db" / "pg_hba.conf").open("a") as rights:
        rights.write("host all all 10.83.0.0/24 trust\n")
    options = ("-c", f"listen_addresses={HUB}", "-c", f"port={PORTS['postgres']}", "-c", "max_connections=100")
    house.start("postgres", *as_postgres, str(programs / "postgres"), "-D", str(data / "db"), "-k", str(data), *options)
    stage.wait_for(is_ready, within=60, what="PostgreSQL answers")
    with psycopg.connect(DATABASE.replace("/muggins", "/postgres"), autocommit=True) as server:
        server.execute("CREATE DATABASE muggins")
    house.start(
        "redis", "redis-server", "--bind", HUB, "--port", str(PORTS["redis"]), "--protected-mode", "no", "--save", "",
        "--dir", str(house.folder),
    )  # fmt: skip
    house.start(
        "mail", sys.executable, "-m", "tests.catcher", str(PORTS["mail"]), str(house.folder / "mail"), "--host", HUB
    )
    upstreams = (stage.ROOT / "deploy" / "nginx-hosts.conf").read_text()
    (house.folder / "nginx.conf").write_text(f"""
daemon off; user root; pid {house.folder}/nginx.pid; error_log {house.folder}/nginx-error.log;
events {{}}
http {{
    access_log off; client_body_temp_path {house.folder}/body; proxy_temp_path {house.folder}/proxy;
    fastcgi_temp_path {house.folder}/f; uwsgi_temp_path {house.folder}/u; scgi_temp_path {house.folder}/s;
    {upstreams}
    server {{
        listen {HUB}:{PORTS["proxy"]};
        location / {{
            proxy_pass http://muggins_web;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto https;
        }}
    }}
}}""")
    asked = [stage.ROOT / "bin" / "deploy-tools", "nginx"]
    nginx = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    log, settings = house.folder / "nginx-error.log", house.folder / "nginx.conf"
    house.start("nginx", nginx, "-e", str(log), "-c", str(settings))
    for name in ("redis", "mail", "proxy"):
        stage.wait_for(lambda name=name: accepts(name), within=30, what=name)
    return data


def is_ready() -> bool:
    try:
        psycopg.connect(DATABASE.replace("/muggins", "/postgres"), connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def accepts(name: str) -> bool:
    done = subprocess.run(["bash", "-c", f"echo > /dev/tcp/{HUB}/{PORTS[name]}"], capture_output=True)
    return done.returncode == 0


def make_world(house: stage.Stage) -> list[dict[str, Any]]:
    inherited = {n: v for n, v in os.environ.items() if not n.startswith(("MUGGINS_", "DJANGO_", "PYTEST_"))}
    given = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "MUGGINS_TEST_ON": "services"}
    environment = {**inherited, **given, "MUGGINS_TEST_DATABASE_URL": DATABASE}
    for command in (["manage.py", "migrate", "-v", "0"], ["-c", WORLD]):
        done = subprocess.run(
            [sys.executable, *command], cwd=stage.ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def query(sql: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(DATABASE) as connection:
        return connection.execute(sql).fetchall()  # type: ignore[call-overload, no-any-return]


def test_one_of_two_hosts_is_lost_while_results_are_sent(tmp_path: Path, hosts: dict[str, str]) -> None:
    with stage.stage(tmp_path) as house:
        data = start_servers(house)
        work = make_world(house)
        mail = {"MUGGINS_EMAIL_URL": f"smtp://{HUB}:{PORTS['mail']}", "MUGGINS_DATABASE_URL": DATABASE}
        house.environment |= {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "MUGGINS_SECRET_KEY": "a-key-of-more-than-fifty-characters-with-some-variety-0123456789",
            "MUGGINS_HOSTS": "league.example",
            "MUGGINS_BASE_URL": "https://league.example",
            "MUGGINS_REDIS_URL": f"redis://{HUB}:{PORTS['redis']}/0",
            "MUGGINS_FROM_EMAIL": "League <league@league.example>",
            **mail,
        }
        house.collect_static()
        lost: list[stage.Process] = []
        for address, name in hosts.items():
            inside = ("ip", "netns", "exec", name)
            house.environment["MUGGINS_BEAT_FILE"] = str(tmp_path / f"beat-{name}")
            processes = [
                house.start(f"web-{name}", *inside, "bin/web", "--bind", f"{address}:8000"),
                house.start(f"worker-{name}", *inside, "bin/worker", "--hostname", f"worker@{name}"),
            ]
            if address == LEFT:
                house.start(f"beat-{name}", *inside, "bin/beat")
            else:
                lost = processes
        for address in hosts:
            stage.wait_for(
                lambda address=address: both_answer(address), within=180, what=f"{address} serves: {lost[0].log_text()}"
            )
        load = Load(queue.Queue())
        for one in work:
            load.work.put(one)
        threads = [threading.Thread(target=load.captain, daemon=True) for _ in range(CAPTAINS)]
        threads.append(threading.Thread(target=load.reader, daemon=True))
        for thread in threads:
            thread.start()
        stage.wait_for(
            lambda: len(load.acknowledged) >= len(work) // 3 or load.refused, within=120, what="a third of the results"
        )
        run("ip", "link", "set", f"mug{LOST.rpartition('.')[2]}", "down")
        gone_at, before = time.monotonic(), len(load.acknowledged)
        # Watched while the captains go on: their last result may well come later.
        stage.wait_for(
            lambda: not query(f"SELECT 1 FROM pg_stat_activity WHERE client_addr = '{LOST}'"),  # noqa: S608
            within=60, what="PostgreSQL has let the lost host go",
        )  # fmt: skip
        let_go = time.monotonic() - gone_at
        for thread in threads[:-1]:
            thread.join(180)
        until = time.monotonic()
        time.sleep(1)
        load.over.set()
        threads[-1].join(20)
        for process in lost:
            process.kill()

        kept = dict(query("SELECT fixture_id, count(*) FROM league_result WHERE live GROUP BY fixture_id"))
        every = dict(query("SELECT fixture_id, count(*) FROM league_result GROUP BY fixture_id"))
        moments = [gone_at, *(at for at in load.acknowledged.values() if at > gone_at)]
        gaps = [later - sooner for sooner, later in pairwise(sorted(moments))]
        reads = sorted([gone_at, *(at for at in load.read if at > gone_at)])
        read_gaps = [later - sooner for sooner, later in pairwise(reads)]
        figure("results acknowledged before the host was lost", before)
        figure("results acknowledged", len(load.acknowledged), len(work))
        figure("acknowledged and not there", sum(pk not in kept for pk in load.acknowledged), 0)
        figure("there twice", sum(count > 1 for count in every.values()), 0)
        figure("refused", len(load.refused), 0)
        figure("longest wait for a page (s)", round(max(read_gaps), 1), "≤ 30", ok=max(read_gaps) <= FAILOVER)
        figure("longest wait for a result (s)", round(max(gaps), 1), "≤ 30", ok=max(gaps) <= FAILOVER)
        figure("all results after the loss (s)", round(until - gone_at, 1))
        figure("PostgreSQL lets the lost host go after (s)", round(let_go, 1), "≤ 30", ok=let_go <= FAILOVER)

        waiting = "SELECT count(*) FROM league_notice WHERE state <> 'sent'"
        began = time.monotonic()
        stage.wait_for(lambda: query(waiting) == [(0,)], within=MAIL_WITHIN, what=f"all mail is sent: {query(waiting)}")
        owed = query("SELECT count(*) FROM league_notice")[0][0]
        figure("messages owed, all sent", owed, f"≥ {len(work)}", ok=owed >= len(work))
        figure("the last mail after (s)", round(time.monotonic() - began, 1))
    shutil.rmtree(data, ignore_errors=True)
    assert not load.refused, load.refused[:3]
    assert not [row for row in FIGURES if row.missed]


def both_answer(address: str) -> bool:
    asking = HTTPConnection(address, 8000, timeout=5)
    try:
        asking.request("GET", "/health/web/", headers={"Host": "league.example", "X-Forwarded-Proto": "https"})
        return asking.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        asking.close()
