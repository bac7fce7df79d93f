"""The lines of results.csv as values, each checked by itself; `sheets` puts them together."""

import datetime as dt
import re
from dataclasses import dataclass, field, replace
from typing import Literal

from league.rules.match_terms import KINDS, Kind
from league.rules.names import folded
from league.rules.points import check_game
from league.rules.sheets import AWAY, HOME, UNSAID, GameScore, Pegged, Side
from league.services.portability.imports.readers import Log, Row, read_date, read_name, read_number
from league.translation import N_, Text

SCORE = re.compile(r"(-?\w+)\s*[-–—−:]\s*(-?\w+)")
# Games, and behind them the points pegged in all of them: 2-1 (352-318), 2-1, 352-318.
WITH_POINTS = re.compile(
    r"([0-9]\s*[-–—−:]\s*[0-9])(?:\s*[(,;]\s*|\s+)([0-9]{1,6})\s*[-–—−:]\s*([0-9]{1,6})\s*\)?", re.ASCII
)
Note = Literal["", "walkover home", "walkover away", "postponed", "nobody"]
NOTES: tuple[Note, ...] = ("", "walkover home", "walkover away", "postponed", "nobody")


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line of results.csv: one game, or a note about a whole fixture (then without match and game).

    With the note "nobody" it is a match that both sides had nobody for, without players and games.
    Where games are only counted it is a match, and `score` its games; `pegged` is the points of each side in all of
    them. `division` is blank where the file says none.
    """

    row: Row
    division: str
    date: dt.date
    home: str
    away: str
    note: Note
    match: int = 0
    kind: Kind = "singles"
    home_players: tuple[str, ...] = ()
    away_players: tuple[str, ...] = ()
    game: int = 0
    score: GameScore = field(default_factory=GameScore)
    pegged: Pegged = UNSAID

    @property
    def nobody(self) -> bool:
        """Return True if both sides had nobody for the match."""
        return self.note == "nobody"

    def players(self, side: Side) -> tuple[str, ...]:
        return self.home_players if side == "home" else self.away_players


def result_line(row: Row, log: Log) -> ResultLine | None:
    division = read_name(row, "division", log) if row["division"] else ""
    date = read_date(row, "date", log)
    home, away = read_name(row, "home", log), read_name(row, "away", log)
    note = next((known for known in NOTES if known == row["note"].casefold()), None)
    if note is None:
        message = N_(
            'is not understood; write "walkover home", "walkover away" or "postponed" of a fixture, "nobody" of a '
            "match that both sides had nobody for, or nothing"
        )
        log.problem(row, "note", message)
    if not log.good(row) or date is None or note is None:
        return None
    if note == "nobody":
        return _match_without_sides(row, log, ResultLine(row, division, date, home, away, note))
    if note:
        filled = [h for h in ("match", "format", "home players", "away players", "game", "score") if row[h]]
        if filled:
            empty = Text("a fixture with the note “{note}” has no games; leave this empty", note=note)
            log.problem(row, filled[0], empty)
            return None
        return ResultLine(row, division, date, home, away, note)
    return _game_line(row, log, ResultLine(row, division, date, home, away, note))


def _match_without_sides(row: Row, log: Log, line: ResultLine) -> ResultLine | None:
    """Read a match that both sides had nobody for."""
    match, kind = read_number(row, "match", log), _kind(row, log)
    if filled := [heading for heading in ("home players", "away players", "game", "score") if row[heading]]:
        message = N_("both sides had nobody for this match, so it has no players and no games; leave this empty")
        log.problem(row, filled[0], message)
    if not log.good(row) or match is None or kind is None:
        return None
    return replace(line, match=match, kind=kind)


def _game_line(row: Row, log: Log, line: ResultLine) -> ResultLine | None:
    match = read_number(row, "match", log)
    kind = _kind(row, log)
    # Blank where no more is written down than how many games each side of a match won; `sheets` knows the format.
    game = read_number(row, "game", log) if row["game"] else 0
    sides: dict[Side, tuple[str, ...]] = {}
    for side in ("home", "away"):
        heading = f"{side} players"
        sides[side] = tuple(name.strip() for name in row[heading].split("/") if name.strip())
        if not sides[side]:
            log.problem(row, heading, N_("is missing"), quote=False)
    text, pegged = _pegged(row["score"])
    score = _score(row, text, line, log)
    if not log.good(row) or match is None or kind is None or game is None or score is None:
        return None
    return ResultLine(
        row,
        line.division,
        line.date,
        line.home,
        line.away,
        "",
        match,
        kind,
        sides["home"],
        sides["away"],
        game,
        score,
        pegged,
    )


# Other words for a kind of match.
_ALSO: dict[Kind, tuple[str, ...]] = {
    "singles": ("single",),
    "doubles": ("double", "pairs", "pair"),
    "trebles": ("treble", "triples", "triple", "threes"),
    "team": ("teams", "team match"),
}


def _kind(row: Row, log: Log) -> Kind | None:
    text = row["format"].casefold()
    found = next((kind for letter, kind in KINDS.items() if text in (kind, letter.casefold(), *_ALSO[kind])), None)
    if found is None:
        log.problem(row, "format", N_("write singles, doubles, trebles or team"))
    return found


def _pegged(text: str) -> tuple[str, Pegged]:
    """Return a score without the points pegged in all games that stand behind it, and these: ``2-1 (352-318)``."""
    found = WITH_POINTS.fullmatch(text)
    return (found[1], (int(found[2]), int(found[3]))) if found else (text, UNSAID)


def _score(row: Row, text: str, line: ResultLine, log: Log) -> GameScore | None:
    # Where only winners are written down, many lists name the team.
    won = folded(text)
    for side, team in ((HOME, line.home), (AWAY, line.away)):
        if won in (side, folded(team)):
            return GameScore(won=side)
    found = SCORE.fullmatch(text)
    if found is None:
        log.problem(row, "score", N_("write both scores, like 121-98; home or away where only who won is written down"))
        return None
    numbers = []
    for number in found.groups():
        if not re.fullmatch(r"-?[0-9]{1,4}", number):
            log.problem(row, "score", Text("“{text}” is not a number", text=number))
            return None
        numbers.append(int(number))
    # Only what is wrong whatever the target; `plan` knows the division's target.
    if min(numbers) < 0:
        log.problem(row, "score", check_game(*numbers)[0])
        return None
    return GameScore(numbers[0], numbers[1])
