"""Shapes: how real leagues play a night and count it, as starting points for a season.

A shape fills in a division's format, points and tie-breaks and some settings, all changeable later. A new one is one
entry of `SHAPES`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from league.rules.formats import parse_format
from league.rules.match_terms import Terms
from league.rules.rulebook.of_the_league import format_in_words, league_rules
from league.rules.scheme import PointsScheme, Walkover, WonBy
from league.rules.settings import DivisionSettings, SeasonSettings, sentences
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Counting:
    """Division columns on fixtures and points; points are text, so that no figure is rounded."""

    fixture_format: str
    games_per_match: int = 3
    points_per_game: str = "1"
    points_per_match: str = "0"
    points_per_win: str = "0"
    points_per_draw: str = "0"
    won_by: WonBy = "games"
    walkover_games: int | None = None
    walkover_games_against: int = 0
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to play: its name, whose it is, its division columns and season settings."""

    name: Text
    like: Text
    counting: Counting
    season: Mapping[str, Any] = field(default_factory=dict)

    @property
    def terms(self) -> Terms:
        return parse_format(self.counting.fixture_format, self.counting.games_per_match)[0]

    @property
    def division(self) -> dict[str, Any]:
        columns = {**asdict(self.counting), "tie_breaks": list(self.counting.tie_breaks)}
        return {name: value for name, value in columns.items() if value is not None}

    @property
    def scheme(self) -> PointsScheme:
        counting = self.counting
        return PointsScheme(
            game=Fraction(counting.points_per_game),
            match=Fraction(counting.points_per_match),
            win=Fraction(counting.points_per_win),
            draw=Fraction(counting.points_per_draw),
            won_by=counting.won_by,
            walkover=Walkover(counting.walkover_games, counting.walkover_games_against),
        )


# Most leagues leave no week blank: a postponed fixture is played within three weeks.
_NO_BLANK_WEEK: Final[Mapping[str, Any]] = {"catch_up": "none", "play_within": 21}
SHAPES: Final[Mapping[str, Shape]] = {
    "town": Shape(
        N_("Five doubles and four singles"),
        N_("A large town league: nine matches of three games, every loser’s score written down."),
        Counting("D D D D D S S S S"),
    ),
    "rye": Shape(
        N_("Four players: four singles and two doubles"),
        N_("As in Rye: the same four play a singles match and a doubles match each."),
        Counting("S S S S D D / 1S 1D"),
        _NO_BLANK_WEEK,
    ),
    "bury": Shape(
        N_("Three pairs, five games each"),
        N_("As in Bury St Edmunds: half a point a game and two for the fixture."),
        Counting("D5w D5w D5w", points_per_game="0.5", points_per_win="2"),
        _NO_BLANK_WEEK,
    ),
    "bere-regis": Shape(
        N_("Six players: three doubles and six singles, each the best of three"),
        N_("As in Bere Regis: the same six play in pairs and alone, one point a match won."),
        Counting(
            "Db3 Db3 Db3 Sb3 Sb3 Sb3 Sb3 Sb3 Sb3 / 1S 1D",
            points_per_game="0",
            points_per_match="1",
        ),
        _NO_BLANK_WEEK,
    ),
    "legs-differ": Shape(
        N_("Three pairs with two, two and three games"),
        N_("As in the league called shgddcl: not every match has the same number of games."),
        Counting("D2 D2 D3"),
        _NO_BLANK_WEEK,
    ),
    "lincoln": Shape(
        N_("Six pairs; anybody may play"),
        N_("As in Lincoln: no player need be registered; a name is written on the sheet."),
        Counting("D D D D D D"),
        {**_NO_BLANK_WEEK, "withdrawal_policy": "void-before-half", "registration": "open"},
    ),
    "winners": Shape(
        N_("Four singles and two doubles, only the winners written down"),
        N_("As most British pub leagues keep their cards: who won each game, and no score."),
        Counting("Sw Sw Sw Sw Dw Dw"),
        _NO_BLANK_WEEK,
    ),
    "coast": Shape(
        N_("Six a side, each plays each"),
        N_("As on the Essex coast: thirty-six matches of one game, a point for each."),
        Counting("6E1w"),
        _NO_BLANK_WEEK,
    ),
    "langley": Shape(
        N_("Six pairs a side, each pair plays each pair"),
        N_("As in Langley: thirty-six games, each pair at each table once; names are written on the sheet."),
        Counting("6ED1w", walkover_games=19),
        {**_NO_BLANK_WEEK, "registration": "open", "halves": True},
    ),
    "stratton": Shape(
        N_("Three pairs, five games each, and two points for the night"),
        N_("As in Stratton: a point a game and two for the fixture; a team that does not come loses 10–0."),
        Counting("D5w D5w D5w", points_per_win="2", walkover_games=10),
        {
            "catch_up": "none",
            "play_within": 14,
            "reports": "winner",
            "result_hours": 24,
            "no_show_limit": 3,
            "late_card": "reporter",
            "late_card_points": Decimal(2),
        },
    ),
    "waterside": Shape(
        N_("Five tables of five games; the tables decide the night"),
        N_("As at Waterside: three tables to two win the night, two points; a level night is one each."),
        Counting(
            "S5t S5t S5t S5t S5t",
            points_per_game="0",
            points_per_win="2",
            points_per_draw="1",
            won_by="matches",
            walkover_games=15,
            walkover_games_against=10,
        ),
        _NO_BLANK_WEEK,
    ),
}
DEFAULT_SHAPE: Final = "town"
_NOT_PLAYED: Final = "Fixtures that are not played out"
# The chapters of the rules in which a shape may have sentences of its own, by its season's settings.
OF_A_SEASON: Final = ("Who may play", "Postponed fixtures", "Teams that withdraw", "Deadlines", "Points", _NOT_PLAYED)


def night_in_words(terms: Terms) -> tuple[Text, ...]:
    """What a night of a format consists of, and how many players a side needs."""
    needed = terms.players_needed()
    side = Text.plural("A side needs {n} player.", "A side needs {n} players.", n=needed)
    short = [] if terms.short.sentence is None else [terms.short.sentence]
    return (*format_in_words(terms), side, *short)


def night_of(shape: Shape) -> tuple[Text, ...]:
    counting = shape.counting
    book = league_rules(shape.terms, scheme=shape.scheme, tie_breaks=counting.tie_breaks, settings=())
    counted = next(part for part in book if part.title == "Points")
    by_tables = sentences([DivisionSettings(won_by=counting.won_by)], "Points") if counting.won_by != "games" else []
    run, usual = SeasonSettings(**shape.season), SeasonSettings()
    of_its_own = [
        rule for title in OF_A_SEASON for rule in sentences([run], title) if rule not in sentences([usual], title)
    ]
    return (*night_in_words(shape.terms), *counted.rules, *by_tables, *of_its_own)
