"""An empty database is migrated to what the models say; one of before the migrations were joined is refused."""

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.writer import MigrationWriter

import scoring
from league.enums import Side
from league.models import Division, Fixture, FixtureFormat, Match, Result
from league.queries.ops.migrations import FIRST_OF_BEFORE
from tests.databases import on_the_server

DAY = dt.date(2026, 9, 14)
NOON = dt.datetime(2026, 9, 15, 12, tzinfo=dt.UTC)
LOOKED_AT = {
    "sqlite": {
        "columns": 'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(%s)',
        "made": "SELECT sql FROM sqlite_master WHERE name = %s",
        "indexes": "SELECT name, sql FROM sqlite_master WHERE tbl_name = %s AND type = 'index' AND sql IS NOT NULL",
    },
    "postgresql": {
        "columns": "SELECT column_name, data_type, is_nullable, column_default, character_maximum_length"
        " FROM information_schema.columns WHERE table_name = %s",
        "constraints": "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass",
        "indexes": "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s",
    },
}


@pytest.fixture
def empty(django_db_setup: None, django_db_blocker: Any, tmp_path: Path) -> Iterator[Any]:
    """A connection to a database with nothing in it, known as “empty”."""
    found: Any = connection.copy("empty")
    name = str(tmp_path / "empty.sqlite3")
    if connection.vendor == "postgresql":
        name = f"{connection.settings_dict['NAME']}_empty"
        on_the_server(f'CREATE DATABASE "{name}"')
    found.settings_dict["NAME"] = name
    connections["empty"] = found
    connections.settings["empty"] = found.settings_dict
    with django_db_blocker.unblock():
        yield found
        found.close()
    del connections["empty"], connections.settings["empty"]
    if connection.vendor == "postgresql":
        on_the_server(f'DROP DATABASE "{name}" WITH (FORCE)')


def tables_of(found: Any) -> dict[str, dict[str, set[Any]]]:
    """The columns, constraints and indexes of every table that a model of ours has."""
    ours = {model._meta.db_table for model in apps.get_app_config("league").get_models(include_auto_created=True)}
    with found.cursor() as cursor:

        def asked(question: str, table: str) -> set[Any]:
            cursor.execute(question, [table])
            return set(cursor.fetchall())

        told = {table: {what: asked(sql, table) for what, sql in LOOKED_AT[found.vendor].items()} for table in ours}
    for looked in told.values():
        # SQLite tells the constraints within the words that made the table.
        for (made,) in looked.pop("made", set()):
            looked["constraints"] = set(re.findall(r'CONSTRAINT "(\w+)"', made))
    return told


def test_an_empty_database_is_migrated_to_what_the_models_say(empty: Any) -> None:
    call_command("migrate", database="empty", verbosity=0)
    migrated = tables_of(empty)
    _drop_all(empty)
    with empty.schema_editor() as editor:
        for model in apps.get_models():
            editor.create_model(model)
    assert migrated == tables_of(empty)
    assert len(migrated) > 40
    assert "fixture_two_teams" in str(migrated["league_fixture"]["constraints"])
    assert "fixture_venue_time" in str(migrated["league_fixture"]["indexes"])


def test_matches_that_were_played_before_are_filled_in_from_their_division(empty: Any) -> None:
    """Five games a match were the division's; of the abandoned fixture one match was over, and two games of another."""
    call_command("migrate", "league", "0003", database="empty", verbosity=0)
    made = MigrationExecutor(empty).loader.project_state(("league", "0003_the_journal_stands")).apps

    def row(model: str, **fields: Any) -> Any:
        return made.get_model("league", model).objects.using("empty").create(**fields)

    league = row("League", name="Town", slug="town")
    season = row("Season", league=league, name="S", slug="s", first_week=DAY)
    division = row("Division", season=season, name="D", slug="d", fixture_format="S D", games_per_match=5)
    week = row("Week", season=season, round=row("Round", season=season, number=1), number=1, starts_on=DAY)
    home, away = (row("Team", league=league, name=name, slug=name.lower()) for name in ("Anchor", "Bell"))
    played = {"division": division, "week": week, "venue": row("Venue", league=league, name="V")}
    fixture = row("Fixture", **played, home=home, away=away, starts_at=NOON, original_starts_at=NOON)
    back = row("Fixture", **played, home=away, away=home, starts_at=NOON, original_starts_at=NOON)
    said = {"version": 1, "submitted_at": NOON, "state": "confirmed", "settlement": "secretary", "settled_at": NOON}
    whole = row("Result", fixture=fixture, home_games=6, away_games=4, **said)
    broken = row("Result", fixture=back, kind="abandoned", home_games=4, away_games=3, **said)
    for result, number, games, won in ((whole, 1, 5, 3), (whole, 2, 5, 3), (broken, 1, 5, 3), (broken, 2, 2, 1)):
        counted = {"games_to_play": games, "home_games": won, "away_games": games - won}
        row("Match", result=result, number=number, kind="singles", **counted)
    call_command("migrate", database="empty", verbosity=0)
    matches = Match.objects.using("empty").order_by("result", "number")
    assert list(matches.values_list("ends", "games_most", "games_needed", "finished")) == [
        ("all", 5, 5, True), ("all", 5, 5, True), ("all", 5, 5, True), ("all", 5, 5, False),
    ]  # fmt: skip
    assert dict(Result.objects.using("empty").values_list("pk", "finished")) == {whole.pk: True, broken.pk: False}


def test_results_that_were_played_before_point_to_the_format_of_their_division(empty: Any) -> None:
    """Two divisions that say the same in other words share a row; one that was never played has none."""
    call_command("migrate", "league", "0017", database="empty", verbosity=0)
    made = MigrationExecutor(empty).loader.project_state(("league", "0017_first_code")).apps

    def row(model: str, **fields: Any) -> Any:
        return made.get_model("league", model).objects.using("empty").create(**fields)

    league = row("League", name="Town", slug="town")
    season = row("Season", league=league, name="S", slug="s", first_week=DAY)
    venue, first = row("Venue", league=league, name="V"), row("Round", season=season, number=1)
    home, away = (row("Team", league=league, name=name, slug=name.lower()) for name in ("Anchor", "Bell"))
    said = {"submitted_at": NOON, "settlement": "secretary", "settled_at": NOON, "home_games": 10, "away_games": 0}
    formats = (("S D", 5), ("S5 d5", 3), ("S", 3))
    for number, (text, games) in enumerate(formats, start=1):
        division = row(
            "Division", season=season, name=text, slug=f"d{number}", fixture_format=text, games_per_match=games,
            singles_ruleset="acc",
        )  # fmt: skip
        week = row("Week", season=season, round=first, number=number, starts_on=DAY + dt.timedelta(weeks=number))
        place = {"division": division, "week": week, "venue": venue, "home": home, "away": away}
        fixture = row("Fixture", **place, starts_at=NOON, original_starts_at=NOON)
        if text != "S":
            row("Result", fixture=fixture, version=1, state="superseded", live=False, **said)
            row("Result", fixture=fixture, version=2, state="confirmed", **said)
    call_command("migrate", database="empty", verbosity=0)
    [kept] = FixtureFormat.objects.using("empty").all()
    whole = {"singles": scoring.ACC.to_dict(), "doubles": scoring.LEAGUE.to_dict()}
    assert (kept.text, kept.value) == ("S5 D5", whole)
    assert set(Result.objects.using("empty").values_list("format_id", flat=True)) == {kept.pk}
    for model in (Division, Fixture):
        rows = model._default_manager.using("empty").order_by("pk")
        assert list(rows.values_list("format_id", flat=True)) == [kept.pk, kept.pk, None]


def test_formats_that_were_kept_as_figures_hold_the_whole_rulesets_of_each_division(empty: Any) -> None:
    """Two divisions share a row; one of them has changed its target since."""
    call_command("migrate", "league", "0023", database="empty", verbosity=0)
    made = MigrationExecutor(empty).loader.project_state(("league", "0023_late_cards")).apps

    def row(model: str, **fields: Any) -> Any:
        return made.get_model("league", model).objects.using("empty").create(**fields)

    league = row("League", name="Town", slug="town")
    season = row("Season", league=league, name="S", slug="s", first_week=DAY)
    venue, first = row("Venue", league=league, name="V"), row("Round", season=season, number=1)
    home, away = (row("Team", league=league, name=name, slug=name.lower()) for name in ("Anchor", "Bell"))
    figures = {"singles": {"target": 121, "lurch": 0, "double_lurch": 0}}
    kept = row("FixtureFormat", league=league, text="S S", value=figures, made_at=NOON)
    said = {"submitted_at": NOON, "settlement": "secretary", "settled_at": NOON, "home_games": 6, "away_games": 0}
    for number, (ruleset, now) in enumerate((("six-card", kept), ("hoyle-61", None)), start=1):
        division = row(
            "Division", season=season, name=ruleset, slug=f"d{number}", fixture_format="S S", singles_ruleset=ruleset,
            format=now,
        )  # fmt: skip
        week = row("Week", season=season, round=first, number=number, starts_on=DAY + dt.timedelta(weeks=number))
        place = {"division": division, "week": week, "venue": venue, "home": home, "away": away, "format": kept}
        fixture = row("Fixture", **place, starts_at=NOON, original_starts_at=NOON)
        row("Result", fixture=fixture, version=1, state="confirmed", format=kept, **said)
    call_command("migrate", database="empty", verbosity=0)
    results = Result.objects.using("empty").select_related("format", "fixture__format").order_by("pk")
    assert [one.format.value for one in results] == [
        {"singles": scoring.SIX_CARD.to_dict()},
        # What this division plays now is not what was played; of the rulesets with those figures the first is taken.
        {"singles": scoring.LEAGUE.to_dict()},
    ]
    assert [one.fixture.format_id for one in results] == [one.format_id for one in results]
    assert FixtureFormat.objects.using("empty").count() == 2
    formats = Division.objects.using("empty").order_by("pk").values_list("format_id", flat=True)
    assert list(formats) == [results[0].format_id, None]


def _drop_all(found: Any) -> None:
    if found.vendor == "postgresql":
        with found.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return
    found.close()
    Path(found.settings_dict["NAME"]).unlink()


def test_no_model_has_changed_without_a_migration(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_a_database_of_before_is_refused_with_what_to_do(empty: Any) -> None:
    with empty.cursor() as cursor:
        cursor.execute("CREATE TABLE league_before (id integer)")
    MigrationRecorder(empty).record_applied(*FIRST_OF_BEFORE)
    with pytest.raises(SystemCheckError) as refused:
        call_command("migrate", database="empty", verbosity=0, skip_checks=False)
    told = str(refused.value)
    assert "earlier version" in told
    assert told.index("export_league") < told.index("import_league") < told.index("make demo-reset")
    with empty.cursor() as cursor:
        assert set(empty.introspection.table_names(cursor)) == {"league_before", "django_migrations"}


def test_a_migration_knows_texts_as_strings() -> None:
    written, imports = MigrationWriter.serialize(Side.choices)
    assert (written, imports) == ("[('home', 'Home'), ('away', 'Away')]", set())
