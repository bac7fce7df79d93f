"""Who won a fixture (R49b), and the parts that a league may count points for (R50, R51; LEAGUES: points).

A part's column, field, heading of season.csv, sentence on the rules page and line on a receipt all follow from its
declaration in `PointsScheme`; a part that is worth nothing is not shown.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from league.rules.match_terms import Terms
from league.rules.wording import points_told
from scoring.text import N_, Text

# What decides a fixture: games, or matches won, which leagues call tables.
WonBy = Literal["games", "matches"]
# Won, drawn, lost; abandoned, and so none of these.
Outcome = Literal["W", "D", "L", "A"]
Pair = tuple[int, int]


def fixture_outcome(won_by: str, games: Pair, matches: Pair, *, finished: bool = True) -> Outcome:
    """The outcome for the side whose figures come first. Where nobody won a game neither side came: both have lost."""
    if not finished:
        return "A"
    own, others = matches if won_by == "matches" else games
    if own == others:
        return "D" if any(games) else "L"
    return "W" if own > others else "L"


def walkover_to(home_games: int, away_games: int) -> Literal["home", "away"]:
    """The side of a walkover: whatever a league counts for one, that side has more games."""
    return "home" if home_games > away_games else "away"


# What a part needs of a fixture besides the totals that every result has.
Fact = Literal["matches", "lurches"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A side's share of one fixture: what the parts count.

    Attributes:
        whole_matches: won without the other side winning a game.
        lurches: games won by a lurch, `double_lurches` of them by a double one.
        finished: False where games were neither played nor awarded: then the fixture is neither won, drawn nor lost.
        walkover: given to it (``to``) or to the other side (``against``).
    """

    games: int
    against: int
    matches: int = 0
    matches_against: int = 0
    matches_drawn: int = 0
    whole_matches: int = 0
    lurches: int = 0
    double_lurches: int = 0
    finished: bool = True
    walkover: Literal["", "to", "against"] = ""
    won_by: WonBy = "games"

    @property
    def _outcome(self) -> Outcome:
        games, matches = (self.games, self.against), (self.matches, self.matches_against)
        return fixture_outcome(self.won_by, games, matches, finished=self.finished)

    @property
    def won(self) -> bool:
        return self._outcome == "W"

    @property
    def drawn(self) -> bool:
        """Whether it is a draw; a fixture without games won is none."""
        return self._outcome == "D"

    @property
    def lost(self) -> bool:
        """Whether it came, and lost."""
        return self._outcome == "L" and not self.walkover and bool(self.games or self.against)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Something that points are given for.

    Attributes:
        label: on the form, in the journal and as a heading of season.csv.
        sentence: on the rules page, with ``{points}`` and ``{games}``.
        line: on a receipt, from the count and the points.
        count: how many of it a side has, by the scheme.
        needs: facts beyond the totals of every result.
        of_matches: of single matches, and so counted in a table of one kind too.
        cannot: why a format can never have one.
    """

    label: Text
    sentence: Text
    line: Callable[[int, str], Text]
    count: Callable[[Any, Share], int]
    needs: Fact | None = None
    of_matches: bool = False
    cannot: Callable[[Terms], Text | None] = lambda terms: None


def part(default: int = 0, **said: Any) -> Any:
    return field(default=Fraction(default), metadata={"part": Part(**said)})


def margins(terms: Terms) -> frozenset[int]:
    """Differences in games, home less away, that a fixture can end with."""
    # Each with whether anybody has played yet.
    found = {(0, False)}
    for match in terms.matches:
        ends = {(home - away, bool(home or away)) for home, away in match.endings}
        found = {(so_far + more, begun or played) for so_far, begun in found for more, played in ends}
    return frozenset(margin for margin, begun in found if begun)


def no_match_level(terms: Terms) -> Text | None:
    """Why no match of a format can end level."""
    if any(home == away > 0 for match in terms.matches for home, away in match.endings):
        return None
    return N_("No match of this format can be drawn: leave it at 0.")


def no_fixture_level(terms: Terms) -> Text | None:
    """Why no fixture of a format can be drawn."""
    if 0 in margins(terms):
        return None
    return N_("No fixture of this format can be drawn: leave it at 0.")


def one_game_each(terms: Terms) -> Text | None:
    """Why every match won is won outright."""
    if any(match.most > 1 for match in terms.matches):
        return None
    return N_("Every match of this format is a single game: give the points for a match won instead.")


def _no_scores(terms: Terms) -> Text | None:
    if all(match.written == "scores" for match in terms.matches):
        return None
    return N_("A lurch is told by the loser’s score, which the sheets here do not have: leave it at 0.")


def no_lurch(terms: Terms) -> Text | None:
    """Why nobody can be seen to win by a lurch."""
    if unwritten := _no_scores(terms):
        return unwritten
    if any(match.lurch for match in terms.matches):
        return None
    return N_("The rulesets of this division know no lurch: leave it at 0, or choose a ruleset that does.")


def no_double_lurch(terms: Terms) -> Text | None:
    """Why nobody can be seen to win by a double lurch."""
    if unwritten := _no_scores(terms):
        return unwritten
    if any(match.double_lurch for match in terms.matches):
        return None
    return N_("The rulesets of this division know no double lurch: leave it at 0, or choose a ruleset that does.")


@dataclass(frozen=True, slots=True)
class Walkover:
    """A walkover's figures; by default all games of the fixture, and what they earn."""

    games: int | None = None  # None: all that a side can win
    against: int = 0  # of the side that did not come or conceded
    points: Fraction | None = None  # None: what its games, matches and win earn
    absent: Fraction | None = None  # of the other side, may be negative; None: what its games earn

    def games_of(self, terms: Terms) -> tuple[int, int]:
        return (terms.games, 0) if self.games is None else (self.games, self.against)

    def whole(self, terms: Terms) -> bool:
        """Whether it is every game of the fixture, so that each match's outcome is known."""
        return self.games_of(terms) == (terms.games, 0)


@dataclass(frozen=True)
class PointsScheme:
    """The points that a division gives, by default one a game."""

    game: Fraction = part(
        1,
        label=N_("points per game"),
        sentence=N_("{points} for each game won, whatever the margin."),
        line=lambda n, points: Text.plural("{n} game: {points}", "{n} games: {points}", n=n, points=points),
        count=lambda scheme, share: share.games,
        of_matches=True,
    )
    match: Fraction = part(
        label=N_("points per match won"),
        sentence=N_("{points} for each match won."),
        line=lambda n, points: Text.plural("{n} match: {points}", "{n} matches: {points}", n=n, points=points),
        count=lambda scheme, share: share.matches,
        of_matches=True,
    )
    win: Fraction = part(
        label=N_("points per fixture won"),
        sentence=N_("{points} for a fixture won."),
        line=lambda n, points: Text("the win: {points}", points=points),
        count=lambda scheme, share: int(share.won),
    )
    draw: Fraction = part(
        label=N_("points per fixture drawn"),
        sentence=N_("{points} for a fixture drawn."),
        line=lambda n, points: Text("the draw: {points}", points=points),
        count=lambda scheme, share: int(share.drawn),
        cannot=no_fixture_level,
    )
    loss: Fraction = part(
        label=N_("points per fixture lost"),
        sentence=N_("{points} for a fixture that was played and lost."),
        line=lambda n, points: Text("the fixture lost: {points}", points=points),
        count=lambda scheme, share: int(share.lost),
    )
    close_loss: Fraction = part(
        label=N_("points per fixture lost narrowly"),
        sentence=N_("{points} more for a fixture that was played and lost by {games} at most."),
        line=lambda n, points: Text("lost narrowly: {points}", points=points),
        count=lambda scheme, share: int(share.lost and share.against - share.games <= scheme.close_by),
    )
    match_drawn: Fraction = part(
        label=N_("points per match drawn"),
        sentence=N_("{points} for each match drawn."),
        line=lambda n, points: Text.plural(
            "{n} match drawn: {points}", "{n} matches drawn: {points}", n=n, points=points
        ),
        count=lambda scheme, share: share.matches_drawn,
        of_matches=True,
        needs="matches",
        cannot=no_match_level,
    )
    whole_match: Fraction = part(
        label=N_("points per match won outright"),
        sentence=N_("{points} more for each match won without losing a game of it."),
        line=lambda n, points: Text.plural(
            "{n} match without a game lost: {points}", "{n} matches without a game lost: {points}", n=n, points=points
        ),
        count=lambda scheme, share: share.whole_matches,
        of_matches=True,
        needs="matches",
        cannot=one_game_each,
    )
    whole_fixture: Fraction = part(
        label=N_("points per fixture won outright"),
        sentence=N_("{points} more for a fixture won without losing a game of it."),
        line=lambda n, points: Text("no game lost: {points}", points=points),
        count=lambda scheme, share: int(share.won and not share.against),
    )
    lurch: Fraction = part(
        label=N_("points per lurch"),
        sentence=N_("{points} more for each game won by a lurch, a double one too."),
        line=lambda n, points: Text.plural("{n} lurch: {points}", "{n} lurches: {points}", n=n, points=points),
        count=lambda scheme, share: share.lurches,
        of_matches=True,
        needs="lurches",
        cannot=no_lurch,
    )
    double_lurch: Fraction = part(
        label=N_("points per double lurch"),
        sentence=N_("{points} more for each game won by a double lurch."),
        line=lambda n, points: Text.plural(
            "{n} double lurch: {points}", "{n} double lurches: {points}", n=n, points=points
        ),
        count=lambda scheme, share: share.double_lurches,
        of_matches=True,
        needs="lurches",
        cannot=no_double_lurch,
    )
    close_by: int = 0  # games; the widest narrow loss
    won_by: WonBy = "games"
    walkover: Walkover = Walkover()

    @cached_property
    def nonzero_parts(self) -> Mapping[str, Fraction]:
        return {name: worth for name in PARTS if (worth := getattr(self, name))}

    @property
    def of_matches(self) -> "PointsScheme":
        """What it gives for games and matches alone, for a table of one kind."""
        fixtures: dict[str, Any] = {name: Fraction(0) for name, one in PARTS.items() if not one.of_matches}
        return replace(self, **fixtures, walkover=Walkover())

    @property
    def needs(self) -> frozenset[Fact]:
        """Facts it counts beyond the totals of every result."""
        return frozenset(need for name in self.nonzero_parts if (need := PARTS[name].needs) is not None)


PARTS: Mapping[str, Part] = {one.name: one.metadata["part"] for one in fields(PointsScheme) if "part" in one.metadata}
# A walkover's points where a league says them, as a receipt names them; no part of what was played.
GIVEN: Mapping[str, Callable[[str], Text]] = {
    "walkover": lambda points: Text("the walkover: {points}", points=points),
    "absent": lambda points: Text("not played: {points}", points=points),
}


@dataclass(frozen=True, slots=True)
class Source:
    part: str  # a name of `PARTS`, or ``walkover`` or ``absent``
    n: int  # how many of it
    points: Fraction

    @property
    def told(self) -> Text:
        """The receipt's words: "6 games: 6"."""
        points = points_told(self.points)
        return PARTS[self.part].line(self.n, points) if self.part in PARTS else GIVEN[self.part](points)


@dataclass(frozen=True, slots=True)
class Sources:
    """A side's points in one fixture, by part."""

    parts: tuple[Source, ...] = ()

    @property
    def total(self) -> Fraction:
        return sum((source.points for source in self.parts), Fraction(0))


def sources(scheme: PointsScheme, share: Share) -> Sources:
    said = {"": None, "to": scheme.walkover.points, "against": scheme.walkover.absent}[share.walkover]
    if said is not None:
        return Sources((Source("walkover" if share.walkover == "to" else "absent", 1, said),))
    counted = ((name, PARTS[name].count(scheme, share), worth) for name, worth in scheme.nonzero_parts.items())
    return Sources(tuple(Source(name, n, n * worth) for name, n, worth in counted if n))


def walkover_shares(scheme: PointsScheme, terms: Terms) -> tuple[Share, Share]:
    games, against = scheme.walkover.games_of(terms)
    matches = len(terms.matches)
    given = Share(games=games, against=against, matches=matches, walkover="to", won_by=scheme.won_by)
    whole = matches if scheme.walkover.whole(terms) else 0
    absent = Share(games=against, against=games, matches_against=matches, walkover="against", won_by=scheme.won_by)
    return replace(given, whole_matches=whole), absent
