"""The rows of the spreadsheets, the values in their cells, and what is found wrong with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.rules.names import check_line
from league.rules.problems import Problem
from league.services.portability.imports.columns import SUBJECTS
from league.services.portability.imports.parsers import Wrong, quoted
from league.translation import N_, Text

# As many as somebody mends in one go; of the others it is told how many there are.
MOST_PROBLEMS = 200
# The place of a season that stands in no file.
TYPED = N_("the season you typed")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file, or of what somebody typed instead (`TYPED`, in no line).

    Attributes:
        file: the file, and the sheet where it has several.
        line: the line of the file it begins on.
        cells: by the name of their column, without blanks around them.
        written: the heading as the file has it, where that is another.
        typed: the cells as the file has them, where a name was another spelling of one that is known.
    """

    file: str
    line: int
    cells: dict[str, str]
    written: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, heading: str) -> str:
        return self.cells.get(heading, "")

    def __contains__(self, heading: str) -> bool:
        return heading in self.cells

    def line_of(self, other: "Row") -> str:
        """Return the line of another row; with its file, if that is not this row's."""
        return str(other.line) if other.file == self.file else f"{other.line} ({other.file})"


@dataclass(slots=True)
class Log:
    """The findings on the way. Problems stop the import, warnings do not."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    faulty: dict[tuple[str, int], Row] = field(default_factory=dict)
    unreadable: bool = False

    def problem(self, row: Row, heading: str, message: Text | Problem, *, quote: bool = True) -> None:
        """Something wrong in a cell, or a rule's problem with it; the cell is quoted in front of the message."""
        self.faulty[row.file, row.line] = row
        self.problems.append(_located(row, heading, message, quote))

    def warning(self, row: Row, heading: str, message: Text | Problem, *, quote: bool = True) -> None:
        """Something odd in a cell that does not stop the import."""
        self.warnings.append(_located(row, heading, message, quote))

    def of_file(self, file: str, message: Text, *, field: str = "") -> None:
        """Something wrong with a whole file; without it the others cannot be judged."""
        self.unreadable = True
        self.problems.append(Problem("import", message, field, where=f"{file}:1"))

    def empty(self, file: str) -> None:
        """A sheet without a cell in it, as new workbooks have them; it is told, and stops nothing."""
        self.warnings.append(Problem("import", N_("the sheet is empty"), where=f"{file}:1"))

    def passed_over(self, row: Row) -> None:
        """A row that rests on a faulty one: it cannot be judged, and nothing is said of it."""
        self.faulty[row.file, row.line] = row

    def good(self, row: Row) -> bool:
        return (row.file, row.line) not in self.faulty


def check_cells(row: Row, log: Log) -> None:
    """Log each cell with a character that nobody sees: its name would look like another's."""
    for heading, text in row.cells.items():
        for problem in check_line(text, heading):
            log.problem(row, heading, problem, quote=False)


def _located(row: Row, heading: str, found: Text | Problem, quote: bool) -> Problem:
    message = found.message if isinstance(found, Problem) else found
    text = quoted(row.typed.get(heading, row[heading]), message) if quote else message
    where = f"{row.file}:{row.line}" if row.line else row.file
    return Problem("import", text, row.written.get(heading, heading), where)


def told(problem: Problem) -> str:
    """A located problem in one line of English: ``results.csv:17, score: "119-117": nobody reached 121``."""
    place = f"{problem.where}, {problem.field}" if problem.field else problem.where
    return f"{place}: {problem.message}" if place else problem.message


def in_order(problems: Sequence[Problem]) -> list[Problem]:
    """Return problems by file and line: the first `MOST_PROBLEMS`, and how many more there are."""

    def key(problem: Problem) -> tuple[int, str, int]:
        file, _, line = problem.where.partition(":")
        order = list(SUBJECTS)
        return order.index(file) if file in order else -1, file, int(line or 0)

    first = sorted(problems, key=key)
    more = len(first) - MOST_PROBLEMS
    if more <= 0:
        return first
    message = Text.plural("{n} more, like these, is not listed", "{n} more, like these, are not listed", n=more)
    return [*first[:MOST_PROBLEMS], Problem("import", message)]


def read_cells(subject: str, row: Row, log: Log, *names: str) -> dict[str, Any]:
    """Return the values of a row's cells by column, of all or of these; None, and a problem, where one is wrong.

    A column that the file has not is read as empty if the file may not lack it, else left out.
    """
    values = {}
    for column in SUBJECTS[subject].columns:
        if (names and column.name not in names) or (column.name not in row and not column.needed):
            continue
        try:
            values[column.name] = column.parse(row[column.name])
        except Wrong as wrong:
            values[column.name] = None
            for message in wrong.messages:
                log.problem(row, column.name, message, quote=wrong.quote)
    return values
