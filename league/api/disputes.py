"""Disputes: opened by captains, with evidence, ruled on by a neutral referee, and one appeal."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.response import Response

from league.api.etags import RestsOn
from league.api.league_views import LeagueView, find_or_404
from league.api.operations import operation
from league.api.photographs import LONGEST, PICTURE, picture_response, read_base64
from league.api.ruling_shapes import (
    CALL,
    CALLED,
    AppealShape,
    CallIn,
    ConsequencesShape,
    RulingMadeShape,
    ScoreIn,
)
from league.api.shapes import (
    ComputedField,
    IdField,
    ModelShape,
    OptionalNumber,
    TextField,
    ValueShape,
    example,
    shape,
    tells,
)
from league.api.sheets import PointsIn
from league.enums import AppealState, DisputeSubject, EvidenceKind, Outcome, Side
from league.errors import Invalid
from league.models import Appeal, Dispute, Fixture, Ruling
from league.queries.disputes import disputes as queries
from league.queries.disputes.disputes import Judge, Piece, PublicRuling, appeal_of, describe_disputed
from league.rules.problems import Problem
from league.rules.rulebook.numbering import Quotable
from league.services.disputes import appeal as appeals
from league.services.disputes import dispute as disputes
from league.services.disputes import evidence
from league.services.disputes import rulings as rule
from league.services.disputes.evidence import LONGEST_CAPTION, LONGEST_HAND
from league.translation import N_, Text, translated

SCORE = {"outcome": "score", "match_number": 1, "game_number": 2, "home_score": 121, "away_score": 87}
TEXT = 4000
SHEETS = (("result", "The disputed sheet"), ("counter", "The other side’s"))
# A written game may be long.
RECORD = 200_000


@example("A game", subject="game", match_number=1, game_number=2, reason="We won it.")
@example("A called hand", subject="call", reason="It was eight.", call=CALL)
class OpenIn(serializers.Serializer[Any]):
    """A dispute to open: its subject, and the reason. Match and game for a game; the call itself for a called hand."""

    subject = serializers.ChoiceField(choices=DisputeSubject.choices)
    match_number = OptionalNumber(1, 99)
    game_number = OptionalNumber(0, 9, "0 for a match of which only how many games each side won is written down.")
    reason = serializers.CharField(max_length=TEXT)
    call = CallIn(allow_null=True, default=None)


class HandBroughtIn(serializers.Serializer[Any]):
    """A hand as it lay on the table."""

    match_number = OptionalNumber(1, 99)
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
    photograph = serializers.CharField(max_length=LONGEST, allow_blank=True, default="")

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
    match_number = OptionalNumber(1, 99)
    game_number = OptionalNumber(0, 9)
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
    queries.Docket,
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


class DisputeView(LeagueView):
    def find_dispute(self, pk: int) -> Dispute:
        """Return a dispute. Raises Http404, or NotAllowed where the asker is no party to it."""
        dispute = find_or_404(N_("There is no such dispute in this league."), queries.find_dispute, self.league, pk)
        self.allow("dispute.see", dispute)
        return dispute

    def case(self, pk: int) -> Dispute:
        """Return a dispute as it is now, with its evidence."""
        dispute = queries.find_dispute(self.league, pk)
        dispute.evidence_brought = queries.evidence_of(dispute)  # type: ignore[attr-defined]
        return dispute


class Docket(LeagueView):
    @operation("account.own", answer=DocketShape)
    def get(self) -> object:
        """The disputes that concern you."""
        return queries.docket_of(self.league, self.grants)


class FixtureRulings(DisputeView):
    @operation("league.view", answer=PublicRulingShape(many=True))
    def get(self, fixture: Fixture) -> object:
        """What everybody reads of the disputes of a fixture."""
        return list(queries.public_rulings(fixture))

    @operation("dispute.open", body=OpenIn, answer=CaseShape, status=201)
    def post(self, fixture: Fixture) -> object:
        """Object to a game, a called hand, or a sheet that counts already."""
        sent = self.read(partial(_objection_problems, fixture))
        with _named_as(_call_names(sent)):
            opened = disputes.open_dispute(
                fixture, **{**sent, "subject": DisputeSubject(sent["subject"])}, by=self.user, now=self.now
            )
        return self.case(opened.pk)


class OneDispute(DisputeView):
    @operation("dispute.see", answer=CaseShape)
    def get(self, dispute: Dispute) -> object:
        """A dispute with its evidence."""
        return self.case(dispute.pk)


class EvidenceAdd(DisputeView):
    picture: evidence.CaptionedPicture | None = None

    def prepare(self) -> None:
        dispute = self.find_dispute(self.kwargs["dispute"])
        self.allow("evidence.add", dispute)
        sent = self.read(partial(_evidence_problems, dispute))
        if sent["kind"] == EvidenceKind.PHOTO:
            content = read_base64(sent["photograph"])
            with _named_as(_IN_THE_BODY):
                self.picture = evidence.decode_photograph(
                    dispute, content=content, text=sent["text"], by=self.user, now=self.now
                )

    @operation("evidence.add", body=EvidenceIn, answer=CaseShape, status=201)
    def post(self, dispute: Dispute) -> object:
        """Bring a statement, a hand, a written game or a photograph."""
        self.allow("evidence.add", dispute)
        if self.picture is not None:
            evidence.add_picture(dispute, picture=self.picture, by=self.user, now=self.now)
        else:
            with _named_as(_IN_THE_BODY):
                _bring(dispute, self.read(), by=self.user, now=self.now)
        return self.case(dispute.pk)


# The page has a field for each kind of evidence; in a body they are parts of one.
_IN_THE_BODY = dict.fromkeys(("statement", "record", "about", "caption"), "/text") | {
    name: f"/hand/{name}" for name in map(str, HandBroughtIn().fields)
}


def _call_names(sent: Mapping[str, Any]) -> Mapping[str, str]:
    """Where the fields of a called hand stand in the body; without one, whatever is missing is the whole call."""
    if sent.get("subject") != DisputeSubject.CALL:
        return {}
    return {name: f"/call/{name}" if sent.get("call") else "/call" for name in map(str, CallIn().fields)}


def _renamed(problems: Iterable[Problem], names: Mapping[str, str]) -> list[Problem]:
    return [replace(problem, field=names.get(problem.field, problem.field)) for problem in problems]


@contextmanager
def _named_as(names: Mapping[str, str]) -> Iterator[None]:
    """Rename the fields of problems to those of the body."""
    try:
        yield
    except Invalid as wrong:
        raise Invalid(_renamed(wrong.problems, names)) from wrong


def _evidence_problems(dispute: Dispute, given: Mapping[str, Any]) -> list[Problem]:
    return _renamed(evidence.problems_of_evidence(dispute, given), _IN_THE_BODY)


def _objection_problems(fixture: Fixture, given: Mapping[str, Any]) -> list[Problem]:
    return _renamed(disputes.problems_of_objection(fixture, given), _call_names(given))


def _bring(dispute: Dispute, sent: dict[str, Any], **who: Any) -> None:
    if sent["kind"] == EvidenceKind.TEXT:
        evidence.add_statement(dispute, text=sent["text"], **who)
    elif sent["kind"] == EvidenceKind.RECORD:
        evidence.add_record(dispute, text=sent["text"], **who)
    else:
        evidence.add_hand(dispute, hand=sent["hand"], text=sent["text"], **who)


class OnePhotograph(DisputeView):
    @operation("dispute.see", answer=PICTURE, media_type="image/jpeg")
    def get(self, dispute: Dispute, photograph: int) -> HttpResponse:
        """A photograph that was brought to a dispute."""
        no_photograph = N_("There is no such photograph in this dispute.")
        return picture_response(find_or_404(no_photograph, queries.find_photograph, dispute, photograph))


class DisputeTake(DisputeView):
    @operation("dispute.settle", answer=CaseShape)
    def post(self, dispute: Dispute) -> object:
        """Take a dispute that nobody has, to rule on it."""
        disputes.take_dispute(dispute, by=self.user, now=self.now)
        return self.case(dispute.pk)


class Judges(DisputeView):
    @operation("dispute.assign", answer=JudgeShape(many=True))
    def get(self, dispute: Dispute) -> object:
        """The league’s referees, and why some may not rule on it."""
        self.allow("dispute.assign", dispute)
        return list(queries.judges_of(dispute, now=self.now))

    @operation("dispute.assign", body=AssignIn, answer=CaseShape)
    def post(self, dispute: Dispute) -> object:
        """Give a dispute to a referee."""
        self.allow("dispute.assign", dispute)
        chosen = self.read()["referee"]
        judges = queries.judges_of(dispute, now=self.now)
        referee = next((judge.user for judge in judges if judge.user.pk == chosen), None)
        if referee is None:
            raise Invalid([Problem("no-referee", N_("Choose a referee of this league."), "referee")])
        disputes.assign_dispute(dispute, referee, by=self.user, now=self.now)
        return self.case(dispute.pk)


class DisputeWithdraw(DisputeView):
    @operation("dispute.withdraw", answer=CaseShape)
    def post(self, dispute: Dispute) -> object:
        """Withdraw a dispute."""
        disputes.withdraw_dispute(dispute, by=self.user, now=self.now)
        return self.case(dispute.pk)


class Quotables(DisputeView):
    @operation("dispute.see", answer=QuotableShape(many=True))
    def get(self, dispute: Dispute) -> object:
        """The rules that a ruling on it can quote."""
        return list(rule.rules_for(dispute))


class RulingPreview(DisputeView):
    @operation("dispute.settle", body=DecisionIn, answer=ConsequencesShape, etag=True)
    def post(self, dispute: Dispute) -> Response:
        """What would follow from a decision: games, match, places in the table. Nothing is written."""
        self.allow("dispute.settle", dispute)
        sent = self.read(partial(rule.problems_of_ruling, dispute))
        follows = rule.preview(dispute, **sent, by=self.user, now=self.now)
        return self.tagged(follows, "dispute", seen=follows.stamp)


class DisputeRule(DisputeView):
    @operation("dispute.settle", body=SignIn, answer=RulingMadeShape, status=201)
    def post(self, dispute: Dispute) -> object:
        """Rule on a dispute; what follows is done at once."""
        self.allow("dispute.settle", dispute)
        sent = self.read(partial(rule.problems_of_ruling, dispute))
        return rule.rule(dispute, **sent, by=self.user, now=self.now)


class RulingView(LeagueView):
    """An address about a ruling that was told, and what the asker may do with it."""

    def find_ruling(self, pk: int) -> Ruling:
        no_ruling = N_("There is no such ruling in this league.")
        ruling = find_or_404(no_ruling, queries.find_ruling_told, self.league, pk)
        self.require(ruling)
        return ruling


class AppealMake(RulingView):
    @operation("ruling.appeal", body=AppealIn, answer=AppealShape, status=201)
    def post(self, ruling: Ruling) -> object:
        """Appeal against a ruling, once."""
        return appeals.appeal(ruling, **self.read(), by=self.user, now=self.now)


class OneAppeal(LeagueView):
    def find_appeal(self, pk: int) -> Appeal:
        appeal = find_or_404(N_("There is no such appeal in this league."), queries.find_appeal, self.league, pk)
        self.allow("appeal.decide", appeal)
        return appeal

    @operation("appeal.decide", name="appeal_preview", answer=ConsequencesShape, etag=True)
    def get(self, appeal: Appeal) -> Response:
        """What would follow if an appeal were allowed."""
        follows = appeals.preview(appeal, by=self.user, now=self.now)
        return self.tagged(follows, "appeal", seen=follows.stamp)

    @operation("appeal.decide", body=DecideIn, answer=AppealShape)
    def post(self, appeal: Appeal) -> object:
        """Dismiss an appeal, or allow it: the ruling is then revoked and its effect undone."""
        return appeals.decide_appeal(appeal, **self.read(), by=self.user, now=self.now)
