"""What is answered while the server is being maintained: reading goes on and entering waits, or both wait."""

from collections.abc import Callable

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone

from league.api.errors import unavailable
from league.queries.maintenance import BACK_SOON, READ_ONLY, Maintenance, current_maintenance

SAFE = ("GET", "HEAD", "OPTIONS")
# For those who watch, and the style of the page itself.
OPEN = ("/health/", "/metrics", settings.STATIC_URL)


class MaintenanceMode:
    """Answer 503, in the visitor's language, before anything asks the database. One look at a file for each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self._policy = CSPMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        maintenance = current_maintenance()
        if maintenance is None or not _waits(request, maintenance):
            return self.get_response(request)
        now = timezone.now()
        message, headers = maintenance.message(now), {"Retry-After": str(maintenance.retry_after(now))}
        if request.path_info.startswith("/api/"):
            return unavailable(request, message, headers)
        context = {"why": message, "heading": BACK_SOON if maintenance.closed else READ_ONLY}
        answer = HttpResponse(render_to_string("503.html", context), status=503, headers=headers)
        answer.headers["Cache-Control"] = "no-store"
        return self._policy.process_response(request, answer)


def _waits(request: HttpRequest, maintenance: Maintenance) -> bool:
    if request.path_info.startswith(OPEN):
        return False
    return maintenance.closed or request.method not in SAFE
