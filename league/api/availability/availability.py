"""Answers of who can play in a fixture: read by its players and captains, answered, and a line-up chosen from it."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may, refusal
from league.api.availability.availability_shapes import (
    CanPlayIn,
    GuestIn,
    LineUpIn,
    LinkAnswerIn,
    LinkQuestionShape,
    ReserveIn,
    TeamAvailabilityShape,
    told,
)
from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.enums import Scope, Side
from league.errors import NothingThere
from league.models import Fixture, Player
from league.queries.availability.squads import availability_of
from league.services.availability import answer, choose
from league.translation import N_, translated


class _OfFixture(LeagueView):
    def sides(self, fixture: Fixture) -> list[dict[str, Any]]:
        """Return the sides that the reader may see: of their own team everybody, of a player their own answer.

        Raises:
            NotAllowed: they are in neither squad and look after neither team.
        """
        found = []
        for team in availability_of(fixture).values():
            own = tuple(one for one in team.candidates if one.player.pk in self.grants.players)
            if may(self.grants, "availability.manage", team.team):
                found.append(told(team, team.candidates))
            elif own:
                found.append(told(team, own))
        if not found:
            raise refusal(self.grants, "availability.answer", None)
        return found

    def changed(self, fixture: Fixture) -> Response:
        """Answer a write with all of the sides."""
        return Response(TeamAvailabilityShape(self.sides(fixture), many=True).data)

    def asked_about(self, pk: int, *, manage: bool) -> Fixture:
        """Return a fixture of which the asker looks after a side or, unless they would manage it, plays in.

        Raises:
            NotAllowed: they do neither.
        """
        found = self.fixture(pk)
        if any(may(self.grants, "availability.manage", team) for team in (found.home, found.away)):
            return found
        if manage:
            raise refusal(self.grants, "availability.manage", None)
        teams = availability_of(found).values()
        if not any(team.find(player) for team in teams for player in self.grants.players):
            raise refusal(self.grants, "availability.answer", None)
        return found

    def player(self, number: int) -> Player:
        """Return a player of the league.

        Raises:
            Http404: it has none of that number.
        """
        return get_object_or_404(Player, league=self.league, pk=number)


class FixtureAvailability(_OfFixture):
    @operation(
        "Who can play in a fixture, by the sides that are yours",
        name="availability_list",
        action="availability.answer",
        or_action="availability.manage",
        scope=Scope.READ,
        answer=TeamAvailabilityShape(many=True),
    )
    def get(self, request: Request, fixture: int) -> Response:
        return self.paged(self.sides(self.fixture(fixture)), TeamAvailabilityShape)

    @operation(
        "Say whether you can play, or whether a player of your team can",
        name="availability_answer",
        action="availability.answer",
        or_action="availability.manage",
        body=CanPlayIn,
        answer=TeamAvailabilityShape(many=True),
        also=(409,),
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.asked_about(fixture, manage=False)
        sent = self.read(CanPlayIn)
        answer.answer(found, self.player(sent["player"]), sent["answer"], by=self.user, now=self.now)
        return self.changed(found)


class FixtureReserves(_OfFixture):
    @operation(
        "Make a player a reserve, who is asked only where the team is short, or ask them first again",
        name="availability_reserve",
        action="availability.manage",
        body=ReserveIn,
        answer=TeamAvailabilityShape(many=True),
        also=(409,),
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.asked_about(fixture, manage=True)
        sent = self.read(ReserveIn)
        answer.set_reserve(found, self.player(sent["player"]), reserve=sent["reserve"], by=self.user, now=self.now)
        return self.changed(found)


class FixtureGuests(_OfFixture):
    @operation(
        "Ask a guest whether they can play",
        name="availability_guest",
        action="availability.manage",
        body=GuestIn,
        answer=TeamAvailabilityShape(many=True),
        also=(409,),
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.asked_about(fixture, manage=True)
        sent = self.read(GuestIn)
        player = self.player(sent["player"])
        choose.want_guest(found, Side(sent["side"]), player, by=self.user, now=self.now)
        return self.changed(found)


class FixtureLineUp(_OfFixture):
    @operation(
        "Choose the line-up of your side, and tell its players if you want",
        name="line_up_choose",
        action="availability.manage",
        body=LineUpIn,
        answer=TeamAvailabilityShape(many=True),
        also=(409,),
    )
    def put(self, request: Request, fixture: int) -> Response:
        found = self.asked_about(fixture, manage=True)
        sent = self.read(LineUpIn)
        choose.choose(found, Side(sent["side"]), sent["places"], tell=sent["tell"], by=self.user, now=self.now)
        return self.changed(found)


class AvailabilityLink(LeagueView):
    """The link in a mail is its own proof: nobody need sign in. It answers for the person it was sent to alone."""

    def question(self, token: str) -> Response:
        """Return what a link asks, as things are now.

        Raises:
            Http404: it is no link of this league.
        """
        found = answer.follow(self.league, token, now=self.now)
        if found is None:
            raise NothingThere(N_("This link does not work: it may have been cut short, or your address has changed."))
        said: dict[str, Any] = {
            "fixture": found.fixture,
            "start": answer.start_of(found.fixture),
            "name": found.mine.player.name if found.mine else "",
            "answer": found.mine.answer if found.mine else "",
            "refused": translated(found.refused),
        }
        return Response(LinkQuestionShape(said).data)

    @operation(
        "The question that a mail asks. Reading answers nothing",
        name="availability_link_read",
        action="league.view",
        answer=LinkQuestionShape,
        description="The token is the last part of the link in the mail, and its own proof. Scope of a token: `read`.",
    )
    def get(self, request: Request, token: str) -> Response:
        return self.question(token)

    @operation(
        "Answer it as the person whom the mail was sent to",
        name="availability_link_answer",
        scope=Scope.RESULTS,
        action="league.view",
        body=LinkAnswerIn,
        answer=LinkQuestionShape,
        also=(409,),
        description="Scope of a token: `results`; none is needed.",
    )
    def post(self, request: Request, token: str) -> Response:
        self.question(token)
        answer.answer_by_link(self.league, token, **self._read_answer(), now=self.now)
        return self.question(token)

    def _read_answer(self) -> dict[str, str]:
        sent = self.read(LinkAnswerIn)
        return {"said": sent["answer"], "start": sent["start"]}
