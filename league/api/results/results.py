"""A result's life, as programs take part in it: sheets sent, confirmed, disputed and corrected."""

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from league.access import may
from league.api.bodies import point_in_body
from league.api.etags import tag_of, tag_of_answer
from league.api.filters import ResultFilter, narrowed
from league.api.operations import operation
from league.api.people.people_shapes import READER
from league.api.results.results_shapes import (
    AnswerIn,
    ConfirmCodeIn,
    ConfirmerShape,
    ConfirmHereIn,
    CorrectIn,
    DisputeIn,
    LinkShape,
    ResultLineShape,
    ResultShape,
    SheetShape,
    VersionShape,
)
from league.api.results.sheet_shapes import SheetIn, sheet_from
from league.api.views import LeagueView
from league.enums import Scope
from league.errors import Invalid, NothingThere, WrongState
from league.models import Fixture, Result
from league.queries.fixtures import matches_of
from league.queries.leagues import results_listed, versions_of
from league.queries.results.eligibility import breaches_told
from league.queries.results.versions import Examined, examine, proposed_correction
from league.rules.formats import fixture_terms
from league.rules.match_terms import Terms
from league.rules.problems import Problem
from league.rules.sheets import SIDES, ResultSheet
from league.services.results import confirm, correct, handover, submit
from league.services.results.handover import codes
from league.translation import N_


def problems_of_rest(
    fixture: Fixture, sheet: Any, wrong: Iterable[Problem], examine: Callable[[Fixture, ResultSheet], Examined]
) -> Iterator[Problem]:
    """Yield what `examine` has against the valid part of a sheet, elsewhere than where its shape is wrong."""
    # Of a match that is said to have had nobody, and has somebody, nothing else can be told.
    places = [one.field.removesuffix("/nobody") for one in wrong if one.code != "unknown-field"]
    if not isinstance(sheet, dict) or not isinstance(sheet.get("matches"), list) or "/matches" in places:
        return
    readable = copy.deepcopy(sheet)
    for place in places:
        _put_right(readable, place.split("/")[1:], fixture_terms(fixture))
    shape = SheetIn(data=readable)
    if not shape.is_valid():
        return
    for problem in examine(fixture, sheet_from(shape.validated_data)).problems:
        at = point_in_body(problem.field, shape.fields, readable)
        if at and not any(at.startswith(place) or place.startswith(at) for place in places):
            yield replace(problem, field=at)


def _put_right(sheet: dict[str, Any], steps: list[str], terms: Terms) -> None:
    """Replace what is invalid at this path with something that validates."""
    if len(steps) < 2 or not steps[1].isdigit():
        return
    index = int(steps[1])
    match = sheet["matches"][index]
    due = terms.match(index + 1)
    if not isinstance(match, dict):
        match = sheet["matches"][index] = {}
    usual: dict[str, Any] = {"number": index + 1, "kind": due.kind, "games": []}
    usual |= {f"{side}_players": [None] * due.players for side in SIDES}
    if len(steps) == 2:
        sheet["matches"][index] = usual
        return
    name, inner = steps[2], match.get(steps[2])
    if isinstance(inner, list) and len(steps) > 3 and steps[3].isdigit() and int(steps[3]) < len(inner):
        place = int(steps[3])
        if name == "games":
            inner[place] = (
                {key: value for key, value in inner[place].items() if [key] != steps[4:]} if steps[4:] else {}
            )
        elif name.endswith("_players"):
            inner[place] = None
        else:
            match[name] = []
    elif name in usual:
        match[name] = usual[name]
    else:
        match.pop(name, None)


# What changes a result that somebody has read: it says which one, and is answered with what it is now.
change = partial(operation, answer=ResultShape, if_match=True, etag=True)


class FixtureResult(LeagueView):
    """Answers with the result as it is now, with its ETag."""

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
    """Return a version with its games, for `SheetShape`; the reason only for those whom it concerns."""
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


class Confirmers(FixtureResult):
    @operation(
        "Who may confirm your sheet on this phone",
        scope=Scope.RESULTS,
        action="result.hand_over",
        answer=ConfirmerShape(many=True),
        also=(409,),
    )
    def get(self, request: Request, fixture: int) -> Response:
        lent = handover.lent(self.fixture(fixture), by=self.user, now=self.now)
        return self.paged(list(handover.who_may_confirm(lent, now=self.now)), ConfirmerShape)

    @change(
        "The other captain confirms your sheet on this phone, and proves who they are",
        name="result_confirm_here",
        action="result.hand_over",
        body=ConfirmHereIn,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.hand_over")
        sent = self.read(ConfirmHereIn)
        with self.matching(found) as version:
            handover.confirm_here(found, version, **sent, by=self.user, now=self.now)
        return self.result(found)


class ConfirmCode(FixtureResult):
    @change(
        "The other side answers a sheet, or its correction, with a code from its team’s printed ones, which is used up",
        name="result_confirm_code",
        scope=Scope.RESULTS,
        action="league.view",
        body=ConfirmCodeIn,
        kept=False,
        description="The code is its own proof: no token is needed, and whose it is makes no difference.",
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        sent = self.read(ConfirmCodeIn)
        by = self.user if self.user.is_authenticated else None
        with self.matching(found):
            codes.answer(found, codes.awaited(found).version, **sent, by=by, now=self.now)
        return self.result(found)


class OneLink(FixtureResult):
    """The link in a mail is its own proof. It names one version, and serves once."""

    def followed(self, token: str) -> handover.Followed:
        """Return the link that a token names, and how things stand with it.

        Raises:
            Http404: it is no link of this league.
        """
        found = handover.follow(self.league, token, now=self.now)
        if found is None:
            raise NothingThere(N_("This link does not work: it may have been cut short, or your address has changed."))
        return found

    @operation(
        "The sheet that a mail asks about, and where one’s own draft says otherwise. Reading confirms nothing",
        action="league.view",
        answer=LinkShape,
        description="The token is the last part of the link in the mail, and its own proof. Scope of a token: `read`.",
    )
    def get(self, request: Request, token: str) -> Response:
        found = self.followed(token)
        said: dict[str, Any] = {"fixture": found.fixture, "refused": found.refused, "sheet": sheet_told(found.result)}
        mine = None if found.refused else submit.drafted(found.fixture, found.person)
        said["differences"] = submit.draft_differences(mine, found.result) if mine else None
        return Response(LinkShape(said).data)

    @operation(
        "Agree with that sheet as the person whom the mail was sent to; from now on it counts",
        name="link_confirm",
        scope=Scope.RESULTS,
        action="league.view",
        answer=ResultShape,
        etag=True,
        description="The link names one version and serves once, so no `If-Match` is asked for. "
        "Scope of a token: `results`; none is needed.",
    )
    def post(self, request: Request, token: str) -> Response:
        found = self.followed(token)
        handover.confirm_by_link(self.league, token, now=self.now)
        return self.result(found.fixture)
