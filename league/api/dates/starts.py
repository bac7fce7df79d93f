"""Another start for a team at home, a division or a whole season at once: tried, then changed as it was seen."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.dates.dates_shapes import StartChangeShape, StartsIn
from league.api.seasons.seasons import OwnSeason
from league.models import Season
from league.queries.dates.starts import StartChange, StartScope, start_change
from league.queries.listings import entries_listed
from league.rules.problems import Problem
from league.services.dates.starts import change_starts, check_starts


class OfStarts(OwnSeason):
    """An address about the start of teams of a season."""

    def scope_of(self, season: Season, sent: dict[str, Any]) -> StartScope:
        """Return whose start the body is about.

        Raises:
            Http404: the season has no such team or division.
        """
        if "team" in sent:
            entries = entries_listed(season).select_related("season__league", "division", "team")
            return get_object_or_404(entries, team__slug=sent["team"])
        if "division" in sent:
            return get_object_or_404(season.divisions.select_related("season__league"), slug=sent["division"])
        return season

    def check(self, season: Season, sent: dict[str, Any]) -> Sequence[Problem]:
        """Raise Invalid where the start that can be read cannot be that of the teams that can be read."""
        named = {"team", "division"} & set(self.request.data)
        if named | {"start"} <= sent.keys():
            check_starts(self.scope_of(season, sent), sent["start"])
        return ()

    def respond(self, change: StartChange) -> Response:
        return self.tagged(StartChangeShape(change).data, "season", moving=len(change.fixtures))


class StartsTry(OfStarts):
    @operation(
        "What would follow if a team, a division or a whole season started at another time. Nothing is written",
        action="season.make",
        body=StartsIn,
        answer=StartChangeShape,
        etag=True,
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found = self.one(season)
        sent = self.read(StartsIn, partial(self.check, found))
        scope = self.scope_of(found, sent)
        check_starts(scope, sent["start"])
        return self.respond(start_change(scope, sent["start"], now=self.now))


class StartsChange(OfStarts):
    @operation(
        "Let a team, a division or a whole season start at another time: fixtures to come that were set for the usual "
        "start move with it, and captains are told once",
        action="season.make",
        body=StartsIn,
        answer=StartChangeShape,
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found = self.one(season)
        sent = self.read(StartsIn, partial(self.check, found))
        scope = self.scope_of(found, sent)
        change = change_starts(scope, sent["start"], seen=sent["moving"], by=self.user, now=self.now)
        return Response(StartChangeShape(change).data)
