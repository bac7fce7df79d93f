"""The questions of an import that cannot know whom a row means, and how they are answered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.errors import Invalid
from league.models import Player
from league.rules.problems import Problem
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
