"""Taking in a league that another server exported: everything is checked first, then all is written or nothing."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO

from django.db import transaction

from league.enums import JournalKind
from league.errors import Invalid
from league.models import JournalEntry, League
from league.rules.chain import Broken
from league.rules.problems import Problem
from league.services.exports.tables import JOURNAL, TABLES
from league.services.journal import record, verify
from league.services.league_import.archive import Archive, Faults, TooMany, opened
from league.services.league_import.check import Found, checked, checked_against_here
from league.services.league_import.write import Writer, counted, write_archive

__all__ = ["Report", "check_file", "import_league"]


@dataclass(frozen=True, slots=True)
class Report:
    """What an import did, or would do.

    Attributes:
        league: the league here; None where the file was only checked.
        rows: how many rows by table.
        known: how many of its people have an account here already.
    """

    league: League | None = None
    rows: Mapping[str, int] = field(default_factory=dict)
    known: int = 0


def import_league(
    file: IO[bytes],
    *,
    now: dt.datetime,
    name: str | None = None,
    slug: str | None = None,
    check_only: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """Take in a league from the file that `exports.export_league` wrote, on this server or another.

    Whoever runs the server does this; there is no role for it. People are known by their uid, else by their address;
    those who are new have no password, and sign in with a code.

    Args:
        file: open for reading, and seekable.
        name, slug: what the league is to be called here, where its own are taken.
        check_only: find every problem, and write nothing.
        progress: told in a few words how far it is.

    Raises:
        Invalid: every problem, each with its place (file and line); then nothing has been written.
    """
    tell = progress or (lambda text: None)
    said = {option: value for option, value in (("name", name), ("slug", slug)) if value is not None}
    archive, found = _checked(file, said)
    tell("checked")
    if check_only:
        return Report(None, _promised(archive), len(found.people))
    with transaction.atomic():
        writer = write_archive(archive, found, said)
        tell("written")
        league = League.objects.get(pk=writer.league_id)
        _verify(league)
        _journal(league, archive, writer, now=now)
    return Report(league, dict(counted(writer)), len(found.people))


def check_file(file: IO[bytes]) -> Report:
    """Whether an exported file is whole and in order, wherever it is to be taken in.

    Raises:
        Invalid: every problem, each with its place.
    """
    archive, _ = _checked(file, None)
    return Report(None, _promised(archive))


def _promised(archive: Archive) -> dict[str, int]:
    rows = {table.name: archive.promises[table.name].rows for table in TABLES}
    return {table: count for table, count in rows.items() if count}


def _checked(file: IO[bytes], said: Mapping[str, str] | None) -> tuple[Archive, Found]:
    """The archive and what is in it, checked against this server too unless `said` is None."""
    faults = Faults()
    try:
        archive = opened(file, faults)
        if archive is None:
            raise Invalid(faults.problems)
        found = checked(archive, faults)
        if said is not None:
            checked_against_here(found, faults, said=said)
    except TooMany:
        more = Problem("import", "There is more wrong; mend these first.")
        raise Invalid([*faults.problems, more]) from None
    if faults.problems:
        raise Invalid(faults.problems)
    return archive, found


def _verify(league: League) -> None:
    """The journal must be whole here too: each entry about the people, teams and fixtures that it names.

    Raises:
        Invalid: it is not; the file's rows are not those that the journal was written about.
    """
    found = verify(league)
    if isinstance(found, Broken):
        raise Invalid([Problem("import", f"entry {found.number} of the journal: {found.message}", "", JOURNAL.file)])


def _journal(league: League, archive: Archive, writer: Writer, *, now: dt.datetime) -> None:
    said = archive.manifest
    data = {"exported_at": str(said.get("exported_at")), "muggins": str(said.get("muggins")), "rows": writer.rows}
    before = JournalEntry.objects.filter(league=league, kind=JournalKind.LEAGUE_IMPORTED, imported=False).count()
    what = "took the league in from another server"
    record(league, JournalKind.LEAGUE_IMPORTED, str(before + 1), by=None, now=now, what=what, data=data)
