"""Personal data: what the league keeps of a player or of oneself, changed, taken along and erased."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.contrib.auth import logout
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.people.people_shapes import (
    DetailsIn,
    FoundPlayerShape,
    MergeIn,
    MyDetailsIn,
    NamesakesShape,
    NewPlayerShape,
    PersonalDataShape,
    SureIn,
)
from league.api.views import LeagueView
from league.enums import Scope
from league.errors import Invalid
from league.models import Player
from league.queries.people.namesakes import NEW_FOR, namesakes_of, new_players
from league.queries.people.personal_data import find_players, person_of
from league.rules.problems import Problem
from league.services.people import personal_data
from league.services.people.merge import merge_players
from league.services.people.personal_data import Details
from league.translation import N_

EVERYTHING = OpenApiResponse(OpenApiTypes.OBJECT, "All that the league keeps of them, by kind.")
SOUGHT = OpenApiParameter("q", OpenApiTypes.STR, description="A part of the name or of the mail address.")


class PersonView(LeagueView):
    def respond(self, player: Player | None) -> Response:
        user = player.user if player is not None else self.user
        known = person_of(self.league, player=player, user=user, now=self.now)
        return Response(PersonalDataShape(known).data)

    def player(self, pk: int, action: str) -> Player:
        """Return the player. Raises Http404, or NotAllowed where the asker may not do `action` with their data."""
        found = get_object_or_404(Player.objects.select_related("league", "user"), league=self.league, pk=pk)
        self.allow(action, found)
        return found

    @property
    def own(self) -> Player | None:
        found = Player.objects.filter(league=self.league, user=self.user)
        return found.select_related("league", "user").first()

    def changed(self, player: Player, shape: type[MyDetailsIn]) -> dict[str, Any]:
        now = asdict(Details(player.name, player.phone, player.shorten_name))

        def check(sent: dict[str, Any]) -> Iterable[Problem]:
            details = Details(**now | sent)
            return personal_data.problems_of_details(player, details, secretary=self.grants.secretary)

        return now | self.read(shape, check, partial=True)


class PersonalDataFind(PersonView):
    @operation(
        "Players by a part of their name or mail address; none without one, and fifty at the most",
        name="personal_data_find",
        action="role.manage",
        answer=FoundPlayerShape(many=True),
        parameters=[SOUGHT],
    )
    def get(self, request: Request) -> Response:
        self.allow("role.manage")
        found = find_players(self.league, request.query_params.get("q", ""))
        return self.paged(list(found), FoundPlayerShape)


class PersonalData(PersonView):
    @operation(
        "What the league keeps of a player, with address and number", action="person.change", answer=PersonalDataShape
    )
    def get(self, request: Request, player: int) -> Response:
        return self.respond(self.player(player, "person.change"))

    @operation(
        "Change a player’s details",
        action="person.change",
        body=DetailsIn(partial=True),
        answer=PersonalDataShape,
        kept=False,
        fresh=True,
    )
    def patch(self, request: Request, player: int) -> Response:
        found = self.player(player, "person.change")
        details = Details(**self.changed(found, DetailsIn))
        return self.respond(personal_data.change_details(found, details, by=self.user, now=self.now))


class Namesakes(PersonView):
    @operation(
        "Players who share a name: several people, or one who was entered twice",
        action="player.merge",
        answer=NamesakesShape(many=True),
    )
    def get(self, request: Request) -> Response:
        self.allow("player.merge")
        groups = [{"players": group} for group in namesakes_of(self.league)]
        return self.paged(groups, NamesakesShape)


class NewPlayers(PersonView):
    @operation(
        "New players: those of the last eight weeks whom a sheet has named and nobody has registered. The latest first",
        name="new_players_list",
        action="player.merge",
        answer=NewPlayerShape(many=True),
    )
    def get(self, request: Request) -> Response:
        self.allow("player.merge")
        return self.paged(new_players(self.league, since=self.now - NEW_FOR), NewPlayerShape)


class PlayerMerge(PersonView):
    @operation(
        "Merge two players who are one person. It cannot be undone",
        action="player.merge",
        body=MergeIn,
        answer=PersonalDataShape,
        fresh=True,
    )
    def post(self, request: Request, player: int) -> Response:
        self.allow("player.merge")
        kept = self.player(player, "person.change")
        sent = self.read(MergeIn)
        gone = get_object_or_404(Player, league=self.league, pk=sent["player"])
        return self.respond(merge_players(kept, gone, reason=sent["reason"], by=self.user, now=self.now))


class PersonalDataExport(PersonView):
    @operation(
        "All that the league keeps of a player. Written down in the journal",
        action="person.export",
        answer=EVERYTHING,
        kept=False,
        fresh=True,
    )
    def post(self, request: Request, player: int) -> Response:
        found = self.player(player, "person.export")
        return Response(personal_data.export_person(found, by=self.user, now=self.now))


class PersonalDataErase(PersonView):
    @operation(
        "Erase a player’s data for good. Their results stay, under “former player”",
        action="person.erase",
        body=SureIn,
        answer=None,
        status=204,
        fresh=True,
    )
    def post(self, request: Request, player: int) -> Response:
        found = self.player(player, "person.erase")
        self.read(SureIn)
        personal_data.erase(found, by=self.user, now=self.now)
        return Response(status=204)


class MyDetails(PersonView):
    @operation("What the league keeps of you, with address and number", action="account.own", answer=PersonalDataShape)
    def get(self, request: Request) -> Response:
        return self.respond(self.own)

    @operation(
        "Change your details. Who plays in no team has a name only",
        action="account.own",
        body=MyDetailsIn(partial=True),
        answer=PersonalDataShape,
        kept=False,
    )
    def patch(self, request: Request) -> Response:
        player = self.own
        if player is not None:
            details = Details(**self.changed(player, MyDetailsIn))
            return self.respond(personal_data.change_details(player, details, by=self.user, now=self.now))
        sent = self.read(MyDetailsIn, partial=True)
        if refused := sorted(sent.keys() - {"name"}):
            message = N_("You are in no team of this league: it keeps your name and nothing else.")
            raise Invalid([Problem("no-player", message, name) for name in refused])
        if "name" in sent:
            personal_data.change_name(self.user, sent["name"], league=self.league, by=self.user, now=self.now)
        return self.respond(None)


class MyDataExport(PersonView):
    @operation(
        "All that the league keeps of you. Written down in the journal",
        scope=Scope.EXPORT,
        action="account.own",
        answer=EVERYTHING,
        kept=False,
        fresh=True,
    )
    def post(self, request: Request) -> Response:
        player = self.own
        if player is None:
            return Response(personal_data.export_account(self.league, by=self.user, now=self.now))
        return Response(personal_data.export_person(player, by=self.user, now=self.now))


class MyDataErase(PersonView):
    @operation(
        "Erase your own data for good, and sign out. Your results stay, under “former player”",
        action="account.own",
        body=SureIn,
        answer=None,
        status=204,
        kept=False,
        fresh=True,
    )
    def post(self, request: Request) -> Response:
        self.read(SureIn)
        personal_data.erase_account(self.league, by=self.user, now=self.now)
        logout(request._request)
        return Response(status=204)
