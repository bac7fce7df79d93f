"""Other dates for a fixture: two captains find one, or the secretary gives it."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api import examples
from league.api.operations import operation
from league.api.scope import LeagueView
from league.api.shapes.dates import (
    AgreeIn,
    AskIn,
    EveningShape,
    MoveIn,
    OfferIn,
    PostponementShape,
    PutOffIn,
    RefuseIn,
    StepIn,
)
from league.api.shapes.fixtures import FixtureShape
from league.enums import Scope
from league.models import Fixture, Venue
from league.queries.listings import fixtures_listed
from league.queries.postponements import history_of, slots_for
from league.services import overrides, postponements

TAG = "Dates"


class DateView(LeagueView):
    """What the addresses about a fixture's date answer: everything that came of it so far."""

    pagination_class = None

    def history(self, fixture: Fixture, status: int = 200) -> Response:
        inside = may(self.grants, "postponement.ask", fixture) or self.grants.secretary
        told = PostponementShape(history_of(fixture), many=True, context={"inside": inside}).data
        return Response(told, status=status)

    def moved(self, fixture: Fixture) -> Response:
        return Response(FixtureShape(fixtures_listed(self.seasons).get(pk=fixture.pk)).data)

    def step(self, sent: dict[str, object]) -> overrides.Override:
        return overrides.Override(str(sent["reason"]), int(str(sent["sequence"])), self.user, self.now)


class Postponements(DateView):
    @operation(
        "postponements_list",
        "What came of a fixture’s date, the latest first",
        action="league.view",
        answer=PostponementShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request, fixture: int) -> Response:
        return self.history(self.fixture(fixture))

    @operation(
        "postponement_ask",
        "Ask the other captain for another date",
        action="postponement.ask",
        scope=Scope.POSTPONEMENTS,
        body=AskIn,
        answer=PostponementShape(many=True),
        status=201,
        examples=examples.ASK,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("postponement.ask", found)
        postponements.request(found, **self.read(AskIn), by=self.user, now=self.now)
        return self.history(found, 201)


class Offer(DateView):
    @operation(
        "postponement_offer",
        "Put other dates on the table",
        action="postponement.ask",
        scope=Scope.POSTPONEMENTS,
        body=OfferIn,
        answer=PostponementShape(many=True),
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("postponement.ask", found)
        postponements.counter(found, **self.read(OfferIn), by=self.user, now=self.now)
        return self.history(found)


class Agree(DateView):
    @operation(
        "postponement_agree",
        "Agree to one of the dates offered, or to put it off without one",
        action="postponement.ask",
        scope=Scope.POSTPONEMENTS,
        body=AgreeIn,
        answer=PostponementShape(many=True),
        examples=examples.AGREE,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("postponement.ask", found)
        sent = self.read(AgreeIn)
        if sent["slot"] is None:
            postponements.agree_without_date(found, seen=sent["seen"], by=self.user, now=self.now)
        else:
            postponements.agree(found, sent["slot"], seen=sent["seen"], by=self.user, now=self.now)
        return self.history(found)


class Refuse(DateView):
    @operation(
        "postponement_refuse",
        "Refuse to postpone; the fixture keeps its date",
        action="postponement.ask",
        scope=Scope.POSTPONEMENTS,
        body=RefuseIn,
        answer=PostponementShape(many=True),
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("postponement.ask", found)
        postponements.refuse(found, **self.read(RefuseIn), by=self.user, now=self.now)
        return self.history(found)


class Withdraw(DateView):
    @operation(
        "postponement_withdraw",
        "Take one’s request back; the fixture keeps its date",
        action="postponement.ask",
        scope=Scope.POSTPONEMENTS,
        answer=PostponementShape(many=True),
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("postponement.ask", found)
        postponements.withdraw(found, by=self.user, now=self.now)
        return self.history(found)


class Slots(DateView):
    @operation(
        "slots_list",
        "The evenings a fixture may move to, and why not the others",
        action="postponement.ask",
        or_action="fixture.move",
        scope=Scope.READ,
        answer=EveningShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        if not may(self.grants, "fixture.move", found):
            self.allow("postponement.ask", found)
        return Response(EveningShape(slots_for(found, now=self.now), many=True).data)


class Move(DateView):
    @operation(
        "fixture_move",
        "Give a fixture another date or venue without the captains",
        action="fixture.move",
        scope=Scope.SEASON,
        body=MoveIn,
        answer=FixtureShape,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("fixture.move", found)
        sent = self.read(MoveIn)
        venue = None
        if sent["venue"] is not None:
            venue = get_object_or_404(Venue, league=self.league, pk=sent["venue"])
        overrides.move(found, sent["starts_at"], self.step(sent), venue=venue, anyway=sent["anyway"])
        return self.moved(found)


class PutOff(DateView):
    @operation(
        "fixture_put_off",
        "Declare that a fixture is not played when it should be, and has no date",
        action="fixture.move",
        scope=Scope.SEASON,
        body=PutOffIn,
        answer=FixtureShape,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("fixture.move", found)
        sent = self.read(PutOffIn)
        overrides.put_off(found, self.step(sent), side=sent["side"])
        return self.moved(found)


class Cancel(DateView):
    @operation(
        "fixture_cancel",
        "A fixture will not be played",
        action="fixture.move",
        scope=Scope.SEASON,
        body=StepIn,
        answer=FixtureShape,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("fixture.move", found)
        overrides.cancel(found, self.step(self.read(StepIn)))
        return self.moved(found)


class Overrule(DateView):
    @operation(
        "postponement_overrule",
        "Refuse a postponement in place of the captain who was asked",
        action="fixture.move",
        scope=Scope.SEASON,
        body=StepIn,
        answer=FixtureShape,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        self.allow("fixture.move", found)
        overrides.refuse(found, self.step(self.read(StepIn)))
        return self.moved(found)
