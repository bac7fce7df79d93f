"""Change a league's own data by hand: names, addresses, a venue's boards, a week's Monday, a player's account.

The rest of a season comes from its spreadsheets or its own pages. Each change is checked like the field itself and
journalled with the value before and after. Every function raises Invalid with all problems of the values, and
WrongState for what is hidden.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model

from league import access
from league.enums import JournalKind, TeamColour, WeekKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import (
    Blackout,
    Entry,
    Fixture,
    League,
    Player,
    Registration,
    Season,
    Team,
    User,
    Venue,
    VenueClosure,
    Week,
)
from league.queries.leagues import seasons_over
from league.queries.seasons.archivable_objects import Thing
from league.rules.names import NearThings
from league.rules.problems import Problem
from league.rules.wording import weekday_of_year
from league.services.dates.venues import FULL, against_venues, require_confirmed
from league.services.journal import record, record_numbered
from league.services.locks import require_not_hidden, reread_entry
from league.services.seasons.checking import (
    ask_about_near_name,
    changed_values,
    format_field_names,
    journal_value,
    old_and_new,
    problems_of,
)
from league.translation import N_, Text, in_a_sentence

Row = TypeVar("Row", bound=Model)
Named = TypeVar("Named", Season, Team, Venue)
LEAGUE = ("name", "slug", "time_zone")
VENUE = ("name", "address", "boards")
TEAM = ("name", "slug", "note")
SEASON = ("name", "slug", "first_week")
WEEK = ("starts_on",)
_BEGINS: Mapping[WeekKind, Text] = {
    WeekKind.PLAY: N_("changed when week {week} of {season} begins"),
    WeekKind.CATCH_UP: N_("changed when week {week} (catch-up) of {season} begins"),
    WeekKind.NO_PLAY: N_("changed when no play of {season} begins"),
}


@transaction.atomic
def make_league(values: Mapping[str, Any], *, by: User, now: dt.datetime) -> League:
    """Create an empty league (name, slug, time zone), as administrator; journalled."""
    if not (by.is_active and by.is_superuser):
        raise NotAllowed(access.ACTIONS["league.keep"][1])
    made = League()
    _check(made, _require_fields(values, LEAGUE))
    made.save(force_insert=True)
    data = {name: journal_value(getattr(made, name)) for name in LEAGUE}
    record(made, JournalKind.LEAGUE_MADE, f"league:{made.pk}", by=by, now=now, what=N_("made the league"), data=data)
    return made


@transaction.atomic
def change_league(league: League, values: Mapping[str, Any], *, by: User, now: dt.datetime) -> League:
    """Change a league's name, address or time zone, as administrator; the same again changes nothing."""
    access.require(by, "league.keep", league, now=now)
    row = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    changed = _change(row, _require_fields(values, LEAGUE))
    if changed:
        what = Text("changed the league: {fields}", fields=format_field_names(changed))
        record_numbered(row, JournalKind.SETTINGS_CHANGED, "league:", what, by=by, now=now, data=changed)
    return row


@transaction.atomic
def make_venue(league: League, values: Mapping[str, Any], *, anyway: bool = False, by: User, now: dt.datetime) -> Venue:
    """Create a venue; Invalid (code ``anyway``) if its name is nearly that of another, unless `anyway`."""
    access.require(by, "league.upkeep", league, now=now)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    made = Venue(league=league)
    _check(made, _require_fields(values, VENUE))
    names = Venue.objects.filter(league=league, hidden_at=None).values_list("name", flat=True)
    if not anyway and (problems := ask_about_near_name(made.name, NearThings(names))):
        raise Invalid(problems)
    made.save(force_insert=True)
    data = {name: journal_value(getattr(made, name)) for name in VENUE}
    what = Text("made the venue {venue}", venue=made.name)
    record_numbered(league, JournalKind.VENUE_CHANGED, f"venue:{made.pk}:", what, by=by, now=now, data=data)
    return made


def change_thing(thing: Thing, values: Mapping[str, Any], *, anyway: bool = False, by: User, now: dt.datetime) -> Thing:
    """Change the name or details of a league, season, venue or team, by the function for its kind."""
    if isinstance(thing, League):
        return change_league(thing, values, by=by, now=now)
    if isinstance(thing, Season):
        return change_season(thing, values, by=by, now=now)
    if isinstance(thing, Venue):
        return change_venue(thing, values, anyway=anyway, by=by, now=now)
    return change_team(thing, values, by=by, now=now)


@transaction.atomic
def change_venue(venue: Venue, values: Mapping[str, Any], *, anyway: bool = False, by: User, now: dt.datetime) -> Venue:
    """Change a venue's name, address or number of fixtures; the same again changes nothing.

    Seasons that are over keep the former name. Fixtures stay, also where it then holds fewer than are planned there:
    Invalid (code ``anyway``) names those evenings, unless `anyway`, which is journalled.
    """
    row = _locked_named(venue, by=by, now=now)
    former = row.name
    changed = _change(row, _require_fields(values, VENUE))
    against = _overbooked(row, changed, now)
    require_confirmed(against, anyway=anyway)
    what = N_("changed the venue {name}: {fields}")
    if against:
        what = N_("changed the venue {name}, despite the rules: {fields}")
    keep_former_name(row, former, now=now)
    _record_named(row, changed, former, JournalKind.VENUE_CHANGED, "venue:{}:", what, by=by, now=now)
    return row


def _overbooked(venue: Venue, changed: Mapping[str, Mapping[str, Any]], now: dt.datetime) -> list[Text]:
    """Evenings to come with more fixtures than the venue holds, if it holds fewer than before."""
    boards = changed.get("boards")
    if boards is None or boards["to"] >= boards["from"]:
        return []
    return against_venues(Fixture.objects.filter(venue=venue), now=now, about={FULL})


@transaction.atomic
def change_team(team: Team, values: Mapping[str, Any], *, by: User, now: dt.datetime) -> Team:
    """Change a team's name, address or note; the same again changes nothing. Seasons that are over keep its former
    name."""
    what = N_("changed the team {name}: {fields}")
    return _change_named(team, values, TEAM, JournalKind.TEAM_CHANGED, "team:{}:", what, by=by, now=now)


@transaction.atomic
def change_season(season: Season, values: Mapping[str, Any], *, by: User, now: dt.datetime) -> Season:
    """Change a season's name, address or first Monday; the same again changes nothing."""
    what = N_("changed {name}: {fields}")
    return _change_named(season, values, SEASON, JournalKind.SEASON_CHANGED, "{}:named:", what, by=by, now=now)


@transaction.atomic
def change_week(week: Week, values: Mapping[str, Any], *, by: User, now: dt.datetime) -> Week:
    """Move a week to another Monday; its fixtures keep their dates. Invalid if another week begins then."""
    league = week.season.league
    access.require(by, "league.upkeep", league, now=now)
    season = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=week.season_id)
    row = Week.objects.select_for_update(of=("self",), no_key=True).get(pk=week.pk)
    values = _require_fields(values, WEEK)
    changed = _change(row, values, _not_monday(values.get("starts_on"), "starts_on"))
    if changed:
        what = Text(_BEGINS[WeekKind(row.kind)], week=row.number, season=season.name)
        record_numbered(
            league, JournalKind.SEASON_CHANGED, f"{season.pk}:week:{row.pk}:", what, by=by, now=now, data=changed
        )
    return row


@transaction.atomic
def unlink_account(player: Player, user: User | None, *, by: User, now: dt.datetime) -> Player:
    """Unlink the account of a player, as administrator; only its owner links it, by an invitation."""
    access.require(by, "league.keep", player.league, now=now)
    row = Player.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=player.pk)
    if row.erased_at is not None:
        raise WrongState(N_("This person was erased; nobody's account belongs to them."))
    if row.merged_into_id is not None:
        raise WrongState(N_("This player was merged into another, who has the account."))
    if row.user_id == (user.pk if user else None):
        return row
    if user is not None:
        message = N_("Invite them under the league’s People: the account is linked when its owner accepts.")
        raise Invalid([Problem("account", message, "user")])
    row.user = None
    row.save(update_fields=["user"])
    key, what = f"{row.pk}:account:", Text("changed whose account {player} has", player="{player}")
    record_numbered(row.league, JournalKind.PERSON_CHANGED, key, what, by=by, now=now, data={}, player=row)
    return row


@transaction.atomic
def keep_free(entry: Entry, date: dt.date, *, free: bool = True, by: User, now: dt.datetime) -> Blackout | None:
    """Record a day on which a team cannot play, or with `free=False` can after all; return its row. Twice is once."""
    league = entry.season.league
    access.require(by, "league.upkeep", league, now=now)
    Season.objects.select_for_update(of=("self",), no_key=True).get(pk=entry.season_id)
    entry = reread_entry(entry, "team")
    if not _set_row(Blackout, free, entry=entry, date=date):
        return Blackout.objects.filter(entry=entry, date=date).first()
    team = entry.team
    message = N_("noted that {team} cannot play on {date}") if free else N_("noted that {team} can play on {date}")
    what = Text(message, team=team.name, date=date.isoformat())
    data = {"cannot play on": _day_from_to(date, free)}
    key = f"team:{team.pk}:"
    record_numbered(league, JournalKind.TEAM_CHANGED, key, what, by=by, now=now, data=data, team=team)
    return Blackout.objects.filter(entry=entry, date=date).first()


@transaction.atomic
def close_venue(venue: Venue, date: dt.date, *, closed: bool = True, by: User, now: dt.datetime) -> VenueClosure | None:
    """Record a day on which a venue is closed, or with `closed=False` open; return its row. Twice is once."""
    access.require(by, "league.upkeep", venue.league, now=now)
    Venue.objects.select_for_update(of=("self",), no_key=True).get(pk=venue.pk)
    if not _set_row(VenueClosure, closed, venue=venue, date=date):
        return VenueClosure.objects.filter(venue=venue, date=date).first()
    message = N_("noted that {venue} is closed on {date}") if closed else N_("noted that {venue} is open on {date}")
    what = Text(message, venue=venue.name, date=date.isoformat())
    data = {"closed on": _day_from_to(date, closed)}
    record_numbered(venue.league, JournalKind.VENUE_CHANGED, f"venue:{venue.pk}:", what, by=by, now=now, data=data)
    return VenueClosure.objects.filter(venue=venue, date=date).first()


def _set_row(model: type[Model], wanted: bool, **row: Any) -> bool:
    """Insert or delete a row; return whether it was needed."""
    if wanted:
        return bool(model._default_manager.get_or_create(**row)[1])
    gone, _ = model._default_manager.filter(**row).delete()
    return bool(gone)


def _day_from_to(date: dt.date, added: bool) -> dict[str, Any]:
    return {"from": None if added else journal_value(date), "to": journal_value(date) if added else None}


def _change_named(
    thing: Named, values: Mapping[str, Any], fields: tuple[str, ...], kind: JournalKind, key: str, sentence: Text, *,
    by: User, now: dt.datetime,
) -> Named:  # fmt: skip
    """Change a venue, team or season, journalled under its former name.

    `key` has ``{}`` for the row's id; `said` has gaps for the former name and the fields.
    """
    row = _locked_named(thing, by=by, now=now)
    former, values = row.name, _require_fields(values, fields)
    changed = _change(row, values, _not_monday(values.get("first_week"), "first_week"))
    if isinstance(row, Team):
        keep_former_name(row, former, now=now)
    _record_named(row, changed, former, kind, key, sentence, by=by, now=now)
    return row


def _locked_named(thing: Named, *, by: User, now: dt.datetime) -> Named:
    access.require(by, "league.upkeep", thing.league, now=now)
    rows = type(thing)._default_manager.select_for_update(of=("self",), no_key=True)
    row = rows.select_related("league").get(pk=thing.pk)
    require_not_hidden(row.league, row)
    return row


def _record_named(
    row: Named, changed: Mapping[str, Any], former: str, kind: JournalKind, key: str, sentence: Text, *, by: User,
    now: dt.datetime,
) -> None:  # fmt: skip
    if changed:
        what, team = (
            Text(sentence, name=former, fields=format_field_names(changed)),
            row if isinstance(row, Team) else None,
        )
        record_numbered(row.league, kind, key.format(row.pk), what, by=by, now=now, data=changed, team=team)


def _require_fields(values: Mapping[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    strange = [name for name in values if name not in fields]
    if strange:
        message = Text("This cannot be changed here: {fields}.", fields=format_field_names(strange))
        raise Invalid([Problem("field", message, strange[0])])
    return dict(values)


def _check(row: Model, values: Mapping[str, Any], more: list[Problem] | None = None) -> None:
    problems = problems_of(row, values) + (more or [])
    if problems:
        raise Invalid(problems)


def _change(row: Row, values: Mapping[str, Any], more: list[Problem] | None = None) -> dict[str, dict[str, Any]]:
    """Save what is new in a locked row; return what the journal records of it."""
    before = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    _check(row, values, more)
    old = type(row)(**before)
    new = changed_values(old, {name: getattr(row, name) for name in values})
    if new:
        row.save(update_fields=list(new))
    return old_and_new(old, new)


def _not_monday(day: Any, field: str) -> list[Problem]:
    if isinstance(day, dt.date) and day.weekday() != 0:
        return [Problem("monday", Text("{day} is not a Monday.", day=weekday_of_year(day)), field)]
    return []


@transaction.atomic
def choose_colour(team: Team, colour: str, *, by: User, now: dt.datetime) -> Team:
    """Set a team's colour, or with "" none; two teams may have the same, the same again changes nothing."""
    access.require(by, "team.colour", team.league, team, now=now)
    if colour not in ("", *TeamColour.values):
        raise Invalid([Problem("choice", N_("Choose one of the colours, or no colour."), "colour")])
    rows = Team.objects.select_for_update(of=("self",), no_key=True).select_related("league")
    row = rows.get(pk=team.pk)
    require_not_hidden(row.league, row)
    if row.colour == colour:
        return row
    data = old_and_new(row, {"colour": colour})
    row.colour = colour
    row.save(update_fields=["colour"])
    what = Text("removed the colour of {team}", team=row.name)
    if colour:
        called = in_a_sentence(TeamColour(colour).label)
        what = Text("changed the colour of {team} to {colour}", team=row.name, colour=called)
    key = f"team:{row.pk}:"
    record_numbered(row.league, JournalKind.TEAM_CHANGED, key, what, by=by, now=now, data=data, team=row)
    return row


# By the kind of thing: the rows of a season that refer to it, by which column, and how they reach their season.
ROWS: dict[type[Model], tuple[tuple[type[Model], str, str], ...]] = {
    Team: (
        (Entry, "team", "season"),
        (Registration, "team", "season"),
        (Fixture, "home", "division__season"),
        (Fixture, "away", "division__season"),
    ),
    Venue: ((Entry, "venue", "season"), (Fixture, "venue", "division__season")),
}


def keep_former_name(thing: Team | Venue, former: str, *, now: dt.datetime) -> None:
    """Store a renamed thing's former name on seasons that are over, unless they have an older one
    (docs/decisions/seasons.md).
    """
    if thing.name == former:
        return
    over = seasons_over(thing.league, now=now)
    for model, column, season in ROWS[type(thing)]:
        condition: dict[str, Any] = {column: thing, f"{season}__in": over, f"{column}_called": ""}
        rows = model._default_manager.filter(**condition).values_list("pk", flat=True)
        model._default_manager.filter(pk__in=list(rows)).update(**{f"{column}_called": former})
