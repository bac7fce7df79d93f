"""Tables, receipts, teams and players."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.dates.fixtures_shapes import ScoreShape
from league.api.fields import PointsField
from league.api.people.refs_shapes import READER, PlayerRef, TeamRef
from league.api.shapes import ModelShape, ValueShape, tells
from league.api.standings.leagues_shapes import EntryShape
from league.enums import MatchKind, RoleKind, Side
from league.models import Adjustment, Fixture, Registration, Role
from league.queries.people.personal_data import officer_name
from league.queries.players import PlayerMatch, Record, SquadLine
from league.queries.standings.receipts import AdjustmentLine, Figure, FixtureLine, Receipt, StepLine, TieLine
from league.queries.standings.standings import DivisionTable
from league.rules.points import PointsScheme, Sources
from league.rules.standings import Row
from league.rules.tallies import FormItem
from league.services.disputes.rulebook import Book, Chapter, NumberedRule


@tells(FormItem, "fixture_id", opponent="The other team’s id.")
class FormShape(ValueShape):
    """The outcome of one of a team’s last five fixtures."""

    outcome = serializers.ChoiceField(choices=(("W", "Won"), ("D", "Drew"), ("L", "Lost"), ("A", "Abandoned")))


@tells(
    Row,
    "position played won drawn lost games_for games_against games_difference points walkovers form decided_text",
    within="row",
    joint="It shares its place.",
    adjustment="Of the points, those the league gave or took.",
    awarded="Of games_for, those not pegged out.",
    abandoned="Of played, those nobody has won, drawn or lost.",
    decided_by="The tie-break, if one did.",
)
class RowShape(ValueShape):
    """A team’s line of the table."""

    team = TeamRef()


@tells(Adjustment, "entry.team reason date")
class AdjustmentShape(ModelShape):
    """Points the league gave or took, and why."""

    points = PointsField()


@tells(
    DivisionTable,
    "division",
    waiting="Sheets nobody has confirmed yet; they do not count.",
    remaining="Fixtures without a confirmed result.",
)
class TableShape(ValueShape):
    """A division’s table."""

    rows = RowShape(many=True)
    adjustments = AdjustmentShape(many=True)
    withdrawn = serializers.SerializerMethodField()

    @extend_schema_field(TeamRef(many=True))
    def get_withdrawn(self, table: Any) -> Any:
        """The teams that have withdrawn."""
        return TeamRef([entry.team for entry in table.withdrawn], many=True).data


@tells(Record, "matches games won lost", percentage="Games won in a hundred.")
class RecordShape(ValueShape):
    """A player’s record: only games that were played, from confirmed results."""


@tells(SquadLine, "player record")
class SquadLineShape(ValueShape):
    """A player of a squad, and their record of the season."""


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


@tells(PlayerMatch, "opponent won lost")
class PlayedShape(ValueShape):
    """A match a player was in."""

    fixture = serializers.IntegerField(source="appearance.result.fixture_id")
    side = serializers.ChoiceField(choices=Side.choices, source="appearance.side")
    number = serializers.IntegerField(source="appearance.match.number")
    kind = serializers.ChoiceField(choices=MatchKind.choices, source="appearance.match.kind")


@tells(Registration, "team starts_on ends_on")
class RegistrationShape(ModelShape):
    """From when until when a player is registered for a team."""


class PlayerShape(serializers.Serializer[Any]):
    """A player’s season."""

    player = PlayerRef()
    uid = serializers.UUIDField()
    registrations = RegistrationShape(many=True)
    total = RecordShape()
    singles = RecordShape()
    doubles = RecordShape()
    matches = PlayedShape(many=True)
    calendar = serializers.URLField(help_text="Their fixtures as a calendar to subscribe to.")


@tells(Fixture, "id home away starts_at state", within="fixture")
class LineShape(ModelShape):
    """A fixture in a few words."""

    result = ScoreShape(allow_null=True)


class CaptainsListShape(serializers.Serializer[Any]):
    """A captain’s fixtures by what is to be done about them."""

    asked = LineShape(many=True, help_text="A postponement was requested: answer it.")
    asking = LineShape(many=True, help_text="Their own postponement request, awaiting a reply.")
    confirm = LineShape(many=True, help_text="The other side’s sheet, for them to confirm or dispute.")
    due = LineShape(many=True, help_text="Played, or should have been, and no sheet yet.")
    disputed = LineShape(many=True)
    waiting = LineShape(many=True, help_text="Their sheet, awaiting the other side’s reply.")
    coming = LineShape(many=True)
    postponed = LineShape(many=True, help_text="Without a date.")
    cancelled = LineShape(many=True)
    done = LineShape(many=True, help_text="The last ones confirmed.")


@tells(NumberedRule, "number text")
class RuleShape(ValueShape):
    """A rule, with the number by which rulings and verdicts quote it."""


@tells(Chapter, "title anchor rules numbered")
class SectionShape(ValueShape):
    """A chapter of the rules."""


@tells(Book, "title anchor sections")
class BookShape(ValueShape):
    """One body of rules: the league’s own, or those of the game."""


@tells(Sources, "games matches win draw")
class SourcesShape(ValueShape):
    """Points by what they are for."""


@tells(PointsScheme, "game match win draw")
class SchemeShape(ValueShape):
    """The points that the division gives for a game, a match won, a fixture won and one drawn."""


@tells(
    FixtureLine,
    "fixture_id date opponent opponent_slug kind counts games_for games_against awarded_for awarded_against "
    "matches_won sources points settlement settled_at version note",
    why_not="Why it does not count.",
    total="The team’s points with this line.",
)
class FixtureLineShape(ValueShape):
    """The points that one fixture gave the team."""

    side = serializers.ChoiceField(choices=Side.choices)


@tells(
    AdjustmentLine,
    "points reason date total taken_back",
    takes_back="The day of the adjustment that this one reverses.",
)
class AdjustmentLineShape(ValueShape):
    """Points given or taken."""


@tells(Figure, "team figure")
class FigureShape(ValueShape):
    """A team’s figure in a tie-break."""


@tells(StepLine, "tie_break label figures verdict why")
class StepShape(ValueShape):
    """One tie-break as it was applied to the teams still level."""


@tells(TieLine, "points teams steps conclusion")
class TieShape(ValueShape):
    """The tie-breaks applied to teams level on points, step by step."""


@tells(
    Receipt,
    "season division team team_slug joint points from_fixtures scheme fixtures adjustments remaining tie as_of",
    position="Null: it has withdrawn and is in no table.",
)
class ReceiptShape(ValueShape):
    """A team’s receipt: its lines add up to the points in the table."""
