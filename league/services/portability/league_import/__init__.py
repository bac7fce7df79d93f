"""Taking in a league that another server exported: everything is checked first, then all is written or nothing."""

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import IO

from django.db import transaction
from django.db.models import Q

from league.access import held_role_q
from league.enums import JournalKind, RoleKind, SecurityKind
from league.errors import Invalid
from league.models import JournalEntry, League, Role
from league.rules.chain import Broken
from league.rules.problems import Problem
from league.services.journal import record, verify
from league.services.people.accounts.security import note
from league.services.people.roles import format_role
from league.services.portability.exports.tables import JOURNAL, TABLES
from league.services.portability.league_import.archive import Archive, Faults, TooManyFaults, open_archive
from league.services.portability.league_import.check import CheckState, check_against_server, check_rows
from league.services.portability.league_import.older import finish
from league.services.portability.league_import.write import Writer, rows_by_table, write_archive
from league.translation import N_, Text

__all__ = ["Report", "check_file", "import_league"]


@dataclass(frozen=True, slots=True)
class Report:
    """The report of an import: what it did, or would do.

    Attributes:
        league: the league here; None where the file was only checked.
        rows: how many rows by table.
        known: how many of its people have an account here already.
        apart: those who only seem to, each as a sentence.
        led: whether somebody can sign in as its secretary.
    """

    league: League | None = None
    rows: Mapping[str, int] = field(default_factory=dict)
    known: int = 0
    apart: tuple[Text, ...] = ()
    led: bool = True


def import_league(
    file: IO[bytes],
    *,
    now: dt.datetime,
    name: str | None = None,
    slug: str | None = None,
    same_people: Collection[str] = (),
    all_same: bool = False,
    check_only: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """Take in a league from the file that `exports.export_league` wrote, on this server or another.

    Whoever runs the server does this; there is no role for it. No account of this server is attached to anything in the
    file but by the operator's word (`league_import.people`); who is new has no password, and signs in with a code.

    Args:
        file: open for reading, and seekable.
        name, slug: what the league is to be called here, where its own are taken.
        same_people: addresses whose owners here are the file's people of those addresses, as the operator knows.
        all_same: so are all whose number agrees too, and who have proved the address here.
        check_only: find every problem, and write nothing.
        progress: told in a few words how far it is.

    Raises:
        Invalid: every problem, each with its place (file and line); then nothing has been written.
    """
    tell = progress or (lambda text: None)
    said = {option: value for option, value in (("name", name), ("slug", slug)) if value is not None}
    archive, found = _check(file, said, same_people, all_same=all_same)
    apart = tuple(one.describe() for one in found.apart.values())
    tell("checked")
    if check_only:
        return Report(None, _promised_rows(archive), len(found.people), apart)
    with transaction.atomic():
        writer = write_archive(archive, found, said, now=now)
        tell("written")
        league = League.objects.get(pk=writer.league_id)
        finish(league, archive.version, now=now)
        _verify(league)
        _journal(league, archive, writer, now=now)
        _note_roles(league, now=now)
    return Report(league, dict(rows_by_table(writer)), len(found.people), apart, _has_secretary(league, now))


def check_file(file: IO[bytes]) -> Report:
    """Check that an exported file is whole and in order, wherever it is to be taken in.

    Raises:
        Invalid: every problem, each with its place.
    """
    archive, _ = _check(file, None, ())
    return Report(None, _promised_rows(archive))


def _promised_rows(archive: Archive) -> dict[str, int]:
    rows = {table.name: archive.promises[table.name].rows for table in TABLES if table.name in archive.promises}
    return {table: count for table, count in rows.items() if count}


def _has_secretary(league: League, now: dt.datetime) -> bool:
    today = now.astimezone(league.tz).date()
    held = Role.objects.filter(held_role_q(today), league=league, kind=RoleKind.SECRETARY)
    return held.filter(user__is_active=True).exists()


def _check(
    file: IO[bytes], said: Mapping[str, str] | None, same_people: Collection[str], *, all_same: bool = False
) -> tuple[Archive, CheckState]:
    """The archive and what is in it, checked against this server too unless `said` is None."""
    faults = Faults()
    try:
        archive = open_archive(file, faults)
        if archive is None:
            raise Invalid(faults.problems)
        found = check_rows(archive, faults)
        if said is not None:
            check_against_server(found, faults, said=said, vouched=same_people, all_same=all_same)
    except TooManyFaults:
        more = Problem("import", N_("There are more faults; fix these first."))
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
        message = Text("entry {number} of the journal: {message}", number=found.number, message=found.message)
        raise Invalid([Problem("import", message, "", JOURNAL.file)])


def _journal(league: League, archive: Archive, writer: Writer, *, now: dt.datetime) -> None:
    said = archive.manifest
    data = {"exported_at": str(said.get("exported_at")), "muggins": str(said.get("muggins")), "rows": writer.rows}
    before = JournalEntry.objects.filter(league=league, kind=JournalKind.LEAGUE_IMPORTED, imported=False).count()
    what = N_("imported the league from another server")
    record(league, JournalKind.LEAGUE_IMPORTED, str(before + 1), by=None, now=now, what=what, data=data)


def _note_roles(league: League, *, now: dt.datetime) -> None:
    """Write into the security log of each account which roles the file has given it."""
    today = now.astimezone(league.tz).date()
    lasting = Role.objects.filter(Q(ends_on=None) | Q(ends_on__gte=today), league=league, ended_at=None)
    for role in lasting.select_related("user", "team").order_by("pk"):
        held = format_role(role.kind, role.team)
        said = Text("{role}, {league}, by the league’s file", role=held, league=league.name)
        note(SecurityKind.ROLE_GIVEN, role.user, detail=said, now=now)
