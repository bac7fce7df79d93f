"""Pages that everybody may read: the league's home, tables, fixtures, teams, players and rules."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from league.access import may
from league.enums import FixtureState
from league.models import Division, Player, Team
from league.queries import fixtures as fixture_queries
from league.queries import leagues, teams
from league.queries import players as player_queries
from league.queries.calls import calls
from league.queries.dates.owed import with_undated
from league.queries.outages import gaps_in
from league.queries.people.personal_data import public_name, public_names
from league.queries.seasons.drafts import drafts_of
from league.queries.seasons.settings.told import rule_changes_of
from league.queries.shown import public
from league.queries.standings import standings
from league.queries.standings.kinds import kinds_of, table_of_kind
from league.rules.kept_formats import fixture_terms
from league.rules.match_terms import KIND_NAMES
from league.services.disputes import rulebook
from league.web.base import cards
from league.web.base.scope import LeagueRequest, fixture_or_404, in_league, of_slug, season_of
from league.web.disputes import rows as dispute_rows
from league.web.standings import tables

LATEST = 6


def _empty(request: LeagueRequest) -> HttpResponse:
    """A league without a published season; its secretary is led on to what is to be done."""
    drafts = drafts_of(request.league) if may(request.grants, "season.make") else []
    return render(request, "league/empty_league.html", {"drafts": drafts})


@require_safe
@in_league("league.view")
def league_home(request: LeagueRequest) -> HttpResponse:
    season = leagues.current_season(request.league, now=request.now)
    if season is None:
        return _empty(request)
    monday = fixture_queries.week_of(request.now.astimezone(request.league.tz).date())
    found = standings.season_tables(season)
    this_week = fixture_queries.fixtures_of_week(request.league, monday)
    context = {
        "season": season,
        "monday": monday,
        "week": leagues.week_at(season, monday),
        "this_week": cards.groups_of(this_week, request.league, now=request.now),
        "latest": cards.fixture_cards(
            fixture_queries.latest_results(request.league, count=LATEST), request.league, now=request.now
        ),
        "tables": [tables.table_view(table, request.league) for table in found],
        "waiting": sum(table.waiting for table in found),
    }
    return render(request, "league/home.html", context)


@require_safe
@in_league("league.view")
def division(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    found = get_object_or_404(
        with_undated(Division.objects.select_related("season")),
        public("season__"),
        season__league=request.league,
        season__slug=season,
        slug=division,
    )
    kinds = {str(kind): KIND_NAMES[kind].capitalised() for kind in kinds_of(found)}
    wanted = request.GET.get("matches", "")
    one_kind = next((kind for kind in kinds_of(found) if kind == wanted), None)
    if wanted and one_kind is None:
        raise Http404
    table = standings.division_table(found) if one_kind is None else table_of_kind(found, one_kind)
    context = {
        "table": tables.table_view(table, request.league),
        "division": found,
        "others": standings.divisions_of(found.season),
        "kinds": kinds,
        "kind": wanted,
    }
    return render(request, "league/standings/division.html", context)


@require_safe
@in_league("league.view")
def fixtures(request: LeagueRequest) -> HttpResponse:
    season = season_of(request)
    if season is None:
        return _empty(request)
    divisions = standings.divisions_of(season)
    slug = request.GET.get("division", "")
    wanted = of_slug(divisions, slug) if slug else None
    weeks = fixture_queries.calendar_of(season, division=wanted, now=request.now)
    context = {
        "season": season,
        "seasons": leagues.seasons_of(request.league),
        "divisions": divisions,
        "wanted": wanted,
        "weeks": cards.week_views(weeks, request.league, now=request.now),
    }
    return render(request, "league/fixtures.html", context)


@require_safe
@in_league("league.view")
def fixture(request: LeagueRequest, fixture: int) -> HttpResponse:
    found = fixture_or_404(request, fixture)
    sheet = fixture_queries.fixture_sheet(found)
    # Visitors dispute nothing, and appeal against nothing.
    away = gaps_in(found.division.season) if request.user.is_authenticated else []
    disputes = dispute_rows.of_fixture(found, sheet.result, request.grants, request.league, away, now=request.now)
    context: dict[str, Any] = {
        "sheet": sheet,
        "fixture": found,
        "badge": cards.fixture_badge(fixture_queries.FixtureLine(found, sheet.result), now=request.now),
        "matches": [
            cards.match_view(line, request.league, fixture_terms(found), request.grants) for line in sheet.matches
        ],
        "rulings": dispute_rows.with_appeals(
            calls.rulings_of(found), found, request.grants, request.league, away, now=request.now
        ),
        "disputes": disputes,
        "inside": may(request.grants, "postponement.ask", found) or request.grants.secretary,
        "history": may(request.grants, "fixture.history", found),
        "actions": [*cards.actions(sheet, request.grants, request.league, now=request.now), *disputes.actions],
    }
    if found.state == FixtureState.CANCELLED:
        context["withdrawn"] = teams.withdrawn_of(found)
    return render(request, "league/fixture.html", context)


@require_safe
@in_league("league.view")
def team(request: LeagueRequest, team: str) -> HttpResponse:
    joined = Team.objects.select_related("league", "merged_into")
    found = get_object_or_404(joined, teams.REACHED, league=request.league, slug=team)
    if found.merged_into is not None:
        return redirect("team", slug=request.league.slug, team=found.merged_into.slug)
    season = season_of(request)
    entry = teams.entry_of(found, season) if season else None
    today = request.now.astimezone(request.league.tz).date()
    officers = teams.officers_of(found, on=today)
    context: dict[str, Any] = {"team": found, "season": season, "entry": entry, "officers": officers}
    context["history"] = may(request.grants, "team.history", found)
    context["invites"] = may(request.grants, "role.invite", found)
    context["charges"] = may(request.grants, "team.charges", found)
    if season and entry:
        table = standings.division_table(entry.division)
        lines = fixture_queries.fixtures_of_team(found, season)
        shown = tables.table_view(table, request.league).rows
        context["row"] = next((row for row in shown if row.entrant.id == found.pk), None)
        context["squad"] = squad = player_queries.squad_of(found, season, on=today)
        context["registers"] = may(request.grants, "player.register", found)
        context["names"] = public_names([line.player for line in squad], request.grants)
        context["played"] = cards.fixture_cards([x for x in lines if x.result], request.league, now=request.now)
        context["to_come"] = cards.fixture_cards([x for x in lines if not x.result], request.league, now=request.now)
    return render(request, "league/team.html", context)


@require_safe
@in_league("league.view")
def player(request: LeagueRequest, player: int) -> HttpResponse:
    found = get_object_or_404(Player, league=request.league, pk=player)
    if found.merged_into_id is not None:
        return redirect("player", slug=request.league.slug, player=found.merged_into_id)
    season = season_of(request)
    context: dict[str, Any] = {"player": found, "season": season, "name": public_name(found, request.grants)}
    context["history"] = may(request.grants, "player.history", found)
    context["own"] = found.pk in request.grants.players
    context["conduct"] = may(request.grants, "conduct.see", found)
    context["changes"] = may(request.grants, "role.manage") and may(request.grants, "person.change", found)
    if season:
        context["registrations"] = player_queries.teams_of(found, season)
        context["record"] = player_queries.player_season(found, season)
    return render(request, "league/player.html", context)


@require_safe
@in_league("league.view")
def rules(request: LeagueRequest) -> HttpResponse:
    """The rules of a season; those of a draft for its secretary alone, who reads them before publishing."""
    asked = request.GET.get("season", "")
    drafts = may(request.grants, "season.make") and asked
    season = of_slug(leagues.every_season_of(request.league), asked) if drafts else season_of(request)
    if season is None:
        return _empty(request)
    context = {"season": season, "books": rulebook.books_of(season), "changes": rule_changes_of(season)}
    return render(request, "league/rules.html", context)
