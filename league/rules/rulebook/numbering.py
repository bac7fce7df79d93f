"""Numbers of the league's rules, by which rulings quote them, and the rules page's books of numbered rules.

A rule of docs/scoring-rules.md keeps its number (R43); the league's own has its chapter's number and its place among
those that have none (L2.3).
A ruling stores the words too: a changed setting may renumber the league's own rules.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final, TypeVar

from league.rules.rulebook import Section
from scoring.text import N_, Text

# By chapter: the numbers of its rules, each with how its sentences begin.
_NUMBERS: Final[dict[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "The game": (
        ("R55", ("Played by",)),
        ("R8", ("The first to peg", "The winner's score")),
        ("R38", ("A loser with", "A game won")),
    ),
    "The deal": (
        ("R2", ("One player of each side cuts", "Both players cut")),
        ("R4", ("The first deal of each", "The cards are cut", "The loser of a game", "The winner of a game")),
        ("R4", ("The dealer shuffles", "Partners sit", "The deal alternates")),
        ("R5", ("Each player is dealt",)),
        ("R1", ("Kings are high",)),
        ("R12", ("Three may play",)),
        ("R9", ("The player who does not deal", "The side that does not deal")),
    ),
    "The crib and the starter": (
        ("R13", ("Each player lays away",)),
        ("R14", ("The dealer cuts", "The non-dealer cuts", "The player on the dealer's left cuts", "A jack turned up")),
        ("R3", ("A cut leaves",)),
    ),
    "The play": (
        ("R16", ("Each lays a card", "The non-dealer leads", "The player on the dealer's left leads")),
        ("R17", ("A player who can play",)),
        ("R18", ("The last card of a count",)),
        ("R10", ("The play ends",)),
        ("R19", ("The count then begins", "Whoever comes next")),
        ("R26", ("A player left alone",)),
        ("R21", ("A card that makes the count fifteen",)),
        ("R22", ("A card of the rank",)),
        ("R23", ("Three or more last cards",)),
    ),
    "The show": (
        ("R28", ("Hands are counted", "The non-dealer counts")),
        ("R29", ("The starter belongs", "Each different set")),
        ("R30", ("A pair: two",)),
        ("R31", ("Each different run",)),
        ("R32", ("A flush, the whole hand",)),
        ("R33", ("A flush in the crib",)),
        ("R34", ("The jack of the starter's suit",)),
        ("R36", ("A hand is counted aloud",)),
        ("R35", ("A hand counts",)),
        ("R44", ("A player may ask",)),
    ),
    "Calls and muggins": (
        ("R45", ("A player calls the score",)),
        ("R39", ("An opponent who notices", "There is no muggins")),
        ("R43a", ("Muggins may be called in the play",)),
        ("R40", ("A challenger who is right",)),
        ("R41", ("A hand called too high",)),
        ("R42", ("A challenge to a call",)),
        ("R43", ("A player who persistently",)),
    ),
    "Errors in dealing": (
        ("R47", ("A card faced in the pack", "A wrong number of cards")),
        ("R48", ("A hand with a wrong number", "A wrong crib")),
        ("R49a", ("A hand or a crib with",)),
    ),
    "Errors in play and pegging": (
        ("R49", ("Points pegged too few are put right", "Points pegged too many are given up if")),
        ("R49a", ("The dealer leads", "A player says go with", "Points pegged too", "A player who claims the game")),
    ),
    "Fixtures": (
        ("R51", ("A fixture is", "A player plays in one match")),
        ("R50", ("Each match is",)),
    ),
    "Postponed fixtures": (
        ("R52", ("The penultimate week",)),
        ("R53", ("By mutual agreement", "A fixture of the last week")),
        ("R54", ("Fixtures not played",)),
    ),
}
# The league's own chapters, in the order of the page; one that a league has no use for leaves its number out.
_CHAPTERS: Final[dict[str, int]] = {
    "Fixtures": 1,
    "Who may play": 2,
    "Postponed fixtures": 3,
    "Results": 4,
    "Points": 5,
    "Teams level on points": 6,
    "Promotion and relegation": 7,
    "Awarded games": 8,
    "Fixtures that are not played out": 9,
    "Teams that withdraw": 10,
    "Mistakes in writing": 11,
    "Disputes": 12,
    "Deadlines": 13,
    "Earlier formats": 14,
}
_OF_THE_LEAGUE: Final = ("R50", "R51", "R52", "R53", "R54")


@dataclass(frozen=True, slots=True)
class Quotable:
    """A rule that a ruling can quote: its number, the sentences of the league's rulebook that say it, its chapter."""

    number: str
    text: Text
    chapter: Text


def number_of(section: Section, place: int) -> str:
    """Return the number of a rule in a chapter; places begin with 0."""
    number = _known_number(section.title, section.rules[place])
    chapter = _CHAPTERS.get(section.title)
    if number or not chapter:
        return number
    before = sum(not _known_number(section.title, sentence) for sentence in section.rules[:place])
    return f"L{chapter}.{before + 1}"


def _known_number(title: str, sentence: str) -> str:
    """Return the number that the sentence has in docs/scoring-rules.md; "" for one of the league's own."""
    for number, openings in _NUMBERS.get(title, ()):
        if sentence.startswith(openings):
            return number
    return ""


def quotables(sections: Iterable[Section]) -> tuple[Quotable, ...]:
    """Return the rules of these chapters by number, each in the league's own sentences."""
    said: dict[str, list[Text]] = {}
    chapters: dict[str, Text] = {}
    for section in sections:
        for place, sentence in enumerate(section.rules):
            number = number_of(section, place)
            if number:
                said.setdefault(number, []).append(sentence)
                chapters.setdefault(number, section.title)
    return tuple(
        Quotable(number, Text.joined(" ", dict.fromkeys(text)), chapters[number]) for number, text in said.items()
    )


def of_the_league(number: str) -> bool:
    return number.startswith("L") or number in _OF_THE_LEAGUE


def anchor_of(number: str, *, division: str, kind: str) -> str:
    """Return the anchor of a rule on the rules page, as a division (its slug) plays it; `kind` is for rules of the
    game."""
    of = "league" if of_the_league(number) else kind
    return f"{plain_anchor(number)}-{of}-{division}"


def plain_anchor(number: str) -> str:
    """Return the anchor of a rule's first place on the page, whoever plays by it: "r43", "l2-3"."""
    return number.lower().replace(".", "-")


TITLE = N_("The game")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule as the page has it.

    Attributes:
        anchors: ids by which quotes of it lead here.
        only: the kind of game that alone has it, in a book of both; "" for both.
    """

    number: str
    text: Text
    anchors: tuple[str, ...] = ()
    only: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a book with its rules numbered; `also` are anchors of the other book's, in a book of both."""

    title: Text
    anchor: str
    numbered: tuple[NumberedRule, ...]
    also: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[Text, ...]:
        return tuple(rule.text for rule in self.numbered)

    @property
    def by_number(self) -> list[tuple[str, list[NumberedRule]]]:
        """The rules with each number once, at its first place."""
        rules: dict[str, list[NumberedRule]] = {}
        for rule in self.numbered:
            rules.setdefault(rule.number, []).append(rule)
        return list(rules.items())


@dataclass(frozen=True, slots=True)
class Book:
    """One body of rules: those of the league's fixtures, or of a game as singles or doubles play it.

    Attributes:
        anchor: the prefix of its sections' anchors.
        kind: singles or doubles; "" for the league's own rules.
        divisions: slugs.
        both: it merges singles and doubles; `also` are the anchors of the other one.
    """

    title: Text
    anchor: str
    kind: str
    divisions: tuple[str, ...]
    sections: tuple[Chapter, ...]
    also: tuple[str, ...] = ()
    both: bool = False


def merge_books(books: Sequence[Book]) -> list[Book]:
    """Merge the books of singles and doubles that the same divisions play by.

    Not where more rules differ than are alike, or where a division has several of a kind.
    """
    merged: list[Book] = []
    taken: set[str] = set()
    for book in books:
        if book.anchor in taken:
            continue
        other = _counterpart(book, books)
        if other is not None:
            taken.add(other.anchor)
        merged.append(book if other is None else _merge(book, other))
    return merged


def _counterpart(book: Book, books: Sequence[Book]) -> Book | None:
    if book.kind != "singles":
        return None
    same = {kind: [one for one in books if one.kind == kind and {*one.divisions} & {*book.divisions}]
            for kind in ("singles", "doubles")}  # fmt: skip
    if len(same["singles"]) != 1 or len(same["doubles"]) != 1:
        return None
    [other] = same["doubles"]
    mine, theirs = _texts(book), _texts(other)
    alike = len(mine & theirs)
    return other if other.divisions == book.divisions and 2 * alike >= max(len(mine), len(theirs)) else None


def _texts(book: Book) -> set[Text]:
    return {rule.text for chapter in book.sections for rule in chapter.numbered}


def _merge(singles: Book, doubles: Book) -> Book:
    chapters = _pair_up(singles.sections, doubles.sections, lambda chapter: chapter.title)
    sections = tuple(_merge_chapters(*pair) for pair in chapters)
    return replace(singles, title=TITLE, sections=sections, also=(doubles.anchor,), both=True)


def _merge_chapters(chapter: Chapter, other: Chapter | None, only: str) -> Chapter:
    if other is None:
        return replace(chapter, numbered=tuple(replace(rule, only=only) for rule in chapter.numbered))
    rules = _pair_up(chapter.numbered, other.numbered, lambda rule: (rule.number, rule.text))
    return replace(chapter, also=(other.anchor,), numbered=tuple(_merge_rules(*pair) for pair in rules))


def _merge_rules(rule: NumberedRule, other: NumberedRule | None, only: str) -> NumberedRule:
    anchors = rule.anchors if other is None else tuple(dict.fromkeys((*rule.anchors, *other.anchors)))
    return replace(rule, anchors=anchors, only=only)


def _pair_up(ours: Sequence[T], theirs: Sequence[T], key: Callable[[T], Hashable]) -> Iterator[tuple[T, T | None, str]]:
    """Yield rows: equal ones of both in pairs, else one with its kind."""
    matcher = SequenceMatcher(None, [key(our) for our in ours], [key(their) for their in theirs], autojunk=False)
    for tag, start, end, there, until in matcher.get_opcodes():
        if tag == "equal":
            yield from ((one, other, "") for one, other in zip(ours[start:end], theirs[there:until], strict=True))
            continue
        yield from ((our, None, "singles") for our in ours[start:end])
        yield from ((their, None, "doubles") for their in theirs[there:until])
