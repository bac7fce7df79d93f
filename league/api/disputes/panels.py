"""Appeals that a committee or judges decide: how they stand, and votes."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.disputes.disputes import AppealView
from league.api.disputes.panels_shapes import PanelShape, VoteIn
from league.enums import AppealState
from league.models import Appeal
from league.queries.disputes.panels import panel_of, votes_on
from league.services.disputes.panels.vote import vote


class AppealPanel(AppealView):
    def panel(self, appeal: Appeal) -> Response:
        panel = panel_of(appeal, now=self.now)
        told = {
            "appeal": appeal,
            "body": appeal.decided_as or panel.standing.body,
            "standing": panel.standing,
            "seats": panel.seats,
            "votes_told": [] if appeal.state == AppealState.OPEN else votes_on(appeal),
        }
        return Response(PanelShape(told).data)

    @operation("An appeal, who decides it, and who has voted", action="appeal.see", answer=PanelShape)
    def get(self, request: Request, appeal: int) -> Response:
        return self.panel(self.appeal(appeal, "appeal.see"))

    @operation(
        "Vote on an appeal, or change your vote; the vote that decides it ends it",
        action="appeal.vote",
        body=VoteIn,
        answer=PanelShape,
    )
    def post(self, request: Request, appeal: int) -> Response:
        found = self.appeal(appeal, "appeal.see")
        self.allow("appeal.vote", found)
        return self.panel(vote(found, **self.read(VoteIn), by=self.user, now=self.now))
