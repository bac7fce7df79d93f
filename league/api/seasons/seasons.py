"""A season in its secretary's hands: made from spreadsheets, how it is run, teams that come late or leave."""

from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.base.throttles import SpreadsheetThrottle
from league.api.seasons.seasons_shapes import (
    ImportIn,
    ReportShape,
)
from league.models import Season
from league.rules.problems import Problem
from league.services.portability.imports import import_season, season_named
from league.services.seasons import seasons


class SeasonImport(LeagueView):
    throttle_classes = (*LeagueView.throttle_classes, SpreadsheetThrottle)

    @operation(
        "Load a season from spreadsheets, or only check them",
        action="season.import",
        body=ImportIn,
        answer=ReportShape,
        fresh=True,
    )
    def post(self, request: Request) -> Response:
        self.allow("season.import")
        sent = self.read(ImportIn, self._check)
        report = self._load(sent, check_only=sent["check_only"])
        # A season that was only tried is not there.
        season = None if sent["check_only"] else report.season
        return Response(ReportShape({**_counts(report), "season": season}).data)

    def _load(self, sent: dict[str, Any], *, check_only: bool) -> seasons.Report:
        season = season_named(self.league, sent["season"]) if "season" in sent else None
        return import_season(
            sent["files"],
            self.league,
            by=self.user,
            now=self.now,
            season=season,
            people=sent.get("people"),
            choices=sent.get("sheets"),
            typed=sent.get("typed"),
            check_only=check_only,
        )

    def _check(self, sent: dict[str, Any]) -> Sequence[Problem]:
        """Raise Invalid with what is wrong with the files, where all can be read by which they are understood."""
        if "season" in sent:
            season_named(self.league, sent["season"])
        told = set(self.request.data) & {"season", "people", "sheets", "typed"}
        if {"files", *told} <= sent.keys():
            self._load(sent, check_only=True)
        return ()


def _counts(report: seasons.Report) -> dict[str, object]:
    return {
        "created": dict(report.created),
        "changed": dict(report.changed),
        "unchanged": dict(report.unchanged),
        "warnings": report.warnings,
    }


class OwnSeason(LeagueView):
    """An address about one season, a draft too."""

    def one(self, slug: str) -> Season:
        return get_object_or_404(Season.objects.select_related("league"), league=self.league, slug=slug)
