"""High hands of a fixture: told to everybody, recorded by its captains and the secretary."""

from functools import partial

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.honours.shapes import HighHandCardsIn, HighHandIn, HighHandShape
from league.models import HighHand
from league.queries.honours.high_hands import recorded_in, told_of
from league.services.honours import high_hands as services
from league.services.honours.high_hands import NewHand


class HighHands(LeagueView):
    @operation(
        "The high hands of a fixture, the best first; before there is a sheet for its captains and the secretary alone",
        action="league.view", answer=HighHandShape(many=True),
    )  # fmt: skip
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        records = services.records(found, self.grants)
        return self.paged(recorded_in(found) if records else told_of(found), HighHandShape)

    @operation(
        "Record a high hand, with its cards or by its score alone; until the result is confirmed for captains",
        action="high_hand.record", body=HighHandIn, answer=HighHandShape, status=201,
    )  # fmt: skip
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "high_hand.record")
        sent = self.read(HighHandIn, partial(services.problems_of_high_hand, found))
        made = services.record_high_hand(found, NewHand(**sent), by=self.user, now=self.now)
        return Response(HighHandShape(made).data, status=201)


class OneHighHand(LeagueView):
    @operation(
        "Add the cards to a high hand that was recorded by its score alone; until the result is confirmed for captains",
        name="high_hand_complete", action="high_hand.complete", body=HighHandCardsIn, answer=HighHandShape,
    )  # fmt: skip
    def patch(self, request: Request, fixture: int, hand: int) -> Response:
        found = self._hand(fixture, hand)
        self.allow("high_hand.complete", found)
        given = self.read(HighHandCardsIn)
        return Response(HighHandShape(services.complete_high_hand(found, **given, by=self.user, now=self.now)).data)

    @operation(
        "Remove a high hand that was recorded by mistake", name="high_hand_remove", action="high_hand.remove",
        answer=None, status=204,
    )  # fmt: skip
    def delete(self, request: Request, fixture: int, hand: int) -> Response:
        services.remove_high_hand(self._hand(fixture, hand), by=self.user, now=self.now)
        return Response(status=204)

    def _hand(self, fixture: int, hand: int) -> HighHand:
        found = self.fixture(fixture, "high_hand.record")
        rows = HighHand.objects.select_related("fixture__division__season__league")
        return get_object_or_404(rows, fixture=found, pk=hand)
