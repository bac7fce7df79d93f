"""The kinds of value that a setting can have: what each allows, and how a stored one is read."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from league.rules.languages import LANGUAGES, check_language, spoken
from league.rules.problems import Problem
from league.rules.settings.lists import usable_nights, usable_weeks
from scoring.text import N_, NOTHING, Text

HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within bounds.

    Attributes:
        what: what it counts, as an error names it.
        optional: it may be left empty, which sets no bound.
    """

    least: int
    most: int
    what: Text
    optional: bool = False

    empty = N_("any number")

    def usable(self, stored: Any) -> Any:
        """Return a stored value as the settings have it."""
        return stored

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value."""
        if (value is None and self.optional) or (value is not None and self.least <= value <= self.most):
            return []
        message = Text("Write {what} from {least} to {most}.", what=self.what, least=self.least, most=self.most)
        return [Problem("range", message, name)]


@dataclass(frozen=True, slots=True)
class Points:
    """Points within bounds, to two places: halves and quarters too."""

    least: Decimal
    most: Decimal

    optional = False
    empty = NOTHING

    def usable(self, stored: Any) -> Any:
        """Return stored points as the settings have them: with their two places."""
        points = Decimal(stored)
        return points.quantize(HUNDREDTH) if points.is_finite() and abs(points) <= self.most else points

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value."""
        points = Decimal(value)
        if not points.is_finite() or not self.least <= points <= self.most:
            message = Text("Write points from {least} to {most}.", least=str(self.least), most=str(self.most))
            return [Problem("range", message, name)]
        if points != points.quantize(HUNDREDTH):
            return [Problem("places", N_("Two decimal places at the most."), name)]
        return []


@dataclass(frozen=True, slots=True)
class Option:
    """A word that a choice can be.

    Attributes:
        label: how the pages name it.
        rule: its sentence on the rules page, where the word alone says it.
    """

    word: str
    label: Text
    rule: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words.

    Attributes:
        drop_down: the form offers it as a list to open instead of buttons.
    """

    options: tuple[Option, ...]
    drop_down: bool = False

    optional = False
    empty = NOTHING

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The words, each with its label in English, as columns and the API's schema have it."""
        return [(option.word, str(option.label)) for option in self.options]

    @property
    def labels(self) -> list[tuple[str, Text]]:
        """The words, each with its label."""
        return [(option.word, option.label) for option in self.options]

    def option(self, word: str) -> Option:
        """Return one of the options by its word."""
        return next(option for option in self.options if option.word == word)

    def usable(self, stored: Any) -> Any:
        """Return a stored value as the settings have it."""
        return str(stored)

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value."""
        if any(value == option.word for option in self.options):
            return []
        labels = Text.joined("; ", (option.label for option in self.options))
        return [Problem("choice", Text("Choose one of these: {labels}.", labels=labels), name)]


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the site has. A stored one may be another server's, which this one reads as English."""

    drop_down = True
    optional = False
    empty = NOTHING

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The languages, each with its own name for itself."""
        return list(LANGUAGES.items())

    labels = choices

    def name(self, code: str) -> str:
        """Return the name of a language in itself; the code of one that the site has not."""
        return LANGUAGES.get(code, code)

    def usable(self, stored: Any) -> Any:
        """Return a stored language as the settings have it."""
        return spoken([stored])

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value."""
        return check_language(value, name)


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    optional = False
    empty = NOTHING

    def usable(self, stored: Any) -> Any:
        """Return a stored value as the settings have it."""
        return stored

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value."""
        return [] if isinstance(value, bool) else [Problem("flag", N_("Choose yes or no."), name)]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the season, or none. That it lies in the season is for whoever knows the season to check."""

    optional = True
    empty = N_("there is none")

    def usable(self, stored: Any) -> Any:
        """Return a stored value as the settings have it."""
        return stored

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value: nothing, of any day."""
        return []


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day by the league's own clock, or none.

    Attributes:
        empty: what holds where there is none.
    """

    empty: Text

    optional = True

    def usable(self, stored: Any) -> Any:
        """Return a stored value as the settings have it."""
        return stored

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value."""
        if value is None or isinstance(value, dt.time):
            return []
        return [Problem("clock", N_("Write a time like 20:00."), name)]


@dataclass(frozen=True, slots=True)
class Nights:
    """Evenings of the week, Monday 0, at least one."""

    optional = False
    empty = NOTHING

    def usable(self, stored: Any) -> Any:
        """Return a stored list as the settings have it: the evenings in order, each once."""
        return usable_nights(stored)

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value."""
        return [] if value else [Problem("no-nights", N_("Choose at least one night."), name)]


@dataclass(frozen=True, slots=True)
class Weeks:
    """Weeks of the season, each by its Monday as `2026-11-02`, or none. Any day of a week names it.

    That they lie in the season is for whoever knows the season to check.
    """

    optional = False
    empty = N_("there is none")

    def usable(self, stored: Any) -> Any:
        """Return a stored list as the settings have it: the Mondays in order, each once."""
        return usable_weeks(stored)

    def problems(self, value: Any, name: str) -> list[Problem]:
        """Return what is wrong with a value: nothing, of any weeks."""
        return []


Kind = Number | Points | Choice | Language | Flag | Day | Clock | Nights | Weeks
