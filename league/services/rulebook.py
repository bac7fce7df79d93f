"""A season's rules for a reader, made from the rulesets and terms its divisions play by."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import slugify

import scoring
from league.models import Division, Season
from league.queries.eligibility import rules_of, transfer_rules_of, warns
from league.queries.standings import divisions_of, scheme_of
from league.rules.rulebook import Section, league_rules, rulebook
from league.rules.sheets import Kind
from league.services.sheets import terms


@dataclass(frozen=True, slots=True)
class Book:
    """One body of rules: those of the league's fixtures, or of a game as singles or doubles play it.

    Attributes:
        anchor: where it begins on the page; its sections' anchors carry it in front.
    """

    title: str
    anchor: str
    sections: tuple[Section, ...]


def books_of(season: Season) -> list[Book]:
    """What a season is played by: first the league's own rules, then the game's (one query).

    Divisions that play alike share a book.
    """
    divisions = divisions_of(season)
    by_rules: dict[tuple[Section, ...], list[Division]] = {}
    for division in divisions:
        found = league_rules(
            terms(division),
            scheme=scheme_of(division),
            tie_breaks=division.tie_breaks,
            place_days=season.place_days,
            unplayed=season.unplayed_policy,
            withdrawal=season.withdrawal_policy,
            who=rules_of(season),
            warns=warns(season),
            transfers=transfer_rules_of(season),
        )
        by_rules.setdefault(found, []).append(division)
    books = [_book("Fixtures and points", alike, divisions, sections) for sections, alike in by_rules.items()]
    kinds: tuple[Kind, ...] = ("singles", "doubles")
    for kind in kinds:
        playing = [division for division in divisions if kind in terms(division).format]
        by_ruleset: dict[str, list[Division]] = {}
        for division in playing:
            name = division.singles_ruleset if kind == "singles" else division.doubles_ruleset
            by_ruleset.setdefault(name, []).append(division)
        for name, alike in by_ruleset.items():
            sections = rulebook(scoring.ruleset(name), doubles=kind == "doubles")
            books.append(_book(f"The game in {kind}", alike, playing, sections))
    return books


def _book(title: str, alike: list[Division], among: list[Division], sections: Iterable[Section]) -> Book:
    """A book named after its divisions where others play otherwise; its anchors are its own on the page."""
    if len(alike) < len(among):
        title = f"{title}: {', '.join(division.name for division in alike)}"
    anchor = slugify(title)
    return Book(title, anchor, tuple(Section(s.title, f"{anchor}-{s.anchor}", s.rules) for s in sections))
