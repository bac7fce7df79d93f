"""The secretary's decisions about fixtures, points, late cards, play-offs and lots."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db.models import prefetch_related_objects
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.dates.dates_shapes import FixtureShape
from league.api.operations import operation
from league.api.people.people_shapes import TeamRef
from league.api.results.results import FixtureResult
from league.api.results.results_shapes import AdjustIn, OutOfTheOrdinaryIn, PointsAdjustedShape, ResultShape, UpholdIn
from league.api.results.sheet_shapes import sheet_from
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.seasons_shapes import LateCardShape, ReasonIn
from league.api.shapes import ComputedField, DayField, TextField, example, shape
from league.api.standings.standings_shapes import DivisionRef, PlayOffIn, SeasonPlayOffsShape
from league.api.views import LeagueView
from league.errors import Invalid, WrongState
from league.models import Adjustment, Entry, Fixture, LateCard, LotsDrawn, Season, Team, Venue
from league.queries.leagues import fixtures_listed
from league.queries.results.versions import live_result
from league.queries.standings.decisions import (
    JOINED,
    RecordedLots,
    SeasonLots,
    Waiting,
    late_cards_of,
    lots_of_season,
    play_offs_of_season,
)
from league.queries.visibility import not_hidden, sides_shown
from league.rules.problems import LONGEST_REASON, Problem
from league.services.results import decide
from league.services.results.confirm import uphold
from league.services.standings import adjustments, late_cards, play_offs
from league.services.standings.lots import problems_of_draw, record_lots, withdraw_lots
from league.translation import N_, Text

MOST_TEAMS = 60

WaitingShape = shape(
    Waiting,
    "position remaining",
    "Teams that share a place until lots are drawn between them.",
    "WaitingForLots",
    position="The place that they share.",
    remaining="Fixtures of the division without a result that counts; while there are any, the tie may go by itself.",
    division=DivisionRef(),
    teams=TeamRef(many=True),
)
LotsShape = shape(
    LotsDrawn,
    "id drawn_on note recorded_at withdrawn_at withdrawn_why",
    "Lots that were drawn in person and recorded.",
    "Lots",
    division=DivisionRef(),
    recorded_by=ComputedField(
        TextField(), lambda drawn: str(drawn.recorded_by or ""), "Empty where they are known no more."
    ),
    teams=ComputedField(
        TeamRef(many=True),
        lambda drawn: [lot.team for lot in drawn.lots.all()],
        "In the order drawn, the best place first.",
    ),
)
RecordedLotsShape = shape(
    RecordedLots,
    "counts",
    "Lots, and what they do now.",
    "RecordedLots",
    counts="Exactly these teams are level now, and placed by them; never once withdrawn.",
    lots=LotsShape(source="drawn"),
)
SeasonLotsShape = shape(
    SeasonLots,
    "",
    "The lots of a season: groups of teams that wait for them, and those recorded, the latest first.",
    "SeasonLots",
    waiting=WaitingShape(many=True),
    recorded=RecordedLotsShape(many=True),
)


@example(
    "Bell before Anchor", division="division-1", teams=["bell", "anchor"], drawn_on="2027-04-05", note="At the AGM."
)
class LotsIn(serializers.Serializer[Any]):
    """The order in which level teams were drawn by lot."""

    division = serializers.CharField(max_length=60, help_text="The division’s slug.")
    teams = serializers.ListField(
        child=serializers.CharField(max_length=120),
        min_length=2,
        max_length=MOST_TEAMS,
        help_text="The teams’ slugs in the order drawn, the best place first.",
    )
    drawn_on = DayField(help_text="The day on which they were drawn.")
    note = serializers.CharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Public: how, where and before whom they were drawn.",
    )


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


class LateCards(OwnSeason):
    @operation(
        "The late cards of a season: those to be decided first, then the latest", action="points.adjust",
        answer=LateCardShape(many=True),
    )  # fmt: skip
    def get(self, request: Request, season: str) -> Response:
        self.allow("points.adjust")
        return self.paged(late_cards_of(self.one(season)), LateCardShape)


class _OneLateCard(LeagueView):
    def card(self, card: int) -> LateCard:
        """Return a late card of the league, which its secretary alone decides.

        Raises:
            NotAllowed: not the secretary.
        """
        self.allow("points.adjust")
        there = not_hidden("fixture__division__season__") & sides_shown("fixture__")
        rows = LateCard.objects.filter(there).select_related(*JOINED)
        return get_object_or_404(rows, fixture__division__season__league=self.league, pk=card)


class LateCardAccept(_OneLateCard):
    @operation("Take the points that a late card proposes", action="points.adjust", answer=LateCardShape)
    def post(self, request: Request, card: int) -> Response:
        made = late_cards.accept_late_card(self.card(card), by=self.user, now=self.now)
        return Response(LateCardShape(made).data)


class LateCardDismiss(_OneLateCard):
    @operation(
        "Dismiss a late card, with the reason: no points are taken", action="points.adjust", body=ReasonIn,
        answer=LateCardShape,
    )  # fmt: skip
    def post(self, request: Request, card: int) -> Response:
        found = self.card(card)
        reason = self.read(ReasonIn)["reason"]
        return Response(
            LateCardShape(late_cards.dismiss_late_card(found, reason=reason, by=self.user, now=self.now)).data
        )


class PlayOffs(OwnSeason):
    @operation(
        "The play-offs of a season: those due, and those made", action="play_off.make", answer=SeasonPlayOffsShape
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("play_off.make")
        return Response(SeasonPlayOffsShape(play_offs_of_season(self.one(season))).data)

    @operation(
        "Make the play-off between two teams that are level at the end", action="play_off.make", body=PlayOffIn,
        answer=FixtureShape, status=201,
    )  # fmt: skip
    def post(self, request: Request, season: str) -> Response:
        self.allow("play_off.make")
        found = self.one(season)
        sent = self.read(PlayOffIn, self._check)
        division = get_object_or_404(found.divisions.select_related("season__league"), slug=sent["division"])
        home, away = (
            get_object_or_404(Team, entries__division=division, slug=sent[side], hidden_at=None)
            for side in ("home", "away")
        )
        venue = get_object_or_404(Venue, league=self.league, pk=sent["venue"], hidden_at=None)
        said = {"starts_at": sent["starts_at"], "venue": venue, "fixture_format": sent["format"]}
        made = play_offs.make_play_off(division, home, away, **said, by=self.user, now=self.now)
        return Response(FixtureShape(fixtures_listed(self.seasons).get(pk=made.pk)).data, status=201)

    def _check(self, given: dict[str, Any]) -> Iterable[Problem]:
        return play_offs.check_format(self.league, given.get("format", ""))


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
        sent = self.read(LotsIn, partial(problems_of_draw, found, now=self.now))
        division = get_object_or_404(found.divisions.select_related("season__league"), slug=sent["division"])
        said = {"drawn_on": sent["drawn_on"], "note": sent["note"]}
        drawn = record_lots(division, _teams(found, sent["teams"]), **said, by=self.user, now=self.now)
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
        return _respond(withdraw_lots(found, reason=reason, by=self.user, now=self.now))


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
