"""Settings of a league, a season and a division: read."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.settings.settings_shapes import (
    DivisionSettingsShape,
    LeagueSettingsShape,
    SeasonSettingsShape,
    told_of,
)
from league.models import Division, Season
from league.services.seasons import seasons


class LeagueSettings(LeagueView):
    @operation("How the league is run", action="league.settings", answer=LeagueSettingsShape)
    def get(self, request: Request) -> Response:
        self.allow("league.settings")
        return Response(LeagueSettingsShape(self.league).data)


class SeasonSettings(OwnSeason):
    @operation("How a season is run", action="season.make", answer=SeasonSettingsShape)
    def get(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        return self.respond(self.one(season))

    def respond(self, season: Season) -> Response:
        return Response(SeasonSettingsShape(seasons.settings_of(season)).data)


class OneDivision(OwnSeason):
    """An address about one division of a season, a draft too."""

    def division(self, season: str, division: str) -> Division:
        """Return the division of this league that the address names.

        Raises:
            NotAllowed: the asker makes no seasons.
            Http404: there is none.
        """
        self.allow("season.make")
        return get_object_or_404(self.one(season).divisions.select_related("season__league"), slug=division)


class DivisionSettings(OneDivision):
    @operation("The points of a division, and its tie-breaks", action="season.make", answer=DivisionSettingsShape)
    def get(self, request: Request, season: str, division: str) -> Response:
        return self.respond(self.division(season, division))

    def respond(self, division: Division) -> Response:
        return Response(DivisionSettingsShape(told_of(division)).data)
