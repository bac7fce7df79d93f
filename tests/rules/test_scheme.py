"""Points are a sum of named parts; what the parts come to is held against a slow table that knows none of the rules."""

import datetime as dt
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.enums import ResultKind
from league.models import Division, Fixture
from league.queries.seasons.setting_changes import field_name
from league.queries.standings.figures import totals_of_sheet, totals_of_walkover
from league.rules.formats import parse_format, terms
from league.rules.match_terms import Terms
from league.rules.rulebook import league_rules
from league.rules.scheme import (
    PARTS,
    Outcome,
    PointsScheme,
    Share,
    Source,
    Sources,
    Walkover,
    fixture_outcome,
    margins,
    sources,
)
from league.rules.scheme_columns import COLUMNS, check_scheme, stored_scheme
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet
from league.rules.standings import Entrant, table

F = Fraction


def share(games: int, against: int, **more: Any) -> Share:
    return Share(games=games, against=against, **more)


def played(text: str) -> Terms:
    found, problems = parse_format(text)
    assert problems == []
    return found


@pytest.mark.parametrize(
    ("scheme", "home", "away", "points"),
    [
        # One a game, whatever the margin (R50).
        (PointsScheme(), share(10, 8), share(8, 10), (10, 8)),
        # Two for the fixture and half a game.
        (PointsScheme(game=F(1, 2), win=F(2)), share(10, 8), share(8, 10), (7, 4)),
        # One a table and two the fixture.
        (PointsScheme(game=F(0), match=F(1), win=F(2)), share(8, 10, matches=3), share(10, 8, matches=3), (3, 5)),
        # A drawn fixture.
        (PointsScheme(win=F(2), draw=F(1)), share(9, 9), share(9, 9), (10, 10)),
        # Neither side came: nobody has drawn.
        (PointsScheme(win=F(2), draw=F(1)), share(0, 0), share(0, 0), (0, 0)),
        # A point for turning up and losing, and one more for losing by three at most.
        (PointsScheme(game=F(0), loss=F(1), close_loss=F(1), close_by=3), share(11, 7), share(7, 11), (0, 1)),
        (PointsScheme(game=F(0), loss=F(1), close_loss=F(1), close_by=3), share(10, 7), share(7, 10), (0, 2)),
        # A fixture that is broken off is won, drawn and lost by nobody.
        (
            PointsScheme(win=F(2), loss=F(1), whole_fixture=F(3)),
            share(4, 0, finished=False),
            share(0, 4, finished=False),
            (4, 0),
        ),
        # No game lost: the bonus on top of the win.
        (PointsScheme(game=F(0), win=F(2), whole_fixture=F(3, 2)), share(9, 0), share(0, 9), (F(7, 2), 0)),
    ],
)
def test_fixture_points(scheme: PointsScheme, home: Share, away: Share, points: tuple[int, int]) -> None:
    assert (sources(scheme, home).total, sources(scheme, away).total) == points


def test_each_source_of_a_fixtures_points_is_told() -> None:
    scheme = PointsScheme(
        game=F(1, 2), match=F(1), win=F(2), match_drawn=F(1, 2), whole_match=F(1), lurch=F(1), double_lurch=F(1)
    )
    found = sources(scheme, share(10, 8, matches=3, matches_drawn=1, whole_matches=2, lurches=3, double_lurches=1))
    assert found == Sources(
        (
            Source("game", 10, F(5)), Source("match", 3, F(3)), Source("win", 1, F(2)),
            Source("match_drawn", 1, F(1, 2)), Source("whole_match", 2, F(2)), Source("lurch", 3, F(3)),
            Source("double_lurch", 1, F(1)),
        )
    )  # fmt: skip
    assert [str(source.told) for source in found.parts] == [
        "10 games: 5", "3 matches: 3", "the win: 2", "1 match drawn: ½", "2 matches without a game lost: 2",
        "3 lurches: 3", "1 double lurch: 1",
    ]  # fmt: skip
    assert sum(source.points for source in found.parts if source.part == "lurch") == 3


def test_what_is_worth_nothing_is_not_told() -> None:
    assert sources(PointsScheme(), share(3, 6, matches=1)).parts == (Source("game", 3, F(3)),)


def test_a_walkover_brings_what_the_league_says_it_does() -> None:
    usual = PointsScheme(win=F(2), loss=F(1), close_loss=F(1), close_by=9)
    to, against = share(9, 0, matches=3, walkover="to"), share(0, 9, walkover="against")
    assert (sources(usual, to).total, sources(usual, against).total) == (11, 0)
    said = replace(usual, walkover=Walkover(points=F(5), absent=F(-1)))
    assert sources(said, to).parts == (Source("walkover", 1, F(5)),)
    assert [str(source.told) for source in sources(said, against).parts] == ["not played: −1"]


def test_every_part_is_declared_once_and_reaches_everything() -> None:
    for name, part in PARTS.items():
        column = f"points_per_{name}"
        assert Division._meta.get_field(column).verbose_name == str(part.label)
        assert field_name(column) == part.label
        scheme = replace(PointsScheme(game=F(0)), close_by=2, **{name: F(3)})
        chapter = next(section for section in league_rules(played("S S"), scheme=scheme) if section.title == "Points")
        assert str(chapter.rules[0]).startswith("Three points ")
        assert len(chapter.rules) == 2
    assert all(Division._meta.get_field(name).verbose_name == str(one.label) for name, one in COLUMNS.items())
    assert len({str(one.label) for one in COLUMNS.values()}) == len(COLUMNS)


def test_the_rules_page_tells_a_walkovers_figures() -> None:
    scheme = PointsScheme(walkover=Walkover(15, 10, F(5), F(-1)))
    [chapter] = [one for one in league_rules(played("D5 D5 D5 D5 D5"), scheme=scheme) if one.title == "Awarded games"]
    assert [str(rule) for rule in chapter.rules[1:4]] == [
        "A fixture that was not played, or conceded, may be given as a walkover: 15 games to ten.",
        "The side that a walkover is given to has five points for it.",
        "The other side loses one point.",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("S", {-3, -1, 1, 3}),
        ("Sb3", {-2, -1, 1, 2}),
        ("S2 Sf2", {-4, -3, -2, -1, 0, 1, 2, 3, 4}),
        # For one of three matches both sides may have had nobody.
        ("S1 S1 S1", {-3, -2, -1, 0, 1, 2, 3}),
        ("D3 D1", {-4, -3, -2, -1, 0, 1, 2, 3, 4}),
        ("S2", {-2, 0, 2}),
    ],
)
def test_the_margins_that_a_fixture_can_have(text: str, found: set[int]) -> None:
    assert margins(played(text)) == found


ACC = {"singles_ruleset": "acc", "doubles_ruleset": "acc"}


@pytest.mark.parametrize(
    ("text", "scheme", "field", "told"),
    [
        ("S", PointsScheme(draw=F(1)), "points_per_draw", "No fixture of this format can be drawn: leave it at 0."),
        ("S S", PointsScheme(match_drawn=F(1)), "points_per_match_drawn",
         "No match of this format can be drawn: leave it at 0."),
        ("Sw", PointsScheme(lurch=F(1)), "points_per_lurch",
         "A lurch is told by the loser’s score, which the sheets here do not have: leave it at 0."),
        ("S", PointsScheme(lurch=F(1)), "points_per_lurch",
         "The rulesets of this division know no lurch: leave it at 0, or choose a ruleset that does."),
        ("S1 S1", PointsScheme(whole_match=F(1)), "points_per_whole_match",
         "Every match of this format is a single game: give the points for a match won instead."),
        ("S", PointsScheme(close_loss=F(1)), "close_loss_games",
         "Say by how many games at most a fixture is lost narrowly."),
        ("S", PointsScheme(close_loss=F(1), close_by=3), "close_loss_games",
         "Every fixture lost would be lost narrowly: give the points for a fixture lost instead."),
        ("S2", PointsScheme(close_loss=F(1), close_by=1), "close_loss_games",
         "A fixture of this format is lost by 2 games at least."),
        ("S", PointsScheme(game=F(0)), "points_per_game",
         "No team could ever have a point: give some for a game, a match or a fixture won."),
        ("S", PointsScheme(walkover=Walkover(1, 1)), "walkover_games",
         "The side that a walkover is given to has more games than the other."),
        ("S", PointsScheme(walkover=Walkover(3, 1)), "walkover_games", "A fixture of this format has 3 games at most."),
        ("S", PointsScheme(walkover=Walkover(None, 1)), "walkover_games",
         "Say too how many games the side has that a walkover is given to."),
        ("S", PointsScheme(walkover=Walkover(points=F(1), absent=F(2))), "absent_points",
         "The absent side would have more points than the side that a walkover is given to."),
    ],
)  # fmt: skip
def test_points_that_can_never_come_about_are_refused(text: str, scheme: PointsScheme, field: str, told: str) -> None:
    found = check_scheme(scheme, terms(Division(fixture_format=text)))
    assert [(problem.field, str(problem.message)) for problem in found] == [(field, told)]


def test_points_that_add_up_are_taken() -> None:
    scheme = PointsScheme(
        F(1, 2), F(1), F(2), F(1), F(1), F(1), F(1), F(1), F(1), F(1), F(1), 2, Walkover(4, 0, F(5), F(-1))
    )
    assert check_scheme(scheme, terms(Division(fixture_format="S2 D2", **ACC))) == []


# --- the slow table: it knows what a league would do by hand, and nothing of the rules -------------------------------

LETTERS = {"singles": "S", "doubles": "D", "trebles": "T"}


@dataclass(frozen=True)
class Kind:
    """A match as a league describes it."""

    kind: str
    games: int
    ends: str
    scored: bool

    @property
    def text(self) -> str:
        return f"{LETTERS[self.kind]}{self.ends}{self.games}{'' if self.scored else 'w'}"

    @property
    def enough(self) -> int:
        return {"": self.games, "b": self.games // 2 + 1, "f": self.games}[self.ends]

    @property
    def most(self) -> int:
        return 2 * self.games - 1 if self.ends == "f" else self.games


# A game: 0 where home won it, 1 where away did; the loser's score.
Games = list[tuple[int, int]]


@dataclass(frozen=True)
class Night:
    """What came of two teams' night: every game of each match, whether it ended early, or to whom it was given."""

    teams: tuple[int, int]
    matches: tuple[Games, ...] = ()
    how: str = "played"


@st.composite
def kinds(draw: st.DrawFn) -> Kind:
    ends = draw(st.sampled_from(["", "b", "f"]))
    games = draw({"": st.integers(1, 5), "b": st.sampled_from([1, 3, 5]), "f": st.integers(1, 3)}[ends])
    return Kind(draw(st.sampled_from(sorted(LETTERS))), games, ends, draw(st.booleans()))


@st.composite
def games_of(draw: st.DrawFn, kind: Kind, cut: bool) -> Games:
    found: Games = []
    while len(found) < kind.most:
        won = [sum(winner == side for winner, _ in found) for side in (0, 1)]
        if kind.ends and max(won) == kind.enough:
            break
        if cut and draw(st.integers(0, 3)) == 0:
            break
        found.append((draw(st.integers(0, 1)), draw(st.sampled_from([0, 60, 61, 90, 91, 120]))))
    return found


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[Kind], list[Night]]:
    format_ = draw(st.lists(kinds(), min_size=1, max_size=4))
    pairs = [(a, b) for a in range(1, 5) for b in range(1, 5) if a != b]
    nights = []
    for teams in draw(st.lists(st.sampled_from(pairs), max_size=6, unique=True)):
        how = draw(st.sampled_from(["played", "played", "played", "cut", "to home", "to away", "nobody", "void"]))
        matches = tuple(draw(games_of(kind, how == "cut")) for kind in format_) if how in ("played", "cut") else ()
        nights.append(Night(teams, matches, how))
    return format_, nights


worth = st.integers(0, 12).map(lambda n: F(n, 4))


@st.composite
def given_points(draw: st.DrawFn) -> dict[str, Any]:
    said: dict[str, Any] = {name: draw(worth) for name in PARTS}
    said["close_by"] = draw(st.integers(0, 4))
    said["walkover"] = draw(st.none() | st.tuples(st.integers(3, 6), st.integers(0, 2)))
    said["given"], said["absent"] = draw(st.none() | worth), draw(st.none() | worth.map(lambda points: -points))
    return said


def slow_table(format_: list[Kind], nights: list[Night], said: dict[str, Any]) -> dict[int, Fraction]:
    """Add up every team's points game by game, as somebody with a pencil would."""
    points = dict.fromkeys(range(1, 5), F(0))
    for night in nights:
        for side, team in enumerate(night.teams):
            points[team] += slow_points(format_, night, said, side)
    return points


def slow_points(format_: list[Kind], night: Night, said: dict[str, Any], side: int) -> Fraction:
    if night.how in ("void", "nobody"):
        return F(0)
    if night.how.startswith("to"):
        return slow_walkover(format_, said, mine=(night.how == "to home") == (side == 0))
    total, mine, theirs, complete = F(0), 0, 0, True
    for kind, games in zip(format_, night.matches, strict=True):
        own = len([1 for winner, _ in games if winner == side])
        other = len(games) - own
        mine, theirs = mine + own, theirs + other
        over = len(games) == kind.most if not kind.ends else kind.enough in (own, other)
        complete = complete and over
        total += sum(slow_game(kind, lost, said) for winner, lost in games if winner == side)
        if over and own > other:
            total += said["match"] + (said["whole_match"] if other == 0 else 0)
        if over and own == other:
            total += said["match_drawn"]
    return total + (slow_end(mine, theirs, said) if complete else 0)


def slow_game(kind: Kind, lost: int, said: dict[str, Any]) -> Fraction:
    lurch = said["lurch"] if kind.scored and lost <= 90 else 0
    return said["game"] + lurch + (said["double_lurch"] if kind.scored and lost <= 60 else 0)


def slow_end(mine: int, theirs: int, said: dict[str, Any]) -> Fraction:
    if mine > theirs:
        return said["win"] + (said["whole_fixture"] if theirs == 0 else 0)
    if mine == theirs:
        return said["draw"] if mine else F(0)
    return said["loss"] + (said["close_loss"] if theirs - mine <= said["close_by"] else 0)


def slow_walkover(format_: list[Kind], said: dict[str, Any], *, mine: bool) -> Fraction:
    if mine and said["given"] is not None:
        return said["given"]
    if not mine and said["absent"] is not None:
        return said["absent"]
    every = sum(kind.enough for kind in format_)
    games, against = said["walkover"] or (every, 0)
    if not mine:
        return said["game"] * against
    total = said["game"] * games + said["match"] * len(format_) + said["win"]
    if (games, against) == (every, 0):
        total += said["whole_match"] * len(format_)
    return total + (said["whole_fixture"] if against == 0 else 0)


def sheet_of_night(format_: list[Kind], night: Night) -> ResultSheet:
    matches = []
    for number, (kind, games) in enumerate(zip(format_, night.matches, strict=True), start=1):
        scored = (GameScore(121, lost) if winner == 0 else GameScore(lost, 121) for winner, lost in games)
        told = (GameScore(won=(HOME, AWAY)[winner]) for winner, _ in games)
        matches.append(MatchSheet(number, kind.kind, (), (), tuple(scored if kind.scored else told)))  # type: ignore[arg-type]
    return ResultSheet(tuple(matches))


KINDS = {"played": ResultKind.PLAYED, "cut": ResultKind.ABANDONED, "nobody": ResultKind.NOBODY, "void": ResultKind.VOID}


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(seasons(), given_points())
def test_the_table_is_that_of_a_pencil(season: tuple[list[Kind], list[Night]], said: dict[str, Any]) -> None:
    format_, nights = season
    games, against = said["walkover"] or (None, 0)
    division = Division(
        fixture_format=" ".join(kind.text for kind in format_), close_loss_games=said["close_by"], walkover_games=games,
        walkover_games_against=against, walkover_points=said["given"], absent_points=said["absent"],
        **{f"points_per_{name}": said[name] for name in PARTS}, **ACC,
    )  # fmt: skip
    totals = []
    for number, night in enumerate(nights, start=1):
        at = dt.datetime(2026, 9, 15, 20, tzinfo=dt.UTC) + dt.timedelta(days=number)
        home, away = night.teams
        fixture = Fixture(pk=number, division=division, home_id=home, away_id=away, starts_at=at)
        if night.how in KINDS:
            sheet = sheet_of_night(format_, night) if night.matches else ResultSheet(())
            totals.append(totals_of_sheet(fixture, sheet, KINDS[night.how]))
        else:
            totals.append(totals_of_walkover(fixture, HOME if night.how == "to home" else AWAY))
    rows = table([Entrant(n, f"Team {n}") for n in range(1, 5)], totals, scheme=stored_scheme(division)).rows
    assert {row.entrant.id: row.points for row in rows} == slow_table(format_, nights, said)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


HOUSE = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("games", "matches", "by_games", "by_matches"),
    [
        ((9, 16), (3, 2), "L", "W"),
        ((16, 9), (2, 3), "W", "L"),
        ((11, 9), (2, 2), "W", "D"),
        ((10, 10), (3, 2), "D", "W"),
        ((4, 4), (0, 0), "D", "D"),
        ((0, 0), (0, 0), "L", "L"),
    ],
)
def test_who_has_won(games: tuple[int, int], matches: tuple[int, int], by_games: Outcome, by_matches: Outcome) -> None:
    assert fixture_outcome("games", games, matches) == by_games
    assert fixture_outcome("matches", games, matches) == by_matches
    assert fixture_outcome("matches", games, matches, finished=False) == "A"


def test_nothing_else_compares_the_games_of_two_sides() -> None:
    """A second place that decides it would go on deciding by games; a match alone is always won by them."""
    compares = re.compile(r"(?<!match\.)(home|away)_games *[<>]=? *(?:\w+\.)*(home|away)_games")
    files = [*(HOUSE / "league").rglob("*.py"), *(HOUSE / "templates").rglob("*.html")]
    found = {
        str(path.relative_to(HOUSE))
        for path in files
        if "migrations" not in path.parts and compares.search(path.read_text())
    }
    assert found == {"league/rules/scheme.py"}
