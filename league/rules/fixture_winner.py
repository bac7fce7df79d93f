"""Who won a fixture, for points, tables, form, tie-breaks, play-offs, exports and texts (R49b)."""

from typing import Literal

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
