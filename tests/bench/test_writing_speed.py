"""What it costs to write a result: queries and processor time of one, and fifty captains of one league at once.

Each is a nine-match sheet of 27 games with 28 players. The first is measured in this process; the other through HTTP
against bin/web, two processes, on PostgreSQL with its durable commits, everybody with a session and an address of their
own.
"""

import dataclasses
import datetime as dt
import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import ResultState
from league.models import Fixture, JournalEntry, Notice, Registration, Result, Season, User, Week
from league.rules.chain import Whole
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from league.services.journal import verify
from tests import factories, stage
from tests.bench.figures import figure, missed
from tests.bench.test_table import fastest, reference
from tests.factories import Town, result_sheet

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]

CAPTAINS, EVENINGS = 50, 6
BEGUN = dt.date(2026, 1, 5)
NOW = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)
QUERIES = {"submit": 27, "confirm": 21}
# Of the reference's own time, which a submitted sheet took 6.1 times and a confirmation 3.7 times.
CPU = {"submit": 4.0, "confirm": 2.2}


@pytest.fixture
def county(db: None) -> Town:
    """A league of a hundred teams that play nine matches of an evening."""
    town = factories.town("County League", "county", match_format="D D D D D S S S S", players=14)
    names = [f"Side {number:02}" for number in range(2 * CAPTAINS)]
    factories.teams(town, names, 14)
    # The server's clock is the real one, whatever day that is.
    Season.objects.filter(pk=town.season.pk).update(first_week=BEGUN)
    Registration.objects.update(starts_on=BEGUN)
    return town


def evening(county: Town, number: int) -> list[Fixture]:
    """Every team's fixture of a week: sides 0, 2, 4 … at home."""
    week = Week.objects.create(
        season=county.season, round=county.weeks[0].round, number=20 + number,
        starts_on=BEGUN + dt.timedelta(weeks=number),
    )  # fmt: skip
    away = [(2 * place + 1 + 2 * number) % (2 * CAPTAINS) for place in range(CAPTAINS)]
    made = [
        factories._fixture(county, week, f"Side {2 * place:02}", f"Side {other:02}") for place, other in enumerate(away)
    ]
    return Fixture.objects.bulk_create(made)


def fields(county: Town, fixture: Fixture) -> dict[str, str]:
    return fields_of(result_sheet(county, fixture.home.name, fixture.away.name), terms(county.division))


def post(client: Client, page: str, form: dict[str, str]) -> Any:
    """Send a form as a browser does that sends no file."""
    return client.post(page, urlencode(form), content_type="application/x-www-form-urlencoded")


def test_what_a_result_costs(county: Town) -> None:
    """Every statement of the request counts, BEGIN and COMMIT too."""
    fixtures = evening(county, 0)[:24]
    queries: dict[str, set[int]] = {"submit": set(), "confirm": set()}
    seconds: dict[str, list[float]] = {"submit": [], "confirm": []}

    def measured(what: str, ask: Callable[[], HttpResponse], status: int) -> None:
        with CaptureQueriesContext(connection) as asked:
            began = time.process_time()
            answer = ask()
            seconds[what].append(time.process_time() - began)
        assert answer.status_code == status, answer.content
        if what in queries and len(seconds[what]) > 1:
            queries[what].add(len(asked))

    with time_machine.travel(NOW, tick=False):
        for fixture in fixtures:
            page = f"/leagues/county/fixtures/{fixture.pk}"
            home, away = Client(), Client()
            home.force_login(county.captains[fixture.home.name])
            away.force_login(county.captains[fixture.away.name])
            sheet = fields(county, fixture)
            measured("submit", partial(post, home, f"{page}/sheet/", sheet), 302)
            measured("confirm", partial(post, away, f"{page}/confirm/", {"version": "1"}), 302)
    plain = fastest(reference)
    if connection.vendor != "postgresql":
        QUERIES.update({"submit": 29, "confirm": 23})  # an entry of the journal takes three
    for what in ("submit", "confirm"):
        took = min(seconds[what])
        figure(f"{what}: queries", max(queries[what]), QUERIES[what])
        figure(
            f"{what}: CPU", f"{took * 1000:.1f} ms, {took / plain:.2f}", f"≤ {CPU[what]} references",
            ok=took / plain <= CPU[what],
        )  # fmt: skip
    assert not missed()


@dataclasses.dataclass
class Captain(threading.Thread):
    """Somebody with a browser, who sends one form after the other and notes how long each took."""

    port: int
    cookie: str
    address: str
    forms: list[tuple[str, dict[str, str]]]
    flag: threading.Barrier

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.took: list[float] = []
        self.answers: list[int] = []

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        token = "c" * 32
        headers = {
            "Host": "league.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": self.address,
            "Cookie": f"{self.cookie}; __Host-csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        bodies = [(page, urlencode({**form, "csrfmiddlewaretoken": token})) for page, form in self.forms]
        self.flag.wait()
        for page, body in bodies:
            began = time.monotonic()
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=120)) as asking:
                asking.request("POST", page, body, headers | {"Referer": f"https://league.example{page}"})
                answer = asking.getresponse()
                answer.read()
            self.took.append(time.monotonic() - began)
            self.answers.append(answer.status)


def signed_in(who: User, settings: Any) -> str:
    client = Client()
    client.force_login(who)
    return f"__Host-sessionid={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def plain_rate() -> float:
    """Transactions of one row that a connection commits in a second, each on disk before the next."""
    named = connection.settings_dict
    with psycopg.connect(
        host=named["HOST"], port=named["PORT"] or 5432, user=named["USER"], dbname=named["NAME"]
    ) as one:
        one.autocommit = True
        one.execute("CREATE TABLE one_row (number int)")
        began = time.monotonic()
        for number in range(200):
            one.execute("INSERT INTO one_row VALUES (%s)", [number])
        rate = 200 / (time.monotonic() - began)
        one.execute("DROP TABLE one_row")
    return rate


def processor_seconds(web: stage.Process) -> tuple[float, float]:
    """Seconds of a processor that the pages' processes and the database's have taken so far."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        backends = {pid for (pid,) in cursor.fetchall()}

    def sum_seconds(pids: Iterable[int]) -> float:
        stats = [
            path.read_text().rpartition(")")[2].split() for pid in pids if (path := Path(f"/proc/{pid}/stat")).exists()
        ]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")

    return sum_seconds(web.children()), sum_seconds(backends)


def at_once(captains: list[Captain]) -> tuple[float, list[float], list[int]]:
    """Let all begin at once; return writes a second, each write's time in order, and the answers."""
    for each in captains:
        each.start()
    captains[0].flag.wait()
    began = time.monotonic()
    for each in captains:
        each.join()
    took = sorted(seconds for each in captains for seconds in each.took)
    answers = [status for each in captains for status in each.answers]
    return len(took) / (time.monotonic() - began), took, answers


Forms = list[list[tuple[str, dict[str, str]]]]


def forms(county: Town, evenings: list[list[Fixture]]) -> tuple[Forms, Forms]:
    """What each side sends to enter its home results of these evenings, and to confirm those of away."""
    sheets: Forms = [[] for _ in range(2 * CAPTAINS)]
    answers: Forms = [[] for _ in range(2 * CAPTAINS)]
    for fixture in (fixture for made in evenings for fixture in made):
        home, away = (int(team.name.removeprefix("Side ")) for team in (fixture.home, fixture.away))
        page = f"/leagues/county/fixtures/{fixture.pk}"
        sheets[home].append((f"{page}/sheet/", fields(county, fixture)))
        answers[away].append((f"{page}/confirm/", {"version": "1"}))
    return sheets, answers


def test_fifty_captains_at_once(county: Town, tmp_path: Path, settings: Any) -> None:
    """Fifty captains send their sheets at the same moment, six evenings' each, and the fifty others confirm them."""
    if connection.vendor != "postgresql":
        pytest.skip("the figure is about PostgreSQL: MUGGINS_TEST_ON=services")
    first, *evenings = [evening(county, number) for number in range(1 + EVENINGS)]
    opening, sheets, answers = forms(county, [first])[0], *forms(county, evenings)
    with stage.stage(tmp_path) as house:
        redis = stage.free_port()
        house.redis(redis)
        house.environment |= stage.production(redis_url=f"redis://127.0.0.1:{redis}/0", mail_port=1)
        settings.SECRET_KEY = house.environment["MUGGINS_SECRET_KEY"]
        cookies = [signed_in(county.captains[f"Side {number:02}"], settings) for number in range(2 * CAPTAINS)]
        port = stage.free_port()
        house.collect_static()
        web = house.start("web", "bin/web", "--bind", f"127.0.0.1:{port}")
        stage.wait_for(lambda: stage.answers(port), within=60, what=web.log_text())

        def crowd(sent: Forms) -> list[Captain]:
            flag = threading.Barrier(1 + sum(bool(forms) for forms in sent))
            return [
                Captain(port, cookies[number], f"10.0.0.{number + 1}", forms, flag)
                for number, forms in enumerate(sent)
                if forms
            ]

        # The first evening opens every thread's connection, and is not counted.
        at_once(crowd(opening))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        plain = plain_rate()
        for what, sent in (("submit", sheets), ("confirm", answers)):
            before = processor_seconds(web)
            rate, took, status = at_once(crowd(sent))
            pages, database = (
                (after - first) / len(took) for first, after in zip(before, processor_seconds(web), strict=True)
            )
            assert len(took) == CAPTAINS * EVENINGS
            p50, p99 = (took[int(len(took) * share)] for share in (0.5, 0.99))
            figure(f"50 captains {what}: writes/s", f"{rate:.1f}", "", ok=True)
            figure(f"50 captains {what}: of a one-row commit", f"{rate / plain:.3f}", f"of {plain:.0f}/s", ok=True)
            figure(f"50 captains {what}: p50, p99", f"{p50:.2f}, {p99:.2f} s")
            figure(
                f"50 captains {what}: CPU a write",
                f"{pages * 1000:.0f} + {database * 1000:.0f} ms",
                "pages + PostgreSQL",
                ok=True,
            )
            figure(f"50 captains {what}: errors", sum(code != 302 for code in status), 0)
    stored = Result.objects.filter(fixture__week__number__gt=20)
    figure("results that were acknowledged and are not stored", EVENINGS * CAPTAINS - stored.count(), 0)
    figure("not confirmed", stored.exclude(state=ResultState.CONFIRMED).count(), 0)
    whole = verify(county.league)
    figure("the journal's chain", type(whole).__name__, Whole.__name__)
    figure("its entries", JournalEntry.objects.count(), (2 * EVENINGS + 1) * CAPTAINS)
    figure("notices", Notice.objects.count(), (2 * EVENINGS + 1) * CAPTAINS)
    assert not missed(), missed()
