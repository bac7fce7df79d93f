"""A sheet that the other side does not answer, or that nobody of it can: the secretary confirms it in its place."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.shapes.decisions import UpholdIn
from league.api.shapes.results import ResultShape
from league.api.views.results import FixtureResult
from league.enums import Scope
from league.errors import WrongState
from league.services.confirming import uphold
from league.services.versions import live_result


class Uphold(FixtureResult):
    @operation(
        "result_uphold",
        "Confirm a waiting sheet in the other side’s place, with a reason",
        action="result.uphold",
        scope=Scope.SEASON,
        body=UpholdIn,
        answer=ResultShape,
        etag=True,
        tag="Decisions",
    )
    def post(self, request: Request, fixture: int) -> Response:
        self.allow("league.oversee")
        found = self.fixture(fixture)
        live = live_result(found)
        if live is None:
            raise WrongState("No sheet of this fixture waits for an answer.")
        self.allow("result.uphold", live)
        uphold(found, **self.read(UpholdIn), by=self.user, now=self.now)
        return self.result(found)
