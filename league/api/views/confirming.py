"""Confirming without a token of one's own: on the phone of the captain who sent the sheet, and by a mail's link."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.shapes.confirming import ConfirmerShape, ConfirmHereIn, LinkShape
from league.api.shapes.results import ResultShape
from league.api.views.results import TAG, FixtureResult, change, sheet_told
from league.enums import Scope
from league.services import confirming, drafts


class ConfirmHere(FixtureResult):
    pagination_class = None

    @operation(
        "confirmers_list",
        "Who may confirm your sheet on this phone",
        action="result.hand_over",
        scope=Scope.RESULTS,
        answer=ConfirmerShape(many=True),
        also=(409,),
        tag=TAG,
    )
    def get(self, request: Request, fixture: int) -> Response:
        lent = confirming.lent(self.fixture(fixture), by=self.user, now=self.now)
        return Response(ConfirmerShape(confirming.who_may_confirm(lent, now=self.now), many=True).data)

    @change(
        "result_confirm_here",
        "The other captain confirms your sheet on this phone: his password, or the code from his mail, proves it is he",
        action="result.hand_over",
        scope=Scope.RESULTS,
        body=ConfirmHereIn,
    )
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.hand_over")
        sent = self.read(ConfirmHereIn)
        with self.matching(found) as version:
            confirming.confirm_here(found, version, **sent, by=self.user, now=self.now)
        return self.result(found)


class ConfirmLink(FixtureResult):
    """The link in a mail is its own proof: nobody need sign in. It names one version, and serves once."""

    def followed(self, token: str) -> confirming.Followed:
        """How things stand with the link.

        Raises:
            Http404: it is no link of this league.
        """
        found = confirming.follow(self.league, token, now=self.now)
        if found is None:
            raise Http404("This link does not work: it was cut short on its way, perhaps.")
        return found

    @operation(
        "link_read",
        "The sheet that a mail asks about, and where one’s own draft says otherwise. Reading confirms nothing",
        action="league.view",
        answer=LinkShape,
        description="The token is the last part of the link in the mail, and its own proof. Scope of a token: `read`.",
        tag=TAG,
    )
    def get(self, request: Request, token: str) -> Response:
        found = self.followed(token)
        said: dict[str, Any] = {"fixture": found.fixture, "refused": found.refused, "sheet": sheet_told(found.result)}
        mine = None if found.refused else drafts.drafted(found.fixture, found.person)
        said["differences"] = drafts.apart_from(mine, found.result) if mine else None
        return Response(LinkShape(said).data)

    @operation(
        "link_confirm",
        "Agree with that sheet as the person whom the mail was sent to; from now on it counts",
        action="league.view",
        scope=Scope.RESULTS,
        answer=ResultShape,
        etag=True,
        description="The link names one version and serves once, so no `If-Match` is asked for. "
        "Scope of a token: `results`; none is needed.",
        tag=TAG,
    )
    def post(self, request: Request, token: str) -> Response:
        found = self.followed(token)
        confirming.confirm_by_link(self.league, token, now=self.now)
        return self.result(found.fixture)
