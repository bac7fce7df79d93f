"""Other dates for a fixture: two captains find one, or the secretary gives it."""

from functools import partial

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.base.operations import operation
from league.api.base.scope import LeagueView
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
    StepIn,
)
from league.models import Fixture, Venue
from league.queries.dates.postponements import history_of, slots_for
from league.queries.listings import fixtures_listed
from league.services.dates import checks, override, postpone

# What one captain says to the other about a postponement, and what the secretary does without them.
between_captains = partial(operation, action="postponement.ask", answer=PostponementShape(many=True))
overriding = partial(operation, action="fixture.move", answer=FixtureShape)


class DateView(LeagueView):
    """An address about a fixture's date. It answers with all the postponements so far, or with the fixture as moved."""

    def history(self, fixture: Fixture, status: int = 200) -> Response:
        told = PostponementShape(history_of(fixture), many=True, context={"inside": self.inside(fixture)}).data
        return Response(told, status=status)

    def inside(self, fixture: Fixture) -> bool:
        """Return True if the asker may read what the captains say to each other."""
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
        override.put_off(found, self.step(sent), side=sent["side"])
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
