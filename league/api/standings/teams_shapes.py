"""Tables, teams and players."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.base.bodies import TextField
from league.api.dates.fixtures_shapes import ScoreShape
from league.api.people.people_shapes import READER, PersonRef, TeamRef
from league.api.standings.leagues_shapes import DivisionRef, EntryShape
from league.api.standings.points_shapes import PointsField
from league.enums import FixtureState, MatchKind, RoleKind, Side
from league.models import Role
from league.queries.people.personal_data import officer_name


class FormShape(serializers.Serializer[Any]):
    """The outcome of one of a team’s last five fixtures."""

    outcome = serializers.ChoiceField(choices=(("W", "Won"), ("D", "Drew"), ("L", "Lost"), ("A", "Abandoned")))
    fixture = serializers.IntegerField(source="fixture_id")
    opponent = serializers.IntegerField(help_text="The other team’s id.")


class RowShape(serializers.Serializer[Any]):
    """A team’s line of the table."""

    position = serializers.IntegerField(source="row.position")
    joint = serializers.BooleanField(source="row.joint", help_text="It shares its place.")
    team = TeamRef()
    played = serializers.IntegerField(source="row.played")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    games_for = serializers.IntegerField(source="row.games_for")
    games_against = serializers.IntegerField(source="row.games_against")
    games_difference = serializers.IntegerField(source="row.games_difference")
    points = PointsField(source="row.points")
    adjustment = PointsField(source="row.adjustment", help_text="Of the points, those the league gave or took.")
    awarded = serializers.IntegerField(source="row.awarded", help_text="Of games_for, those not pegged out.")
    walkovers = serializers.IntegerField(source="row.walkovers")
    abandoned = serializers.IntegerField(
        source="row.abandoned", help_text="Of played, those nobody has won, drawn or lost."
    )
    form = FormShape(source="row.form", many=True)
    decided_by = serializers.CharField(
        source="row.decided_by", allow_blank=True, help_text="The tie-break, if one did."
    )
    decided_text = TextField(source="row.decided_text", allow_blank=True)


class AdjustmentShape(serializers.Serializer[Any]):
    """Points the league gave or took, and why."""

    team = TeamRef(source="entry.team")
    points = PointsField()
    reason = serializers.CharField()
    date = serializers.DateField()


class TableShape(serializers.Serializer[Any]):
    """A division’s table."""

    division = DivisionRef()
    rows = RowShape(many=True)
    waiting = serializers.IntegerField(help_text="Sheets nobody has confirmed yet; they do not count.")
    remaining = serializers.IntegerField(help_text="Fixtures without a confirmed result.")
    adjustments = AdjustmentShape(many=True)
    withdrawn = serializers.SerializerMethodField()

    @extend_schema_field(TeamRef(many=True))
    def get_withdrawn(self, table: Any) -> Any:
        """The teams that have withdrawn."""
        return TeamRef([entry.team for entry in table.withdrawn], many=True).data


class RecordShape(serializers.Serializer[Any]):
    """A player’s record: only games that were played, from confirmed results."""

    matches = serializers.IntegerField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    percentage = serializers.IntegerField(allow_null=True, help_text="Games won in a hundred.")


class SquadLineShape(serializers.Serializer[Any]):
    """A player of a squad, and their record of the season."""

    player = PersonRef()
    record = RecordShape()


class OfficerShape(serializers.Serializer[Any]):
    """A captain or vice-captain, by name only."""

    kind = serializers.ChoiceField(choices=RoleKind.choices)
    name = serializers.SerializerMethodField()

    def get_name(self, role: Role) -> str:
        return officer_name(role, READER.get())


class TeamShape(TeamRef):
    """A team in a season."""

    uid = serializers.UUIDField()
    entry = EntryShape(allow_null=True, help_text="None: it is not entered in that season.")
    officers = OfficerShape(many=True)
    squad = SquadLineShape(many=True)


class PlayedShape(serializers.Serializer[Any]):
    """A match a player was in."""

    fixture = serializers.IntegerField(source="appearance.result.fixture_id")
    side = serializers.ChoiceField(choices=Side.choices, source="appearance.side")
    opponent = TeamRef()
    number = serializers.IntegerField(source="appearance.match.number")
    kind = serializers.ChoiceField(choices=MatchKind.choices, source="appearance.match.kind")
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class RegistrationShape(serializers.Serializer[Any]):
    """From when until when a player is registered for a team."""

    team = TeamRef()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)


class PlayerShape(serializers.Serializer[Any]):
    """A player’s season."""

    player = PersonRef()
    uid = serializers.UUIDField()
    registrations = RegistrationShape(many=True)
    total = RecordShape()
    singles = RecordShape()
    doubles = RecordShape()
    matches = PlayedShape(many=True)
    calendar = serializers.URLField(help_text="Their fixtures as a calendar to subscribe to.")


class LineShape(serializers.Serializer[Any]):
    """A fixture in a few words."""

    id = serializers.IntegerField(source="fixture.pk")
    home = TeamRef(source="fixture.home")
    away = TeamRef(source="fixture.away")
    starts_at = serializers.DateTimeField(source="fixture.starts_at")
    state = serializers.ChoiceField(choices=FixtureState.choices, source="fixture.state")
    result = ScoreShape(allow_null=True)


class CaptainsListShape(serializers.Serializer[Any]):
    """A captain’s fixtures by what is to be done about them."""

    asked = LineShape(many=True, help_text="Another date was asked for: answer.")
    asking = LineShape(many=True, help_text="They wait for the answer to such a question.")
    confirm = LineShape(many=True, help_text="The other side’s sheet waits for them.")
    due = LineShape(many=True, help_text="Played, or should have been, and no sheet yet.")
    disputed = LineShape(many=True)
    waiting = LineShape(many=True, help_text="Their sheet waits for the other side.")
    coming = LineShape(many=True)
    postponed = LineShape(many=True, help_text="Without a date.")
    cancelled = LineShape(many=True)
    done = LineShape(many=True, help_text="The last ones confirmed.")


class RuleShape(serializers.Serializer[Any]):
    """A rule, with the number by which rulings and verdicts quote it."""

    number = serializers.CharField(allow_blank=True)
    text = TextField()


class SectionShape(serializers.Serializer[Any]):
    """A chapter of the rules."""

    title = TextField()
    anchor = serializers.CharField()
    rules = serializers.ListField(child=TextField())
    numbered = RuleShape(many=True)


class BookShape(serializers.Serializer[Any]):
    """One body of rules: the league’s own, or those of the game."""

    title = TextField()
    anchor = serializers.CharField()
    sections = SectionShape(many=True)
