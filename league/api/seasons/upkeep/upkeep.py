"""Seasons, venues and teams: added, renamed, moved, merged, hidden and restored; a team's withdrawal reversed."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons import OwnSeason, TeamWithdraw
from league.api.seasons.seasons_shapes import ReasonIn, ReturnShape, ThingPreviewShape, ThingShape
from league.api.seasons.upkeep.upkeep_shapes import (
    DivisionIn,
    DivisionMoveShape,
    HomeIn,
    MergeShape,
    UpkeepDetailsIn,
    VenueIn,
    VenueMergeIn,
)
from league.api.standings.standings_shapes import EntryShape
from league.errors import NothingThere, WrongState
from league.models import League, Team, Venue
from league.queries.listings import entries_listed
from league.queries.seasons.upkeep.divisions import move_of
from league.queries.seasons.upkeep.merges import merge_of_teams, merge_of_venues
from league.queries.seasons.upkeep.returns import return_of
from league.queries.seasons.upkeep.things import Thing, find_thing, preview_of, things_of
from league.services.seasons.upkeep import changes, hiding
from league.services.seasons.upkeep.divisions import move_team
from league.services.seasons.upkeep.homes import change_home, merge_venues
from league.services.seasons.upkeep.merging import merge_teams
from league.services.seasons.upkeep.returns import return_team
from league.translation import N_, Text


class Upkeep(LeagueView):
    @operation(
        "A league with its seasons, venues and teams, hidden ones too",
        action="league.upkeep",
        answer=ThingShape(many=True),
    )
    def get(self, request: Request) -> Response:
        self.allow("league.upkeep")
        return self.paged(list(things_of(self.league)), ThingShape)


class OfAThing(LeagueView):
    """An address about one thing, hidden or not."""

    def thing(self, kind: str, pk: int) -> Thing:
        """The thing of this league that the address names.

        Raises:
            NotAllowed: the asker hides nothing.
            Http404: there is none.
        """
        self.allow("league.upkeep")
        try:
            return find_thing(self.league, kind, pk)
        except League.DoesNotExist as missing:
            raise NothingThere(N_("There is no such thing in this league.")) from missing

    def told(self, thing: Thing) -> Response:
        """Answer with what can be done with a thing as it is now."""
        return Response(ThingPreviewShape(preview_of(thing, administrator=self.grants.administrator)).data)


class OneUpkeep(OfAThing):
    @operation(
        "What can be done with a season, venue, team or league, and what would go with it",
        action="league.upkeep",
        answer=ThingPreviewShape,
    )
    def get(self, request: Request, kind: str, thing: int) -> Response:
        return self.told(self.thing(kind, thing))

    @operation(
        "Change the name or the details of a season, venue, team or league; what is left out stays as it is",
        action="league.upkeep",
        body=UpkeepDetailsIn,
        answer=ThingPreviewShape,
    )
    def patch(self, request: Request, kind: str, thing: int) -> Response:
        found = self.thing(kind, thing)
        values = dict(self.read(UpkeepDetailsIn))
        anyway = values.pop("anyway")
        return self.told(changes.change_thing(found, values, anyway=anyway, by=self.user, now=self.now))


class VenueMake(LeagueView):
    @operation("Add a venue", action="league.upkeep", body=VenueIn, answer=ThingShape, status=201)
    def post(self, request: Request) -> Response:
        self.allow("league.upkeep")
        made = changes.make_venue(self.league, dict(self.read(VenueIn)), by=self.user, now=self.now)
        return Response(ThingShape(made).data, status=201)


class VenueMerge(LeagueView):
    @operation(
        "Make one venue of two that are the same place: this one is hidden, and what it had is the other’s",
        action="league.upkeep",
        body=VenueMergeIn,
        answer=ThingShape,
    )
    def post(self, request: Request, venue: int) -> Response:
        self.allow("league.upkeep")
        venues = Venue.objects.filter(league=self.league).select_related("league")
        gone = get_object_or_404(venues, pk=venue)
        sent = self.read(VenueMergeIn)
        into = get_object_or_404(venues, pk=sent["into"])
        reason, anyway = sent["reason"], sent["anyway"]
        kept = merge_venues(into, gone, reason=reason, anyway=anyway, by=self.user, now=self.now)
        return Response(ThingShape(kept).data)


class VenueMergePreview(LeagueView):
    @operation(
        "What would move if a venue were merged into another, and what stands against it. Nothing is written",
        name="venue_merge_preview",
        action="league.upkeep",
        answer=MergeShape,
    )
    def get(self, request: Request, venue: int, into: int) -> Response:
        self.allow("league.upkeep")
        venues = Venue.objects.filter(league=self.league, hidden_at=None)
        gone, kept = get_object_or_404(venues, pk=venue), get_object_or_404(venues, pk=into)
        return Response(MergeShape(merge_of_venues(kept, gone)).data)


class TeamMerge(LeagueView):
    @operation(
        "What would move if a team were merged into another, and what stands against it. Nothing is written",
        name="team_merge_preview",
        action="league.upkeep",
        answer=MergeShape,
    )
    def get(self, request: Request, team: str, into: str) -> Response:
        gone, kept = self.both(team, into)
        return Response(MergeShape(merge_of_teams(kept, gone)).data)

    @operation(
        "Make one team of two that are the same: this one is hidden, and all it has is the other’s",
        name="team_merge",
        action="league.upkeep",
        body=ReasonIn,
        answer=ThingShape,
    )
    def post(self, request: Request, team: str, into: str) -> Response:
        gone, kept = self.both(team, into)
        reason = self.read(ReasonIn)["reason"]
        return Response(ThingShape(merge_teams(kept, gone, reason=reason, by=self.user, now=self.now)).data)

    def both(self, team: str, into: str) -> tuple[Team, Team]:
        """The team that goes and the one that stays.

        Raises:
            NotAllowed: the asker merges no teams.
            Http404: one of them is not there, or hidden.
        """
        self.allow("league.upkeep")
        teams = Team.objects.filter(league=self.league, hidden_at=None).select_related("league")
        return get_object_or_404(teams, slug=team), get_object_or_404(teams, slug=into)


class TeamHome(OwnSeason):
    @operation(
        "Change where and when a team of a season plays at home; its home fixtures to come follow it to another venue",
        action="league.upkeep",
        body=HomeIn,
        answer=EntryShape,
    )
    def patch(self, request: Request, season: str, team: str) -> Response:
        self.allow("league.upkeep")
        found = self.one(season)
        entry = get_object_or_404(entries_listed(found).select_related("season__league"), team__slug=team)
        values = dict(self.read(HomeIn))
        if "venue" in values:
            values["venue"] = get_object_or_404(Venue, league=self.league, pk=values["venue"], hidden_at=None)
        anyway = values.pop("anyway")
        change_home(entry, values, anyway=anyway, by=self.user, now=self.now)
        return Response(EntryShape(entries_listed(found).get(pk=entry.pk)).data)


class UpkeepHide(OfAThing):
    @operation(
        "Hide it from everybody; nothing is sent about it any more",
        action="league.upkeep",
        body=ReasonIn,
        answer=ThingPreviewShape,
    )
    def post(self, request: Request, kind: str, thing: int) -> Response:
        found = self.thing(kind, thing)
        return self.told(hiding.hide(found, reason=self.read(ReasonIn)["reason"], by=self.user, now=self.now))


class UpkeepRestore(OfAThing):
    @operation("Show it again as it was", action="league.upkeep", body=ReasonIn, answer=ThingPreviewShape)
    def post(self, request: Request, kind: str, thing: int) -> Response:
        found = self.thing(kind, thing)
        return self.told(hiding.restore(found, reason=self.read(ReasonIn)["reason"], by=self.user, now=self.now))


class UpkeepDelete(OfAThing):
    @operation(
        "Delete it for good, where the journal does not tell of it and nothing refers to it",
        action="league.upkeep",
        body=ReasonIn,
        answer=None,
        status=204,
    )
    def post(self, request: Request, kind: str, thing: int) -> Response:
        hiding.delete(self.thing(kind, thing), reason=self.read(ReasonIn)["reason"], by=self.user, now=self.now)
        return Response(status=204)


class TeamDivision(TeamWithdraw):
    @operation(
        "What would follow if a team moved to another division of its season. Nothing is written",
        name="team_division_preview",
        action="team.withdraw",
        answer=DivisionMoveShape,
    )
    def get(self, request: Request, season: str, team: str) -> Response:
        return Response(DivisionMoveShape(move_of(self.entry(season, team), now=self.now)).data)

    @operation(
        "Move a team to another division of its season; once that is published, its fixtures are cancelled, and a new "
        "timetable is due or it plays whoever has a free week there",
        name="team_division_change",
        action="team.withdraw",
        body=DivisionIn,
        answer=EntryShape,
    )
    def post(self, request: Request, season: str, team: str) -> Response:
        entry, sent = self.entry(season, team), self.read(DivisionIn)
        division = get_object_or_404(entry.season.divisions, slug=sent["division"])
        move_team(entry, division, reason=sent["reason"], by=self.user, now=self.now)
        return self.told(entry)


class TeamReturn(TeamWithdraw):
    @operation(
        "What would follow if a team’s withdrawal were reversed. Nothing is written",
        name="team_return_preview",
        action="team.withdraw",
        answer=ReturnShape,
        also=(409,),
    )
    def get(self, request: Request, season: str, team: str) -> Response:
        entry = self.entry(season, team)
        if entry.withdrawn_on is None:
            raise WrongState(Text("{team} has not withdrawn.", team=entry.team.name))
        return Response(ReturnShape(return_of(entry, now=self.now)).data)

    @operation(
        "Reverse a team’s withdrawal", name="team_return", action="team.withdraw", body=ReasonIn, answer=EntryShape
    )
    def post(self, request: Request, season: str, team: str) -> Response:
        entry = self.entry(season, team)
        return_team(entry, reason=self.read(ReasonIn)["reason"], by=self.user, now=self.now)
        return self.told(entry)
