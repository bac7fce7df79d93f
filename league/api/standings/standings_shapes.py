"""Leagues and the shape of their seasons; tables, receipts, teams and players."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from league.access import may
from league.api.dates.dates_shapes import ScoreShape
from league.api.people.people_shapes import READER, PlayerRef, TeamRef
from league.api.shapes import ComputedField, ModelShape, MomentField, PointsField, TextField, example, shape, tells
from league.enums import MatchKind, TeamColour
from league.models import Adjustment, Division, Entry, Fixture, League, Registration, Role, Season, Week
from league.queries.fixtures import FixtureLine as Line
from league.queries.people.personal_data import officer_name
from league.queries.portability import OF_A_DIVISION, OF_A_SEASON
from league.queries.results.dashboards import CaptainsList
from league.queries.seasons.setting_changes import Change, SeasonRuleChange
from league.queries.standings.decisions import DuePlayOff, MadePlayOff, SeasonPlayOffs
from league.queries.standings.receipts import AdjustmentLine, Figure, FixtureLine, Receipt, StepLine, TieLine
from league.queries.standings.standings import DivisionTable, TableRow
from league.queries.teams import MeritLine, PlayerMatch, Record, SquadLine
from league.rules.scheme import GIVEN, PARTS, PointsScheme, Source, Walkover
from league.rules.scheme_columns import COLUMNS
from league.rules.tallies import FormItem
from league.rules.tie_breaks import TIE_BREAKS
from league.services.disputes.rulebook import Book, Chapter, NumberedRule
from league.services.standings import play_offs as services

WHAT = tuple(dict.fromkeys((*OF_A_SEASON, *OF_A_DIVISION)))

LeagueShape = shape(League, "slug name time_zone result_hours confirm_hours dispute_days appeal_days", "A league.")


@tells(Season, "slug name")
class SeasonRef(ModelShape):
    """A season by name."""


@tells(Division, "slug name season=season.slug")
class DivisionRef(ModelShape):
    """A division by name, in its season."""


class FileShape(serializers.Serializer[Any]):
    """The addresses of a public file: a season’s or a division’s rows, for a spreadsheet and for a program."""

    what = serializers.ChoiceField(choices=[(what, what.capitalize()) for what in WHAT])
    csv = serializers.URLField()
    json = serializers.URLField()


def files_of(season: Season, names: Iterable[str], **which: str) -> list[dict[str, str]]:
    """Return the addresses of the public files of a season, or of a division of it; none of a draft."""
    if not season.is_public:
        return []
    page = "division-file" if which else "season-file"
    where = {"slug": season.league.slug, "season": season.slug, **which}

    def address(what: str, form: str) -> str:
        return settings.BASE_URL + reverse(page, kwargs={**where, "what": what, "form": form})

    return [{"what": what, **{form: address(what, form) for form in ("csv", "json")}} for what in names]


@tells(Season, "first_week published_at")
class SeasonShape(SeasonRef):
    """A season."""

    files = ComputedField(
        FileShape(many=True), lambda season: files_of(season, OF_A_SEASON), "Its rows to take away; none of a draft."
    )


@tells(
    Division,
    f"order fixture_format games_per_match format_since {' '.join(COLUMNS)} singles_ruleset doubles_ruleset "
    "own_evening own_start won_by",
)
class DivisionShape(DivisionRef):
    """A division, and how its fixtures are played and counted."""

    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=[(key, one.label) for key, one in TIE_BREAKS.items()]),
        help_text="In the order in which they are tried on teams level on points.",
    )
    files = ComputedField(
        FileShape(many=True),
        lambda one: files_of(one.season, OF_A_DIVISION, division=one.slug),
        "Its rows to take away; none of a draft.",
    )


WeekShape = shape(Week, "number starts_on kind round=round.number", "A match week of a round.")
EntryShape = shape(
    Entry,
    "team venue withdrawn_on home_night start_time season=season.slug division=division.slug",
    "A team in a division for a season: where and when it plays at home.",
    home_night="Monday is 0.",
    start_time="By the clock in the league’s time zone.",
)
FormShape = shape(
    FormItem,
    "fixture_id",
    "The outcome of one of a team’s last five fixtures.",
    "Form",
    opponent="The other team’s id.",
    outcome=serializers.ChoiceField(choices=(("W", "Won"), ("D", "Drew"), ("L", "Lost"), ("A", "Abandoned"))),
)
RowShape = shape(
    TableRow,
    "position played won drawn lost games_for games_against games_difference points walkovers form decided_text "
    "joint adjustment awarded abandoned decided_by",
    "A team’s line of the table.",
    "Row",
    within="row",
    joint="It shares its place.",
    adjustment="Of the points, those the league gave or took.",
    position="1 is the top; teams that share it are `joint`.",
    form="The last five fixtures, the oldest first.",
    decided_text='Every step by which the team was placed among those level on points with it, in one sentence; ""'
    " for a team that is level with none, or while none of them has played.",
    awarded="Of `games_for`, those awarded to the team.",
    abandoned="Of `played`, those that nobody has won, drawn or lost.",
    decided_by='The last tie-break that separated the team from one level on points with it, or "".',
    team=TeamRef(),
    movement=serializers.IntegerField(
        allow_null=True,
        help_text="Places it has moved since the week with results before the last one, up if positive.",
    ),
)
AdjustmentShape = shape(
    Adjustment, "entry.team reason date", "Points the league gave or took, and why.", points=PointsField()
)
TableShape = shape(
    DivisionTable,
    "division rows waiting remaining",
    "A division’s table.",
    "Table",
    waiting="Fixtures with a sheet that nobody has confirmed yet; they do not count.",
    remaining="Fixtures without a confirmed result, those included.",
    kind=serializers.ChoiceField(
        choices=MatchKind.choices,
        allow_null=True,
        help_text="Of the matches that count in it; null: of any.",
    ),
    adjustments=AdjustmentShape(many=True),
    withdrawn=ComputedField(
        TeamRef(many=True), lambda table: [entry.team for entry in table.withdrawn], "The teams that have withdrawn."
    ),
)
RecordShape = shape(
    Record,
    "matches games won lost",
    "A player’s record: only games that were played, from confirmed results.",
    percentage="Games won in a hundred.",
)
MeritLineShape = shape(
    MeritLine,
    "games won lost percentage average scores position joint",
    "A player’s line of a merit table.",
    "MeritLine",
    within="merit",
    games="Those played, `won` of them.",
    position="Null for a player who has played fewer games than a place takes.",
    joint="Others share the place.",
    player=PlayerRef(),
    teams=TeamRef(many=True, help_text="Those they played for in the division."),
)
PRIVATE = "Null where the player keeps their averages off public pages; they and the secretary read it."
SquadLineShape = shape(
    SquadLine,
    "player",
    "A player of a squad with their record of the season.",
    record=ComputedField(
        RecordShape(allow_null=True),
        lambda line: line.record if may(READER.get(), "player.averages", line.player) else None,
        PRIVATE,
    ),
)
OfficerShape = shape(
    Role,
    "kind",
    "A captain or vice-captain, by name only.",
    "Officer",
    name=ComputedField(serializers.CharField(), lambda role: officer_name(role, READER.get())),
)


class TeamShape(TeamRef):
    """A team in a season."""

    uid = serializers.UUIDField()
    note = serializers.CharField(help_text="What the secretary wants known of it, such as a club or an age limit.")
    colour = serializers.ChoiceField(choices=TeamColour.choices, allow_blank=True, help_text="Blank: none.")
    entry = EntryShape(allow_null=True, help_text="None: it is not entered in that season.")
    officers = OfficerShape(many=True)
    squad = SquadLineShape(many=True)


@example("A team in green", colour="green")
class TeamIn(serializers.Serializer[Any]):
    """The colour that a team is to have."""

    colour = serializers.ChoiceField(choices=TeamColour.choices, allow_blank=True, help_text="Blank: none.")


PlayedShape = shape(
    PlayerMatch,
    "opponent won lost appearance.result.fixture_id appearance.side appearance.match.number appearance.match.kind",
    "A match a player was in.",
    "Played",
)
RegistrationShape = shape(
    Registration, "team starts_on ends_on", "From when until when a player is registered for a team."
)


class PlayerShape(serializers.Serializer[Any]):
    """A player’s season."""

    player = PlayerRef()
    uid = serializers.UUIDField()
    registrations = RegistrationShape(many=True)
    total = RecordShape(allow_null=True, help_text=PRIVATE)
    singles = RecordShape(allow_null=True, help_text=PRIVATE)
    doubles = RecordShape(allow_null=True, help_text=PRIVATE)
    matches = PlayedShape(many=True)
    calendar = serializers.URLField(help_text="Their fixtures as a calendar to subscribe to.")


LineShape = shape(
    Line,
    "fixture.id fixture.home fixture.away fixture.starts_at fixture.state",
    "A fixture in a few words.",
    "Line",
    result=ScoreShape(allow_null=True),
)
CaptainsListShape = shape(
    CaptainsList,
    "asked asking confirm due disputed waiting coming postponed cancelled done",
    "A captain’s fixtures by what is to be done about them.",
    asking="Their own postponement request, awaiting a reply.",
    confirm="The other side’s sheet, for them to confirm or dispute.",
    postponed="Without a date.",
    asked="Dates for it were offered to them, or its postponement asked for.",
    due="Played, or should have been, and no sheet yet.",
    disputed="A sheet of their fixture is disputed.",
    waiting="Their sheet waits for the other side.",
    coming="Still to be played.",
    done="The last confirmed ones, the latest first.",
)
RuleShape = shape(
    NumberedRule, "number text", "A rule, with the number by which rulings and verdicts quote it.", "Rule"
)
SectionShape = shape(Chapter, "title anchor rules numbered", "A chapter of the rules.", "Section")
SettingChangeShape = shape(
    Change, "old new", "A setting, and what it was and became.", "SettingChange", setting=TextField(source="name")
)
RuleChangeShape = shape(
    SeasonRuleChange,
    "made_at reason",
    "A change of what is played by, made while the season ran.",
    "RuleChange",
    division=ComputedField(DivisionRef(), lambda change: change.division, "None where it holds for the whole season."),
    changes=SettingChangeShape(many=True),
)
BookShape = shape(
    Book,
    "title anchor sections",
    "One body of rules: the league’s own, or those of the game.",
    anchor="Where it begins on the page; its sections’ anchors carry it in front.",
)
SourceShape = shape(
    Source,
    "n points told",
    "Points of a fixture, and what for.",
    "Source",
    n="How many of it there were.",
    part=serializers.ChoiceField(
        choices=[*PARTS, *GIVEN], help_text="A part of the points, or what the league gives for a walkover."
    ),
)
WalkoverShape = shape(
    Walkover,
    "games against points absent",
    "A walkover’s figures where the league has its own.",
    games="Those of the side it is given to; null: all that a side can win.",
    against="Those of the side that did not come or conceded.",
    points="Of the side it is given to; null: what its games, matches and win earn.",
    absent="Points of the other side, which may be less than nothing; null: what its games earn.",
)
SchemeShape = shape(
    PointsScheme,
    f"{' '.join(PARTS)} close_by walkover",
    "The points that the division gives, by what for.",
    "Scheme",
    close_by="The most games by which a fixture is lost narrowly.",
    # In the division's own words, or the description has two kinds of the name.
    won_by=serializers.ChoiceField(
        choices=[*(Division._meta.get_field("won_by").choices or ())], help_text="What decides who has won a fixture."
    ),
)
FixtureLineShape = shape(
    FixtureLine,
    "fixture_id date opponent opponent_slug side kind counts games_for games_against awarded_for awarded_against "
    "matches_won sources=sources.parts points settlement settled_at version note total",
    "The line of one fixture: what it gave a team.",
    why_not="Why it does not count.",
    side="Where the team played.",
    kind="What the result tells of.",
    counts="Whether it counts.",
    games_for="Games that are the team’s, `awarded_for` of them without being pegged out.",
    settlement="How the result came to count; null while it waits.",
    version="Of the result that counts, or waits.",
    note="What the public reads of it, if anything.",
    total="The team’s points with this line.",
)
AdjustmentLineShape = shape(
    AdjustmentLine,
    "points reason date total taken_back takes_back",
    "Points given or taken; `total` is the team’s points with this line.",
    taken_back="The day on which it was reversed itself.",
    takes_back="The day of the adjustment that this one reverses, if it does.",
)
FigureShape = shape(Figure, "team figure", 'A team’s figure in a tie-break, in words; "" where the step had no effect.')
StepShape = shape(
    StepLine, "tie_break label figures verdict why", "One tie-break as it was applied to the teams still level.", "Step"
)
TieShape = shape(
    TieLine, "points teams steps conclusion", "The tie-breaks applied to teams level on points, step by step.", "Tie"
)
ReceiptShape = shape(
    Receipt,
    "season division team team_slug joint points from_fixtures scheme "
    "fixtures adjustments remaining tie idle_lots as_of position",
    "A team’s receipt: its lines add up to the points in the table.",
    fixtures="In the order of time, those with a result that does not count among them.",
    adjustments="In the order of their dates; they follow the fixtures.",
    remaining="Its fixtures without a result that counts.",
    tie="How it was parted from those level with it; null where it is level with none.",
    idle_lots="The lots that it was drawn in and that count no more, as their teams are not level; a sentence each.",
    as_of="When this was added up.",
    position="Null for a team that has withdrawn and is in the table no longer; its points are 0 then.",
)


PlayOffFixture = shape(
    Fixture, "id home away starts_at state", "A play-off by its teams.", "PlayOffFixture", division=DivisionRef()
)
MadeShape = shape(
    MadePlayOff,
    "counts home_games away_games",
    "A play-off that was made.",
    "MadePlayOff",
    counts="These teams are level now, and placed by it.",
    standing=serializers.ChoiceField(
        choices=("arranged", "won", "level", "cancelled", "idle"),
        help_text="Level: it decided nothing. Idle: the division has no play-offs among its tie-breaks now.",
    ),
    fixture=PlayOffFixture(),
)
DueShape = shape(
    DuePlayOff,
    "position remaining arranged",
    "Teams that share a place until play-offs have decided between them.",
    "PlayOffsDue",
    position="The place that they share.",
    remaining="Fixtures of the division without a result that counts; while there are any, none is made.",
    arranged="How many play-offs between them are made and not decided.",
    division=DivisionRef(),
    teams=TeamRef(many=True),
    missing=serializers.ListField(
        child=TeamRef(many=True),
        help_text="The pairs whose play-off is still to be made, once no other fixture remains.",
    ),
)
SeasonPlayOffsShape = shape(
    SeasonPlayOffs,
    "",
    "The play-offs of a season: those due, and those made, the latest first.",
    "SeasonPlayOffs",
    due=DueShape(many=True),
    made=MadeShape(many=True),
)


@example(
    "Anchor at home to Bell, three singles", division="division-1", home="anchor", away="bell", venue=1,
    starts_at="2027-05-04T19:00:00Z", format="SSS",
)  # fmt: skip
class PlayOffIn(serializers.Serializer[Any]):
    """A play-off between two teams that are level at the end."""

    division = serializers.CharField(max_length=60, help_text="The division’s slug.")
    home = serializers.CharField(max_length=120, help_text="The home team’s slug.")
    away = serializers.CharField(max_length=120, help_text="The away team’s slug.")
    venue = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The number of one of the league’s venues."
    )
    starts_at = MomentField()
    format = serializers.CharField(
        max_length=services.LONGEST_FORMAT, allow_blank=True, default="",
        help_text="Its own format; empty: as the division plays.",
    )  # fmt: skip
