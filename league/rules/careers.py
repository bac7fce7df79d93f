"""Figures of players: a career's records, streaks, averages, partners and opponents; a division's merit table."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar

from league.rules.match_terms import Kind

Outcome = Literal["W", "D", "L"]
Key = TypeVar("Key", bound=Hashable)
# Somebody is a best partner after so many matches together: one good evening is chance.
TOGETHER = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches of a player, and their played games."""

    matches: int = 0  # drawn ones too
    matches_won: int = 0
    matches_lost: int = 0
    won: int = 0  # games
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost

    @property
    def share(self) -> Fraction:
        return Fraction(self.won, self.games) if self.games else Fraction(0)

    @property
    def percentage(self) -> int | None:
        """Percentage of games won, rounded half up; None before the first game."""
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
        return Fraction(self.points, self.games) if self.games else None

    @property
    def average_losing(self) -> Fraction | None:
        return Fraction(self.losing, self.lost) if self.lost else None


@dataclass(frozen=True, slots=True)
class Played:
    """A match from a player's side of it."""

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
        return "W" if self.won > self.lost else "L" if self.won < self.lost else "D"


class Streaks(NamedTuple):
    """The running streak, and the longest of wins."""

    running: Outcome  # of the last match, over `length` matches
    length: int
    longest: int


class PartnerRecord(NamedTuple):
    player: int
    tally: Tally


def tally(matches: Iterable[Played]) -> Tally:
    listed = list(matches)
    return Tally(
        len(listed),
        sum(one.outcome == "W" for one in listed),
        sum(one.outcome == "L" for one in listed),
        sum(one.won for one in listed),
        sum(one.lost for one in listed),
    )


def pegged(matches: Iterable[Played]) -> Pegged:
    known = [match.pegged for match in matches]
    return Pegged(*(sum(getattr(one, name) for one in known) for name in ("points", "games", "losing", "lost")))


def tallies_by(matches: Iterable[Played], keys: Callable[[Played], Iterable[Key]]) -> dict[Key, Tally]:
    found: dict[Key, list[Played]] = defaultdict(list)
    for match in matches:
        for key in keys(match):
            found[key].append(match)
    return {key: tally(some) for key, some in found.items()}


def streaks(matches: Sequence[Played]) -> Streaks | None:
    """The streak of the last match and the longest run of wins; matches in playing order."""
    if not matches:
        return None
    outcomes = [match.outcome for match in matches]
    running = next((place for place, one in enumerate(reversed(outcomes)) if one != outcomes[-1]), len(outcomes))
    longest = run = 0
    for one in outcomes:
        run = run + 1 if one == "W" else 0
        longest = max(longest, run)
    return Streaks(outcomes[-1], running, longest)


def best_partner(matches: Iterable[Played]) -> PartnerRecord | None:
    """The partner with the largest share of games won, then the most; at least `TOGETHER` matches."""
    together = tallies_by(matches, lambda one: one.partners)
    known = [(one.share, one.won, -player) for player, one in together.items() if one.matches >= TOGETHER]
    if not known:
        return None
    player = -max(known)[2]
    return PartnerRecord(player, together[player])


def opponents(matches: Iterable[Played]) -> list[PartnerRecord]:
    """Opponents, the one met most often first, with the player's record against each."""
    faced = tallies_by(matches, lambda one: one.opponents)
    return sorted(
        (PartnerRecord(player, one) for player, one in faced.items()), key=lambda one: (-one.tally.matches, one.player)
    )


@dataclass(frozen=True, slots=True)
class Merit:
    """A player's figures in a division, awarded games not among them."""

    player_id: int
    games: int
    won: int
    pegged: int = 0  # points, in the `scores` games whose both scores are known
    scores: int = 0
    position: int | None = None  # None: fewer games than a place takes
    joint: bool = False

    @property
    def lost(self) -> int:
        return self.games - self.won

    @property
    def share(self) -> Fraction:
        return Fraction(self.won, self.games) if self.games else Fraction(0)

    @property
    def percentage(self) -> int:
        """Percentage of games won, rounded half up."""
        return int(self.share * 100 + Fraction(1, 2))

    @property
    def average(self) -> Fraction | None:
        """Points pegged a game with known points."""
        return Fraction(self.pegged, self.scores) if self.scores else None


def ranked(lines: Iterable[Merit], minimum: int) -> list[Merit]:
    """Rank by share, then number of games won; equal ones share a place, and who played under `minimum` games has
    none."""

    def key(line: Merit) -> tuple[Fraction, int]:
        return line.share, line.won

    everybody = sorted(
        (line for line in lines if line.games), key=lambda line: (key(line), -line.player_id), reverse=True
    )
    placed = [line for line in everybody if line.games >= minimum]
    others = [line for line in everybody if line.games < minimum]
    keys = [key(line) for line in placed]
    with_place = [replace(line, position=keys.index(key(line)) + 1, joint=keys.count(key(line)) > 1) for line in placed]
    return with_place + others
