"""Tables, receipts, merit tables, and what a team can still reach."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from league.api.filters import give_one_of
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import PlayerRef, TeamRef
from league.api.shapes import ComputedField, PointsField, shape
from league.enums import MatchKind
from league.errors import Invalid
from league.models import Adjustment, Division, Entry, Season, Team
from league.queries import leagues, teams
from league.queries.dates.outstanding import with_undated
from league.queries.standings import receipts
from league.queries.standings.halves import halves_of
from league.queries.standings.receipts import AdjustmentLine, Figure, FixtureLine, StepLine, TieLine, receipt_of
from league.queries.standings.standings import DivisionTable, TableRow, division_table, divisions_of
from league.queries.standings.table_variants import kinds_of, still_possible, table_of_kind, tables_with_movement
from league.queries.teams import MeritLine
from league.rules.possible_places import Places
from league.rules.problems import Problem
from league.rules.prospects import GOALS, SENTENCES, Outlook, Prospect
from league.rules.scheme import GIVEN, PARTS, PointsScheme, Source, Walkover
from league.rules.tallies import FormItem
from league.translation import N_

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
        choices=MatchKind.choices, allow_null=True, help_text="Of the matches that count in it; null: of any."
    ),
    half=ComputedField(
        serializers.ChoiceField(choices=(1, 2), allow_null=True),
        lambda table: table.half or None,
        "Of the fixtures that count in it, where the season is played in halves; null: of the whole season.",
    ),
    adjustments=AdjustmentShape(many=True),
    withdrawn=ComputedField(
        TeamRef(many=True), lambda table: [entry.team for entry in table.withdrawn], "The teams that have withdrawn."
    ),
)
MeritLineShape = shape(
    MeritLine,
    "games won lost percentage average scores position joint",
    "A player’s line of a merit table.",
    within="merit",
    games="Those played, `won` of them.",
    position="Null for a player who has played fewer games than a place takes.",
    joint="Others share the place.",
    player=PlayerRef(),
    teams=TeamRef(many=True, help_text="Those they played for in the division."),
)
SourceShape = shape(
    Source,
    "n points told",
    "Points of a fixture, and what for.",
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
    receipts.Receipt,
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
MATCHES = OpenApiParameter(
    "matches",
    str,
    description="A kind of match, such as `singles`: the table of those alone, where the division has several kinds.",
)
HALF = OpenApiParameter(
    "half", str, enum=["1", "2"],
    description="The table of that half alone, of a season that is played in halves; not together with `matches`.",
)  # fmt: skip


class Standings(LeagueView):
    @operation("league.view", answer=TableShape(many=True))
    def get(self, season: Season) -> object:
        """The tables of a season, a division each."""
        return tables_with_movement(divisions_of(season))


class OneStandings(LeagueView):
    @operation("league.view", answer=TableShape, parameters=[MATCHES, HALF])
    def get(self, season: Season, division: str) -> object:
        """The table of a division, of all its matches, of one kind of them, or of a half of the season."""
        row = get_object_or_404(with_undated(leagues.divisions_listed(season)), slug=division)
        wanted, half = (self.request.query_params.get(name, "") for name in ("matches", "half"))
        if half:
            return _half_table(row, half, wanted)
        if not wanted:
            return tables_with_movement([row])[0]
        kinds = kinds_of(row)
        kind = next((kind for kind in kinds if kind == wanted), None)
        if kind is None:
            one_kind = N_("All matches of this division are of one kind. Leave “matches” out.")
            raise Invalid([Problem("filter", give_one_of(wanted, kinds) if kinds else one_kind, "matches")])
        return table_of_kind(row, kind)


def _half_table(division: Division, half: str, kind: str) -> DivisionTable:
    """Raises Invalid for a half that there is not, or one together with a kind of matches."""
    if kind:
        raise Invalid([Problem("filter", N_("Ask for “half” or for “matches”, not for both."), "half")])
    if not division.season.halves:
        raise Invalid([Problem("filter", N_("This season is not played in halves. Leave “half” out."), "half")])
    if half not in ("1", "2"):
        raise Invalid([Problem("filter", give_one_of(half, ("1", "2")), "half")])
    return halves_of(division).tables[int(half) - 1]


class Merits(LeagueView):
    @operation("league.view", answer=MeritLineShape(many=True))
    def get(self, season: Season, division: str) -> object:
        """The merit table of a division: its players by the games they have won of those they played."""
        return teams.merit_table(get_object_or_404(leagues.divisions_listed(season), slug=division))


class Receipt(LeagueView):
    @operation("league.view", answer=ReceiptShape)
    def get(self, season: Season, division: str, team: str) -> object:
        """Where each of a team’s points comes from: fixtures, adjustments, and every tie-break as it was applied."""
        entries = Entry.objects.select_related("division__season__league", "team")
        entry = get_object_or_404(
            entries, season=season, division__slug=division, team__slug=team, team__hidden_at=None
        )
        return receipt_of(entry.division, entry.team, now=self.now)


OutlookShape = shape(
    Outlook,
    "told why",
    "The title, promotion or relegation, and whether a team can still reach it.",
    why='The reason where it is decided; "" while it is open, or hangs on a tie-break.',
    goal=serializers.ChoiceField(choices=[(goal, str(name)) for goal, name in GOALS.items()]),
    state=serializers.ChoiceField(
        choices=[(state, str(said).removesuffix(".")) for state, said in SENTENCES["champion"].items()],
        help_text="Decided, decided unless they finish level, open, open only by tie-break, or out of reach.",
    ),
)
PlacesShape = shape(
    Places,
    "best best_clear worst worst_clear decided",
    "The places that a team can still finish in, on points.",
    best="With every level finish won; `best_clear` with every one lost.",
    worst="With every level finish lost; `worst_clear` with every one won.",
)
ProspectShape = shape(
    Prospect,
    "reach",
    "What a team can still reach, if every fixture left is played out or given as a walkover.",
    places=PlacesShape(allow_null=True, help_text="Null where it would take too long to work out."),
    outlooks=OutlookShape(many=True),
)


class ProspectOf(ProspectShape):  # type: ignore[misc, valid-type]
    """A team with the places that it can still reach."""

    team = TeamRef()


class Possible(LeagueView):
    @operation("league.view", answer=ProspectOf(many=True))
    def get(self, season: Season, division: str) -> object:
        """What each team of a division can still reach; nothing once no fixture is left."""
        table = division_table(get_object_or_404(leagues.divisions_listed(season), slug=division))
        teams: dict[int, Team] = table.teams
        return [
            {"team": teams[one.team], "reach": one.reach, "places": one.places, "outlooks": one.outlooks}
            for one in still_possible(table)
        ]
