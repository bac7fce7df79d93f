"""Merge the rules of singles and of doubles for the rules page, marking what is of one alone."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Protocol, TypeVar

from scoring.text import N_, Text

TITLE = N_("The game")
T = TypeVar("T")


class Rule(Protocol):
    @property
    def number(self) -> str: ...
    @property
    def text(self) -> Text: ...
    @property
    def anchors(self) -> tuple[str, ...]: ...


class Chapter(Protocol):
    @property
    def title(self) -> Text: ...
    @property
    def anchor(self) -> str: ...
    @property
    def numbered(self) -> Sequence[Rule]: ...


class Book(Protocol):
    """The rules of a kind of game ("": the league's), as some divisions play it."""

    @property
    def title(self) -> Text: ...
    @property
    def anchor(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def divisions(self) -> tuple[str, ...]: ...
    @property
    def sections(self) -> Sequence[Chapter]: ...


@dataclass(frozen=True, slots=True)
class ToldRule:
    """A sentence of the page; `only` is its kind of game, "" for both."""

    number: str
    text: Text
    anchors: tuple[str, ...]
    only: str = ""


@dataclass(frozen=True, slots=True)
class ToldChapter:
    """A chapter of the page; `also` are the other book's anchors."""

    title: Text
    anchor: str
    also: tuple[str, ...]
    numbered: tuple[ToldRule, ...]


@dataclass(frozen=True, slots=True)
class ToldBook:
    """A book of the page, of both kinds or one; `also` are the other's anchors."""

    title: Text
    anchor: str
    also: tuple[str, ...]
    both: bool
    sections: tuple[ToldChapter, ...]


def merge_books(books: Sequence[Book]) -> list[ToldBook]:
    """Merge the books of singles and doubles that the same divisions play by.

    Not where more rules differ than are alike, or where a division has several of a kind.
    """
    told: list[ToldBook] = []
    taken: set[str] = set()
    for book in books:
        if book.anchor in taken:
            continue
        other = _counterpart(book, books)
        if other is not None:
            taken.add(other.anchor)
        told.append(_single_book(book) if other is None else _both(book, other))
    return told


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


def _single_book(book: Book) -> ToldBook:
    chapters = tuple(_chapter(one, None, "") for one in book.sections)
    return ToldBook(book.title, book.anchor, (), False, chapters)


def _both(singles: Book, doubles: Book) -> ToldBook:
    merged = _merged(singles.sections, doubles.sections, lambda chapter: chapter.title)
    return ToldBook(TITLE, singles.anchor, (doubles.anchor,), True, tuple(_chapter(*found) for found in merged))


def _chapter(one: Chapter, other: Chapter | None, only: str) -> ToldChapter:
    if other is None:
        rules = tuple(ToldRule(rule.number, rule.text, rule.anchors, only) for rule in one.numbered)
        return ToldChapter(one.title, one.anchor, (), rules)
    merged = _merged(one.numbered, other.numbered, lambda rule: (rule.number, rule.text))
    return ToldChapter(one.title, one.anchor, (other.anchor,), tuple(_rule(*found) for found in merged))


def _rule(one: Rule, other: Rule | None, only: str) -> ToldRule:
    anchors = one.anchors if other is None else tuple(dict.fromkeys((*one.anchors, *other.anchors)))
    return ToldRule(one.number, one.text, anchors, only)


def _merged(ours: Sequence[T], theirs: Sequence[T], key: Callable[[T], Hashable]) -> Iterator[tuple[T, T | None, str]]:
    """Yield rows: equal ones of both in pairs, else one with its kind."""
    matcher = SequenceMatcher(None, [key(one) for one in ours], [key(one) for one in theirs], autojunk=False)
    for tag, start, end, there, until in matcher.get_opcodes():
        if tag == "equal":
            yield from ((one, other, "") for one, other in zip(ours[start:end], theirs[there:until], strict=True))
            continue
        yield from ((one, None, "singles") for one in ours[start:end])
        yield from ((one, None, "doubles") for one in theirs[there:until])
