"""Timetables on their way: asked for, made, changed by hand, published."""

from typing import Any

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.fields import LARGEST, DayField, TextField, TextIn
from league.api.shapes import ModelShape, example, shape, tells
from league.models import Timetable
from league.queries.seasons.timetables import Asked, Made, Proposed
from league.rules.timetable import edits
from league.rules.timetable.values import Meeting, MeetInWeek, NeverBothAtHome, Quality, Violation, Wish
from league.services.seasons.timetables import LIMITS, ROUNDS
from league.translation import N_, translated

MOST_WISHES, MOST_DAYS = 100, 400


EDIT = {"do": "swap", "fixture": 4, "other": 17}


class WishIn(serializers.Serializer[Any]):
    """A wish: two teams meet in a week (`meet`), or are never both at home in one (`apart`)."""

    kind = serializers.ChoiceField(choices=[("meet", "Meet in a week"), ("apart", "Never both at home")])
    team = serializers.CharField(max_length=120, help_text="A team’s name.")
    other = serializers.CharField(max_length=120)
    round = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None, help_text="To meet in.")
    week = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["kind"] == "meet" and (attrs["round"] is None or attrs["week"] is None):
            raise serializers.ValidationError({"week": translated(N_("Say in which round and week they are to meet."))})
        return attrs


@example(
    "No play at Christmas, and two teams that share players",
    no_play=["2026-12-21", "2026-12-28"],
    wishes=[{"kind": "apart", "team": "Anchor", "other": "Bell"}],
    limit=30,
)
class TimetableAskIn(serializers.Serializer[Any]):
    """The demands on a timetable. What is left out is as in the last one, or as the season’s weeks are laid out."""

    rounds = serializers.IntegerField(min_value=ROUNDS[0], max_value=ROUNDS[1], required=False)
    no_play = serializers.ListField(
        child=DayField(), max_length=MOST_DAYS, required=False, help_text="Any day of each week without play."
    )
    wishes = WishIn(many=True, required=False, max_length=MOST_WISHES)  # type: ignore[call-arg]
    limit = serializers.IntegerField(
        min_value=LIMITS[0], max_value=LIMITS[1], required=False, help_text="Seconds to look for the best."
    )


def asked_from(sent: dict[str, Any], usual: Asked) -> Asked:
    """Return the demands that were sent; what was left out is as in `usual`."""
    wishes = tuple(_wish(wish) for wish in sent["wishes"]) if "wishes" in sent else usual.wishes
    no_play = frozenset(sent["no_play"]) if "no_play" in sent else usual.no_play
    return Asked(sent.get("rounds", usual.rounds), no_play, wishes, usual.seed, sent.get("limit", usual.limit))


def _wish(sent: dict[str, Any]) -> Wish:
    if sent["kind"] == "apart":
        return NeverBothAtHome(sent["team"], sent["other"])
    return MeetInWeek(sent["team"], sent["other"], sent["round"], sent["week"])


class VersionIn(serializers.Serializer[Any]):
    """A change that rests on the version of the timetable that was read."""

    rests_on = RestsOn("timetable", needs=("version",))


@example("Two fixtures change weeks", **EDIT)
class EditIn(VersionIn):
    """A change by hand: two fixtures change weeks (`swap`), home and away change places (`reverse`), or a fixture goes
    to another week (`move`). Fixtures are named by their index.
    """

    do = serializers.ChoiceField(choices=[("swap", "Swap"), ("reverse", "Reverse"), ("move", "Move")])
    fixture = serializers.IntegerField(min_value=0, max_value=LARGEST)
    other = serializers.IntegerField(min_value=0, max_value=LARGEST, required=False, help_text="To swap with.")
    round = serializers.IntegerField(min_value=1, max_value=99, required=False, help_text="To move to.")
    week = serializers.IntegerField(min_value=1, max_value=999, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        wanted = {"swap": ("other",), "move": ("round", "week"), "reverse": ()}[attrs["do"]]
        missing = {name: translated(N_("This is needed.")) for name in wanted if name not in attrs}
        if missing:
            raise serializers.ValidationError(missing, code="required")
        return attrs


def edit_from(sent: dict[str, Any]) -> edits.Edit:
    """The edit that a valid body says."""
    if sent["do"] == "swap":
        return edits.Swap(sent["fixture"], sent["other"])
    if sent["do"] == "reverse":
        return edits.Reverse(sent["fixture"])
    return edits.Move(sent["fixture"], sent["round"], sent["week"])


@example("As it is")
class PublishIn(VersionIn):
    """Publishing; a reason where it does not keep every condition."""

    despite = TextIn(allow_blank=True, default="")


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
    fixtures=serializers.ListField(child=serializers.IntegerField(), source="where", help_text="Their indexes."),
)
QualityShape = shape(
    Quality,
    "division teams breaks proven balance home_run away_run carry_over gap",
    "The quality sheet of a division: how good its timetable is, and how good it could be.",
    least="None that keeps all conditions has fewer breaks.",
    spread="Where the last round is half a round: how many more fixtures at home than away a team has over the season, "
    "or the other way round, at most.",
)


class TimetableShape(TimetableRef):
    """A timetable with its fixtures; there are none until it is made."""

    fixtures = MeetingShape(many=True)
    violations = ViolationShape(many=True)
    quality = QualityShape(many=True)
    edits = serializers.ListField(child=TextField(), help_text="What was changed by hand.")
    outdated = serializers.ListField(child=TextField(), help_text="What has changed in the season since it was made.")
    conflicts = serializers.ListField(child=TextField(), help_text="Conditions of which not all can be kept.")

    def to_representation(self, instance: Any) -> Any:
        for name, value in _told(self.context.get("made")).items():
            setattr(instance, name, value)
        return super().to_representation(instance)


def _told(made: Made | None) -> dict[str, Any]:
    if made is None:
        return dict.fromkeys(("fixtures", "violations", "quality", "edits", "outdated", "conflicts"), ())
    found = made.timetable
    return {
        "fixtures": [
            {"index": index, **{name: getattr(meeting, name) for name in MEETING.split()}}
            for index, meeting in enumerate(found.meetings)
        ],
        **{name: getattr(found, name) for name in ("violations", "quality", "conflicts")},
        **{name: getattr(made, name) for name in ("edits", "outdated")},
    }


ProposalShape = shape(
    Proposed,
    "told gone",
    "A proposed change of a timetable, and what it would do.",
    "Proposal",
    new="What would then not be kept, and is now.",
)
