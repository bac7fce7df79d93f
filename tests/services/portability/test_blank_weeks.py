"""The weeks that season.csv leaves blank for postponed fixtures."""

import datetime as dt
import io
import zipfile

import pytest

from league.errors import Invalid
from league.models import League
from league.services.portability.exports import export_spreadsheets
from league.services.portability.imports import format_problem, import_season
from tests.services.small_league import GOOD
from tests.services.spreadsheets import NOW

pytestmark = pytest.mark.django_db
USUAL = "penultimate of each round"


def drafted(old: str, new: str) -> dict[str, bytes]:
    """The files of a draft, with something else in season.csv."""
    files = {name: GOOD[name].encode() for name in ("season.csv", "teams.csv", "venues.csv")}
    return files | {"season.csv": GOOD["season.csv"].replace(old, new).encode()}


@pytest.mark.parametrize(
    ("cell", "said", "kinds"),
    [
        ("penultimate of each round", ("penultimate", []), "play play catch-up play"),
        ("Last of the season", ("last", []), "play play play catch-up"),
        ("none", ("none", []), "play play play"),
        (
            "Wed 23 Sep 2026; 5 October 2026",
            ("named", ["2026-09-21", "2026-10-05"]),
            "play catch-up play catch-up play",
        ),
        ("2026-09-23; 05/10/2026", ("named", ["2026-09-21", "2026-10-05"]), "play catch-up play catch-up play"),
    ],
)
def test_season_csv_says_which_weeks_are_left_blank(cell: str, said: tuple[str, list[str]], kinds: str) -> None:
    league = League.objects.create(name="Blank", slug="blank")
    files = drafted(USUAL, cell)
    season = import_season(files, league, by=None, now=NOW).season
    assert season is not None
    assert (season.catch_up, season.catch_up_weeks) == said
    assert " ".join(season.weeks.order_by("starts_on").values_list("kind", flat=True)) == kinds
    out = io.BytesIO()
    export_spreadsheets(season, out, by=None, now=NOW)
    with zipfile.ZipFile(out) as archive:
        again = {"season.csv": archive.read("season.csv")}
    report = import_season(again, league, by=None, now=NOW)
    assert (report.created, report.changed) == ({}, {})


def test_a_week_that_is_named_lies_in_the_season_and_is_played(now: dt.datetime) -> None:
    league = League.objects.create(name="Blank", slug="blank")
    files = drafted(f"{USUAL},", "2026-09-28; 2026-01-05,2026-09-30")
    with pytest.raises(Invalid) as refused:
        import_season(files, league, by=None, now=now)
    assert [format_problem(problem) for problem in refused.value.problems] == [
        'season.csv:2, blank week: "2026-09-28; 2026-01-05": the week of 2026-09-28 is without play too',
        'season.csv:2, blank week: "2026-09-28; 2026-01-05": 2026-01-05 is outside the season',
    ]
