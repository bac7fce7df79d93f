"""A season's rules for a reader, made from the rulesets and terms its divisions play by."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.text import slugify

import scoring
from league.models import Division, Fixture, Season
from league.queries.seasons.rulesets import EarlierFormat, earlier_formats
from league.queries.standings.standings import divisions_of
from league.rules.formats import fixture_terms, kept_terms, ruleset_of, terms
from league.rules.match_terms import Kind, Terms, plays_alone
from league.rules.rulebook import Section, league_rules, rulebook
from league.rules.rulebook.numbering import Book, Chapter, NumberedRule, anchor_of, number_of, plain_anchor
from league.rules.rulebook.of_the_league import earlier_chapter
from league.rules.scheme_columns import stored_scheme
from league.rules.settings import DivisionSettings, SeasonSettings, stored, usable_tie_breaks
from league.translation import N_, Text

# The chapter in which the top division and the lowest always differ from those between.
MOVES = "promotion-and-relegation"
_GAMES: dict[Kind, Text] = {"singles": N_("The game in singles"), "doubles": N_("The game in doubles")}


def books_of(season: Season) -> list[Book]:
    """Return the league's own rules, then the game's; divisions that play alike share a book.

    One query; two more where a format has changed. `season` has its league joined.
    """
    divisions = divisions_of(season)
    earlier = earlier_formats(divisions)
    by_rules: dict[tuple[Section, ...], list[tuple[Division, tuple[Section, ...]]]] = {}
    for division in divisions:
        sections = (*own_rules(division, season), *_earlier_sections(division, season, earlier.get(division.pk, ())))
        rest = tuple(section for section in sections if section.anchor != MOVES)
        by_rules.setdefault(rest, []).append((division, sections))
    books = [
        _book(N_("Fixtures and points"), "", [division for division, _ in alike], divisions, _join_moves(alike))
        for alike in by_rules.values()
    ]
    for kind in _GAMES:
        books += _game_books(kind, divisions, earlier)
    return _add_plain_anchors(books)


def _join_moves(alike: Sequence[tuple[Division, tuple[Section, ...]]]) -> tuple[Section, ...]:
    """The sections of divisions that play alike: who goes up and down is said of each, where it is not the same."""
    if len({sections for _, sections in alike}) == 1:
        return alike[0][1]
    rules = tuple(
        Text("{division}: {rule}", division=division.name, rule=rule)
        for division, sections in alike
        for section in sections
        if section.anchor == MOVES
        for rule in section.rules
    )
    longest = max((sections for _, sections in alike), key=len)
    return tuple(replace(section, rules=rules) if section.anchor == MOVES else section for section in longest)


def _game_books(
    kind: Kind, divisions: Iterable[Division], earlier: Mapping[int, Iterable[EarlierFormat]]
) -> Iterable[Book]:
    """Yield the books of a game: its divisions', those that matches name, and those that played before."""
    usual: dict[scoring.Ruleset, list[Division]] = {}
    named: dict[scoring.Ruleset, list[Division]] = {}
    before: dict[scoring.Ruleset, list[Division]] = {}
    for division in divisions:
        own, now = ruleset_of(division, kind), _rulesets_played(terms(division), kind)
        was = [
            rules for kept in earlier.get(division.pk, ()) for rules in _rulesets_played(kept_terms(kept.format), kind)
        ]
        for ruleset in dict.fromkeys([*now, *was]):
            books = usual if ruleset == own else named if ruleset in now else before
            books.setdefault(ruleset, []).append(division)
    playing = [division for alike in usual.values() for division in alike]
    for ruleset, alike in usual.items():
        yield _book(_GAMES[kind], kind, alike, playing, rulebook(ruleset, doubles=not plays_alone(kind)))
    for rulesets, title in (
        (named, N_("{game}, by {ruleset} (version {version})")),
        (before, N_("{game}, as it was played before, by {ruleset} (version {version})")),
    ):
        for ruleset, alike in rulesets.items():
            heading = Text(title, game=_GAMES[kind], ruleset=ruleset.called, version=ruleset.version)
            sections = rulebook(ruleset, doubles=not plays_alone(kind))
            yield _book(heading, kind, alike, alike, sections, place=_anchor_of(kind, ruleset))


def _rulesets_played(played: Terms, kind: Kind) -> list[scoring.Ruleset]:
    return [match.rules for match in played.matches if _game_kind(match.kind) == kind and match.rules is not None]


def _anchor_of(kind: str, ruleset: scoring.Ruleset) -> str:
    """The kind of game, in an anchor, where it is played by a ruleset that is not the division's."""
    return f"{kind}-{ruleset.name}-{ruleset.version}"


def own_rules(division: Division, season: Season, played: Terms | None = None) -> tuple[Section, ...]:
    """Return the league's own rules for a division, or for a fixture's terms (`played`)."""
    return league_rules(
        played or terms(division),
        scheme=stored_scheme(division),
        tie_breaks=usable_tie_breaks(division.tie_breaks),
        settings=(
            stored(SeasonSettings, season),
            season.league_settings,
            stored(DivisionSettings, division),
        ),
    )


def _earlier_sections(division: Division, season: Season, kept: Iterable[EarlierFormat]) -> Iterable[Section]:
    formats = [(kept_terms(earlier.format), earlier.fixtures, earlier.first, earlier.last) for earlier in kept]
    if formats and division.format_since is not None:
        yield earlier_chapter(division.format_since.astimezone(season.league.tz).date(), formats)


def anchor_in(fixture: Fixture, number: str, match_number: int = 0) -> str:
    """Return the anchor of a rule on its season's rules page, as a match of a fixture plays it.

    `match_number` 0 means the kind of the first match.
    """
    played = fixture_terms(fixture)
    among, at = played.matches, match_number if 1 <= match_number <= len(played.matches) else 1
    kind = _game_kind(played.match(at).kind)
    usual = not among or played.ruleset(at) == ruleset_of(fixture.division, kind)
    place = kind if usual else _anchor_of(kind, played.ruleset(at))
    return anchor_of(number, division=fixture.division.slug, kind=place)


def _game_kind(kind: Kind) -> Kind:
    """Return the kind under which a game's book stands: one for singles, one for all who play together."""
    return "singles" if plays_alone(kind) else "doubles"


def _book(
    title: Text,
    kind: str,
    alike: list[Division],
    among: list[Division],
    sections: Iterable[Section],
    *,
    place: str = "",
) -> Book:
    """Make a book named after its divisions where others play otherwise.

    `place` stands in its anchors for the kind, where a division has several books of it.
    """
    if len(alike) < len(among):
        title = Text("{title}: {divisions}", title=title, divisions=", ".join(division.name for division in alike))
    anchor, slugs = slugify(title), tuple(division.slug for division in alike)
    numbers: set[str] = set()
    chapters = [
        Chapter(section.title, f"{anchor}-{section.anchor}", _number_rules(section, place or kind, slugs, numbers))
        for section in sections
    ]
    return Book(title, anchor, kind, slugs, tuple(chapters))


def _number_rules(
    section: Section, kind: str, divisions: tuple[str, ...], numbers: set[str]
) -> tuple[NumberedRule, ...]:
    """Number a chapter's rules; the first of each number in the book has the anchors, one for each division."""
    rules = []
    for place, text in enumerate(section.rules):
        number = number_of(section, place)
        first = number != "" and number not in numbers
        numbers.add(number)
        anchors = tuple(anchor_of(number, division=slug, kind=kind) for slug in divisions) if first else ()
        rules.append(NumberedRule(number, text, anchors))
    return tuple(rules)


def _add_plain_anchors(books: Iterable[Book]) -> list[Book]:
    """Add the plain anchor of each number at its first place on the page."""
    numbers: set[str] = set()

    def marked(rule: NumberedRule) -> NumberedRule:
        if not rule.anchors or rule.number in numbers:
            return rule
        numbers.add(rule.number)
        return replace(rule, anchors=(plain_anchor(rule.number), *rule.anchors))

    return [
        replace(
            book,
            sections=tuple(
                replace(chapter, numbered=tuple(map(marked, chapter.numbered))) for chapter in book.sections
            ),
        )
        for book in books
    ]
