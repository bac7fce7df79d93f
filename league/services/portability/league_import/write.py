"""Writing a checked file: rows in chunks, each reference with the number its row has been given here."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import DataError, IntegrityError
from django.db.models import Model

from league.errors import Invalid
from league.models import Fixture, FixtureFormat, JournalEntry, League, Player, Result, User
from league.models.unique_names import UniquelyNamed, mark_namesakes
from league.queries.mail.kinds import NAMED
from league.rules.problems import Problem
from league.services.portability.exports.tables import (
    LEAGUE,
    OF_PEOPLE,
    TABLES,
    USERS,
    Table,
    references_of,
    referred_to,
)
from league.services.portability.league_import.archive import Archive, Faults, Values, read_line
from league.services.portability.league_import.check import CheckState
from league.services.portability.league_import.keys import REWRITES
from league.services.portability.league_import.older import UNNAMED, keep_format
from league.services.portability.league_import.people import account_apart
from league.translation import Text

REMEMBERED = referred_to() | set(NAMED.values())
"""The models whose new numbers are wanted: a row refers to them, or a notice's key names them."""


@dataclass(slots=True)
class Writer:
    """The record of what has been written so far.

    Attributes:
        found: what the check has learned.
        said: fields of the league's row in place of what the file says: its name and slug here.
        numbers: the numbers here by those in the file, of the models that anything refers to.
        own: references of a table to its own rows, given once all of them are written: row, field, number in the file.
        rows: how many rows were written, by table.
        others: accounts of this server that have another uid than in the file.
    """

    found: CheckState
    said: Mapping[str, str]
    numbers: dict[type[Model], dict[int, int]] = field(default_factory=lambda: {model: {} for model in REMEMBERED})
    own: list[tuple[Model, str, int]] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    others: set[int] = field(default_factory=set)

    @property
    def league_id(self) -> int:
        return next(iter(self.numbers[League].values()), 0)


def write_archive(archive: Archive, found: CheckState, said: Mapping[str, str], *, now: dt.datetime) -> Writer:
    """Write every table of a checked file.

    Raises:
        Invalid: the database refuses rows that contradict each other; the caller's transaction is to be undone.
    """
    writer = Writer(found, said)
    for table in TABLES:
        faults = Faults()
        lines = archive.lines(table, faults)
        parsed = ((number, read_line(archive, table, number, line, faults)) for number, line in lines)
        while chunk := [(number, row) for number, row in islice(parsed, table.at_once) if row is not None]:
            rows = [row for _, row in chunk]
            if table.model is Result and UNNAMED not in writer.numbers[FixtureFormat]:
                fixture = writer.numbers[Fixture][rows[0]["fixture"]]
                writer.numbers[FixtureFormat].update(keep_format(fixture, archive.version, now=now))
            try:
                _write_chunk(writer, table, rows)
            except (IntegrityError, DataError) as refused:
                raise Invalid([_contradiction(table, chunk[0][0], chunk[-1][0], refused)]) from refused
        _give_own_references(writer, table)
        if faults.problems:
            # It was in order a moment ago: somebody is writing into the file.
            raise Invalid(faults.problems)
    return writer


def _contradiction(table: Table, first: int, last: int, refused: Exception) -> Problem:
    said = str(refused).strip().splitlines()[0]
    message = Text(
        "among the rows {first} to {last} are some that contradict each other or others: {why}",
        first=first,
        last=last,
        why=said,
    )
    return Problem("import", message, "", f"{table.file}:{first}")


def _write_chunk(writer: Writer, table: Table, rows: list[Values]) -> None:
    if table is USERS:
        _write_users(writer, rows)
        return
    if table in OF_PEOPLE:
        # Whoever has an account here has said already how they want their mail.
        rows = [row for row in rows if row["user"] not in writer.found.people]
    old = [row["id"] for row in rows]
    made = [_instance(writer, table, row) for row in rows]
    if issubclass(table.model, UniquelyNamed):
        mark_namesakes(made)
    table.model._base_manager.bulk_create(made, batch_size=table.at_once)
    _remember(writer, table, old, made)


def _remember(writer: Writer, table: Table, old: list[int], made: list[Any]) -> None:
    writer.rows[table.name] = writer.rows.get(table.name, 0) + len(made)
    if table.model in writer.numbers:
        writer.numbers[table.model].update(zip(old, (row.pk for row in made), strict=True))


def _instance(writer: Writer, table: Table, row: Values) -> Model:
    rewrite = REWRITES.get(table.model)
    if rewrite is not None:
        rewrite(row, writer.numbers, writer.league_id)
    row.pop("id")
    if table.model is Player and row["user"] in writer.found.apart and writer.found.apart[row["user"]].address_taken:
        # Nobody can sign in to that account: the player is free for whoever accepts an invitation to be them.
        row["user"] = None
    own: list[tuple[str, int]] = []
    for name, target in references_of(table).items():
        value = row.pop(name)
        if value is None:
            continue
        if target is table.model:
            own.append((name, value))
        else:
            row[f"{name}_id"] = writer.numbers[target][value]
    if table is LEAGUE:
        row.update(writer.said)
    if table.model is JournalEntry:
        row["imported"] = True
        _not_by_another(writer, row)
    made = table.model(**row)
    writer.own.extend((made, name, value) for name, value in own)
    return made


def _not_by_another(writer: Writer, row: Values) -> None:
    """Name nobody of this server as decider, if their account here is not the one that the chain names."""
    by = row.get("by_id")
    if by in writer.others:
        row["by_id"] = None


def _give_own_references(writer: Writer, table: Table) -> None:
    numbers = writer.numbers.get(table.model, {})
    for name in {name for _, name, _ in writer.own}:
        rows = [made for made, of, _ in writer.own if of == name]
        for made, of, value in writer.own:
            if of == name:
                setattr(made, f"{name}_id", numbers[value])
        table.model._base_manager.bulk_update(rows, [name], batch_size=500)
    writer.own.clear()


def _write_users(writer: Writer, rows: list[Values]) -> None:
    known = writer.found.people
    # With nobody's password: the code that is sent to their address lets them in.
    no_password = make_password(None)
    new = [row for row in rows if row["id"] not in known]
    for row in new:
        if row["id"] in writer.found.apart:
            account_apart(row, writer.found.apart[row["id"]])
    old = [row.pop("id") for row in new]
    made = User.objects.bulk_create([User(**row, password=no_password) for row in new])
    _remember(writer, USERS, old, made)
    writer.others.update(user.pk for number, user in zip(old, made, strict=True) if _renumbered(writer, number))
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=user, email=user.email, primary=True) for user in made if user.is_active]
    )
    # That an address is somebody's is proved here, not by what a file says.
    uids = {row["id"]: row["uid"] for row in rows if "id" in row}
    writer.numbers[User].update({number: known[number].pk for number in uids if number in known})
    writer.others.update(
        known[number].pk for number, uid in uids.items() if number in known and known[number].uid != uid
    )


def _renumbered(writer: Writer, number: int) -> bool:
    apart = writer.found.apart.get(number)
    return apart is not None and apart.number_taken


def rows_by_table(writer: Writer) -> Iterator[tuple[str, int]]:
    """The tables that have rows, in their order."""
    for table in TABLES:
        if writer.rows.get(table.name):
            yield table.name, writer.rows[table.name]
