"""Requests to a league's own domain: answered though it is not among `ALLOWED_HOSTS`, and for that league alone.

What a visitor may see and do is what it is anywhere: a host only leaves things out.
"""

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.http.request import split_domain_port, validate_host

from league.queries.domains import host_league, league_of_host

# Of the whole server, and so on its own hosts alone.
OF_THE_SERVER = ("/admin/", "/operator/", "/new-league/", "/setup/", "/api/v1/operator/")
NAMES_A_LEAGUE = re.compile(r"/(?:api/v1/)?leagues/([^/]+)/")
HSTS = "Strict-Transport-Security"


class LeagueHosts:
    """Set `request.host_league`: the slug of the league whose domain was asked, blank on the server's own hosts."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        host = request.META.get("HTTP_HOST", "")
        name = split_domain_port(host)[0]
        own = "" if validate_host(name, settings.ALLOWED_HOSTS) else league_of_host(name)
        request.host_league = own  # type: ignore[attr-defined]
        if not own:
            return self.get_response(request)
        # Django would look for it among the server's own hosts.
        request.get_host = lambda: host.lower()  # type: ignore[method-assign]
        response = self.get_response(request)
        if HSTS in response.headers:
            # Other names below it are not the server's to speak for.
            response.headers[HSTS] = response.headers[HSTS].partition(";")[0]
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        own = host_league(request)
        if not own:
            return
        path = request.path_info
        named = NAMES_A_LEAGUE.match(path)
        if path.startswith(OF_THE_SERVER) or (named and named[1] != own):
            raise Http404
