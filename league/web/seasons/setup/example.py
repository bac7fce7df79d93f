"""An example night of a division: the sheet as its captains would see it, to fill in and throw away.

Its teams and players are made up where the season has none, and nothing of it is ever written: no row, no draft.
"""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.errors import NothingThere
from league.models import Division, Fixture, Player, Season, Team, Venue
from league.queries.seasons.drafts import lines_of_season
from league.rules.formats import terms
from league.rules.problems import Problem
from league.rules.sheet_checks import check
from league.rules.sheets import AWAY, HOME
from league.translation import N_, Text, translated
from league.web.problems import merge
from league.web.requests import LeagueRequest, in_league, of_slug, season_or_404
from league.web.results.sheet_form import Filled, fields_from, sheet_form

MADE_UP = (N_("The Home Team"), N_("The Visitors"))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def example(request: LeagueRequest, season: str) -> HttpResponse:
    """Show the sheet of an example night. POST adds it up and says what it would come to; nothing is kept."""
    found = season_or_404(request, season)
    divisions = list(found.divisions.select_related("season__league").order_by("order", "name"))
    if not divisions:
        raise NothingThere(N_("There is no such page."))
    asked = request.GET.get("division", "")
    division = of_slug(divisions, asked) if asked else divisions[0]
    fixture, squads = _fixture(found, division)
    filled = Filled(fixture, fields_from(request.POST))
    problems, told = _checked(filled, squads) if request.method == "POST" else ([], None)
    form = sheet_form(filled, squads=squads, problems=problems)
    context = {
        "season": found, "division": division, "divisions": divisions, "form": form, "problems": problems, "told": told,
    }  # fmt: skip
    return render(request, "league/seasons/setup_example.html", context, status=422 if problems else 200)


def _fixture(season: Season, division: Division) -> tuple[Fixture, tuple[list[Player], list[Player]]]:
    """A fixture of two teams with as many players as a night needs; none of it is stored."""
    names = [line.name for line in lines_of_season(season)][:2]
    home, away = names if len(names) == 2 else [translated(name) for name in MADE_UP]
    fixture = Fixture(division=division, home=Team(name=home), away=Team(name=away), venue=Venue(name=home))
    needed = terms(division).players_needed()
    squads = tuple(
        [Player(pk=first + n, name=translated(Text("Player {n}", n=n))) for n in range(1, needed + 1)]
        for first in (0, 1000)
    )
    return fixture, (squads[0], squads[1])


def _checked(filled: Filled, squads: tuple[list[Player], list[Player]]) -> tuple[list[Problem], Text | None]:
    """Return what is wrong with the example, or else what it would come to."""
    division, sheet = filled.fixture.division, filled.sheet
    played = terms(division)
    home, away = ({player.pk: player.name for player in squad} for squad in squads)
    problems = merge(filled.unreadable, check(sheet, played, home_squad=home, away_squad=away))
    if problems:
        return problems, None
    return [], Text(
        "{home} – {away}: {home_games}–{away_games} in games, {home_matches}–{away_matches} in matches.",
        home=filled.fixture.home.name,
        away=filled.fixture.away.name,
        home_games=sheet.games(HOME),
        away_games=sheet.games(AWAY),
        home_matches=sheet.matches_won(HOME, by=played),
        away_matches=sheet.matches_won(AWAY, by=played),
    )
