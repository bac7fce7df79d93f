"""The secretary's decisions: about a fixture, about points, and about how the league is run."""

from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.results.results import FixtureResult
from league.api.results.results_shapes import AdjustIn, OutOfTheOrdinaryIn, PointsAdjustedShape, ResultShape, UpholdIn
from league.api.results.sheet_shapes import sheet_from
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.seasons_shapes import ReasonIn
from league.errors import WrongState
from league.models import Adjustment, Entry, Fixture
from league.queries.results.versions import live_result
from league.services.results import decide
from league.services.results.confirm import uphold
from league.services.standings import adjustments
from league.translation import N_


class ResultDecide(FixtureResult):
    @operation(
        "Decide about a fixture without an ordinary result, or reverse the last decision",
        action="result.decide",
        body=OutOfTheOrdinaryIn,
        answer=ResultShape,
        etag=True,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.decide")
        self._carry_out(found, self.read_with_sheet(OutOfTheOrdinaryIn, found, "/sheet", decide.examine_abandoned))
        return self.result(found)

    def _carry_out(self, fixture: Fixture, sent: dict[str, Any]) -> None:
        what = sent["what"]
        given = {"version": sent["version"], "reason": sent["reason"], "by": self.user, "now": self.now}
        dated = given | {"sequence": sent["sequence"]}
        if what == "walkover":
            decide.give_walkover(fixture, to=sent["to"], **dated)
        elif what == "abandoned":
            decide.abandon(fixture, sheet_from(sent["sheet"]), rest=sent["rest"], **dated)
        elif what == "nobody":
            decide.nobody_came(fixture, **dated)
        else:
            {"void": decide.void, "reopen": decide.reopen, "take-back": decide.take_back}[what](fixture, **given)


class Adjustments(OwnSeason):
    @operation(
        "The points given and taken in a season",
        action="points.adjust",
        answer=PointsAdjustedShape(many=True),
        etag=True,
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("points.adjust")
        found = Adjustment.objects.filter(entry__season=self.one(season)).select_related("entry__team")
        lines = list(found.order_by("pk"))
        return self.tagged(self.paged(lines, PointsAdjustedShape).data, "season", seen=len(lines))

    @operation(
        "Give points to a team, or take them",
        action="points.adjust",
        body=AdjustIn,
        answer=PointsAdjustedShape,
        status=201,
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("points.adjust")
        sent = self.read(AdjustIn, partial(adjustments.problems_of_adjustment, self.league, now=self.now))
        entries = Entry.objects.select_related("season__league", "division__season", "team")
        entry = get_object_or_404(entries, season=self.one(season), team__slug=sent["team"])
        said = {name: sent[name] for name in ("reason", "date", "seen")}
        made = adjustments.adjust_points(entry, sent["points"], **said, by=self.user, now=self.now)
        return Response(PointsAdjustedShape(made).data, status=201)


class AdjustmentTakeBack(LeagueView):
    @operation(
        "Reverse an adjustment by a further one",
        action="points.adjust",
        body=ReasonIn,
        answer=PointsAdjustedShape,
        status=201,
    )
    def post(self, request: Request, adjustment: int) -> Response:
        self.allow("points.adjust")
        rows = Adjustment.objects.select_related("entry__season__league", "entry__division__season", "entry__team")
        found = get_object_or_404(rows, entry__season__league=self.league, pk=adjustment)
        reason = self.read(ReasonIn)["reason"]
        made = adjustments.take_back_adjustment(found, reason=reason, by=self.user, now=self.now)
        return Response(PointsAdjustedShape(made).data, status=201)


class ResultUphold(FixtureResult):
    @operation(
        "Confirm a sheet on the other side’s behalf, with a reason",
        action="result.uphold",
        body=UpholdIn,
        answer=ResultShape,
        etag=True,
    )
    def post(self, request: Request, fixture: int) -> Response:
        self.allow("league.oversee")
        found = self.fixture(fixture)
        live = live_result(found)
        if live is None:
            raise WrongState(N_("No sheet of this fixture is awaiting an answer."))
        self.allow("result.uphold", live)
        uphold(found, **self.read(UpholdIn), by=self.user, now=self.now)
        return self.result(found)
