"""Pages that everybody may read: a division, fixtures, teams, players and rules."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote_plus

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.access import may
from league.enums import FixtureState, ResultState
from league.models import Division, Fixture, Team
from league.queries import fixtures as fixture_queries
from league.queries import leagues, teams
from league.queries.calls import calls
from league.queries.cups import disputes_before
from league.queries.dates.outstanding import divisions_shown, undated_of
from league.queries.honours.careers import career_of
from league.queries.honours.high_hands import counting_of
from league.queries.honours.winners import titles_of_player, titles_of_team
from league.queries.live import as_it_stands, live_of, not_open
from league.queries.outages import gaps_in
from league.queries.people.personal_data import public_name, public_names
from league.queries.results.dashboards import team_dashboard, teams_of_visitor
from league.queries.seasons.setting_changes import rule_changes_of
from league.queries.standings import standings
from league.queries.standings.finishes import cups_of
from league.queries.standings.halves import Halves, halves_of
from league.queries.standings.standings import DivisionTable
from league.queries.standings.table_variants import kinds_of, still_possible, table_of_kind, tables_with_movement
from league.queries.visibility import closed_season_message
from league.rules.formats import fixture_terms
from league.rules.match_terms import KIND_NAMES
from league.rules.rulebook.numbering import merge_books
from league.services.disputes import rulebook
from league.translation import N_
from league.web import cards
from league.web.disputes import rows as dispute_rows
from league.web.home import empty_league, panel_of
from league.web.live.following import follow_context, live_views, stands_context
from league.web.page_cache import cached_of_divisions, cached_value
from league.web.requests import (
    LeagueRequest,
    fixture_or_404,
    in_league,
    of_slug,
    player_or_404,
    season_of,
    team_or_404,
)
from league.web.results import plain_text
from league.web.results.sheet_pages import photographs_context, result_lines
from league.web.standings import tables
from league.web.standings.finishes import finishes_of
from league.web.standings.tables import prospect_rows

# Where a venue is looked for on a map: a search for its name and address.
MAP = "https://www.openstreetmap.org/search?query={where}"
MEETINGS = 5


def table_without_movement(request: LeagueRequest, division: Division) -> DivisionTable:
    return cached_value(request, ("without movement", division.pk), lambda: standings.division_table(division))


def division_table(request: LeagueRequest, division: Division) -> DivisionTable:
    return cached_of_divisions(request, "table", [division], tables_with_movement)[0]


@require_safe
@in_league("league.view")
def division(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    others = cached_value(
        request, ("divisions of", season), lambda: divisions_shown(request.league, season), by_results=False
    )
    division_row = of_slug(others, division)
    kinds = {str(kind): KIND_NAMES[kind].capitalised() for kind in kinds_of(division_row)}
    wanted = request.GET.get("matches", "")
    one_kind = next((kind for kind in kinds_of(division_row) if kind == wanted), None)
    if wanted and one_kind is None:
        raise Http404
    halves = _halves_shown(request, division_row)
    half = request.GET.get("half", "")
    if halves is not None and half:
        table = halves.first if half == "1" else halves.second
    elif one_kind is None:
        table = division_table(request, division_row)
    else:
        table = table_of_kind(division_row, one_kind)
    possible = () if table.half else still_possible(table)
    as_text = plain_text.table_text(table)
    address = f"matches={wanted}&" if wanted else f"half={half}&" if half else ""
    if plain_text.wants_text(request):
        return plain_text.text_answer(as_text)
    context = {
        "as_text": as_text,
        "text_address": f"?{address}as=text",
        "table": tables.table_view(table, request.league),
        "renamed": [team for team in table.teams.values() if team.now_called],
        "possible": possible,
        "prospects": prospect_rows(possible, table, request.league),
        "division": division_row,
        "undated": undated_of(division_row),
        "divisions": others,
        "kinds": kinds,
        "kind": wanted,
        "mine": teams_of_visitor(request.grants),
        "half": half,
        "halves": [*tables.halves_told(halves, division_table(request, division_row))] if halves is not None else [],
    }
    stands = as_it_stands(division_row, now=request.now) if one_kind is None and not half else None
    if stands is not None:
        context["live"] = stands_context(request.league, stands)
        context |= follow_context(request, [f"division-{division_row.pk}"])
    return render(request, "league/standings/division.html", context)


def _halves_shown(request: LeagueRequest, division: Division) -> Halves | None:
    """A division's halves, where its season has them; Http404 for a table of a half that there is not."""
    half = request.GET.get("half", "")
    if (half and not division.season.halves) or half not in ("", "1", "2"):
        raise Http404
    if not division.season.halves:
        return None
    found: Halves = cached_value(request, ("halves", division.pk), lambda: halves_of(division))
    return found


@require_safe
@in_league("league.view")
def fixtures(request: LeagueRequest) -> HttpResponse:
    season = season_of(request)
    if season is None:
        return empty_league(request)
    divisions = standings.divisions_of(season)
    slug = request.GET.get("division", "")
    division = of_slug(divisions, slug) if slug else None
    wanted = _week_of_address(request.GET.get("week", ""))
    weeks = fixture_queries.calendar_of(season, division=division, now=request.now, wanted=wanted)
    context = {
        "season": season,
        "seasons": leagues.seasons_of(request.league),
        "divisions": divisions,
        "wanted_division": division,
        "calendar": cards.calendar_view(weeks, request.league, now=request.now),
        "several": division is None and len(divisions) > 1,
        "all_weeks": wanted == fixture_queries.EVERY_WEEK,
    }
    return render(request, "league/fixtures.html", context)


def _week_of_address(text: str) -> fixture_queries.WantedWeek:
    """Return the week that an address asks for: its Monday, every week, or None for one that is no day at all."""
    if text == fixture_queries.EVERY_WEEK:
        return fixture_queries.EVERY_WEEK
    try:
        return fixture_queries.week_of(dt.date.fromisoformat(text))
    except (ValueError, OverflowError):
        return None


@require_safe
@in_league("league.view")
def fixture(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    sheet = fixture_queries.fixture_sheet(fixture_row)
    # Visitors dispute nothing, and appeal against nothing.
    away = gaps_in(fixture_row.division.season) if request.user.is_authenticated else []
    disputes = dispute_rows.of_fixture(fixture_row, sheet.result, request.grants, request.league, away, now=request.now)
    confirmed = sheet.result is not None and sheet.result.state == ResultState.CONFIRMED
    # That a player is new is news for whoever has to confirm it.
    lines = [replace(line, newcomers=frozenset()) for line in sheet.matches] if confirmed else sheet.matches
    matches = [cards.match_view(line, request.league, fixture_terms(fixture_row), request.grants) for line in lines]
    rows = result_lines(sheet.result, matches) if sheet.result else []
    context: dict[str, Any] = {
        "sheet": sheet,
        "fixture": fixture_row,
        "disputes_before": disputes_before(fixture_row),
        "closed": closed_season_message(fixture_row.division.season),
        "badge": cards.fixture_badge(fixture_queries.FixtureLine(fixture_row, sheet.result), now=request.now),
        "matches": matches,
        "lines": rows if any(row.each for row in rows) else [],
        "line_ups": _line_ups(fixture_row, matches),
        "rulings": dispute_rows.with_appeals(
            calls.rulings_of(fixture_row), fixture_row, request.grants, request.league, away, now=request.now
        ),
        "disputes": disputes,
        "inside": may(request.grants, "postponement.ask", fixture_row) or request.grants.secretary,
        "history": may(request.grants, "fixture.history", fixture_row),
        **photographs_context(request, fixture_row),
        "actions": [*cards.actions(sheet, request.grants, request.league, now=request.now), *disputes.actions],
    }
    # Whatever the visitor may read, a text that is sent on has the names that everybody may.
    everybodys = [cards.match_view(line, request.league, fixture_terms(fixture_row)) for line in sheet.matches]
    context["as_text"] = plain_text.result_text(fixture_row, sheet.result, everybodys)
    if plain_text.wants_text(request):
        return plain_text.text_answer(context["as_text"])
    if fixture_row.state == FixtureState.CANCELLED:
        context["withdrawn"] = teams.withdrawn_of(fixture_row)
    elif sheet.result is None:
        context |= _being_played(request, fixture_row) or _before_play(request, fixture_row)
        context["actions"] += _live_actions(request, fixture_row, going="live" in context)
    if answers := cards.availability_action(fixture_row, request.grants, request.league, now=request.now):
        context["actions"].append(answers)
    context["primary"] = primary = next((action for action in context["actions"] if action.primary), None)
    context["actions"] = [action for action in context["actions"] if action is not primary]
    return render(request, "league/fixture.html", context)


def _line_ups(fixture: Fixture, matches: Sequence[cards.MatchView]) -> list[tuple[Team, list[cards.PlayerLink]]]:
    """Return each side's players with a page, once each; [] where nobody has one."""
    home = {player.url: player for match in matches for player in match.home_players if player.url}
    away = {player.url: player for match in matches for player in match.away_players if player.url}
    return [(fixture.home, list(home.values())), (fixture.away, list(away.values()))] if home or away else []


def _being_played(request: LeagueRequest, fixture: Fixture) -> dict[str, Any]:
    scored = live_of(fixture)
    if scored is None:
        return {}
    live = live_views([scored], request.league)[0]
    follow = follow_context(request, [f"fixture-{fixture.pk}"])
    return {"live": live, "badge": cards.Badge(N_("Live"), "note"), **follow}


def _live_actions(request: LeagueRequest, fixture: Fixture, *, going: bool) -> list[cards.Action]:
    if not_open(fixture, now=request.now) or not may(request.grants, "live.score", fixture):
        return []
    label = N_("Live score: write or take over") if going else N_("Score it live")
    return [cards.Action(label, cards.url_of("live-score", request.league, fixture=fixture.pk))]


def _before_play(request: LeagueRequest, fixture: Fixture) -> dict[str, Any]:
    table = tables.table_view(table_without_movement(request, fixture.division), request.league)
    rows = {row.line.team.pk: row for row in table.rows}
    met = fixture_queries.meetings_of(fixture, count=MEETINGS)
    return {
        "before": True,
        "begun": fixture.state == FixtureState.SCHEDULED and fixture.starts_at <= request.now,
        "sides": [(team, rows.get(team.pk)) for team in (fixture.home, fixture.away)],
        "meetings": cards.fixture_cards(met, request.league, now=request.now),
        "map_url": MAP.format(where=quote_plus(fixture.venue.where)),
    }


@require_safe
@in_league("league.view")
def team(request: LeagueRequest, team: str) -> HttpResponse:
    team_row = team_or_404(request, team)
    if team_row.merged_into is not None:
        return redirect("team", slug=request.league.slug, team=team_row.merged_into.slug)
    season = season_of(request)
    entry = teams.entry_of(team_row, season) if season else None
    today = request.today
    officers = teams.officers_of(team_row, on=today)
    context: dict[str, Any] = {"team": team_row, "season": season, "entry": entry, "officers": officers}
    context["history"] = may(request.grants, "team.history", team_row)
    context["invites"] = may(request.grants, "role.invite", team_row)
    context["charges"] = may(request.grants, "team.charges", team_row)
    context["colours"] = may(request.grants, "team.colour", team_row)
    if season and entry:
        table = division_table(request, entry.division)
        lines = fixture_queries.fixtures_of_team(team_row, season)
        if team_row.pk in table.teams:
            context["panel"] = panel = panel_of(team_dashboard(lines, table, team_row.pk, now=request.now), request)
            context["row"] = panel.row
        context["squad"] = squad = teams.squad_of(team_row, season, on=today)
        context["registers"] = may(request.grants, "player.register", team_row)
        context["names"] = public_names([line.player for line in squad], request.grants)
        listed = cards.fixture_cards(lines, request.league, now=request.now)
        context["played"] = [card for card in listed if card.line.result]
        context["to_come"] = [card for card in listed if not card.line.result]
    context["finishes"] = finishes_of(request, [team_row.pk])
    context["titles"] = titles_of_team(team_row, request.grants)
    context["cups"] = cups_of(team_row)
    return render(request, "league/team.html", context)


@require_safe
@in_league("league.view")
def player(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = player_or_404(request, player)
    if player_row.merged_into_id is not None:
        return redirect("player", slug=request.league.slug, player=player_row.merged_into_id)
    season = season_of(request)
    context: dict[str, Any] = {"player": player_row, "season": season, "name": public_name(player_row, request.grants)}
    context["history"] = may(request.grants, "player.history", player_row)
    context["is_own"] = player_row.pk in request.grants.players
    context["conduct"] = may(request.grants, "conduct.see", player_row)
    context["changes"] = may(request.grants, "role.manage") and may(request.grants, "person.change", player_row)
    context["shows_averages"] = may(request.grants, "player.averages", player_row)
    context["career"] = career = career_of(player_row)
    places = {(one.season.pk, one.team): one for one in finishes_of(request, {line.team.pk for line in career.lines})}
    context["seasons"] = [(line, places.get((line.season.pk, line.team.pk))) for line in career.lines]
    context["titles"] = titles_of_player(player_row, request.grants)
    context["form"] = tables.player_form(career, request.league)
    context["hands"] = counting_of(player_row)
    context["names"] = public_names(career.people.values(), request.grants)
    if season:
        context["registrations"] = teams.teams_of(player_row, season)
        context["record"] = teams.player_season(player_row, season)
        context["figures"] = career.figures(season)
    return render(request, "league/player.html", context)


@require_safe
@in_league("league.view")
def rules(request: LeagueRequest) -> HttpResponse:
    """The rules of a season; those of a draft for its secretary alone, who reads them before publishing."""
    wanted = request.GET.get("season", "")
    drafts = may(request.grants, "season.make") and wanted
    season = of_slug(leagues.every_season_of(request.league), wanted) if drafts else season_of(request)
    if season is None:
        return empty_league(request)
    context = {"season": season, "books": merge_books(rulebook.books_of(season)), "changes": rule_changes_of(season)}
    return render(request, "league/rules.html", context)
