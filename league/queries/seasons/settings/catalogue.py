"""All settings of a league in one list: what each means, what it is, and whether it differs from its default."""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from league.models import Division, League, Season
from league.rules.formats import ruleset_of, terms
from league.rules.rulebook import league_rules
from league.rules.scheme import PARTS
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import (
    Choice,
    Clock,
    Day,
    DivisionSettings,
    Flag,
    Language,
    LeagueSettings,
    Points,
    SeasonSettings,
    Setting,
    Settings,
    in_groups,
    stored,
    usable_tie_breaks,
)
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from league.rules.wording import clock, plain, spelt
from league.translation import N_, Text

POINTS, WALKOVERS, MERIT = N_("Points"), N_("Walkovers"), N_("Players’ table")
TIE_BREAKS_LABEL = N_("Tie-breaks")
LEVEL, PLAYED = N_("Teams level on points"), N_("How a fixture is played")
# What a division's own form decides, by its headings.
OF_A_DIVISION: Final[Mapping[Text, tuple[str, ...]]] = {
    POINTS: tuple(name for name in COLUMNS if name.startswith("points_") or name == "close_loss_games"),
    WALKOVERS: ("walkover_games", "walkover_games_against", "walkover_points", "absent_points"),
    MERIT: ("merit_minimum",),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A setting as the list has it.

    Attributes:
        name: its field; the page that changes it has it as `id_<name>`.
        group: the heading it stands under on that page.
        meaning: what it decides, in a sentence.
        value: what it is, in words; `default` what it is until somebody changes it, "" where it has none.
        differs: it is not as it is by default.
        fixed: why it cannot be changed now; "": it can.
    """

    name: str
    group: Text
    label: Text
    meaning: Text
    value: str
    default: str
    differs: bool
    fixed: Text | str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """The owner of some settings: the league, a season or one of its divisions.

    Attributes:
        season: of a season's or division's settings; `division` of a division's.
    """

    lines: tuple[Line, ...]
    season: Season | None = None
    division: Division | None = None


def subjects_of(league: League) -> list[Subject]:
    """Return all settings of a league: its own, then those of each season and its divisions (three queries at most).

    The latest published season and every draft are in it; those that are over keep what they were played by.
    """
    seasons = list(league.seasons.filter(hidden_at=None).order_by("-first_week", "-pk"))
    latest = next((season for season in seasons if season.published_at is not None), None)
    among = [season for season in seasons if season.published_at is None or season == latest]
    divisions = Division.objects.filter(season__in=among).select_related("singles_own", "doubles_own")
    by_season: dict[int, list[Division]] = {}
    for division in divisions.order_by("order", "name"):
        by_season.setdefault(division.season_id, []).append(division)
    found = [Subject(tuple(lines_of(stored(LeagueSettings, league))))]
    for season in among:
        own = lines_of(stored(SeasonSettings, season), published=season.published_at is not None)
        found.append(Subject(tuple(own), season))
        found += [Subject(tuple(lines_of_division(one)), season, one) for one in by_season.get(season.pk, ())]
    return found


def lines_of(settings: Settings, *, published: bool = False) -> Iterator[Line]:
    """Yield the settings of a league, a season or a division in the order of its form.

    Args:
        published: the season is, which settles some.
    """
    usual = type(settings)()
    for name, one in in_groups(type(settings)).items():
        now, default = getattr(settings, name), getattr(usual, name)
        yield Line(
            name, one.group, one.label, one.hint, setting_words(one, now), setting_words(one, default),
            now != default, one.settled if published else "",
        )  # fmt: skip


def setting_words(setting: Setting, value: Any) -> str:
    """Return the value of a setting in words."""
    kind = setting.kind
    if isinstance(kind, Flag):
        return N_("yes") if value else N_("no")
    if isinstance(kind, Choice | Language) or setting.words is not str:
        return setting.format_value(value)
    if value is None or value == ():
        return kind.empty or N_("none")
    if isinstance(kind, Clock):
        return clock(value)
    if isinstance(kind, Points):
        return plain(Fraction(value))
    return spelt(value) if isinstance(kind, Day) and isinstance(value, dt.date) else str(value)


def lines_of_division(division: Division) -> Iterator[Line]:
    """Yield the settings of a division in the order of its form, then those that have pages of their own."""
    yield from lines_of(stored(DivisionSettings, division))
    for group, names in OF_A_DIVISION.items():
        for name in names:
            one, now = COLUMNS[name], getattr(division, name)
            yield Line(
                name, group, one.label.capitalised(), column_meaning(name), column_words(now),
                column_words(one.default), not _is_equal(now, one.default),
            )  # fmt: skip
    chosen = usable_tie_breaks(division.tie_breaks)
    yield Line(
        "tie_breaks", LEVEL, TIE_BREAKS_LABEL, N_("What separates teams that are level on points, in this order."),
        tie_breaks_words(chosen), tie_breaks_words(DEFAULT_TIE_BREAKS), ranking(chosen) != ranking(DEFAULT_TIE_BREAKS),
    )  # fmt: skip
    yield Line(
        "fixture_format", PLAYED, N_("Format"), N_("The matches of a fixture, how many games each has, who plays."),
        format_words(division), "", False,
    )  # fmt: skip
    for name, label in (("singles_ruleset", N_("Ruleset of singles")), ("doubles_ruleset", N_("Ruleset of pairs"))):
        ruleset = ruleset_of(division, "singles" if name.startswith("singles") else "doubles")
        yield Line(name, PLAYED, label, N_("The rules of the game of cribbage itself."), ruleset.called, "", False)


def column_meaning(name: str) -> Text:
    """Return what a column of the points decides, in a sentence."""
    part = PARTS.get(name.removeprefix("points_per_"))
    if part is not None:
        return Text(part.sentence, points=N_("So many points"), games=N_("so many games"))
    return Text(COLUMNS[name].about)


def column_words(value: Decimal | int | None) -> str:
    """Return the value of a column of the points in words."""
    return N_("not said") if value is None else plain(Fraction(value))


def tie_breaks_words(keys: Collection[str]) -> Text:
    """Return an order of tie-breaks in words."""
    labels = [TIE_BREAKS[key].label for key in ranking(keys)]
    return Text.joined(", ", labels).capitalised() if labels else N_("none: level teams share the place")


def ranking(keys: Iterable[str]) -> tuple[str, ...]:
    """Return those of an order of tie-breaks that separate teams: the name only lists them."""
    return tuple(key for key in keys if key != "name")


def format_words(division: Division) -> Text:
    """Return how a fixture of a division is played, in the first words of its rules."""
    fixtures = league_rules(terms(division))[0]
    return Text.joined(" ", fixtures.rules[:2])


def _is_equal(one: Decimal | int | None, other: int | None) -> bool:
    return one == other if one is None or other is None else Fraction(one) == other
