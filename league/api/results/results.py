"""A result's life, as programs take part in it: sheets sent, confirmed, disputed and corrected."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from league.access import may
from league.api.base.etags import tag_of, tag_of_answer
from league.api.base.filters import ResultFilter, narrowed
from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.people.people_shapes import READER
from league.api.results.readable import problems_of_rest
from league.api.results.results_shapes import (
    AnswerIn,
    CorrectIn,
    DisputeIn,
    ResultLineShape,
    ResultShape,
    SheetShape,
    VersionShape,
)
from league.api.results.sheet_shapes import SheetIn, sheet_from
from league.enums import Scope
from league.errors import Invalid, NothingThere, WrongState
from league.models import Fixture, Result
from league.queries.fixtures import matches_of
from league.queries.listings import results_listed, versions_of
from league.queries.results.eligibility import breaches_told
from league.queries.results.versions import Examined, examine, proposed_correction
from league.rules.sheets import ResultSheet
from league.services.results import confirm, correct, submit
from league.translation import N_

# What changes a result that somebody has read: it says which one, and is answered with what it is now.
change = partial(operation, answer=ResultShape, if_match=True, etag=True)


class FixtureResult(LeagueView):
    """An address about a result, and the answer they share: the result as it is now, with its ETag."""

    def read_with_sheet(
        self,
        shape: type[BaseSerializer[Any]],
        fixture: Fixture,
        within: str = "",
        examine: Callable[[Fixture, ResultSheet], Examined] = examine,
    ) -> dict[str, Any]:
        """Return what was sent with a sheet in it.

        Args:
            within: the pointer of the sheet.
            examine: holds a sheet of this kind against the rules.

        Raises:
            Invalid: with every problem of the shape, and of the rules as far as the sheet can be read.
        """
        try:
            return self.read(shape)
        except Invalid as wrong:
            body = self.request.data
            sheet = body.get(within[1:]) if within and isinstance(body, dict) else body
            shapes = [replace(one, field=one.field.removeprefix(within)) for one in wrong.problems]
            rest = (replace(one, field=within + one.field) for one in problems_of_rest(fixture, sheet, shapes, examine))
            raise Invalid([*wrong.problems, *rest]) from wrong

    def result(self, fixture: Fixture, status: int = 200) -> Response:
        versions = versions_of(fixture)
        live = next((version for version in versions if version.live), None)
        said = {"fixture": fixture.pk, "live": sheet_told(live), "versions": versions}
        answer = ResultShape(said).data
        tag = tag_of_answer(tag_of(fixture, versions), answer)
        return Response(answer, status=status, headers={"ETag": tag})


def sheet_told(live: Result | None) -> dict[str, Any] | None:
    """A version with its games, as `SheetShape` tells it to whoever reads: the reason is for those whom it concerns."""
    if live is None:
        return None
    held = READER.get()
    fields = {name: getattr(live, name) for name in VersionShape().get_fields()}
    reason = live.reason if may(held, "fixture.history", live) else ""
    found = breaches_told([live], held).get(live.pk, [])
    return {**fields, "reason": reason, "breaches": found, "matches": matches_of(live)}


class Results(LeagueView):
    queryset = Result.objects.all()
    filter_backends = (DjangoFilterBackend,)
    filterset_class = ResultFilter
    ordering = ("-submitted_at", "-pk")

    @operation(
        "The results that fixtures rest on, the latest sent first",
        action="league.view",
        answer=ResultLineShape(many=True),
    )
    def get(self, request: Request) -> Response:
        found = narrowed(ResultFilter, self, results_listed(self.seasons))
        return self.paged(found, ResultLineShape)


class OneResultVersion(LeagueView):
    @operation(
        "One version of a fixture’s sheet, old ones too, with its games", action="league.view", answer=SheetShape
    )
    def get(self, request: Request, fixture: int, version: int) -> Response:
        found = self.fixture(fixture)
        named = next((one for one in versions_of(found) if one.version == version), None)
        if named is None:
            raise NothingThere(N_("This fixture’s sheet has no such version."))
        return Response(SheetShape(sheet_told(named)).data)


class OneResult(FixtureResult):
    @operation(
        "What a fixture’s result rests on, and every version of it", action="league.view", answer=ResultShape, etag=True
    )
    def get(self, request: Request, fixture: int) -> Response | HttpResponse:
        return self.result(self.fixture(fixture))

    @operation(
        "Enter a fixture’s result", action="result.submit", body=SheetIn, answer=ResultShape, status=201, etag=True
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.submit")
        submit.submit(found, sheet_from(self.read_with_sheet(SheetIn, found)), by=self.user, now=self.now)
        return self.result(found, 201)


class ResultConfirm(FixtureResult):
    @change("Agree with the other side’s sheet; from now on it counts", action="result.answer")
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.answer")
        with self.matching(found) as version:
            confirm.confirm(found, version, by=self.user, now=self.now)
        return self.result(found)


class ResultDispute(FixtureResult):
    @change(
        "Object to the other side’s sheet, with one’s own if one has it",
        scope=Scope.DISPUTES,
        action="result.answer",
        body=DisputeIn,
        status=201,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.answer")
        sent = self.read_with_sheet(DisputeIn, found, "/sheet")
        mine = sheet_from(sent["sheet"]) if sent["sheet"] else None
        with self.matching(found) as version:
            confirm.dispute(found, version, reason=sent["reason"], sheet=mine, by=self.user, now=self.now)
        return self.result(found, 201)


class ResultCorrect(FixtureResult):
    @change(
        "Correct a confirmed result; a captain’s correction counts once it is accepted",
        action="result.correct",
        body=CorrectIn,
        status=201,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.correct")
        sent = self.read_with_sheet(CorrectIn, found, "/sheet")
        with self.matching(found) as version:
            sheet = sheet_from(sent["sheet"])
            correct.propose(found, version, sheet, reason=sent["reason"], by=self.user, now=self.now)
        return self.result(found, 201)


class CorrectionAnswer(FixtureResult):
    @change(
        "Accept the proposed correction, refuse it with a reason, or withdraw one’s own side’s",
        action="correction.answer",
        or_action="result.change",
        body=AnswerIn,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "correction.answer")
        sent = self.read(AnswerIn)
        with self.matching(found):
            waiting = proposed_correction(found)
            if waiting is None:
                raise WrongState(N_("No correction of this fixture is awaiting an answer."))
            correct.answer_correction(found, waiting.version, **sent, by=self.user, now=self.now)
        return self.result(found)


class ResultAccept(FixtureResult):
    @change("Agree with the sheet that the other side sent against one’s own", action="dispute.accept")
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "dispute.accept")
        with self.matching(found):
            confirm.accept_counter(found, by=self.user, now=self.now)
        return self.result(found)
