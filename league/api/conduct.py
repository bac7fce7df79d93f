"""Conduct: the referees' cases and their decision, and a player's own record."""

from typing import Any

from rest_framework import serializers

from league.access import may
from league.api.etags import RestsOn
from league.api.league_views import LeagueView, PlayerView, find_or_404
from league.api.operations import SEASON, operation
from league.api.refs import PlayerRef
from league.api.ruling_shapes import ConsequencesShape, RulingMadeShape
from league.api.shapes import ModelShape, TextField, TextIn, ValueShape, example, shape, tells
from league.enums import ConductState
from league.errors import WrongState
from league.models import ConductCase, Player, Ruling, Season
from league.queries.calls import conduct as queries
from league.queries.calls.conduct import ConductRecord, NotedRuling, SeasonLine
from league.queries.disputes.consequences import Consequences
from league.queries.outages import gaps_in
from league.rules.rulings import ErrorCount
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
    ErrorCount,
    "overcalls false_challenges side player",
    "The overcalls and false challenges that a ruling noted against one player, or a side where nobody was named.",
    "Noted",
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
    def find_case(self, pk: int) -> ConductCase:
        """Return a case of the league. Raises Http404, or NotAllowed where the asker sees no cases."""
        self.allow("conduct.see")
        return find_or_404(N_("There is no such case in this league."), queries.find_case, self.league, pk)

    def season_of_league(self) -> Season | None:
        """Return the season that is asked for, with its league joined."""
        season = self.season
        if season is not None:
            season.league = self.league
        return season


class Conduct(ConductView):
    @operation("conduct.see", answer=ConductShape, parameters=[SEASON])
    def get(self) -> object:
        """What is to be decided about conduct, what was, and the season’s counts."""
        season = self.season_of_league()
        return {
            "open": queries.open_cases(self.league),
            "decided": queries.decided_cases(season) if season else [],
            "counts": queries.season_lines(season) if season else [],
        }


class OneConductCase(ConductView):
    @operation("conduct.see", answer=WholeCaseShape, etag=True)
    def get(self, case: ConductCase) -> object:
        """A case of conduct: the rulings it rests on, and what would follow."""
        decides = may(self.grants, "conduct.decide", case) and case.state == ConductState.PROPOSED
        rule, text = conduct.rule_in(case.fixture, case.match_number)
        rulings = queries.noted_in(case.fixture, match_number=case.match_number, game_number=case.game_number)
        follows = _preview_award(case) if decides else None
        more = {
            "rule": rule,
            "rule_text": text,
            "rulings": [ruling for ruling in rulings if queries.is_about(ruling, case)],
            "decides": decides,
            "following": follows,
        }
        for name, value in more.items():
            setattr(case, name, value)
        return self.tagged(case, "case", seen=follows.stamp) if follows is not None else case


def _preview_award(case: ConductCase) -> Consequences | None:
    try:
        return conduct.preview(case)
    except WrongState:
        # The sheet has no such game; whoever awards it is told so.
        return None


class ConductDecide(ConductView):
    @operation("conduct.decide", body=ConductDecisionIn, answer=ConductCaseShape, status=201)
    def post(self, case: ConductCase) -> object:
        """Decide whether somebody’s conduct was persistent; what follows is done at once."""
        self.allow("conduct.decide", case)
        sent = self.read()
        award = sent.pop("decision") == "award"
        conduct.decide(case, award=award, **sent, by=self.user, now=self.now)
        return self.find_case(case.pk)


class OneConductRecord(ConductView, PlayerView):
    @operation("conduct.see", answer=ConductRecordShape, parameters=[SEASON])
    def get(self, player: Player) -> object:
        """A player’s own record of conduct in a season."""
        season = self.season_of_league()
        record = queries.record_of(player, season) if season else ConductRecord(0, 0, [], [])
        values = {name: getattr(record, name) for name in ConductRecord.__slots__}
        return {"player": player, **values, "appealable": self._appealable(season, record)}

    def _appealable(self, season: Season | None, record: ConductRecord) -> list[int]:
        rulings: list[Ruling] = [one.ruling for one in record.rulings] + [case.ruling for case in record.cases]
        mine = [ruling for ruling in rulings if may(self.grants, "ruling.appeal", ruling)]
        away = gaps_in(season) if season is not None and mine else []
        return sorted(ruling.pk for ruling in mine if queries.may_be_appealed(ruling, self.league, away, now=self.now))
