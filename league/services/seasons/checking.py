"""Check new values of a row, all problems at once, and announce changes of what a running season is played by."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model

from league.enums import NoticeKind
from league.errors import Changed, Invalid
from league.models import Division, League, RuleChange, Season, Team, User, Venue
from league.models.checked import LineField
from league.models.unique_names import UniquelyNamed
from league.queries.people.people import captains_of_season
from league.queries.results.sheets import is_played
from league.queries.seasons.merges import hidden_told
from league.queries.seasons.setting_changes import field_name, labels_of
from league.rules.names import NearThings, check_line, clean_line
from league.rules.problems import Problem, check_reason
from league.rules.settings import Settings, new_in, stored
from league.services.notices import queue_notice
from league.translation import N_, Text

SINCE_SHOWN = N_("Something has changed since you were shown what would follow. Look at it once more.")

_TAKEN: Mapping[type[Model], Text] = {
    League: N_("There is a league called {name} here already; give yours another name."),
    Season: N_("There is a season called {name} already."),
    Division: N_("There is a division called {name} already."),
    Team: N_("There is a team called {name} already; choose another name."),
    Venue: N_("There is a venue called {name} already; choose another name."),
}


def problems_of(row: Model, values: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with new values, and set the right ones on `row`, which must be a copy not to be saved."""
    problems: list[Problem] = []
    for name, value in values.items():
        field = row._meta.get_field(name)
        if isinstance(field, LineField) and isinstance(value, str):
            hidden = check_line(clean_line(value), name)
            if hidden:
                problems += hidden
                continue
        try:
            setattr(row, name, field.clean(value, row))  # type: ignore[union-attr]
        except ValidationError as wrong:
            problems += [_problem(name, message) for message in wrong.messages]
    if not problems and "name" in values and isinstance(row, UniquelyNamed):
        problems += check_namesake(row)
    if not problems:
        try:
            row.validate_unique()
            row.validate_constraints()
        except ValidationError as wrong:
            problems += _of_the_row(wrong, values)
    return problems


def check_namesake(row: UniquelyNamed) -> list[Problem]:
    """Raise Invalid for a name that another row has in its scope, whichever way it is written (one query)."""
    other = row.namesake()
    if other is None:
        return []
    if isinstance(other, Team | Venue) and other.hidden_at is not None:
        return [Problem("taken", hidden_told(other), "name")]
    return [Problem("taken", Text(_TAKEN[type(row)], name=other.name), "name")]


def ask_about_near_name(name: str, known: NearThings) -> list[Problem]:
    """Ask (code ``anyway``) about a new name that is nearly a known one: it may be a slip of the pen."""
    other = known.find(name)
    if other is None:
        return []
    message = Text("{name} is new, and very like {known}. If they are one, write {known}.", name=name, known=other)
    return [Problem("anyway", message, "anyway")]


def _of_the_row(wrong: ValidationError, values: Mapping[str, Any]) -> Iterable[Problem]:
    for name, messages in wrong.message_dict.items():
        field = name if name != NON_FIELD_ERRORS else next(iter(values), "")
        for message in dict.fromkeys(messages):
            yield _problem(field, message)


def _problem(name: str, message: str) -> Problem:
    return Problem("value", message if message.endswith(".") else f"{message}.", name)


def changed_values(row: Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values that the row does not have yet."""
    return {name: value for name, value in values.items() if getattr(row, name) != value}


def journal_value(value: Any) -> Any:
    """Convert a value for the journal: JSON, without floats."""
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, dt.date | dt.time) else value


def changed_settings(row: Model, settings: Settings) -> dict[str, Any]:
    """Settings that the row does not have yet, normalised as a row's are: a list sorted, without duplicates."""
    return new_in(settings, stored(type(settings), row))


def save_settings(row: Model, new: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Save new settings of a row; return what the journal records of the change."""
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in new.items()}
    data = old_and_new(row, values)
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
    return data


def require_unchanged(read: Any, now: Any) -> None:
    """Raise Changed unless a value is still what the caller read."""
    if read != now:
        raise Changed(SINCE_SHOWN)


def old_and_new(before: Model, after: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The journal's record of a change: each field's old and new value."""
    return {
        name: {"from": journal_value(getattr(before, name)), "to": journal_value(value)}
        for name, value in after.items()
    }


def format_field_names(fields: Iterable[str]) -> Text:
    """Format the names of fields as a list in a sentence."""
    return Text.joined(", ", [field_name(field) for field in sorted(fields)])


def read_reason(reason: str, running: Sequence[Season]) -> str:
    """Return the trimmed reason of a change; none is needed while nothing has been played in the running seasons.

    Raises:
        Invalid: there is none, or it is too long.
    """
    text = reason.strip()
    if not text and not is_played(*running):
        return ""
    ask = N_("Give the reason: the season has begun, so the captains are told and everybody can read it.")
    if problems := check_reason(text, ask):
        raise Invalid(problems)
    return text


def announce_change(
    running: Sequence[Season], data: Mapping[str, Any], *, reason: str, division: Division | None = None, by: User,
    now: dt.datetime,
) -> None:  # fmt: skip
    """Queue one notice for each captain; store a change with a reason for the rules pages of the running seasons.

    Without a reason nothing was played by the old rules, so the rules pages have only the new ones.

    Args:
        data: old and new value of each field, as the journal has them.
        division: the only one of its season that it is of.
    """
    if not running:
        return
    changes = [
        RuleChange.objects.create(
            season=season, division=division, data=dict(data), reason=reason, made_by=by, made_at=now
        )
        for season in running
        if reason
    ]
    league = running[0].league
    today = now.astimezone(league.tz).date()
    captains = {user.pk: user for season in running for user in captains_of_season(season, on=today, division=division)}
    where = Text("{division}, {season}", division=division.name, season=running[0].name) if division else league.name
    if division is None and len(running) == 1:
        where = running[0].name
    names: dict[str, Any] = {"where": where, "settings": Text.joined(", ", labels_of(data))}
    text = Text("{where}: the secretary changed {settings}.", **names)
    key = f"{running[0].pk}:{now.isoformat()}:{','.join(sorted(data))}"[:120]
    if changes:
        text = Text("{where}: the secretary changed {settings}. {reason}", **names, reason=reason)
        key = str(changes[0].pk)
    queue_notice(league, captains.values(), NoticeKind.RULES_CHANGED, key, text=text, now=now)
