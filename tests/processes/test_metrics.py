"""The figures and the log of bin/web, whose two workers tell of each other's requests too."""

import json
import signal
from http.client import HTTPConnection
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from config.settings.test import ON_SERVICES
from tests import stage
from tests.factories import Town

if not ON_SERVICES:
    pytest.skip("they need PostgreSQL and Redis: MUGGINS_TEST_ON=services", allow_module_level=True)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

REQUESTS = 40


def ask(port: int, address: str, **headers: str) -> tuple[int, str]:
    asking = HTTPConnection("127.0.0.1", port, timeout=60)
    asking.request("GET", address, headers={"Host": "league.example", "X-Forwarded-Proto": "https", **headers})
    answer = asking.getresponse()
    told = answer.status, answer.read().decode()
    asking.close()
    return told


def requests_of(text: str, view: str) -> float:
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    counts = [sample for sample in samples if sample.name == "muggins_request_seconds_count"]
    return sum(sample.value for sample in counts if sample.labels["view"] == view)


def test_two_workers_count_together_and_write_one_line_a_request(tmp_path: Path, town: Town) -> None:
    with stage.stage(tmp_path) as house:
        house.environment |= stage.production(redis_url="redis://127.0.0.1:1/0", mail_port=1)
        house.environment["MUGGINS_METRICS_TOKEN"] = "the-token"
        house.collect_static()
        port = stage.free_port()
        web = house.start("web", "bin/web", "--bind", f"127.0.0.1:{port}")
        stage.wait_for(
            lambda: stage.answers(port) and ask(port, "/leagues/town/rules/")[0] == 200,
            within=120,
            what=f"pages: {web.log_text()}",
        )
        for number in range(REQUESTS):
            assert ask(port, f"/leagues/town/rules/?n={number}", **{"X-Request-ID": f"request-{number}"})[0] == 200
        scrape = {"Authorization": "Bearer the-token", "Host": "10.1.2.3:8000"}
        status, text = ask(port, "/metrics", **scrape)
        assert (status, requests_of(text, "rules")) == (200, REQUESTS + 1)
        assert all(requests_of(ask(port, "/metrics", **scrape)[1], "rules") == REQUESTS + 1 for _ in range(6))
        # The workers hold their files open there.
        files = [link.readlink() for child in web.children() for link in Path(f"/proc/{child}/fd").iterdir()]
        [folder] = {path.parent for path in files if path.parent.name.startswith("muggins-metrics-")}
        before = web.children()
        web.popen.send_signal(signal.SIGHUP)
        stage.wait_for(lambda: web.children().isdisjoint(before), within=120, what=f"new workers: {web.log_text()}")
        # A counter that went back would look like a new start.
        assert requests_of(ask(port, "/metrics", **scrape)[1], "rules") == REQUESTS + 1
        assert web.told_to_go(within=40) == 0
        assert not folder.exists()
        lines = [json.loads(line) for line in web.log_text().splitlines() if line.startswith("{")]
        ids = [line["request_id"] for line in lines if line.get("route") == "rules"]
        assert [one for one in ids if one.startswith("request-")] == [f"request-{n}" for n in range(REQUESTS)]
