"""The declaration of a setting, a field of the class it belongs to; and the kinds of value that it can have.

The checks and readings of stored lists bind whoever stores one: the tie-breaks of a division and the reminder days of a
person too.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Any, ClassVar, TypeVar

from league.rules.languages import LANGUAGES, check_language, spoken
from league.rules.mailing import FURTHEST_REMINDER
from league.rules.problems import Problem
from league.rules.tie_breaks import TIE_BREAKS, check_tie_breaks
from scoring.text import N_, NOTHING, Text
from timetable.calendar import monday_of

HUNDREDTH = Decimal("0.01")
ANY_NUMBER = N_("any number")
NIGHTS, REMINDER_DAYS = range(7), range(1, FURTHEST_REMINDER + 1)


class BaseKind:
    """A kind of value.

    Attributes:
        optional: it may be left empty, which means `empty`.
    """

    optional: bool = False
    empty: Text = NOTHING

    def usable(self, stored: Any) -> Any:
        return stored

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value; days and weeks are checked by whoever knows the season."""
        return []


ANY_NUMBER = N_("any number")


@dataclass(frozen=True)
class Number(BaseKind):
    """A whole number within bounds; `what` names what it counts."""

    least: int
    most: int
    what: Text
    optional: bool = False
    empty: Text = ANY_NUMBER

    def problems(self, value: Any, name: str) -> list[Problem]:
        if (value is None and self.optional) or (value is not None and self.least <= value <= self.most):
            return []
        message = Text("Write {what} from {least} to {most}.", what=self.what, least=self.least, most=self.most)
        return [Problem("range", message, name)]


@dataclass(frozen=True)
class Points(BaseKind):
    """Points within bounds, to two places: halves and quarters too."""

    least: Decimal
    most: Decimal

    def usable(self, stored: Any) -> Any:
        points = Decimal(stored)
        return points.quantize(HUNDREDTH) if points.is_finite() and abs(points) <= self.most else points

    def problems(self, value: Any, name: str) -> list[Problem]:
        points = Decimal(value)
        if not points.is_finite() or not self.least <= points <= self.most:
            message = Text("Write points from {least} to {most}.", least=str(self.least), most=str(self.most))
            return [Problem("range", message, name)]
        if points != points.quantize(HUNDREDTH):
            return [Problem("places", N_("Two decimal places at the most."), name)]
        return []


@dataclass(frozen=True, slots=True)
class Option:
    """A word that a choice can be: its label, and its sentence on the rules page where the word alone says it."""

    word: str
    label: Text
    rule: Text = NOTHING


@dataclass(frozen=True)
class Choice(BaseKind):
    """One of several words; a form offers it as buttons, or as a `drop_down`."""

    options: tuple[Option, ...]
    drop_down: bool = False

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The words with their labels in English, as columns and the API's schema have them."""
        return [(option.word, str(option.label)) for option in self.options]

    @property
    def labels(self) -> list[tuple[str, Text]]:
        return [(option.word, option.label) for option in self.options]

    def option(self, word: str) -> Option:
        return next(option for option in self.options if option.word == word)

    def usable(self, stored: Any) -> Any:
        return str(stored)

    def problems(self, value: Any, name: str) -> list[Problem]:
        if any(value == option.word for option in self.options):
            return []
        labels = Text.joined("; ", (option.label for option in self.options))
        return [Problem("choice", Text("Choose one of these: {labels}.", labels=labels), name)]


class Language(BaseKind):
    """A language that the site has. A stored one may be another server's, which this one reads as English."""

    drop_down = True

    @property
    def choices(self) -> list[tuple[str, str]]:
        return list(LANGUAGES.items())

    labels = choices

    def name(self, code: str) -> str:
        """Return the name of a language in itself; the code of one that the site has not."""
        return LANGUAGES.get(code, code)

    def usable(self, stored: Any) -> Any:
        return spoken([stored])

    def problems(self, value: Any, name: str) -> list[Problem]:
        return check_language(value, name)


class Flag(BaseKind):
    """Yes or no."""

    def problems(self, value: Any, name: str) -> list[Problem]:
        return [] if isinstance(value, bool) else [Problem("flag", N_("Choose yes or no."), name)]


class Day(BaseKind):
    """A day of the season, or none."""

    optional = True
    empty = N_("there is none")


@dataclass(frozen=True)
class Clock(BaseKind):
    """A time of day by the league's own clock, or none."""

    empty: Text

    optional = True

    def problems(self, value: Any, name: str) -> list[Problem]:
        if value is None or isinstance(value, dt.time):
            return []
        return [Problem("clock", N_("Write a time like 20:00."), name)]


class Nights(BaseKind):
    """Evenings of the week, Monday 0, at least one."""

    def usable(self, stored: Any) -> Any:
        return usable_nights(stored)

    def problems(self, value: Any, name: str) -> list[Problem]:
        return [] if value else [Problem("no-nights", N_("Choose at least one night."), name)]


class Weeks(BaseKind):
    """Weeks of the season, each by its Monday as `2026-11-02`, or none. Any day of a week names it."""

    empty = N_("there is none")

    def usable(self, stored: Any) -> Any:
        return usable_weeks(stored)


Kind = Number | Points | Choice | Language | Flag | Day | Clock | Nights | Weeks


def check_tie_break_list(stored: Any) -> list[Problem]:
    """Return what is wrong with a stored order of tie-breaks, whatever it is."""
    if not isinstance(stored, list | tuple) or not all(isinstance(key, str) for key in stored):
        known = ", ".join(TIE_BREAKS)
        message = Text("write a list of tie-breaks in their order; there are {known}", known=known)
        return [Problem("tie-break", message, "tie_breaks")]
    return check_tie_breaks(stored)


def usable_tie_breaks(stored: Any) -> tuple[str, ...]:
    """Return the known tie-breaks of a stored list, each once: a table is made even where the list has a slip."""
    return tuple(dict.fromkeys(key for key in _items(stored) if isinstance(key, str) and key in TIE_BREAKS))


def check_nights(stored: Any) -> list[Problem]:
    """Return what is wrong with a stored list of evenings, Monday 0."""
    if _items(stored) and all(_is_in(night, NIGHTS) for night in stored):
        return []
    message = N_("write a list of evenings, Monday 0 to Sunday 6, at least one")
    return [Problem("nights", message, "catch_up_nights")]


def usable_nights(stored: Any) -> tuple[int, ...]:
    """Return the evenings of a stored list, in order, each once."""
    return tuple(sorted({int(night) for night in _items(stored) if _is_in(night, NIGHTS)}))


def check_weeks(stored: Any) -> list[Problem]:
    """Return what is wrong with a stored list of weeks, each by a day of it; an empty one is right."""
    if isinstance(stored, list | tuple) and all(_day(day) is not None for day in stored):
        return []
    return [Problem("weeks", N_("write a list of weeks, each by a day of it like 2026-11-02"), "catch_up_weeks")]


def usable_weeks(stored: Any) -> tuple[str, ...]:
    """Return the weeks of a stored list, each by its Monday, in order, each once."""
    days = (_day(day) for day in _items(stored))
    return tuple(sorted({monday_of(day).isoformat() for day in days if day is not None}))


def check_reminder_days(stored: Any) -> list[Problem]:
    """Return what is wrong with a stored list of days before a fixture; an empty one is right."""
    if isinstance(stored, list | tuple) and all(_is_in(day, REMINDER_DAYS) for day in stored):
        return []
    message = Text("write a list of days from 1 to {most}", most=FURTHEST_REMINDER)
    return [Problem("days", message, "reminder_days")]


def usable_reminder_days(stored: Any) -> tuple[int, ...]:
    return tuple(day for day in _items(stored) if _is_in(day, REMINDER_DAYS))


def _items(stored: Any) -> Sequence[Any]:
    return stored if isinstance(stored, list | tuple) else ()


def _is_in(value: Any, among: range) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in among


def _day(day: Any) -> dt.date | None:
    if isinstance(day, dt.date):
        return day
    try:
        return dt.date.fromisoformat(day)
    except (TypeError, ValueError):
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting as it is declared.

    Attributes:
        kind: the kind of its value, with its limits or its words.
        label: its name on the form; `hint` what stands below the field.
        about: a sentence about it for programs and in the admin, in English: the description of its field and column.
        group: the heading it belongs under; where it has a rule, its chapter of the rules page.
        rule: its sentences on the rules page, from all the settings; "" says nothing as they are now.
        covered_by: the setting whose sentence says this one too.
        no_rule: why the rules page is silent about it. Just one of these three is given, or a choice's words say it.
        closing: its sentence ends the chapter.
        fact: its name in the summary of how a season is run; "": it is no part of it.
        words: its value in that summary; a choice has its label there.
        settled: why it cannot change once the season is published; "": it can.
        announced: where it changes while a season runs, the reason is asked, and the captains are told.
        from_now_on: it moves no place, deadline, fixture or person that is there already, so no preview computes it.
    """

    kind: Kind
    label: Text
    about: str
    group: Text
    hint: Text = NOTHING
    rule: Callable[[Any], Text | tuple[Text, ...]] | None = None
    covered_by: str = ""
    no_rule: str = ""
    closing: bool = False
    fact: Text = NOTHING
    words: Callable[[Any], str] = str
    settled: Text = NOTHING
    announced: bool = True
    from_now_on: bool = False

    def __post_init__(self) -> None:
        by_words = isinstance(self.kind, Choice) and all(option.rule for option in self.kind.options)
        if [self.rule is not None, bool(self.covered_by), bool(self.no_rule), by_words].count(True) != 1:
            raise ValueError(f"“{self.label}” has a sentence on the rules page, or says once why it has none.")

    def sentences(self, name: str, settings: Any) -> tuple[Text, ...]:
        """Return the sentences about this setting on the rules page."""
        said: Text | tuple[Text, ...] = NOTHING
        if self.rule is not None:
            said = self.rule(settings)
        elif isinstance(self.kind, Choice):
            said = self.kind.option(getattr(settings, name)).rule
        return tuple(sentence for sentence in (said if isinstance(said, tuple) else (said,)) if sentence)

    def format_value(self, value: Any) -> str:
        if isinstance(self.kind, Language):
            return self.kind.name(value)
        return self.kind.option(value).label if isinstance(self.kind, Choice) else self.words(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of something, as values. Each field of a subclass is declared with `setting`.

    Attributes:
        groups: the headings in the order of the form.
        common: those that most leagues touch, which come first on the form; at most twelve.
    """

    groups: ClassVar[tuple[Text, ...]] = ()
    common: ClassVar[tuple[str, ...]] = ()


S = TypeVar("S", bound=Settings)


def setting(kind: Kind, default: Any, **said: Any) -> Any:
    """Declare a setting: the kind of its value, what it is until somebody changes it, and what `Setting` lists."""
    return field(default=default, metadata={"setting": Setting(kind=kind, **said)})


def declared(of: type[Settings]) -> Mapping[str, Setting]:
    return {one.name: one.metadata["setting"] for one in fields(of)}


def in_groups(of: type[Settings]) -> Mapping[str, Setting]:
    """Return the settings of a class by name, in the order of their groups, as the form has them."""
    return dict(sorted(declared(of).items(), key=lambda item: of.groups.index(item[1].group)))


def option(of: type[Settings], name: str, word: str) -> tuple[str, Text]:
    """Return a word of a choice with its label, for an enumeration that names it."""
    kind = declared(of)[name].kind
    if not isinstance(kind, Choice):
        raise TypeError(f"{name} is not a choice.")
    return word, kind.option(word).label


def stored(of: type[S], row: Any) -> S:
    """Return the settings that a row holds, whatever else it holds."""
    return of(**{name: one.kind.usable(getattr(row, name)) for name, one in declared(of).items()})


def new_in(wanted: Settings, before: Settings) -> dict[str, Any]:
    """Return those of the wanted settings that differ from what is stored, read as a row's are."""
    after = stored(type(wanted), wanted)
    return {
        name: getattr(after, name) for name in declared(type(wanted)) if getattr(after, name) != getattr(before, name)
    }


def check_settings(settings: Settings) -> list[Problem]:
    return [
        problem
        for name, one in declared(type(settings)).items()
        for problem in one.kind.problems(getattr(settings, name), name)
    ]


def sentences(settings: Iterable[Settings], group: str) -> list[Text]:
    """Return what settings say in a chapter of the rules page, in the order of their declaration; closing ones last."""
    among = [(every, name, one) for every in settings for name, one in declared(type(every)).items()]
    among = [found for found in among if found[2].group == group]
    in_order = sorted(among, key=lambda found: found[2].closing)
    return [sentence for every, name, one in in_order for sentence in one.sentences(name, every)]
