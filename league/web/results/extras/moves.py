"""The line after a sheet is saved: how the reader's team moves in the table by it."""

from collections.abc import Sequence

from django.contrib import messages

from league.enums import ResultState
from league.models import Result, Team
from league.queries.results.sheets import sheet_of
from league.queries.standings.figures import totals_of_sheet
from league.queries.standings.questions.moves import moves_of
from league.translation import Text, translated
from league.web.base.scope import LeagueRequest


def tell_moves(request: LeagueRequest, result: Result) -> None:
    """Say on the next page how the reader's team moves by a result, or will once it counts (eleven queries at most)."""
    told = _moves(request, result)
    if told:
        messages.info(request, translated(Text.joined(" ", told)))


def _moves(request: LeagueRequest, result: Result) -> Sequence[Text]:
    fixture = result.fixture
    teams = _own_teams(request, fixture.home, fixture.away)
    if result.state == ResultState.CONFIRMED:
        return moves_of(result, teams)
    if result.state == ResultState.SUBMITTED:
        return moves_of(result, teams, totals_of_sheet(fixture, sheet_of(result)))
    return ()


def _own_teams(request: LeagueRequest, home: Team, away: Team) -> list[Team]:
    """Return the teams that the reader is captain of; to the secretary both."""
    own = [team for team in (home, away) if team.pk in request.grants.captain_of]
    return own or ([home, away] if request.grants.secretary else [])
