"""A part that points may be given for: what it counts of a side's share of a fixture, and how it is said."""

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
        games: those that are the side's; `against` the other side's.
        matches: those it has won; `matches_against` those the other side has won.
        matches_drawn: those that ended level.
        whole_matches: those it has won without the other side winning a game.
        lurches: games it has won by a lurch, `double_lurches` of them by a double one.
        finished: False where games were neither played nor awarded: then the fixture is neither won, drawn nor lost.
        walkover: it was given the fixture as a walkover (``to``), or the other side was (``against``).
        won_by: what decides who has won the fixture.
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
        """Return True if it has won the fixture."""
        return self._outcome == "W"

    @property
    def drawn(self) -> bool:
        """Return True if the fixture is drawn; one in which nobody won a game is drawn by neither."""
        return self._outcome == "D"

    @property
    def lost(self) -> bool:
        """Return True if it came, and has lost the fixture."""
        return self._outcome == "L" and not self.walkover and bool(self.games or self.against)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Something that points are given for.

    Attributes:
        label: its name on the form, in the journal and as a heading of season.csv.
        sentence: what the rules page says, with ``{points}`` and where it asks for them ``{games}``.
        line: what a receipt says, from how many there were and the points they came to.
        count: how many of it a side has in a fixture, by the scheme.
        needs: what of a fixture it counts besides the totals that every result has.
        of_matches: it is for what came of single matches, and so counts in a table of one kind of match too.
        cannot: why a format can never have one; None where it can.
    """

    label: Text
    sentence: Text
    line: Callable[[int, str], Text]
    count: Callable[[Any, Share], int]
    needs: Fact | None = None
    of_matches: bool = False
    cannot: Callable[[Terms], Text | None] = lambda terms: None


def part(default: int = 0, **said: Any) -> Any:
    """Declare a part with the points that a league gives for it until it says otherwise."""
    return field(default=Fraction(default), metadata={"part": Part(**said)})


def margins(terms: Terms) -> frozenset[int]:
    """Return the differences in games, home less away, that a fixture can end with."""
    # Each with whether anybody has played yet.
    found = {(0, False)}
    for match in terms.matches:
        ends = {(home - away, bool(home or away)) for home, away in match.endings}
        found = {(so_far + more, begun or played) for so_far, begun in found for more, played in ends}
    return frozenset(margin for margin, begun in found if begun)


def no_match_level(terms: Terms) -> Text | None:
    """Return why no match of a format can end level; None where one can."""
    if any(home == away > 0 for match in terms.matches for home, away in match.endings):
        return None
    return N_("No match of this format can be drawn: leave it at 0.")


def no_fixture_level(terms: Terms) -> Text | None:
    """Return why no fixture of a format can be drawn; None where one can."""
    if 0 in margins(terms):
        return None
    return N_("No fixture of this format can be drawn: leave it at 0.")


def one_game_each(terms: Terms) -> Text | None:
    """Return why every match won is won outright; None where some are not."""
    if any(match.most > 1 for match in terms.matches):
        return None
    return N_("Every match of this format is a single game: give the points for a match won instead.")


def _no_scores(terms: Terms) -> Text | None:
    if all(match.written == "scores" for match in terms.matches):
        return None
    return N_("A lurch is told by the loser’s score, which the sheets here do not have: leave it at 0.")


def no_lurch(terms: Terms) -> Text | None:
    """Return why nobody can be seen to win by a lurch; None where they can."""
    if unwritten := _no_scores(terms):
        return unwritten
    if any(match.lurch for match in terms.matches):
        return None
    return N_("The rulesets of this division know no lurch: leave it at 0, or choose a ruleset that does.")


def no_double_lurch(terms: Terms) -> Text | None:
    """Return why nobody can be seen to win by a double lurch; None where they can."""
    if unwritten := _no_scores(terms):
        return unwritten
    if any(match.double_lurch for match in terms.matches):
        return None
    return N_("The rulesets of this division know no double lurch: leave it at 0, or choose a ruleset that does.")
