"""Play-offs between teams that end level: those due, those made, and making one."""

from collections.abc import Iterable
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.dates.dates_shapes import FixtureShape
from league.api.seasons.seasons import OwnSeason
from league.api.standings.play_offs_shapes import PlayOffIn, SeasonPlayOffsShape
from league.models import Team, Venue
from league.queries.listings import fixtures_listed
from league.queries.standings.play_offs import play_offs_of_season
from league.rules.problems import Problem
from league.services.standings import play_offs as services


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
        made = services.make_play_off(division, home, away, **said, by=self.user, now=self.now)
        return Response(FixtureShape(fixtures_listed(self.seasons).get(pk=made.pk)).data, status=201)

    def _check(self, given: dict[str, Any]) -> Iterable[Problem]:
        return services.check_format(self.league, given.get("format", ""))
