"""Conduct: the referees' cases and their decision, and a player's own record."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.disputes.disputes_shapes import ConsequencesShape, RulingMadeShape
from league.api.etags import RestsOn
from league.api.operations import SEASON, operation
from league.api.people.people_shapes import PlayerRef
from league.api.shapes import ModelShape, TextField, TextIn, ValueShape, example, shape, tells
from league.api.views import LeagueView
from league.enums import ConductState
from league.errors import NothingThere, WrongState
from league.models import ConductCase, Player, Ruling, Season
from league.queries.calls import conduct as queries
from league.queries.calls.conduct import ConductRecord, NotedRuling, SeasonLine
from league.queries.disputes.consequences import Consequences
from league.queries.outages import gaps_in
from league.rules.rulings import Noted
from league.services.calls import conduct
from league.translation import N_

DECISIONS = (("award", "The game is awarded to the other side"), ("dismiss", "Nothing follows"))


@tells(
    ConductCase,
    "id fixture_id fixture.home fixture.away match_number game_number overcalls state proposed_at",
    side="Whose conduct it is about.",
    player="None: the rulings named only the side.",
    false_challenges="When the case came up.",
    threshold="From so many on the ruleset proposes a case.",
)
class ConductCaseShape(ModelShape):
    """Somebody who overcalled or challenged falsely so often in one game that a referee decides about it (R43)."""

    ruling = RulingMadeShape(allow_null=True, read_only=True, help_text="None until it is decided.")


NotedShape = shape(
    Noted,
    "overcalls false_challenges side player",
    "The overcalls and false challenges that a ruling noted against one player, or a side where nobody was named.",
    player="Their id, or null.",
)
NotedRulingShape = shape(
    NotedRuling,
    "noted ruling=ruling.pk call.fixture_id call.match_number call.game_number ruling.decided_at",
    "A ruling on a called hand that noted something.",
    appealed="Under appeal: it counts, and is marked.",
    ruling="The id by which it can be appealed against.",
    reason=serializers.CharField(source="ruling.verdict.reason", help_text="The engine’s own words."),
)
SeasonCountShape = shape(
    SeasonLine,
    "player overcalls false_challenges",
    "The overcalls and false challenges noted against a player in a season, over all their games.",
    "SeasonCount",
    appealed="Of them, those that rest on rulings under appeal.",
    worst="The most in one game.",
)


class ConductShape(serializers.Serializer[Any]):
    """The referees’ cases, and the counts of a season, the highest first."""

    open = ConductCaseShape(many=True, help_text="To be decided, the oldest first; of every season.")
    decided = ConductCaseShape(many=True, help_text="Of the season, the last first.")
    counts = SeasonCountShape(many=True)


class WholeCaseShape(ConductCaseShape):
    """A case with the rulings it rests on, and what follows if the game is awarded."""

    rule = serializers.CharField(help_text="The rule on conduct, R43.")
    rule_text = TextField()
    rulings = NotedRulingShape(many=True, help_text="Those still in force.")
    decides = serializers.BooleanField(help_text="Whether you may decide it now.")
    following = ConsequencesShape(
        allow_null=True,
        help_text="If the game is awarded; its `stamp` goes along with the decision. None for those who do not decide, "
        "and while there is no confirmed sheet with this game on it.",
    )


@example("The game is awarded to the other side", decision="award", reason="Three times ten too many in one game.")
@example("Nothing follows", decision="dismiss", reason="They had misread the starter each time.")
class ConductDecisionIn(serializers.Serializer[Any]):
    """A decision about conduct, and the reason. The captain of that side and the player read it; the public does not.

    An award can be sent once there is a confirmed sheet.
    """

    rests_on = RestsOn("case", takes=("seen",), stamp=True)
    decision = serializers.ChoiceField(choices=DECISIONS)
    reason = TextIn()


@tells(
    ConductRecord,
    "overcalls false_challenges rulings",
    rulings="Those that noted something against them, the last first.",
)
class ConductRecordShape(ValueShape):
    """A player’s own record of a season."""

    player = PlayerRef()
    cases = ConductCaseShape(many=True, help_text="The decided ones about them, the last first.")
    appealable = serializers.ListField(
        child=serializers.IntegerField(), help_text="The ids of the rulings among these that you can appeal against."
    )


class ConductView(LeagueView):
    @property
    def own_season(self) -> Season | None:
        season = self.season
        if season is not None:
            season.league = self.league
        return season

    def case(self, pk: int) -> ConductCase:
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


class OneConductRecord(ConductView):
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
        record = queries.record_of(found, season) if season else ConductRecord(0, 0, [], [])
        said: dict[str, Any] = {name: getattr(record, name) for name in ConductRecord.__slots__}
        return Response(
            ConductRecordShape({"player": found, **said, "appealable": self._appealable(season, record)}).data
        )

    def _appealable(self, season: Season | None, record: ConductRecord) -> list[int]:
        rulings: list[Ruling] = [one.ruling for one in record.rulings] + [case.ruling for case in record.cases]
        mine = [ruling for ruling in rulings if may(self.grants, "ruling.appeal", ruling)]
        away = gaps_in(season) if season is not None and mine else []
        return sorted(ruling.pk for ruling in mine if queries.may_be_appealed(ruling, self.league, away, now=self.now))
