"""Late cards: those proposed in a season, and the secretary's decision about each."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.seasons_shapes import LateCardShape, ReasonIn
from league.models import LateCard
from league.queries.standings.late_cards import JOINED, late_cards_of
from league.queries.visibility import not_hidden, sides_shown
from league.services.standings import late_cards as services


class LateCards(OwnSeason):
    @operation(
        "The late cards of a season: those to be decided first, then the latest", action="points.adjust",
        answer=LateCardShape(many=True),
    )  # fmt: skip
    def get(self, request: Request, season: str) -> Response:
        self.allow("points.adjust")
        return self.paged(late_cards_of(self.one(season)), LateCardShape)


class _OneLateCard(LeagueView):
    def card(self, card: int) -> LateCard:
        """Return a late card of the league, which its secretary alone decides.

        Raises:
            NotAllowed: not the secretary.
        """
        self.allow("points.adjust")
        there = not_hidden("fixture__division__season__") & sides_shown("fixture__")
        rows = LateCard.objects.filter(there).select_related(*JOINED)
        return get_object_or_404(rows, fixture__division__season__league=self.league, pk=card)


class LateCardAccept(_OneLateCard):
    @operation("Take the points that a late card proposes", action="points.adjust", answer=LateCardShape)
    def post(self, request: Request, card: int) -> Response:
        made = services.accept_late_card(self.card(card), by=self.user, now=self.now)
        return Response(LateCardShape(made).data)


class LateCardDismiss(_OneLateCard):
    @operation(
        "Dismiss a late card, with the reason: no points are taken", action="points.adjust", body=ReasonIn,
        answer=LateCardShape,
    )  # fmt: skip
    def post(self, request: Request, card: int) -> Response:
        found = self.card(card)
        reason = self.read(ReasonIn)["reason"]
        return Response(
            LateCardShape(services.dismiss_late_card(found, reason=reason, by=self.user, now=self.now)).data
        )
