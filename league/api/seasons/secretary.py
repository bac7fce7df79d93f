"""The secretary's overview: what wants their eye, what is owed, what became of the mail."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.seasons_shapes import (
    DeliveriesShape,
    OwedShape,
    PlacedShape,
    RetriedShape,
    RetryIn,
    SecretaryShape,
    StepOfSecretaryIn,
    WouldBeShape,
)
from league.queries.dates.outstanding import owed_of
from league.queries.dates.placing import preview_of, weeks_left
from league.queries.desk.oversight import oversight_of
from league.queries.leagues import current_season
from league.queries.mail.messages import deliveries_of
from league.services.dates import place
from league.services.dates.override import Override
from league.services.mail import preferences


class Secretary(LeagueView):
    @operation("What is late, disputed, or will not fit", action="league.oversee", answer=SecretaryShape)
    def get(self, request: Request) -> Response:
        self.allow("league.oversee")
        return Response(
            SecretaryShape(oversight_of(self.league, current_season(self.league, now=self.now), now=self.now)).data
        )


class Owed(OwnSeason):
    @operation(
        "The outstanding fixtures of a season, the longest first in each round",
        action="fixture.move",
        answer=OwedShape(many=True),
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("fixture.move")
        rounds = owed_of(self.one(season), now=self.now)
        return self.paged([line for found in rounds for line in found.lines], OwedShape)


class OwedTry(OwnSeason):
    @operation(
        "What placing the outstanding fixtures in their catch-up weeks would do. Nothing is written",
        name="owed_try",
        action="fixture.move",
        answer=WouldBeShape(many=True),
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("fixture.move")
        weeks = weeks_left(self.one(season), now=self.now)
        lines = [line for found in preview_of(weeks, now=self.now) for line in found.lines]
        return self.paged(lines, WouldBeShape)


class OwedPlace(OwnSeason):
    @operation(
        "Place the outstanding fixtures of a season before their time", action="fixture.move", answer=PlacedShape
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("fixture.move")
        placed = place.place_now(self.one(season), by=self.user, now=self.now)
        return Response(PlacedShape({"placed": placed}).data)


class OwedLeave(LeagueView):
    @operation(
        "Take over a fixture without a date: it is no longer placed, nor decided by the policy",
        action="fixture.move",
        body=StepOfSecretaryIn,
        answer=None,
        status=204,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "fixture.move")
        sent = self.read(StepOfSecretaryIn)
        place.leave_owed(found, Override(sent["reason"], sent["sequence"], self.user, self.now))
        return Response(status=204)


class Mail(LeagueView):
    @operation(
        "How the league’s mail is getting on, and what could not be delivered",
        action="mail.oversee",
        answer=DeliveriesShape,
    )
    def get(self, request: Request) -> Response:
        self.allow("mail.oversee")
        seen = deliveries_of(self.league, now=self.now)
        counts = {state.value: count for state, count in seen.counts.items()}
        told = {"counts": counts, **{name: getattr(seen, name) for name in ("waiting", "oldest", "refused", "failed")}}
        return Response(DeliveriesShape(told).data)


class MailRetry(LeagueView):
    @operation("Try again what could not be delivered", action="mail.oversee", body=RetryIn, answer=RetriedShape)
    def post(self, request: Request) -> Response:
        self.allow("mail.oversee")
        chosen = self.read(RetryIn)["messages"]
        count = preferences.retry(self.league, chosen, by=self.user, now=self.now)
        return Response(RetriedShape({"count": count}).data)
