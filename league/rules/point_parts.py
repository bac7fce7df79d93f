"""Parts that points may be given for: what each counts of a side's share of a fixture, and its words."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from league.rules.fixture_winner import Outcome, WonBy, fixture_outcome
from league.rules.match_terms import Terms
from scoring.text import N_, Text

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
    """Declare a part with its default points."""
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
