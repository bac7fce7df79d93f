"""What an import writes: new and changed rows, counted by kind, and what it must ask."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from django.db.models import Model

from league.errors import Invalid
from league.models import League, Player, Season, User
from league.rules.problems import Problem
from league.services.portability.imports.existing import Existing, Plan
from league.services.portability.imports.row_reader import Log
from league.translation import Text

# By team and name: the number of the player whom a row means, or None for somebody new.
People = Mapping[tuple[str, str], int | None]
NEW = "new"
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody whom a row may mean, and the teams and seasons they have played for, the latest first."""

    player: Player
    played: tuple[str, ...]

    def describe(self) -> Text:
        """Return the number by which the player is chosen, and where they played last."""
        if not self.played:
            return Text("number {number}", number=self.player.pk)
        return Text("number {number}, {played}", number=self.player.pk, played=self.played[0])


@dataclass(frozen=True, slots=True)
class Question:
    """A row that may mean several people, or one of them or nobody yet.

    Attributes:
        by_address: the row has somebody's address under another name; whoever is new has no address that is another's.
    """

    team: str
    name: str
    where: str
    candidates: tuple[Candidate, ...]
    by_address: bool = False


class Unclear(Invalid):
    """Files that name people who may be known to the league already; `questions` says whom."""

    def __init__(self, problems: Iterable[Problem], questions: Iterable[Question]) -> None:
        super().__init__(problems)
        self.questions = tuple(questions)


@dataclass(slots=True)
class Report:
    """The report of an import: rows by kind, warnings, and the season that it was about."""

    created: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    unchanged: dict[str, int] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()
    season: Season | None = None


def count(counts: dict[str, int], kind: Text, number: int = 1) -> None:
    if number:
        counts[kind] = counts.get(kind, 0) + number


@dataclass(slots=True)
class Writer:
    """What is written of a plan; new rows join those that it knows by name.

    Attributes:
        people: whom rows mean, as whoever loads them says.
        players: the ids of those who are registered, by team and name.
        questions: rows that may mean several people; each is a problem in the log too.
        decisions: entries for the journal, to be written last: until they are, nobody else waits for its end.
    """

    league: League
    plan: Plan
    log: Log
    today: dt.date
    now: dt.datetime
    by: User | None
    people: People = field(default_factory=dict)
    report: Report = field(default_factory=Report)
    season: Season = field(init=False)
    players: dict[tuple[str, str], int] = field(default_factory=dict)
    decisions: list[Callable[[], Any]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def existing(self) -> Existing:
        return self.plan.existing

    def same_or_change(self, kind: Text, row: Model, **values: Any) -> None:
        """Make a row say `values`; count whether that changed it."""
        different = {name: value for name, value in values.items() if getattr(row, name) != value}
        if different:
            for name, value in different.items():
                setattr(row, name, value)
            row.save(update_fields=list(different))
        count(self.report.changed if different else self.report.unchanged, kind)

    def create(self, kind: Text, rows: list[Row]) -> list[Row]:
        count(self.report.created, kind, len(rows))
        return type(rows[0])._default_manager.bulk_create(rows) if rows else rows

    def decide(self, write: Callable[..., Any], *args: Any, **named: Any) -> None:
        """Have an entry written when everything else is."""
        self.decisions.append(partial(write, *args, **named))
