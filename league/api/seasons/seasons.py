"""A season in its secretary's hands: made from spreadsheets, how it is run, teams that come late or leave."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons_shapes import (
    AddedShape,
    DraftFilesIn,
    ImportIn,
    ReasonIn,
    ReportShape,
    TeamIn,
    WithdrawalShape,
)
from league.api.standings.standings_shapes import EntryShape
from league.errors import WrongState
from league.models import Division, Entry, Season, Venue
from league.queries.listings import entries_listed
from league.queries.seasons.withdrawals import consequences_of
from league.services.portability.imports import import_season, season_named
from league.services.seasons import seasons
from league.services.seasons.late_teams import NewTeam, add_team
from league.services.seasons.withdraw import withdraw_team
from league.translation import Text


class SeasonImport(LeagueView):
    @operation(
        "Load a season from spreadsheets, or only check them",
        action="season.import",
        body=ImportIn,
        answer=ReportShape,
        fresh=True,
    )
    def post(self, request: Request) -> Response:
        self.allow("season.import")
        sent = self.read(ImportIn)
        report = import_season(
            sent["files"],
            self.league,
            by=self.user,
            now=self.now,
            season=season_named(self.league, sent["season"]) if "season" in sent else None,
            people=sent.get("people"),
            choices=sent.get("sheets"),
            typed=sent.get("typed"),
            check_only=sent["check_only"],
        )
        # A season that was only tried is not there.
        season = None if sent["check_only"] else report.season
        return Response(ReportShape({**_counts(report), "season": season}).data)


class SeasonMake(LeagueView):
    @operation(
        "Make a draft of a season from spreadsheets, or change one",
        action="season.make",
        body=DraftFilesIn,
        answer=ReportShape,
        status=201,
        fresh=True,
    )
    def post(self, request: Request) -> Response:
        self.allow("season.make")
        sent = self.read(DraftFilesIn)
        season, report = seasons.make_season(
            self.league,
            sent["files"],
            people=sent.get("people"),
            choices=sent.get("sheets"),
            typed=sent.get("typed"),
            by=self.user,
            now=self.now,
        )
        return Response(ReportShape({**_counts(report), "season": season}).data, status=201)


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


class TeamAdd(OwnSeason):
    @operation("Enter a team that comes late", action="team.withdraw", body=TeamIn, answer=AddedShape, status=201)
    def post(self, request: Request, season: str) -> Response:
        self.allow("team.withdraw")
        found, sent = self.one(season), self.read(TeamIn)
        new = NewTeam(
            sent["name"],
            get_object_or_404(Division.objects.select_related("season"), season=found, slug=sent["division"]),
            get_object_or_404(Venue, league=self.league, pk=sent["venue"], hidden_at=None),
            sent.get("home_night"),
            sent.get("start_time"),
        )
        added = add_team(found, new, by=self.user, now=self.now)
        told = {"fixtures": added.fixtures, "owed": added.owed, "remake": added.remake}
        entry = entries_listed(found).get(pk=added.entry.pk)
        return Response(AddedShape({"entry": entry, **told}).data, status=201)


class TeamWithdraw(OwnSeason):
    @operation(
        "What would follow if a team left a season, by the season’s policy. Nothing is written",
        name="team_withdraw_preview",
        action="team.withdraw",
        answer=WithdrawalShape,
        also=(409,),
    )
    def get(self, request: Request, season: str, team: str) -> Response:
        entry = self.entry(season, team)
        if entry.withdrawn_on is not None:
            raise WrongState(Text("{team} has withdrawn already.", team=entry.team.name))
        return Response(WithdrawalShape(consequences_of(entry, now=self.now)).data)

    @operation(
        "Take a team out of a season; what follows for its fixtures is the season’s policy",
        action="team.withdraw",
        body=ReasonIn,
        answer=EntryShape,
    )
    def post(self, request: Request, season: str, team: str) -> Response:
        entry = self.entry(season, team)
        withdraw_team(entry, reason=self.read(ReasonIn)["reason"], by=self.user, now=self.now)
        return self.told(entry)

    def entry(self, season: str, team: str) -> Entry:
        """The team's entry that the address names.

        Raises:
            NotAllowed: the asker withdraws no teams.
            Http404: there is none.
        """
        self.allow("team.withdraw")
        found = entries_listed(self.one(season)).select_related("season__league", "division__season", "team", "venue")
        return get_object_or_404(found, team__slug=team)

    def told(self, entry: Entry) -> Response:
        """Answer with a team's entry as it is now."""
        return Response(EntryShape(entries_listed(entry.season).get(pk=entry.pk)).data)
