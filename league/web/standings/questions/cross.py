"""The cross-table of a division, and two teams against each other."""

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from league.models import Division, League, Team
from league.queries.standings.meetings import CrossTable, Meeting, cross_table, head_to_head
from league.queries.visibility import public
from league.web.cards import url_of
from league.web.requests import LeagueRequest, in_league, team_or_404


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


def division_or_404(request: LeagueRequest, season: str, division: str) -> Division:
    """Return a division that everybody may see, with its season and league joined."""
    return get_object_or_404(
        Division.objects.select_related("season__league"),
        public("season__"),
        season__league=request.league,
        season__slug=season,
        slug=division,
    )


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


def _rows(found: CrossTable, league: League) -> list[CrossRow]:
    return [
        CrossRow(
            number,
            team,
            url_of("team", league, team=team.slug),
            tuple(
                CellView(
                    other,
                    url_of("meetings", league, team=team.slug, other=other.slug),
                    tuple(meeting_view(one, team, league) for one in found.meetings(team, other)),
                    team == other,
                )
                for other in found.teams
            ),
        )
        for number, team in enumerate(found.teams, start=1)
    ]


@require_safe
@in_league("league.view")
def cross(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    found = division_or_404(request, season, division)
    table = cross_table(found)
    context = {"division": found, "rows": _rows(table, request.league), "at_home": table.at_home}
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
    found = head_to_head(one, two)
    context = {
        "team": one,
        "other": two,
        "tally": found.tally,
        "played": [meeting_view(each, one, request.league) for each in found.played],
        "coming": [meeting_view(each, one, request.league) for each in found.coming],
    }
    return render(request, "league/standings/meetings.html", context)
