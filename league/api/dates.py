"""Other dates for a fixture: two captains find one, or the secretary gives it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.response import Response

from league.access import may
from league.api.etags import RestsOn
from league.api.fixtures import FixtureShape
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import TeamRef
from league.api.shapes import ClockField, ComputedField, IdField, MomentField, TextIn, ValueShape, example, shape, tells
from league.enums import Side
from league.models import Fixture, Offer, Season, Venue
from league.queries.dates.postponements import (
    PostponementView,
    StartChange,
    StartScope,
    history_of,
    slots_for,
    start_change,
)
from league.queries.leagues import entries_listed, fixtures_listed
from league.rules.problems import Problem
from league.rules.slots import Evening, Reason
from league.services.dates import checks, override, postpone
from league.services.dates.evenings import change_starts, check_starts
from league.translation import N_, translated

EVENINGS = ["2026-11-10T20:00:00Z", "2026-11-12T20:00:00Z"]
STEP = {"reason": "The pub is flooded."}


@example("Two other evenings", slots=EVENINGS, reason="Three of us have the flu.")
class AskIn(serializers.Serializer[Any]):
    """A request for a postponement."""

    slots = serializers.ListField(child=MomentField(), max_length=3, default=list, help_text="Up to three dates.")
    reason = TextIn()
    short_notice = TextIn(allow_blank=True, default="", help_text="Why it comes so late, where it does.")


@example("Another evening", slots=["2026-11-11T20:00:00Z"])
class OfferIn(serializers.Serializer[Any]):
    """Other dates, in answer to an offer."""

    rests_on = RestsOn("fixture", needs=("seen",))
    slots = serializers.ListField(child=MomentField(), min_length=1, max_length=3)


@example("The first of them", slot="2026-11-10T20:00:00Z")
@example("Put off without a date", slot=None)
class AgreeIn(serializers.Serializer[Any]):
    """One of the dates offered; or none: it is put off, the date to be found."""

    rests_on = RestsOn("fixture", needs=("seen",))
    slot = MomentField(allow_null=True)


@example("No evening", reason="We have no other evening.")
class RefuseIn(serializers.Serializer[Any]):
    """A refusal of a postponement, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("seen",))
    reason = TextIn()


@example("Why", **STEP)
class StepIn(serializers.Serializer[Any]):
    """A step of the secretary’s, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("sequence",))
    reason = TextIn()


@example("Another evening, at the same venue", **STEP, starts_at="2026-11-12T20:00:00Z")
class MoveIn(StepIn):
    """A new date or venue."""

    reason = TextIn(
        allow_blank=True, help_text="Blank only for a date that was asked for, where the secretary sets the dates."
    )
    starts_at = MomentField()
    venue = IdField(allow_null=True, default=None)
    anyway = serializers.BooleanField(default=False, help_text="Although the rules forbid the evening.")


@example("The home side could not play", **STEP, side="home")
class PutOffIn(StepIn):
    """A fixture put off by the secretary: the side that could not play, if anybody is to blame, and the reason."""

    side = serializers.ChoiceField(choices=Side.choices, allow_blank=True, default="")


OfferShape = shape(
    Offer,
    "number side made_at",
    "Dates that one side put on the table.",
    dates=serializers.ListField(child=serializers.DateTimeField()),
)


@tells(PostponementView, "id state side awaiting requested_at starts_at", within="postponement")
class PostponementShape(ValueShape):
    """A postponement of a fixture. Reasons and offers are for its captains and the secretary; others read null."""

    reason = serializers.CharField(source="postponement.reason", allow_blank=True, allow_null=True)
    short_notice = serializers.CharField(source="postponement.short_notice", allow_blank=True, allow_null=True)
    why = serializers.CharField(source="postponement.why", allow_blank=True, allow_null=True)
    offers = OfferShape(many=True, allow_null=True)

    def to_representation(self, instance: Any) -> Any:
        payload = super().to_representation(instance)
        if not self.context["inside"]:
            payload |= dict.fromkeys(("reason", "short_notice", "why", "offers"))
        return payload


ReasonShape = shape(
    Reason,
    "code message",
    "The reason why an evening is not possible.",
    code="``past``, ``early``, ``late``, ``same``, ``busy``, ``blackout``, ``closed``, ``full`` or ``clock``.",
    message="One sentence for a person.",
)
EveningShape = shape(
    Evening,
    "date starts_at allowed reasons remark usual",
    "An evening, whether the fixture may move to it, and what is to be said of it.",
    starts_at="The suggested moment, in UTC.",
    reasons="All that speaks against it; allowed where there is none.",
    remark="What does not forbid it, but wants to be known.",
    usual="The home team’s evening, or one of the catch-up week’s.",
)


@example("Half past eight for everybody", start="20:30")
@example("A division alone", division="division-1", start="19:30")
@example("A team at home", team="anchor", start="20:00")
class StartsIn(serializers.Serializer[Any]):
    """Another start for a team at home or a division; for every team of the season where neither is named."""

    rests_on = RestsOn("season", takes=("moving",))
    team = serializers.CharField(max_length=120, required=False, help_text="The team’s slug.")
    division = serializers.CharField(max_length=60, required=False, help_text="The division’s slug.")
    start = ClockField(help_text="By the clock in the league’s time zone.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "team" in attrs and "division" in attrs:
            message = translated(N_("Name a team or a division, not both."))
            raise serializers.ValidationError({"division": message}, code="too-many")
        return attrs


class TeamStartShape(serializers.Serializer[Any]):
    """A team whose start changes."""

    team = TeamRef()
    was = ClockField(source="start_time", help_text="Its start before.")


class StartMoveShape(serializers.Serializer[Any]):
    """A fixture that moves with a start, on its day."""

    id = serializers.IntegerField()
    home = TeamRef()
    away = TeamRef()
    was = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()


StartChangeShape = shape(
    StartChange,
    "elsewhere",
    "The teams and the fixtures to come that another start is for.",
    elsewhere="How many fixtures to come were set for a time of their own, which they keep.",
    teams=TeamStartShape(many=True, source="entries"),
    fixtures=ComputedField(
        StartMoveShape(many=True),
        lambda change: [
            {"id": fixture.pk, "home": fixture.home, "away": fixture.away, "was": fixture.starts_at, "starts_at": at}
            for fixture, at in change.fixtures
        ],
        "Those that were set for the usual start of their home team.",
    ),
)
# What one captain says to the other about a postponement, and what the secretary does without them.
between_captains = partial(operation, "postponement.ask", answer=PostponementShape(many=True))
overriding = partial(operation, "fixture.move", answer=FixtureShape)


class DateView(LeagueView):
    """Answers with all the postponements so far, or with the fixture as moved."""

    def history(self, fixture: Fixture) -> Response:
        """Respond with the postponements; what the captains write to each other they and the secretary read alone."""
        inside = may(self.grants, "postponement.ask", fixture) or self.grants.secretary
        return self.respond(history_of(fixture), inside=inside)

    def moved(self, fixture: Fixture) -> Fixture:
        return fixtures_listed(self.seasons).get(pk=fixture.pk)

    def step(self, sent: dict[str, object]) -> override.Override:
        return override.Override(str(sent["reason"]), int(str(sent["sequence"])), self.user, self.now)


class Postponements(DateView):
    @operation("league.view", answer=PostponementShape(many=True), etag=True)
    def get(self, fixture: Fixture) -> Response:
        """What came of a fixture’s date, the latest first."""
        seen = next((postponement.seen for postponement in history_of(fixture) if postponement.open), 0)
        return self.tag(self.history(fixture), "fixture", seen=seen)

    @between_captains(body=AskIn, status=201)
    def post(self, fixture: Fixture) -> Response:
        """Ask the other captain for a postponement."""
        sent = self.read(partial(checks.problems_of_request, fixture, now=self.now))
        postpone.request(fixture, **sent, by=self.user, now=self.now)
        return self.history(fixture)


class PostponementOffer(DateView):
    @between_captains(body=OfferIn)
    def post(self, fixture: Fixture) -> Response:
        """Put other dates on the table."""
        sent = self.read(partial(checks.problems_of_request, fixture, now=self.now))
        postpone.counter(fixture, **sent, by=self.user, now=self.now)
        return self.history(fixture)


class PostponementAgree(DateView):
    @between_captains(body=AgreeIn)
    def post(self, fixture: Fixture) -> Response:
        """Agree to one of the dates offered, or to put it off without one."""
        sent = self.read()
        if sent["slot"] is None:
            postpone.agree_without_date(fixture, seen=sent["seen"], by=self.user, now=self.now)
        else:
            postpone.agree(fixture, sent["slot"], seen=sent["seen"], by=self.user, now=self.now)
        return self.history(fixture)


class PostponementRefuse(DateView):
    @between_captains(body=RefuseIn)
    def post(self, fixture: Fixture) -> Response:
        """Refuse to postpone; the fixture keeps its date."""
        postpone.refuse(fixture, **self.read(), by=self.user, now=self.now)
        return self.history(fixture)


class PostponementWithdraw(DateView):
    @between_captains()
    def post(self, fixture: Fixture) -> Response:
        """Withdraw one’s request; the fixture keeps its date."""
        postpone.withdraw(fixture, by=self.user, now=self.now)
        return self.history(fixture)


class Slots(DateView):
    @operation("postponement.ask", or_action="fixture.move", answer=EveningShape(many=True))
    def get(self, fixture: Fixture) -> object:
        """The evenings a fixture may move to, and why not the others."""
        return list(slots_for(fixture, now=self.now))

    def find_fixture(self, pk: int) -> Fixture:
        fixture = self.seen_fixture(pk)
        if not may(self.grants, "fixture.move", fixture):
            self.allow("postponement.ask", fixture)
        return fixture


class FixtureMove(DateView):
    @overriding(body=MoveIn)
    def post(self, fixture: Fixture) -> object:
        """Move a fixture to another date or venue without the captains."""
        sent = self.read(partial(override.problems_of_move, fixture, now=self.now))
        venue = None
        if sent["venue"] is not None:
            venue = get_object_or_404(Venue, league=self.league, pk=sent["venue"], hidden_at=None)
        override.move(fixture, sent["starts_at"], self.step(sent), venue=venue, anyway=sent["anyway"])
        return self.moved(fixture)


class FixturePutOff(DateView):
    @overriding(body=PutOffIn)
    def post(self, fixture: Fixture) -> object:
        """Declare that a fixture is not played when it should be, and has no date."""
        sent = self.read()
        override.leave_undated(fixture, self.step(sent), side=sent["side"])
        return self.moved(fixture)


class FixtureCancel(DateView):
    @overriding(body=StepIn)
    def post(self, fixture: Fixture) -> object:
        """A fixture will not be played."""
        override.cancel(fixture, self.step(self.read()))
        return self.moved(fixture)


class PostponementOverrule(DateView):
    @overriding(body=StepIn)
    def post(self, fixture: Fixture) -> object:
        """Refuse a postponement on behalf of the captain who was asked."""
        override.refuse(fixture, self.step(self.read()))
        return self.moved(fixture)


class StartsView(LeagueView):
    def scope_of(self, season: Season, sent: dict[str, Any]) -> StartScope:
        """Return whose start the body is about.

        Raises:
            Http404: the season has no such team or division.
        """
        if "team" in sent:
            entries = entries_listed(season).select_related("season__league", "division", "team")
            return get_object_or_404(entries, team__slug=sent["team"])
        if "division" in sent:
            return get_object_or_404(season.divisions.select_related("season__league"), slug=sent["division"])
        return season

    def check(self, season: Season, sent: dict[str, Any]) -> Sequence[Problem]:
        """Raise Invalid where the start that can be read cannot be that of the teams that can be read."""
        named = {"team", "division"} & set(self.request.data)
        if named | {"start"} <= sent.keys():
            check_starts(self.scope_of(season, sent), sent["start"])
        return ()


class StartsTry(StartsView):
    @operation("season.make", body=StartsIn, answer=StartChangeShape, etag=True)
    def post(self, season: Season) -> Response:
        """What would follow if a team, a division or a whole season started at another time. Nothing is written."""
        sent = self.read(partial(self.check, season))
        scope = self.scope_of(season, sent)
        check_starts(scope, sent["start"])
        change = start_change(scope, sent["start"], now=self.now)
        return self.tagged(change, "season", moving=len(change.fixtures))


class StartsChange(StartsView):
    @operation("season.make", body=StartsIn, answer=StartChangeShape)
    def post(self, season: Season) -> object:
        """Let a team, a division or a whole season start at another time: fixtures to come that were set for the usual
        start move with it, and captains are told once.
        """
        sent = self.read(partial(self.check, season))
        scope = self.scope_of(season, sent)
        return change_starts(scope, sent["start"], seen=sent["moving"], by=self.user, now=self.now)
