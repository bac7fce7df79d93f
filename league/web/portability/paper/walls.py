"""Sheets for a pub's wall: a season's fixture list and its tables, as PDF."""

import datetime as dt
from itertools import groupby
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from league.enums import FixtureState
from league.models import Division, Season
from league.queries import fixtures as fixture_queries
from league.queries.fixtures import FixtureLine, WeekLines
from league.queries.standings import standings
from league.queries.standings.standings import AFTER, BEFORE, PAPER, DivisionTable
from league.queries.visibility import public
from league.rules.wording import clock
from league.translation import N_, Text, dated, translated
from league.web.page_cache import cached_value
from league.web.portability.paper.typesetting import answer, as_text
from league.web.requests import LeagueRequest, in_league, of_slug

LONG = 40  # lines of a week that need not stay together
COLUMNS = (*BEFORE, *PAPER, *AFTER)


@require_safe
@in_league("league.view")
def fixtures(request: LeagueRequest, season: str) -> HttpResponse:
    """Send the fixture list of a season, or of a division of it (?division=slug)."""
    found = _season(request, season)
    slug = request.GET.get("division", "")
    division = of_slug(standings.divisions_of(found), slug) if slug else None
    # No player is named on it: it is the same for every reader of a language.
    given = cached_value(
        request, ("paper fixtures", found.pk, slug), lambda: as_text(fixture_list(found, division, now=request.now))
    )
    return answer("fixtures", given, f"fixtures-{slug or found.slug}")


@require_safe
@in_league("league.view")
def tables(request: LeagueRequest, season: str) -> HttpResponse:
    found = _season(request, season)
    given = cached_value(request, ("paper tables", found.pk), lambda: as_text(table_sheet(found, now=request.now)))
    return answer("tables", given, f"tables-{found.slug}")


def fixture_list(season: Season, division: Division | None, *, now: dt.datetime) -> dict[str, Any]:
    weeks = fixture_queries.calendar_of(season, division=division, now=now, wanted=fixture_queries.EVERY_WEEK)
    one = len({line.fixture.division_id for week in weeks for line in week.lines}) == 1
    title = Text("Fixtures {season}", season=season.name)
    if division is not None:
        title = Text("{division}: fixtures {season}", division=division.name, season=season.name)
    return {
        **_page(season, now),
        "title": title,
        "weeks": [_week(week, season, one=one) for week in weeks if week.lines or week.catch_up],
    }


def table_sheet(season: Season, *, now: dt.datetime) -> dict[str, Any]:
    return {
        **_page(season, now),
        "title": Text("Tables {season}", season=season.name),
        "heads": [column.head for column in COLUMNS],
        "divisions": [_table(table) for table in standings.season_tables(season)],
    }


def _season(request: LeagueRequest, slug: str) -> Season:
    return get_object_or_404(Season.objects.select_related("league"), public(), league=request.league, slug=slug)


def _page(season: Season, now: dt.datetime) -> dict[str, Any]:
    day = dated(localtime(now, season.league.tz), "j F Y")
    return {"league": season.league.name, "foot": Text("{league}, printed {day}", league=season.league.name, day=day)}


def _week(week: WeekLines, season: Season, *, one: bool) -> dict[str, Any]:
    tz = season.league.tz
    days = groupby(week.lines, key=lambda line: localtime(line.fixture.starts_at, tz).date())
    note = N_("Kept free for postponed fixtures") if week.catch_up and not week.lines else ""
    return {
        "title": Text("{week}, from {day}", week=week.week.label, day=dated(week.week.starts_on, "j F")),
        "note": note,
        "long": len(week.lines) > LONG,
        "days": [
            {"day": dated(day, "l j F"), "lines": [_line(line, tz, one=one) for line in lines]} for day, lines in days
        ],
    }


def _line(line: FixtureLine, tz: dt.tzinfo, *, one: bool) -> dict[str, Any]:
    fixture = line.fixture
    scheduled = fixture.state == FixtureState.SCHEDULED
    return {
        "time": clock(localtime(fixture.starts_at, tz).time()) if scheduled else "–",
        "home": fixture.home.name,
        "away": fixture.away.name,
        "note": fixture.venue.name if scheduled else FixtureState(fixture.state).label,
        "division": "" if one else fixture.division.name,
    }


def _table(table: DivisionTable) -> dict[str, Any]:
    waiting = Text.plural(
        "{n} result is awaiting confirmation and does not count yet.",
        "{n} results are awaiting confirmation and do not count yet.",
        n=table.waiting,
    )
    return {
        "name": table.division.name,
        "note": translated(waiting) if table.waiting else "",
        "rows": [[column.text(row) for column in COLUMNS] for row in table.rows],
    }
