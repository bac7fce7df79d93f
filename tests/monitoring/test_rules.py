"""Each alert fires on the figures it is for, and on a server that is well none does."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.monitoring import DASHBOARD, ROOT, RULES, figures_in, promtool, rules

DAY, HOUR, MINUTE = 86400, 3600, 60
RAN = "muggins_job_last_run_timestamp_seconds"
TASKS = ("mail", "reminders", "deadlines", "timetables", "live", "backup", "drill", "journals")

# What a server that is well tells for two hours. Time begins at 0 there: what counts up has just run.
WELL = {
    'up{job="muggins",instance="a"}': "1x120",
    'up{job="muggins-live",instance="a"}': "1x120",
    'probe_success{job="muggins-site",instance="https://l.example"}': "1x120",
    'probe_ssl_earliest_cert_expiry{job="muggins-site",instance="https://l.example"}': f"{60 * DAY}x120",
    **{f'muggins_up{{instance="a",what="{what}"}}': "1x120" for what in ("database", "cache", "broker")},
    **{f'{RAN}{{instance="a",task="{task}"}}': "0+60x120" for task in TASKS},
    **{f'muggins_job_late{{instance="a",task="{task}"}}': "0x120" for task in (*TASKS, "placing", "purge")},
    'muggins_request_seconds_count{view="league",status="2xx"}': "0+60x120",
    'muggins_request_seconds_count{view="league",status="5xx"}': "0x120",
    **{
        f'muggins_request_seconds_bucket{{view="league",status="2xx",le="{le}"}}': "0+60x120"
        for le in ("1.0", "2.5", "+Inf")
    },
    'muggins_queue_length{queue="default"}': "1x120",
    'muggins_oldest_unsent_notice_seconds{league="town"}': "20x120",
    "muggins_oldest_site_mail_seconds": "5x120",
    'muggins_notices_failed{league="town"}': "3x120",
    'muggins_disk_free_bytes{folder="muggins"}': "50x120",
    'muggins_disk_size_bytes{folder="muggins"}': "100x120",
    "muggins_clock_jumped": "0x120",
    "muggins_maintenance": "0x120",
    "muggins_migrations_pending": "0x120",
    "muggins_problems": "0x120",
}
# Of each alert: when it must fire, in seconds, and the figures beside those of a server that is well; None: absent.
ILL: dict[str, tuple[int, dict[str, str | None]]] = {
    "MugginsDown": (5 * MINUTE, {'up{job="muggins",instance="a"}': "0x120"}),
    "MugginsSiteUnreachable": (
        5 * MINUTE,
        {'probe_success{job="muggins-site",instance="https://l.example"}': "0x120"},
    ),
    "MugginsCertificateEnds": (
        90 * MINUTE,
        {'probe_ssl_earliest_cert_expiry{job="muggins-site",instance="https://l.example"}': f"{13 * DAY}x120"},
    ),
    "MugginsDatabaseUnreachable": (5 * MINUTE, {'muggins_up{instance="a",what="database"}': "0x120"}),
    "MugginsRedisUnreachable": (5 * MINUTE, {'muggins_up{instance="a",what="broker"}': "0x120"}),
    "MugginsFaults": (20 * MINUTE, {'muggins_request_seconds_count{view="league",status="5xx"}': "0+3x120"}),
    "MugginsSlow": (
        30 * MINUTE,
        {'muggins_request_seconds_bucket{view="league",status="2xx",le="1.0"}': "0+50x120"},
    ),
    "MugginsRecurringWorkNeverRan": (90 * MINUTE, {f'{RAN}{{instance="a",task="mail"}}': None}),
    "MugginsBeatSilent": (
        15 * MINUTE,
        {f'{RAN}{{instance="a",task="{task}"}}': "0x120" for task in ("mail", "reminders", "deadlines", "timetables")},
    ),
    "MugginsWorkerSilent": (15 * MINUTE, {f'{RAN}{{instance="a",task="mail"}}': "0x120"}),
    "MugginsSolverSilent": (10 * MINUTE, {'muggins_job_late{instance="a",task="placing"}': "1x120"}),
    "MugginsLiveSilent": (10 * MINUTE, {f'{RAN}{{instance="a",task="live"}}': "0x120"}),
    "MugginsJobLate": (15 * MINUTE, {'muggins_job_late{instance="a",task="purge"}': "1x120"}),
    "MugginsQueueLong": (40 * MINUTE, {'muggins_queue_length{queue="default"}': "11x120"}),
    "MugginsOutboxOld": (10 * MINUTE, {'muggins_oldest_unsent_notice_seconds{league="town"}': "1801x120"}),
    "MugginsSignInMailOld": (5 * MINUTE, {"muggins_oldest_site_mail_seconds": "301x120"}),
    "MugginsMailFails": (90 * MINUTE, {'muggins_notices_failed{league="town"}': "3x80 4x40"}),
    "MugginsBackupOld": (30 * MINUTE, {f'{RAN}{{instance="a",task="backup"}}': f"{-26 * HOUR}x120"}),
    "MugginsDrillOld": (90 * MINUTE, {f'{RAN}{{instance="a",task="drill"}}': None}),
    "MugginsJournalsUnverified": (90 * MINUTE, {f'{RAN}{{instance="a",task="journals"}}': f"{-8 * DAY}x120"}),
    "MugginsDiskFull": (10 * MINUTE, {'muggins_disk_free_bytes{folder="muggins"}': "9x120"}),
    "MugginsClockJumped": (MINUTE, {"muggins_clock_jumped": "1x120"}),
    "MugginsMigrationsPending": (20 * MINUTE, {"muggins_migrations_pending": "2x120"}),
    "MugginsProblems": (40 * MINUTE, {"muggins_problems": "1x120"}),
}
# Fire with it, rightly.
BESIDE = {"MugginsBeatSilent": {"MugginsWorkerSilent"}}


def case(name: str, figures: dict[str, str | None], seconds: int, firing: set[str]) -> dict[str, Any]:
    told = {**WELL, **figures}
    return {
        "name": name,
        "interval": "1m",
        "input_series": [{"series": series, "values": values} for series, values in told.items() if values],
        "promql_expr_test": [
            {
                "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": f"{seconds}s",
                "exp_samples": [{"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in sorted(firing)],
            }
        ],
    }


def test_every_alert_fires_on_its_own_figures_and_no_other_one(tmp_path: Path) -> None:
    assert ILL.keys() == rules().keys()
    cases = [case("well", {}, seconds, set()) for seconds in (MINUTE, 30 * MINUTE, 119 * MINUTE)]
    planned = {**ILL["MugginsFaults"][1], "muggins_maintenance": "1x120"}
    cases.append(case("planned", planned, 20 * MINUTE, set()))
    cases += [
        case(alert, figures, seconds, {alert, *BESIDE.get(alert, ())}) for alert, (seconds, figures) in ILL.items()
    ]
    written = tmp_path / "alerts_test.yml"
    written.write_text(yaml.safe_dump({"rule_files": [str(RULES)], "evaluation_interval": "1m", "tests": cases}))
    assert "SUCCESS" in promtool("test", "rules", written)


def test_the_example_of_a_configuration_is_one(tmp_path: Path) -> None:
    text = (ROOT / "deploy" / "prometheus" / "prometheus.yml").read_text()
    (tmp_path / "alerts.yml").write_bytes(RULES.read_bytes())
    (tmp_path / "token").write_text("the-token")
    (tmp_path / "prometheus.yml").write_text(text.replace("/etc/prometheus/muggins-token", str(tmp_path / "token")))
    assert "24 rules" in promtool("check", "config", tmp_path / "prometheus.yml")


def test_every_alert_says_what_to_do_in_the_documentation() -> None:
    page = (ROOT / "docs" / "monitoring.md").read_text()
    told = dict(re.findall(r"^\| `(Muggins\w+)` \| (page|look) \|", page, flags=re.MULTILINE))
    assert told == {alert: rule["labels"]["severity"] for alert, rule in rules().items()}


# The dashboard


def panels() -> list[dict[str, Any]]:
    return [panel for panel in json.loads(DASHBOARD.read_text())["panels"] if panel["type"] != "row"]


def test_the_dashboard_is_one_that_grafana_takes() -> None:
    board = json.loads(DASHBOARD.read_text())
    assert (board["schemaVersion"], board["uid"], board["id"]) == (39, "muggins", None)
    every = board["panels"]
    assert len({panel["id"] for panel in every}) == len(every)
    taken = [
        (x, y)
        for panel in every
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(taken) == len(set(taken)), "panels lie on each other"
    assert max(x for x, _ in taken) == 23
    for panel in panels():
        assert panel["title"]
        assert panel["datasource"] == {"type": "prometheus", "uid": "${source}"}
        assert panel["targets"]
    assert {variable["name"] for variable in board["templating"]["list"]} == {"source", "league"}


def expressions() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel["targets"]]


def test_every_expression_of_the_dashboard_can_be_parsed(tmp_path: Path) -> None:
    """As recording rules, which Prometheus itself reads."""
    plain = [text.replace("$__rate_interval", "5m").replace("$league", "town") for text in expressions()]
    assert not [text for text in plain if "$" in text]
    records = [{"record": f"panel:{number}", "expr": text} for number, text in enumerate(plain)]
    (tmp_path / "panels.yml").write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": records}]}))
    assert f"{len(plain)} rules" in promtool("check", "rules", tmp_path / "panels.yml")


@pytest.mark.parametrize(
    ("expression", "named"),
    [
        ('time() - max(muggins_a{task="muggins_b"}) > 1', {"muggins_a"}),
        ("sum by (up) (rate(muggins_c_total[5m])) and on () (up == 1)", {"muggins_c_total", "up"}),
    ],
)
def test_the_names_of_figures_are_found_in_an_expression(expression: str, named: set[str]) -> None:
    assert figures_in(expression) == named
