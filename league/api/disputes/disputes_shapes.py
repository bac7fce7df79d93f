"""Disputes, what was brought to them, what follows from a decision, rulings and appeals."""

from typing import Any

from rest_framework import serializers

from league.api.calls.calls_shapes import CALL, CALLED, PEGS, CallIn, PegsField, ScoreIn, VerificationShape
from league.api.etags import RestsOn
from league.api.results.results_shapes import TotalsShape
from league.api.results.sheet_shapes import GameIn, PointsIn
from league.api.shapes import ComputedField, IdField, ModelShape, TextField, ValueShape, example, shape, tells
from league.enums import AppealState, DisputeSubject, EvidenceKind, Outcome, Side
from league.models import Appeal, Dispute, Ruling
from league.queries.disputes.consequences import Consequences, GameChange, PlaceChange
from league.queries.disputes.disputes import Docket, Judge, Piece, PublicRuling, appeal_of, describe_disputed
from league.rules.rulebook.numbering import Quotable
from league.rules.sheets import GameScore, Totals
from league.services.disputes.evidence import LONGEST_CAPTION, LONGEST_HAND
from league.translation import N_, Text, translated

SCORE = {"outcome": "score", "match_number": 1, "game_number": 2, "home_score": 121, "away_score": 87}

TEXT = 4000
SHEETS = (("result", "The disputed sheet"), ("counter", "The other side’s"))
# A written game may be long; a photograph, written in base64, longer than its bytes by a third.
RECORD, PHOTOGRAPH = 200_000, 14_000_000


@example("A game", subject="game", match_number=1, game_number=2, reason="We won it.")
@example("A called hand", subject="call", reason="It was eight.", call=CALL)
class OpenIn(serializers.Serializer[Any]):
    """A dispute to open: its subject, and the reason. Match and game for a game; the call itself for a called hand."""

    subject = serializers.ChoiceField(choices=DisputeSubject.choices)
    match_number = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)
    game_number = serializers.IntegerField(
        min_value=0,
        max_value=9,
        allow_null=True,
        default=None,
        help_text="0 for a match of which only how many games each side won is written down.",
    )
    reason = serializers.CharField(max_length=TEXT)
    call = CallIn(allow_null=True, default=None)


class HandBroughtIn(serializers.Serializer[Any]):
    """A hand as it lay on the table."""

    match_number = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)
    cards = serializers.CharField(max_length=LONGEST_HAND)
    starter = serializers.CharField(max_length=LONGEST_HAND, allow_blank=True, default="")
    crib = serializers.BooleanField(default=False)
    declared = ScoreIn()
    claimed = ScoreIn()


@example("A statement", kind="text", text="We wrote 121 to 87 on our card.")
@example("A hand", kind="hand", text="As it lay.", hand={"match_number": 1, **CALLED})
class EvidenceIn(serializers.Serializer[Any]):
    """A statement or a written game as text, a hand, or a photograph in base64; with a photograph or a hand, `text` is
    what it shows.
    """

    kind = serializers.ChoiceField(choices=EvidenceKind.choices)
    text = serializers.CharField(max_length=RECORD, allow_blank=True, default="", trim_whitespace=False)
    hand = HandBroughtIn(allow_null=True, default=None)
    photograph = serializers.CharField(max_length=PHOTOGRAPH, allow_blank=True, default="")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        if sent["kind"] == EvidenceKind.HAND and sent["hand"] is None:
            raise serializers.ValidationError({"hand": translated(N_("Send the hand."))}, code="required")
        if sent["kind"] in (EvidenceKind.HAND, EvidenceKind.PHOTO) and len(sent["text"]) > LONGEST_CAPTION:
            most = Text.plural("At most {n} letter.", "At most {n} letters.", n=LONGEST_CAPTION)
            raise serializers.ValidationError({"text": translated(most)}, code="max-length")
        return sent


@example("The score of a game", **SCORE)
@example("The sheet that was sent against the other", outcome="sheet", keep="counter")
class DecisionIn(serializers.Serializer[Any]):
    """The outcome of a ruling, with what it needs: the sheet to keep, the score, or the side awarded the game."""

    outcome = serializers.ChoiceField(choices=Outcome.choices)
    keep = serializers.ChoiceField(choices=SHEETS, allow_blank=True, default="")
    match_number = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)
    game_number = serializers.IntegerField(min_value=0, max_value=9, allow_null=True, default=None)
    home_score = ScoreIn(help_text="Of the game; of a match whose games are only counted, the home side’s games.")
    away_score = ScoreIn()
    home_pegged = PointsIn(
        help_text="The home side’s points in all games of a match, where they are written down so; null: as they are."
    )
    away_pegged = PointsIn()
    won = serializers.ChoiceField(
        choices=Side.choices,
        allow_blank=True,
        default="",
        help_text="The game’s winner, where the division’s format writes down no more than that.",
    )
    awarded_to = serializers.ChoiceField(choices=Side.choices, allow_blank=True, default="")


@example("The score of a game", **SCORE, reason="Both cards say so.", rule="R50")
@example("The score sheet stands", outcome="stands", reason="Both cards say so.", rule="R50")
class SignIn(DecisionIn):
    """The ruling itself. It may rest on the ETag of its preview: something else that follows refuses it."""

    rests_on = RestsOn("dispute", takes=("seen",), stamp=True)
    reason = serializers.CharField(max_length=TEXT)
    rule = serializers.CharField(max_length=20, help_text="One of the rules that can be quoted.")


@example("One of the referees", referee=7)
class AssignIn(serializers.Serializer[Any]):
    """The referee it is given to."""

    referee = IdField()


@example("Once, with the reason", reason="The hand was in the crib.")
class AppealIn(serializers.Serializer[Any]):
    """An appeal: the reason why the ruling is wrong."""

    reason = serializers.CharField(max_length=TEXT)


@example("It is dismissed", allow=False, decision="The cards were on the table.")
class DecideIn(serializers.Serializer[Any]):
    """The decision on an appeal: allowed or not, and the reason."""

    rests_on = RestsOn("appeal", takes=("seen",), stamp=True)
    allow = serializers.BooleanField()
    decision = serializers.CharField(max_length=TEXT)


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
PublicRulingShape = shape(
    PublicRuling,
    "text",
    "The public part of a dispute that was ruled on: no evidence, no captain’s reason, nobody’s name.",
    ruling=RulingMadeShape(),
    appeal=serializers.ChoiceField(choices=AppealState.choices, source="appeal.state", allow_null=True, default=None),
)


@tells(Dispute, "id fixture_id fixture.home fixture.away subject state opened_at", side="Whose captain opened it.")
class DisputeRef(ModelShape):
    """A dispute in a few words."""

    what = ComputedField(TextField(), describe_disputed, "As a sentence has it: game 2 of match 1.")


@tells(Piece, "id kind side text added_at", within="evidence")
class PieceShape(ValueShape):
    """A piece of evidence."""

    hand = serializers.DictField(source="evidence.hand")
    photograph = serializers.IntegerField(source="photograph.pk", allow_null=True, default=None)


@tells(Dispute, "match_number game_number reason")
class CaseShape(DisputeRef):
    """A dispute with everything that its parties and whoever rules on it see."""

    version = serializers.IntegerField(source="result.version", allow_null=True, default=None)
    counter_version = serializers.IntegerField(source="counter_result.version", allow_null=True, default=None)
    given_to = serializers.CharField(source="assigned_to.name", allow_null=True, allow_blank=True, default=None)
    evidence = PieceShape(many=True, source="evidence_brought")
    ruling = RulingMadeShape(allow_null=True, read_only=True)
    appeal = ComputedField(AppealShape(allow_null=True), lambda dispute: dispute.ruling and appeal_of(dispute.ruling))


DocketShape = shape(
    Docket,
    "closed mine to_rule",
    "The disputes that concern somebody.",
    given="Open ones that another has.",
    closed="The latest closed ones.",
    mine="Open ones of their own teams’ fixtures.",
    to_rule="Open ones that wait for them, given to them or to nobody.",
    appeals=AppealShape(many=True),
)
JudgeShape = shape(
    Judge,
    "id=user.pk user.name why_not",
    "Somebody who rules in the league, and why they may not in this dispute; blank where they may.",
)
QuotableShape = shape(
    Quotable,
    "text chapter",
    "A rule that a ruling can rest on.",
    number="As the rules page has it: R43, or L2.3 of the league’s own.",
)


def _game(said: GameScore | Totals) -> GameScore | None:
    return said if isinstance(said, GameScore) else None


def _totals(said: GameScore | Totals) -> Totals | None:
    return said if isinstance(said, Totals) else None


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


class CallPreviewShape(VerificationShape):
    """The verdict on a call, the sides that R43 lets the game be awarded to, and what would follow."""

    counter_player_id = serializers.IntegerField(
        allow_null=True, help_text="As sent, or the only possible player, who is filled in."
    )
    challenger_player_id = serializers.IntegerField(allow_null=True)
    award_choices = serializers.ListField(child=serializers.ChoiceField(choices=Side.choices))
    pegs = TextField(help_text=PEGS)
    following = ConsequencesShape()
