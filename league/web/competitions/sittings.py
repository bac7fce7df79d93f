"""A club's night or a tournament's day: who plays whom, the cards, who is here, the pub's screen, the results sheet."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.enums import CompetitionKind
from league.errors import Invalid, LeagueError, NothingThere, WrongState
from league.models import PRESENT, Player, Sitting, SittingGame
from league.queries.competitions.sittings import (
    NightView,
    Placed,
    Table,
    find_absent,
    find_sitting,
    load_night,
)
from league.rules.cells import Cell, csv_text
from league.rules.problems import Problem
from league.services.competitions import sittings as services
from league.services.competitions.score_cards import write_card, write_result
from league.translation import N_
from league.web.cups.bracket import Picture, draw_bracket
from league.web.forms import problem_context, problems_of, read_choice, read_number, read_text, status_of
from league.web.requests import LeagueRequest, allow, in_league, redirect_with

ERRORS = (Invalid, WrongState)


def sitting_or_404(request: LeagueRequest, kind: CompetitionKind, competition: str, night: int) -> Sitting:
    sitting = find_sitting(request.league, night, request.grants, kind)
    if sitting is None or sitting.competition.slug != competition:
        raise NothingThere(N_("There is no such night or tournament in this league."))
    return sitting


def _redirect(request: LeagueRequest, sitting: Sitting, page: str = "sitting", **params: Any) -> HttpResponse:
    of = sitting.competition
    return redirect(page, slug=request.league.slug, kind=of.kind, competition=of.slug, night=sitting.pk, **params)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def night(request: LeagueRequest, kind: CompetitionKind, competition: str, night: int) -> HttpResponse:
    sitting = sitting_or_404(request, kind, competition, night)
    if request.method != "POST":
        return _render_night(request, sitting)
    _allow_writing(request)
    try:
        _run_action(request, sitting)
    except ERRORS as refused:
        return _render_night(request, sitting_or_404(request, kind, competition, night), refused)
    if not Sitting.objects.filter(pk=sitting.pk).exists():
        message = N_("Taken away: it had no game.")
        return redirect_with(request, message, "sitting-series", kind=kind, competition=competition)
    return _redirect(request, sitting)


def _allow_writing(request: LeagueRequest) -> None:
    """Raises NotAllowed for whoever writes no card at all; the services decide whose card it is."""
    if not request.grants.players:
        allow(request, "club_night.card", None)


def _get_actor(request: LeagueRequest) -> dict[str, Any]:
    return {"by": request.user, "now": request.now}


def _run_action(request: LeagueRequest, sitting: Sitting) -> None:
    """Raises what the services raise, and Invalid for an unknown button."""
    sent, who = request.POST, _get_actor(request)
    do, number = read_text(sent, "do", 10), read_number(sent, "number")
    if do == "pair":
        services.pair_next_game(sitting, number, **who)
    elif do == "discard":
        services.discard_pairing(sitting, number, **who)
    elif do == "close":
        services.close_sitting(sitting, anyway=sent.get("anyway") == "yes", **who)
    elif do == "reopen":
        services.reopen_sitting(sitting, **who)
    else:
        _write_game(request, sitting)


def _write_game(request: LeagueRequest, sitting: Sitting) -> None:
    """Write a card (`player`, `won`) or both (`winner`) of a game, with the spread. Raises as the services."""
    sent, who = request.POST, _get_actor(request)
    game = _sent_game(request, sitting)
    spread, player = read_number(sent, "spread"), read_choice(sent, "player")
    try:
        if player is None:
            winner = read_choice(sent, "winner")
            if winner not in (game.first_id, game.second_id):
                raise Invalid([Problem("winner", N_("Tap who won."), "spread")])
            write_result(game, spread if winner == game.first_id else -spread, **who)
        else:
            row = get_object_or_404(Player, PRESENT, league=request.league, pk=player)
            # Enter in the field of the spread presses neither button.
            if sent.get("won") not in ("yes", "no"):
                raise Invalid([Problem("won", N_("Tap who won."), "spread")])
            write_card(game, row, spread if sent.get("won") == "yes" else -spread, **who)
    except Invalid as refused:
        raise Invalid([replace(wrong, field=f"spread-{game.pk}") for wrong in refused.problems]) from refused


def _sent_game(request: LeagueRequest, sitting: Sitting) -> SittingGame:
    row = SittingGame.objects.filter(sitting=sitting, pk=read_choice(request.POST, "game") or 0).first()
    if row is None:
        raise WrongState(N_("This game was paired again. Look who you play now."))
    row.sitting = sitting
    return row


def _render_night(request: LeagueRequest, sitting: Sitting, refused: LeagueError | None = None) -> HttpResponse:
    view = load_night(sitting, request.grants)
    context = _make_context(request, view, refused)
    own = next((row.player_id for row in view.attendances if row.player_id in request.grants.players), None)
    mine = next((table for table in view.find_tables(own or 0) if table.game.number == view.number), None)
    context |= {
        "own": own,
        "mine": mine,
        "own_side": mine.find_side(own) if mine and own else None,
        "other_side": mine.find_opponent(own) if mine and own else None,
        "earlier": [table for table in view.tables if table.game.number < view.number],
        "waiting": [table for table in view.current if table.missing_sides],
        "cards_missing": refused is not None and refused.code == "invalid" and _lacks_cards(refused),
    }
    return render(request, "league/competitions/sitting.html", context, status=status_of(refused))


def _lacks_cards(refused: LeagueError) -> bool:
    return any(problem.code == "cards-missing" for problem in problems_of(refused))


def _make_context(request: LeagueRequest, view: NightView, refused: LeagueError | None = None) -> dict[str, Any]:
    competition, said = view.sitting.competition, problem_context(problems_of(refused) if refused else ())
    return {
        "sitting": view.sitting,
        "competition": competition,
        "kind": competition.kind,
        "view": view,
        "picture": _draw_knock_out(view),
        "readers": request.grants.players,
        "runs": competition.season.closed_at is None and may(request.grants, "club_night.run"),
        "problems": said["problems"],
        # Every game has a form of its own.
        "wrong": defaultdict(list, said["wrong"]),
        "typed": defaultdict(str, {read_choice(request.POST, "game"): read_text(request.POST, "spread", 6)}),
    }


def _draw_knock_out(view: NightView) -> Picture | None:
    if view.knock_out is None:
        return None
    signs = {shown.tie.number: shown.sides for round_ in view.rounds for shown in round_.ties}
    labels = {round_.number: round_.label for round_ in view.rounds}
    return draw_bracket(view.knock_out[0], labels, signs, view.champion)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("club_night.run")
def players(request: LeagueRequest, kind: CompetitionKind, competition: str, night: int) -> HttpResponse:
    """Who is here: a tap a name."""
    sitting = sitting_or_404(request, kind, competition, night)
    refused: LeagueError | None = None
    if request.method == "POST":
        try:
            _note_presence(request, sitting)
        except ERRORS as wrong:
            refused = wrong
        else:
            return _redirect(request, sitting, "sitting-players")
    view = load_night(sitting, request.grants)
    context = _make_context(request, view, refused) | {
        "absent": find_absent(view, request.grants),
        "gone": {row.player_id for row in view.attendances if row.left_at is not None},
        "name": read_text(request.POST, "name", 130) if refused else "",
    }
    return render(request, "league/competitions/sitting_players.html", context, status=status_of(refused))


def _note_presence(request: LeagueRequest, sitting: Sitting) -> None:
    sent, who = request.POST, _get_actor(request)
    if sent.get("do") == "add":
        services.note_arrival_by_name(sitting, read_text(sent, "name", 130), **who)
        return
    came, left = read_choice(sent, "came"), read_choice(sent, "left")
    player = Player.objects.filter(league=request.league, pk=came or left or 0).first()
    if player is None:
        raise Invalid([Problem("no-player", N_("This is no player of the league any more."), "name")])
    (services.note_arrival if came else services.note_departure)(sitting, player, **who)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def card(request: LeagueRequest, kind: CompetitionKind, competition: str, night: int, player: int) -> HttpResponse:
    """A player's card of the night: their games, to be written by themselves or whoever runs it."""
    sitting = sitting_or_404(request, kind, competition, night)
    refused: LeagueError | None = None
    if request.method == "POST":
        _allow_writing(request)
        try:
            _write_game(request, sitting)
        except ERRORS as wrong:
            refused = wrong
        else:
            return _redirect(request, sitting, "sitting-card", player=player)
    view = load_night(sitting, request.grants)
    row = next((row.player for row in view.attendances if row.player_id == player), None)
    if row is None:
        raise NothingThere(N_("They did not play on this night."))
    tables = view.find_tables(player)
    context = _make_context(request, view, refused) | {
        "player": row,
        "name": view.names[player],
        "lines": [
            (table, table.find_side(player), table.find_opponent(player), _is_correctable(request, view, table))
            for table in tables
        ],
        "placed": next((placed for placed in view.standing if placed.key == player), None),
        "writes": sitting.competition.season.closed_at is None
        and may(request.grants, "club_night.card", row)
        and (sitting.closed_at is None or request.grants.secretary),
    }
    return render(request, "league/competitions/sitting_card.html", context, status=status_of(refused))


def _is_correctable(request: LeagueRequest, view: NightView, table: Table) -> bool:
    """Whether a player may still write on their card of a game, as `write_card` has it."""
    if request.grants.secretary or table.settled is None:
        return True
    return bool(table.settled.changes) and table.game.number == view.number


@require_safe
@in_league("league.view")
def screen(request: LeagueRequest, kind: CompetitionKind, competition: str, night: int) -> HttpResponse:
    """For the pub's screen: large, and renewed by itself."""
    view = load_night(sitting_or_404(request, kind, competition, night), request.grants)
    return render(request, "league/competitions/sitting_screen.html", _make_context(request, view))


@require_safe
@in_league("league.view")
def results(request: LeagueRequest, kind: CompetitionKind, competition: str, night: int) -> HttpResponse:
    """The results sheet, to print."""
    view = load_night(sitting_or_404(request, kind, competition, night), request.grants)
    context = _make_context(request, view) | {
        "lines": [(placed, _find_prize(view, placed)) for placed in view.standing]
    }
    return render(request, "league/competitions/sitting_results.html", context)


def _find_prize(view: NightView, placed: Placed) -> str:
    prizes = view.sitting.competition.sitting_rules.prizes.splitlines()
    return prizes[placed.place - 1] if placed.place <= len(prizes) else ""


@require_safe
@in_league("league.view")
def results_file(request: LeagueRequest, kind: CompetitionKind, competition: str, night: int) -> HttpResponse:
    view = load_night(sitting_or_404(request, kind, competition, night), request.grants)
    heads = ["place", "player", "game_points", "games_won", "net_spread", "plus_points", "games", "prize"]
    rows: list[list[Cell]] = [
        [line.place, line.name, line.total.points, line.total.won, line.total.spread, line.total.plus,
         line.total.games, _find_prize(view, line)]
        for line in view.standing
    ]  # fmt: skip
    # With its mark, or a spreadsheet program takes UTF-8 for its own encoding.
    answer = HttpResponse(csv_text(heads, rows).encode("utf-8-sig"), content_type="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="{competition}.csv"'
    return answer
