"""What the secretary decides about a fixture, about points, and about how the league is run."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.scope import LeagueView
from league.api.shapes.decisions import AdjustIn, LeagueSettingsShape, OutOfTheOrdinaryIn, PointsAdjustedShape
from league.api.shapes.results import ResultShape, sheet_from
from league.api.shapes.seasons import ReasonIn
from league.api.views.results import FixtureResult
from league.api.views.seasons import OwnSeason
from league.enums import Scope
from league.models import Adjustment, Entry, Fixture
from league.services import adjustments, decisions, leagues

TAG = "Decisions"


class Decide(FixtureResult):
    @operation(
        "result_decide",
        "Decide about a fixture that is no ordinary result, or take the last decision back",
        action="result.decide",
        scope=Scope.SEASON,
        body=OutOfTheOrdinaryIn,
        answer=ResultShape,
        etag=True,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.decide")
        self._carry_out(found, self.read(OutOfTheOrdinaryIn))
        return self.result(found)

    def _carry_out(self, fixture: Fixture, sent: dict[str, Any]) -> None:
        what = sent["what"]
        given = {"version": sent["version"], "reason": sent["reason"], "by": self.user, "now": self.now}
        dated = given | {"sequence": sent["sequence"]}
        if what == "walkover":
            decisions.give_walkover(fixture, to=sent["to"], **dated)
        elif what == "abandoned":
            decisions.abandon(fixture, sheet_from(sent["sheet"]), rest=sent["rest"], **dated)
        elif what == "nobody":
            decisions.nobody_came(fixture, **dated)
        else:
            {"void": decisions.void, "reopen": decisions.reopen, "take-back": decisions.take_back}[what](
                fixture, **given
            )


class Adjustments(OwnSeason):
    pagination_class = None

    @operation(
        "adjustments_list",
        "The points given and taken in a season",
        action="points.adjust",
        scope=Scope.SEASON,
        answer=PointsAdjustedShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("points.adjust")
        found = Adjustment.objects.filter(entry__season=self.one(season)).select_related("entry__team")
        return Response(PointsAdjustedShape(found.order_by("pk"), many=True).data)

    @operation(
        "points_adjust",
        "Give points to a team, or take them",
        action="points.adjust",
        scope=Scope.SEASON,
        body=AdjustIn,
        answer=PointsAdjustedShape,
        status=201,
        tag=TAG,
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("points.adjust")
        sent = self.read(AdjustIn)
        entries = Entry.objects.select_related("season__league", "division__season", "team")
        entry = get_object_or_404(entries, season=self.one(season), team__slug=sent["team"])
        said = {name: sent[name] for name in ("reason", "date", "seen")}
        made = adjustments.adjust_points(entry, sent["points"], **said, by=self.user, now=self.now)
        return Response(PointsAdjustedShape(made).data, status=201)


class TakeBack(LeagueView):
    @operation(
        "adjustment_take_back",
        "Take an adjustment back by a further one",
        action="points.adjust",
        scope=Scope.SEASON,
        body=ReasonIn,
        answer=PointsAdjustedShape,
        status=201,
        tag=TAG,
    )
    def post(self, request: Request, adjustment: int) -> Response:
        self.allow("points.adjust")
        rows = Adjustment.objects.select_related("entry__season__league", "entry__division__season", "entry__team")
        found = get_object_or_404(rows, entry__season__league=self.league, pk=adjustment)
        reason = self.read(ReasonIn)["reason"]
        made = adjustments.take_back_adjustment(found, reason=reason, by=self.user, now=self.now)
        return Response(PointsAdjustedShape(made).data, status=201)


class Settings(LeagueView):
    @operation(
        "league_settings_read",
        "How the league is run",
        action="league.settings",
        scope=Scope.SEASON,
        answer=LeagueSettingsShape,
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        self.allow("league.settings")
        return Response(LeagueSettingsShape(self.league).data)

    @operation(
        "league_settings_change",
        "Decide how the league is run; what is left out stays as it is",
        action="league.settings",
        scope=Scope.SEASON,
        body=LeagueSettingsShape(partial=True),
        answer=LeagueSettingsShape,
        tag=TAG,
    )
    def patch(self, request: Request) -> Response:
        self.allow("league.settings")
        sent = LeagueSettingsShape(data=request.data, partial=True)
        sent.is_valid(raise_exception=True)
        said = leagues.LeagueSettings(**(asdict(leagues.settings_of(self.league)) | sent.validated_data))
        league = leagues.change_settings(self.league, said, by=self.user, now=self.now)
        return Response(LeagueSettingsShape(league).data)
