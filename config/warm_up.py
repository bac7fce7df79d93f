"""The first pages of a process, made before anybody asks: workers are forked from it and begin with what it keeps."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connections
from django.template import engines
from django.urls import reverse

from league.queries.domains import base_url_of
from league.queries.leagues import leagues_of

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
MOST_LEAGUES = 20
PAGES = ("league", "tables", "fixtures")


def warm_up(application: Application) -> None:
    """Compile the templates and make the first pages of the leagues; leaves no connection open.

    What cannot be made, as where the database is away, is left to whoever asks for it.
    """
    for engine in engines.all():
        for name in _templates():
            engine.get_template(name)
    try:
        for site, address in _addresses():
            _visit(application, site, address)
    except DatabaseError:
        pass
    finally:
        connections.close_all()
        cache.close()


def _templates() -> Iterator[str]:
    top = settings.ROOT / "templates"
    return (str(path.relative_to(top)) for path in sorted(top.rglob("*")) if path.is_file())


def _addresses() -> Iterator[tuple[str, str]]:
    """Yield sites and addresses on them: a league's are asked for where its links lead."""
    for address in (reverse("start"), reverse("account_login"), "/api/v1/leagues/"):
        yield settings.BASE_URL, address
    for league in leagues_of()[:MOST_LEAGUES]:
        yield from ((base_url_of(league), reverse(page, kwargs={"slug": league.slug})) for page in PAGES)


def _visit(application: Application, base_url: str, address: str) -> None:
    """Ask for a page as a stranger's browser does, through the proxy."""
    site = urlsplit(base_url)
    environ = {
        "PATH_INFO": address,
        "HTTP_HOST": site.netloc,
        "HTTP_X_FORWARDED_PROTO": site.scheme,
        "HTTP_ACCEPT": "text/html, application/json",
        "HTTP_ACCEPT_ENCODING": "gzip",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_X_REQUEST_ID": "warm-up-at-start",
    }
    setup_testing_defaults(environ)
    answer = application(environ, lambda status, headers, error=None: None)
    for _ in answer:
        pass
    getattr(answer, "close", lambda: None)()
