"""A name is one name however it is written, at every door that takes one; and holds nothing that nobody sees."""

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import SlugField

from league.enums import Scope
from league.errors import Invalid
from league.models import Division, Entry, League, Player, Season, Team, User, Venue
from league.models.checked import LineField
from league.models.unique_names import UniquelyNamed
from league.rules.team_lines import read_teams
from league.services.people.accounts.keys import make_token
from league.services.people.personal_data import Details, change_details, change_name
from league.services.people.register import register, register_all
from league.services.seasons import changes
from league.services.seasons.drafts import plan_season, start_season
from league.services.seasons.entries import NewTeam, add_team, enter_teams
from league.services.seasons.leagues import found_league
from tests.factories import Town

Door = Callable[[Town, str, dt.datetime], Any]


def _draft(town: Town, now: dt.datetime) -> Season:
    season = start_season(town.league, "2030–31", "rye", by=town.secretary, now=now)
    enter_teams(season, read_teams("Anchor\nBell", night=1, start=dt.time(20))[0], by=town.secretary, now=now)
    return season


def _listed(town: Town, text: str, now: dt.datetime) -> None:
    lines, problems = read_teams(text, night=1, start=dt.time(20))
    if problems:
        raise Invalid(problems)
    enter_teams(_draft(town, now), lines, by=town.secretary, now=now)


def _late(town: Town, name: str, now: dt.datetime) -> None:
    season = _draft(town, now)
    new = NewTeam(name, season.divisions.get(), town.venues["Bell"], 1, dt.time(20))
    add_team(season, new, by=town.secretary, now=now)


def _planned(town: Town, divisions: list[str], now: dt.datetime, name: str = "2030–31") -> None:
    plan_season(_draft(town, now), name, dt.date(2030, 9, 2), divisions, by=town.secretary, now=now)


def _register(town: Town, name: str, now: dt.datetime) -> None:
    day = now.date()
    register(town.teams["Bell"], town.season, name=name, starts_on=day, by=town.secretary, now=now)


def _register_all(town: Town, name: str, now: dt.datetime) -> None:
    day = now.date()
    register_all(town.teams["Bell"], town.season, name, starts_on=day, by=town.secretary, now=now)


def _details(town: Town, now: dt.datetime, **values: str) -> None:
    player = town.squads["Bell"][0]
    change_details(player, Details(**{"name": player.name, **values}), by=town.secretary, now=now)


def _rename(row: str) -> Door:
    def door(town: Town, name: str, now: dt.datetime) -> None:
        thing = {
            "league": town.league, "season": town.season, "team": town.teams["Bell"], "venue": town.venues["Bell"],
        }[row]  # fmt: skip
        changes.change_thing(thing, {"name": name}, by=_administrator(town), now=now)

    return door


def _administrator(town: Town) -> User:
    town.secretary.is_superuser = True
    town.secretary.save()
    return town.secretary


# By door, what takes a name there.
DOORS: dict[str, Door] = {
    "found a league": lambda t, name, now: found_league(
        name, "Europe/London", by=_administrator(t), now=now
    ),
    "make a league": lambda t, name, now: changes.make_league(
        {"name": name, "slug": "new", "time_zone": "Europe/London"}, by=_administrator(t), now=now
    ),
    "rename a league": _rename("league"),
    "rename a season": _rename("season"),
    "rename a team": _rename("team"),
    "rename a venue": _rename("venue"),
    "make a venue": lambda t, name, now: changes.make_venue(t.league, {"name": name}, by=t.secretary, now=now),
    "venue's address": lambda t, name, now: changes.change_venue(
        t.venues["Bell"], {"address": name}, by=t.secretary, now=now
    ),
    "team's note": lambda t, name, now: changes.change_team(t.teams["Bell"], {"note": name}, by=t.secretary, now=now),
    "start a season": lambda t, name, now: start_season(t.league, name, "rye", by=t.secretary, now=now),
    "name a draft": lambda t, name, now: _planned(t, ["One"], now, name),
    "write divisions": lambda t, name, now: _planned(t, ["One", name], now),
    "list a team": lambda t, name, now: _listed(t, f"Anchor\nBell\n{name}", now),
    "list a venue": lambda t, name, now: _listed(t, f"Anchor\nBell, {name}", now),
    "add a team": _late,
    "register": _register,
    "register a list": _register_all,
    "player's name": lambda t, name, now: _details(t, now, name=name),
    "player's phone": lambda t, name, now: _details(t, now, phone=name),
    "player's note": lambda t, name, now: _details(t, now, note=name),
    "account's name": lambda t, name, now: change_name(t.referee, name, league=t.league, by=t.referee, now=now),
    "token": lambda t, name, now: make_token(t.referee, name, list(Scope)[:1], expires_at=None, now=now),
}  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("letter", ["\u202e", "\u2067", "\u200e", "\u3164"])
def test_a_character_that_nobody_sees_is_refused_at_every_door(
    town: Town, now: dt.datetime, door: str, letter: str
) -> None:
    with pytest.raises(Invalid) as refused:
        DOORS[door](town, f"Fo{letter}x 7", now)
    [problem] = refused.value.problems
    assert f"U+{ord(letter):04X}" in str(problem.message)


THINGS = ("league", "season", "team", "venue", "division")
WRITTEN = (
    ("Fox & Hounds", "FOX & HOUNDS"),
    ("Queen's Head", "Queen’s  Head"),
    ("Café Zoë", "Cafe\u0301 zoe"),
    ("St. Mary’s", "St Mary's"),
    ("A – B", "A-B"),
    ("“Swan”", '"Swan"'),
)


def _named_row(town: Town, kind: str, name: str) -> UniquelyNamed:
    """Return a new row, saved."""
    day = dt.date(2029, 9, 3)
    rows: dict[str, UniquelyNamed] = {
        "league": League(name=name, slug="other"),
        "season": Season(league=town.league, name=name, slug="other", first_week=day),
        "team": Team(league=town.league, name=name, slug="other"),
        "venue": Venue(league=town.league, name=name),
        "division": Division(season=town.season, name=name, slug="other", fixture_format="S"),
    }
    rows[kind].save()
    return rows[kind]


@pytest.mark.parametrize("kind", THINGS)
@pytest.mark.parametrize(("name", "other"), WRITTEN)
def test_the_database_has_each_name_once_however_it_is_written(town: Town, kind: str, name: str, other: str) -> None:
    _named_row(town, kind, name)
    for written in (name, other):
        with pytest.raises(IntegrityError), transaction.atomic():
            _named_row(town, kind, written)


@pytest.mark.parametrize("kind", THINGS)
def test_the_key_follows_the_name_whichever_way_it_is_saved(town: Town, kind: str) -> None:
    row: Any = _named_row(town, kind, "Fox")
    row.name = "Hare"
    row.save(update_fields=["name"])
    row.refresh_from_db()
    assert row.name_key == "hare"
    type(row).objects.bulk_create([_copy(row, "OWL")])
    assert type(row).objects.get(name="OWL").name_key == "owl"


def _copy(row: Any, name: str) -> Any:
    values = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields if not field.primary_key}
    return type(row)(**values | {"name": name} | ({"slug": "owl"} if "slug" in values else {}) | _uid(values))


def _uid(values: dict[str, Any]) -> dict[str, Any]:
    return {"uid": uuid.uuid4()} if "uid" in values else {}


@pytest.mark.parametrize("kind", ["league", "season", "team", "venue"])
def test_a_rename_to_its_own_name_otherwise_written_is_done(town: Town, now: dt.datetime, kind: str) -> None:
    row: Any = {"league": town.league, "season": town.season, "team": town.teams["Bell"], "venue": town.venues["Bell"]}[
        kind
    ]
    written = f" {row.name.upper()} "
    changes.change_thing(row, {"name": written}, by=_administrator(town), now=now)
    row.refresh_from_db()
    assert row.name == written.strip()


@pytest.mark.parametrize(
    ("door", "written", "reason"),
    [
        ("found a league", "{league}", "There is a league called {league} here already; give yours another name."),
        ("make a league", "{league}", "There is a league called {league} here already; give yours another name."),
        ("rename a team", "anchor", "There is a team called Anchor already; choose another name."),
        ("rename a team", "An\u200bchor", "There is a team called Anchor already; choose another name."),
        ("rename a venue", "ÀNCHOR", "There is a venue called Anchor already; choose another name."),
        ("make a venue", "anchor", "There is a venue called Anchor already; choose another name."),
        ("start a season", "2026–27", "There is a season called 2026-27 already."),
        ("name a draft", "2026–27", "There is a season called 2026-27 already."),
        ("write divisions", "ONE", "There are two divisions called ONE."),
        ("list a team", "BÉLL", "“BÉLL” stands in line 2 already; each team is entered once."),
        (
            "register", "bell  2",
            "The league has a player called Bell 2 already. Choose them from the list, or say that this is another.",
        ),
    ],
)  # fmt: skip
def test_a_name_that_there_is_is_refused_and_told(
    town: Town, now: dt.datetime, door: str, written: str, reason: str
) -> None:
    known = {"league": town.league.name}
    with pytest.raises(Invalid) as refused:
        DOORS[door](town, written.format(**known).upper() if "{" in written else written, now)
    assert [str(problem.message) for problem in refused.value.problems] == [reason.format(**known)]


def test_a_team_that_the_league_knows_is_entered_however_it_is_written(town: Town, now: dt.datetime) -> None:
    before = Team.objects.count(), Venue.objects.count()
    _listed(town, "ANCHOR, BELL\nbéll\ncastle", now)
    assert (Team.objects.count(), Venue.objects.count()) == before
    assert Entry.objects.filter(season__name="2030–31").count() == 3


def test_a_late_team_that_the_league_knows_is_that_team(town: Town, now: dt.datetime) -> None:
    before = Team.objects.count()
    _late(town, " castle ", now)
    assert Team.objects.count() == before
    assert Entry.objects.filter(season__name="2030–31", team=town.teams["Castle"]).exists()


def test_a_division_written_otherwise_keeps_its_teams(town: Town, now: dt.datetime) -> None:
    season = _draft(town, now)
    day = dt.date(2030, 9, 2)
    plan_season(season, season.name, day, ["Premier", "First"], by=town.secretary, now=now)
    entry = Entry.objects.filter(season=season).first()
    assert entry is not None
    entry.division = Division.objects.get(season=season, name="First")
    entry.save()
    plan_season(season, season.name, day, ["FIRST", "Premier"], by=town.secretary, now=now)
    entry.refresh_from_db()
    assert entry.division.name == "FIRST"


def test_a_row_of_before_keeps_its_key_until_it_is_renamed(town: Town) -> None:
    first, row = town.teams["Bell"], Team(league=town.league, name="BELL", slug="bell-2", name_key="bell  9")
    row.save()
    for name, key in (("BELL", "bell  9"), ("Béll", "bell  9"), ("Swift", "swift")):
        row.name = name
        row.save()
        assert row.name_key == key
    assert Team.objects.get(pk=first.pk).name_key == "bell"


def test_a_stored_line_is_clean_and_composed(town: Town) -> None:
    player = Player.objects.create(league=town.league, name=" Jose\u0301\u00a0 Nu\u0301n\u0303ez\ufeff")
    assert player.name == "José Núñez"
    Player.objects.filter(pk=player.pk).update(name="Zoe\u0308  Ash")
    player.refresh_from_db()
    assert player.name == "Zoë Ash"
    with pytest.raises(ValidationError, match=r"U\+202E"):
        Player.objects.create(league=town.league, name="Zoe\u202e")


def test_every_name_in_the_database_is_a_line() -> None:
    others = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("league").get_models()
        for field in model._meta.concrete_fields
        if field.name == "name" and not isinstance(field, LineField | SlugField)
    }
    # A file's own name, which whoever sent it reads.
    assert others == {"WaitingFile.name"}, "a name that people read is a LineField"
