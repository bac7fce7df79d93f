"""Hiding, restoring and deleting what was made by mistake; a team's withdrawal reversed."""

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons import TeamWithdraw
from league.api.seasons.seasons_shapes import ReasonIn, ReturnShape, ThingPreviewShape, ThingShape
from league.api.standings.standings_shapes import EntryShape
from league.errors import WrongState
from league.models import League
from league.queries.listings import entries_listed
from league.queries.seasons.upkeep.returns import return_of
from league.queries.seasons.upkeep.things import Thing, find_thing, preview_of, things_of
from league.services.seasons.upkeep import hiding
from league.services.seasons.upkeep.returns import return_team
from league.translation import N_, Text, translated


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
            raise Http404(translated(N_("There is no such thing in this league."))) from missing

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
        return Response(EntryShape(entries_listed(entry.season).get(pk=entry.pk)).data)
