"""A season's rules for a reader, made from the rulesets and terms its divisions play by."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.text import slugify

import scoring
from league.models import Division, Season
from league.queries.standings.standings import divisions_of, scheme_of
from league.rules.disputes.numbers import anchor_of, number_of, plain_anchor
from league.rules.formats import Kind, alone, ruleset_of, terms
from league.rules.rulebook import Section, league_rules, rulebook
from league.rules.settings import LeagueSettings, SeasonSettings, stored, usable_tie_breaks
from league.translation import N_, Text

_GAMES: dict[Kind, Text] = {"singles": N_("The game in singles"), "doubles": N_("The game in doubles")}


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule as the page has it: its number, and the ids by which quotes of it lead here."""

    number: str
    text: Text
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a book with its rules numbered."""

    title: Text
    anchor: str
    numbered: tuple[NumberedRule, ...]

    @property
    def rules(self) -> tuple[Text, ...]:
        """The sentences alone."""
        return tuple(rule.text for rule in self.numbered)


@dataclass(frozen=True, slots=True)
class Book:
    """One body of rules: those of the league's fixtures, or of a game as singles or doubles play it.

    Attributes:
        anchor: where it begins on the page; its sections' anchors carry it in front.
        kind: singles or doubles; "" for the league's own rules.
        divisions: the slugs of those that play by it.
    """

    title: Text
    anchor: str
    kind: str
    divisions: tuple[str, ...]
    sections: tuple[Chapter, ...]


def books_of(season: Season) -> list[Book]:
    """Return the rulebooks of a season: first the league's own rules, then the game's (one query).

    Divisions that play alike share a book.

    Args:
        season: with its league joined.
    """
    divisions = divisions_of(season)
    by_rules: dict[tuple[Section, ...], list[Division]] = {}
    for division in divisions:
        by_rules.setdefault(own_rules(division, season), []).append(division)
    books = [_book(N_("Fixtures and points"), "", alike, divisions, sections) for sections, alike in by_rules.items()]
    for kind in _GAMES:
        playing = [division for division in divisions if kind in map(_game, terms(division).format)]
        by_ruleset: dict[scoring.Ruleset, list[Division]] = {}
        for division in playing:
            by_ruleset.setdefault(ruleset_of(division, kind), []).append(division)
        for ruleset, alike in by_ruleset.items():
            sections = rulebook(ruleset, doubles=not alone(kind))
            books.append(_book(_GAMES[kind], kind, alike, playing, sections))
    return _with_plain_anchors(books)


def own_rules(division: Division, season: Season) -> tuple[Section, ...]:
    """Return the league's own rules as a division of a season, its league joined, plays by them."""
    return league_rules(
        terms(division),
        scheme=scheme_of(division),
        tie_breaks=usable_tie_breaks(division.tie_breaks),
        settings=(stored(SeasonSettings, season), stored(LeagueSettings, season.league)),
    )


def anchor_in(division: Division, number: str, match_number: int = 0) -> str:
    """Return the id of a rule's place on its season's rules page, as a match of a division is played by it.

    Args:
        match_number: 0 for no match in particular: then the kind of the first.
    """
    kinds = terms(division).format
    kind = _game(kinds[match_number - 1 if 1 <= match_number <= len(kinds) else 0]) if kinds else "singles"
    return anchor_of(number, division=division.slug, kind=kind)


def _game(kind: Kind) -> Kind:
    """The kind of match under which the book of its game stands: one for singles, one for all who play together."""
    return "singles" if alone(kind) else "doubles"


def _book(title: Text, kind: str, alike: list[Division], among: list[Division], sections: Iterable[Section]) -> Book:
    """A book named after its divisions where others play otherwise; its anchors are its own on the page."""
    if len(alike) < len(among):
        title = Text("{title}: {divisions}", title=title, divisions=", ".join(division.name for division in alike))
    anchor, slugs = slugify(title), tuple(division.slug for division in alike)
    known: set[str] = set()
    chapters = [
        Chapter(section.title, f"{anchor}-{section.anchor}", _numbered(section, kind, slugs, known))
        for section in sections
    ]
    return Book(title, anchor, kind, slugs, tuple(chapters))


def _numbered(section: Section, kind: str, divisions: tuple[str, ...], known: set[str]) -> tuple[NumberedRule, ...]:
    """The rules of a chapter; the first of each number in the book has the ids, one for each division."""
    found = []
    for place, text in enumerate(section.rules):
        number = number_of(section, place)
        first = number != "" and number not in known
        known.add(number)
        anchors = tuple(anchor_of(number, division=slug, kind=kind) for slug in divisions) if first else ()
        found.append(NumberedRule(number, text, anchors))
    return tuple(found)


def _with_plain_anchors(books: Iterable[Book]) -> list[Book]:
    """The books with the plain id of each number at its first place on the page."""
    known: set[str] = set()

    def marked(rule: NumberedRule) -> NumberedRule:
        if not rule.anchors or rule.number in known:
            return rule
        known.add(rule.number)
        return replace(rule, anchors=(plain_anchor(rule.number), *rule.anchors))

    return [
        replace(
            book,
            sections=tuple(replace(one, numbered=tuple(map(marked, one.numbered))) for one in book.sections),
        )
        for book in books
    ]
