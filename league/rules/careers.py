"""A player's matches made into figures: records, streaks, averages, partners and opponents."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeVar

from league.rules.match_terms import Kind

Outcome = Literal["W", "D", "L"]
Key = TypeVar("Key", bound=Hashable)
# Somebody is a best partner after so many matches together: one good evening is chance.
TOGETHER = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches of a player, and the games in them that were played."""

    matches: int = 0  # drawn ones too
    matches_won: int = 0
    matches_lost: int = 0
    won: int = 0  # games
    lost: int = 0

    @property
    def games(self) -> int:
        """Return the games played."""
        return self.won + self.lost

    @property
    def share(self) -> Fraction:
        """Return the games won of those played, from 0 to 1."""
        return Fraction(self.won, self.games) if self.games else Fraction(0)

    @property
    def percentage(self) -> int | None:
        """Return the games won in a hundred, rounded half up; None before the first game."""
        return int(self.share * 100 + Fraction(1, 2)) if self.games else None


@dataclass(frozen=True, slots=True)
class Pegged:
    """Points of games whose scores are known."""

    points: int = 0  # by the player's side in `games`
    games: int = 0
    losing: int = 0  # of the points, those in `lost` games with scores each
    lost: int = 0

    @property
    def average(self) -> Fraction | None:
        """Return the points pegged in a game; None where no score is known."""
        return Fraction(self.points, self.games) if self.games else None

    @property
    def average_losing(self) -> Fraction | None:
        """Return the points pegged in a game that was lost; None where none is known."""
        return Fraction(self.losing, self.lost) if self.lost else None


@dataclass(frozen=True, slots=True)
class Played:
    """A match that a player was in, from their side of it."""

    season: int  # id
    team: int  # id
    fixture: int  # id
    number: int
    kind: Kind
    home: bool
    won: int
    lost: int
    pegged: Pegged = Pegged()
    partners: tuple[int, ...] = ()  # ids
    opponents: tuple[int, ...] = ()  # ids

    @property
    def outcome(self) -> Outcome:
        """Return whether it was won, drawn or lost, by the games that were played."""
        return "W" if self.won > self.lost else "L" if self.won < self.lost else "D"


@dataclass(frozen=True, slots=True)
class Streaks:
    """Runs of matches with one outcome."""

    running: Outcome  # of the last match, over `length` matches
    length: int
    longest: int


@dataclass(frozen=True, slots=True)
class PartnerRecord:
    """The record of a player with or against somebody."""

    player: int
    tally: Tally


def tally(matches: Iterable[Played]) -> Tally:
    """Add matches up."""
    listed = list(matches)
    return Tally(
        len(listed),
        sum(one.outcome == "W" for one in listed),
        sum(one.outcome == "L" for one in listed),
        sum(one.won for one in listed),
        sum(one.lost for one in listed),
    )


def pegged(matches: Iterable[Played]) -> Pegged:
    """Add up the points of matches whose scores are known."""
    known = [one.pegged for one in matches]
    return Pegged(*(sum(getattr(one, name) for one in known) for name in ("points", "games", "losing", "lost")))


def tallies_by(matches: Iterable[Played], keys: Callable[[Played], Iterable[Key]]) -> dict[Key, Tally]:
    """Add matches up by what each belongs to; the keys in the order in which they come first."""
    found: dict[Key, list[Played]] = defaultdict(list)
    for one in matches:
        for key in keys(one):
            found[key].append(one)
    return {key: tally(some) for key, some in found.items()}


def streaks(matches: Sequence[Played]) -> Streaks | None:
    """Return the run that the last match belongs to and the longest run of wins; None before the first match.

    Args:
        matches: in the order in which they were played.
    """
    if not matches:
        return None
    outcomes = [one.outcome for one in matches]
    running = next((place for place, one in enumerate(reversed(outcomes)) if one != outcomes[-1]), len(outcomes))
    longest = run = 0
    for one in outcomes:
        run = run + 1 if one == "W" else 0
        longest = max(longest, run)
    return Streaks(outcomes[-1], running, longest)


def best_partner(matches: Iterable[Played]) -> PartnerRecord | None:
    """Return the partner with whom most of the games were won, by share and then by number; None without one.

    Only those with whom they played at least `TOGETHER` matches; of equal ones the one entered first.
    """
    together = tallies_by(matches, lambda one: one.partners)
    known = [(one.share, one.won, -player) for player, one in together.items() if one.matches >= TOGETHER]
    if not known:
        return None
    player = -max(known)[2]
    return PartnerRecord(player, together[player])


def opponents(matches: Iterable[Played]) -> list[PartnerRecord]:
    """Return those faced, the one met most often first, with the player's record against each."""
    faced = tallies_by(matches, lambda one: one.opponents)
    return sorted(
        (PartnerRecord(player, one) for player, one in faced.items()), key=lambda one: (-one.tally.matches, one.player)
    )
