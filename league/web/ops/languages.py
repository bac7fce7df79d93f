"""The language of a request: the one that its address begins with, else its reader's own, else the league's.

Strangers have the language in the address, so that a page is the same bytes for all who ask for that address. A prefix
is taken off before anything looks for a page, and put in front of every address that is made while the request is
answered (`django.urls.reverse` knows it as a script's), so no view and no template knows of it.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from league.rules.languages import LANGUAGES, tag_of
from league.translation import addressed_in, speaking
from league.web.navigation import ACCOUNT, framed_league, speak_to

API = "/api/"
# Programs, operators and files speak no language, or choose it otherwise; and a device has one worker.
WITHOUT = (
    API, "/admin/", "/static/", "/health/", "/metrics", "/worker.js", "/robots.txt", "/sitemap.xml", "/favicon.ico",
    "/apple-touch-icon.png",
)  # fmt: skip
_PREFIX = re.compile(r"/([a-z0-9-]+)(/.*)?", re.DOTALL)


class AddressedLanguage:
    """Take the language off an address that begins with one: `/fr/leagues/town/` is `/leagues/town/` in French."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        code, path = _parted(request.path_info)
        if code and not path:
            return HttpResponsePermanentRedirect(f"/{code}/")
        request.asked_language = code  # type: ignore[attr-defined]
        request.path_info = path
        for_program = path.startswith(API)
        with speaking(_accepted(request) if for_program else code), addressed_in(code):
            answer = self.get_response(request)
            if for_program:
                patch_vary_headers(answer, ["Accept-Language"])
            if _is_page(answer):
                answer.headers.setdefault("Content-Language", tag_of(get_language() or ""))
            return answer


class ReadersLanguage:
    """Speak a signed-in reader's language, and on account pages their league's; `in_league` speaks the league's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(WITHOUT):
            speak_to(request, framed_league(request) if request.path_info.startswith(ACCOUNT) else None)
        answer = self.get_response(request)
        if _is_page(answer):
            answer.headers["Content-Language"] = tag_of(get_language() or "")
        return answer


def _parted(path: str) -> tuple[str, str]:
    match = _PREFIX.fullmatch(path)
    if match is None or match[1] not in LANGUAGES or (match[2] or "").startswith(WITHOUT):
        return "", path
    return match[1], match[2] or ""


def _accepted(request: HttpRequest) -> str:
    """Return the language that a program accepts most gladly of those there are; blank where it accepts none."""
    for wanted, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return get_supported_language_variant(wanted)
        except LookupError:
            continue
    return ""


def _is_page(answer: HttpResponseBase) -> bool:
    return answer.headers.get("Content-Type", "").startswith("text/html")
