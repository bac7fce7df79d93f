"""The sheet's page and what pages with a sheet share: reading it, keeping what was typed, signing in on the way."""

import datetime as dt
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from league.access import may
from league.enums import Registering, ResultState, Settlement
from league.errors import Invalid, WrongState
from league.models import Fixture, Player, Result, Team
from league.queries import availability
from league.queries.desk.evening import Cards, cards_after
from league.queries.fixtures import matches_of
from league.queries.people.people import squads
from league.queries.results import dashboards, eligibility
from league.queries.results.card_photographs import card_photographs_of
from league.queries.results.eligibility import Note, captain_registers_from, notes_for
from league.queries.results.versions import Examined, Refused, examine, live_result, takes_card
from league.rules.formats import fixture_terms, result_terms
from league.rules.problems import Problem
from league.rules.sheet_checks import SIDES_IN_WORDS, Doubt, doubts
from league.rules.sheet_fields import LONGEST_TYPED, Fields, without_line_up
from league.rules.sheets import AWAY, HOME, ResultSheet, Side, seat_name
from league.services.people import register
from league.services.photographs import LARGEST_FILE
from league.services.results import correct, submit
from league.services.results.submit import draft_stamp
from league.translation import N_, Text, translated
from league.web import cards
from league.web.forms import merge_problems, problems_of, read_text
from league.web.requests import LeagueRequest
from league.web.results.sheet_form import Filled, fields_from, sheet_form

SURE = re.compile(r"m[0-9]{1,2}-g[0-9]:[0-9]{1,3}")


def basis_of(fixture: Fixture) -> str:
    """Return what a sheet's page rests on, as a word: the live version, when the fixture is played, on what terms."""
    live = live_result(fixture)
    when = f"{fixture.state} {fixture.starts_at.timestamp()}"
    return ".".join((str(live.version if live else 0), _digest(when), _digest(repr(fixture_terms(fixture)))))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def unsent_fields(request: LeagueRequest, fixture: Fixture) -> Fields:
    """Return what was typed before: in a form whose session had expired, or else in the draft."""
    lost = request.session.pop(f"sheet:{fixture.pk}", None)
    if lost is not None:
        messages.info(
            request, translated(N_("You had been signed out. What you filled in is here; nothing was sent yet."))
        )
        return fields_from(lost)
    draft = dashboards.draft_of(fixture, request.user)
    return fields_from(draft.sheet) if draft else {}


def kept_reason(request: LeagueRequest, fixture: Fixture) -> str:
    return str(request.session.pop(f"reason:{fixture.pk}", ""))


def keep_and_sign_in(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Keep what a signed-out visitor posted and ask them to sign in; they come back to it."""
    request.session[f"sheet:{fixture}"] = fields_from(request.POST)
    request.session[f"reason:{fixture}"] = reason_of(request)
    return redirect_to_login(request.get_full_path())


def sign_in_first(request: LeagueRequest) -> HttpResponse | None:
    """The way to the sign-in page and back, for an answer that was sent after the session had ended; else None."""
    if request.method != "POST" or request.user.is_authenticated:
        return None
    messages.info(
        request,
        translated(N_("You had been signed out, so nothing was sent yet. Sign in, and press the button again.")),
    )
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
    """Render the sheet's form; 422 where it was refused or a doubt is to be answered.

    Args:
        suggest: fill in the last line-ups where there is no draft.
        examined: of the sheet, if that was done already; a refusal brings its own.
    """
    fixture = filled.fixture
    problems = name_teams(refused.problems, fixture) if refused else ()
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
        breaches=name_teams(
            examined.looked.problems if examined else submit.breaches_of(fixture, filled.fields), fixture
        ),
    )
    context = {
        "fixture": fixture,
        "form": form,
        "problems": problems,
        "asked": asked,
        "seen": draft_stamp(draft),
        **more,
    }
    context |= photographs_context(request, fixture)
    context["unmanned"] = _unmanned(request, fixture, registered)
    context["sure"] = " ".join(sure_keys(request))
    return render(request, template, context, status=422 if problems or asked else 200)


def photographs_context(request: LeagueRequest, fixture: Fixture) -> dict[str, Any]:
    """The photographs of a card, for whoever may see them (one query, or none)."""
    sees = may(request.grants, "card.see_photograph", fixture)
    return {
        "photographs": card_photographs_of(fixture) if sees else [],
        "largest_photograph": LARGEST_FILE,
    }


ORDINALS = (
    N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"), N_("seventh"), N_("eighth"),
)  # fmt: skip


def name_teams(problems: Iterable[Problem], fixture: Fixture) -> tuple[Problem, ...]:
    """Put the teams' names where a sheet's problems speak of the home and the away side."""
    named: dict[str, str] = {}
    for side, team in ((HOME, fixture.home.name), (AWAY, fixture.away.name)):
        named[SIDES_IN_WORDS[side].msgid] = team
        named[seat_name(1, side, 1).msgid] = Text("player of {team}", team=team)
        for seat, ordinal in enumerate(ORDINALS, start=1):
            named[seat_name(8, side, seat).msgid] = Text("{ordinal} player of {team}", ordinal=ordinal, team=team)
    return tuple(
        replace(problem, message=_with_names(problem.message, named), where=_with_names(problem.where, named))
        for problem in problems
    )


def _with_names(text: str, named: Mapping[str, str]) -> str:
    if not isinstance(text, Text):
        return text
    inner = {name: value for name, value in text.params.items() if isinstance(value, Text)}
    changed = {name: named.get(value.msgid) or _with_names(value, named) for name, value in inner.items()}
    return text.with_params(**changed) if changed else text


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


def doubts_to_ask(
    request: LeagueRequest, fixture: Fixture, sheet: ResultSheet, *, known: ResultSheet | None = None
) -> list[Doubt]:
    """Return very low losing scores that neither the sender has confirmed nor the answered sheet, `known`, has."""
    sure = set(sure_keys(request))
    payload = {each.key for each in doubts(known, fixture_terms(fixture))} if known else set()
    return [each for each in doubts(sheet, fixture_terms(fixture)) if each.key not in sure | payload]


def sure_keys(request: LeagueRequest) -> list[str]:
    """Return the low scores that the sender has said are right, by place: ``m3-g2:7``."""
    return [key for key in " ".join(request.POST.getlist("sure")).split() if SURE.fullmatch(key)]


def is_save(request: LeagueRequest) -> bool:
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
    """Return the filled-in sheet. Raises Refused with everything wrong where a field cannot be read."""
    sheet = filled.sheet
    if filled.unreadable:
        examined = correct.examine_correction(corrected, sheet) if corrected else examine(filled.fixture, sheet)
        raise Refused(examined, merge_problems(filled.unreadable, examined.problems))
    return sheet


def redirect_to(request: LeagueRequest, fixture: Fixture, page: str = "fixture") -> HttpResponse:
    return redirect(page, slug=request.league.slug, fixture=fixture.pk)


def sent_message(result: Result) -> Text:
    if result.state == ResultState.COUNTER:
        return N_("Your sheet is kept, and it differs from theirs. Neither counts yet.")
    score, count = result.score_text, len(result.breaches)
    if count:
        score = Text.plural(
            "{score}, taken with {n} breach of eligibility",
            "{score}, taken with {n} breaches of eligibility",
            n=count,
            score=score,
        )
    if result.settlement == Settlement.CARD:
        return Text("Names and games added; {score} still counts. The other captain has been told.", score=score)
    if result.settlement == Settlement.AGREED:
        return Text("Both sheets are the same: {score}. It counts now.", score=score)
    if result.state == ResultState.CONFIRMED:
        return Text("Entered: {score}. It counts at once.", score=score)
    if result.confirm_by is None:
        return Text("Sent: {score}. Nobody on the other side can answer, so the secretary confirms it.", score=score)
    return Text("Sent: {score}. The other captain has been told; it counts when they confirm it.", score=score)


def respond_to_sheet(request: LeagueRequest, fixture: Fixture, result: Result) -> HttpResponse:
    if result.state == ResultState.COUNTER:
        messages.warning(request, translated(sent_message(result)))
        return redirect_to(request, fixture, "accept")
    messages.success(request, translated(sent_message(result)))
    return redirect_to_next_card(request, fixture) or redirect_to(request, fixture, "thank-you")


def correction_message(result: Result) -> Text:
    score = result.score_text
    if result.state == ResultState.SUBMITTED:
        return Text(
            "Sent: {score} instead of what you had sent. The other captain has been told; it counts when they agree.",
            score=score,
        )
    if result.state == ResultState.CONFIRMED:
        return Text("Corrected: {score} counts now. Both captains have been told.", score=score)
    return Text("Proposed: {score}. It counts once the other captain or the secretary accepts it.", score=score)


def tell_confirmed(request: LeagueRequest, result: Result) -> None:
    messages.success(request, translated(Text("Confirmed: {score}. It counts now.", score=result.score_text)))


def reason_of(request: LeagueRequest) -> str:
    return read_text(request.POST, "reason", 2000)


def version_of(request: LeagueRequest) -> int:
    """The version that the page was about; 0 where what was sent is none."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def score_sheet(request: LeagueRequest, result: Result) -> list[cards.MatchView]:
    """Three queries."""
    played = result_terms(result)
    return [cards.match_view(line, request.league, played, request.grants) for line in matches_of(result)]


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A match in one line, or all the matches of a home player where each plays each."""

    number: int
    home: list[cards.PlayerLink]
    away: list[cards.PlayerLink]
    home_games: int
    away_games: int
    each: bool


def sheet_context(request: LeagueRequest, fixture: Fixture, result: Result) -> dict[str, Any]:
    """What a page shows of a sheet: its matches, each in a line, and the secretary's notes."""
    matches = score_sheet(request, result)
    notes = _sheet_notes(request, fixture, matches)
    return {"matches": matches, "lines": result_lines(result, matches), "notes": notes}


def result_lines(result: Result, matches: Sequence[cards.MatchView]) -> list[ResultLine]:
    terms = result_terms(result)
    lines = []
    for _, together in groupby(matches, key=lambda view: terms.typed_in(view.line.match.number, HOME)):
        views = list(together)
        pairing = terms.match(views[0].line.match.number).pairing
        lines.append(
            ResultLine(
                views[0].line.match.number if pairing is None else pairing.home,
                views[0].home_players,
                views[0].away_players if pairing is None else [],
                sum(view.line.match.home_games for view in views),
                sum(view.line.match.away_games for view in views),
                pairing is not None,
            )
        )
    return lines


def _sheet_notes(request: LeagueRequest, fixture: Fixture, matches: Sequence[cards.MatchView]) -> tuple[Note, ...]:
    """Return the secretary's notes on the teams and players of a sheet, as far as this visitor may read them."""
    lines = [match.line for match in matches]
    people = (player for line in lines for player in (*line.home_players, *line.away_players))
    return notes_for(request.grants, fixture, people)


def has_more_cards(request: LeagueRequest) -> bool:
    return request.GET.get("cards") == "1" and may(request.grants, "league.oversee")


def remaining_cards(request: LeagueRequest, fixture: Fixture) -> Cards | None:
    """Return the cards that are left beside a fixture's own; None outside a stack (no query there, else two)."""
    return cards_after(request.league, fixture, now=request.now) if has_more_cards(request) else None


def redirect_to_next_card(request: LeagueRequest, fixture: Fixture) -> HttpResponse | None:
    """Lead on to the next fixture without a result, or back to the desk after the last; None outside a stack."""
    if not has_more_cards(request):
        return None
    next_card = cards_after(request.league, fixture, now=request.now)
    if next_card.fixture is None:
        messages.info(request, translated(N_("That was the last card.")))
        return redirect("secretary", slug=request.league.slug)
    messages.info(request, translated(Text.plural("{n} card is left.", "{n} cards are left.", n=next_card.left)))
    sheet = reverse("sheet", kwargs={"slug": request.league.slug, "fixture": next_card.fixture.pk})
    return redirect(f"{sheet}?cards=1")


SHEET_TEMPLATE = "league/results/sheet.html"
REGISTER_NAME = "register-name"
# What a button of the line-up posts as `do`.
LINE_UPS = ("clear", "undo", "last")


@dataclass(frozen=True, slots=True)
class RegisterForm:
    teams: Mapping[str, Team]  # those for which the reader may do it, by their sides
    name: str = ""  # what was typed and could not be registered
    team: str = ""  # the side it was typed for


def waits_for(request: LeagueRequest, live: Result | None) -> bool:
    """Return True if the other side's sheet waits for the reader's answer."""
    return live is not None and live.state == ResultState.SUBMITTED and may(request.grants, "result.answer", live)


def sheet_page(request: LeagueRequest, filled: Filled, refused: Invalid | None = None, **more: Any) -> HttpResponse:
    """Render the sheet of a fixture; `live`, if the caller has read it, is the result that is there already."""
    live = more.pop("live") if "live" in more else live_result(filled.fixture)
    more["own"] = waits_for(request, live)
    more["score"] = live is not None and takes_card(live)
    more.setdefault("basis", basis_of(filled.fixture))
    more.setdefault("missing", RegisterForm(_registers_for(request, filled.fixture)))
    more["cards"] = remaining_cards(request, filled.fixture)
    # Whoever has chosen others since keeps those.
    nobody_seated = without_line_up(filled.fields) == filled.fields
    more["cleared"] = nobody_seated and _cleared_key(filled.fixture) in request.session
    return form_page(request, filled, SHEET_TEMPLATE, refused, suggest=True, **more)


def answer_button(request: LeagueRequest, fixture: Fixture) -> HttpResponse | None:
    """Answer one of the sheet's buttons that send nothing; None where it is to be sent."""
    does = request.POST.get("do")
    if does in LINE_UPS:
        return _change_line_up(request, fixture, does)
    if does == "register":
        return _register(request, fixture)
    return save_and_add_up(request, fixture) if is_save(request) else None


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
        own = own_sides(request, fixture)
        fields |= availability.suggested_line_ups(
            fixture, availability.played_before(fixture), squads(fixture), own
        ).fields
    submit.save_draft(fixture, fields, by=request.user, now=request.now)
    return redirect(request.get_full_path())


def _registers_for(request: LeagueRequest, fixture: Fixture) -> dict[str, Team]:
    """Return the teams, by side, for which the reader may register a player who plays in this fixture.

    Nobody where names may be typed on the sheet; a captain not for a past day, but for the team's first card.
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
    name = " ".join(read_text(request.POST, REGISTER_NAME, LONGEST_TYPED).split())
    side = "away" if request.POST.get("register-team") == "away" else "home"
    team = fixture.away if side == "away" else fixture.home
    try:
        if not name:
            raise Invalid([Problem("no-name", N_("Enter the player’s name."), REGISTER_NAME)])
        made = register.register_all(
            team, fixture.division.season, name, starts_on=_fixture_day(fixture), by=request.user, now=request.now
        )
    except (Invalid, WrongState) as refused:
        again = RegisterForm(_registers_for(request, fixture), name, side)
        at_name = Invalid(replace(problem, field=REGISTER_NAME) for problem in problems_of(refused))
        return sheet_page(request, filled, at_name, missing=again)
    message = N_("{player} is registered for {team}. Choose them from the list.")
    if not made:
        message = N_("{player} is registered for {team} already. Choose them from the list.")
    messages.success(request, translated(Text(message, player=name, team=team.name)))
    return redirect(request.get_full_path())


def _fixture_day(fixture: Fixture) -> dt.date:
    return fixture.starts_at.astimezone(fixture.league.tz).date()
