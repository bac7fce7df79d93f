"""What those who keep the house running are told, and who may ask."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from config.settings.base import VERSION
from league.enums import NoticeKind
from league.queries.ops import PATIENCE
from league.services.notices import queue_notice
from league.services.ops.heartbeats import beat
from tests.factories import Town
from tests.web.public_pages import words

pytestmark = pytest.mark.usefixtures("today")

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
HOUR = dt.timedelta(hours=1)
# Those of requests, and of this machine's disks, are tested beside.
OF_THE_SERVER = r"muggins_(?!request|league|kept|disk|database_bytes)"


def figures(client: Client, **headers: str) -> dict[str, float]:
    """Every figure of /metrics, by name and labels."""
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200, answer.content
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


@pytest.fixture
def measured(settings: Any) -> Client:
    """A client that may ask for /metrics."""
    settings.METRICS_FROM_LOCALHOST = True
    return Client()


# Health


def test_a_machine_reads_everything_as_json(town: Town, now: dt.datetime, client: Client) -> None:
    beat("mail", now=now - 3 * HOUR, summary="2 sent")
    queue_notice(town.league, [town.secretary], NoticeKind.RESULT_DUE, "due:1", text="Due.", now=now - 2 * HOUR)
    answer = client.get("/health/")
    never = {"ran_at": None, "late": False, "told": ""}
    assert (answer.status_code, answer.json()) == (
        503,
        {
            "ok": False,
            "version": VERSION,
            "problems": [
                "“mail” has not run since 2026-11-03 09:00:00 UTC.",
                "A message has waited for 120 minutes to be sent.",
            ],
            "maintenance": None,
            "database": "ok",
            "cache": "ok",
            "broker": None,
            "clock": "ok",
            "migrations": [],
            "jobs": {
                **dict.fromkeys(PATIENCE, never),
                "mail": {"ran_at": "2026-11-03T09:00:00+00:00", "late": True, "told": "2 sent"},
            },
            "notices": {"waiting": 1, "failed": 0, "oldest_unsent_seconds": 7200},
            "queues": {},
        },
    )
    assert "no-store" in answer.headers["Cache-Control"]


def test_what_is_due_this_very_moment_has_waited_no_second(town: Town, now: dt.datetime, client: Client) -> None:
    queue_notice(town.league, [town.secretary], NoticeKind.RESULT_DUE, "due:1", text="Due.", now=now)
    assert client.get("/health/").json()["notices"] == {"waiting": 1, "failed": 0, "oldest_unsent_seconds": 0}


def test_a_person_reads_the_same_as_a_page(db: None, now: dt.datetime, client: Client) -> None:
    well = client.get("/health/", headers=BROWSER)
    assert (well.status_code, "All is well" in words(well)) == (200, True)
    beat("mail", now=now - 3 * HOUR, summary="<b>2</b> sent")
    ill = client.get("/health/", headers=BROWSER)
    assert ill.status_code == 503
    assert "Something is wrong 1 problem “mail” has not run since 2026-11-03 09:00:00 UTC." in words(ill)
    assert "&lt;b&gt;2" in ill.content.decode()


def test_a_page_is_there_also_without_a_database(client: Client) -> None:
    """Without the `db` fixture every question to the database is refused, much as a dead one does."""
    answer = client.get("/health/", headers=BROWSER)
    assert (answer.status_code, "The database does not answer" in words(answer)) == (503, True)


def test_work_that_is_late_is_no_reason_to_take_the_pages_away(db: None, now: dt.datetime, client: Client) -> None:
    beat("mail", now=now - 3 * HOUR)
    assert client.get("/health/").status_code == 503
    answer = client.get("/health/web/")
    told = {"ok": True, "degraded": False, "database": "ok", "cache": "ok", "visitor": "127.0.0.1"}
    assert (answer.status_code, answer.json()) == (200, told)


# Metrics


def test_prometheus_reads_the_same_in_figures(town: Town, now: dt.datetime, measured: Client) -> None:
    beat("mail", now=now - 3 * HOUR)
    beat("placing", now=now)
    queue_notice(town.league, [town.secretary], NoticeKind.RESULT_DUE, "due:1", text="Due.", now=now - 2 * HOUR)
    found = {name: value for name, value in figures(measured).items() if re.match(OF_THE_SERVER, name)}
    assert found == {
        "muggins_up cache": 1,
        "muggins_up database": 1,
        "muggins_problems": 2,
        "muggins_maintenance": 0,
        "muggins_clock_jumped": 0,
        "muggins_migrations_pending": 0,
        "muggins_job_last_run_timestamp_seconds mail": (now - 3 * HOUR).timestamp(),
        "muggins_job_last_run_timestamp_seconds placing": now.timestamp(),
        **{f"muggins_job_late {name}": float(name == "mail") for name in PATIENCE},
        "muggins_notices_waiting town": 1,
        "muggins_oldest_unsent_notice_seconds town": 7200,
        "muggins_notices_failed town": 0,
        "muggins_notices_sent_last_hour town": 0,
        "muggins_sheets_waiting town": 0,
        "muggins_site_mail_waiting": 0,
        "muggins_oldest_site_mail_seconds": 0,
    }


def test_the_process_is_measured_too(db: None, measured: Client) -> None:
    assert figures(measured)["process_resident_memory_bytes"] > 0


def test_without_a_database_that_is_the_figure(measured: Client) -> None:
    found = {name: value for name, value in figures(measured).items() if re.match(OF_THE_SERVER, name)}
    assert found == {"muggins_up cache": 1, "muggins_up database": 0, "muggins_problems": 1, "muggins_maintenance": 0}


def test_a_broker_that_does_not_answer_is_a_figure(db: None, measured: Client, settings: Any) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert figures(measured)["muggins_up broker"] == 0


def test_nobody_may_measure_unless_the_settings_say_so(db: None, client: Client) -> None:
    answer = client.get("/metrics", headers={"authorization": "Bearer "})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "muggins_up" not in answer.content.decode()


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ("Bearer the-token", 200),
        ("Bearer the-toke", 401),
        ("Bearer", 401),
        ("the-token", 401),
        ("Basic the-token", 401),
        ("Bearer the-tökén", 401),
    ],
)
def test_whoever_brings_the_token_may(db: None, client: Client, settings: Any, given: str, status: int) -> None:
    settings.METRICS_TOKEN = "the-token"
    assert client.get("/metrics", headers={"authorization": given}).status_code == status


def test_this_machine_may_for_itself_but_not_for_those_behind_a_proxy(db: None, measured: Client) -> None:
    assert measured.get("/metrics").status_code == 200
    assert measured.get("/metrics", REMOTE_ADDR="::1").status_code == 200
    assert measured.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 401
    assert measured.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 401
