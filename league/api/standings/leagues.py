"""Leagues, and the shape of their seasons."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import ApiView, LeagueView
from league.api.standings.leagues_shapes import DivisionShape, EntryShape, LeagueShape, SeasonShape, WeekShape
from league.models import League
from league.queries import listings

TAG = "League"


class Leagues(ApiView):
    queryset = League.objects.filter(hidden_at=None)
    ordering = ("name", "pk")

    @operation(
        "leagues_list", "The leagues of this server", action="league.view", answer=LeagueShape(many=True), tag=TAG
    )
    def get(self, request: Request) -> Response:
        return self.paged(self.get_queryset(), LeagueShape)


class OneLeague(LeagueView):
    @operation("league_read", "A league", action="league.view", answer=LeagueShape, tag=TAG)
    def get(self, request: Request) -> Response:
        return Response(LeagueShape(self.league).data)


class Seasons(LeagueView):
    ordering = ("-first_week", "pk")

    @operation(
        "seasons_list",
        "The seasons of a league, the latest first",
        action="league.view",
        answer=SeasonShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        return self.paged(self.seasons, SeasonShape)


class OneSeason(LeagueView):
    @operation("season_read", "A season", action="league.view", answer=SeasonShape, tag=TAG)
    def get(self, request: Request, season: str) -> Response:
        return Response(SeasonShape(get_object_or_404(self.seasons, slug=season)).data)


class Divisions(LeagueView):
    @operation(
        "divisions_list",
        "The divisions of a season, in their order",
        action="league.view",
        answer=DivisionShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return self.paged(list(listings.divisions_listed(found)), DivisionShape)


class Weeks(LeagueView):
    @operation("weeks_list", "The weeks of a season", action="league.view", answer=WeekShape(many=True), tag=TAG)
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return self.paged(list(listings.weeks_listed(found)), WeekShape)


class Entries(LeagueView):
    @operation(
        "entries_list",
        "The teams entered in a season: division, venue, home night",
        action="league.view",
        answer=EntryShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return self.paged(list(listings.entries_listed(found)), EntryShape)
