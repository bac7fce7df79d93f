"""Honours boards, and what a player has done over the years."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.honours.careers_shapes import CareerShape
from league.api.honours.shapes import BoardShape
from league.queries.honours.boards import honours_board
from league.queries.honours.careers import career_of
from league.queries.visibility import players_for


class OneHonours(LeagueView):
    @operation("The honours of all seasons of a league", action="league.view", answer=BoardShape)
    def get(self, request: Request) -> Response:
        return Response(BoardShape(honours_board(self.league, None)).data)


class OneSeasonHonours(LeagueView):
    @operation("The honours of a season", action="league.view", answer=BoardShape)
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return Response(BoardShape(honours_board(self.league, found)).data)


class OneCareer(LeagueView):
    @operation(
        "A player’s career: figures, seasons, streaks, partner and opponents; not of one who keeps averages private",
        action="league.view",
        answer=CareerShape,
    )
    def get(self, request: Request, player: int) -> Response:
        joined = players_for(self.league, self.grants).select_related("merged_into__league", "league")
        found = get_object_or_404(joined, pk=player)
        found = found.merged_into or found
        self.allow("player.averages", found)
        return Response(CareerShape(career_of(found)).data)
