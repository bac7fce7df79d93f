"""Store the world of this release beside the others: `make release-dumps`, once, when its version is set.

It is a league in which everything has happened that can, and the demo, once in SQLite and once in PostgreSQL. No test:
what is stored is read by `test_upgrade.py` for as long as there are upgrades.
"""

import datetime as dt
import json
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from cardroom.models import PlayGame
from cardroom.rules.learn.daily import codes, daily_hand
from cardroom.services.analysis import analyse_game
from cardroom.services.daily_hand import join_table, vote
from cardroom.services.practice import finish_lesson
from league.enums import OutageKind
from league.models import FirstCode, Fixture, Heartbeat, IdempotencyKey, Outage, Pulse, SiteMail
from league.services import live
from league.services.people.accounts.keys import make_token
from league.services.people.captains import make_codes
from league.services.portability.demo import load_demo
from league.services.portability.waiting_files import store_files
from tests.cardroom.services.tables import played_out
from tests.factories import Town
from tests.second_factors import add_app
from tests.services.whole_league import whole_league
from tests.upgrade import releases

NOW = releases.NOW


@pytest.mark.django_db(transaction=True)
def test_store(tmp_path: Path) -> None:
    with time_machine.travel(NOW, tick=False):
        with transaction.atomic():
            town = whole_league(NOW)
        _accounts(town)
        _room(town)
        _operations(town)
        load_demo(now=NOW)
        told = releases.tell()
    told = {"migrations": dict(sorted(MigrationRecorder.Migration.objects.values_list("app", "name"))), **told}
    file = releases.file_of(settings.VERSION)
    releases.store(file, tmp_path)
    beside = file.with_name(f"{settings.VERSION}.json")
    if connection.vendor == "postgresql":
        # Made before of SQLite: equal, but for what is drawn at random.
        other = json.loads(beside.read_text())
        told["journals"] = dict(sorted((other["journals"] | told["journals"]).items()))
        assert other | {"journals": told["journals"]} == told
    beside.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    print(f"\n{file.name}: {file.stat().st_size} bytes; empty: {[t for t, rows in told['counts'].items() if not rows]}")  # noqa: T201


def _accounts(town: Town) -> None:
    add_app(town.referee)
    Client().force_login(town.secretary)
    make_token(town.secretary, "A script", ["read"], None, now=NOW)
    make_codes(town.teams["Bell"], town.season, by=town.secretary, now=NOW)
    store_files({"teams.csv": b"team\nAnchor\n"}, town.league, by=town.secretary, now=NOW)
    fixture = Fixture.objects.filter(results=None, starts_at__lte=NOW).select_related("home")[0]
    live.begin(fixture, phone="a", by=town.captains[fixture.home.name], now=NOW)


def _room(town: Town) -> None:
    una, day = town.captains["Anchor"], NOW.astimezone(town.league.tz).date()
    played_out(NOW)
    analyse_game(PlayGame.objects.get(), now=NOW)
    finish_lesson(una, "values", now=NOW)
    vote(town.league, day, codes(daily_hand(town.league.slug, day).ranked[0].laid_away), by=una, now=NOW)
    join_table(town.league, by=una, now=NOW)


def _operations(town: Town) -> None:
    hour = dt.timedelta(hours=1)
    FirstCode.objects.create(pk=1, used_at=NOW)
    Heartbeat.objects.create(job="mail", ran_at=NOW, told="Nothing to send.")
    IdempotencyKey.objects.create(owner="user:1", key="a", request_hash="0" * 64, status=201, created_at=NOW)
    Outage.objects.create(kind=OutageKind.GAP, began_at=NOW - hour, ended_at=NOW)
    Pulse.objects.create(pk=1, at=NOW)
    SiteMail.objects.create(
        to="una@hill.example", subject="Code", text="1", created_at=NOW, send_at=NOW, expires_at=NOW + hour
    )
