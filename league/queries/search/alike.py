"""Rows with similar names, by the database's trigram index.

PostgreSQL: pg_trgm on the tables of names. SQLite: a full-text table that triggers maintain. Both are made, and
described, in the migration 0007_search. Either may find too much: `league.rules.search` ranks names, the same on both.
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
    """Kinds of names.

    OPEN are those of players who do not shorten theirs, SHORT everybody's shortened one, CUT the shortened ones of
    those
    alone who want it so.
    """

    TEAM = "team"
    VENUE = "venue"
    PLAYER = "player"
    OPEN = "open"
    SHORT = "short"
    CUT = "cut"


def alike(wanted: Iterable[tuple[Names, str]], league: League) -> dict[Names, list[int]]:
    """Return ids of a league's rows with a similar name, by kind, `MOST_ALIKE` at most of each (one query).

    Fetched, not joined: in a larger query PostgreSQL would first scan the league's rows of all seasons. `wanted` has
    texts
    as of `rules.search.as_sought`.
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
    """Return SQL for the kind and ids, and its params; a table's name is one of `Names`."""
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
    """Trigrams of a text, with two blanks before each word and one at the end, as SQLite's index has it."""
    padded = "  " + sought.replace(" ", "  ") + " "
    found = dict.fromkeys(padded[place : place + 3] for place in range(len(padded) - 2))
    return [three for three in found if three.strip()]
