"""The printed one-time codes of teams: how many each has, a new sheet, and revoking what was lost."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.people.people_shapes import CodeSheetShape, PrintedCodesShape
from league.api.seasons.seasons import OwnSeason
from league.models import Team
from league.queries.people.codes import code_sheet, code_sheets
from league.services.people import captains


class Codes(OwnSeason):
    @operation(
        "The teams of a season, each with what is left of its printed codes",
        action="codes.make",
        answer=CodeSheetShape(many=True),
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("codes.make")
        return self.paged(code_sheets(self.one(season)), CodeSheetShape)


class TeamCodes(OwnSeason):
    def team(self, slug: str) -> Team:
        """Return the team of this league that the address names."""
        self.allow("codes.make")
        return get_object_or_404(Team.objects.select_related("league"), league=self.league, slug=slug, hidden_at=None)

    @operation(
        "Make a sheet of one-time codes for a team; it is told this once, and an older one works no more",
        name="codes_make",
        action="codes.make",
        answer=PrintedCodesShape,
        status=201,
        kept=False,
        fresh=True,
    )
    def post(self, request: Request, season: str, team: str) -> Response:
        found = self.team(team)
        made = captains.make_codes(found, self.one(season), by=self.user, now=self.now)
        return Response(PrintedCodesShape(made).data, status=201)


class TeamCodesRevoke(TeamCodes):
    @operation(
        "Revoke the codes of a team that were not used",
        name="codes_revoke",
        action="codes.make",
        answer=CodeSheetShape,
    )
    def post(self, request: Request, season: str, team: str) -> Response:
        found, of = self.team(team), self.one(season)
        captains.revoke_codes(found, of, by=self.user, now=self.now)
        return Response(CodeSheetShape(code_sheet(found, of)).data)
