"""The secretary's timetables: asked for, read, changed by hand, published."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.response import Response

from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.shapes import ModelShape, TextField, shape, tells
from league.enums import TimetableState
from league.models import Season, Timetable
from league.queries.seasons.timetables import MadeTimetable, made_timetable
from timetable.values import Meeting, Quality, Violation

MOST_WISHES, MOST_DAYS = 100, 400


@tells(Timetable, "id season state version progress asked_at finished_at")
class TimetableRef(ModelShape):
    """A timetable, and how far it is."""


MEETING = "division round week date home away venue"
MeetingShape = shape(
    Meeting, MEETING, "A fixture of a timetable. Its index names it in a change.", index=serializers.IntegerField()
)
ViolationShape = shape(
    Violation,
    "code message division",
    "A condition that a timetable does not keep.",
    code="What kind: ``boards``, ``closed``, ``blackout``, ``wish``, ``twice-a-week``, ``blank-week``, "
    "``balance``, ``run``, ``pairs``.",
    message="One sentence for a person, with the names, the week and the date.",
    fixtures=serializers.ListField(child=serializers.IntegerField(), source="where", help_text="Their indexes."),
)
QualityShape = shape(
    Quality,
    "division teams breaks proven balance home_run away_run carry_over gap",
    "The quality sheet of a division: how good its timetable is, and how good it could be.",
    least="None that keeps all conditions has fewer breaks.",
    spread="Where the last round is half a round: how many more fixtures at home than away a team has over the season, "
    "or the other way round, at most.",
    breaks="How many.",
    proven="Breaks == least: nothing better exists.",
    balance="The largest difference of home and away fixtures of a team in any one round.",
    home_run="The longest row of home (away) fixtures of a team.",
    away_run="The longest row of home (away) fixtures of a team.",
    carry_over="The sum of squares of the carry-over matrix.",
    gap="The fewest weeks of play between the two meetings of a pair.",
)


HOLDING = (TimetableState.READY, TimetableState.PUBLISHED)


class TimetableShape(TimetableRef):
    """A timetable with its fixtures; there are none until it is made."""

    fixtures = MeetingShape(many=True)
    violations = ViolationShape(many=True)
    quality = QualityShape(many=True)
    edits = serializers.ListField(child=TextField(), help_text="What was changed by hand.")
    outdated = serializers.ListField(child=TextField(), help_text="What has changed in the season since it was made.")
    conflicts = serializers.ListField(child=TextField(), help_text="Conditions of which not all can be kept.")

    def to_representation(self, instance: Timetable) -> Any:
        made = made_timetable(instance) if instance.state in HOLDING else None
        for name, value in _timetable_values(made).items():
            setattr(instance, name, value)
        return super().to_representation(instance)


def _timetable_values(made: MadeTimetable | None) -> dict[str, Any]:
    if made is None:
        return dict.fromkeys(("fixtures", "violations", "quality", "edits", "outdated", "conflicts"), ())
    timetable = made.timetable
    return {
        "fixtures": [
            {"index": index, **{name: getattr(meeting, name) for name in MEETING.split()}}
            for index, meeting in enumerate(timetable.meetings)
        ],
        **{name: getattr(timetable, name) for name in ("violations", "quality", "conflicts")},
        **{name: getattr(made, name) for name in ("edits", "outdated")},
    }


class Timetables(LeagueView):
    @operation("season.make", answer=TimetableRef(many=True))
    def get(self, season: Season) -> object:
        """The timetables of a season, the latest first."""
        timetables = season.timetables.defer("made").select_related("season")
        return list(timetables.order_by("-asked_at", "-pk"))


class OneTimetable(LeagueView):
    @operation("season.make", answer=TimetableShape, etag=True)
    def get(self, timetable: int) -> Response:
        """A timetable: how far it is, its fixtures and what it does not keep."""
        self.allow("season.make")
        rows = Timetable.objects.select_related("season__league")
        row = get_object_or_404(rows, season__league=self.league, pk=timetable)
        return self.tagged(row, "timetable", version=row.version)
