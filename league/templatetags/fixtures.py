"""High hands, match reports and answers to who can play, on pages of fixtures and players."""

import datetime as dt
from typing import Any

from django import template
from django.db.models import Q
from django.utils import timezone

from league.access import Grants, may
from league.models import Division, Fixture, HighHand, Player, Registration, Result, Season
from league.queries.honours.careers import Figures
from league.queries.honours.high_hands import public_high_hands
from league.queries.news import ReportLine, reports_of
from league.queries.news import sides_of as writing_sides
from league.queries.results.versions import cards_to_come as count_cards_to_come
from league.queries.results.versions import live_result
from league.rules.careers import Tally
from league.services.honours.high_hands import why_closed as hands_closed
from league.services.news import why_closed as reports_closed
from league.translation import N_, Text

register = template.Library()


@register.simple_tag
def public_hands(fixture: Fixture) -> list[HighHand]:
    """Return the high hands that the public page of a fixture tells of (one query)."""
    return public_high_hands(fixture)


@register.inclusion_tag("league/results/_cards_to_come.html")
def cards_to_come(division: Division | None = None, season: Season | None = None, player: Player | None = None) -> Any:
    """Say how many results figures of players lack, since they are scores alone (one query).

    A player's are those of the teams that they are registered for in the season.
    """
    which = Q(fixture__division=division) if division is not None else Q(fixture__division__season=season)
    if player is not None:
        teams = Registration.objects.filter(player=player, season=season).values("team")
        which &= Q(fixture__home__in=teams) | Q(fixture__away__in=teams)
    return {"count": count_cards_to_come(which)}


@register.simple_tag
def can_record_hands(fixture: Fixture, grants: Grants) -> bool:
    """Return True if a visitor can record a high hand of a fixture now (a query for those who may)."""
    if not fixture.pk or not may(grants, "high_hand.record", fixture):
        return False
    now: dt.datetime = timezone.now()
    return not hands_closed(fixture, live_result(fixture), grants, now=now)


@register.filter
def lines_by_kind(figures: Figures) -> list[tuple[Text, Tally]]:
    """Return the lines of a player's record that say something: singles, doubles, all, home and away."""
    lines = [
        (N_("Singles"), figures.singles),
        (N_("Doubles"), figures.doubles),
        (N_("All"), figures.total),
        (N_("Home"), figures.home),
        (N_("Away"), figures.away),
    ]
    return [(label, tally) for label, tally in lines if tally.matches]


@register.simple_tag
def match_reports(fixture: Fixture, live: Result | None, grants: Grants) -> dict[str, Any]:
    """Return the match reports of a fixture with a result, and what a reader may do about them (one query).

    `writes`: they may write one now. `hides`: they may hide or show one.
    """
    lines: list[ReportLine] = reports_of(fixture, grants)
    writes = bool(writing_sides(fixture, grants)) and not reports_closed(fixture, live, now=timezone.now())
    return {"lines": lines, "writes": writes, "hides": may(grants, "report.hide") and bool(lines)}
