"""Making a series of club nights or a one-day tournament, and changing how it is played."""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction

from league import access
from league.enums import CompetitionKind, JournalKind
from league.errors import Invalid
from league.models import Division, Season, SittingGame, SittingRules, User
from league.models.sittings import LONGEST_PRIZES
from league.rules.competitions.sittings import USUAL_GAMES, check_games
from league.rules.names import check_line, clean_line
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.services.locks import lock_season
from league.services.slugs import unique_slug
from league.translation import N_, Text

# Nobody plays a fixture in it; a division's row has a format.
NO_FIXTURES = "S1"
LONGEST_NAME = 60
MOST_NIGHTS = 366
MOST_QUALIFIERS = 64


@dataclass(frozen=True, slots=True)
class NewSeries:
    """Attributes:
    games: of a night, or rounds of a tournament.
    best: so many of a player's nights count; None: all.
    qualifiers: so many of a tournament's players go on to a knock-out.
    prizes: a line for each place.
    """

    name: str
    games: int = USUAL_GAMES
    best: int | None = None
    qualifiers: int = 0
    prizes: str = ""


@transaction.atomic
def make_series(season: Season, kind: CompetitionKind, new: NewSeries, *, by: User, now: dt.datetime) -> Division:
    """Make a series of club nights, or a tournament; under the name of an earlier season's it has its address.

    Raises:
        Invalid: no name, one that the season has already, or numbers that cannot be; all at once.
    """
    access.require(by, "club_night.run", season.league, now=now)
    lock_season(season)
    made = Division(season=season, kind=kind, name=clean_line(new.name), fixture_format=NO_FIXTURES)
    rules = SittingRules(**_get_rules_columns(new))
    if problems := _check_series(made, rules):
        raise Invalid(problems)
    taken = Division.competitions.filter(season=season).values_list("slug", flat=True)
    made.slug = unique_slug(made.name, taken)
    made.save(force_insert=True)
    rules.competition = made
    rules.save(force_insert=True)
    _record_change(
        made, JournalKind.COMPETITION_MADE, Text("made {competition}", competition=made.name), by=by, now=now
    )
    return made


@transaction.atomic
def change_series(competition: Division, new: NewSeries, *, by: User, now: dt.datetime) -> Division:
    """Change a name or how it is played; the same again changes nothing. Raises as `make_series`.

    Fewer games than a night has had are for the nights to come.
    """
    access.require(by, "club_night.run", competition.season.league, now=now)
    lock_season(competition.season)
    row = Division.competitions.select_related("season__league", "sitting_rules").get(pk=competition.pk)
    rules, columns = row.sitting_rules, _get_rules_columns(new)
    before = {"name": row.name, **{name: getattr(rules, name) for name in columns}}
    row.name = clean_line(new.name)
    for name, value in columns.items():
        setattr(rules, name, value)
    problems = _check_series(row, rules)
    begun = row.kind == CompetitionKind.TOURNAMENT and SittingGame.objects.filter(sitting__competition=row).exists()
    for name in ("games", "qualifiers"):
        if begun and before[name] != columns[name]:
            problems.append(Problem("begun", N_("The tournament has begun: this stays as it is."), name))
    if problems:
        raise Invalid(problems)
    changed = {name: value for name, value in {"name": row.name, **columns}.items() if before[name] != value}
    if not changed:
        return row
    row.save(update_fields=["name"])
    rules.save(update_fields=list(columns))
    what = Text("changed how {competition} is played", competition=row.name)
    _record_change(row, JournalKind.COMPETITION_CHANGED, what, by=by, now=now, data={"to": changed})
    return row


def _get_rules_columns(new: NewSeries) -> dict[str, int | str | None]:
    return {"games": new.games, "best": new.best, "qualifiers": new.qualifiers, "prizes": new.prizes.strip()}


def _check_series(row: Division, rules: SittingRules) -> list[Problem]:
    tournament = row.kind == CompetitionKind.TOURNAMENT
    problems = check_line(row.name, "name")
    if not row.name or len(row.name) > LONGEST_NAME:
        problems = [Problem("name", Text("Give it a name of up to {most} letters.", most=LONGEST_NAME), "name")]
    elif _has_namesake(row):
        message = Text("{season} has “{name}” already: choose another name.", season=row.season.name, name=row.name)
        problems.append(Problem("name", message, "name"))
    problems += check_games(rules.games, tournament=tournament)
    if rules.best is not None and not 1 <= rules.best <= MOST_NIGHTS:
        message = Text("Let 1 to {most} nights count, or leave it empty.", most=MOST_NIGHTS)
        problems.append(Problem("best", message, "best"))
    if rules.qualifiers == 1 or not 0 <= rules.qualifiers <= MOST_QUALIFIERS:
        message = Text("Let 2 to {most} go on to a knock-out, or nobody.", most=MOST_QUALIFIERS)
        problems.append(Problem("qualifiers", message, "qualifiers"))
    if len(rules.prizes) > LONGEST_PRIZES:
        problems.append(Problem("prizes", Text("Write {most} characters at most.", most=LONGEST_PRIZES), "prizes"))
    return problems


def _has_namesake(row: Division) -> bool:
    """Whether another competition of the season has that name."""
    row.fold_name()
    return Division.competitions.filter(season=row.season, name_key=row.name_key).exclude(pk=row.pk).exists()


def _record_change(
    row: Division,
    kind: JournalKind,
    what: Text,
    *,
    by: User,
    now: dt.datetime,
    data: dict[str, object] | None = None,
) -> None:
    record_numbered(row.season.league, kind, f"{row.pk}:", what, by=by, now=now, data=data)
