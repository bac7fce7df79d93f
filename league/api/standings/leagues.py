"""Leagues, and the shape of their seasons."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.standings.standings_shapes import DivisionShape, EntryShape, LeagueShape, SeasonShape, WeekShape
from league.api.views import ApiView, LeagueView
from league.models import League
from league.queries import leagues


class Leagues(ApiView):
    queryset = League.objects.filter(hidden_at=None)
    ordering = ("name", "pk")

    @operation("The leagues of this server", action="league.view", answer=LeagueShape(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(self.get_queryset(), LeagueShape)


class OneLeague(LeagueView):
    @operation("A league", action="league.view", answer=LeagueShape)
    def get(self, request: Request) -> Response:
        return Response(LeagueShape(self.league).data)


class Seasons(LeagueView):
    ordering = ("-first_week", "pk")

    @operation("The seasons of a league, the latest first", action="league.view", answer=SeasonShape(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(self.seasons, SeasonShape)


class OneSeason(LeagueView):
    @operation("A season", action="league.view", answer=SeasonShape)
    def get(self, request: Request, season: str) -> Response:
        return Response(SeasonShape(get_object_or_404(self.seasons, slug=season)).data)


class Divisions(LeagueView):
    @operation("The divisions of a season, in their order", action="league.view", answer=DivisionShape(many=True))
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return self.paged(list(leagues.divisions_listed(found)), DivisionShape)


class Weeks(LeagueView):
    @operation("The weeks of a season", action="league.view", answer=WeekShape(many=True))
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return self.paged(list(leagues.weeks_listed(found)), WeekShape)


class Entries(LeagueView):
    @operation(
        "The teams entered in a season: division, venue, home night", action="league.view", answer=EntryShape(many=True)
    )
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return self.paged(list(leagues.entries_listed(found)), EntryShape)
