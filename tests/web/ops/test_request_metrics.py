"""What requests cost, as Prometheus is told: by page and by league, and never by what a visitor makes up."""

import asyncio
import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from league.enums import NoticeKind, NoticeState
from league.models import League, Notice, SiteMail
from league.services.notices import queue_notice
from league.services.results import submit
from league.web.live.stream import Stream
from league.web.ops import request_metrics
from tests import factories
from tests.factories import Town

TOKEN = {"authorization": "Bearer the-token"}


@pytest.fixture(autouse=True)
def counted_anew(settings: Any) -> None:
    settings.METRICS_TOKEN = "the-token"
    for family in (request_metrics._seconds, request_metrics._of_leagues):
        family.clear()
    request_metrics._children.cache_clear()
    request_metrics._named.clear()


def figures(text: str) -> dict[str, float]:
    return {
        " ".join([sample.name, *(value for _, value in sorted(sample.labels.items()))]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def measured(**headers: str) -> dict[str, float]:
    answer = Client().get("/metrics", headers={**TOKEN, **headers})
    assert answer.status_code == 200
    return figures(answer.content.decode())


def labels() -> set[tuple[str, str]]:
    text = request_metrics.requests_text().decode()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(name, value) for sample in samples for name, value in sample.labels.items() if name != "le"}


def test_requests_are_counted_by_page_status_and_league(town: Town, client: Client) -> None:
    for address in ("/leagues/town/", "/leagues/town/", "/fr/leagues/town/fixtures/999999/", "/api/v1/leagues/town/"):
        client.get(address)
    client.get("/leagues/nowhere/")
    client.get("/static/css/site.css").close()
    client.get("/admin/league/league/")
    found = measured()
    assert found["muggins_request_seconds_count 2xx league"] == 2
    assert found["muggins_request_seconds_count 4xx league"] == 1
    assert found["muggins_request_seconds_count 4xx fixture"] == 1
    assert found["muggins_request_seconds_count 2xx static"] == 1
    assert found["muggins_request_seconds_count 3xx admin"] == 1
    assert found["muggins_league_requests_total  town 2xx"] == 3
    assert found["muggins_league_requests_total  town 4xx"] == 1
    assert found["muggins_league_requests_total   4xx"] == 1
    assert found["muggins_request_seconds_bucket +Inf 2xx league"] == 2


def test_pages_from_memory_and_unchanged_ones_are_told_apart(town: Town, now: dt.datetime, settings: Any) -> None:
    settings.KEPT_PAGES = 1_000_000
    submit.submit(
        town.fixture("Anchor", "Bell"), factories.result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now
    )
    client = Client()
    etag = client.get("/leagues/town/rules/").headers["ETag"]
    assert client.get("/leagues/town/rules/", headers={"if-none-match": etag}).status_code == 304
    found = measured()
    assert found["muggins_request_seconds_count 304 rules"] == 1
    assert found["muggins_league_requests_total made town 2xx"] == 1
    assert found["muggins_league_requests_total memory town 304"] == 1


def test_a_fault_is_counted(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.web.home.render", None)
    answer = Client(raise_request_exception=False).get("/leagues/town/")
    assert answer.status_code == 500
    found = measured()
    assert (found["muggins_request_seconds_count 5xx league"], found["muggins_league_requests_total  town 5xx"]) == (
        1,
        1,
    )


def test_nothing_a_stranger_sends_becomes_a_label(town: Town) -> None:
    """Addresses, hosts and methods are anybody's: a label of each would fill Prometheus."""
    client = Client()
    for number in range(30):
        client.get(f"/leagues/league-{number}/")
        client.get(f"/leagues/league-{number}/fixtures")
        client.get(f"/nowhere-{number}/")
        client.get(f"/api/v1/leagues/league-{number}/nothing/")
        client.get(f'/leagues/town/tables/x{number}/y"}}/')
        client.get("/", headers={"host": f"host-{number}.example"})
        client.generic(f"BREW{number}", "/leagues/town/")
        client.get(f"/static/{number}\n# HELP evil")
    views = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    found = labels()
    assert {value for name, value in found if name == "league"} <= {"", "town"}
    strange = {value for name, value in found if name == "view"} - views - {"", "static"}
    # Routes of another namespace, and one without a name.
    assert all(":" in value or value == "league.api.errors.answer" for value in strange), strange
    assert {value for name, value in found if name == "status"} <= {"2xx", "3xx", "304", "4xx", "5xx"}


def test_many_leagues_are_told_together_beyond_the_cap(
    town: Town, now: dt.datetime, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.web.ops.request_metrics.LEAGUES_NAMED", 2)
    monkeypatch.setattr("league.web.ops.operations.LEAGUES_NAMED", 2)
    for number in range(4):
        league = League.objects.create(name=f"A{number}", slug=f"a{number}")
        queue_notice(
            league, [town.secretary], NoticeKind.RESULT_DUE, f"due:{number}", text="Due.",
            now=now - number * dt.timedelta(hours=1),
        )  # fmt: skip
        assert client.get(f"/leagues/a{number}/").status_code == 200
    found = measured()
    assert [found[f"muggins_league_requests_total  {name} 2xx"] for name in ("a0", "a1", "*")] == [1, 1, 2]
    assert [found[f"muggins_notices_waiting {name}"] for name in ("a0", "a1", "*")] == [1, 1, 2]
    assert (
        found["muggins_oldest_unsent_notice_seconds *"] - found["muggins_oldest_unsent_notice_seconds a0"] == 3 * 3600
    )


def test_mail_and_sheets_are_told_by_league(town: Town, now: dt.datetime) -> None:
    people = [town.secretary, *town.captains.values()]
    real = timezone.now()
    for number, state in enumerate((NoticeState.SENT, NoticeState.FAILED, NoticeState.WAITING)):
        queue_notice(town.league, people, NoticeKind.RESULT_DUE, f"due:{number}", text="Due.", now=real)
        Notice.objects.filter(key=f"due:{number}").update(
            state=state, sent_at=real if state == NoticeState.SENT else None, send_at=real - dt.timedelta(minutes=5)
        )
    earlier = Notice.objects.filter(key="due:0").first()
    assert earlier is not None
    Notice.objects.filter(pk=earlier.pk).update(sent_at=real - dt.timedelta(hours=2))
    submit.submit(
        town.fixture("Anchor", "Bell"), factories.result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now
    )
    waiting = Notice.objects.filter(state=NoticeState.WAITING).count()
    SiteMail.objects.create(
        to="a@example.org", subject="Code", text="1", created_at=real, send_at=real - dt.timedelta(seconds=90),
        expires_at=real + dt.timedelta(hours=1),
    )  # fmt: skip
    found = measured()
    assert found["muggins_notices_sent_last_hour town"] == len(people) - 1
    assert found["muggins_notices_failed town"] == len(people)
    assert found["muggins_notices_waiting town"] == waiting
    assert found["muggins_oldest_unsent_notice_seconds town"] >= 300
    assert found["muggins_site_mail_waiting"] == 1
    assert found["muggins_oldest_site_mail_seconds"] >= 90
    assert found["muggins_database_bytes"] > 100_000
    assert 0 < found["muggins_disk_free_bytes muggins"] <= found["muggins_disk_size_bytes muggins"]


@pytest.mark.parametrize("leagues", [1, 3])
def test_a_scrape_asks_a_fixed_number_of_queries(
    town: Town, django_assert_num_queries: Any, leagues: int, now: dt.datetime
) -> None:
    for number in range(leagues):
        league = League.objects.create(name=f"A{number}", slug=f"a{number}")
        queue_notice(league, [town.secretary], NoticeKind.RESULT_DUE, f"due:{number}", text="Due.", now=now)
    with django_assert_num_queries(13 if connection.vendor == "sqlite" else 14):
        measured()


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer ", "Bearer the-toke", "Bearer the-token2", "Basic the-token", "Bearer thé-token"]
)
def test_without_the_token_there_is_a_sentence(db: None, given: str) -> None:
    answer = Client().get("/metrics", headers={"authorization": given} if given else {})
    assert answer.status_code == 401
    assert "A bearer token is needed" in answer.content.decode()
    assert "muggins_" not in answer.content.decode()


def test_with_the_token_the_host_name_does_not_matter(db: None, settings: Any) -> None:
    """Prometheus asks each host by its address; without the token a strange name is refused as everywhere."""
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["league.example"], True
    assert "muggins_problems" in measured(host="10.0.0.7:8000")
    assert Client().get("/metrics", headers={"host": "10.0.0.7:8000"}).status_code in (301, 400)
    assert Client().post("/metrics", headers={**TOKEN, "host": "10.0.0.7"}).status_code == 405


def test_the_stream_tells_its_followers_to_whoever_has_the_token(settings: Any) -> None:
    def ask(authorization: str, host: str) -> tuple[int, str]:
        sent: list[dict[str, Any]] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def run() -> None:
            stream = Stream()
            stream._start = lambda: None  # type: ignore[method-assign]
            headers = [(b"host", host.encode()), (b"authorization", authorization.encode())]
            scope = {"type": "http", "method": "GET", "path": "/metrics", "headers": headers, "query_string": b""}
            await stream(scope, None, send)  # type: ignore[arg-type]

        asyncio.run(run())
        return sent[0]["status"], sent[1]["body"].decode()

    status, text = ask("Bearer the-token", "10.0.0.7:8001")
    assert (status, figures(text)["muggins_live_followers"]) == (200, 0)
    assert ask("Bearer wrong", "localhost")[0] == 404
    assert ask("Bearer wrong", "10.0.0.7:8001")[0] == 400
