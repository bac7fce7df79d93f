"""Conduct: the referees' cases and their decision, and a player's own record."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.base.operations import SEASON, operation
from league.api.base.scope import LeagueView
from league.api.calls.conduct_shapes import (
    ConductCaseShape,
    ConductDecisionIn,
    ConductRecordShape,
    ConductShape,
    WholeCaseShape,
)
from league.enums import ConductState
from league.errors import NothingThere, WrongState
from league.models import ConductCase, Player, Ruling, Season
from league.queries.calls import conduct as queries
from league.queries.disputes.consequences import Consequences
from league.queries.outages import gaps_in
from league.services.calls import conduct
from league.translation import N_


class ConductView(LeagueView):
    """An address about conduct."""

    @property
    def own_season(self) -> Season | None:
        """The season that is asked for, with its league; the current one otherwise."""
        season = self.season
        if season is not None:
            season.league = self.league
        return season

    def case(self, pk: int) -> ConductCase:
        """The case that the address names.

        Raises:
            Http404: the league has none of that number.
        """
        try:
            return queries.find_case(self.league, pk)
        except ConductCase.DoesNotExist as missing:
            raise NothingThere(N_("There is no such case in this league.")) from missing


class Conduct(ConductView):
    @operation(
        "What is to be decided about conduct, what was, and the season’s counts",
        action="conduct.see",
        answer=ConductShape,
        parameters=[SEASON],
    )
    def get(self, request: Request) -> Response:
        self.allow("conduct.see")
        season = self.own_season
        found = {
            "open": queries.open_cases(self.league),
            "decided": queries.decided_cases(season) if season else [],
            "counts": queries.season_lines(season) if season else [],
        }
        return Response(ConductShape(found).data)


class OneConductCase(ConductView):
    @operation(
        "A case of conduct: the rulings it rests on, and what would follow",
        action="conduct.see",
        answer=WholeCaseShape,
        etag=True,
    )
    def get(self, request: Request, case: int) -> Response:
        self.allow("conduct.see")
        found = self.case(case)
        decides = may(self.grants, "conduct.decide", found) and found.state == ConductState.PROPOSED
        rule, text = conduct.rule_in(found.fixture, found.match_number)
        rulings = queries.noted_in(found.fixture, match_number=found.match_number, game_number=found.game_number)
        more = {
            "rule": rule,
            "rule_text": text,
            "rulings": [one for one in rulings if queries.is_about(one, found)],
            "decides": decides,
            "following": _following(found) if decides else None,
        }
        for name, value in more.items():
            setattr(found, name, value)
        answer, follows = WholeCaseShape(found).data, more["following"]
        return (
            self.tagged(answer, "case", seen=follows.stamp) if isinstance(follows, Consequences) else Response(answer)
        )


def _following(case: ConductCase) -> Consequences | None:
    try:
        return conduct.preview(case)
    except WrongState:
        # The sheet has no such game; whoever awards it is told so.
        return None


class ConductDecide(ConductView):
    @operation(
        "Decide whether somebody’s conduct was persistent; what follows is done at once",
        action="conduct.decide",
        body=ConductDecisionIn,
        answer=ConductCaseShape,
        status=201,
    )
    def post(self, request: Request, case: int) -> Response:
        self.allow("conduct.see")
        found = self.case(case)
        self.allow("conduct.decide", found)
        sent = self.read(ConductDecisionIn)
        award = sent.pop("decision") == "award"
        conduct.decide(found, award=award, **sent, by=self.user, now=self.now)
        return Response(ConductCaseShape(self.case(case)).data, status=201)


class ConductRecord(ConductView):
    @operation(
        "A player’s own record of conduct in a season",
        action="conduct.see",
        answer=ConductRecordShape,
        parameters=[SEASON],
    )
    def get(self, request: Request, player: int) -> Response:
        found = get_object_or_404(Player, league=self.league, pk=player)
        self.allow("conduct.see", found)
        season = self.own_season
        record = queries.record_of(found, season) if season else queries.ConductRecord(0, 0, [], [])
        said: dict[str, Any] = {name: getattr(record, name) for name in queries.ConductRecord.__slots__}
        return Response(
            ConductRecordShape({"player": found, **said, "appealable": self._appealable(season, record)}).data
        )

    def _appealable(self, season: Season | None, record: queries.ConductRecord) -> list[int]:
        rulings: list[Ruling] = [one.ruling for one in record.rulings] + [case.ruling for case in record.cases]
        mine = [ruling for ruling in rulings if may(self.grants, "ruling.appeal", ruling)]
        away = gaps_in(season) if season is not None and mine else []
        return sorted(ruling.pk for ruling in mine if queries.may_be_appealed(ruling, self.league, away, now=self.now))
