"""The league whose header and tabs a page carries, also where no view of that league was reached: on a page that is not
there, on a form that was refused for want of a cookie, and on the account pages, which belong to the whole server.

A cookie of one word, the league's slug, remembers it from one account page to the next. It opens nothing: whoever
forges it sees another league's name over their own account.
"""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.http import HttpRequest, HttpResponseBase, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.http import escape_leading_slashes, url_has_allowed_host_and_scheme

from league.access import grants, may
from league.models import League, User
from league.queries.domains import base_url_of, host_league
from league.queries.leagues import leagues_of
from league.queries.visibility import leagues_for
from league.rules.languages import LANGUAGES, spoken, tag_of
from league.translation import N_, speak

COOKIE = "league"
LONGEST_ADDRESS = 500
# With the language that an address may begin with.
OF_A_LEAGUE = re.compile(rf"(?:/(?:{'|'.join(LANGUAGES)}))?/leagues/([-a-zA-Z0-9_]{{1,50}})/")
IN_A_LANGUAGE = re.compile(rf"/(?:{'|'.join(LANGUAGES)})(?=/)")
ACCOUNT = ("/accounts/", "/account/")
# Pages of no league that are shown in a league’s frame, where a visitor is known to be in one.
FRAMED = (*ACCOUNT, "/play/")
LEARNING = ("/play/lessons/", "/play/trainers/", "/play/progress/", "/play/daily/")


def framed_league(request: HttpRequest) -> League | None:
    """Return the league whose frame this page carries, or None: at most two queries, none on a league's own pages."""
    league: League | None = getattr(request, "league", None)
    if league is not None:
        return league
    slug = host_league(request) or league_in(request.path_info)
    if not slug and request.path_info.startswith(FRAMED):
        next_league = league_in(next_page(request)) if request.path_info.startswith(ACCOUNT) else ""
        slug = next_league or request.COOKIES.get(COOKIE, "")
        league = _visible_league(request, slug) if slug and "\x00" not in slug else None
        if league is None:
            leagues = leagues_of()
            league = leagues[0] if len(leagues) == 1 else None
        return league
    return _visible_league(request, slug) if slug else None


def _visible_league(request: HttpRequest, slug: str) -> League | None:
    """Return the league of a slug; None for one that is hidden from this visitor, whose name no page of ours says."""
    return leagues_for(_visitor(request)).filter(slug=slug).first()


def sign_in_url(request: HttpRequest, league: League | None) -> str:
    """Return the address of the sign-in page that leads back to where the visitor is."""
    home = reverse("league", kwargs={"slug": league.slug}) if league else ""
    if request.path_info.startswith(ACCOUNT):
        back = next_page(request) or home
    else:
        back = page_again(request) if request.resolver_match else home
    login = reverse("account_login")
    return f"{login}?{urlencode({'next': back}, safe='/')}" if back not in ("", "/") else login


def next_page(request: HttpRequest) -> str:
    """Return the page of ours that an account page is to lead on to; blank where it names none."""
    try:
        wanted = request.GET.get("next") or request.POST.get("next") or ""
    except (SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        # What was posted cannot be read; that is told elsewhere.
        return ""
    ours = wanted.startswith("/") and "\x00" not in wanted and url_has_allowed_host_and_scheme(wanted, None)
    return wanted if ours else ""


def page_again(request: HttpRequest) -> str:
    """Return the page the visitor looks at: the one a form was sent from, where this is what became of the form."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    sent_from = urlsplit(request.headers.get("Referer", ""))
    if sent_from.netloc and sent_from.netloc == _host_of(request) and sent_from.path.startswith("/"):
        return sent_from.path + (f"?{sent_from.query}" if sent_from.query else "")
    return request.get_full_path()


def _host_of(request: HttpRequest) -> str:
    """Return the host that was asked; blank on the page that says that it is none of ours."""
    try:
        return request.get_host()
    except DisallowedHost:
        return ""


def reader_of(user: User | AnonymousUser) -> str:
    """Return the word by which a device tells one reader's kept pages from another's; blank for a stranger."""
    return salted_hmac("muggins.offline", str(user.pk)).hexdigest()[:20] if user.is_authenticated else ""


def league_in(path: str) -> str:
    match = OF_A_LEAGUE.match(path)
    return match[1] if match else ""


class RememberLeague:
    """Remember by a cookie in which league somebody signed in is, or is about to sign in; nobody else gets one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        slug = ""
        if request.path_info.startswith(ACCOUNT):
            slug = league_in(next_page(request))
        elif getattr(request, "league", None) is not None and request.user.is_authenticated:
            slug = request.league.slug  # type: ignore[attr-defined]
        if slug and slug != request.COOKIES.get(COOKIE) and answer.status_code < 400:
            secure = settings.SESSION_COOKIE_SECURE
            answer.set_cookie(COOKIE, slug, httponly=True, secure=secure, samesite="Lax")
        return answer


def speak_to(request: HttpRequest, league: League | None) -> None:
    """Speak the language of a request: the one that its address names, else the reader's own, else the league's."""
    speak(getattr(request, "asked_language", ""), _own_language(request, league))


def _own_language(request: HttpRequest, league: League | None) -> str:
    visitor = _visitor(request)
    own = visitor.language if isinstance(visitor, User) else ""
    return spoken([own, league.language if league else ""])


def _languages(request: HttpRequest, league: League | None) -> dict[str, Any]:
    """Return `languages` (name, tag, url, current); `alternate_pages`: they where a page may be indexed, else []."""
    plain = escape_leading_slashes(IN_A_LANGUAGE.sub("", page_again(request), count=1))
    # What somebody sent as an address comes back once for each language, and again: not ten thousand letters of it.
    plain = plain if len(plain) <= LONGEST_ADDRESS else plain.partition("?")[0][:LONGEST_ADDRESS]
    usual, asked = _own_language(request, league), getattr(request, "asked_language", "")
    versions = [
        {"name": name, "tag": tag_of(code), "url": plain if code == usual else f"/{code}{plain}",
         "current": code == (asked or usual)}
        for code, name in LANGUAGES.items()
    ]  # fmt: skip
    public = request.method in ("GET", "HEAD") and not _visitor(request).is_authenticated and request.resolver_match
    indexed = public and not request.path_info.startswith(ACCOUNT)
    return {
        "languages": versions,
        "alternate_pages": versions if indexed else [],
        "plain_address": plain,
        "site": base_url_of(league) if league else settings.BASE_URL,
    }


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Return `league` and `grants` (or None), `nav`: a list of {label, url, icon, current}, the ways back, `reader`:
    the word that stands for whoever is signed in, and the page in other languages. The page itself speaks its reader's.
    """
    league = framed_league(request)
    # Also where no view was reached that knew the league.
    speak_to(request, league)
    ways: dict[str, Any] = {"sign_in_url": sign_in_url(request, league), "page_again": page_again(request)}
    ways |= {"reader": reader_of(_visitor(request)), "version": settings.VERSION, **_languages(request, league)}
    if league is None:
        nav = [
            _play(request),
            _learn(request),
            _item(request, N_("Check a hand"), reverse("hand"), "hand"),
        ]
        return {"league": None, "grants": None, "nav": nav, **ways}
    held = getattr(request, "grants", None) or grants(_visitor(request), league, now=timezone.now())
    to = {name: reverse(name, kwargs={"slug": league.slug}) for name in PAGES}
    nav = [
        _item(request, N_("League"), to["league"], "home", exact=True),
        _item(request, N_("Tables"), to["tables"], "table"),
        _item(request, N_("Fixtures"), to["fixtures"], "calendar"),
    ]
    if may(held, "captain.work"):
        nav.append(_item(request, N_("My fixtures"), to["my-fixtures"], "peg"))
    if may(held, "referee.work"):
        nav.append(_item(request, N_("Rule on a call"), to["calls"], "whistle"))
    if held.committee or held.judge:
        nav.append(_item(request, N_("Appeals"), to["disputes"], "scales"))
    if may(held, "league.oversee"):
        nav.append(_item(request, N_("Secretary"), to["secretary"], "desk"))
    nav.append(_item(request, N_("Check a hand"), to["league-hand"], "hand"))
    nav.append(_more(request, league))
    return {"league": league, "grants": held, "nav": nav, **ways}


def _visitor(request: HttpRequest) -> User | AnonymousUser:
    """Return who is there; nobody where the request was refused before that was known."""
    return getattr(request, "user", None) or AnonymousUser()


PAGES = ("league", "tables", "fixtures", "my-fixtures", "calls", "disputes", "secretary", "league-hand")
# Pages without a tab of their own, which stand on the page of all of them.
UNDER_MORE = (
    "more",
    "rules",
    "honours",
    "news",
    "league-play",
    "daily",
    "calendars",
    "put-on-site",
    "archive",
    "search",
)


def _more(request: HttpRequest, league: League) -> dict[str, Any]:
    item = _item(request, N_("More"), reverse("more", kwargs={"slug": league.slug}), "more")
    others = [reverse(name, kwargs={"slug": league.slug}) for name in UNDER_MORE]
    return item | {"current": request.path.startswith(tuple(others)) or _learns(request)}


def _learn(request: HttpRequest) -> dict[str, Any]:
    item = _item(request, N_("Learn"), reverse("learn"), "learn")
    return item | {"current": _learns(request)}


def _play(request: HttpRequest) -> dict[str, Any]:
    item = _item(request, N_("Play"), reverse("play"), "peg")
    return item | {"current": item["current"] and not _learns(request)}


def _learns(request: HttpRequest) -> bool:
    return any(part in request.path for part in LEARNING)


def _item(request: HttpRequest, label: str, url: str, icon: str, *, exact: bool = False) -> dict[str, Any]:
    current = request.path == url if exact else request.path.startswith(url)
    return {"label": label, "url": url, "icon": icon, "current": current}
