"""A format as boxes on paper, for a night without a signal."""

from collections.abc import Iterator
from dataclasses import dataclass

from league.rules.match_terms import KIND_NAMES, MatchTerms, Terms
from league.rules.wording import number
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match with a box for each seat and game.

    Attributes:
        numbers: of the match, or of all where each plays each (`grid`), row by row.
        games: of which something is written down; none where they are only counted.
        pegged: each side's points in all games are written down.
    """

    numbers: tuple[int, ...]
    title: Text
    how: Text
    seats: range
    games: range
    grid: bool = False
    pegged: bool = False

    @property
    def rows(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Rows of the grid: a home player, and their matches."""
        size = len(self.seats)
        return tuple((seat, self.numbers[(seat - 1) * size : seat * size]) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A fixture's card; `legend` says what to write into the boxes."""

    matches: tuple[PaperMatch, ...]
    legend: tuple[Text, ...]

    @property
    def wide(self) -> bool:
        """Whether matches have so many games that fewer fit beside each other."""
        return any(len(match.games) > 4 for match in self.matches if not match.grid)


def paper_card(terms: Terms) -> PaperCard:
    return PaperCard(tuple(_matches(terms)), tuple(_legend(terms)))


def _matches(terms: Terms) -> Iterator[PaperMatch]:
    for place, match in enumerate(terms.matches, start=1):
        played = range(1, 1 if match.counted else match.most + 1)
        if match.pairing is None:
            title = Text("{n}. {kind}", n=place, kind=KIND_NAMES[match.kind].capitalised())
            yield PaperMatch((place,), title, _how(match), range(1, match.players + 1), played, pegged=match.pegged)
        elif match.pairing.home_first:
            size = match.pairing.size
            title = Text("{first}–{last}. Each plays each", first=place, last=place + size * size - 1)
            numbers = tuple(range(place, place + size * size))
            yield PaperMatch(numbers, title, _how(match), range(1, size + 1), played, grid=True)


def _how(match: MatchTerms) -> Text:
    own = match.own_ruleset_title
    return _describe_end(match) if own is None else Text("{how}, {ruleset}", how=_describe_end(match), ruleset=own)


def _describe_end(match: MatchTerms) -> Text:
    if match.ends == "best":
        return Text("best of {number}", number=number(match.games))
    if match.ends == "first":
        return Text("first to {number}", number=number(match.games))
    if match.games == 1:
        return N_("one game")
    return Text.plural(
        "{number} game, all played", "{number} games, all played", n=match.games, number=number(match.games)
    )


def _legend(terms: Terms) -> Iterator[Text]:
    written = {match.written for match in terms.matches if match.pairing is None}
    if "scores" in written:
        yield N_("Write each side’s score into its box of the game.")
    if "winners" in written:
        yield N_("Tick the winner’s box of each game.")
    if any(match.pairing is not None for match in terms.matches):
        yield N_("Where each plays each, write into the box who won: H or A, once for each game.")
    if any(match.written == "scores" and match.pairing is not None for match in terms.matches):
        yield N_("Add the loser’s score of each game.")
    if any(match.pegged and match.pairing is not None for match in terms.matches):
        yield N_("Add the points that each side pegged in all games of the match.")
    yield N_("Under “Won” write how many games each side has won.")
    if "pegged" in written:
        yield N_("Under “Pegged” write the points that each side pegged in all games of the match.")
    if any(match.ends != "all" for match in terms.matches):
        yield N_("A match that is over leaves its last boxes empty.")
