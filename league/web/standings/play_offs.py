"""Play-offs of a season: the secretary's page of those due, on which one is made, and of those made."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, WrongState
from league.models import Fixture, Season, Team, Venue
from league.queries.dates.postponements import venues_of
from league.queries.standings.decisions import DuePlayOff, SeasonPlayOffs, play_offs_of_season
from league.rules.formats import terms
from league.rules.problems import Problem
from league.services.standings.level_teams import LONGEST_FORMAT, check_format, make_play_off
from league.translation import N_, Text
from league.web.forms import LONGEST_DAY, problem_context, problems_of, read_choice, read_moment, read_text, status_of
from league.web.requests import LeagueRequest, in_league, redirect_with, season_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("play_off.make")
def make(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    play_offs = play_offs_of_season(season_row)
    if request.method != "POST":
        return _page(request, season_row, play_offs)
    try:
        made = _make(request, play_offs)
    except (Invalid, WrongState) as refused:
        return _page(
            request, season_row, play_offs_of_season(season_row), problems_of(refused), status=status_of(refused)
        )
    return redirect_with(
        request,
        Text("The play-off {fixture} is arranged. The captains of both teams are told.", fixture=str(made)),
        "play-offs",
        season=season_row.slug,
    )


def _make(request: LeagueRequest, play_offs: SeasonPlayOffs) -> Fixture:
    """Raises what the service raises, and Invalid for what cannot be read."""
    sent = request.POST
    group, one, two = _chosen_pair(request, play_offs)
    home, venue = read_choice(sent, "home"), _venue(request)
    day, time = read_text(sent, "date", LONGEST_DAY), read_text(sent, "time", LONGEST_DAY)
    starts_at = read_moment(day, time, request.league.tz)
    own, unread = read_text(sent, "format", 2 * LONGEST_FORMAT), []
    if home not in (one.pk, two.pk):
        unread.append(Problem("home", N_("Choose who is at home."), "home"))
    if starts_at is None:
        unread.append(Problem("date", N_("Give a date and a time such as 20:00."), "starts_at"))
    if venue is None:
        unread.append(Problem("venue", N_("Choose a venue from the list."), "venue"))
    if unread or venue is None or starts_at is None:
        raise Invalid([*unread, *check_format(request.league, own)])
    at_home, away = (one, two) if home == one.pk else (two, one)
    return make_play_off(
        group.division, at_home, away, starts_at=starts_at, venue=venue, fixture_format=own, by=request.user,
        now=request.now,
    )  # fmt: skip


def _chosen_pair(request: LeagueRequest, play_offs: SeasonPlayOffs) -> tuple[DuePlayOff, Team, Team]:
    """Raises Invalid where no play-off between the two is due."""
    for group in play_offs.due:
        for one, two in group.missing:
            if _key(one, two) == request.POST.get("pair"):
                return group, one, two
    message = N_("No play-off between these teams is due. The table may have changed since this page was opened.")
    raise Invalid([Problem("not-level", message)])


def _key(one: Team, two: Team) -> str:
    return f"{one.pk}-{two.pk}"


def _venue(request: LeagueRequest) -> Venue | None:
    chosen = read_choice(request.POST, "venue")
    return next((venue for venue in venues_of(request.league) if venue.pk == chosen), None)


def _page(
    request: LeagueRequest, season: Season, play_offs: SeasonPlayOffs, problems: Sequence[Problem] = (), *,
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    venues = venues_of(request.league)
    context: dict[str, Any] = {
        "season": season,
        "play_offs": play_offs,
        "groups": [(group, [_form(request, group, pair) for pair in group.missing]) for group in play_offs.due],
        "venues": [(venue, str(venue.pk)) for venue in venues],
        **problem_context(problems),
    }
    return render(request, "league/standings/play_offs.html", context, status=status)


def _form(request: LeagueRequest, group: DuePlayOff, pair: tuple[Team, Team]) -> dict[str, Any]:
    sent = request.POST.get("pair") == _key(*pair)
    post = request.POST if sent else {}
    return {
        "pair": _key(*pair),
        # What is wrong is said of the form that was sent, and leads to its fields.
        "id": "" if sent else f"-{_key(*pair)}",
        "teams": [(team, str(team.pk)) for team in pair],
        "home": read_text(post, "home", 20),
        "date": read_text(post, "date", 10),
        "time": read_text(post, "time", 5) or "20:00",
        "venue": read_text(post, "venue", 20),
        "format": read_text(post, "format", LONGEST_FORMAT),
        "usual": str(terms(group.division)),
        "sent": sent,
    }
