"""The lines of results.csv as values, each checked by itself; `sheets` puts them together."""

import datetime as dt
import re
from dataclasses import dataclass, field, replace

from league.rules.match_terms import Kind
from league.rules.names import folded
from league.rules.sheet_checks import check_game
from league.rules.sheets import AWAY, HOME, UNSAID, GameScore, Pegged, Side
from league.services.portability.imports.parsers import Note
from league.services.portability.imports.readers import Log, Row, read_cells
from league.translation import N_, Text

SCORE = re.compile(r"(-?\w+)\s*[-–—−:]\s*(-?\w+)")
# Games, and behind them the points pegged in all of them: 2-1 (352-318), 2-1, 352-318.
WITH_POINTS = re.compile(
    r"([0-9]\s*[-–—−:]\s*[0-9])(?:\s*[(,;]\s*|\s+)([0-9]{1,6})\s*[-–—−:]\s*([0-9]{1,6})\s*\)?", re.ASCII
)


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
        return self.note == "nobody"

    def players(self, side: Side) -> tuple[str, ...]:
        return self.home_players if side == "home" else self.away_players


def result_line(row: Row, log: Log) -> ResultLine | None:
    cells = read_cells("results.csv", row, log, "division", "date", "home", "away", "note")
    if not log.good(row):
        return None
    line = ResultLine(row, *(cells[name] for name in ("division", "date", "home", "away", "note")))
    if line.note == "nobody":
        return _match_without_sides(row, log, line)
    if not line.note:
        return _game_line(row, log, line)
    filled = [h for h in ("match", "format", "home players", "away players", "game", "score") if row[h]]
    if filled:
        empty = Text("a fixture with the note “{note}” has no games; leave this empty", note=line.note)
        log.problem(row, filled[0], empty)
        return None
    return line


def _match_without_sides(row: Row, log: Log, line: ResultLine) -> ResultLine | None:
    cells = read_cells("results.csv", row, log, "match", "format")
    if filled := [heading for heading in ("home players", "away players", "game", "score") if row[heading]]:
        message = N_("both sides had nobody for this match, so it has no players and no games; leave this empty")
        log.problem(row, filled[0], message)
    return replace(line, match=cells["match"], kind=cells["format"]) if log.good(row) else None


def _game_line(row: Row, log: Log, line: ResultLine) -> ResultLine | None:
    cells = read_cells("results.csv", row, log, "match", "format", "home players", "away players", "game")
    text, pegged = _pegged(row["score"])
    score = _score(row, text, line, log)
    if not log.good(row) or score is None:
        return None
    return replace(
        line,
        match=cells["match"],
        kind=cells["format"],
        home_players=cells["home players"],
        away_players=cells["away players"],
        game=cells["game"],
        score=score,
        pegged=pegged,
    )


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
