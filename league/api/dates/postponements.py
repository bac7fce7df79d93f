"""Other dates for a fixture: two captains find one, or the secretary gives it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.dates.dates_shapes import (
    AgreeIn,
    AskIn,
    EveningShape,
    FixtureShape,
    MoveIn,
    OfferIn,
    PostponementShape,
    PutOffIn,
    RefuseIn,
    StartChangeShape,
    StartsIn,
    StepIn,
)
from league.api.operations import operation
from league.api.seasons.seasons import OwnSeason
from league.api.views import LeagueView
from league.models import Fixture, Season, Venue
from league.queries.dates.postponements import StartChange, StartScope, history_of, slots_for, start_change
from league.queries.leagues import entries_listed, fixtures_listed
from league.rules.problems import Problem
from league.services.dates import checks, override, postpone
from league.services.dates.starts import change_starts, check_starts

# What one captain says to the other about a postponement, and what the secretary does without them.
between_captains = partial(operation, action="postponement.ask", answer=PostponementShape(many=True))
overriding = partial(operation, action="fixture.move", answer=FixtureShape)


class DateView(LeagueView):
    """Answers with all the postponements so far, or with the fixture as moved."""

    def history(self, fixture: Fixture, status: int = 200) -> Response:
        told = PostponementShape(history_of(fixture), many=True, context={"inside": self.inside(fixture)}).data
        return Response(told, status=status)

    def inside(self, fixture: Fixture) -> bool:
        """Whether the asker may read what the captains write to each other."""
        return may(self.grants, "postponement.ask", fixture) or self.grants.secretary

    def moved(self, fixture: Fixture) -> Response:
        return Response(FixtureShape(fixtures_listed(self.seasons).get(pk=fixture.pk)).data)

    def step(self, sent: dict[str, object]) -> override.Override:
        return override.Override(str(sent["reason"]), int(str(sent["sequence"])), self.user, self.now)


class Postponements(DateView):
    @operation(
        "What came of a fixture’s date, the latest first",
        action="league.view",
        answer=PostponementShape(many=True),
        etag=True,
    )
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        asked = history_of(found)
        seen = next((one.seen for one in asked if one.open), 0)
        answer = self.paged(asked, PostponementShape, inside=self.inside(found))
        return self.tagged(answer.data, "fixture", seen=seen)

    @between_captains("Ask the other captain for a postponement", body=AskIn, status=201)
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "postponement.ask")
        sent = self.read(AskIn, partial(checks.problems_of_request, found, now=self.now))
        postpone.request(found, **sent, by=self.user, now=self.now)
        return self.history(found, 201)


class PostponementOffer(DateView):
    @between_captains("Put other dates on the table", body=OfferIn)
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "postponement.ask")
        sent = self.read(OfferIn, partial(checks.problems_of_request, found, now=self.now))
        postpone.counter(found, **sent, by=self.user, now=self.now)
        return self.history(found)


class PostponementAgree(DateView):
    @between_captains("Agree to one of the dates offered, or to put it off without one", body=AgreeIn)
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "postponement.ask")
        sent = self.read(AgreeIn)
        if sent["slot"] is None:
            postpone.agree_without_date(found, seen=sent["seen"], by=self.user, now=self.now)
        else:
            postpone.agree(found, sent["slot"], seen=sent["seen"], by=self.user, now=self.now)
        return self.history(found)


class PostponementRefuse(DateView):
    @between_captains("Refuse to postpone; the fixture keeps its date", body=RefuseIn)
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "postponement.ask")
        postpone.refuse(found, **self.read(RefuseIn), by=self.user, now=self.now)
        return self.history(found)


class PostponementWithdraw(DateView):
    @between_captains("Withdraw one’s request; the fixture keeps its date")
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "postponement.ask")
        postpone.withdraw(found, by=self.user, now=self.now)
        return self.history(found)


class Slots(DateView):
    @operation(
        "The evenings a fixture may move to, and why not the others",
        action="postponement.ask",
        or_action="fixture.move",
        answer=EveningShape(many=True),
    )
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        if not may(self.grants, "fixture.move", found):
            self.allow("postponement.ask", found)
        return self.paged(list(slots_for(found, now=self.now)), EveningShape)


class FixtureMove(DateView):
    @overriding("Move a fixture to another date or venue without the captains", body=MoveIn)
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "fixture.move")
        sent = self.read(MoveIn, partial(override.problems_of_move, found, now=self.now))
        venue = None
        if sent["venue"] is not None:
            venue = get_object_or_404(Venue, league=self.league, pk=sent["venue"], hidden_at=None)
        override.move(found, sent["starts_at"], self.step(sent), venue=venue, anyway=sent["anyway"])
        return self.moved(found)


class FixturePutOff(DateView):
    @overriding("Declare that a fixture is not played when it should be, and has no date", body=PutOffIn)
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "fixture.move")
        sent = self.read(PutOffIn)
        override.leave_undated(found, self.step(sent), side=sent["side"])
        return self.moved(found)


class FixtureCancel(DateView):
    @overriding("A fixture will not be played", body=StepIn)
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "fixture.move")
        override.cancel(found, self.step(self.read(StepIn)))
        return self.moved(found)


class PostponementOverrule(DateView):
    @overriding("Refuse a postponement on behalf of the captain who was asked", body=StepIn)
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "fixture.move")
        override.refuse(found, self.step(self.read(StepIn)))
        return self.moved(found)


class OfStarts(OwnSeason):
    def scope_of(self, season: Season, sent: dict[str, Any]) -> StartScope:
        """Return whose start the body is about.

        Raises:
            Http404: the season has no such team or division.
        """
        if "team" in sent:
            entries = entries_listed(season).select_related("season__league", "division", "team")
            return get_object_or_404(entries, team__slug=sent["team"])
        if "division" in sent:
            return get_object_or_404(season.divisions.select_related("season__league"), slug=sent["division"])
        return season

    def check(self, season: Season, sent: dict[str, Any]) -> Sequence[Problem]:
        """Raise Invalid where the start that can be read cannot be that of the teams that can be read."""
        named = {"team", "division"} & set(self.request.data)
        if named | {"start"} <= sent.keys():
            check_starts(self.scope_of(season, sent), sent["start"])
        return ()

    def respond(self, change: StartChange) -> Response:
        return self.tagged(StartChangeShape(change).data, "season", moving=len(change.fixtures))


class StartsTry(OfStarts):
    @operation(
        "What would follow if a team, a division or a whole season started at another time. Nothing is written",
        action="season.make",
        body=StartsIn,
        answer=StartChangeShape,
        etag=True,
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found = self.one(season)
        sent = self.read(StartsIn, partial(self.check, found))
        scope = self.scope_of(found, sent)
        check_starts(scope, sent["start"])
        return self.respond(start_change(scope, sent["start"], now=self.now))


class StartsChange(OfStarts):
    @operation(
        "Let a team, a division or a whole season start at another time: fixtures to come that were set for the usual "
        "start move with it, and captains are told once",
        action="season.make",
        body=StartsIn,
        answer=StartChangeShape,
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found = self.one(season)
        sent = self.read(StartsIn, partial(self.check, found))
        scope = self.scope_of(found, sent)
        change = change_starts(scope, sent["start"], seen=sent["moving"], by=self.user, now=self.now)
        return Response(StartChangeShape(change).data)
