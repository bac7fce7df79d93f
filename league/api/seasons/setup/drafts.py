"""A season set up step by step: started, its teams, its plan, its divisions."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.setup.drafts_shapes import DraftTeamsIn, SeasonDealIn, SeasonPlanIn, SeasonStartIn, SetupShape
from league.errors import Invalid
from league.models import Entry, Season
from league.queries.seasons.drafts import setup_of
from league.queries.seasons.evenings import evening_of
from league.rules.problems import Problem
from league.rules.team_lines import TeamLine
from league.services.seasons.setup import drafts
from league.services.seasons.setup.entering import enter_teams
from league.services.seasons.setup.next_season import A_YEAR, like_last
from league.translation import Text


class SeasonStart(LeagueView):
    @operation(
        "Start a draft of a season, from a shape or like one before it",
        name="season_start",
        action="season.make",
        body=SeasonStartIn,
        answer=SetupShape,
        status=201,
    )
    def post(self, request: Request) -> Response:
        self.allow("season.make")
        sent = self.read(SeasonStartIn)
        first_day = sent.get("first_day")
        if "like" in sent:
            last = get_object_or_404(Season, league=self.league, slug=sent["like"], hidden_at=None)
            day = first_day or last.first_week + A_YEAR
            made = like_last(self.league, last, sent["name"], day, by=self.user, now=self.now)
        else:
            made = drafts.start_season(
                self.league, sent["name"], sent["shape"], first_day=first_day, by=self.user, now=self.now
            )
        return _told(made, self.now, status=201)


class SeasonSetup(OwnSeason):
    @operation("How far a season is set up", name="season_setup_read", action="season.make", answer=SetupShape)
    def get(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        return _told(self.one(season), self.now)


class SeasonTeams(OwnSeason):
    @operation(
        "Make the teams of a draft those of a list",
        name="season_teams_enter",
        action="season.make",
        body=DraftTeamsIn,
        answer=SetupShape,
    )
    def put(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found, sent = self.one(season), self.read(DraftTeamsIn)
        lines = _lines(found, sent["teams"])
        return _told(enter_teams(found, lines, anyway=sent["anyway"], by=self.user, now=self.now), self.now)


class SeasonPlan(OwnSeason):
    @operation(
        "Give a draft its name, its first evening and its divisions",
        name="season_plan",
        action="season.make",
        body=SeasonPlanIn,
        answer=SetupShape,
    )
    def put(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found, sent = self.one(season), self.read(SeasonPlanIn)
        planned = drafts.plan_season(
            found, sent["name"], sent["first_day"], sent["divisions"], by=self.user, now=self.now
        )
        return _told(planned, self.now)


class SeasonDeal(OwnSeason):
    @operation(
        "Deal the teams of a draft into its divisions",
        name="season_deal",
        action="season.make",
        body=SeasonDealIn,
        answer=SetupShape,
    )
    def put(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found, sent = self.one(season), self.read(SeasonDealIn)
        dealt = _dealt(found, sent["teams"])
        return _told(drafts.deal_teams(found, dealt, by=self.user, now=self.now), self.now)


def _lines(season: Season, said: Sequence[dict[str, Any]]) -> list[TeamLine]:
    """Return the teams that were sent.

    Raises:
        Invalid: one has no night, and the season no evening for everybody.
    """
    evening = evening_of(season)
    problems = [
        Problem("no-night", Text("Give the home night of {team}.", team=team["name"]), "teams")
        for team in said
        if evening is None and "home_night" not in team
    ]
    if problems:
        raise Invalid(problems)
    return [
        TeamLine(
            team["name"], team.get("venue") or team["name"], team.get("home_night", evening or 0), team["start_time"]
        )
        for team in said
    ]


def _dealt(season: Season, said: dict[str, str]) -> dict[int, int]:
    """Return by the number of an entry that of its division.

    Raises:
        Invalid: no team or division of the season has that slug; says so of each.
    """
    entries = dict(Entry.objects.filter(season=season).values_list("team__slug", "pk"))
    divisions = dict(season.divisions.values_list("slug", "pk"))
    problems = [
        Problem("unknown", Text("“{slug}” is not in this season.", slug=slug), "teams")
        for team, division in said.items()
        for slug, known in ((team, entries), (division, divisions))
        if slug not in known
    ]
    if problems:
        raise Invalid(problems)
    return {entries[team]: divisions[division] for team, division in said.items()}


def _told(season: Season, now: dt.datetime, status: int = 200) -> Response:
    return Response(SetupShape(setup_of(season, now=now)).data, status=status)
