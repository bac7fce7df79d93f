"""For those who keep the house running: whether it stands, and what Prometheus asks."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from league.queries.domains import league_of_host
from league.queries.ops import OK, Health, LeagueLoad, Load, health_of, load_of, service_of
from league.web.ops.request_metrics import LEAGUES_NAMED, OTHERS, requests_text
from league.web.requests import has_metrics_token, is_from_this_machine, is_passed_on

AGAIN = {"Retry-After": "30"}


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Everything that could be wrong: 200, or 503 with what is; JSON, or a page for a browser."""
    health_row = health_of(now=timezone.now())
    status, headers = (200, {}) if health_row.ok else (503, AGAIN)
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        answer = render(request, "league/ops/health.html", {"health": health_row}, status=status)
        for name, value in headers.items():
            answer[name] = value
        return answer
    return JsonResponse(_spelled(health_row), status=status, headers=headers)


@require_safe
@never_cache
def health_web(request: HttpRequest) -> JsonResponse:
    """Only whether this process can serve, and who asks: for whatever restarts it, or sends people elsewhere."""
    health = service_of(now=timezone.now())
    answers = {"ok": health.serves, "degraded": health.degraded, "database": health.database, "cache": health.cache}
    answers["visitor"] = _address_of(request)
    return JsonResponse(answers, status=200 if health.serves else 503, headers=AGAIN if not health.serves else {})


@require_safe
@never_cache
def health_domain(request: HttpRequest) -> HttpResponse:
    """Tell a proxy, and nobody else, whether to get a certificate for `?domain=`: 200 if it is a league's."""
    asked = request.GET.get("domain", "").lower()
    known = not is_passed_on(request) and bool(league_of_host(asked))
    return HttpResponse(status=200 if known else 404)


def _address_of(request: HttpRequest) -> str:
    """Who asks, as it is counted by (`MUGGINS_PROXIES`); blank where nobody knows."""
    try:
        return str(get_adapter().get_client_ip(request))
    except (PermissionDenied, ImproperlyConfigured):
        return ""


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The same in figures, for Prometheus; with a token, or on this machine where the settings allow that."""
    if not _may_measure(request):
        refused = HttpResponse(
            "A bearer token is needed; see docs/monitoring.md.\n", status=401, content_type="text/plain"
        )
        refused["WWW-Authenticate"] = "Bearer"
        return refused
    now = timezone.now()
    health_row = health_of(now=now)
    registry = CollectorRegistry()
    registry.register(_Figures(health_row))
    if health_row.database == OK:
        # Not migrated yet, which the health tells.
        with suppress(DatabaseError):
            registry.register(_LoadFigures(load_of(now=now)))
    ProcessCollector(registry=registry)
    return HttpResponse(generate_latest(registry) + requests_text(), content_type=CONTENT_TYPE_LATEST)


def _may_measure(request: HttpRequest) -> bool:
    if has_metrics_token(request.headers.get("Authorization", "")):
        return True
    # Behind a proxy on the same machine everybody comes from here: production does not allow it.
    return settings.METRICS_FROM_LOCALHOST and is_from_this_machine(request)


def _spelled(health: Health) -> dict[str, Any]:
    oldest = health.oldest_unsent
    jobs = {
        job.name: {"ran_at": job.ran_at and job.ran_at.isoformat(), "late": job.late, "told": job.told}
        for job in health.jobs
    }
    notices = {
        "waiting": health.waiting,
        "failed": health.failed,
        "oldest_unsent_seconds": None if oldest is None else int(oldest.total_seconds()),
    }
    return {
        "ok": health.ok,
        "version": settings.VERSION,
        "problems": list(health.problems),
        "maintenance": health.maintenance and asdict(health.maintenance),
        "database": health.database,
        "cache": health.cache,
        "broker": health.broker or None,
        "clock": health.clock or OK,
        "migrations": list(health.migrations),
        "jobs": jobs,
        "notices": notices,
        "queues": dict(health.queues),
    }


class _Figures(Collector):
    def __init__(self, health: Health) -> None:
        self.health = health

    def collect(self) -> Iterator[Metric]:
        health = self.health
        answering = {name: getattr(health, name) for name in ("database", "cache", "broker")}
        yield _labelled("muggins_up", "Whether it answers.", "what", {n: a == OK for n, a in answering.items() if a})
        yield GaugeMetricFamily("muggins_problems", "How much is wrong; /health/ says what.", len(health.problems))
        planned = float(health.maintenance is not None)
        yield GaugeMetricFamily("muggins_maintenance", "Whether planned work goes on here.", planned)
        if health.database != OK:
            return
        yield GaugeMetricFamily("muggins_clock_jumped", "Whether the clock is not trusted.", float(bool(health.clock)))
        pending = len(health.migrations)
        yield GaugeMetricFamily("muggins_migrations_pending", "Changes of the database not applied yet.", pending)
        ran = {job.name: job.ran_at.timestamp() for job in health.jobs if job.ran_at}
        yield _labelled("muggins_job_last_run_timestamp_seconds", "When a job last ran.", "task", ran)
        late = {job.name: job.late for job in health.jobs}
        yield _labelled("muggins_job_late", "Whether a job has been silent for too long.", "task", late)
        yield _labelled("muggins_queue_length", "Tasks that wait in a queue of the broker.", "queue", health.queues)


LOAD = {
    "waiting": ("muggins_notices_waiting", "Messages still to be sent."),
    "oldest_unsent": ("muggins_oldest_unsent_notice_seconds", "How long the oldest due one has waited."),
    "failed": ("muggins_notices_failed", "Messages given up."),
    "sent_last_hour": ("muggins_notices_sent_last_hour", "Messages sent within the hour before."),
    "sheets": ("muggins_sheets_waiting", "Sheets that the other side has not answered yet."),
}


class _LoadFigures(Collector):
    def __init__(self, load: Load) -> None:
        self.load = load

    def collect(self) -> Iterator[Metric]:
        load = self.load
        leagues = _named(load.leagues)
        for field, (name, about) in LOAD.items():
            yield _labelled(name, about, "league", {slug: row[field] for slug, row in leagues.items()})
        yield GaugeMetricFamily("muggins_site_mail_waiting", "Codes and other mail of no league.", load.site_mail)
        age = load.oldest_site_mail
        yield GaugeMetricFamily("muggins_oldest_site_mail_seconds", "How long the oldest due one has waited.", age)
        yield GaugeMetricFamily("muggins_database_bytes", "The database with its indexes.", load.database_bytes)
        free = {name: disk[0] for name, disk in load.disks.items()}
        size = {name: disk[1] for name, disk in load.disks.items()}
        yield _labelled("muggins_disk_free_bytes", "Room that is left.", "folder", free)
        yield _labelled("muggins_disk_size_bytes", "The disk of a folder.", "folder", size)


def _named(leagues: Mapping[str, LeagueLoad]) -> dict[str, dict[str, float]]:
    """Return the figures by league; those beyond the first by name together, of an age the oldest."""
    found: dict[str, dict[str, float]] = {}
    for place, slug in enumerate(sorted(leagues)):
        so_far = found.setdefault(slug if place < LEAGUES_NAMED else OTHERS, dict.fromkeys(LOAD, 0.0))
        for field, figure in asdict(leagues[slug]).items():
            so_far[field] = max(so_far[field], figure) if field == "oldest_unsent" else so_far[field] + figure
    return found


def _labelled(name: str, about: str, label: str, values: Any) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=[label])
    for value, figure in sorted(values.items()):
        family.add_metric([value], float(figure))
    return family
