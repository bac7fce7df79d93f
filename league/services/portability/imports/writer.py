"""The record of what an import has written so far, how much of each kind, and what it must ask."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db.models import Model

from league.errors import Invalid
from league.models import Division, Entry, League, Player, Season, Team, User, Venue
from league.rules.problems import Problem
from league.services.portability.imports.planned import Plan
from league.services.portability.imports.readers import Log
from league.translation import Text

# By team and name: the number of the player whom a row means, or None for somebody new.
People = Mapping[tuple[str, str], int | None]
NEW = "new"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody whom a row may mean, and the teams and seasons they have played for, the latest first."""

    player: Player
    played: tuple[str, ...]

    @property
    def told(self) -> Text:
        """The number by which the player is chosen, and where they played last."""
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
class Counts:
    created: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    unchanged: dict[str, int] = field(default_factory=dict)

    def add(self, which: dict[str, int], kind: Text, count: int = 1) -> None:
        if count:
            which[kind] = which.get(kind, 0) + count


@dataclass(slots=True)
class Writer:
    """The record of what has been written so far of a plan, by name.

    Attributes:
        people: whom rows mean, as whoever loads them says.
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
    counts: Counts = field(default_factory=Counts)
    season: Season = field(init=False)
    venues: dict[str, Venue] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    divisions: dict[str, Division] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    players: dict[tuple[str, str], int] = field(default_factory=dict)
    decisions: list[Callable[[], Any]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    def same_or_change(self, kind: Text, row: Model, **values: Any) -> None:
        """Make a row say `values`; count whether that changed it."""
        different = {name: value for name, value in values.items() if getattr(row, name) != value}
        if different:
            for name, value in different.items():
                setattr(row, name, value)
            row.save(update_fields=list(different))
        self.counts.add(self.counts.changed if different else self.counts.unchanged, kind)

    def decided(self, write: Callable[..., Any], *args: Any, **named: Any) -> None:
        """Have an entry written when everything else is."""
        self.decisions.append(partial(write, *args, **named))

    def created(self, kind: Text, rows: Iterable[Model]) -> None:
        self.counts.add(self.counts.created, kind, len(list(rows)))
