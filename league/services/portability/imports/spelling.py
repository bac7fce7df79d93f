"""One spelling of each name in the files: the league's own, or else the one that the files have first.

A name is known however it is written (`rules.names.folded`), and the preview says as what it is taken. One that is new
and only nearly a known one may be another: it stays, and a warning asks.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from league.rules.names import NearThings, folded
from league.services.portability.imports.columns import DIVISION, SUBJECTS, TEAM, VENUE
from league.services.portability.imports.planned import Existing
from league.services.portability.imports.readers import Log, Row
from league.translation import Text

# By file, the names in its columns. Players' are their team's: of the column that is named beside them.
NAMES: Mapping[str, Mapping[str, str]] = {
    file: {column.name: column.names for column in subject.columns if column.names}
    for file, subject in SUBJECTS.items()
}
PLAYERS: Mapping[str, Mapping[str, str]] = {
    file: {column.name: column.players_of for column in subject.columns if column.players_of}
    for file, subject in SUBJECTS.items()
}
NEW_IN = {(file, column.name) for file, subject in SUBJECTS.items() for column in subject.columns if column.new}


@dataclass(slots=True)
class Spellings:
    """The names that are known, by kind and folded name, and what has been said of them.

    A kind is one of `TEAM`, `VENUE` and `DIVISION`, or a team's name for its players.
    """

    log: Log
    names: dict[str, dict[str, list[str]]] = field(default_factory=lambda: defaultdict(dict))
    new: set[tuple[str, str]] = field(default_factory=set)
    near: dict[str, NearThings] = field(default_factory=lambda: defaultdict(NearThings))
    reported: set[tuple[str, str]] = field(default_factory=set)

    def add(self, kind: str, names: Iterable[str]) -> None:
        for name in names:
            alike = self.names[kind].setdefault(folded(name), [])
            if name not in alike:
                alike.append(name)
            if kind in (TEAM, VENUE):
                self.near[kind].add(name)

    def spell(self, kind: str, name: str) -> str:
        """Return a name as it is known, and as it is where it is unknown, or several are called so."""
        alike = self.names[kind].get(folded(name), [])
        return alike[0] if len(alike) == 1 and name not in alike else name

    def respell(self, file: str, rows: Iterable[Row]) -> list[Row]:
        """Return rows of a file with each name in its one spelling; another one is a warning, once."""
        return [self._respell_row(file, row) for row in rows]

    def _respell_row(self, file: str, row: Row) -> Row:
        cells: dict[str, str] = {}
        for heading, kind in NAMES.get(file, {}).items():
            cells[heading] = self._respell_name(file, row, heading, kind, row[heading])
        for heading, team in PLAYERS.get(file, {}).items():
            names = [name.strip() for name in row[heading].split("/")] if file == "results.csv" else [row[heading]]
            spelt = [self._respell_name(file, row, heading, f"{TEAM}:{cells[team]}", name) for name in names]
            cells[heading] = " / ".join(spelt) if spelt != names else row[heading]
        other = {heading: name for heading, name in cells.items() if name != row[heading]}
        typed = {heading: row[heading] for heading in other}
        return replace(row, cells=row.cells | other, typed=typed) if other else row

    def _respell_name(self, file: str, row: Row, heading: str, kind: str, name: str) -> str:
        if not name:
            return name
        spelt = self.spell(kind, name)
        if spelt != name:
            self._report(kind, name, row, heading, Text("“{name}” is taken as {known}", name=name, known=spelt))
        elif (
            name not in (alike := self.names[kind].get(folded(name), [])) and len(alike) > 1 and heading in NAMES[file]
        ):
            known = Text.joined(", ", alike)
            self.log.problem(row, heading, Text("is written like {known}: write one of these", known=known))
        elif (file, heading) in NEW_IN and folded(name) not in self.names[kind]:
            other = self.near[kind].find(name) if kind in (TEAM, VENUE) else None
            if other is not None:
                message = Text(
                    "{name} is new, and very like {known}; if they are one, write {known}", name=name, known=other
                )
                self._report(kind, name, row, heading, message)
            self.add(kind, [name])
        return spelt

    def _report(self, kind: str, name: str, row: Row, heading: str, message: Text) -> None:
        if (kind, name) not in self.reported:
            self.reported.add((kind, name))
            self.log.warning(row, heading, message, quote=False)


def spellings_of(known: Existing, log: Log) -> Spellings:
    found = Spellings(log)
    found.add(VENUE, known.venues)
    found.add(TEAM, known.teams)
    found.add(DIVISION, known.divisions)
    for team, squad in known.squads.items():
        found.add(f"{TEAM}:{team}", squad)
    return found
