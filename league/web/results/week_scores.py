"""Old cards as a grid: a week a page, two numbers a fixture, for a league that joins while its season runs."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, WrongState
from league.models import Fixture, Result
from league.queries import leagues
from league.queries.desk.week_scores import WeekOfScores, week_of_scores
from league.queries.fixtures import FixtureLine
from league.queries.results.versions import no_score_only
from league.queries.visibility import closed_season_message
from league.rules.problems import Problem
from league.rules.score_only import GAMES
from league.services.results import submit
from league.translation import N_, Text, translated
from league.web.forms import problems_of
from league.web.requests import LeagueRequest, in_league, redirect_with
from league.web.results.score_only import FIELDS, ScoreForm, read_fields, read_score, score_form

MONDAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A fixture of the week: its numbers, or why it has none; both None where it has a result."""

    line: FixtureLine
    form: ScoreForm | None = None
    refused: str = ""


def prefix_of(fixture: Fixture) -> str:
    return f"f{fixture.pk}-"


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.oversee")
def week_scores(request: LeagueRequest) -> HttpResponse:
    season = leagues.current_season(request.league, now=request.now)
    if season is None:
        return redirect_with(request, N_("No season is published yet."), "secretary")
    season.league = request.league
    week = week_of_scores(season, _monday(request), now=request.now)
    if week is None:
        return redirect_with(request, N_("No fixture has begun yet."), "secretary")
    if request.method != "POST":
        return _page(request, week)
    typed = {line.fixture.pk: read_fields(request, prefix=prefix_of(line.fixture)) for line in week.lines}
    problems = _enter(request, week.lines, typed)
    fresh = week_of_scores(season, week.monday, now=request.now) or week
    if problems:
        return _page(request, fresh, typed, problems)
    left = any(line.result is None for line in fresh.lines)
    monday = week.monday if left or week.after is None else week.after
    return redirect(f"{reverse('desk-scores', kwargs={'slug': request.league.slug})}?week={monday.isoformat()}")


def _monday(request: LeagueRequest) -> dt.date | None:
    text = request.GET.get("week", "")
    try:
        return dt.date.fromisoformat(text) if MONDAY.fullmatch(text) else None
    except ValueError:
        return None


def _enter(
    request: LeagueRequest, lines: Sequence[FixtureLine], typed: Mapping[int, Mapping[str, str]]
) -> list[Problem]:
    """Enter each row that has a number, each by itself; return what is wrong with the others, at their fields."""
    problems: list[Problem] = []
    entered: list[Result] = []
    for line in lines:
        fixture = line.fixture
        prefix, fields = prefix_of(fixture), typed[fixture.pk]
        if not any(fields.values()):
            continue
        try:
            sheet = read_score(fixture, fields, prefix=prefix)
            entered.append(submit.submit(fixture, sheet, by=request.user, now=request.now))
        except (Invalid, WrongState) as refused:
            problems += [_at_row(problem, fixture) for problem in problems_of(refused)]
    if entered:
        told = Text.plural("{n} result entered.", "{n} results entered.", n=len(entered))
        messages.success(request, translated(told))
    return problems


def _at_row(problem: Problem, fixture: Fixture) -> Problem:
    """Return a problem at its field of the row; the service names the field of a single score."""
    prefix, field = prefix_of(fixture), problem.field
    if not field.startswith(prefix):
        field = prefix + (field if field in FIELDS else GAMES["home"])
    return Problem(problem.code, problem.message, field, str(fixture))


def _page(
    request: LeagueRequest,
    week: WeekOfScores,
    typed: Mapping[int, Mapping[str, str]] | None = None,
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    rows = [_row(line, (typed or {}).get(line.fixture.pk, {}), tuple(problems)) for line in week.lines]
    context = {"week": week, "rows": rows, "problems": problems, "open": any(row.form for row in rows)}
    return render(request, "league/results/week_scores.html", context, status=422 if problems else 200)


def _row(line: FixtureLine, fields: Mapping[str, str], problems: tuple[Problem, ...]) -> ScoreRow:
    if line.result is not None:
        return ScoreRow(line)
    if refused := closed_season_message(line.fixture.division.season) or no_score_only(line.fixture):
        return ScoreRow(line, refused=refused)
    return ScoreRow(line, score_form(line.fixture, fields, problems, prefix=prefix_of(line.fixture)))
