"""How spreadsheets are declared: a dataclass of the rows of each, whose fields are its columns."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache
from typing import Any, ClassVar

from league.services.portability.imports.parsers import Parse, text_parser
from league.translation import Text

# None of those below is as long, nor is it looked for.
LONGEST_HEADING = 60
# In brackets, or as spreadsheet programs write a format: dd/mm/yyyy, hh:mm.
_PART = r"(?:d{1,4}|m{1,4}|y{2,4}|h{1,2}|s{2})"
_HINT = re.compile(rf"\([^)]*\)|\[[^\]]*\]|\b{_PART}(?:[-/.: ]{_PART})+\b", re.IGNORECASE)
_OF_WHAT = re.compile(r"^(?:fixture|match|game|league)s?(?=.)")
ANY_TEXT = text_parser()
VENUE, TEAM, DIVISION = "venue", "team", "division"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file, or of what somebody typed instead (`row_reader.TYPED`, in no line).

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


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a spreadsheet.

    Attributes:
        name: the heading by which it is known here.
        also: other headings that people give it.
        parse: of a cell's text.
        needed: the templates have it, and the file is refused without it.
        omissible: it is not refused; what is in it is found otherwise.
        names: what it names: `VENUE`, `TEAM` or `DIVISION`. Known names get one spelling; templates offer them.
        players_of: it names players of the team in that column.
        new: a name in it that is not known yet is a new one.
    """

    name: str
    also: tuple[str, ...] = ()
    parse: Parse = ANY_TEXT
    needed: bool = True
    omissible: bool = False
    names: str = ""
    players_of: str = ""
    new: bool = False


def column(headings: str, parse: Parse = ANY_TEXT, *, default: Any = MISSING, factory: Any = MISSING, **of: Any) -> Any:
    """Declare a field that holds a column: its name, and other headings behind it; with a default in no template."""
    name, *also = headings.split(" | ")
    column = Column(name, tuple(also), parse, needed=default is factory is MISSING, **of)
    return field(default=default, default_factory=factory, metadata={"columns": {"": column}})


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A row of a spreadsheet, of which every cell is in order.

    Attributes:
        file: what the spreadsheet is called; also: other names of the file or sheet.
    """

    file: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    row: Row

    @classmethod
    def columns_by_field(cls) -> Iterator[tuple[str, str, Column]]:
        """Yield each column with its field, and its key in it where the field holds several."""
        for one in fields(cls):
            for key, column in one.metadata.get("columns", {}).items():
                yield one.name, key, column

    @classmethod
    def check_cells_together(cls, values: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
        """Yield what is wrong with cells beside each other, by heading; a value that is wrong by itself is None."""
        yield from ()


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A spreadsheet's subject: other names of the file or sheet, and its columns.

    Attributes:
        needed: the headings of the templates, in their order.
        required: the columns without which a file is refused.
    """

    also: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def needed(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns if column.needed)

    @property
    def required(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.needed and not column.omissible)

    def column(self, heading: str) -> Column | None:
        """Return the column that a heading means, in whatever capitals, blanks and hyphens.

        How its values are written may stand behind it ("Date dd/mm/yyyy", "Home team name"), and what they are of
        before it ("FixtureHomeTeam").
        """
        if len(heading) > LONGEST_HEADING:
            return None
        names = _columns_by_name(self)
        bare = squashed(_HINT.sub(" ", heading))
        short = _OF_WHAT.sub("", bare)
        spellings = (squashed(heading), bare, short, short.removesuffix("name"))
        return next((names[spelling] for spelling in spellings if spelling in names), None)


# Every cell of the first rows is held against every subject, to find the row that has the headings.
@lru_cache
def _columns_by_name(subject: Subject) -> dict[str, Column]:
    names = [(squashed(name), one) for one in reversed(subject.columns) for name in (one.name, *one.also)]
    return dict(names)


@lru_cache(maxsize=4096)
def squashed(text: str) -> str:
    """Return the letters and digits of a heading: "E-mail" and "email" are one."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())
