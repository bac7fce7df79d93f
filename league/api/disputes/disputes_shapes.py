"""Disputes, what was brought to them, what follows from a decision, rulings and appeals."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.base.bodies import TextField
from league.api.base.etags import RestsOn
from league.api.calls.calls_shapes import HIGHEST, CallIn, VerificationShape
from league.api.people.people_shapes import TeamRef
from league.api.results.results_shapes import LARGEST, GameIn
from league.api.standings.points_shapes import PointsField
from league.enums import AppealState, DisputeState, DisputeSubject, EvidenceKind, Outcome, Side
from league.queries.disputes.disputes import appeal_of, what_of
from league.services.disputes.evidence import LONGEST_CAPTION, LONGEST_HAND

TEXT = 4000
SHEETS = (("result", "The disputed sheet"), ("counter", "The other side’s"))
# A written game may be long; a photograph, written in base64, longer than its bytes by a third.
RECORD, PHOTOGRAPH = 200_000, 14_000_000


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
            raise serializers.ValidationError({"hand": "Send the hand."}, code="required")
        if sent["kind"] in (EvidenceKind.HAND, EvidenceKind.PHOTO) and len(sent["text"]) > LONGEST_CAPTION:
            raise serializers.ValidationError({"text": f"At most {LONGEST_CAPTION} letters."}, code="max-length")
        return sent


class DecisionIn(serializers.Serializer[Any]):
    """The outcome of a ruling, with what it needs: the sheet to keep, the score, or the side awarded the game."""

    outcome = serializers.ChoiceField(choices=Outcome.choices)
    keep = serializers.ChoiceField(choices=SHEETS, allow_blank=True, default="")
    match_number = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)
    game_number = serializers.IntegerField(min_value=1, max_value=9, allow_null=True, default=None)
    home_score = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    away_score = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    awarded_to = serializers.ChoiceField(choices=Side.choices, allow_blank=True, default="")


class SignIn(DecisionIn):
    """The ruling itself. It may rest on the ETag of its preview: something else that follows refuses it."""

    rests_on = RestsOn("dispute", takes=("seen",), stamp=True)

    reason = serializers.CharField(max_length=TEXT)
    rule = serializers.CharField(max_length=20, help_text="One of the rules that can be quoted.")


class AssignIn(serializers.Serializer[Any]):
    """The referee it is given to."""

    referee = serializers.IntegerField(min_value=1, max_value=LARGEST)


class AppealIn(serializers.Serializer[Any]):
    """An appeal: the reason why the ruling is wrong."""

    reason = serializers.CharField(max_length=TEXT)


class DecideIn(serializers.Serializer[Any]):
    """The decision on an appeal: allowed or not, and the reason."""

    rests_on = RestsOn("appeal", takes=("seen",), stamp=True)

    allow = serializers.BooleanField()
    decision = serializers.CharField(max_length=TEXT)


class DisputeRef(serializers.Serializer[Any]):
    """A dispute in a few words."""

    id = serializers.IntegerField(source="pk")
    fixture = serializers.IntegerField(source="fixture_id")
    home = TeamRef(source="fixture.home")
    away = TeamRef(source="fixture.away")
    subject = serializers.ChoiceField(choices=DisputeSubject.choices)
    what = serializers.SerializerMethodField(help_text="As a sentence has it: game 2 of match 1.")
    side = serializers.ChoiceField(choices=Side.choices, help_text="Whose captain opened it.")
    state = serializers.ChoiceField(choices=DisputeState.choices)
    opened_at = serializers.DateTimeField()

    def get_what(self, dispute: Any) -> str:
        return what_of(dispute)


class PieceShape(serializers.Serializer[Any]):
    """A piece of evidence."""

    id = serializers.IntegerField(source="evidence.pk")
    kind = serializers.ChoiceField(choices=EvidenceKind.choices, source="evidence.kind")
    side = serializers.ChoiceField(choices=Side.choices, allow_blank=True, source="evidence.side")
    text = serializers.CharField(allow_blank=True, source="evidence.text")
    hand = serializers.DictField(source="evidence.hand")
    added_at = serializers.DateTimeField(source="evidence.added_at")
    photograph = serializers.IntegerField(source="photograph.pk", allow_null=True, default=None)


class AppealShape(serializers.Serializer[Any]):
    """The one appeal against a ruling."""

    id = serializers.IntegerField(source="pk")
    ruling = serializers.IntegerField(source="ruling_id")
    side = serializers.ChoiceField(choices=Side.choices, allow_blank=True)
    state = serializers.ChoiceField(choices=AppealState.choices)
    reason = serializers.CharField()
    opened_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    decision = serializers.CharField(allow_blank=True)


class RulingMadeShape(serializers.Serializer[Any]):
    """A ruling on a dispute or on conduct."""

    id = serializers.IntegerField(source="pk")
    outcome = serializers.ChoiceField(choices=Outcome.choices, allow_blank=True)
    awarded_to = serializers.ChoiceField(choices=Side.choices, allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True)
    rule_text = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class PublicRulingShape(serializers.Serializer[Any]):
    """A ruling on a dispute as everybody may read it."""

    text = serializers.CharField()
    ruling = RulingMadeShape()
    appeal = serializers.ChoiceField(choices=AppealState.choices, source="appeal.state", allow_null=True, default=None)


class CaseShape(DisputeRef):
    """A dispute with everything that its parties and whoever rules on it see."""

    match_number = serializers.IntegerField(allow_null=True)
    game_number = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
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


class DocketShape(serializers.Serializer[Any]):
    """The disputes that concern somebody."""

    mine = DisputeRef(many=True, help_text="Open ones of their own teams’ fixtures.")
    to_rule = DisputeRef(many=True, help_text="Open ones that wait for them.")
    given = DisputeRef(many=True, help_text="Open ones that another has.")
    closed = DisputeRef(many=True)
    appeals = AppealShape(many=True)


class JudgeShape(serializers.Serializer[Any]):
    """A referee, and why they may not rule on it; blank if they may."""

    id = serializers.IntegerField(source="user.pk")
    name = serializers.CharField(source="user.name", allow_blank=True)
    why_not = serializers.CharField(allow_blank=True)


class QuotableShape(serializers.Serializer[Any]):
    """A rule that a ruling can rest on."""

    number = serializers.CharField(help_text="As the rules page has it: R43, or L2.3 of the league’s own.")
    text = TextField()
    chapter = TextField()


class GameChangeShape(serializers.Serializer[Any]):
    """A game that is written otherwise afterwards, and its match in games won."""

    match_number = serializers.IntegerField()
    game_number = serializers.IntegerField()
    before = GameIn()
    after = GameIn()
    match_before = serializers.ListField(child=serializers.IntegerField())
    match_after = serializers.ListField(child=serializers.IntegerField())


class PlaceChangeShape(serializers.Serializer[Any]):
    """A team that stands elsewhere afterwards, or with other points."""

    team = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    points_before = PointsField()
    points_after = PointsField()


class ConsequencesShape(serializers.Serializer[Any]):
    """The consequences of a decision; `stamp` goes along with the signature."""

    games = GameChangeShape(many=True)
    score_before = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    score_after = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    places = PlaceChangeShape(many=True)
    counts_before = serializers.BooleanField()
    counts_after = serializers.BooleanField()
    void = serializers.BooleanField()
    reopens = serializers.BooleanField(help_text="A dispute that was settled is open again.")
    nothing = serializers.BooleanField()
    stamp = serializers.CharField()


class CallPreviewShape(VerificationShape):
    """The verdict on a call, the sides that R43 lets the game be awarded to, and what would follow."""

    counter_player_id = serializers.IntegerField(
        allow_null=True, help_text="As sent, or the only possible player, who is filled in."
    )
    challenger_player_id = serializers.IntegerField(allow_null=True)
    award_choices = serializers.ListField(child=serializers.ChoiceField(choices=Side.choices))
    following = ConsequencesShape()
