"""Points are numbers, the same ones in every answer of the API and in the files."""

import datetime as dt
from decimal import Decimal

import pytest
from django.test import Client

from league.models import Adjustment
from league.services.results import confirm, submit
from tests.api.program import Program
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db
TABLE = "/leagues/town/tables/2026-27/division-1/table.json"
STANDINGS = "seasons/2026-27/divisions/division-1/"


def test_points_are_one_kind_of_number_everywhere(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    entry = town.teams["Anchor"].entries.get()
    Adjustment.objects.create(entry=entry, points=Decimal("-0.50"), reason="Late", date=now.date(), made_at=now)
    in_file = {row["team"]: row["points"] for row in Client().get(TABLE).json()["rows"]}
    table = Program().get(f"{STANDINGS}standings/").json()
    in_table = {row["team"]["name"]: row["points"] for row in table["rows"]}
    assert in_file == in_table == {"Anchor": 5.5, "Bell": 3, "Castle": 0, "Duke of York": 0}
    assert [type(points) for points in in_table.values()] == [float, int, int, int]
    assert [one["points"] for one in table["adjustments"]] == [-0.5]
    assert Program().get(f"{STANDINGS}teams/anchor/receipt/").json()["points"] == 5.5
