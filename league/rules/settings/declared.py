"""The declaration of a setting: all that is said about it, in one place, as a field of the class it belongs to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar

from league.rules.problems import Problem
from league.rules.settings.kinds import Choice, Kind, Language
from scoring.text import NOTHING, Text


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
        """Return a value in words."""
        if isinstance(self.kind, Language):
            return self.kind.name(value)
        return self.kind.option(value).label if isinstance(self.kind, Choice) else self.words(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of something, as values. Each field of a subclass is declared with `setting`.

    Attributes:
        groups: the headings in the order of the form.
    """

    groups: ClassVar[tuple[Text, ...]] = ()


S = TypeVar("S", bound=Settings)


def setting(kind: Kind, default: Any, **said: Any) -> Any:
    """Declare a setting: the kind of its value, what it is until somebody changes it, and what `Setting` lists."""
    return field(default=default, metadata={"setting": Setting(kind=kind, **said)})


def declared(of: type[Settings]) -> Mapping[str, Setting]:
    """Return the settings of a class by name, in the order of their declaration."""
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
    """Return what is wrong with the values of settings, each by itself."""
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
