"""A result in two numbers: sent, disputed and corrected without the whole card."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.access import may
from league.enums import ResultState
from league.errors import Invalid, WrongState
from league.models import Fixture, Result
from league.queries.results import versions
from league.queries.results.dashboards import draft_of
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.rules.scheme_columns import stored_scheme
from league.rules.score_only import GAMES, LONGEST, MATCHES, asks_matches, parse_score, played_in_all
from league.rules.sheets import SIDES, ResultSheet, Side
from league.services.quotas import CODE as QUOTA
from league.services.results import confirm, correct, submit
from league.translation import N_, Text, translated
from league.web.forms import problem_context, read_text
from league.web.photographs import has_photograph
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results import sheet_pages as pages
from league.web.results.card_photographs import handed_in, keep_photograph

FIELDS = (*GAMES.values(), *MATCHES.values())
Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class NumberField:
    """A number of one side: its label, value and what is wrong with it."""

    name: str
    label: str
    value: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """The numbers asked for, home and away: games, and matches where something rests on them."""

    games: tuple[NumberField, ...]
    matches: tuple[NumberField, ...]
    hint: Text


def score_form(fixture: Fixture, fields: Fields, problems: tuple[Problem, ...] = (), *, prefix: str = "") -> ScoreForm:
    terms = fixture_terms(fixture)
    names = {side: fixture.team_name(side) for side in SIDES}
    wrong: dict[str, list[str]] = {}
    for problem in problems:
        wrong.setdefault(problem.field, []).append(problem.message)

    def numbers(among: Mapping[Side, str]) -> tuple[NumberField, ...]:
        return tuple(
            NumberField(prefix + name, names[side], fields.get(prefix + name, ""), tuple(wrong.get(prefix + name, ())))
            for side, name in among.items()
        )

    asked = asks_matches(stored_scheme(fixture.division), terms)
    return ScoreForm(numbers(GAMES), numbers(MATCHES) if asked else (), played_in_all(terms))


def read_fields(request: LeagueRequest, *, prefix: str = "") -> dict[str, str]:
    return {prefix + name: read_text(request.POST, prefix + name, 12).strip() for name in FIELDS}


def read_score(fixture: Fixture, fields: Fields, *, prefix: str = "") -> ResultSheet:
    """Return the score that was typed. Raises Invalid with what is wrong at each field."""
    matches = asks_matches(stored_scheme(fixture.division), fixture_terms(fixture))
    names = {side: fixture.team_name(side) for side in SIDES}
    score, problems = parse_score(fields, names, matches=matches, prefix=prefix)
    if score is None:
        raise Invalid(problems)
    return ResultSheet((), score=score)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def score(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Enter a result as two numbers; the whole card where the season wants that."""
    fixture_row = fixture_or_404(request, fixture)
    if request.method == "POST" and not request.user.is_authenticated:
        typed = urlencode({name: value for name, value in read_fields(request).items() if value})
        messages.info(
            request,
            translated(N_("You had been signed out, so nothing was sent yet. Sign in, and press the button again.")),
        )
        return redirect_to_login(f"{request.path}?{typed}")
    allow(request, "result.submit", fixture_row)
    if request.method != "POST":
        return _open(request, fixture_row)
    fields = read_fields(request)
    alone = request.POST.get("do") == "photograph"
    try:
        # Kept whatever becomes of the score: nobody photographs a card twice because of a slip of a figure.
        problems = keep_photograph(request, fixture_row) if alone or has_photograph(request) else []
        if not alone and problems and all(problem.code == QUOTA for problem in problems):
            # No quota keeps a result out.
            messages.warning(request, translated(problems[0].message))
            problems = []
        if alone and not problems:
            return handed_in(request, fixture_row)
        if problems:
            raise Invalid([*problems, *([] if alone else _problems_of_score(fixture_row, fields))])
        result = submit.submit(fixture_row, read_score(fixture_row, fields), by=request.user, now=request.now)
    except Invalid as refused:
        return _page(request, fixture_row, fields, refused.problems)
    except WrongState as late:
        messages.warning(request, translated(late.message))
        live = versions.live_result(fixture_row)
        waits = live is not None and live.state == ResultState.SUBMITTED and may(request.grants, "result.answer", live)
        return pages.redirect_to(request, fixture_row, "confirm" if waits else "fixture")
    return pages.respond_to_sheet(request, fixture_row, result)


def _problems_of_score(fixture: Fixture, fields: Fields) -> list[Problem]:
    try:
        return versions.examine(fixture, read_score(fixture, fields)).problems
    except Invalid as refused:
        return list(refused.problems)


def _open(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    live = versions.live_result(fixture)
    if live is not None and live.state == ResultState.SUBMITTED and may(request.grants, "result.answer", live):
        return pages.redirect_to(request, fixture, "confirm")
    if live is None and (refusal := versions.no_score_only(fixture)):
        messages.info(request, translated(refusal))
        return pages.redirect_to(request, fixture, "sheet")
    if live is not None or versions.not_enterable(fixture, now=request.now):
        return pages.redirect_to(request, fixture, "sheet")
    return _page(request, fixture, {name: request.GET.get(name, "")[:LONGEST] for name in FIELDS})


def _page(request: LeagueRequest, fixture: Fixture, fields: Fields, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    context = {
        "fixture": fixture,
        "form": score_form(fixture, fields, problems),
        "problems": problems,
        "card_due": versions.card_due(fixture),
        "begun": draft_of(fixture, request.user) is not None,
        "basis": pages.basis_of(fixture),
        "at_once": not request.grants.side_of(fixture),
        "wrong": problem_context(problems)["wrong"],
        **pages.photographs_context(request, fixture),
    }
    return render(request, "league/results/score_only.html", context, status=422 if problems else 200)


def dispute(request: LeagueRequest, fixture: Fixture, live: Result) -> HttpResponse:
    """Dispute a score alone that awaits the visitor's answer, with one's own score if there is one."""
    fields: Fields = {}
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        fields = read_fields(request)
        try:
            mine = read_score(fixture, fields) if any(fields.values()) else None
            confirm.dispute(
                fixture, pages.version_of(request), reason=pages.reason_of(request), sheet=mine, by=request.user,
                now=request.now,
            )  # fmt: skip
        except Invalid as refused:
            problems = refused.problems
        else:
            messages.success(
                request,
                translated(N_("Disputed. The other captain and the secretary have been told; it does not count yet.")),
            )
            return pages.redirect_to(request, fixture)
    context = {"title": N_("What is wrong with it?"), "disputes": True, "button": N_("Send the dispute")}
    return _change_page(request, fixture, live, fields, problems, context)


def correct_score(request: LeagueRequest, fixture: Fixture, live: Result) -> HttpResponse:
    """Change one's own score that waits, or correct the one that counts."""
    waits = live.state == ResultState.SUBMITTED
    fields = {GAMES["home"]: str(live.home_games), GAMES["away"]: str(live.away_games)}
    if live.home_matches or live.away_matches:
        fields |= {MATCHES["home"]: str(live.home_matches), MATCHES["away"]: str(live.away_matches)}
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        fields = read_fields(request)
        try:
            sheet, reason = read_score(fixture, fields), pages.reason_of(request)
            version = pages.version_of(request)
            result = correct.propose(fixture, version, sheet, reason=reason, by=request.user, now=request.now)
        except Invalid as refused:
            problems = refused.problems
        else:
            messages.success(request, translated(pages.correction_message(result)))
            return pages.redirect_to(request, fixture)
    at_once = not request.grants.side_of(fixture)
    button = N_("Propose the correction")
    if waits or at_once:
        button = N_("Send the changed score") if waits else N_("Correct the result")
    title = N_("Change your score") if waits else N_("Correct the result")
    context = {"title": title, "changes": waits, "at_once": at_once, "button": button}
    return _change_page(request, fixture, live, fields, problems, context)


def _change_page(
    request: LeagueRequest,
    fixture: Fixture,
    live: Result,
    fields: Fields,
    problems: tuple[Problem, ...],
    context: dict[str, object],
) -> HttpResponse:
    context |= {
        "fixture": fixture,
        "result": live,
        "form": score_form(fixture, fields, problems),
        "problems": problems,
        "reason": pages.reason_of(request),
    }
    return render(request, "league/results/score_change.html", context, status=422 if problems else 200)
