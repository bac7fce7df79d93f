"""Comparisons within a division: the cross-table, two teams against each other, the merit table, and what-if tables."""

from dataclasses import dataclass, replace

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.models import League, Team
from league.queries.disputes.consequences import places_changed
from league.queries.people.personal_data import public_names
from league.queries.standings.meetings import CrossTable, Meeting, cross_table, head_to_head
from league.queries.standings.table_variants import what_if
from league.queries.teams import merit_table
from league.web.cards import url_of
from league.web.requests import LeagueRequest, division_or_404, in_league, team_or_404
from league.web.standings import tables


@dataclass(frozen=True, slots=True)
class MeetingView:
    """A fixture in a cell of a cross-table, from the side of the row's team."""

    meeting: Meeting
    url: str
    own: int
    others: int
    outcome: str  # ``w``, ``d`` or ``l`` where it has a score; else ""
    at_home: bool


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell: the other team, and the meetings, with the page of all of them; `same` where a team would meet itself."""

    other: Team
    url: str
    meetings: tuple[MeetingView, ...]
    same: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    number: int
    team: Team
    url: str
    cells: tuple[CellView, ...]


def meeting_view(one: Meeting, team: Team, league: League) -> MeetingView:
    at_home = one.fixture.home_id == team.pk
    own = others = 0
    if one.result is not None:
        own, others = one.result.home_games, one.result.away_games
        if not at_home:
            own, others = others, own
    ended = one.outcome(team)
    outcome = "" if ended in (None, "A") else ended.lower()
    return MeetingView(one, url_of("fixture", league, fixture=one.fixture.pk), own, others, outcome, at_home)


def _rows(table: CrossTable, league: League) -> list[CrossRow]:
    return [
        CrossRow(
            number,
            team,
            url_of("team", league, team=team.slug),
            tuple(
                CellView(
                    other,
                    url_of("meetings", league, team=team.slug, other=other.slug),
                    tuple(meeting_view(meeting, team, league) for meeting in table.meetings(team, other)),
                    team == other,
                )
                for other in table.teams
            ),
        )
        for number, team in enumerate(table.teams, start=1)
    ]


@require_safe
@in_league("league.view")
def cross(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    division_row = division_or_404(request, season, division)
    table = cross_table(division_row)
    context = {"division": division_row, "rows": _rows(table, request.league), "at_home": table.at_home}
    return render(request, "league/standings/cross_table.html", context)


@require_safe
@in_league("league.view")
def meetings(request: LeagueRequest, team: str, other: str) -> HttpResponse:
    one, two = team_or_404(request, team), team_or_404(request, other)
    kept = [each.merged_into or each for each in (one, two)]
    if kept[0] == kept[1]:
        raise Http404
    if kept != [one, two]:
        return redirect("meetings", slug=request.league.slug, team=kept[0].slug, other=kept[1].slug)
    comparison = head_to_head(one, two)
    context = {
        "team": one,
        "other_team": two,
        "tally": comparison.tally,
        "played_meetings": [meeting_view(each, one, request.league) for each in comparison.played],
        "coming_meetings": [meeting_view(each, one, request.league) for each in comparison.coming],
    }
    return render(request, "league/standings/meetings.html", context)


@require_safe
@in_league("league.view")
def merit(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    division_row = division_or_404(request, season, division)
    lines = merit_table(division_row)
    context = {
        "division": division_row,
        "lines": lines,
        "names": public_names([line.player for line in lines], request.grants),
        "scored": any(line.merit.scores for line in lines),
    }
    return render(request, "league/standings/merit.html", context)


FIELD = "f"


@require_safe
@in_league("league.view")
def imagine(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    """Show the table with the results in the address; what cannot be read is told, and left out of it."""
    division_row = division_or_404(request, season, division)
    params = {name.removeprefix(FIELD): str(text) for name, text in request.GET.items() if name.startswith(FIELD)}
    answer = what_if(division_row, params)
    table = tables.table_view(answer.after, request.league)
    context = {
        "division": division_row,
        "answer": answer,
        "rows": [replace(row, receipt_url="") for row in table.rows],
        "effect": places_changed(answer.before, answer.after),
    }
    return render(request, "league/standings/what_if.html", context, status=422 if answer.problems else 200)
