"""Called hands: counted for anybody, ruled on by a neutral referee."""

from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.calls.calls_shapes import CallCheckIn, CheckIn, RevokeIn, RulingIn, RulingShape, VerificationShape
from league.api.disputes.disputes_shapes import CallPreviewShape, ConsequencesShape
from league.api.operations import operation
from league.api.views import ApiView, LeagueView
from league.errors import NothingThere
from league.models import Ruling
from league.queries.calls import calls
from league.queries.calls.calls import call_sides
from league.queries.disputes.disputes import find_ruling_told
from league.services.calls.hands import problems_of_hand
from league.services.calls.rule import CallPreview, Verification, check_hand, preview, problems_of_call, rule
from league.services.disputes import revoke
from league.translation import N_


def _as_json(found: Verification) -> dict[str, Any]:
    show = found.show.to_dict() | {"announcement": found.show.announcement}
    verdict = found.verdict.to_dict() | {"reason": found.verdict.reason} if found.verdict else None
    return VerificationShape({"show": show, "verdict": verdict}).data


def _previewed(seen: CallPreview) -> dict[str, Any]:
    named = {name: seen.called.get(name) for name in ("counter_player_id", "challenger_player_id")}
    told = _as_json(seen.verification)
    pegs = call_sides(seen.call).pegs(told["verdict"])
    return {**told, **named, "pegs": pegs, "award_choices": seen.award_choices, "following": seen.following}


class HandCheck(ApiView):
    @operation(
        "Count a hand or crib, and say what follows from a call. Nothing is kept",
        action="hand.check",
        body=CheckIn,
        answer=VerificationShape,
    )
    def post(self, request: Request) -> Response:
        return Response(_as_json(check_hand(**self.read(CheckIn, problems_of_hand))))


class Calls(LeagueView):
    @operation("The rulings on calls of a fixture", action="league.view", answer=RulingShape(many=True))
    def get(self, request: Request, fixture: int) -> Response:
        return self.paged(list(calls.rulings_of(self.fixture(fixture))), RulingShape)

    @operation(
        "Rule on a call, and where the referee decides so award its game",
        action="call.rule",
        body=RulingIn,
        answer=RulingShape,
        status=201,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "call.rule")
        ruling = rule(found, **self.read(RulingIn, partial(problems_of_call, found)), by=self.user, now=self.now)
        return Response(RulingShape(ruling).data, status=201)


class CallCheck(LeagueView):
    @operation(
        "What would be ruled on a call of this fixture, and what would follow. Nothing is kept",
        action="call.rule",
        body=CallCheckIn,
        answer=CallPreviewShape,
        etag=True,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "call.rule")
        sent = self.read(CallCheckIn, partial(problems_of_call, found))
        seen = preview(found, **sent, by=self.user, now=self.now)
        return self.tagged(CallPreviewShape(_previewed(seen)).data, "fixture", seen=seen.following.stamp)


class Rulings(LeagueView):
    queryset = Ruling.objects.all()
    ordering = ("-decided_at", "-pk")

    @operation(
        "The rulings on calls in the league, the latest first", action="referee.work", answer=RulingShape(many=True)
    )
    def get(self, request: Request) -> Response:
        self.allow("referee.work")
        return self.paged(calls.rulings_listed(self.league), RulingShape)


class RulingRevoke(LeagueView):
    pagination_class = None

    def ruling(self, pk: int) -> Ruling:
        """The ruling that the address names, if the asker made it.

        Raises:
            Http404: the league has none of that number.
            NotAllowed: it is not on a call, or somebody else's.
        """
        try:
            found = find_ruling_told(self.league, pk)
        except Ruling.DoesNotExist as missing:
            raise NothingThere(N_("There is no such ruling in this league.")) from missing
        self.allow("ruling.revoke", found)
        return found

    @operation(
        "What would follow if your ruling on a call were revoked",
        name="ruling_revoke_preview",
        action="ruling.revoke",
        answer=ConsequencesShape,
        etag=True,
    )
    def get(self, request: Request, ruling: int) -> Response:
        follows = revoke.preview(self.ruling(ruling), by=self.user, now=self.now)
        return self.tagged(ConsequencesShape(follows).data, "ruling", seen=follows.stamp)

    @operation(
        "Revoke your own ruling on a call, for an hour after you made it",
        action="ruling.revoke",
        body=RevokeIn,
        answer=RulingShape,
    )
    def post(self, request: Request, ruling: int) -> Response:
        done = revoke.revoke_ruling(self.ruling(ruling), **self.read(RevokeIn), by=self.user, now=self.now)
        return Response(RulingShape(done).data)
