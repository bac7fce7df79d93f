"""Confirming without a token of one's own: on the phone of the captain who sent the sheet, and by a mail's link."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.results.results import FixtureResult, change, sheet_told
from league.api.results.results_shapes import ConfirmCodeIn, ConfirmerShape, ConfirmHereIn, LinkShape, ResultShape
from league.enums import Scope
from league.errors import NothingThere
from league.services.results import handover, submit
from league.services.results.handover import codes
from league.translation import N_


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
    """The link in a mail is its own proof: nobody need sign in. It names one version, and serves once."""

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
        said["differences"] = submit.apart_from(mine, found.result) if mine else None
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
