"""Called hands: counted for anybody, ruled on by a neutral referee."""

from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from league.api.disputes import RulingView
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.ruling_shapes import (
    PEGS,
    CallCheckIn,
    CheckIn,
    ConsequencesShape,
    RevokeIn,
    RulingIn,
    RulingShape,
    VerificationShape,
)
from league.api.shapes import TextField
from league.api.views import ApiView
from league.enums import Side
from league.models import Fixture, Ruling
from league.queries.calls import calls
from league.queries.calls.calls import call_sides
from league.services.calls.hands import problems_of_hand
from league.services.calls.rule import CallPreview, Verification, check_hand, preview, problems_of_call, rule
from league.services.disputes import revoke


class CallPreviewShape(VerificationShape):
    """The verdict on a call, the sides that R43 lets the game be awarded to, and what would follow."""

    counter_player_id = serializers.IntegerField(
        allow_null=True, help_text="As sent, or the only possible player, who is filled in."
    )
    challenger_player_id = serializers.IntegerField(allow_null=True)
    award_choices = serializers.ListField(child=serializers.ChoiceField(choices=Side.choices))
    pegs = TextField(help_text=PEGS)
    following = ConsequencesShape()


def _verification_payload(verified: Verification) -> dict[str, Any]:
    show, verdict = verified.show, verified.verdict
    return {
        "show": show.to_dict() | {"announcement": show.announcement},
        "verdict": verdict.to_dict() | {"reason": verdict.reason} if verdict else None,
    }


def _preview_payload(seen: CallPreview) -> dict[str, Any]:
    players = {name: seen.called.get(name) for name in ("counter_player_id", "challenger_player_id")}
    payload = _verification_payload(seen.verification)
    pegs = call_sides(seen.call).pegs(VerificationShape(payload).data["verdict"])
    return {**payload, **players, "pegs": pegs, "award_choices": seen.award_choices, "following": seen.following}


class HandCheck(ApiView):
    @operation("hand.check", body=CheckIn, answer=VerificationShape)
    def post(self) -> object:
        """Count a hand or crib, and say what follows from a call. Nothing is kept."""
        return _verification_payload(check_hand(**self.read(problems_of_hand)))


class Calls(LeagueView):
    @operation("league.view", answer=RulingShape(many=True))
    def get(self, fixture: Fixture) -> object:
        """The rulings on calls of a fixture."""
        return list(calls.rulings_of(fixture))

    @operation("call.rule", body=RulingIn, answer=RulingShape, status=201)
    def post(self, fixture: Fixture) -> object:
        """Rule on a call, and where the referee decides so award its game."""
        return rule(fixture, **self.read(partial(problems_of_call, fixture)), by=self.user, now=self.now)


class CallCheck(LeagueView):
    @operation("call.rule", body=CallCheckIn, answer=CallPreviewShape, etag=True)
    def post(self, fixture: Fixture) -> Response:
        """What would be ruled on a call of this fixture, and what would follow. Nothing is kept."""
        sent = self.read(partial(problems_of_call, fixture))
        seen = preview(fixture, **sent, by=self.user, now=self.now)
        return self.tagged(_preview_payload(seen), "fixture", seen=seen.following.stamp)


class Rulings(LeagueView):
    queryset = Ruling.objects.all()
    ordering = ("-decided_at", "-pk")

    @operation("referee.work", answer=RulingShape(many=True))
    def get(self) -> object:
        """The rulings on calls in the league, the latest first."""
        return calls.rulings_listed(self.league)


class RulingRevoke(RulingView):
    pagination_class = None

    @operation("ruling.revoke", name="ruling_revoke_preview", answer=ConsequencesShape, etag=True)
    def get(self, ruling: Ruling) -> Response:
        """What would follow if your ruling on a call were revoked."""
        follows = revoke.preview(ruling, by=self.user, now=self.now)
        return self.tagged(follows, "ruling", seen=follows.stamp)

    @operation("ruling.revoke", body=RevokeIn, answer=RulingShape)
    def post(self, ruling: Ruling) -> object:
        """Revoke your own ruling on a call, for an hour after you made it."""
        return revoke.revoke_ruling(ruling, **self.read(), by=self.user, now=self.now)
