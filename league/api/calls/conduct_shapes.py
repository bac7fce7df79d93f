"""Conduct: cases, what the rulings noted against whom, and what is decided about it. Never public."""

from typing import Any

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.disputes.disputes_shapes import ConsequencesShape, RulingMadeShape
from league.api.fields import TextField, TextIn
from league.api.people.people_shapes import PlayerRef
from league.api.shapes import ModelShape, ValueShape, example, shape, tells
from league.models import ConductCase
from league.queries.calls.conduct import ConductRecord, NotedRuling, SeasonLine
from league.rules.conduct import Noted

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
