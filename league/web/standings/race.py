"""The season's race: a division's points pegged on a board, week by week, and charts of places and points."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.errors import NothingThere
from league.models import Team
from league.queries.standings.table_variants import Weekly, WeekTable, weekly
from league.rules import drawings as drawing
from league.rules.drawings import MOST_TRACKS, Board, Side, draw_board
from league.rules.wording import points_told, signed_points
from league.translation import N_
from league.web.cards import url_of
from league.web.requests import LeagueRequest, division_or_404, in_league

FIRST = 3


@require_safe
@in_league("league.view")
def race(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    """Show where everybody stood after each week; up to four teams are pegged on the board."""
    division_row = division_or_404(request, season, division)
    season_so_far = weekly(division_row)
    context: dict[str, Any] = {"division": division_row}
    if season_so_far.weeks:
        chosen = _chosen_teams(request, season_so_far)
        context |= _race(season_so_far, chosen, _week(request.GET, season_so_far.weeks), request)
    return render(request, "league/standings/race.html", context)


@dataclass(frozen=True, slots=True)
class Runner:
    team: Team
    number: int  # of its track on the board and of its line in the charts, from 1; 0 while it is on none
    place: str
    places: str  # paths of its lines; `dots` of its places
    dots: str
    points: str
    url: str  # puts it on the board, or takes it off
    weeks: tuple[tuple[str, Fraction], ...]  # its place, as ``3`` or ``=3``, and its points after each week


def _week(asked: QueryDict, weeks: Sequence[WeekTable]) -> WeekTable:
    """Return the week of ?week=, by default the last. Raises Http404 where nothing was played in it."""
    day = asked.get("week", "")
    if not day:
        return weeks[-1]
    for week in weeks:
        if week.week.starts_on.isoformat() == day:
            return week
    raise NothingThere(N_("There are no results of that week here."))


def _chosen_teams(request: LeagueRequest, season: Weekly) -> list[Team]:
    """Return the teams of ?team=, by default the first three and the visitor's. Raises Http404 for an unknown one."""
    by_slug = {row.team.slug: row.team for row in season.table.rows}
    wanted = list(dict.fromkeys(request.GET.getlist("team")))
    if any(slug not in by_slug for slug in wanted):
        raise NothingThere(N_("There is no such team in this division."))
    if wanted:
        return [by_slug[slug] for slug in wanted[-MOST_TRACKS:]]
    teams = list(by_slug.values())
    own = [team for team in teams[FIRST:] if team.pk in request.grants.teams]
    return (teams[:FIRST] + own)[:MOST_TRACKS]


def _race(season: Weekly, chosen: list[Team], at: WeekTable, request: LeagueRequest) -> dict[str, Any]:
    weeks = season.weeks
    scale = drawing.scale_for(max(row.points for week in weeks for row in week.rows.values()))
    sides = [_sides(season, team, scale, url_of("team", request.league, team=team.slug)) for team in chosen]
    now = at.number - 1
    low, high = drawing.scale_bounds(row.points for week in weeks for row in week.rows.values())
    across = max(len(weeks) - 1, 1) * drawing.ACROSS
    return {
        "scale": scale,
        "shown_week": at,
        "weeks": weeks,
        "previous_week": weeks[now - 1] if now else None,
        "next_week": weeks[now + 1] if at.number < len(weeks) else None,
        "board": _board([steps[now] for steps in sides], scale),
        "runners": _runners(season, chosen, high, at),
        "team_query": _race_query(chosen),
        "several": len(chosen) > 1,
        "across": across,
        "now": now * drawing.ACROSS,
        "ticks": range(high, low - 1, -(high - low) // drawing.STEPS),
        "low": high - low,
        "down": len(season.table.rows) * drawing.ACROSS,
        "columns": [week * drawing.ACROSS for week in range(len(weeks))],
        "steps": [_step(week, [steps[week.number - 1] for steps in sides]) for week in weeks],
        "rounds": len({week.week.round_id for week in weeks}) > 1,
    }


def _board(sides: list[Side], scale: drawing.Scale) -> Board:
    return draw_board(sides, scale.target)


def _sides(season: Weekly, team: Team, scale: drawing.Scale, url: str) -> list[Side]:
    points = [week.rows[team.pk].points for week in season.weeks]
    gained = [now - before for before, now in zip([Fraction(0), *points], points, strict=False)]
    pegs = drawing.pegs_by_week(scale, points)
    return [
        Side(team.name, front, back, points=points_told(now), gained=signed_points(more), url=url)
        for (front, back), now, more in zip(pegs, points, gained, strict=True)
    ]


def _step(week: WeekTable, sides: list[Side]) -> dict[str, Any]:
    """Return a week as race.js takes it."""
    pegs = [{"front": s.front, "back": s.back, "points": str(s.points), "gained": str(s.gained)} for s in sides]
    return {"week": week.week.starts_on.isoformat(), "pegs": pegs}


def _runners(season: Weekly, chosen: list[Team], high: int, at: WeekTable) -> list[Runner]:
    order = [list(week.rows) for week in season.weeks]
    return [
        _runner(row.team, season, order, chosen, high, at.week.starts_on if at is not season.weeks[-1] else None)
        for row in season.table.rows
    ]


def _runner(
    team: Team, season: Weekly, order: list[list[int]], chosen: list[Team], high: int, week: dt.date | None
) -> Runner:
    rows = [one.rows[team.pk] for one in season.weeks]
    heights = [places.index(team.pk) * drawing.ACROSS + drawing.ACROSS // 2 for places in order]
    # None at all in the address would be the first three again.
    others = [one for one in chosen if one != team] or [team]
    return Runner(
        team=team,
        number=chosen.index(team) + 1 if team in chosen else 0,
        place=rows[-1].place,
        places=drawing.line_path(heights),
        dots=drawing.dots_path(heights),
        points=drawing.line_path([high - row.points for row in rows]),
        url=_race_query(others if team in chosen else [*chosen[1 - MOST_TRACKS :], team], week),
        weeks=tuple((row.place, row.points) for row in rows),
    )


def _race_query(teams: list[Team], week: dt.date | None = None) -> str:
    """Return the question of an address for these teams, and for a week if it is not the last."""
    asked = QueryDict(mutable=True)
    asked.setlist("team", [team.slug for team in teams])
    if week:
        asked["week"] = week.isoformat()
    return f"?{asked.urlencode()}"
