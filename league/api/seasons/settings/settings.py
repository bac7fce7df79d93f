"""Settings of a league, a season and a division: read, tried and changed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.settings.settings_shapes import (
    DivisionSettingsIn,
    DivisionSettingsShape,
    EffectShape,
    LeagueSettingsIn,
    LeagueSettingsShape,
    SeasonSettingsIn,
    SeasonSettingsShape,
    told_of,
)
from league.errors import Invalid, WrongState
from league.models import Division, Season
from league.queries.seasons.settings.effects import effect_on_division, effect_on_league, effect_on_season
from league.rules.problems import Problem
from league.services.seasons import leagues, seasons


def sent_as(
    shape: type[Serializer[Any]], view: LeagueView, check: Callable[[dict[str, Any]], object]
) -> tuple[dict[str, Any], str]:
    """Return the settings that were sent by name, and the reason given; what was left out is not in it.

    Args:
        check: raises Invalid for settings that cannot be.

    Raises:
        Invalid: something of it has the wrong shape; with what `check` has against the rest.
    """
    try:
        said = view.read(shape, partial=True)
    except Invalid as wrong:
        raise Invalid([*wrong.problems, *_problems_of_rest(shape, view.request.data, wrong, check)]) from wrong
    reason = str(said.pop("reason", ""))
    return said, reason


def _problems_of_rest(
    shape: type[Serializer[Any]], body: Any, wrong: Invalid, check: Callable[[dict[str, Any]], object]
) -> list[Problem]:
    broken = {problem.field.split("/")[1] for problem in wrong.problems if problem.field}
    sent = {name: value for name, value in body.items() if name not in broken} if isinstance(body, dict) else {}
    rest = shape(data=sent, partial=True)
    if not sent or not rest.is_valid():
        return []
    try:
        check({name: value for name, value in rest.validated_data.items() if name != "reason"})
    except Invalid as further:
        return [problem for problem in further.problems if problem.field in sent]
    except WrongState:
        # Told where everything can be read.
        pass
    return []


class OneLeague(LeagueView):
    """An address about how the league is run."""

    def sent(self) -> tuple[dict[str, Any], str]:
        """Return the settings that were sent by name, and the reason given.

        Raises:
            NotAllowed: the asker does not decide them.
        """
        self.allow("league.settings")
        return sent_as(LeagueSettingsIn, self, self.check)

    def check(self, said: dict[str, Any]) -> None:
        wanted = replace(leagues.settings_of(self.league), **said)
        leagues.check_league_settings(self.league, wanted, by=self.user)


class LeagueSettings(OneLeague):
    @operation("How the league is run", action="league.settings", answer=LeagueSettingsShape)
    def get(self, request: Request) -> Response:
        self.allow("league.settings")
        return Response(LeagueSettingsShape(self.league).data)

    @operation(
        "Decide how the league is run; what is left out stays as it is",
        action="league.settings",
        body=LeagueSettingsIn(partial=True),
        answer=LeagueSettingsShape,
        fresh=True,
    )
    def patch(self, request: Request) -> Response:
        said, reason = self.sent()
        league = leagues.change_settings(self.league, said, reason=reason, by=self.user, now=self.now)
        return Response(LeagueSettingsShape(league).data)


class LeagueSettingsTry(OneLeague):
    @operation(
        "What would follow if the league were run so: sentences of the rules, deadlines, people. Nothing is written",
        action="league.settings",
        body=LeagueSettingsIn(partial=True),
        answer=EffectShape,
    )
    def post(self, request: Request) -> Response:
        said, _ = self.sent()
        self.check(said)
        wanted = replace(leagues.settings_of(self.league), **said)
        return Response(EffectShape(effect_on_league(self.league, wanted, now=self.now)).data)


class OneSeason(OwnSeason):
    """An address about how a season is run, a draft too."""

    def sent(self, season: str) -> tuple[Season, dict[str, Any], str]:
        """Return the season that the address names, the settings that were sent by name, and the reason given.

        Raises:
            NotAllowed: the asker makes no seasons.
            Http404: there is none.
        """
        self.allow("season.make")
        found = self.one(season)

        def check(said: dict[str, Any]) -> None:
            seasons.check_season_settings(found, replace(seasons.settings_of(found), **said))

        return found, *sent_as(SeasonSettingsIn, self, check)


class SeasonSettings(OneSeason):
    @operation("How a season is run", action="season.make", answer=SeasonSettingsShape)
    def get(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        return self.told(self.one(season))

    @operation(
        "Decide how a season is run; what is left out stays as it is, and so do timetables that are made",
        action="season.make",
        body=SeasonSettingsIn(partial=True),
        answer=SeasonSettingsShape,
    )
    def patch(self, request: Request, season: str) -> Response:
        found, said, reason = self.sent(season)
        return self.told(seasons.change_settings(found, said, reason=reason, by=self.user, now=self.now))

    def told(self, season: Season) -> Response:
        return Response(SeasonSettingsShape(seasons.settings_of(season)).data)


class SeasonSettingsTry(OneSeason):
    @operation(
        "What would follow if a season were run so: sentences of the rules, fixtures. Nothing is written",
        action="season.make",
        body=SeasonSettingsIn(partial=True),
        answer=EffectShape,
    )
    def post(self, request: Request, season: str) -> Response:
        found, said, _ = self.sent(season)
        wanted = replace(seasons.settings_of(found), **said)
        seasons.check_season_settings(found, wanted)
        return Response(EffectShape(effect_on_season(found, wanted, now=self.now)).data)


class OneDivision(OwnSeason):
    """An address about one division of a season, a draft too."""

    def division(self, season: str, division: str) -> Division:
        """Return the division of this league that the address names.

        Raises:
            NotAllowed: the asker makes no seasons.
            Http404: there is none.
        """
        self.allow("season.make")
        return get_object_or_404(self.one(season).divisions.select_related("season__league"), slug=division)


class DivisionSettings(OneDivision):
    @operation("The points of a division, and its tie-breaks", action="season.make", answer=DivisionSettingsShape)
    def get(self, request: Request, season: str, division: str) -> Response:
        return self.told(self.division(season, division))

    @operation(
        "Decide what a division gives points for, and what separates level teams; what is left out stays as it is",
        action="season.make",
        body=DivisionSettingsIn(partial=True),
        answer=DivisionSettingsShape,
    )
    def patch(self, request: Request, season: str, division: str) -> Response:
        found = self.division(season, division)
        said, reason = sent_as(DivisionSettingsIn, self, partial(seasons.check_division, found))
        return self.told(seasons.change_division(found, said, reason=reason, by=self.user, now=self.now))

    def told(self, division: Division) -> Response:
        return Response(DivisionSettingsShape(told_of(division)).data)


class DivisionSettingsTry(OneDivision):
    @operation(
        "What would follow if a division counted so: the table, sentences of the rules. Nothing is written",
        action="season.make",
        body=DivisionSettingsIn(partial=True),
        answer=EffectShape,
    )
    def post(self, request: Request, season: str, division: str) -> Response:
        found = self.division(season, division)
        said, _ = sent_as(DivisionSettingsIn, self, partial(seasons.check_division, found))
        checked, _own = seasons.check_division(found, said)
        return Response(EffectShape(effect_on_division(found, {name: getattr(checked, name) for name in said})).data)
