"""The parts that pages with a sheet share: reading it, keeping what was typed, and the way through the sign-in page."""

import re
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from league.access import may
from league.enums import Registering, ResultState, Settlement
from league.errors import Invalid
from league.models import Fixture, Player, Result, Team
from league.queries import availability
from league.queries.fixtures import matches_of
from league.queries.people.people import squads
from league.queries.results import dashboards, eligibility
from league.queries.results.eligibility import Note, notes_for
from league.queries.results.versions import Examined, Refused, examine
from league.rules.formats import fixture_terms, result_terms
from league.rules.sheet_checks import Doubt, doubts
from league.rules.sheet_fields import Fields
from league.rules.sheets import AWAY, HOME, ResultSheet, Side
from league.services.results import correct, submit
from league.services.results.submit import stamp
from league.translation import N_, Text, translated
from league.web import cards
from league.web.form_fields import typed
from league.web.problems import merge
from league.web.requests import LeagueRequest
from league.web.results.sheet_form import Filled, fields_from, sheet_form

SURE = re.compile(r"m[0-9]{1,2}-g[0-9]:[0-9]{1,3}")


def unsent_fields(request: LeagueRequest, fixture: Fixture) -> Fields:
    """Return what was typed before: in a form whose session had expired, or else in the draft."""
    lost = request.session.pop(f"sheet:{fixture.pk}", None)
    if lost is not None:
        told = N_("You had been signed out. What you filled in is here; nothing was sent yet.")
        messages.info(request, translated(told))
        return fields_from(lost)
    draft = dashboards.draft_of(fixture, request.user)
    return fields_from(draft.sheet) if draft else {}


def kept_reason(request: LeagueRequest, fixture: Fixture) -> str:
    """The reason in a form whose session had expired."""
    return str(request.session.pop(f"reason:{fixture.pk}", ""))


def rescue(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Keep what a signed-out visitor posted and ask them to sign in; they come back to it."""
    request.session[f"sheet:{fixture}"] = fields_from(request.POST)
    request.session[f"reason:{fixture}"] = reason_of(request)
    return redirect_to_login(request.get_full_path())


def sign_in_first(request: LeagueRequest) -> HttpResponse | None:
    """The way to the sign-in page and back, for an answer that was sent after the session had ended; else None."""
    if request.method != "POST" or request.user.is_authenticated:
        return None
    told = N_("You had been signed out, so nothing was sent yet. Sign in, and press the button again.")
    messages.info(request, translated(told))
    return redirect_to_login(request.get_full_path())


def form_page(
    request: LeagueRequest,
    filled: Filled,
    template: str,
    refused: Invalid | None = None,
    *,
    asked: Sequence[Doubt] = (),
    examined: Examined | None = None,
    suggest: bool = False,
    **more: Any,
) -> HttpResponse:
    """A page with the sheet's form as it is filled in; 422 where it was refused or something is asked first.

    Args:
        suggest: the teams' last line-ups are suggested; they stand in a sheet of which nothing was kept yet.
        examined: what was found out about the sheet already; a refusal may bring its own.
    """
    fixture, problems = filled.fixture, refused.problems if refused else ()
    if isinstance(refused, Refused):
        examined = refused.examined
    registered = examined.squads if examined else squads(fixture)
    draft, played = dashboards.draft_of(fixture, request.user), availability.played_before(fixture)
    own = own_sides(request, fixture)
    suggested = availability.suggested_line_ups(fixture, played, registered, own) if suggest else None
    if suggested and draft is None and not filled.fields:
        filled = Filled(fixture, suggested.fields)
    form = sheet_form(
        filled,
        squads=played.ordered(registered),
        suggested=suggested,
        problems=problems,
        besides=eligibility.candidates(fixture),
        breaches=examined.looked.problems if examined else submit.breaches_of(fixture, filled.fields),
    )
    context = {"fixture": fixture, "form": form, "problems": problems, "asked": asked, "seen": stamp(draft), **more}
    context["unmanned"] = _unmanned(request, fixture, registered)
    context["squads"] = registered
    context["sure"] = " ".join(sure_of(request))
    return render(request, template, context, status=422 if problems or asked else 200)


def own_sides(request: LeagueRequest, fixture: Fixture) -> list[Side]:
    """Return the sides of a fixture whose line-up and answers the reader may see."""
    teams: dict[Side, Team] = {HOME: fixture.home, AWAY: fixture.away}
    return [side for side, team in teams.items() if may(request.grants, "availability.manage", team)]


def _unmanned(
    request: LeagueRequest, fixture: Fixture, registered: tuple[Sequence[Player], Sequence[Player]]
) -> list[tuple[Team, str]]:
    """Return the teams for which nobody may be chosen, each with where the reader registers players, if they may."""
    if fixture.division.season.registration == Registering.OPEN:
        return []
    empty = [team for team, squad in zip((fixture.home, fixture.away), registered, strict=True) if not squad]
    season = f"?season={fixture.division.season.slug}"
    return [
        (
            team,
            reverse("registrations", kwargs={"slug": request.league.slug, "team": team.slug}) + season
            if may(request.grants, "player.register", team)
            else "",
        )
        for team in empty
    ]


def asked_first(
    request: LeagueRequest, fixture: Fixture, sheet: ResultSheet, *, known: ResultSheet | None = None
) -> list[Doubt]:
    """Return the losing scores to ask about before a sheet is sent: very low, and not yet said to be right.

    Args:
        known: the sheet that this one is about; what it says already has been asked when it was sent.
    """
    sure = set(sure_of(request))
    told = {each.key for each in doubts(known, fixture_terms(fixture))} if known else set()
    return [each for each in doubts(sheet, fixture_terms(fixture)) if each.key not in sure | told]


def sure_of(request: LeagueRequest) -> list[str]:
    """Return the low scores that the sender has said are right, by place: ``m3-g2:7``."""
    return [key for key in " ".join(request.POST.getlist("sure")).split() if SURE.fullmatch(key)]


def saves(request: LeagueRequest) -> bool:
    """Return True if the form was posted to be kept and added up, not to be sent."""
    return request.POST.get("do") == "save"


def save_and_add_up(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    """Keep what was typed without sending it, and open the page again with the games added up: for want of a script."""
    submit.save_draft(fixture, fields_from(request.POST), by=request.user, now=request.now)
    if "reason" in request.POST:
        request.session[f"reason:{fixture.pk}"] = reason_of(request)
    messages.info(request, translated(N_("Saved. Nothing was sent yet.")))
    return redirect(request.get_full_path())


def read_sheet(filled: Filled, *, corrected: Result | None = None) -> ResultSheet:
    """The sheet the fields say.

    Args:
        corrected: the version that it is to correct, if it is a correction.

    Raises:
        Invalid: some of them cannot be read; with that, everything else that is wrong.
    """
    sheet = filled.sheet
    if filled.unreadable:
        found = correct.examine_correction(corrected, sheet) if corrected else examine(filled.fixture, sheet)
        raise Refused(found, merge(filled.unreadable, found.problems))
    return sheet


def back_to(request: LeagueRequest, fixture: Fixture, page: str = "fixture") -> HttpResponse:
    return redirect(page, slug=request.league.slug, fixture=fixture.pk)


def sent_message(result: Result) -> Text:
    if result.state == ResultState.COUNTER:
        return N_("Your sheet is kept, and it differs from theirs. Neither counts yet.")
    score, count = result.told, len(result.breaches)
    if count:
        score = Text.plural(
            "{score}, taken with {n} breach of eligibility",
            "{score}, taken with {n} breaches of eligibility",
            n=count,
            score=score,
        )
    if result.settlement == Settlement.AGREED:
        return Text("Both sheets are the same: {score}. It counts now.", score=score)
    if result.state == ResultState.CONFIRMED:
        return Text("Entered: {score}. It counts at once.", score=score)
    return Text("Sent: {score}. The other captain has been told; it counts when they confirm it.", score=score)


def tell_confirmed(request: LeagueRequest, result: Result) -> None:
    messages.success(request, translated(Text("Confirmed: {score}. It counts now.", score=result.told)))


def reason_of(request: LeagueRequest) -> str:
    return typed(request.POST.get("reason", ""), 2000)


def version_of(request: LeagueRequest) -> int:
    """The version that the page was about; 0 where what was sent is none."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def score_sheet(request: LeagueRequest, result: Result) -> list[cards.MatchView]:
    """Three queries."""
    played = result_terms(result)
    return [cards.match_view(line, request.league, played, request.grants) for line in matches_of(result)]


def sheet_notes(request: LeagueRequest, fixture: Fixture, matches: Sequence[cards.MatchView]) -> tuple[Note, ...]:
    """Return the secretary's notes on the teams and players of a sheet, as far as this visitor may read them."""
    lines = [match.line for match in matches]
    people = (player for line in lines for player in (*line.home_players, *line.away_players))
    return notes_for(request.grants, fixture, people)
