"""Fixtures as lists and single ones show them, and other dates for them: asked for, offered, agreed on."""

from typing import Any

from rest_framework import serializers

from league.api.etags import RestsOn
from league.api.people.people_shapes import PlayerRef, TeamRef
from league.api.shapes import (
    ClockField,
    ComputedField,
    IdField,
    MomentField,
    TextField,
    TextIn,
    ValueShape,
    example,
    shape,
    tells,
)
from league.enums import ResultState, Side
from league.models import Fixture, Offer, Result, Week
from league.queries.dates.postponements import PostponementView, StartChange
from league.rules.match_terms import MatchTerms, Pairing
from league.rules.slots import Evening, Reason
from league.translation import N_, translated

EVENINGS = ["2026-11-10T20:00:00Z", "2026-11-12T20:00:00Z"]
STEP = {"reason": "The pub is flooded."}


ScoreShape = shape(
    Result,
    "version state kind home_games away_games",
    "The result a fixture rests on, in short. It counts when it is confirmed.",
    "Score",
    outcome=ComputedField(
        TextField(), lambda result: result.outcome, "How it ended, in words: “6–3”, “walkover to Bell”, “void”."
    ),
)
WeekRef = shape(Week, "number starts_on kind", "The week the timetable gave it.", "WeekRef")
FixtureShape = shape(
    Fixture,
    "id uid division week home away venue original_starts_at state sequence play_off",
    "Home team v away team, at a venue, at a time.",
    starts_at="Of one without a date: when it was to be played last.",
    played=ComputedField(
        serializers.BooleanField(),
        lambda fixture: any(one.state == ResultState.CONFIRMED and one.scored for one in fixture.live_results),
        "Whether it was played and has a result that counts: a confirmed one.",
    ),
    result=ComputedField(ScoreShape(allow_null=True), lambda fixture: next(iter(fixture.live_results), None)),
)


PairingShape = shape(
    Pairing,
    "",
    "A match of those in which each plays each of the other side, with one line-up for them all.",
    "Pairing",
    size="So many a side.",
    home="Which of the home line-up plays it, counted from 1.",
    away="Which of the away line-up.",
)
MatchTermsShape = shape(
    MatchTerms,
    "kind players most needed target",
    "The terms that a match is played on.",
    "MatchTerms",
    games="The games that are played; the best of how many; or how many a side must win, as `ends` says.",
    ends="How it ends.",
    written="What of each game is written down.",
    kind="Singles, doubles, trebles, or a team of more.",
    target="The points that a game is played to.",
    pairing=PairingShape(allow_null=True),
    ruleset=ComputedField(
        serializers.CharField(),
        lambda match: match.played_by,
        "The ruleset that it is played by, with its version: `league:1`.",
    ),
)


class NoteShape(serializers.Serializer[Any]):
    """A note of the secretary's on a player."""

    player = serializers.IntegerField(source="pk", help_text="Their id.")
    note = serializers.CharField()


class SquadsShape(serializers.Serializer[Any]):
    """The players who may be put on a fixture’s sheet: those registered for the two teams on its date, and its guests.

    A called hand may name the guests of its match, too.
    """

    home = PlayerRef(many=True)
    away = PlayerRef(many=True)
    home_guests = PlayerRef(many=True)
    away_guests = PlayerRef(many=True)
    matches = MatchTermsShape(many=True, help_text="The matches of the fixture in their order.")
    notes = NoteShape(
        many=True,
        help_text="What the secretary tells about players of the two and guests; for those who enter the result alone.",
    )


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
        told = super().to_representation(instance)
        if not self.context["inside"]:
            told |= dict.fromkeys(("reason", "short_notice", "why", "offers"))
        return told


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
