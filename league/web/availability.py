"""Pages of who can play: a player's own answer, their captain's list and line-up, and the page a mail leads to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access import may, refusal
from league.enums import CanPlay, Side
from league.errors import Changed, Invalid, LeagueError, WrongState
from league.models import Fixture, Player
from league.queries.availability import TeamAvailability, availability_of, played_before, suggested_line_ups
from league.queries.results.eligibility import candidates
from league.rules.formats import fixture_terms
from league.rules.line_ups import places_of
from league.rules.match_terms import KIND_NAMES
from league.rules.problems import Problem
from league.rules.sheet_fields import SEAT
from league.rules.sheets import AWAY, HOME
from league.rules.wording import clock, weekday_of_year
from league.services.availability import answer as answers
from league.services.availability import choose
from league.translation import N_, Text, translated
from league.web.forms import problems_of, read_choice, read_text, status_of
from league.web.requests import LeagueRequest, fixture_or_404, in_league, redirect_with

Group = tuple[str, tuple[tuple[str, str], ...]]
HEADINGS = (
    (CanPlay.YES, N_("Can play")),
    (CanPlay.MAYBE, N_("Maybe")),
    ("", N_("No answer")),
    (CanPlay.NO, N_("Can’t play")),
)


@dataclass(frozen=True, slots=True)
class LineUpSeat:
    name: str
    label: Text
    value: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class LineUpMatch:
    number: int
    kind: str
    seats: tuple[LineUpSeat, ...]


@dataclass(frozen=True, slots=True)
class LineUpForm:
    team: TeamAvailability
    matches: tuple[LineUpMatch, ...]
    groups: tuple[Group, ...]  # the players by their answers
    suggested: bool  # nobody was chosen yet, and the last line-up stands in the form
    untold: bool  # somebody does not know yet where they are put
    text: str = ""  # the line-up that is kept, as text for a chat


def read_places(sent: Mapping[str, str], side: str) -> dict[str, int]:
    """Return the seats of a side that are filled in; 0, which is nobody, where what was sent is no number."""
    names = [name for name in sent if SEAT.fullmatch(name) and name.split("-")[1] == side]
    return {name: chosen for name in names if (chosen := read_choice(sent, name)) is not None}


def line_up_form(
    team: TeamAvailability, problems: Sequence[Problem] = (), sent: Mapping[str, int] | None = None
) -> LineUpForm:
    """Return the form of a side's line-up: as it was sent, or as it is kept, or else as a suggestion (two queries)."""
    terms, side = fixture_terms(team.fixture), HOME if team.side == "home" else AWAY
    filled: Mapping[str, int] = team.line_up if sent is None else sent
    suggested = sent is None and not filled
    if suggested:
        squad = [candidate.player for candidate in team.candidates]
        both = (squad, []) if side == HOME else ([], squad)
        suggestion = suggested_line_ups(team.fixture, played_before(team.fixture), both, (side,))
        filled = {name: int(player) for name, player in suggestion.fields.items()}
    matches = tuple(
        LineUpMatch(
            number, KIND_NAMES[kind], tuple(_seat(number, side, n, filled, problems) for n in range(1, many + 1))
        )
        for kind, number, many in places_of(terms, side)
    )
    untold = any(candidate.places != candidate.told for candidate in team.candidates)
    return LineUpForm(team, matches, _groups(team), suggested and bool(filled), untold, line_up_text(team))


def line_up_text(team: TeamAvailability) -> str:
    fixture = team.fixture
    names = {place: candidate.player.name for candidate in team.candidates for place in candidate.places}
    if not names:
        return ""
    local = fixture.starts_at.astimezone(fixture.league.tz)
    when = Text(
        "{day}, {time}, {venue}", day=weekday_of_year(local.date()), time=clock(local.time()), venue=fixture.venue.name
    )
    lines = [f"{fixture.home.name} v {fixture.away.name}", translated(when)]
    side = HOME if team.side == "home" else AWAY
    for _, number, many in places_of(fixture_terms(fixture), side):
        seated = [names.get(f"m{number}-{side}-{seat}", "–") for seat in range(1, many + 1)]
        lines.append(f"{number}. {' & '.join(seated)}")
    return "\n".join(lines)


def _seat(number: int, side: str, seat: int, filled: Mapping[str, int], problems: Sequence[Problem]) -> LineUpSeat:
    name = f"m{number}-{side}-{seat}"
    label = Text("Match {match}, player {seat}", match=number, seat=seat)
    wrong = tuple(problem for problem in problems if problem.field == name)
    return LineUpSeat(name, label, str(filled.get(name, "")), wrong)


def _groups(team: TeamAvailability) -> tuple[Group, ...]:
    by_answer = (
        (
            heading,
            tuple(
                (str(candidate.player.pk), candidate.player.name)
                for candidate in team.candidates
                if candidate.answer == answer
            ),
        )
        for answer, heading in HEADINGS
    )
    return tuple((heading, options) for heading, options in by_answer if options)


ANSWER_MESSAGES = {
    CanPlay.YES: N_("{player} can play."),
    CanPlay.NO: N_("{player} can’t play."),
    CanPlay.MAYBE: N_("{player} may be able to play."),
    "": N_("{player}: answer taken back."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def can_play(request: LeagueRequest, token: str) -> HttpResponse:
    """The question a mail asks, with a button for each answer. Nobody signs in: whoever has the link has the mail.

    Opening it changes nothing, since some mail programs open every link.
    """
    link = answers.open_link(request.league, token, now=request.now)
    if link is None:
        return render(request, "league/availability/can_play.html", {"link": None}, status=404)
    context: dict[str, Any] = {"link": link, "start": answers.format_start(link.fixture), "token": token}
    if request.method != "POST" or link.refused:
        status = 409 if request.method == "POST" else 200
        return render(request, "league/availability/can_play.html", context, status=status)
    value, start = read_text(request.POST, "answer", 10), read_text(request.POST, "start", 40)
    try:
        if value not in CanPlay.values:
            raise Invalid([Problem("answer", N_("Answer yes, no or maybe."), "answer")])
        answers.answer_by_link(request.league, token, value, start=start, now=request.now)
    except (Invalid, Changed, WrongState) as refused:
        fresh = answers.open_link(request.league, token, now=request.now)
        context |= {"link": fresh, "problems": problems_of(refused)}
        return render(request, "league/availability/can_play.html", context, status=status_of(refused))
    return redirect("can-play", slug=request.league.slug, token=token)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def availability(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    teams = availability_of(fixture_row)
    managed = [team for team in teams.values() if may(request.grants, "availability.manage", team.team)]
    if not managed and _own_answer(request, teams) is None:
        raise refusal(request.grants, "availability.answer", None)
    if request.method != "POST" and request.GET.get("as") == "text":
        text = "\n\n".join(filter(None, (line_up_text(team) for team in managed)))
        return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8")
    if request.method != "POST":
        return _page(request, fixture_row, teams)
    try:
        told = _do(request, fixture_row)
    except (Invalid, WrongState) as refused:
        return _page(request, fixture_row, availability_of(fixture_row), refused)
    return redirect_with(request, told, "availability", fixture=fixture_row.pk)


def _own_answer(request: LeagueRequest, teams: Mapping[Side, TeamAvailability]) -> tuple[TeamAvailability, Any] | None:
    for team in teams.values():
        for candidate in team.candidates:
            if candidate.player.pk in request.grants.players:
                return team, candidate
    return None


def _page(
    request: LeagueRequest,
    fixture: Fixture,
    teams: Mapping[Side, TeamAvailability],
    refused: LeagueError | None = None,
) -> HttpResponse:
    problems = problems_of(refused) if refused else ()
    late = answers.why_closed(fixture, now=request.now)
    managed = [team for team in teams.values() if may(request.grants, "availability.manage", team.team)]
    mine = _own_answer(request, teams)
    guests = [player for player, _ in candidates(fixture).guests] if managed and not late else []
    context = {
        "fixture": fixture,
        "late": late,
        "start": answers.format_start(fixture),
        "own_candidate": mine[1] if mine else None,
        "my_team": mine[0] if mine else None,
        "managed": [(team, None if late else _line_up(request, team, problems)) for team in managed],
        "guests": guests,
        "problems": problems,
    }
    return render(request, "league/availability/availability.html", context, status=status_of(refused))


def _line_up(request: LeagueRequest, team: TeamAvailability, problems: Sequence[Problem]) -> Any:
    sent = (
        request.method == "POST" and request.POST.get("side") == team.side and "line-up" in request.POST.get("do", "")
    )
    return line_up_form(team, problems, read_places(request.POST, team.side)) if sent else line_up_form(team)


def _do(request: LeagueRequest, fixture: Fixture) -> Text:
    """Do what the button says and return the message. Raises as the service, and Invalid for an unknown button."""
    do = read_text(request.POST, "do", 20)
    side = Side.AWAY if request.POST.get("side") == Side.AWAY else Side.HOME
    if do in ("line-up", "line-up-tell"):
        places, tell = read_places(request.POST, side), do == "line-up-tell"
        choose.choose_line_up(fixture, side, places, tell=tell, by=request.user, now=request.now)
        return N_("Line-up saved. The players are told.") if tell else N_("Line-up saved. Nobody is told yet.")
    player = Player.objects.filter(league=request.league, pk=read_choice(request.POST, "player") or 0).first()
    if player is None:
        raise Invalid([Problem("player", N_("Choose a player from the list."), "")])
    if do == "guest":
        choose.want_guest(fixture, side, player, by=request.user, now=request.now)
        return Text("{player} is asked.", player=player.name)
    if do in ("reserve", "first"):
        answers.set_reserve(fixture, player, reserve=do == "reserve", by=request.user, now=request.now)
        message = N_("{player} is a reserve: asked only if you are short.")
        return Text(message if do == "reserve" else N_("{player} is asked first again."), player=player.name)
    value, start = read_text(request.POST, "answer", 10), read_text(request.POST, "start", 40)
    answers.answer(fixture, player, value, start=start or None, by=request.user, now=request.now)
    return Text(ANSWER_MESSAGES[value], player=player.name)
