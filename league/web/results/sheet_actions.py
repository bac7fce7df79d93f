"""The sheet's page, its buttons besides the one that sends it, a stack of cards, and how a team moves by a sheet."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from league.access import may
from league.enums import Registering, ResultState
from league.errors import Invalid, WrongState
from league.models import Fixture, Result, Team
from league.queries import availability
from league.queries.desk.evening import Cards, cards_after
from league.queries.people.people import squads
from league.queries.results.eligibility import captain_registers_from
from league.queries.results.sheets import sheet_of
from league.queries.standings.figures import totals_of_sheet
from league.queries.standings.table_variants import moves_of
from league.rules.problems import Problem
from league.rules.sheet_fields import LONGEST_TYPED, without_line_up
from league.services.people import register
from league.services.results import submit
from league.translation import N_, Text, translated
from league.web.form_fields import typed
from league.web.problems import problems_of
from league.web.requests import LeagueRequest
from league.web.results import sheet_pages as pages
from league.web.results.offline_sheets import basis_of
from league.web.results.sheet_form import Filled, fields_from


def in_stack(request: LeagueRequest) -> bool:
    return request.GET.get("cards") == "1" and may(request.grants, "league.oversee")


def stack_of(request: LeagueRequest, fixture: Fixture) -> Cards | None:
    """Return the cards that are left beside a fixture's own; None outside a stack (no query there, else two)."""
    return cards_after(request.league, fixture, now=request.now) if in_stack(request) else None


def on_to_next(request: LeagueRequest, fixture: Fixture) -> HttpResponse | None:
    """Lead on to the next fixture without a result, or back to the desk after the last; None outside a stack."""
    if not in_stack(request):
        return None
    found = cards_after(request.league, fixture, now=request.now)
    if found.fixture is None:
        messages.info(request, translated(N_("That was the last card.")))
        return redirect("secretary", slug=request.league.slug)
    said = Text.plural("{n} card is left.", "{n} cards are left.", n=found.left)
    messages.info(request, translated(said))
    sheet = reverse("sheet", kwargs={"slug": request.league.slug, "fixture": found.fixture.pk})
    return redirect(f"{sheet}?cards=1")


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


SHEET = "league/results/sheet.html"
NAME = "register-name"
# What a button of the line-up posts as `do`.
LINE_UPS = ("clear", "undo", "last")


@dataclass(frozen=True, slots=True)
class Missing:
    """The form in the sheet that registers a player who is missing."""

    teams: Mapping[str, Team]  # those for which the reader may do it, by their sides
    name: str = ""  # what was typed and could not be registered
    team: str = ""  # the side it was typed for


def sheet_page(request: LeagueRequest, filled: Filled, refused: Invalid | None = None, **more: Any) -> HttpResponse:
    """Return the page of the sheet with everything that helps to fill it in."""
    more.setdefault("basis", basis_of(filled.fixture))
    more.setdefault("missing", Missing(_registers_for(request, filled.fixture)))
    more["cards"] = stack_of(request, filled.fixture)
    # Whoever has chosen others since keeps those.
    nobody_seated = without_line_up(filled.fields) == filled.fields
    more["cleared"] = nobody_seated and _cleared_key(filled.fixture) in request.session
    return pages.form_page(request, filled, SHEET, refused, suggest=True, **more)


def help_with(request: LeagueRequest, fixture: Fixture) -> HttpResponse | None:
    """Answer one of the sheet's buttons that send nothing; None where it is to be sent."""
    does = request.POST.get("do")
    if does in LINE_UPS:
        return _change_line_up(request, fixture, does)
    if does == "register":
        return _register(request, fixture)
    return pages.save_and_add_up(request, fixture) if pages.saves(request) else None


def _cleared_key(fixture: Fixture) -> str:
    """The session's key of the players that were last cleared from a fixture's sheet, for *Undo*."""
    return f"cleared-line-up-{fixture.pk}"


def _change_line_up(request: LeagueRequest, fixture: Fixture, does: str) -> HttpResponse:
    """Clear the players of the sheet, bring them back, or fill in those of the last line-ups; the scores stay."""
    typed_fields = fields_from(request.POST)
    fields = without_line_up(typed_fields)
    cleared = request.session.pop(_cleared_key(fixture), {})
    if does == "clear":
        request.session[_cleared_key(fixture)] = {k: v for k, v in typed_fields.items() if k not in fields}
    elif does == "undo":
        fields |= cleared
    else:
        own = pages.own_sides(request, fixture)
        fields |= availability.suggested_line_ups(
            fixture, availability.played_before(fixture), squads(fixture), own
        ).fields
    submit.save_draft(fixture, fields, by=request.user, now=request.now)
    return redirect(request.get_full_path())


def _registers_for(request: LeagueRequest, fixture: Fixture) -> dict[str, Team]:
    """Return the teams of a fixture for which the reader may register somebody who plays in it, by their sides.

    A captain registers nobody for a day that is past but for their team's first card, and where a name may be written
    on the sheet itself nobody needs to.
    """
    season, zone = fixture.division.season, request.league.tz
    if season.registration == Registering.OPEN:
        return {}
    day = fixture.starts_at.astimezone(zone).date()
    closed = season.registration_until is not None and day > season.registration_until
    if closed:
        return {}
    sides = {"home": fixture.home, "away": fixture.away}
    theirs = {side: team for side, team in sides.items() if may(request.grants, "player.register", team)}
    today = request.now.astimezone(zone).date()
    if request.grants.secretary or day >= today:
        return theirs
    return {side: team for side, team in theirs.items() if day >= captain_registers_from(team, season, today=today)}


def _register(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    """Register a player from the sheet, from the fixture's day on, and keep what is filled in."""
    filled = Filled(fixture, fields_from(request.POST))
    submit.save_draft(fixture, filled.fields, by=request.user, now=request.now)
    name = " ".join(typed(request.POST.get(NAME, ""), LONGEST_TYPED).split())
    side = "away" if request.POST.get("register-team") == "away" else "home"
    team = fixture.away if side == "away" else fixture.home
    try:
        if not name:
            raise Invalid([Problem("no-name", N_("Enter the player’s name."), NAME)])
        made = register.register_all(
            team, fixture.division.season, name, starts_on=_first_day(fixture), by=request.user, now=request.now
        )
    except (Invalid, WrongState) as refused:
        again = Missing(_registers_for(request, fixture), name, side)
        at_name = Invalid(replace(problem, field=NAME) for problem in problems_of(refused))
        return sheet_page(request, filled, at_name, missing=again)
    told = N_("{player} is registered for {team}. Choose them from the list.")
    if not made:
        told = N_("{player} is registered for {team} already. Choose them from the list.")
    messages.success(request, translated(Text(told, player=name, team=team.name)))
    return redirect(request.get_full_path())


def _first_day(fixture: Fixture) -> dt.date:
    return fixture.starts_at.astimezone(fixture.league.tz).date()
