"""The way into a league: who the asker is in it, and the things of it that an address names.

`LeagueView` does for programs what `web.requests.in_league` does for pages.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from league.access import Grants, ensure, grants, require_not_suspended
from league.api.filters import named_problem
from league.api.refs import READER
from league.api.views import SAFE, ApiView
from league.errors import Invalid, NothingThere
from league.models import Fixture, League, Player, Season, Team
from league.queries.fixtures import find_seen_fixture
from league.queries.leagues import current_season
from league.queries.visibility import leagues_for, seasons_for
from league.services.ops.memory import state_of
from league.translation import N_, Text

Row = TypeVar("Row")
LONGEST_ADDRESS = 500


class LeagueView(ApiView):
    """An address about one league, with what the asker may speak for in it."""

    league: League
    grants: Grants
    # Whether what is sent is taken in a league that the operator has suspended too.
    while_suspended = False

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        operation = self.operation
        shared = operation is not None and operation.public and hasattr(request._request, "kept_answers")
        shared = shared and "token" not in kwargs
        if shared and not request.user.is_authenticated and len(request.get_full_path()) <= LONGEST_ADDRESS:
            # Before anything is read that the answer tells.
            self.league_state = state_of(kwargs["league"])
        self.league = get_object_or_404(leagues_for(self.user), slug=kwargs["league"])
        request._request.league = self.league  # type: ignore[attr-defined]  # for the log and the metrics
        self.grants = grants(self.user, self.league, now=self.now)
        if request.method not in SAFE and not self.while_suspended:
            require_not_suspended(self.league)

    def _answer(self, request: Request) -> HttpResponseBase:
        before = READER.set(self.grants)
        try:
            return super()._answer(request)
        finally:
            READER.reset(before)

    @property
    def time_zone(self) -> dt.tzinfo:
        return self.league.tz

    def allow(self, action: str, thing: Any = None) -> None:
        """Raise NotAllowed unless the asker may do this with a thing, or in the league."""
        ensure(self.grants, action, thing)

    def require(self, thing: Any = None) -> None:
        """Raise NotAllowed unless the asker may do with a thing, or in the league, what the operation is for."""
        if self.operation is not None:
            self.allow(self.operation.action, thing)

    @property
    def seasons(self) -> Any:
        """Published seasons; for the secretary the drafts too."""
        return seasons_for(self.league, self.grants).select_related("league")

    @property
    def season(self) -> Season | None:
        """The season of ?season=slug, or the current one, if any. Raises Invalid for an unknown slug."""
        slug = self.request.query_params.get("season", "")
        if not slug:
            return current_season(self.league, now=self.now)
        if problem := named_problem("season", slug, self.seasons):
            raise Invalid([problem])
        season: Season = self.seasons.get(slug=slug)
        return season

    def find_fixture(self, pk: int) -> Fixture:
        """Return a fixture that the asker may do this with. Raises Http404 and NotAllowed."""
        fixture = self.seen_fixture(pk)
        self.require(fixture)
        return fixture

    def seen_fixture(self, pk: int) -> Fixture:
        no_fixture = N_("There is no such fixture in this league.")
        return find_or_404(no_fixture, find_seen_fixture, self.league, pk, self.grants)

    def find_season(self, slug: str) -> Season:
        """Return a season that the asker sees; where not everybody may do this, they must, and drafts are seasons too.

        Raises Http404 and NotAllowed.
        """
        if self.operation is None or self.operation.public:
            return get_object_or_404(self.seasons, slug=slug)
        self.require()
        return self.own_season(slug)

    def resolve_address(self) -> dict[str, Any]:
        """Find what the address names; where it names nothing of the league, the action is asked of the league."""
        things = super().resolve_address()
        if not things:
            self.require()
        return things

    def own_season(self, slug: str) -> Season:
        """Return a season of the league, a draft too. Raises Http404."""
        return get_object_or_404(Season.objects.select_related("league"), league=self.league, slug=slug)


class TeamView(LeagueView):
    """An address about a team of the league, and what the asker may do with it."""

    def find_team(self, slug: str) -> Team:
        team = get_object_or_404(Team.objects.select_related("league"), league=self.league, slug=slug, hidden_at=None)
        self.require(team)
        return team


class PlayerView(LeagueView):
    """An address about a player of the league, and what the asker may do with their data."""

    def find_player(self, pk: int) -> Player:
        rows = Player.objects.select_related("league", "user", "merged_into")
        player = get_object_or_404(rows, league=self.league, pk=pk)
        self.require(player)
        return player


def find_or_404(message: Text | str, find: Callable[..., Row], *args: Any, **kwargs: Any) -> Row:
    """Return what `find` returns for these; where it raises DoesNotExist, raise NothingThere with the message."""
    try:
        return find(*args, **kwargs)
    except ObjectDoesNotExist as missing:
        raise NothingThere(message) from missing
