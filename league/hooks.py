"""What another app adds to the league, which imports no such app: the app's `ready()` appends to the lists here."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from league.models import League, User
from league.translation import Text


@dataclass(frozen=True, slots=True)
class PersonalData:
    """The rows that an app keeps about people. The functions that write run within the transaction of an erasure.

    Attributes:
        export: what it keeps of an account, and of it in a league, as values for JSON, by heading.
        leave: delete what it keeps of an account in a league.
        erase: delete all that it keeps of an account.
        rename: write the second name wherever the first stands. A name of one word may be anybody's, and stays.
    """

    export: Callable[[League, User], dict[str, Any]]
    leave: Callable[[User, League], None]
    erase: Callable[[User], None]
    rename: Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Purge:
    """Old rows of an app, deleted every hour.

    Attributes:
        rows: what they are, as operators read it: "tables to play at".
        delete: delete those that are too old at a moment; returns how many.
    """

    rows: str
    delete: Callable[[dt.datetime], int]


@dataclass(frozen=True, slots=True)
class SearchableLesson:
    """A lesson that a league's search finds by its title, lead and headings; its page is the address "lesson"."""

    slug: str
    title: Text
    lead: Text
    headings: tuple[Text, ...]


personal_data: list[PersonalData] = []
purges: list[Purge] = []
lessons: list[SearchableLesson] = []
