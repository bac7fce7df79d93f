"""Disputes, what was brought to them, what follows from a decision, rulings and appeals."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.calls.calls_shapes import CALL, CALLED, HIGHEST, CallIn, VerificationShape
from league.api.fields import LARGEST, TextField
from league.api.results.results_shapes import GameIn
from league.api.shapes import ModelShape, ValueShape, tells, with_examples
from league.enums import AppealState, DisputeSubject, EvidenceKind, Outcome, Side
from league.models import Appeal, Dispute, Evidence, Ruling
from league.queries.disputes.consequences import Consequences, GameChange, PlaceChange
from league.queries.disputes.disputes import Docket, appeal_of, what_of
from league.rules.disputes.numbers import Quotable
from league.services.disputes.evidence import LONGEST_CAPTION, LONGEST_HAND
from league.translation import N_, Text, translated

SCORE = {"outcome": "score", "match_number": 1, "game_number": 2, "home_score": 121, "away_score": 87}

TEXT = 4000
SHEETS = (("result", "The disputed sheet"), ("counter", "The other side’s"))
# A written game may be long; a photograph, written in base64, longer than its bytes by a third.
RECORD, PHOTOGRAPH = 200_000, 14_000_000


@with_examples(
    {
        "A game": {"subject": "game", "match_number": 1, "game_number": 2, "reason": "We won it."},
        "A called hand": {"subject": "call", "reason": "It was eight.", "call": CALL},
    }
)
class OpenIn(serializers.Serializer[Any]):
    """A dispute to open: its subject, and the reason. Match and game for a game; the call itself for a called hand."""

    subject = serializers.ChoiceField(choices=DisputeSubject.choices)
    match_number = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)
    game_number = serializers.IntegerField(min_value=1, max_value=9, allow_null=True, default=None)
    reason = serializers.CharField(max_length=TEXT)
    call = CallIn(allow_null=True, default=None)


class HandBroughtIn(serializers.Serializer[Any]):
    """A hand as it lay on the table."""

    match_number = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)
    cards = serializers.CharField(max_length=LONGEST_HAND)
    starter = serializers.CharField(max_length=LONGEST_HAND, allow_blank=True, default="")
    crib = serializers.BooleanField(default=False)
    declared = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    claimed = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)


@with_examples(
    {
        "A statement": {"kind": "text", "text": "We wrote 121 to 87 on our card."},
        "A hand": {"kind": "hand", "text": "As it lay.", "hand": {"match_number": 1, **CALLED}},
    }
)
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


@with_examples(
    {
        "The score of a game": SCORE,
        "The sheet that was sent against the other": {"outcome": "sheet", "keep": "counter"},
    }
)
class DecisionIn(serializers.Serializer[Any]):
    """The outcome of a ruling, with what it needs: the sheet to keep, the score, or the side awarded the game."""

    outcome = serializers.ChoiceField(choices=Outcome.choices)
    keep = serializers.ChoiceField(choices=SHEETS, allow_blank=True, default="")
    match_number = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)
    game_number = serializers.IntegerField(min_value=1, max_value=9, allow_null=True, default=None)
    home_score = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    away_score = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    awarded_to = serializers.ChoiceField(choices=Side.choices, allow_blank=True, default="")


@with_examples(
    {
        "The score of a game": {**SCORE, "reason": "Both cards say so.", "rule": "R50"},
        "The score sheet stands": {"outcome": "stands", "reason": "Both cards say so.", "rule": "R50"},
    }
)
class SignIn(DecisionIn):
    """The ruling itself. It may rest on the ETag of its preview: something else that follows refuses it."""

    rests_on = RestsOn("dispute", takes=("seen",), stamp=True)

    reason = serializers.CharField(max_length=TEXT)
    rule = serializers.CharField(max_length=20, help_text="One of the rules that can be quoted.")


@with_examples({"One of the referees": {"referee": 7}})
class AssignIn(serializers.Serializer[Any]):
    """The referee it is given to."""

    referee = serializers.IntegerField(min_value=1, max_value=LARGEST)


@with_examples({"Once, with the reason": {"reason": "The hand was in the crib."}})
class AppealIn(serializers.Serializer[Any]):
    """An appeal: the reason why the ruling is wrong."""

    reason = serializers.CharField(max_length=TEXT)


@with_examples({"It is dismissed": {"allow": False, "decision": "The cards were on the table."}})
class DecideIn(serializers.Serializer[Any]):
    """The decision on an appeal: allowed or not, and the reason."""

    rests_on = RestsOn("appeal", takes=("seen",), stamp=True)

    allow = serializers.BooleanField()
    decision = serializers.CharField(max_length=TEXT)


@tells(Dispute, "id fixture_id fixture.home fixture.away subject state opened_at", side="Whose captain opened it.")
class DisputeRef(ModelShape):
    """A dispute in a few words."""

    what = serializers.SerializerMethodField(help_text="As a sentence has it: game 2 of match 1.")

    def get_what(self, dispute: Any) -> str:
        return translated(what_of(dispute))


@tells(Evidence, "id kind side text added_at", within="evidence")
class PieceShape(ModelShape):
    """A piece of evidence."""

    hand = serializers.DictField(source="evidence.hand")
    photograph = serializers.IntegerField(source="photograph.pk", allow_null=True, default=None)


@tells(Appeal, "id ruling_id side state reason opened_at decided_at decision")
class AppealShape(ModelShape):
    """The one appeal against a ruling."""


@tells(Ruling, "id outcome awarded_to reason rule rule_text decided_at revoked_at")
class RulingMadeShape(ModelShape):
    """A ruling on a dispute or on conduct."""


class PublicRulingShape(serializers.Serializer[Any]):
    """A ruling on a dispute as everybody may read it."""

    text = TextField()
    ruling = RulingMadeShape()
    appeal = serializers.ChoiceField(choices=AppealState.choices, source="appeal.state", allow_null=True, default=None)


@tells(Dispute, "match_number game_number reason")
class CaseShape(DisputeRef):
    """A dispute with everything that its parties and whoever rules on it see."""

    version = serializers.IntegerField(source="result.version", allow_null=True, default=None)
    counter_version = serializers.IntegerField(source="counter_result.version", allow_null=True, default=None)
    given_to = serializers.CharField(source="assigned_to.name", allow_null=True, allow_blank=True, default=None)
    evidence = PieceShape(many=True, source="evidence_brought")
    ruling = serializers.SerializerMethodField()
    appeal = serializers.SerializerMethodField()

    @extend_schema_field(RulingMadeShape(allow_null=True))
    def get_ruling(self, dispute: Any) -> Any:
        made = dispute.ruling
        return RulingMadeShape(made).data if made else None

    @extend_schema_field(AppealShape(allow_null=True))
    def get_appeal(self, dispute: Any) -> Any:
        made = dispute.ruling
        found = appeal_of(made) if made else None
        return AppealShape(found).data if found else None


@tells(
    Docket,
    "closed",
    mine="Open ones of their own teams’ fixtures.",
    to_rule="Open ones for them to rule on.",
    given="Open ones that another has.",
)
class DocketShape(ValueShape):
    """The disputes that concern somebody."""

    appeals = AppealShape(many=True)


class JudgeShape(serializers.Serializer[Any]):
    """A referee, and why they may not rule on it; blank if they may."""

    id = serializers.IntegerField(source="user.pk")
    name = serializers.CharField(source="user.name", allow_blank=True)
    why_not = TextField(allow_blank=True)


@tells(Quotable, "text chapter", number="As the rules page has it: R43, or L2.3 of the league’s own.")
class QuotableShape(ValueShape):
    """A rule that a ruling can rest on."""


@tells(GameChange, "match_number game_number match_before match_after")
class GameChangeShape(ValueShape):
    """A game that is written otherwise afterwards, and its match in games won."""

    before = GameIn()
    after = GameIn()


@tells(PlaceChange, "team before after points_before points_after")
class PlaceChangeShape(ValueShape):
    """A team that stands elsewhere afterwards, or with other points."""


@tells(
    Consequences,
    "games score_before score_after places counts_before counts_after void nothing stamp",
    reopens="A settled dispute is reopened.",
)
class ConsequencesShape(ValueShape):
    """The consequences of a decision; `stamp` goes along with the signature."""


class CallPreviewShape(VerificationShape):
    """The verdict on a call, the sides that R43 lets the game be awarded to, and what would follow."""

    counter_player_id = serializers.IntegerField(
        allow_null=True, help_text="As sent, or the only possible player, who is filled in."
    )
    challenger_player_id = serializers.IntegerField(allow_null=True)
    award_choices = serializers.ListField(child=serializers.ChoiceField(choices=Side.choices))
    following = ConsequencesShape()
