"""A league of an earlier version comes through every migration with its journal whole, there and back."""

import datetime as dt
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from league.models import Entry, JournalEntry, League, Result
from league.rules.chain import Whole
from league.services.journal import verify

BEFORE = [("league", "0004_placing_policy")]
NOW = dt.datetime(2026, 9, 1, 19, 30, tzinfo=dt.UTC)


def migrate(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def latest() -> list[tuple[str, str]]:
    return [key for key in MigrationExecutor(connection).loader.graph.leaf_nodes() if key[0] == "league"]


def an_old_league(apps: Any) -> None:
    """Five entries by two people, as they were written before journals were chained."""
    league = apps.get_model("league", "League").objects.create(name="Old", slug="old", time_zone="Europe/London")
    users = apps.get_model("league", "User").objects
    people = [users.create(email=f"{name}@old.example", name=name, password="!") for name in ("ann", "bob")]
    entries = apps.get_model("league", "JournalEntry").objects
    for number in range(5):
        entries.create(
            league=league,
            at=NOW + dt.timedelta(minutes=number),
            by=people[number % 2] if number else None,
            kind="fixture-moved",
            key=str(number),
            what=f"did thing {number}",
            why="Nebel über dem Fluß.",
            data={"b": number, "a": [1]},
        )


def a_withdrawn_team(apps: Any) -> None:
    """One that left its season while "stand" was the season's policy, which it is no more."""
    get = apps.get_model
    league = get("league", "League").objects.create(name="Old", slug="old", time_zone="Europe/London")
    season = get("league", "Season").objects.create(
        league=league, name="S", slug="s", first_week=NOW.date(), withdrawal_policy="void"
    )
    division = get("league", "Division").objects.create(
        season=season, name="D", slug="d", fixture_format="S", points_per_game=1
    )
    team = get("league", "Team").objects.create(league=league, name="Anchor", slug="anchor")
    venue = get("league", "Venue").objects.create(league=league, name="Inn")
    entry = get("league", "Entry").objects.create(
        season=season, division=division, team=team, venue=venue, home_night=1, start_time=NOW.time(),
        withdrawn_on=NOW.date(),
    )  # fmt: skip
    get("league", "JournalEntry").objects.create(
        league=league, at=NOW, kind="team-withdrawn", key=str(entry.pk), what="withdrew Anchor", number=1, team=team,
        data={"policy": "stand", "void": []}, hash="0" * 64, previous="",
    )  # fmt: skip


def a_refused_correction(apps: Any) -> None:
    """A correction whose note, which everybody reads, says why it was refused."""
    a_withdrawn_team(apps)
    get = apps.get_model
    season, division, anchor = (get("league", name).objects.get() for name in ("Season", "Division", "Team"))
    venue = get("league", "Venue").objects.get()
    bell = get("league", "Team").objects.create(league=season.league, name="Bell", slug="bell")
    first = get("league", "Round").objects.create(season=season, number=1)
    week = get("league", "Week").objects.create(season=season, round=first, number=1, starts_on=NOW.date())
    fixture = get("league", "Fixture").objects.create(
        division=division, week=week, home=anchor, away=bell, venue=venue, starts_at=NOW, original_starts_at=NOW
    )
    for version, note in enumerate(("Not accepted: Bob lies.", "Overtaken by another version."), start=1):
        get("league", "Result").objects.create(
            fixture=fixture, version=version, state="rejected", live=False, note=note, submitted_at=NOW,
            home_games=2, away_games=1,
        )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_why_a_correction_was_refused_is_not_public_any_more() -> None:
    try:
        a_refused_correction(migrate([("league", "0011_sheets_that_only_the_secretary_confirms")]))
        migrate(latest())
        notes = list(Result.objects.order_by("version").values_list("note", flat=True))
        assert notes == ["Not accepted.", "Overtaken by another version."]
    finally:
        migrate(latest())


@pytest.mark.django_db(transaction=True)
def test_a_team_that_had_withdrawn_keeps_the_policy_that_the_journal_has() -> None:
    try:
        a_withdrawn_team(migrate([("league", "0008_the_journal_stands")]))
        migrate(latest())
        assert list(Entry.objects.values_list("team__name", "withdrawal_policy")) == [("Anchor", "stand")]
    finally:
        migrate(latest())


@pytest.mark.django_db(transaction=True)
def test_a_journal_of_an_earlier_version_is_chained_and_guarded() -> None:
    try:
        an_old_league(migrate(BEFORE))
        migrate(latest())
        found = verify(League.objects.get())
        assert found == Whole(5, JournalEntry.objects.get(number=5).hash)
        assert list(JournalEntry.objects.order_by("number").values_list("number", "key")) == [
            (number, str(number - 1)) for number in range(1, 6)
        ]
        with pytest.raises(IntegrityError, match="stands as written"), transaction.atomic():
            JournalEntry.objects.update(why="")
    finally:
        migrate(latest())
