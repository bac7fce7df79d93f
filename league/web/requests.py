"""The way into a page: `in_league` loads the league, the clock and the grants; `fresh_to` asks for a fresh sign-in."""

import datetime as dt
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from league.access import ACTIONS, Grants, ensure, grants, is_fresh, require_not_suspended
from league.errors import NothingThere
from league.models import Division, Fixture, League, Player, Season, Team, User
from league.queries import leagues
from league.queries.fixtures import find_seen_fixture
from league.queries.visibility import leagues_for, players_for, public, teams_for
from league.translation import N_, Text, translated
from league.web.navigation import speak_to

READING = ("GET", "HEAD")
LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


def is_from_this_machine(request: HttpRequest) -> bool:
    """Whether a request was made on this machine itself, and no proxy says that it only passed it on."""
    return request.META.get("REMOTE_ADDR") in LOOPBACK and not is_passed_on(request)


def is_passed_on(request: HttpRequest) -> bool:
    """Whether a proxy says that it only passed a request on."""
    return any(name in request.headers for name in FORWARDED)


def has_metrics_token(authorization: str) -> bool:
    """Whether a header `Authorization` has the token of `settings.METRICS_TOKEN`; nobody has a blank one."""
    token = settings.METRICS_TOKEN
    return bool(token) and constant_time_compare(authorization, f"Bearer {token}")


class LeagueRequest(HttpRequest):
    league: League  # the league that the address names
    grants: Grants  # what the visitor may speak for in it
    now: dt.datetime  # the moment of the request; everything the page says about time rests on it
    today: dt.date  # of the league's wall clock
    user: User


View = Callable[..., HttpResponseBase]


def in_league(action: str, *, while_suspended: bool = False) -> Callable[[View], View]:
    """Make `view(request: LeagueRequest, **kwargs)` a page of the league that the address's `slug` names.

    Args:
        action: a key of `access.ACTIONS` whose predicate needs no object; it opens the page. The view checks objects.
        while_suspended: what it is sent is taken in a league that the operator has suspended too.
    """
    ACTIONS[action]

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: LeagueRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            # PostgreSQL refuses a null character even in a question.
            if any("\x00" in value for value in request.GET.values()):
                raise NothingThere(N_("There is no such page."))
            request.league = get_object_or_404(leagues_for(request.user), slug=slug)
            request.now = timezone.now()
            request.today = request.now.astimezone(request.league.tz).date()
            request.grants = grants(request.user, request.league, now=request.now)
            speak_to(request, request.league)
            ensure(request.grants, action)
            if request.method not in READING and not while_suspended:
                require_not_suspended(request.league)
            with timezone.override(request.league.tz):
                return view(request, **kwargs)

        page.action = action  # type: ignore[attr-defined]
        return page

    return decorate


def form_data(request: HttpRequest) -> QueryDict | None:
    """Return what a form sent; None where the page is only read."""
    return request.POST if request.method == "POST" else None


def redirect_with(request: LeagueRequest, message: str, page: str, **params: Any) -> HttpResponse:
    """Redirect to a page of the league that shows the message."""
    messages.success(request, translated(message))
    return redirect(page, slug=request.league.slug, **params)


def division_or_404(request: LeagueRequest, season: str, division: str) -> Division:
    """Return a division that everybody may see, with its season and league joined."""
    return get_object_or_404(
        Division.objects.select_related("season__league"), public("season__"), season__league=request.league,
        season__slug=season, slug=division,
    )  # fmt: skip


def allow(request: LeagueRequest, action: str, thing: Any) -> None:
    """Raises NotAllowed with the sentence that says who may."""
    ensure(request.grants, action, thing)


def fixture_or_404(request: LeagueRequest, pk: int) -> Fixture:
    """Raises Http404 for other leagues' fixtures, and for a draft season's unless the visitor is the secretary."""
    try:
        return find_seen_fixture(request.league, pk, request.grants)
    except Fixture.DoesNotExist as missing:
        raise NothingThere(N_("There is no such fixture in this league.")) from missing


def team_or_404(request: LeagueRequest, slug: str, grants: Grants | None = None) -> Team:
    """Return a team with the one it was merged into. Raises Http404 where `grants`, the visitor's, sees none."""
    teams = teams_for(request.league, grants or request.grants).select_related("league", "merged_into__league")
    return get_object_or_404(teams, slug=slug)


def player_or_404(request: LeagueRequest, pk: int, grants: Grants | None = None) -> Player:
    """As `team_or_404`."""
    players = players_for(request.league, grants or request.grants).select_related("league", "merged_into__league")
    return get_object_or_404(players, pk=pk)


Named = TypeVar("Named", Season, Division)


def season_of(request: LeagueRequest) -> Season | None:
    """Return the season of ?season=slug, or the current one. Raises Http404 for an unknown slug."""
    wanted = request.GET.get("season", "")
    if wanted:
        return of_slug(leagues.seasons_of(request.league), wanted)
    return leagues.current_season(request.league, now=request.now)


def of_slug(rows: Iterable[Named], slug: str) -> Named:
    """Pick by slug in Python: a typed slug may be no text a database takes. Raises Http404 where there is none."""
    for row in rows:
        if row.slug == slug:
            return row
    raise NothingThere(Text("There is no “{slug}” here.", slug=slug))


def season_or_404(request: LeagueRequest, slug: str) -> Season:
    """The season of this league that the address names, a draft too."""
    return get_object_or_404(Season.objects.select_related("league"), league=request.league, slug=slug)


def is_stale(request: HttpRequest) -> bool:
    """Return True if whoever is signed in has to prove that it is they. Visitors the page itself refuses."""
    return request.user.is_authenticated and not is_fresh(request)


def need_fresh(request: HttpRequest) -> None:
    """Raises ReauthenticationRequired after which allauth asks for a proof and repeats the request."""
    if is_stale(request):
        raise ReauthenticationRequired


def ask_again(request: HttpRequest, lost: str) -> HttpResponse:
    """Redirect to the proof and then back to the page; what was sent is dropped, as the message `lost` says."""
    if request.method not in READING:
        messages.warning(request, translated(lost))
    first, *_ = get_adapter().get_reauthentication_methods(request.user)
    return redirect(f"{first['url']}?{urlencode({'next': request.get_full_path()})}")


def fresh_to(*acts: str, lost: str = "") -> Callable[[View], View]:
    """Ask for a fresh sign-in before a POST is handled; reading needs none.

    Args:
        acts: the values of the button `do` that ask; none: all.
        lost: for uploads, which cannot be kept until the proof: the page asks on opening too, and shows this when late.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            sends = request.method not in READING
            if lost and is_stale(request) and (not sends or _asks(request, acts)):
                return ask_again(request, lost)
            if sends and _asks(request, acts):
                need_fresh(request)
            return view(request, *args, **kwargs)

        return page

    return decorate


def _asks(request: HttpRequest, acts: tuple[str, ...]) -> bool:
    return not acts or request.POST.get("do") in acts
