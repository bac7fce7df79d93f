"""The rows whose names are something like what is sought, found by the database's own index of trigrams.

PostgreSQL: pg_trgm on the tables of names. SQLite: a full-text table that triggers keep. Both are made, and described,
in the migration 0007_search. Either may find too much: how well a name answers is judged by `league.rules.search`, the
same on both.
"""

from collections.abc import Iterable
from enum import Enum

from django.db import connection

from league.models import League

# More names than a page shows, and few enough to be judged one by one.
MOST_ALIKE = 100
# Of the trigrams that are sought on SQLite, so many of the rarest: a slip spoils four at most, and what is common to
# thousands of names finds only what the rare ones find too.
RAREST = 9


class Names(Enum):
    """The names of a kind.

    OPEN are those of players who do not have theirs shortened, SHORT everybody's shortened one, and CUT the shortened
    ones of those alone who want it so.
    """

    TEAM = "team"
    VENUE = "venue"
    PLAYER = "player"
    OPEN = "open"
    SHORT = "short"
    CUT = "cut"


def alike(wanted: Iterable[tuple[Names, str]], league: League) -> dict[Names, list[int]]:
    """Return the ids of a league's rows with a name like one that is sought, by kind, `MOST_ALIKE` at most of each.

    One query for all kinds. They are fetched, and not joined: as a part of a larger question PostgreSQL would first
    look at whatever the league has of all seasons.

    Args:
        wanted: kinds of names, each with what is sought as `rules.search.as_sought` gives it; a kind may stand twice.
    """
    asked: list[str] = []
    given: list[str | int] = []
    found: dict[Names, list[int]] = {}
    for names, sought in wanted:
        question, more = _by_trigrams(names, league, sought)
        asked.append(question)
        given += more
        found[names] = []
    with connection.cursor() as cursor:
        cursor.execute(" UNION ".join(asked), given)
        for names, pk in cursor.fetchall():
            found[Names(names)].append(pk)
    return found


def _by_trigrams(names: Names, league: League, sought: str) -> tuple[str, list[str | int]]:
    """Return a question for the kind and ids, and what is bound in it; a table's name is one of `Names`."""
    if connection.vendor == "postgresql":
        kind = [names.value, names.value]
        return "SELECT %s::text, league_alike(%s, %s, %s, %s)", [*kind, league.pk, sought, MOST_ALIKE]
    table, three = f"league_alike_{names.value}", trigrams(sought)
    rarest = (
        f"SELECT group_concat(quoted, ' OR ') FROM (SELECT '\"' || term || '\"' AS quoted FROM {table}_known "  # noqa: S608
        f"WHERE term IN ({', '.join(['%s'] * len(three))}) ORDER BY doc LIMIT {RAREST})"
    )
    found = (
        f"SELECT rowid FROM {table} WHERE {table} MATCH coalesce(({rarest}), '\"\"') AND league = %s "  # noqa: S608
        "ORDER BY rank LIMIT %s"
    )
    return f"SELECT %s, rowid FROM ({found})", [names.value, *three, league.pk, MOST_ALIKE]  # noqa: S608


def trigrams(sought: str) -> list[str]:
    """Return the trigrams of a text, with two blanks before each word and one at the end, as SQLite's index has it."""
    padded = "  " + sought.replace(" ", "  ") + " "
    found = dict.fromkeys(padded[place : place + 3] for place in range(len(padded) - 2))
    return [three for three in found if three.strip()]
