"""For those who keep the house running: whether it stands, and what Prometheus asks."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from league.queries.ops import OK, Health, health_of, service_of
from league.web.requests import is_from_this_machine

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
    """Only whether this process can serve: for whatever restarts it, or sends people elsewhere, where it cannot."""
    health = service_of(now=timezone.now())
    answers = {"ok": health.serves, "degraded": health.degraded, "database": health.database, "cache": health.cache}
    return JsonResponse(answers, status=200 if health.serves else 503, headers=AGAIN if not health.serves else {})


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The same in figures, for Prometheus; with a token, or on this machine where the settings allow that."""
    if not _may_measure(request):
        refused = HttpResponse(
            "A bearer token is needed; see docs/operations.md.\n", status=401, content_type="text/plain"
        )
        refused["WWW-Authenticate"] = "Bearer"
        return refused
    registry = CollectorRegistry()
    registry.register(_Figures(health_of(now=timezone.now())))
    ProcessCollector(registry=registry)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_measure(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    if token and constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}"):
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
        "problems": list(health.problems),
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
        if health.database != OK:
            return
        pending = len(health.migrations)
        yield GaugeMetricFamily("muggins_migrations_pending", "Changes of the database not applied yet.", pending)
        ran = {job.name: job.ran_at.timestamp() for job in health.jobs if job.ran_at}
        yield _labelled("muggins_job_last_run_timestamp_seconds", "When a job last ran.", "job", ran)
        late = {job.name: job.late for job in health.jobs}
        yield _labelled("muggins_job_late", "Whether a job has been silent for too long.", "job", late)
        yield GaugeMetricFamily("muggins_notices_waiting", "Messages still to be sent.", health.waiting)
        yield GaugeMetricFamily("muggins_notices_failed", "Messages given up.", health.failed)
        age = health.oldest_unsent.total_seconds() if health.oldest_unsent else 0
        yield GaugeMetricFamily("muggins_oldest_unsent_notice_seconds", "How long the oldest due one has waited.", age)
        yield _labelled("muggins_queue_length", "Tasks that wait in a queue of the broker.", "queue", health.queues)


def _labelled(name: str, about: str, label: str, values: Any) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=[label])
    for value, figure in sorted(values.items()):
        family.add_metric([value], float(figure))
    return family
