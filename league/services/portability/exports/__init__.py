"""Taking a league along: everything that belongs to it in one file, which `league_import` takes back without loss.

The file is a zip of `manifest.json` and one file of JSON lines for each table; docs/export.md describes it. Rows refer
to each other by the numbers they have on the server that wrote them; the server that reads them gives its own.
"""

import datetime as dt
import tempfile
from collections.abc import Callable
from typing import IO

from django.db import transaction

from league import access
from league.enums import JournalKind
from league.models import JournalEntry, League, Season, User
from league.queries.portability import charges_sheet
from league.rules.cells import csv_text
from league.services.journal import record
from league.services.portability.exports.spreadsheets import Left, write_spreadsheets
from league.services.portability.exports.write import FORMAT, VERSION, Written, write_league
from league.translation import N_, Text

__all__ = [
    "FORMAT",
    "VERSION",
    "Written",
    "export_charges",
    "export_league",
    "export_spreadsheets",
    "in_a_file",
    "write_league",
]


# So much of an export is kept in memory; what is longer waits in a file.
IN_MEMORY = 4 * 1024 * 1024


def in_a_file(export: Callable[[IO[bytes]], object]) -> IO[bytes]:
    """Write an export into a temporary file, to be read from its beginning and sent in pieces; closed, it is gone."""
    out = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - whoever sends it closes it
    try:
        export(out)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return out


def export_league(league: League, out: IO[bytes], *, by: User | None, now: dt.datetime) -> Written:
    """Write everything that belongs to a league into a file.

    Args:
        out: a file open for writing, from which can be read back as well; the zip begins where it stands.
        by: the secretary; None for the command line.

    Returns:
        the tables with their counts. The journal's entry of this export is among the rows.

    Raises:
        NotAllowed: `by` is not the league's secretary.
    """
    _journal(league, N_("exported the whole league"), by=by, now=now)
    return write_league(league, out, now=now)


def export_spreadsheets(season: Season, out: IO[bytes], *, by: User | None, now: dt.datetime) -> list[Left]:
    """Write a season as the spreadsheets that `import_season` loads, in one zip.

    Returns:
        what spreadsheets cannot say; the zip's README.txt tells it too.

    Raises:
        NotAllowed: `by` is not the league's secretary.
    """
    _journal(season.league, Text("exported the spreadsheets of {season}", season=season.name), by=by, now=now)
    return write_spreadsheets(season, out)


def export_charges(season: Season, *, by: User, now: dt.datetime) -> bytes:
    """Return what a season's teams and players are charged, as a spreadsheet.

    Raises:
        NotAllowed: `by` is not the league's secretary.
    """
    _journal(season.league, Text("exported the charges of {season}", season=season.name), by=by, now=now)
    sheet = charges_sheet(season)
    # With its mark, or a spreadsheet program takes UTF-8 for its own encoding.
    return csv_text(sheet.headings, sheet.rows).encode("utf-8-sig")


@transaction.atomic
def _journal(league: League, what: Text, *, by: User | None, now: dt.datetime) -> None:
    if by is not None:
        access.require(by, "league.export", league, now=now)
    # The league's row keeps two exports apart: each counts those before it.
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    before = JournalEntry.objects.filter(league=league, kind=JournalKind.LEAGUE_EXPORTED, imported=False).count()
    record(league, JournalKind.LEAGUE_EXPORTED, str(before + 1), by=by, now=now, what=what)
