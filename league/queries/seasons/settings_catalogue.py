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
class SettingLine:
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
    value: str = ""
    default: str = ""
    differs: bool = False
    fixed: Text | str = ""


def list_settings(league: League) -> list[tuple[League | Season | Division, tuple[SettingLine, ...]]]:
    """Return all settings of a league: its own, then those of each season and its divisions (three queries at most).

    The latest published season and every draft are in it; those that are over keep what they were played by.
    """
    seasons = list(league.seasons.filter(hidden_at=None).order_by("-first_week", "-pk"))
    latest = next((season for season in seasons if season.published_at is not None), None)
    among = {season.pk: season for season in seasons if season.published_at is None or season == latest}
    divisions = Division.objects.filter(season__in=among).select_related("singles_own", "doubles_own")
    by_season: dict[int, list[Division]] = {}
    for division in divisions.order_by("order", "name"):
        division.season = among[division.season_id]
        by_season.setdefault(division.season_id, []).append(division)
    rows: list[tuple[League | Season | Division, tuple[SettingLine, ...]]] = [
        (league, tuple(setting_lines(stored(LeagueSettings, league))))
    ]
    for season in among.values():
        own = setting_lines(stored(SeasonSettings, season), published=season.published_at is not None)
        rows.append((season, tuple(own)))
        rows += [(division, tuple(division_lines(division))) for division in by_season.get(season.pk, ())]
    return rows


def setting_lines(settings: Settings, *, published: bool = False) -> Iterator[SettingLine]:
    """Yield settings in the order of their form; those of a `published` season with why they cannot be changed."""
    usual = type(settings)()
    for name, one in in_groups(type(settings)).items():
        now, default = getattr(settings, name), getattr(usual, name)
        yield SettingLine(
            name, one.group, one.label, one.hint, format_setting(one, now), format_setting(one, default),
            now != default, one.settled if published else "",
        )  # fmt: skip


def format_setting(setting: Setting, value: Any) -> str:
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


def division_lines(division: Division) -> Iterator[SettingLine]:
    """Yield the settings of a division in the order of its form, then those that have pages of their own."""
    yield from setting_lines(stored(DivisionSettings, division))
    for group, names in OF_A_DIVISION.items():
        for name in names:
            one, now = COLUMNS[name], getattr(division, name)
            yield SettingLine(
                name, group, one.label.capitalised(), describe_column(name), format_column(now),
                format_column(one.default), not _is_equal(now, one.default),
            )  # fmt: skip
    chosen = usable_tie_breaks(division.tie_breaks)
    yield SettingLine(
        "tie_breaks", LEVEL, TIE_BREAKS_LABEL, N_("What separates teams that are level on points, in this order."),
        format_tie_breaks(chosen), format_tie_breaks(DEFAULT_TIE_BREAKS),
        ranking(chosen) != ranking(DEFAULT_TIE_BREAKS),
    )  # fmt: skip
    yield SettingLine(
        "fixture_format", PLAYED, N_("Format"), N_("The matches of a fixture, how many games each has, who plays."),
        describe_format(division),
    )  # fmt: skip
    for name, label in (("singles_ruleset", N_("Ruleset of singles")), ("doubles_ruleset", N_("Ruleset of doubles"))):
        ruleset = ruleset_of(division, "singles" if name.startswith("singles") else "doubles")
        yield SettingLine(name, PLAYED, label, N_("The rules of the game of cribbage itself."), ruleset.called)


def describe_column(name: str) -> Text:
    part = PARTS.get(name.removeprefix("points_per_"))
    if part is not None:
        return Text(part.sentence, points=N_("So many points"), games=N_("so many games"))
    return Text(COLUMNS[name].about)


def format_column(value: Decimal | int | None) -> str:
    return N_("not said") if value is None else plain(Fraction(value))


def format_tie_breaks(keys: Collection[str]) -> Text:
    labels = [TIE_BREAKS[key].label for key in ranking(keys)]
    return Text.joined(", ", labels).capitalised() if labels else N_("none: level teams share the place")


def ranking(keys: Iterable[str]) -> tuple[str, ...]:
    """Return those of an order of tie-breaks that separate teams: the name only lists them."""
    return tuple(key for key in keys if key != "name")


def describe_format(division: Division) -> Text:
    fixtures = league_rules(terms(division))[0]
    return Text.joined(" ", fixtures.rules[:2])


def _is_equal(one: Decimal | int | None, other: int | None) -> bool:
    return one == other if one is None or other is None else Fraction(one) == other
