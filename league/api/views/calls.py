"""Called hands: counted for anybody, ruled on by a neutral referee."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.scope import ApiView, LeagueView
from league.api.shapes.calls import CallIn, CheckIn, RulingIn, RulingShape, VerificationShape
from league.enums import Scope
from league.models import Ruling
from league.queries import calls
from league.services.verification import Verification, check_call, check_hand, rule

TAG = "Called hands"


def _told(found: Verification) -> dict[str, Any]:
    verdict = found.verdict.to_dict() if found.verdict else None
    return VerificationShape({"show": found.show.to_dict(), "verdict": verdict}).data


class CheckHand(ApiView):
    @operation(
        "hand_check",
        "Count a hand or crib, and say what follows from a call. Nothing is kept",
        action="hand.check",
        body=CheckIn,
        answer=VerificationShape,
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        return Response(_told(check_hand(**self.read(CheckIn))))


class Calls(LeagueView):
    pagination_class = None

    @operation(
        "calls_list",
        "The rulings on calls of a fixture",
        action="league.view",
        answer=RulingShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request, fixture: int) -> Response:
        return Response(RulingShape(calls.rulings_of(self.fixture(fixture)), many=True).data)

    @operation(
        "call_rule",
        "Rule on a call, and where the referee decides so award its game",
        action="call.rule",
        scope=Scope.RULINGS,
        body=RulingIn,
        answer=RulingShape,
        status=201,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "call.rule")
        ruling = rule(found, **self.read(RulingIn), by=self.user, now=self.now)
        return Response(RulingShape(ruling).data, status=201)


class CheckCall(LeagueView):
    @operation(
        "call_check",
        "What would be ruled on a call of this fixture. Nothing is kept",
        action="call.rule",
        scope=Scope.RULINGS,
        body=CallIn,
        answer=VerificationShape,
        tag=TAG,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "call.rule")
        return Response(_told(check_call(found, **self.read(CallIn), by=self.user, now=self.now)))


class Rulings(LeagueView):
    queryset = Ruling.objects.all()
    ordering = ("-decided_at", "-pk")

    @operation(
        "rulings_list",
        "The rulings on calls in the league, the latest first",
        action="referee.work",
        scope=Scope.RULINGS,
        answer=RulingShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        self.allow("referee.work")
        return self.paged(calls.rulings_listed(self.league), RulingShape)
