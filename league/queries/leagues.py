"""Leagues and seasons, and lists for pagination: unevaluated querysets with everything joined that a line shows."""

import datetime as dt
from collections.abc import Collection, Sequence

from django.db.models import Exists, Max, OuterRef, Prefetch, Q, QuerySet

from league.access import held_role_q
from league.enums import CompetitionKind
from league.models import (
    Division,
    Entry,
    Fixture,
    League,
    Player,
    Registration,
    Result,
    Role,
    Season,
    Team,
    User,
    Week,
)
from league.queries.visibility import public, sides_shown

WEEK = dt.timedelta(weeks=1)


def leagues_of(host_league: str = "") -> list[League]:
    """Leagues that are not hidden, by name; on a league's own domain, whose slug is given, that one alone."""
    leagues = League.objects.filter(hidden_at=None).order_by("name")
    return list(leagues.filter(slug=host_league) if host_league else leagues)


def leagues_with(user: User, *, today: dt.date) -> list[League]:
    """Return the leagues in which a user holds a role or is a player, by name (one query)."""
    mine = Q(pk__in=Role.objects.filter(held_role_q(today), user=user).values("league"))
    mine |= Q(pk__in=Player.objects.filter(user=user).values("league"))
    return list(League.objects.filter(mine, hidden_at=None).order_by("name"))


def hidden_leagues() -> list[League]:
    return list(League.objects.exclude(hidden_at=None).order_by("name"))


def current_season(league: League, *, now: dt.datetime) -> Season | None:
    """The present published season, see `current_of`."""
    return current_of(seasons_of(league), today=now.astimezone(league.tz).date())


def current_of(seasons: Sequence[Season], *, today: dt.date) -> Season | None:
    """Return the season of a league's pages on a day in its time zone.

    Of those whose weeks are not over the one that began first: an extra season beside it does not take its place. Else
    the one that began last; before the first, the first to come. `seasons` are from `seasons_of`.
    """
    begun = [season for season in seasons if season.first_week <= today]
    going_on = [season for season in begun if (last := season.last_week) and today < last + WEEK]  # type: ignore[attr-defined]
    if going_on:
        return going_on[-1]
    if begun:
        return begun[0]
    return seasons[-1] if seasons else None


def seasons_of(league: League) -> list[Season]:
    """Published seasons, the latest first, with the Monday of the last week as `last_week`."""
    found = league.seasons.filter(public()).annotate(last_week=Max("weeks__starts_on"))
    return list(found.order_by("-first_week", "-pk"))


def seasons_over(league: League, *, now: dt.datetime) -> list[int]:
    """Ids of published seasons that are over: closed, or after the last week, or without weeks the last fixture's day
    (one query)."""
    today = now.astimezone(league.tz).date()
    seasons = Season.objects.filter(league=league, published_at__isnull=False).annotate(
        last_week=Max("weeks__starts_on"),
        last_fixture=Max("divisions__fixtures__starts_at", filter=Q(divisions__kind=CompetitionKind.LEAGUE)),
    )
    over = []
    for pk, closed, week, fixture in seasons.values_list("pk", "closed_at", "last_week", "last_fixture"):
        played = fixture is not None and fixture.astimezone(league.tz).date() < today
        if closed or ((week + WEEK <= today) if week is not None else played):
            over.append(pk)
    return over


def every_season_of(league: League) -> list[Season]:
    """Seasons that are not hidden, drafts too, the latest first."""
    return list(league.seasons.filter(hidden_at=None).order_by("-first_week", "-pk"))


def week_at(season: Season, monday: dt.date) -> Week | None:
    """The season's week that begins on a Monday, with its round."""
    return Week.objects.filter(season=season, starts_on=monday).select_related("round").first()


def fixtures_listed(seasons: QuerySet[Season] | Collection[int]) -> QuerySet[Fixture]:
    """Fixtures of these seasons with their live result as `live_results` (two queries a page)."""
    fixtures = Fixture.objects.filter(sides_shown(), division__season__in=seasons)
    return with_live_results(fixtures.select_related("division__season", "home", "away", "venue", "week"))


def with_live_results(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Fixtures with their live result, or none, as the list `live_results` (one query more)."""
    return fixtures.prefetch_related(Prefetch("results", Result.objects.filter(live=True), to_attr="live_results"))


def divisions_listed(season: Season) -> QuerySet[Division]:
    return Division.objects.filter(season=season).select_related("season__league").order_by("order", "name")


def weeks_listed(season: Season) -> QuerySet[Week]:
    return Week.objects.filter(season=season).select_related("round").order_by("starts_on")


def entries_listed(season: Season) -> QuerySet[Entry]:
    entries = Entry.objects.filter(season=season, team__hidden_at=None).order_by("division__order", "team__name")
    return entries.select_related("season", "division", "team", "venue")


def players_listed(league: League, seasons: QuerySet[Season]) -> QuerySet[Player]:
    registered = Registration.objects.filter(player=OuterRef("pk"), season__in=seasons)
    return Player.objects.filter(Exists(registered), league=league)


def registered_for(team: Team, season: Season) -> QuerySet[Registration]:
    """Everybody who is, will be or was registered for a team in a season, by name."""
    registrations = Registration.objects.filter(team=team, season=season).select_related("season", "team", "player")
    return registrations.order_by("player__name", "player_id", "starts_on")


def results_listed(seasons: QuerySet[Season]) -> QuerySet[Result]:
    return Result.objects.filter(live=True, fixture__division__season__in=seasons).select_related(
        "fixture__division__season", "fixture__home", "fixture__away", "format"
    )


def versions_of(fixture: Fixture) -> list[Result]:
    """Versions of a fixture's sheet, the first one first, each with that fixture (one query)."""
    found = list(Result.objects.filter(fixture=fixture).select_related("format").order_by("version"))
    for result in found:
        result.fixture = fixture
    return found
