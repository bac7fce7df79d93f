"""Opening an exported file without trusting it: nothing is unpacked to a disk, nor read beyond its bounds."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import IO, Any

from league.rules.problems import Problem
from league.services.portability.exports.tables import TABLES, Table, fields_of
from league.services.portability.exports.values import reader_of
from league.services.portability.exports.write import FORMAT, VERSION
from league.services.portability.league_import.older import OLDEST, upgrade_row
from league.translation import N_, Text

MANIFEST = "manifest.json"
# A league of a hundred thousand games is some 60 MB before it is packed; beyond these it is no league but a trap.
LARGEST = 4 * 1024**3
LARGEST_MANIFEST = 1024**2
# The longest row is a photograph's.
LONGEST_LINE = 32 * 1024**2
# JSON lines of such tables pack to a tenth; what packs to less than a two-hundredth was made to fill a disk.
TIGHTEST = 200
MOST_PROBLEMS = 200
# What the standard library raises of a zip that is broken, cut off, encrypted or packed in an unheard-of way.
UNREADABLE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError)


class TooManyFaults(Exception):
    """So much is wrong that more need not be told."""


@dataclass(slots=True)
class Faults:
    problems: list[Problem] = field(default_factory=list)

    def add(self, where: str, message: Text | Problem, *, field: str = "", code: str = "import") -> None:
        """Note a problem, or that of a rule.

        Raises:
            TooManyFaults: there are enough of them.
        """
        said = message.message if isinstance(message, Problem) else message
        self.problems.append(Problem(code, said, field, where))
        if len(self.problems) >= MOST_PROBLEMS:
            raise TooManyFaults


@dataclass(frozen=True, slots=True)
class Promise:
    rows: int
    sha256: str


# The version to which tables were added while it was the latest; a file that has none of one was written before.
GREW = 4
FORMATS = "fixtureformat"


@dataclass(frozen=True, slots=True)
class Archive:
    """An exported file whose manifest is understood."""

    file: zipfile.ZipFile
    manifest: dict[str, Any]
    promises: dict[str, Promise]

    @property
    def version(self) -> int:
        """Return the version of the format, as which the rows are read.

        Version 4 grew while it was the latest: its first files have no formats of their own, as those of version 3.
        """
        version = int(self.manifest["version"])
        return min(version, 3) if FORMATS not in self.promises else version

    def lines(self, table: Table, faults: Faults) -> Iterator[tuple[int, bytes]]:
        """The lines of a table's file, numbered from 1; in the end its hash and count are held against the manifest.

        A table that is newer than the file has none.
        """
        if table.name not in self.promises:
            return
        promise, digest, number = self.promises[table.name], hashlib.sha256(), 0
        try:
            with self.file.open(table.file) as opened:
                while line := opened.readline(LONGEST_LINE):
                    number += 1
                    digest.update(line)
                    if len(line) >= LONGEST_LINE:
                        faults.add(f"{table.file}:{number}", N_("this line is longer than any row can be"))
                        return
                    yield number, line
        except UNREADABLE as broken:
            faults.add(table.file, Text("cannot be read to its end: {why}", why=str(broken)))
            return
        if digest.hexdigest() != promise.sha256:
            changed = N_("was changed after it was exported: its contents do not have the hash in the manifest")
            faults.add(table.file, changed)
        if number != promise.rows:
            count = Text.plural(
                "has {n} row, and the manifest says {promised}",
                "has {n} rows, and the manifest says {promised}",
                n=number,
                promised=promise.rows,
            )
            faults.add(table.file, count)


def open_archive(file: IO[bytes], faults: Faults) -> Archive | None:
    """The archive, if its outside is in order; else None, and every reason in `faults`."""
    try:
        archive = zipfile.ZipFile(file)
    except UNREADABLE:
        faults.add("", N_("This is not a zip file, or only part of one. Export the league again and copy all of it."))
        return None
    known = {MANIFEST, *(table.file for table in TABLES)}
    _check_members(archive.infolist(), known, faults)
    if faults.problems:
        return None
    manifest = _manifest(archive, faults)
    if manifest is None:
        return None
    promises = _promises(manifest, {info.filename for info in archive.infolist()}, faults)
    return None if faults.problems else Archive(archive, manifest, promises)


def _check_members(members: Sequence[zipfile.ZipInfo], known: set[str], faults: Faults) -> None:
    seen: set[str] = set()
    for info in members:
        # Nothing is ever written under these names, so one that leads elsewhere is only a name that is not known.
        if info.filename not in known:
            faults.add(info.filename[:100], N_("is not a file of an exported league"))
        elif info.filename in seen:
            faults.add(info.filename, N_("stands in the zip twice"))
        elif info.flag_bits & 1:
            faults.add(info.filename, N_("is encrypted"))
        elif info.file_size > TIGHTEST * max(info.compress_size, 1024):
            faults.add(info.filename, N_("unpacks to far more than such a file can hold"))
        seen.add(info.filename)
    if sum(info.file_size for info in members) > LARGEST:
        faults.add("", Text("This unpacks to more than {most} GB; no league is so large.", most=LARGEST // 1024**3))
    if MANIFEST not in seen:
        faults.add(MANIFEST, N_("is missing; this is not an exported league"))


def _manifest(archive: zipfile.ZipFile, faults: Faults) -> dict[str, Any] | None:
    try:
        with archive.open(MANIFEST) as file:
            said = json.loads(file.read(LARGEST_MANIFEST))
    except (RecursionError, *UNREADABLE) as broken:
        faults.add(MANIFEST, Text("cannot be read: {why}", why=str(broken)))
        return None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        faults.add(MANIFEST, N_("is not that of an exported league"))
        return None
    if said.get("version") not in range(OLDEST, VERSION + 1):
        other = Text(
            "has version {theirs} of the format, and this Muggins reads versions {oldest} to {ours}",
            theirs=f"{said.get('version')!r:.20}",
            oldest=OLDEST,
            ours=VERSION,
        )
        faults.add(MANIFEST, other)
        return None
    return said


def _promises(manifest: dict[str, Any], members: set[str], faults: Faults) -> dict[str, Promise]:
    found: dict[str, Promise] = {}
    tables = manifest.get("tables")
    known = {table.name: table for table in TABLES if table.since <= manifest["version"]}
    for entry in tables if isinstance(tables, list) else []:
        name, rows, sha256 = _values_of(entry, ("table", "rows", "sha256"))
        if not isinstance(name, str) or name not in known:
            unknown = Text("names a table that this Muggins does not know: {name}", name=f"{name!r:.60}")
            faults.add(MANIFEST, unknown)
        elif not isinstance(rows, int) or not isinstance(sha256, str):
            faults.add(MANIFEST, Text("does not say how many rows {table} has, and their hash", table=name))
        else:
            found[name] = Promise(rows, sha256)
    for name, table in known.items():
        if table.since == GREW and name not in found and table.file not in members:
            continue
        if name not in found:
            faults.add(MANIFEST, Text("has no table “{table}”", table=name))
        if table.file not in members:
            faults.add(table.file, N_("is missing"))
    return found


def _values_of(entry: object, names: tuple[str, ...]) -> list[Any]:
    return [entry.get(name) if isinstance(entry, dict) else None for name in names]


Values = dict[str, Any]


@cache
def readers_of(table: Table) -> dict[str, Callable[[Any], Any]]:
    return {field.name: reader_of(field) for field in fields_of(table)}


def read_line(archive: Archive, table: Table, number: int, line: bytes, faults: Faults) -> Values | None:
    """The values of a row by field, references as the numbers of the other server; None if something is wrong."""
    where = f"{table.file}:{number}"
    try:
        said = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as wrong:
        faults.add(where, Text("is not JSON: {why}", why=describe_error(wrong)))
        return None
    readers = readers_of(table)
    if not isinstance(said, dict):
        faults.add(where, N_("is not a row: each line must be an object"))
        return None
    said = upgrade_row(table.model, said, archive.version)
    if said.keys() != readers.keys():
        _report_columns(said, readers, where, faults)
        return None
    if b"\\u" in line and not _storable(said):
        faults.add(where, N_("holds a character that no database keeps"))
        return None
    values: Values = {}
    for name, read in readers.items():
        try:
            values[name] = read(said[name])
        except ValueError as wrong:
            faults.add(
                where, Text("{value} {why}", value=_format_value(said[name]), why=describe_error(wrong)), field=name
            )
    return values if len(values) == len(readers) else None


def describe_error(wrong: Exception) -> str:
    """Return why a value was refused: a Text where the reader is ours."""
    said: str = wrong.args[0] if wrong.args and isinstance(wrong.args[0], Text) else str(wrong)
    return said


def _report_columns(said: Values, readers: Values, where: str, faults: Faults) -> None:
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
