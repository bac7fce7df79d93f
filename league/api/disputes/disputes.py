"""Disputes: opened by captains, with evidence, ruled on by a neutral referee, and one appeal."""

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.calls.calls_shapes import CallIn
from league.api.disputes.disputes_shapes import (
    AppealIn,
    AppealShape,
    AssignIn,
    CaseShape,
    ConsequencesShape,
    DecideIn,
    DecisionIn,
    DocketShape,
    EvidenceIn,
    HandBroughtIn,
    JudgeShape,
    OpenIn,
    PublicRulingShape,
    QuotableShape,
    RulingMadeShape,
    SignIn,
)
from league.api.operations import operation
from league.api.views import LeagueView
from league.enums import DisputeSubject, EvidenceKind
from league.errors import Invalid, NothingThere
from league.models import Appeal, Dispute, Fixture, Photograph, Ruling
from league.queries.disputes import disputes as queries
from league.rules.problems import Problem
from league.services.disputes import appeal as appeals
from league.services.disputes import dispute as disputes
from league.services.disputes import evidence, rule
from league.translation import N_


class DisputeView(LeagueView):
    def dispute(self, pk: int) -> Dispute:
        """Return the dispute. Raises Http404, or NotAllowed where the asker is no party to it."""
        try:
            found = queries.find_dispute(self.league, pk)
        except Dispute.DoesNotExist as missing:
            raise NothingThere(N_("There is no such dispute in this league.")) from missing
        self.allow("dispute.see", found)
        return found

    def case(self, pk: int, status: int = 200) -> Response:
        found = queries.find_dispute(self.league, pk)
        found.evidence_brought = queries.evidence_of(found)  # type: ignore[attr-defined]
        return Response(CaseShape(found).data, status=status)


class Docket(LeagueView):
    @operation("The disputes that concern you", action="account.own", answer=DocketShape)
    def get(self, request: Request) -> Response:
        return Response(DocketShape(queries.docket_of(self.league, self.grants)).data)


class FixtureRulings(DisputeView):
    @operation(
        "What everybody reads of the disputes of a fixture", action="league.view", answer=PublicRulingShape(many=True)
    )
    def get(self, request: Request, fixture: int) -> Response:
        return self.paged(list(queries.public_rulings(self.fixture(fixture))), PublicRulingShape)

    @operation(
        "Object to a game, a called hand, or a sheet that counts already",
        action="dispute.open",
        body=OpenIn,
        answer=CaseShape,
        status=201,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "dispute.open")
        sent = self.read(OpenIn, partial(_objection_problems, found))
        with _named_as(_call_names(sent)):
            opened = disputes.open_dispute(
                found, **{**sent, "subject": DisputeSubject(sent["subject"])}, by=self.user, now=self.now
            )
        return self.case(opened.pk, 201)


class OneDispute(DisputeView):
    @operation("A dispute with its evidence", action="dispute.see", answer=CaseShape)
    def get(self, request: Request, dispute: int) -> Response:
        return self.case(self.dispute(dispute).pk)


class EvidenceAdd(DisputeView):
    picture: evidence.CaptionedPicture | None = None

    def prepare(self, request: Request, **kwargs: Any) -> None:
        found = self.dispute(kwargs["dispute"])
        self.allow("evidence.add", found)
        sent = self.read(EvidenceIn, partial(_evidence_problems, found))
        if sent["kind"] == EvidenceKind.PHOTO:
            content = _bytes(sent["photograph"])
            with _named_as(_IN_THE_BODY):
                self.picture = evidence.develop(found, content=content, text=sent["text"], by=self.user, now=self.now)

    @operation(
        "Bring a statement, a hand, a written game or a photograph",
        action="evidence.add",
        body=EvidenceIn,
        answer=CaseShape,
        status=201,
    )
    def post(self, request: Request, dispute: int) -> Response:
        found = self.dispute(dispute)
        self.allow("evidence.add", found)
        if self.picture is not None:
            evidence.add_picture(found, picture=self.picture, by=self.user, now=self.now)
        else:
            with _named_as(_IN_THE_BODY):
                _bring(found, self.read(EvidenceIn), by=self.user, now=self.now)
        return self.case(found.pk, 201)


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


def _bytes(sent: str) -> bytes:
    try:
        return base64.b64decode(sent, validate=True)
    except (binascii.Error, ValueError) as error:
        message = N_("Send the photograph’s bytes in base64.")
        raise Invalid([Problem("photograph", message, "photograph")]) from error


class OnePhotograph(DisputeView):
    @operation(
        "A photograph that was brought to a dispute",
        action="dispute.see",
        answer=OpenApiResponse(OpenApiTypes.BINARY, "The picture."),
        media_type="image/jpeg",
    )
    def get(self, request: Request, dispute: int, photograph: int) -> HttpResponse:
        try:
            found = queries.find_photograph(self.dispute(dispute), photograph)
        except Photograph.DoesNotExist as missing:
            raise NothingThere(N_("There is no such photograph in this dispute.")) from missing
        # As on the page: nothing on the way keeps it, the program's own cache neither.
        kept_by_nobody = {"Cache-Control": "private, no-store"}
        return HttpResponse(bytes(found.content), content_type="image/jpeg", headers=kept_by_nobody)


class DisputeTake(DisputeView):
    @operation("Take a dispute that nobody has, to rule on it", action="dispute.settle", answer=CaseShape)
    def post(self, request: Request, dispute: int) -> Response:
        found = self.dispute(dispute)
        disputes.take(found, by=self.user, now=self.now)
        return self.case(found.pk)


class Judges(DisputeView):
    @operation(
        "The league’s referees, and why some may not rule on it", action="dispute.assign", answer=JudgeShape(many=True)
    )
    def get(self, request: Request, dispute: int) -> Response:
        found = self.dispute(dispute)
        self.allow("dispute.assign", found)
        return self.paged(list(queries.judges_of(found, now=self.now)), JudgeShape)

    @operation("Give a dispute to a referee", action="dispute.assign", body=AssignIn, answer=CaseShape)
    def post(self, request: Request, dispute: int) -> Response:
        found = self.dispute(dispute)
        self.allow("dispute.assign", found)
        chosen = self.read(AssignIn)["referee"]
        judges = queries.judges_of(found, now=self.now)
        referee = next((judge.user for judge in judges if judge.user.pk == chosen), None)
        if referee is None:
            raise Invalid([Problem("no-referee", N_("Choose a referee of this league."), "referee")])
        disputes.assign(found, referee, by=self.user, now=self.now)
        return self.case(found.pk)


class DisputeWithdraw(DisputeView):
    @operation("Withdraw a dispute", action="dispute.withdraw", answer=CaseShape)
    def post(self, request: Request, dispute: int) -> Response:
        found = self.dispute(dispute)
        disputes.withdraw_dispute(found, by=self.user, now=self.now)
        return self.case(found.pk)


class Quotables(DisputeView):
    @operation("The rules that a ruling on it can quote", action="dispute.see", answer=QuotableShape(many=True))
    def get(self, request: Request, dispute: int) -> Response:
        return self.paged(list(rule.rules_for(self.dispute(dispute))), QuotableShape)


class RulingPreview(DisputeView):
    @operation(
        "What would follow from a decision: games, match, places in the table. Nothing is written",
        action="dispute.settle",
        body=DecisionIn,
        answer=ConsequencesShape,
        etag=True,
    )
    def post(self, request: Request, dispute: int) -> Response:
        found = self.dispute(dispute)
        self.allow("dispute.settle", found)
        sent = self.read(DecisionIn, partial(rule.problems_of_ruling, found))
        follows = rule.preview(found, **sent, by=self.user, now=self.now)
        return self.tagged(ConsequencesShape(follows).data, "dispute", seen=follows.stamp)


class DisputeRule(DisputeView):
    @operation(
        "Rule on a dispute; what follows is done at once",
        action="dispute.settle",
        body=SignIn,
        answer=RulingMadeShape,
        status=201,
    )
    def post(self, request: Request, dispute: int) -> Response:
        found = self.dispute(dispute)
        self.allow("dispute.settle", found)
        sent = self.read(SignIn, partial(rule.problems_of_ruling, found))
        made = rule.rule(found, **sent, by=self.user, now=self.now)
        return Response(RulingMadeShape(made).data, status=201)


class AppealMake(LeagueView):
    @operation("Appeal against a ruling, once", action="ruling.appeal", body=AppealIn, answer=AppealShape, status=201)
    def post(self, request: Request, ruling: int) -> Response:
        try:
            found = queries.find_ruling_told(self.league, ruling)
        except Ruling.DoesNotExist as missing:
            raise NothingThere(N_("There is no such ruling in this league.")) from missing
        self.allow("ruling.appeal", found)
        made = appeals.appeal(found, **self.read(AppealIn), by=self.user, now=self.now)
        return Response(AppealShape(made).data, status=201)


class AppealView(LeagueView):
    def appeal(self, pk: int, action: str) -> Appeal:
        """Return the appeal. Raises Http404, or NotAllowed where the asker may not do `action` on it."""
        try:
            found = queries.find_appeal(self.league, pk)
        except Appeal.DoesNotExist as missing:
            raise NothingThere(N_("There is no such appeal in this league.")) from missing
        self.allow(action, found)
        return found


class OneAppeal(AppealView):
    @operation(
        "What would follow if an appeal were allowed",
        name="appeal_preview",
        action="appeal.decide",
        answer=ConsequencesShape,
        etag=True,
    )
    def get(self, request: Request, appeal: int) -> Response:
        follows = appeals.preview(self.appeal(appeal, "appeal.decide"), by=self.user, now=self.now)
        return self.tagged(ConsequencesShape(follows).data, "appeal", seen=follows.stamp)

    @operation(
        "Dismiss an appeal, or allow it: the ruling is then revoked and its effect undone",
        action="appeal.decide",
        body=DecideIn,
        answer=AppealShape,
    )
    def post(self, request: Request, appeal: int) -> Response:
        found = self.appeal(appeal, "appeal.decide")
        done = appeals.decide_appeal(found, **self.read(DecideIn), by=self.user, now=self.now)
        return Response(AppealShape(done).data)
