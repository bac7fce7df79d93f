"""The site in a pocket without a signal: its manifest, its service worker, and what a device may keep of it.

The server says which pages a device may keep (`KEPT`, in a header of the page itself) and whose they are; the worker
(`static/js/worker.js`) keeps no other, and throws all of them away as soon as a page is somebody else's, or nobody's.
"""

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.models import League
from league.rules.languages import LANGUAGES, tag_of
from league.translation import N_, translated
from league.web.navigation import reader_of
from league.web.requests import LeagueRequest, in_league

# Pages that a device may keep. None of them has a key in its address, shows one, or is about an account.
KEPT = frozenset((
    "start", "league", "my-fixtures", "team", "sheet", "score", "live-score", "hand", "league-hand", "rules",
    "offline", "outbox",
))  # fmt: skip
KEEP, READER = "Muggins-Keep", "Muggins-Reader"
MANIFEST = "application/manifest+json"
# The walnut and the table of static/css/tokens.css: a manifest has one colour for both schemes.
THEME, GROUND = "#4a2918", "#ede4d4"
ICONS = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-192.png", "192x192", "maskable"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)
SCRIPT = settings.ROOT / "static" / "js" / "worker.js"
# What the worker fetches when it is installed is made of these; a change in one makes a new version.
SOURCES = ("base.html", "components/offline.html", "league/ops/offline.html", "league/ops/outbox.html")


class MarkForOffline:
    """Say on each page that is read whose it is, and whether a device may keep it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        page = answer.status_code == 200 and answer.headers.get("Content-Type", "").startswith("text/html")
        if request.method != "GET" or not page:
            return answer
        if request.resolver_match and request.resolver_match.url_name in KEPT:
            answer.headers[KEEP] = "yes"
        # Whoever brings no session is nobody, and is not looked for.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and (reader := reader_of(request.user)):
            answer.headers[READER] = reader
        return answer


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    return _manifest("Muggins", "/", None)


@require_safe
@in_league("league.view")
def league_manifest(request: LeagueRequest) -> JsonResponse:
    return _manifest(request.league.name, reverse("league", kwargs={"slug": request.league.slug}), request.league)


def _manifest(name: str, start: str, league: League | None) -> JsonResponse:
    params: dict[str, Any] = {
        "id": start,
        "name": name,
        "short_name": name,
        "lang": tag_of(get_language() or ""),
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME,
        "background_color": GROUND,
        "icons": [
            {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for path, sizes, purpose in ICONS
        ],
        "shortcuts": [{"name": translated(label), "url": url} for label, url in _shortcuts(league)],
    }
    return JsonResponse(params, content_type=MANIFEST, headers={"Cache-Control": "no-cache"})


def _shortcuts(league: League | None) -> list[tuple[str, str]]:
    if league is None:
        return [(N_("Check a hand"), reverse("hand"))]
    of = {"slug": league.slug}
    return [
        (N_("My fixtures"), reverse("my-fixtures", kwargs=of)),
        (N_("Check a hand"), reverse("league-hand", kwargs=of)),
    ]


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, with its addresses and the files' version, which replaces older caches."""
    build = {
        "version": version(),
        "static": settings.STATIC_URL if settings.STATIC_URL.startswith("/") else f"/{settings.STATIC_URL}",
        "offline": reverse("offline"),
        "outbox": reverse("outbox"),
        "signOut": reverse("account_logout"),
        # How the address of every sheet ends.
        "sheet": "/sheet/",
        "score": "/score/",
        # Each of them is kept in every language; an address of a page begins with its own.
        "languages": [f"/{code}" for code in LANGUAGES],
        "store": static("js/outbox.js"),
        "keep": KEEP,
        "reader": READER,
        # By which the page itself knows that it is not as it is now (static/js/offline.js).
        "mark": '<head><meta name="muggins-kept" content="{at}">',
    }
    script = f"const BUILD = {json.dumps(build)};\n{_text(SCRIPT)}"
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "league/ops/offline.html")


@require_safe
@never_cache
def outbox(request: HttpRequest) -> HttpResponse:
    """Show what is waiting on this device to be sent. The device fills it in; the server has nothing of it yet."""
    return render(request, "league/ops/outbox.html")


def version() -> str:
    """Return a word for the static files as they are, and for the pages that the worker brings with it."""
    # Collected files have a manifest, whose hash says all of them; others may change under a running server.
    known = getattr(staticfiles_storage, "manifest_hash", "")
    return _version(known) if known else _digest(_looked_at())


@cache
def _version(known: str) -> str:
    return _digest(known)


def _digest(files: str) -> str:
    told = hashlib.blake2b(files.encode(), digest_size=8)
    told.update(_text(SCRIPT).encode())
    for name in SOURCES:
        told.update((settings.ROOT / "templates" / name).read_bytes())
    return told.hexdigest()


def _looked_at() -> str:
    folder = settings.ROOT / "static"
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return "\n".join(f"{path.relative_to(folder)} {path.stat().st_mtime_ns}" for path in paths)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
