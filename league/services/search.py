"""The index of the search, and what people typed into it."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.dates import MONTHS, MONTHS_3, MONTHS_ALT, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import pgettext

from league import hooks
from league.access import Grants, may
from league.models import Fixture, League, Player, Season, Team, Venue
from league.queries.leagues import current_of, seasons_of
from league.queries.search import (
    Hit,
    Names,
    about_players,
    about_teams,
    alike,
    find_fixtures,
    find_players,
    find_teams,
    find_venues,
    names_told,
)
from league.rules.problems import Problem
from league.rules.search import HELPS, DayNames, Help, Rank, SearchQuery, as_sought, best, read
from league.services.disputes.rulebook import books_of
from league.translation import Text, month_first, translated

Thing = TypeVar("Thing")
Row = TypeVar("Row", Team, Player, Venue)
# How many teams a name may mean before it is too vague to list their fixtures.
MOST_MEANT = 10
# A word of a rule has to be typed this far: "a" is in all of them.
LEAST_OF_A_RULE = 3
MOST_SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A rule, or the heading of a chapter, that has the words that were typed.

    Attributes:
        number: by which rulings quote it; a heading has none.
        under: the heading under which it stands; of a heading, the book.
        anchor: the id of its place on the rules page.
    """

    number: str
    text: Text
    under: Text
    anchor: str


@dataclass(frozen=True, slots=True)
class Group(Generic[Thing]):
    """The best hits of a kind, and how many there are in all."""

    hits: tuple[Thing, ...] = ()
    count: int = 0

    @property
    def more(self) -> int:
        return self.count - len(self.hits)


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What a search found, by kind; `suggested` are names that may have been meant, where no name fits."""

    teams: Group[Hit[Team]] = Group()
    players: Group[Hit[Player]] = Group()
    fixtures: Group[Fixture] = Group()
    venues: Group[Hit[Venue]] = Group()
    rules: Group[FoundRule] = Group()
    lessons: Group[hooks.SearchableLesson] = Group()
    pages: Group[Help] = Group()
    suggested: tuple[str, ...] = ()


def find(league: League, sought: SearchQuery, grants: Grants, *, now: dt.datetime, most: int) -> SearchResults:
    """Search a league, at most `most` hits of each kind.

    Twelve queries; a few more for merged names and for changed formats. `grants` decide what the reader sees, and by
    which names.
    """
    name = sought.sides[0] if len(sought.sides) == 1 else sought.whole
    # A league has some dozens at most: they are fetched once for all that is asked, which names them over and over.
    shown = seasons_of(league)
    seasons = {season.pk: season for season in shown}
    current = current_of(shown, today=now.astimezone(league.tz).date())
    parts = tuple(dict.fromkeys((sought.whole, *sought.sides)))
    by_name = (*names_told(league, grants), Names.VENUE)
    near = alike((*((Names.TEAM, part) for part in parts), *((names, name) for names in by_name)), league)
    teams = find_teams(league, parts, near, grants)
    players = find_players(league, name, near, grants)
    venues = find_venues(league, name, near, grants)
    if Rank.EXACT in {*(hit.rank for hit in teams), *(hit.rank for hit in players), *(hit.rank for hit in venues)}:
        players, venues = _no_near(players), _no_near(venues)
    sides = tuple(_teams_meant(teams, side) for side in sought.sides)
    meetings = find_fixtures(league, seasons, sides, sought.day, now=now, most=most)
    return SearchResults(
        teams=Group(about_teams(teams[:most], seasons), len(teams)),
        players=Group(about_players(players[:most], seasons), len(players)),
        fixtures=Group(meetings.fixtures, meetings.count),
        venues=_best_hits(venues, most),
        rules=_best_hits(_rules(current, sought.whole), most),
        lessons=_best_hits(_lessons(sought.whole), most),
        pages=_best_hits(_matching_pages(sought.whole, grants), most),
        suggested=_suggestions((*teams, *players, *venues)),
    )


def _best_hits(hits: Sequence[Thing], most: int) -> Group[Thing]:
    return Group(tuple(hits[:most]), len(hits))


def _no_near(hits: Iterable[Hit[Row]]) -> list[Hit[Row]]:
    return [hit for hit in hits if hit.rank != Rank.NEAR]


def _teams_meant(teams: Iterable[Hit[Team]], side: str) -> list[int]:
    """Teams that one side of a search means: those that answer it best, if they are not too many."""
    ranked = [(rank, hit.thing.pk) for hit in teams if (rank := best(side, as_sought(hit.name))) is not None]
    closest = min((rank for rank, _ in ranked), default=None)
    meant = [pk for rank, pk in ranked if rank == closest]
    return meant if len(meant) <= MOST_MEANT else []


def _suggestions(hits: Sequence[Hit]) -> tuple[str, ...]:
    """Names that are nearly what was typed, where no name is, begins or has it."""
    if any(hit.rank != Rank.NEAR for hit in hits):
        return ()
    return tuple(dict.fromkeys(hit.name for hit in hits))[:MOST_SUGGESTED]


def _rules(season: Season | None, sought: str) -> list[FoundRule]:
    """Rules of a season with every word that was typed, headings first (one query)."""
    words = [word for word in sought.split() if len(word) >= LEAST_OF_A_RULE]
    if season is None or not words:
        return []
    headings, rules = [], []
    for book in books_of(season):
        for chapter in book.sections:
            if _has_words(as_sought(translated(chapter.title)), words):
                headings.append(FoundRule("", chapter.title, book.title, chapter.anchor))
            rules += [
                FoundRule(rule.number, rule.text, chapter.title, rule.anchors[0] if rule.anchors else chapter.anchor)
                for rule in chapter.numbered
                if _has_words(as_sought(f"{rule.number} {translated(rule.text)}"), words)
            ]
    once: dict[tuple[str, Text], FoundRule] = {}
    for found_rule in rules:
        # What several books say alike is told once.
        once.setdefault((found_rule.number, found_rule.text), found_rule)
    return [*headings, *once.values()]


def _has_words(text: str, words: Iterable[str]) -> bool:
    return all(f" {word}" in f" {text}" for word in words)


def _lessons(sought: str) -> list[hooks.SearchableLesson]:
    """Lessons with every word in title, lead or headings, titles first."""
    ranked = []
    for place, lesson in enumerate(hooks.lessons):
        title = best(sought, as_sought(translated(lesson.title)))
        words = " ".join(translated(text) for text in (lesson.title, lesson.lead, *lesson.headings))
        if title is not None or (len(sought) >= LEAST_OF_A_RULE and _has_words(as_sought(words), sought.split())):
            ranked.append((Rank.NEAR if title is None else title, place, lesson))
    return [lesson for _, _, lesson in sorted(ranked, key=lambda each: each[:2])]


def _matching_pages(sought: str, grants: Grants) -> list[Help]:
    """Pages that this reader may open, with every word, titles first."""
    ranked = []
    for place, page in enumerate(HELPS):
        if not may(grants, page.action):
            continue
        title = best(sought, as_sought(translated(page.title)))
        if title is not None:
            ranked.append((title, place, page))
            continue
        text = as_sought(f"{translated(page.title)} {translated(page.about)} {translated(page.words)}")
        if len(sought) >= LEAST_OF_A_RULE and _has_words(text, sought.split()):
            ranked.append((Rank.NEAR, place, page))
    return [page for _, _, page in sorted(ranked, key=lambda each: each[:2])]


def read_typed(text: str, *, today: dt.date) -> SearchQuery | Problem | None:
    """Parse a search in the reader's language: "3 nov", "3 novembre"; a problem, or None where nothing was typed."""
    months = tuple((str(MONTHS[n]), str(MONTHS_ALT[n]), str(MONTHS_3[n])) for n in range(1, 13))
    weekdays, abbreviated = (tuple(map(str, names.values())) for names in (WEEKDAYS, WEEKDAYS_ABBR))
    names = DayNames(months, weekdays, abbreviated, tuple(_relative_days()))
    return read(text, today=today, names=names, month_first=month_first())


def _relative_days() -> Iterator[tuple[str, int]]:
    """Yield the active language's words for yesterday, today and tomorrow, with their offset in days."""
    names_by_day = (
        pgettext("typed into the search, each after a comma", "yesterday"),
        pgettext("typed into the search, each after a comma", "today, tonight"),
        pgettext("typed into the search, each after a comma", "tomorrow"),
    )
    for away, names in enumerate(names_by_day, start=-1):
        yield from ((name.strip(), away) for name in names.split(","))
