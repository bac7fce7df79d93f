"""A draft of a season, set up step by step: what starts it, its teams, its dates and divisions, and how far it is."""

from typing import Any

from rest_framework import serializers

from league.api.fields import ClockField, DayField, TextField
from league.api.shapes import example, shape
from league.api.standings.standings_shapes import SeasonShape
from league.enums import Night
from league.queries.seasons.drafts import Setup, Step
from league.rules.names import LONGEST_NAME, folded
from league.rules.shapes import SHAPES
from league.rules.team_lines import MOST_TEAMS
from league.services.seasons.setup.drafts import MOST_DIVISIONS

SetupStepShape = shape(
    Step,
    "done open",
    "A step of setting a season up.",
    "SetupStep",
    name=serializers.CharField(help_text="teams, plan, deal, timetable, publish or captains."),
    title=TextField(),
    told=TextField(help_text="What stands of it, in a few words; blank where nothing does."),
)
SetupShape = shape(
    Setup, "", "How far a season is set up.", "Setup", season=SeasonShape(), steps=SetupStepShape(many=True)
)


@example("From the shape of a league", name="2026–27", shape="rye")
class SeasonStartIn(serializers.Serializer[Any]):
    """A season to start: from a shape, or like one that the league had."""

    name = serializers.CharField(max_length=60)
    shape = serializers.ChoiceField(
        choices=[(key, str(shape.name)) for key, shape in SHAPES.items()],
        required=False,
        help_text="How a night is played and counted. Either this or `like`.",
    )
    like = serializers.CharField(
        max_length=60, required=False, help_text="The slug of the season whose settings, divisions and teams it takes."
    )
    first_day = DayField(required=False, help_text="A day of its first week; it can be planned later.")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        if ("shape" in sent) == ("like" in sent):
            raise serializers.ValidationError({"shape": ["Give either a shape or a season that it is to be like."]})
        return sent


class DraftTeamIn(serializers.Serializer[Any]):
    """A team of a draft."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    venue = serializers.CharField(
        max_length=LONGEST_NAME, required=False, help_text="The venue’s name; the team’s own, if not given."
    )
    home_night = serializers.ChoiceField(
        choices=Night.choices, required=False,
        help_text="Monday is 0; needed unless the season has one evening for everybody. "
        "A division’s own goes before it.",
    )  # fmt: skip
    start_time = ClockField(help_text="By the clock in the league’s time zone. A division’s own goes before it.")


@example("Two teams", teams=[
    {"name": "Anchor", "venue": "The Anchor Inn", "home_night": 1, "start_time": "20:00"},
    {"name": "Bell", "home_night": 2, "start_time": "19:30"},
])  # fmt: skip
class DraftTeamsIn(serializers.Serializer[Any]):
    """All the teams of a draft: one that is left out is taken out."""

    teams = DraftTeamIn(many=True, allow_empty=False, max_length=MOST_TEAMS)  # type: ignore[call-arg]

    anyway = serializers.BooleanField(
        default=False, help_text="Although a new team or venue has nearly the name of another."
    )

    def validate_teams(self, sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
        names = [folded(team["name"]) for team in sent]
        if len(set(names)) < len(names):
            raise serializers.ValidationError("Each team is entered once.", code="twice")
        return sent


@example("Two divisions", name="2026–27", first_day="2026-09-15", divisions=["Premier", "First"])
class SeasonPlanIn(serializers.Serializer[Any]):
    """A draft's name, its first evening and its divisions."""

    name = serializers.CharField(max_length=60)
    first_day = DayField(help_text="Any day of the first week.")
    divisions = serializers.ListField(
        child=serializers.CharField(max_length=60), min_length=1, max_length=MOST_DIVISIONS,
        help_text="Their names, the highest first.",
    )  # fmt: skip


@example("Bell goes down", teams={"bell": "first"})
class SeasonDealIn(serializers.Serializer[Any]):
    """The divisions of teams; who is left out stays where they are."""

    teams = serializers.DictField(
        child=serializers.CharField(max_length=60), help_text="By the slug of a team that of its division."
    )
