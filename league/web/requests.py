"""The way into a league: `in_league` loads it, the clock and the visitor's grants for each of its pages."""

import datetime as dt
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from league.access import ACTIONS, Grants, ensure, grants
from league.errors import NothingThere
from league.models import Division, Fixture, League, Player, Season, Team, User
from league.queries import leagues
from league.queries.fixtures import find_seen_fixture
from league.queries.visibility import leagues_for, players_for, teams_for
from league.translation import N_, Text
from league.web.navigation import speak_to

LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


def is_from_this_machine(request: HttpRequest) -> bool:
    """Whether a request was made on this machine itself, and no proxy says that it only passed it on."""
    return request.META.get("REMOTE_ADDR") in LOOPBACK and not any(name in request.headers for name in FORWARDED)


class LeagueRequest(HttpRequest):
    """A request about one league, as `in_league` hands it on."""

    league: League  # the league that the address names
    grants: Grants  # what the visitor may speak for in it
    now: dt.datetime  # the moment of the request; everything the page says about time rests on it
    user: User


View = Callable[..., HttpResponseBase]


def in_league(action: str) -> Callable[[View], View]:
    """Make `view(request: LeagueRequest, **kwargs)` a page of the league named by the address's `slug`.

    Args:
        action: what a visitor must be allowed to do to open it at all (a key of `access.ACTIONS` whose predicate needs
            no object). Pages about one fixture, result or call check that object besides.
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
            request.grants = grants(request.user, request.league, now=request.now)
            speak_to(request, request.league)
            ensure(request.grants, action)
            with timezone.override(request.league.tz):
                return view(request, **kwargs)

        page.action = action  # type: ignore[attr-defined]
        return page

    return decorate


def allow(request: LeagueRequest, action: str, thing: Any) -> None:
    """Refuse the visitor who may not do `action` on `thing` (a fixture, result, call or dispute of this league).

    Raises:
        NotAllowed: with the sentence that says who may.
    """
    ensure(request.grants, action, thing)


def fixture_or_404(request: LeagueRequest, pk: int) -> Fixture:
    """The fixture of this league that the address names.

    Raises:
        Http404: the league has none of that number; another league's are not found here, nor those of a season that is
            not published, unless the visitor is the secretary.
    """
    try:
        return find_seen_fixture(request.league, pk, request.grants)
    except Fixture.DoesNotExist as missing:
        raise NothingThere(N_("There is no such fixture in this league.")) from missing


def team_or_404(request: LeagueRequest, slug: str, grants: Grants | None = None) -> Team:
    """Return the team of this league that the address names, with the one it was merged into.

    Args:
        grants: whose eyes to look with, such as `anybody`; the visitor's unless given.

    Raises:
        Http404: the reader sees none of that slug.
    """
    found = teams_for(request.league, grants or request.grants).select_related("league", "merged_into__league")
    return get_object_or_404(found, slug=slug)


def player_or_404(request: LeagueRequest, pk: int, grants: Grants | None = None) -> Player:
    """Return the player of this league that the address names, with the one they were merged into, as `team_or_404`."""
    found = players_for(request.league, grants or request.grants).select_related("league", "merged_into__league")
    return get_object_or_404(found, pk=pk)


Named = TypeVar("Named", Season, Division)


def season_of(request: LeagueRequest) -> Season | None:
    """The season the address asks for (?season=slug), or the current one.

    Raises:
        Http404: the league has no season of that slug.
    """
    asked = request.GET.get("season", "")
    if asked:
        return of_slug(leagues.seasons_of(request.league), asked)
    return leagues.current_season(request.league, now=request.now)


def of_slug(found: Iterable[Named], slug: str) -> Named:
    """The one of that slug. It is looked for here: what is typed into an address need not be a text a database takes.

    Raises:
        Http404: there is none.
    """
    for candidate in found:
        if candidate.slug == slug:
            return candidate
    raise NothingThere(Text("There is no “{slug}” here.", slug=slug))


def season_or_404(request: LeagueRequest, slug: str) -> Season:
    """The season of this league that the address names, a draft too."""
    return get_object_or_404(Season.objects.select_related("league"), league=request.league, slug=slug)
