"""Lots drawn in person between level teams: those still to be drawn, those recorded, and withdrawing one."""

from functools import partial

from django.db.models import prefetch_related_objects
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.seasons_shapes import ReasonIn
from league.api.standings.lots_shapes import LotsIn, LotsShape, SeasonLotsShape
from league.errors import Invalid
from league.models import LotsDrawn, Season, Team
from league.queries.standings.lots import lots_of_season
from league.rules.problems import Problem
from league.services.standings import lots as services
from league.translation import Text


class Lots(OwnSeason):
    @operation(
        "The lots of a season: teams that wait for them, and those recorded", action="lots.record",
        answer=SeasonLotsShape,
    )  # fmt: skip
    def get(self, request: Request, season: str) -> Response:
        self.allow("lots.record")
        return Response(SeasonLotsShape(lots_of_season(self.one(season))).data)

    @operation(
        "Record the order in which level teams were drawn by lot", action="lots.record", body=LotsIn, answer=LotsShape,
        status=201,
    )  # fmt: skip
    def post(self, request: Request, season: str) -> Response:
        self.allow("lots.record")
        found = self.one(season)
        sent = self.read(LotsIn, partial(services.problems_of_draw, found, now=self.now))
        division = get_object_or_404(found.divisions.select_related("season__league"), slug=sent["division"])
        said = {"drawn_on": sent["drawn_on"], "note": sent["note"]}
        drawn = services.record_lots(division, _teams(found, sent["teams"]), **said, by=self.user, now=self.now)
        return _respond(drawn, status=201)


class LotsWithdraw(LeagueView):
    @operation(
        "Withdraw lots that were recorded: they count no more", action="lots.record", body=ReasonIn, answer=LotsShape
    )
    def post(self, request: Request, lots: int) -> Response:
        self.allow("lots.record")
        rows = LotsDrawn.objects.select_related("division__season__league", "recorded_by")
        found = get_object_or_404(rows, division__season__league=self.league, pk=lots)
        reason = self.read(ReasonIn)["reason"]
        return _respond(services.withdraw_lots(found, reason=reason, by=self.user, now=self.now))


def _respond(drawn: LotsDrawn, status: int = 200) -> Response:
    prefetch_related_objects([drawn], "lots__team")
    return Response(LotsShape(drawn).data, status=status)


def _teams(season: Season, slugs: list[str]) -> list[Team]:
    """Return the teams of a season by their slugs, in that order.

    Raises:
        Invalid: no team that is entered in the season has one of them.
    """
    entered = Team.objects.filter(entries__season=season, slug__in=slugs, hidden_at=None)
    teams = {team.slug: team for team in entered}
    unknown = [slug for slug in dict.fromkeys(slugs) if slug not in teams]
    if unknown:
        message = Text("No team of this season: {teams}.", teams=", ".join(unknown))
        raise Invalid([Problem("team", message, "teams")])
    return [teams[slug] for slug in slugs]
