"""The secretary's evening: the desk read, captains asked for results, several results confirmed."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.desk.desk_shapes import ApprovedShape, ApproveIn, DeskShape, RemindedShape
from league.errors import Invalid
from league.queries.desk import auto_confirmable, evening, reminding
from league.rules.problems import Problem
from league.services.desk import approve, remind
from league.translation import N_

NO_RESULT = Problem("no-result", N_("One of the fixtures is not in this league. Read the desk again."), "results")


class Desk(LeagueView):
    @operation(
        "The secretary’s evening: tonight, cards to enter, captains to ask, results to confirm",
        action="league.oversee",
        answer=DeskShape,
    )
    def get(self, request: Request) -> Response:
        self.allow("league.oversee")
        cards = evening.cards_after(self.league, None, now=self.now)
        told = {
            "tonight": [one.fixture for one in evening.tonight_of(self.league, now=self.now)],
            "cards": cards.left,
            "next_card": cards.fixture,
            "overdue": reminding.chases_of(self.league, by=self.user, now=self.now),
            "waiting": auto_confirmable.waiting_of(self.league, self.grants, now=self.now),
        }
        return Response(DeskShape(told).data)


class DeskRemind(LeagueView):
    @operation(
        "Ask the captains of all overdue results for them; nobody twice within two days",
        action="league.oversee",
        answer=RemindedShape,
    )
    def post(self, request: Request) -> Response:
        self.allow("league.oversee")
        return Response(RemindedShape(remind.remind_overdue(self.league, by=self.user, now=self.now)).data)


class DeskConfirm(LeagueView):
    @operation(
        "Confirm several waiting results where nothing has to be decided; the others are told with the reason",
        action="league.oversee",
        body=ApproveIn,
        answer=ApprovedShape,
    )
    def post(self, request: Request) -> Response:
        self.allow("league.oversee")
        sent = self.read(ApproveIn)
        fixtures = auto_confirmable.fixtures_among(self.league, [one["fixture"] for one in sent["results"]])
        if any(one["fixture"] not in fixtures for one in sent["results"]):
            raise Invalid([NO_RESULT])
        chosen = [approve.ChosenResult(fixtures[one["fixture"]], one["version"]) for one in sent["results"]]
        done = approve.approve_clear(self.league, chosen, reason=sent["reason"], by=self.user, now=self.now)
        return Response(ApprovedShape(done).data)
