"""One spelling of each name in the files: the league's own, or else the one that the files have first.

A name is known however it is written (`rules.names.folded`), and the preview says as what it is taken. One that is new
and only nearly a known one may be another: it stays, and a warning asks.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from league.rules.names import NearThings, folded
from league.services.portability.imports.columns import DIVISION, TEAM, VENUE, Column, Row
from league.services.portability.imports.existing import Existing
from league.services.portability.imports.row_reader import Log
from league.services.portability.imports.spreadsheets import SUBJECTS
from league.translation import Text


class Spellings:
    """The names that are known, by kind (`TEAM`, `VENUE`, `DIVISION`, or a team's players) and folded name."""

    def __init__(self, known: Existing, log: Log) -> None:
        self.log = log
        self.names: dict[str, dict[str, list[str]]] = defaultdict(dict)
        self.near: dict[str, NearThings] = {TEAM: NearThings(), VENUE: NearThings()}
        self.reported: set[tuple[str, str]] = set()
        self._add(VENUE, known.venues)
        self._add(TEAM, known.team_names)
        self._add(DIVISION, known.divisions)
        for team, squad in known.squads.items():
            self._add(f"{TEAM}:{team}", squad)

    def _add(self, kind: str, names: Iterable[str]) -> None:
        for name in names:
            alike = self.names[kind].setdefault(folded(name), [])
            if name not in alike:
                alike.append(name)
            if kind in self.near:
                self.near[kind].add(name)

    def spell(self, kind: str, name: str) -> str:
        """Return a name as it is known, and as it is where it is unknown, or several are called so."""
        alike = self.names[kind].get(folded(name), [])
        return alike[0] if len(alike) == 1 and name not in alike else name

    def respell(self, file: str, row: Row) -> Row:
        """Return a row with each name in its one spelling; another one is a warning, once."""
        cells: dict[str, str] = {}
        columns = SUBJECTS[file].columns
        for column in columns:
            if column.names:
                cells[column.name] = self._respell_name(row, column, column.names, row[column.name])
        for column in columns:
            if column.players_of:
                text, kind = row[column.name], f"{TEAM}:{cells[column.players_of]}"
                names = [name.strip() for name in text.split("/")] if file == "results.csv" else [text]
                spelt = [self._respell_name(row, column, kind, name) for name in names]
                cells[column.name] = " / ".join(spelt) if spelt != names else text
        other = {heading: name for heading, name in cells.items() if name != row[heading]}
        typed = {heading: row[heading] for heading in other}
        return replace(row, cells=row.cells | other, typed=typed) if other else row

    def _respell_name(self, row: Row, column: Column, kind: str, name: str) -> str:
        if not name:
            return name
        spelt = self.spell(kind, name)
        alike = self.names[kind].get(folded(name), [])
        if spelt != name:
            self._report(kind, name, row, column, Text("“{name}” is taken as {known}", name=name, known=spelt))
        elif name not in alike and len(alike) > 1 and column.names:
            known = Text.joined(", ", alike)
            self.log.problem(row, column.name, Text("is written like {known}: write one of these", known=known))
        elif column.new and not alike:
            other = self.near[kind].find(name) if kind in self.near else None
            if other is not None:
                message = Text(
                    "{name} is new, and very like {known}; if they are one, write {known}", name=name, known=other
                )
                self._report(kind, name, row, column, message)
            self._add(kind, [name])
        return spelt

    def _report(self, kind: str, name: str, row: Row, column: Column, message: Text) -> None:
        if (kind, name) not in self.reported:
            self.reported.add((kind, name))
            self.log.warning(row, column.name, message, quote=False)
