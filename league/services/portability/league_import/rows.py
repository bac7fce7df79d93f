"""A line of an exported file becomes the values of a row, or problems that say where."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from league.services.portability.exports.tables import Table, fields_of
from league.services.portability.exports.values import reader_of
from league.services.portability.league_import.archive import Archive, Faults
from league.services.portability.league_import.older import brought_up
from league.translation import N_, Text

Values = dict[str, Any]


@cache
def readers_of(table: Table) -> dict[str, Callable[[Any], Any]]:
    """Return the reader of each field of a table."""
    return {field.name: reader_of(field) for field in fields_of(table)}


def read_line(archive: Archive, table: Table, number: int, line: bytes, faults: Faults) -> Values | None:
    """The values of a row by field, references as the numbers of the other server; None if something is wrong."""
    where = f"{table.file}:{number}"
    try:
        said = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as wrong:
        faults.add(where, Text("is not JSON: {why}", why=why(wrong)))
        return None
    readers = readers_of(table)
    if not isinstance(said, dict):
        faults.add(where, N_("is not a row: each line must be an object"))
        return None
    said = brought_up(table.model, said, archive.version)
    if said.keys() != readers.keys():
        _of_other_columns(said, readers, where, faults)
        return None
    if b"\\u" in line and not _storable(said):
        faults.add(where, N_("holds a character that no database keeps"))
        return None
    values: Values = {}
    for name, read in readers.items():
        try:
            values[name] = read(said[name])
        except ValueError as wrong:
            faults.add(where, Text("{value} {why}", value=_format_value(said[name]), why=why(wrong)), field=name)
    return values if len(values) == len(readers) else None


def why(wrong: Exception) -> str:
    """Return why a value was refused: a Text where the reader is ours."""
    said: str = wrong.args[0] if wrong.args and isinstance(wrong.args[0], Text) else str(wrong)
    return said


def _of_other_columns(said: Values, readers: Values, where: str, faults: Faults) -> None:
    for name in said.keys() - readers.keys():
        faults.add(where, N_("this Muggins knows no such column"), field=name[:60])
    for name in readers.keys() - said.keys():
        faults.add(where, N_("is missing"), field=name)


def _no_number(text: str) -> None:
    raise ValueError(Text("{text} is not a number", text=text))


def _storable(value: Any) -> bool:
    """Whether a text, and every text within a value, is one that a database takes."""
    if isinstance(value, str):
        return "\x00" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return all(_storable(key) and _storable(held) for key, held in value.items())
    return all(_storable(held) for held in value) if isinstance(value, list) else True


def _format_value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return (text if len(text) <= 40 else f"{text[:40]}…") + ":"
