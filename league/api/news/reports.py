"""Match reports of a fixture: told to everybody, written by the captains, hidden by the secretary."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.news.news_shapes import MatchReportsShape
from league.models import Fixture
from league.queries.news.reports import reports_of, versions_of


class _OfReports(LeagueView):
    """An address about the match reports of a fixture."""

    def respond(self, fixture: Fixture) -> Response:
        answer = MatchReportsShape({"reports": reports_of(fixture, self.grants)}).data
        return self.tagged(answer, "fixture", **versions_of(fixture))


class MatchReports(_OfReports):
    @operation(
        "What the captains wrote about a fixture; one that is hidden to its side’s captains and the secretary alone",
        name="match_reports_read", action="league.view", answer=MatchReportsShape, etag=True,
    )  # fmt: skip
    def get(self, request: Request, fixture: int) -> Response:
        return self.respond(self.fixture(fixture))
