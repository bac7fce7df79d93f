"""Reading the rows of spreadsheets into values, and the log of what is wrong with them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from league.rules.names import check_line, folded
from league.rules.problems import Problem
from league.rules.sheet_checks import check_game
from league.rules.sheets import AWAY, HOME, UNSAID, GameScore, Pegged
from league.services.portability.imports.columns import Row, SheetRow
from league.services.portability.imports.parsers import Wrong, quoted
from league.services.portability.imports.spreadsheets import SUBJECTS, ResultRow
from league.translation import N_, Text

# As many as somebody mends in one go; of the others it is told how many there are.
MOST_PROBLEMS = 200
# The place of a season that stands in no file.
TYPED = N_("the season you typed")
Typed = TypeVar("Typed", bound=SheetRow)


@dataclass(slots=True)
class Log:
    """The findings on the way. Problems stop the import, warnings do not.

    Attributes:
        faulty: rows with a problem, by file and line.
        unreadable: a whole file is wrong; without it the others cannot be judged.
    """

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    faulty: dict[tuple[str, int], Row] = field(default_factory=dict)
    unreadable: bool = False

    def problem(self, row: Row, heading: str, message: Text | Problem, *, quote: bool = True) -> None:
        """Add a problem of a cell; the cell is quoted in front of the message."""
        self.pass_over(row)
        self.problems.append(_located(row, heading, message, quote))

    def warning(self, row: Row, heading: str, message: Text | Problem, *, quote: bool = True) -> None:
        self.warnings.append(_located(row, heading, message, quote))

    def of_file(self, file: str, message: Text, *, field: str = "") -> None:
        self.unreadable = True
        self.problems.append(Problem("import", message, field, where=f"{file}:1"))

    def warn_of_file(self, file: str, message: Text) -> None:
        self.warnings.append(Problem("import", message, where=f"{file}:1"))

    def pass_over(self, row: Row) -> None:
        """Judge a row no further: it rests on a faulty one, or is one."""
        self.faulty[row.file, row.line] = row

    def good(self, row: Row) -> bool:
        return (row.file, row.line) not in self.faulty


def check_cells(row: Row, log: Log) -> None:
    """Log each cell with a character that nobody sees: its name would look like another's."""
    for heading, text in row.cells.items():
        for problem in check_line(text, heading):
            log.problem(row, heading, problem, quote=False)


def _located(row: Row, heading: str, finding: Text | Problem, quote: bool) -> Problem:
    message = finding.message if isinstance(finding, Problem) else finding
    text = quoted(row.typed.get(heading, row[heading]), message) if quote else message
    where = f"{row.file}:{row.line}" if row.line else row.file
    return Problem("import", text, row.written.get(heading, heading), where)


def format_problem(problem: Problem) -> str:
    """A located problem in one line of English: ``results.csv:17, score: "119-117": nobody reached 121``."""
    place = f"{problem.where}, {problem.field}" if problem.field else problem.where
    return f"{place}: {problem.message}" if place else problem.message


def in_order(problems: Sequence[Problem]) -> list[Problem]:
    """Return problems by file and line: the first `MOST_PROBLEMS`, and how many more there are."""
    order = list(SUBJECTS)

    def key(problem: Problem) -> tuple[int, str, int]:
        file, _, line = problem.where.partition(":")
        return order.index(file) if file in order else -1, file, int(line or 0)

    first = sorted(problems, key=key)
    more = len(first) - MOST_PROBLEMS
    if more <= 0:
        return first
    message = Text.plural("{n} more, like these, is not listed", "{n} more, like these, are not listed", n=more)
    return [*first[:MOST_PROBLEMS], Problem("import", message)]


def read_values(kind: type[SheetRow], row: Row, log: Log, *names: str) -> dict[str, Any]:
    """Return the values of a row's cells by field, of all or of these; None, and a problem, where one is wrong.

    A column that the file has not is read as empty if the file may not lack it, else left out.
    """
    values: dict[str, Any] = {}
    for name, key, column in kind.columns_by_field():
        if (names and name not in names) or (column.name not in row and not column.needed):
            continue
        value = None
        try:
            value = column.parse(row[column.name])
        except Wrong as wrong:
            for message in wrong.messages:
                log.problem(row, column.name, message, quote=wrong.quote)
        if key:
            values.setdefault(name, {})[key] = value
        else:
            values[name] = value
    return values


def read_rows(kind: type[Typed], rows: Mapping[str, Iterable[Row]], log: Log) -> list[Typed]:
    """Return the rows of a spreadsheet in which nothing is wrong; of the others every problem is in `log`."""
    read = []
    for row in rows.get(kind.file, ()):
        if log.good(row):
            values = read_values(kind, row, log)
            for heading, message in kind.check_cells_together(values):
                log.problem(row, heading, message)
            if log.good(row):
                read.append(kind(row=row, **values))
    return read


SCORE = re.compile(r"(-?\w+)\s*[-–—−:]\s*(-?\w+)")
# Games, and behind them the points pegged in all of them: 2-1 (352-318), 2-1, 352-318.
WITH_POINTS = re.compile(
    r"([0-9]\s*[-–—−:]\s*[0-9])(?:\s*[(,;]\s*|\s+)([0-9]{1,6})\s*[-–—−:]\s*([0-9]{1,6})\s*\)?", re.ASCII
)
# A fixture's games, and behind them the matches won: 9-6 (2-1).
WITH_MATCHES = re.compile(
    r"([0-9]{1,3}\s*[-–—−:]\s*[0-9]{1,3})\s*\(\s*([0-9]{1,2})\s*[-–—−:]\s*([0-9]{1,2})\s*\)", re.ASCII
)
OF_A_GAME = ("home players", "away players", "game", "score")
OF_A_MATCH = ("match", "format", *OF_A_GAME[:-1])
NO_GAME: dict[str, Any] = {
    "match": 0, "kind": "singles", "home_players": (), "away_players": (), "game": 0, "score": GameScore()
}  # fmt: skip


def read_results(rows: Iterable[Row], log: Log) -> list[ResultRow]:
    """Return the lines in which nothing is wrong; of the others every problem is in `log`."""
    lines = (_read_line(row, log) for row in rows if log.good(row))
    return [line for line in lines if line is not None]


def _read_line(row: Row, log: Log) -> ResultRow | None:
    values = read_values(ResultRow, row, log, "division", "date", "home", "away", "note")
    if not log.good(row):
        return None
    note = values["note"]
    if not note and row["score"] and not any(map(row.__getitem__, OF_A_MATCH)):
        match = WITH_MATCHES.fullmatch(row["score"])
        text, values["pegged"] = (match[1], (int(match[2]), int(match[3]))) if match else (row["score"], UNSAID)
        values |= {"alone": True, "score": _read_score(row, text, values, log)}
    elif not note:
        values |= read_values(ResultRow, row, log, "match", "kind", "home_players", "away_players", "game")
        text, values["pegged"] = _split_points(row["score"])
        values["score"] = _read_score(row, text, values, log)
    elif note == "nobody":
        values |= read_values(ResultRow, row, log, "match", "kind")
        message = N_("both sides had nobody for this match, so it has no players and no games; leave this empty")
        _check_empty(row, OF_A_GAME, message, log)
    else:
        message = Text("a fixture with the note “{note}” has no games; leave this empty", note=note)
        _check_empty(row, ("match", "format", *OF_A_GAME), message, log)
    return ResultRow(row=row, **NO_GAME | values) if log.good(row) else None


def _check_empty(row: Row, headings: Iterable[str], message: Text, log: Log) -> None:
    if filled := next(filter(row.__getitem__, headings), None):
        log.problem(row, filled, message)


def _split_points(text: str) -> tuple[str, Pegged]:
    """Return a score without the points pegged in all games that stand behind it, and these: ``2-1 (352-318)``."""
    match = WITH_POINTS.fullmatch(text)
    return (match[1], (int(match[2]), int(match[3]))) if match else (text, UNSAID)


def _read_score(row: Row, text: str, line: dict[str, Any], log: Log) -> GameScore | None:
    # Where only winners are written down, many lists name the team.
    won = folded(text)
    for side in (HOME, AWAY):
        if won in (side, folded(line[side])):
            return GameScore(won=side)
    match = SCORE.fullmatch(text)
    if match is None:
        log.problem(row, "score", N_("write both scores, like 121-98; home or away where only who won is written down"))
        return None
    for number in match.groups():
        if not re.fullmatch(r"-?[0-9]{1,4}", number):
            log.problem(row, "score", Text("“{text}” is not a number", text=number))
            return None
    home, away = map(int, match.groups())
    # Only what is wrong whatever the target, which follows from the division.
    if min(home, away) < 0:
        log.problem(row, "score", check_game(home, away)[0])
        return None
    return GameScore(home, away)
