"""Changes of settings in words, those of a running season, and settings that no page can work with."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Max, Model

from league.enums import JournalKind, Night, RulesetName
from league.models import Division, JournalEntry, League, RuleChange, Season, Team, Venue, Week
from league.models.checked import Checked
from league.queries.seasons.settings_catalogue import TIE_BREAKS_LABEL, ranking
from league.queries.visibility import public
from league.rules.problems import Problem
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import (
    Clock,
    Day,
    DivisionSettings,
    Flag,
    Language,
    LeagueSettings,
    Nights,
    Points,
    SeasonSettings,
    Settings,
    Weeks,
    declared,
    in_groups,
)
from league.rules.tie_breaks import TIE_BREAKS
from league.rules.wording import clock, plain, spelt
from league.translation import N_, Text

# By what they are called in the journal's data, which is the name of a column without its underscores.
_FIELDS: Final[Mapping[str, Text]] = {
    str(text): text
    for text in (
        N_("address"),
        N_("appeal days"),
        N_("appeals by"),
        N_("ask days"),
        N_("boards"),
        N_("cannot play on"),
        N_("card days"),
        N_("catch up"),
        N_("catch up nights"),
        N_("catch up weeks"),
        N_("closed on"),
        N_("colour"),
        N_("confirm hours"),
        N_("currency"),
        N_("deadline hour"),
        N_("dispute days"),
        N_("doubles own"),
        N_("doubles rules"),
        N_("doubles ruleset"),
        N_("eligibility"),
        N_("evening"),
        N_("first week"),
        N_("fixture format"),
        N_("games per match"),
        N_("guest limit"),
        N_("guests"),
        N_("guests at once"),
        N_("halves"),
        N_("high hand"),
        N_("home night"),
        N_("language"),
        N_("last round"),
        N_("late card"),
        N_("late card points"),
        N_("name"),
        N_("new dates"),
        N_("no show limit"),
        N_("no show points"),
        N_("no show sanction"),
        N_("note"),
        N_("order"),
        N_("own evening"),
        N_("own start"),
        N_("place days"),
        N_("play until"),
        N_("play within"),
        N_("promoted teams"),
        N_("registration"),
        N_("registration days"),
        N_("registration until"),
        N_("relegated teams"),
        N_("reminder days"),
        N_("reports"),
        N_("result day"),
        N_("result hours"),
        N_("result time"),
        N_("score only"),
        N_("second factor"),
        N_("second half"),
        N_("short notice hours"),
        N_("shorten names"),
        N_("singles own"),
        N_("singles rules"),
        N_("singles ruleset"),
        N_("slug"),
        N_("start time"),
        N_("starts on"),
        N_("tie breaks"),
        N_("time zone"),
        N_("transfer limit"),
        N_("transfer until"),
        N_("unplayed policy"),
        N_("venue"),
        N_("vote days"),
        N_("weeks apart"),
        N_("withdrawal policy"),
        N_("won by"),
    )
}


def field_name(field: str) -> Text:
    """Name a field in words; a field that is gone, by its column."""
    if field in COLUMNS:
        return COLUMNS[field].label
    words = field.replace("_", " ")
    return _FIELDS.get(words) or Text("{field}", field=words)


def rows_name(model: type[Model], n: int) -> Text:
    """Name `n` rows of a model, without the number."""
    one, many = str(model._meta.verbose_name), str(model._meta.verbose_name_plural)
    return _rows(n).get(one) or Text("{rows}", rows=one if n == 1 else many)


def _rows(n: int) -> Mapping[str, Text]:
    found = (
        Text.plural("adjustment", "adjustments", n),
        Text.plural("attendance", "attendances", n),
        Text.plural("entrant", "entrants", n),
        Text.plural("individual league", "individual leagues", n),
        Text.plural("knock out", "knock outs", n),
        Text.plural("knock out round", "knock out rounds", n),
        Text.plural("sitting", "sittings", n),
        Text.plural("sitting game", "sitting games", n),
        Text.plural("sitting rules", "sitting rules", n),
        Text.plural("team member", "team members", n),
        Text.plural("winner", "winners", n),
        Text.plural("winner player", "winner players", n),
        Text.plural("appeal", "appeals", n),
        Text.plural("appearance", "appearances", n),
        Text.plural("availability", "availability", n),
        Text.plural("blackout", "blackouts", n),
        Text.plural("calendar feed", "calendar feeds", n),
        Text.plural("charge", "charges", n),
        Text.plural("call", "calls", n),
        Text.plural("conduct case", "conduct cases", n),
        Text.plural("daily name", "daily names", n),
        Text.plural("daily vote", "daily votes", n),
        Text.plural("division", "divisions", n),
        Text.plural("draw of lots", "draws of lots", n),
        Text.plural("entry", "entries", n),
        Text.plural("fixture", "fixtures", n),
        Text.plural("format", "formats", n),
        Text.plural("high hand", "high hands", n),
        Text.plural("invitation", "invitations", n),
        Text.plural("journal entry", "journal entries", n),
        Text.plural("journal head", "journal heads", n),
        Text.plural("late card", "late cards", n),
        Text.plural("league", "leagues", n),
        Text.plural("league domain", "league domains", n),
        Text.plural("league quota", "league quotas", n),
        Text.plural("league sender", "league senders", n),
        Text.plural("mail day", "mail days", n),
        Text.plural("live score", "live scores", n),
        Text.plural("lot", "lots", n),
        Text.plural("match report", "match reports", n),
        Text.plural("notice", "notices", n),
        Text.plural("own page", "own pages", n),
        Text.plural("own ruleset", "own rulesets", n),
        Text.plural("player", "players", n),
        Text.plural("post", "posts", n),
        Text.plural("registration", "registrations", n),
        Text.plural("role", "roles", n),
        Text.plural("round", "rounds", n),
        Text.plural("rule change", "rule changes", n),
        Text.plural("season", "seasons", n),
        Text.plural("team", "teams", n),
        Text.plural("team code", "team codes", n),
        Text.plural("timetable", "timetables", n),
        Text.plural("venue", "venues", n),
        Text.plural("venue closure", "venue closures", n),
        Text.plural("waiting file", "waiting files", n),
        Text.plural("week", "weeks", n),
    )
    return {text.msgid: text for text in found}


# Whose entries hold a setting's old and new value; the others' data are for programs.
OF_SETTINGS = (
    JournalKind.SETTINGS_CHANGED,
    JournalKind.SEASON_CHANGED,
    JournalKind.VENUE_CHANGED,
    JournalKind.TEAM_CHANGED,
)
KINDS = {
    name: one.kind for of in (LeagueSettings, SeasonSettings, DivisionSettings) for name, one in declared(of).items()
}
RULESETS_OF = ("singles_ruleset", "doubles_ruleset")
MODELS = (League, Season, Division, Venue, Team, Week)


@dataclass(frozen=True, slots=True)
class Change:
    """A setting, and what it was and became, in words."""

    name: str
    old: str
    new: str


def entry_changes(entry: JournalEntry) -> tuple[Change, ...]:
    """Return what an entry changed of the settings; nothing for an entry about anything else (no query)."""
    if entry.kind not in OF_SETTINGS or not isinstance(entry.data, Mapping):
        return ()
    return format_changes(entry.data)


def format_changes(data: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return what changed of settings in words, from the old and new values that the journal keeps (no query)."""
    return tuple(
        Change(
            field_name(field).capitalised(), _format_value(field, change["from"]), _format_value(field, change["to"])
        )
        for field, change in data.items()
        if isinstance(change, Mapping) and {"from", "to"} <= change.keys()
    )


def _format_value(field: str, value: Any) -> str:
    if value is None or value == "":
        return N_("none")
    kind = KINDS.get(field)
    if isinstance(kind, Flag):
        return N_("yes") if value else N_("no")
    if isinstance(value, list):
        return Text.joined(", ", [_format_value(field, one) for one in value]) or N_("none")
    if field in RULESETS_OF:
        return _ruleset(str(value))
    if field == "tie_breaks":
        return TIE_BREAKS[value].label if value in TIE_BREAKS else str(value)
    if field in COLUMNS or isinstance(kind, Points):
        return plain(Fraction(value))
    if isinstance(kind, Clock):
        return clock(dt.time.fromisoformat(value))
    if isinstance(kind, Day | Weeks):
        return spelt(dt.date.fromisoformat(value))
    if isinstance(kind, Nights):
        return Night(value).label if value in Night.values else str(value)
    return _choices(field).get(value, str(value)) if isinstance(value, str) else str(value)


def _ruleset(value: str) -> str:
    """Return the title of a ruleset that comes with Muggins; any other is named as it was written down."""
    name, _, version = value.partition(":")
    return dict(RulesetName.choices).get(name, value) if not version or version.isdigit() else value


def _choices(field: str) -> dict[Any, str]:
    """The words that a field's values have on pages."""
    if isinstance(kind := KINDS.get(field), Language):
        return dict(kind.labels)
    for model in MODELS:
        found = next((one for one in model._meta.concrete_fields if one.name == field and one.choices), None)
        if found is not None:
            return dict(found.flatchoices)
    return {}


# What a page does meanwhile.
MEANWHILE = {
    "time_zone": N_("Times are shown in UTC until then."),
    "tie_breaks": N_("Tables leave it out until then."),
    "catch_up_weeks": N_("No week is left blank by it until then."),
    "catch_up_nights": N_("Only the other evenings are offered until then."),
    "fixture_format": N_("No result can be entered until then."),
}


def faults_of(league: League) -> list[Problem]:
    """Return what is wrong with the stored settings of a league, its seasons and divisions (two queries)."""
    seasons = {season.pk: season for season in Season.objects.filter(league=league)}
    divisions = Division.objects.filter(season__in=seasons)
    return [
        *_of_row(league, str(league)),
        *(found for season in seasons.values() for found in _of_row(season, str(season))),
        *(found for one in divisions for found in _of_row(one, f"{one}, {seasons[one.season_id]}")),
    ]


def _of_row(row: Model, where: str) -> Iterator[Problem]:
    for field in row._meta.concrete_fields:
        if not isinstance(field, Checked):
            continue
        value: Any = getattr(row, field.attname)
        try:
            field.clean(value, None)
        except ValidationError as wrong:
            name = field_name(field.name).capitalised()
            message = Text("{setting}: {problems}", setting=name, problems=" ".join(wrong.messages))
            if field.name in MEANWHILE:
                message = Text.joined(" ", [message, MEANWHILE[field.name]])
            yield Problem("setting", message, field.name, where)


WEEK = dt.timedelta(days=7)
# JSON keeps no order in the database: changes come in that of the forms.
_IN_ORDER = (
    *in_groups(LeagueSettings),
    *in_groups(SeasonSettings),
    *in_groups(DivisionSettings),
    *COLUMNS,
    "tie_breaks",
)


@dataclass(frozen=True, slots=True)
class SeasonRuleChange:
    """A change of a running season.

    Attributes:
        division: the only one that it is of; None where it holds for the whole season.
        changes: old and new values in words.
    """

    made_at: dt.datetime
    division: Division | None
    changes: tuple[Change, ...]
    reason: str


def rule_changes_of(season: Season) -> list[SeasonRuleChange]:
    """Return the changes of a season since it was published, the latest first (one query)."""
    rule_changes = RuleChange.objects.filter(season=season).select_related("division").order_by("-made_at", "-pk")
    return [
        SeasonRuleChange(change.made_at, change.division, labelled_changes(change.data), change.reason)
        for change in rule_changes
    ]


def running_seasons(league: League, *, now: dt.datetime) -> list[Season]:
    """Return the published seasons of a league whose last week is not over, the first to begin first (one query)."""
    today = now.astimezone(league.tz).date()
    seasons = Season.objects.filter(public(), league=league).select_related("league")
    dated = seasons.annotate(last=Max("weeks__starts_on")).order_by("first_week", "pk")
    return [season for season in dated if season.last is None or season.last + WEEK > today]


def is_announced(of: type[Settings], names: Iterable[str]) -> bool:
    """Return True if the captains are told, with the reason, when one of these settings changes."""
    known = declared(of)
    return any(known[name].announced for name in names)


def labels_of(names: Iterable[str]) -> list[Text]:
    """Return the names of settings as their forms have them, for the inside of a sentence."""
    return [_label(name).lowered() for name in sorted(names, key=_sort_key)]


def labelled_changes(data: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return changes of settings in words, each under the label of its form, from the data of a journal entry."""
    return tuple(
        replace(change, name=_label(name).capitalised())
        for name in sorted(data, key=_sort_key)
        for change in format_changes({name: _ranked(data[name]) if name == "tie_breaks" else data[name]})
    )


def column_changes(row: League | Season | Division, new: Mapping[str, Any]) -> tuple[Change, ...]:
    return labelled_changes(
        {name: {"from": _plain(getattr(row, name)), "to": _plain(value)} for name, value in new.items()}
    )


def _sort_key(name: str) -> tuple[int, str]:
    return _IN_ORDER.index(name) if name in _IN_ORDER else len(_IN_ORDER), name


def _ranked(change: Any) -> Any:
    """Leave the name out of an old and new order of tie-breaks: it separates nobody, and was never chosen."""
    known = isinstance(change, Mapping) and all(isinstance(value, list) for value in change.values())
    return {key: list(ranking(value)) for key, value in change.items()} if known else change


def _label(name: str) -> Text:
    for of in (LeagueSettings, SeasonSettings, DivisionSettings):
        if name in declared(of):
            return declared(of)[name].label
    return TIE_BREAKS_LABEL if name == "tie_breaks" else field_name(name)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, dt.date | dt.time) else value
