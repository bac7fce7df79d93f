"""What a sheet must say to be a result, and what a result is worth (R50, R51; LEAGUES: points)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from league.rules.problems import Problem
from league.rules.sheets import SIDES, GameScore, Kind, MatchSheet, ResultSheet, Side, other, players_a_side

TARGET = 121
# A player who stands one short of the target can count at most a hand of 29.
LARGEST_HAND = 29


@dataclass(frozen=True, slots=True)
class Terms:
    """How a division's fixtures are played.

    Attributes:
        format: the kinds of the matches in order.
        games_per_match: all of them are played, whoever leads (R50).
        targets: points a game is played to, by the kind of match.
    """

    format: tuple[Kind, ...]
    games_per_match: int = 3
    targets: Mapping[Kind, int] = field(default_factory=lambda: {"singles": TARGET, "doubles": TARGET})


@dataclass(frozen=True, slots=True)
class PointsScheme:
    """What a side gets for a game, a match won, a fixture won and a fixture drawn. The default is one a game."""

    game: Fraction = Fraction(1)
    match: Fraction = Fraction(0)
    win: Fraction = Fraction(0)
    draw: Fraction = Fraction(0)


def fixture_points(
    scheme: PointsScheme, *, home_games: int, away_games: int, home_matches: int, away_matches: int
) -> tuple[Fraction, Fraction]:
    """The points of the home and the away side of a fixture, from games and matches won. More games win a fixture."""
    home = scheme.game * home_games + scheme.match * home_matches
    away = scheme.game * away_games + scheme.match * away_matches
    if home_games == away_games:
        return home + scheme.draw, away + scheme.draw
    return (home + scheme.win, away) if home_games > away_games else (home, away + scheme.win)


def walkover_games(terms: Terms) -> int:
    """The games of a fixture that was not played: all of them (LEAGUES: walkover score)."""
    return len(terms.format) * terms.games_per_match


def check_game(home: int, away: int, target: int = TARGET) -> list[Problem]:
    """What is wrong with the two scores of a played game: one side has reached the target, the other has not."""
    most = target - 1 + LARGEST_HAND
    if home < 0 or away < 0:
        return [Problem("negative", "a score cannot be below nothing")]
    if home == away:
        return [Problem("equal", "a game cannot be drawn: one side pegs out first")]
    if home >= target and away >= target:
        return [Problem("both-won", f"both sides reached {target}, but a game ends when the first does")]
    if home < target and away < target:
        return [Problem("nobody-won", f"nobody reached {target}")]
    if max(home, away) > most:
        return [Problem("too-many", f"a game to {target} cannot end above {most}")]
    return []


def check(
    sheet: ResultSheet, terms: Terms, *, home_squad: Mapping[int, str], away_squad: Mapping[int, str]
) -> list[Problem]:
    """Everything that is wrong with a captain's sheet, in the order of the sheet; nothing if it is a result.

    Args:
        home_squad: names by id of those who may play for the home side that day; `away_squad` likewise.
    """
    if len(sheet.matches) != len(terms.format):
        return [
            Problem("matches", f"The sheet has {len(sheet.matches)} matches; this fixture has {len(terms.format)}.")
        ]
    squads = {"home": home_squad, "away": away_squad}
    problems: list[Problem] = []
    for match, kind in zip(sheet.matches, terms.format, strict=True):
        problems += _check_match(match, kind, terms, squads)
    return problems + list(_twice(sheet, squads))


def _check_match(
    match: MatchSheet, kind: Kind, terms: Terms, squads: Mapping[str, Mapping[int, str]]
) -> Iterator[Problem]:
    place, where = f"m{match.number}", f"match {match.number}"
    if match.kind != kind:
        yield Problem("kind", f"This match is {kind}, not {match.kind}.", place, where)
        return
    short = match.short
    for side in SIDES:
        if side != short:
            yield from _check_players(match, side, squads[side])
    if len(match.games) != terms.games_per_match:
        message = f"A match has {terms.games_per_match} games, this one {len(match.games)}."
        yield Problem("games", message, place, where)
    for number, game in enumerate(match.games, start=1):
        for problem in _check_game_of_sheet(game, terms.targets[kind], short=short is not None, terms=terms):
            yield Problem(problem.code, problem.message, f"{place}-g{number}", f"{where}, game {number}")


def _check_players(match: MatchSheet, side: Side, squad: Mapping[int, str]) -> Iterator[Problem]:
    place, where = f"m{match.number}-{side}", f"match {match.number}"
    seats = match.players(side)
    if len(seats) != players_a_side(match.kind):
        message = f"{match.kind.capitalize()} has {players_a_side(match.kind)} a side, not {len(seats)}."
        yield Problem("players", message, f"{place}-1", where)
        return
    for seat, player in enumerate(seats, start=1):
        which = f"the {side} player" if len(seats) == 1 else f"the {('first', 'second')[seat - 1]} {side} player"
        if player is None:
            yield Problem("no-player", f"Choose {which}.", f"{place}-{seat}", where)
        elif player not in squad:
            message = f"{which.capitalize()} is not registered for the {side} team."
            yield Problem("wrong-player", message, f"{place}-{seat}", where)


def _check_game_of_sheet(game: GameScore, target: int, *, short: bool, terms: Terms) -> Iterator[Problem]:
    if game.awarded:
        if not short:
            message = "Only a referee awards a single game. Leave a whole side empty if it had nobody to play."
            yield Problem("awarded", message)
        elif game.home is not None or game.away is not None:
            yield Problem("awarded-score", "A game that was not played has no score.")
        return
    if game.blank:
        yield Problem("no-game", f"The score is missing; all {terms.games_per_match} games are played.")
    elif game.home is None or game.away is None:
        missing = "home" if game.home is None else "away"
        yield Problem("half-game", f"The {missing} side's score is missing.")
    else:
        for problem in check_game(game.home, game.away, target):
            yield Problem(problem.code, f"{game}: {problem.message}.")


def _twice(sheet: ResultSheet, squads: Mapping[str, Mapping[int, str]]) -> Iterator[Problem]:
    seen: dict[int, int] = {}
    for match in sheet.matches:
        for side in SIDES:
            for seat, player in enumerate(match.players(side), start=1):
                if player is None:
                    continue
                if player in seen:
                    name = squads[side].get(player) or squads[other(side)].get(player) or "This player"
                    first = seen[player]
                    message = (
                        f"{name} is in this match twice."
                        if first == match.number
                        else f"{name} is in match {first} already."
                    )
                    yield Problem("twice", message, f"m{match.number}-{side}-{seat}", f"match {match.number}")
                seen.setdefault(player, match.number)
