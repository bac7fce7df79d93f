"""The page after a result is sent or confirmed: what it does to the table, and how to share it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.access import may
from league.enums import ResultState
from league.models import Fixture, League, Result, Team
from league.queries.fixtures import fixture_sheet
from league.queries.people.people import nobody_else_answers
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import live_result
from league.queries.standings.figures import totals_of_sheet
from league.queries.standings.table_variants import TeamMove, moves_of
from league.rules.formats import fixture_terms
from league.rules.wording import clock
from league.translation import Text
from league.web import cards
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results import plain_text
from league.web.results.sheet_pages import redirect_to
from timetable.calendar import WEEKDAYS

AWAITED = (ResultState.SUBMITTED, ResultState.CONFIRMED)


@require_safe
@in_league("league.view")
def thank_you(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "result.submit", fixture_row)
    result = live_result(fixture_row)
    if result is None or result.state not in AWAITED or not result.scored:
        return redirect_to(request, fixture_row)
    moves = _moves(request, result)
    unanswered = result.state == ResultState.SUBMITTED and nobody_else_answers(result, on=request.today)
    terms = fixture_terms(fixture_row)
    everybodys = [cards.match_view(line, request.league, terms) for line in fixture_sheet(fixture_row).matches]
    context = {
        "fixture": fixture_row,
        "result": result,
        "moves": [(_on_condition(move, result, request.league, unanswered=unanswered), move.gap) for move in moves],
        "unanswered": unanswered,
        "hands_over": (
            result.state == ResultState.SUBMITTED and not unanswered and may(request.grants, "result.hand_over", result)
        ),
        "changes": result.state == ResultState.SUBMITTED and may(request.grants, "result.change", result),
        "other_team": fixture_row.away if result.side == "home" else fixture_row.home,
        "records_hands": may(request.grants, "high_hand.record", fixture_row),
        "as_text": plain_text.result_text(fixture_row, result, everybodys),
    }
    return render(request, "league/results/thank_you.html", context)


def _moves(request: LeagueRequest, result: Result) -> list[TeamMove]:
    fixture = result.fixture
    teams = _own_teams(request, fixture)
    if result.state == ResultState.CONFIRMED:
        return moves_of(result, teams)
    return moves_of(result, teams, totals_of_sheet(fixture, sheet_of(result)))


def _own_teams(request: LeagueRequest, fixture: Fixture) -> list[Team]:
    teams = [fixture.home, fixture.away]
    return [team for team in teams if team.pk in request.grants.captain_of] or teams


def _on_condition(move: TeamMove, result: Result, league: League, *, unanswered: bool) -> Text:
    """Say a team's place; of a result that does not count yet, if who has to confirm it by when."""
    if result.state == ResultState.CONFIRMED:
        return Text("{move}.", move=move.place)
    if unanswered:
        return Text("Once it is confirmed, {move}.", move=move.place)
    fixture = result.fixture
    other = fixture.away if result.side == "home" else fixture.home
    if result.confirm_by is None:
        return Text("If {other} confirm, {move}.", other=other.name, move=move.place)
    local = result.confirm_by.astimezone(league.tz)
    params = {"day": WEEKDAYS[local.weekday()], "time": clock(local.time())}
    return Text("If {other} confirm by {day} {time}, {move}.", other=other.name, move=move.place, **params)
