"""Rulesets of the league's own, and what the divisions of a season play by: rulesets and formats."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.rulesets_shapes import FormatIn, OwnRulesetIn, OwnRulesetShape, PlayByIn
from league.api.seasons.seasons import OwnSeason
from league.api.standings.standings_shapes import DivisionShape
from league.models import OwnRuleset
from league.services.seasons import rulesets as services
from league.services.seasons.seasons import decide_format


class Rulesets(LeagueView):
    ordering = ("name", "-version")

    @operation(
        "The league's own rulesets, each version of them",
        action="ruleset.make",
        answer=OwnRulesetShape(many=True),
    )
    def get(self, request: Request) -> Response:
        self.allow("ruleset.make")
        return self.paged(OwnRuleset.objects.filter(league=self.league).select_related("made_by"), OwnRulesetShape)

    @operation(
        "Make a ruleset, or the next version of one",
        action="ruleset.make",
        body=OwnRulesetIn,
        answer=OwnRulesetShape,
        status=201,
    )
    def post(self, request: Request) -> Response:
        self.allow("ruleset.make")
        sent = self.read(OwnRulesetIn)
        of = None
        if "of" in sent:
            rows = OwnRuleset.objects.filter(league=self.league, name=sent["of"]).order_by("-version")
            of = get_object_or_404(rows[:1])
        made = services.make_ruleset(self.league, sent["title"], sent["rules"], of=of, by=self.user, now=self.now)
        return Response(OwnRulesetShape(made).data, status=201)


class PlayBy(OwnSeason):
    @operation(
        "Decide by which rulesets a division plays",
        action="ruleset.make",
        body=PlayByIn,
        answer=DivisionShape,
    )
    def post(self, request: Request, season: str, division: str) -> Response:
        self.allow("ruleset.make")
        sent = dict(self.read(PlayByIn))
        reason = sent.pop("reason")
        found = get_object_or_404(self.one(season).divisions.select_related("season__league"), slug=division)
        played = services.play_by(found, sent, reason=reason, by=self.user, now=self.now)
        return Response(DivisionShape(played).data)


class FormatOfDivision(OwnSeason):
    @operation(
        "Decide what a division’s fixtures consist of; those with a result keep the format they were played by",
        name="division_format",
        action="season.make",
        body=FormatIn,
        answer=DivisionShape,
    )
    def post(self, request: Request, season: str, division: str) -> Response:
        self.allow("season.make")
        sent = self.read(FormatIn)
        found = get_object_or_404(self.one(season).divisions.select_related("season__league"), slug=division)
        decided = decide_format(found, sent["fixture_format"], reason=sent["reason"], by=self.user, now=self.now)
        return Response(DivisionShape(decided).data)
