"""What is late, outstanding or undelivered, and the evening's desk; for the secretary."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.seasons_shapes import (
    DeliveriesShape,
    NamedFixture,
    OwedShape,
    PlacedShape,
    RetriedShape,
    RetryIn,
    SecretaryShape,
    StepOfSecretaryIn,
    WouldBeShape,
)
from league.api.shapes import ComputedField, IdField, TextIn, example, shape
from league.api.views import LeagueView
from league.errors import Invalid
from league.models import User
from league.queries.dates.outstanding import outstanding_rounds, preview_of, weeks_left
from league.queries.desk import evening, oversight
from league.queries.desk.oversight import Chase, Waiting, oversight_of
from league.queries.leagues import current_season
from league.queries.mail.messages import deliveries_of
from league.rules.problems import Problem
from league.services.dates import place
from league.services.dates.override import Override
from league.services.desk import approve, remind
from league.services.desk.approve import MOST, Approved, NotConfirmed
from league.services.desk.remind import Reminded
from league.services.mail import preferences
from league.translation import N_

CHOSEN = [{"fixture": 12, "version": 1}, {"fixture": 15, "version": 2}]

AskedShape = shape(User, "id name", "A captain who would be written to.", "AskedCaptain")
ChaseShape = shape(
    Chase,
    "lately",
    "An overdue result, and the captains who would be asked for it.",
    "OverdueResult",
    lately="When a captain of it was last asked, if that is too recent to ask them again.",
    fixture=NamedFixture(),
    due_at=serializers.DateTimeField(source="late.due_at", help_text="When the result was due."),
    people=AskedShape(many=True, help_text="The captains whom the operation would write to."),
)
WaitingShape = shape(
    Waiting,
    "clear why",
    "A result that no deadline confirms any more.",
    "WaitingResult",
    fixture=ComputedField(NamedFixture(), lambda found: found.late.fixture),
    version=serializers.IntegerField(source="result.version"),
)


class DeskShape(serializers.Serializer[Any]):
    """The secretary’s evening: what each button would do."""

    tonight = NamedFixture(many=True, help_text="Today’s fixtures.")
    cards = serializers.IntegerField(help_text="How many fixtures have begun and have no result.")
    next_card = NamedFixture(
        allow_null=True, help_text="The one to enter first: of the latest evening; null: none is left."
    )
    overdue = ChaseShape(many=True, help_text="Overdue results, the longest first.")
    waiting = WaitingShape(many=True, help_text="Results awaiting confirmation past their time.")


RemindedShape = shape(
    Reminded,
    "people fixtures",
    "The captains who were asked.",
    "Reminded",
    people="How many captains; each has a message for every fixture of theirs.",
    fixtures="About how many overdue results.",
)


class ChosenIn(serializers.Serializer[Any]):
    """A result by its fixture and the version that was seen."""

    fixture = IdField()
    version = IdField(help_text="The version that was read; a newer one is not confirmed unseen.")


@example("Two of them", results=CHOSEN, reason="The other side did not answer in time.")
class ApproveIn(serializers.Serializer[Any]):
    """The results to confirm in the other sides’ places, and the reason."""

    results = ChosenIn(many=True, max_length=MOST, allow_empty=False)  # type: ignore[call-arg]
    reason = TextIn(help_text="The journal keeps it with each result, and both captains are told.")


NotConfirmedShape = shape(
    NotConfirmed, "why", "A result that was left as it is, and why.", "NotConfirmed", fixture=NamedFixture()
)
ApprovedShape = shape(
    Approved,
    "",
    "The outcome: the fixtures whose results count now, and those that were left as they are.",
    "ConfirmedTogether",
    confirmed=ComputedField(NamedFixture(many=True), lambda found: [result.fixture for result in found.confirmed]),
    refused=NotConfirmedShape(many=True),
)


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
            "overdue": oversight.chases_of(self.league, by=self.user, now=self.now),
            "waiting": oversight.waiting_of(self.league, self.grants, now=self.now),
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
        fixtures = oversight.fixtures_among(self.league, [one["fixture"] for one in sent["results"]])
        if any(one["fixture"] not in fixtures for one in sent["results"]):
            raise Invalid([NO_RESULT])
        chosen = [approve.ChosenResult(fixtures[one["fixture"]], one["version"]) for one in sent["results"]]
        done = approve.approve_clear(self.league, chosen, reason=sent["reason"], by=self.user, now=self.now)
        return Response(ApprovedShape(done).data)


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
        rounds = outstanding_rounds(self.one(season), now=self.now)
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
