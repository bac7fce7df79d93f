"""Shapes of called hands as they are sent and counted, of rulings, and of what follows from them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.etags import RestsOn
from league.api.refs import READER
from league.api.results import TotalsShape
from league.api.shapes import ComputedField, IdField, ModelShape, TextField, TextIn, example, shape, tells
from league.api.sheets import GameIn
from league.enums import RulesetName, Side
from league.models import Appeal, Ruling
from league.queries.calls.calls import ruling_pegs
from league.queries.disputes.consequences import Consequences, GameChange, PlaceChange
from league.queries.people.personal_data import public_name
from league.rules.sheets import GameScore, Totals
from league.translation import Text

CALLED = {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": 6, "claimed": 8}
WHERE = {"match_number": 1, "game_number": 2}
CALL = {**CALLED, **WHERE, "counter": "home", "counter_player_id": 12, "challenger_player_id": 31}
LONGEST = 80
PEGS = "What each side pegs, by name: Swan (Ann Archer) peg 20 · Bell (Ben Brown) peg 4."
# As many cards as a ruleset keeps, with whatever between them that people write. The engine says what is wrong with a
# hand, card by card; the pattern has a program told before it sends one.
_CARD = r"(?:10|[A2-9TJQKatjqk])[CDHScdhs♣♦♥♠]\uFE0F?"
HAND = rf"^[\s,;]*(?:{_CARD}[\s,;]*){{3,5}}$"


@extend_schema_field({"type": "string", "maxLength": LONGEST, "pattern": HAND})
class CardsField(serializers.CharField):
    """A hand or crib without the starter."""


class ScoreIn(serializers.IntegerField):
    """A score that somebody says, if they do."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=999, allow_null=True, default=None, **kwargs)


class HandIn(serializers.Serializer[Any]):
    """A hand or crib, the score that was called for it, and the challenge."""

    cards = CardsField(max_length=LONGEST, help_text="Without the starter: AC 7D 8H 3S.")
    starter = serializers.CharField(max_length=10, allow_blank=True, default="")
    crib = serializers.BooleanField(default=False)
    declared = ScoreIn(help_text="What was called; null: just count.")
    claimed = ScoreIn(help_text="What the challenger said it was.")
    takes = serializers.BooleanField(default=True, help_text="A challenger who is right takes what was missed (R39).")


@example("A call that missed two points, and a challenge that was right", **CALLED)
class CheckIn(HandIn):
    """A hand to be counted by a ruleset."""

    ruleset = serializers.ChoiceField(choices=RulesetName.choices, default=RulesetName.LEAGUE)


class CallIn(HandIn):
    """A call in a game of a fixture."""

    match_number = serializers.IntegerField(min_value=1, max_value=99)
    game_number = serializers.IntegerField(min_value=1, max_value=9)
    counter = serializers.ChoiceField(choices=Side.choices, help_text="The side that counted.")
    counter_player_id = IdField(allow_null=True, default=None)
    challenger_player_id = IdField(allow_null=True, default=None)


@example("A hand called six that is worth eight", **CALL)
class CallCheckIn(CallIn):
    """A call to be ruled on, and the side that would be awarded the game."""

    award_to = serializers.ChoiceField(
        choices=Side.choices,
        allow_blank=True,
        default="",
        help_text="The opponent of whoever overcalled or challenged falsely in this game (R43).",
    )


@example("A hand called six that is worth eight", **CALL, reason="Counted on the board.")
class RulingIn(CallCheckIn):
    """A call to be ruled on, and where the referee decides so the side that is awarded the game (R43).

    An award wants the ETag of what was shown to follow, from `call_check`; something else refuses it.
    """

    rests_on = RestsOn("fixture", takes=("seen",), must_with="award_to", stamp=True)
    reason = TextIn(allow_blank=True, default="")


@example("A slip, seen at once", reason="It was the crib, not the hand.")
class RevokeIn(serializers.Serializer[Any]):
    """The reason why a ruling is revoked."""

    rests_on = RestsOn("ruling", takes=("seen",), stamp=True)
    reason = TextIn()


class CombinationShape(serializers.Serializer[Any]):
    """Cards that make points."""

    kind = serializers.CharField()
    cards = serializers.CharField()
    points = serializers.IntegerField()


class CountShape(serializers.Serializer[Any]):
    """A counted hand or crib."""

    hand = serializers.CharField()
    starter = serializers.CharField(allow_null=True)
    crib = serializers.BooleanField()
    points = serializers.IntegerField()
    announcement = TextField()
    combinations = CombinationShape(many=True)


class VerdictShape(serializers.Serializer[Any]):
    """The engine's verdict on a call: the points each side pegs, and the rule that decided."""

    declared = serializers.IntegerField()
    claimed = serializers.IntegerField(allow_null=True)
    takes = serializers.BooleanField()
    true_points = serializers.IntegerField()
    counter_pegs = serializers.IntegerField()
    challenger_pegs = serializers.IntegerField()
    rule = serializers.CharField(help_text="The rule that decided, such as R40.")
    reason = TextField()
    overcall = serializers.BooleanField()
    false_challenge = serializers.BooleanField()
    ruleset_name = serializers.CharField()
    ruleset_version = serializers.IntegerField()


class VerificationShape(serializers.Serializer[Any]):
    """A counted hand, and the verdict where a score was called for it."""

    show = CountShape()
    verdict = VerdictShape(allow_null=True)


class PegsField(ComputedField):
    """What each side pegs by a ruling on a called hand, by name."""

    def __init__(self) -> None:
        super().__init__(TextField(allow_null=True), _pegs, PEGS)


def _pegs(ruling: Ruling) -> Text | None:
    return ruling_pegs(ruling, lambda player: public_name(player, READER.get()))


@tells(
    Ruling,
    "id call.fixture_id call.match_number call.game_number call.counter call.counter_player "
    "call.challenger_player decided_at reason awarded_to revoked_at",
)
class RulingShape(ModelShape):
    """A ruling on a call, with all it rests on."""

    show = CountShape(source="verdict.show")
    verdict = VerdictShape()
    pegs = PegsField()
    referee = serializers.CharField(source="referee.name", allow_blank=True, default="")


AppealShape = shape(
    Appeal,
    "id ruling_id side state reason opened_at goes_to decided_at decided_as decision",
    "The one appeal against a ruling.",
)


RulingMadeShape = shape(
    Ruling,
    "id outcome awarded_to reason rule rule_text decided_at revoked_at",
    "A ruling on a dispute or on conduct.",
    "RulingMade",
    pegs=PegsField(),
)


def _game(score: GameScore | Totals) -> GameScore | None:
    return score if isinstance(score, GameScore) else None


def _totals(score: GameScore | Totals) -> Totals | None:
    return score if isinstance(score, Totals) else None


GameChangeShape = shape(
    GameChange,
    "match_number match_before match_after",
    "A game that is written otherwise afterwards, and its match in games won.",
    game_number="0 where the games of the match are only counted.",
    before=ComputedField(
        GameIn(allow_null=True), lambda change: _game(change.before), "None where games are only counted."
    ),
    after=ComputedField(GameIn(allow_null=True), lambda change: _game(change.after)),
    before_totals=ComputedField(
        TotalsShape(allow_null=True), lambda change: _totals(change.before), "Where they are counted."
    ),
    after_totals=ComputedField(TotalsShape(allow_null=True), lambda change: _totals(change.after)),
)


PlaceChangeShape = shape(
    PlaceChange,
    "team before after points_before points_after",
    "A team that stands elsewhere in the table afterwards, or with other points.",
)


ConsequencesShape = shape(
    Consequences,
    "games score_before score_after places counts_before counts_after void nothing stamp reopens",
    "The consequences of a decision; `stamp` goes along with the signature.",
    games="The games that change.",
    places="The teams whose place or points change, from the top.",
    counts_before="Whether the table rests on the sheet now.",
    void="The result counts for nothing afterwards.",
    stamp="Differs as soon as anything of this, or the live sheet, does.",
    reopens="A dispute that was settled is open again.",
)
