"""Rulesets of the league's own, and what the divisions of a season play by: rulesets and formats."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.rulesets_shapes import OwnRulesetShape
from league.models import OwnRuleset


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
