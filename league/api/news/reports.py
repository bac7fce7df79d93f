"""Match reports of a fixture: told to everybody, written by the captains, hidden by the secretary."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.news.news_shapes import MatchReportHideIn, MatchReportIn, MatchReportShowIn, MatchReportsShape
from league.enums import Side
from league.errors import NothingThere
from league.models import Fixture, MatchReport
from league.queries.news.reports import report_of, reports_of, versions_of
from league.services.news import reports as services
from league.translation import N_


class _OfReports(LeagueView):
    """An address about the match reports of a fixture."""

    def told(self, fixture: Fixture) -> Response:
        answer = MatchReportsShape({"reports": reports_of(fixture, self.grants)}).data
        return self.tagged(answer, "fixture", **versions_of(fixture))

    def side(self, word: str) -> Side:
        """The side that the address names.

        Raises:
            Http404: it is neither home nor away.
        """
        if word not in Side.values:
            raise NothingThere(N_("A fixture has the sides home and away."))
        return Side(word)

    def report(self, fixture: int, side: str) -> MatchReport:
        """The match report of a side.

        Raises:
            NotAllowed: the asker is not the secretary.
            Http404: there is none.
        """
        self.allow("report.hide")
        found = report_of(self.fixture(fixture), self.side(side))
        if found is None:
            raise NothingThere(services.NOTHING)
        return found


class MatchReports(_OfReports):
    @operation(
        "What the captains wrote about a fixture; one that is hidden to its side’s captains and the secretary alone",
        name="match_reports_read", action="league.view", answer=MatchReportsShape, etag=True,
    )  # fmt: skip
    def get(self, request: Request, fixture: int) -> Response:
        return self.told(self.fixture(fixture))


class OneMatchReport(_OfReports):
    @operation(
        "Write a side’s match report, change it, or remove it by sending no text; for its captains",
        name="match_report_write", action="report.write", body=MatchReportIn, answer=MatchReportsShape, etag=True,
    )  # fmt: skip
    def put(self, request: Request, fixture: int, side: str) -> Response:
        found, of = self.fixture(fixture), self.side(side)
        self.allow("report.write", MatchReport(fixture=found, side=of))
        sent = self.read(MatchReportIn)
        services.write_report(found, of, sent["text"], seen=sent[of.value], by=self.user, now=self.now)
        return self.told(found)


class MatchReportHide(_OfReports):
    @operation(
        "Hide a match report; its captains are told the reason", action="report.hide", body=MatchReportHideIn,
        answer=MatchReportsShape, etag=True,
    )  # fmt: skip
    def post(self, request: Request, fixture: int, side: str) -> Response:
        found = self.report(fixture, side)
        reason = self.read(MatchReportHideIn)["reason"]
        services.hide_report(found, reason=reason, by=self.user, now=self.now)
        return self.told(found.fixture)


class MatchReportShow(_OfReports):
    @operation(
        "Show a match report again; its captains are told", action="report.hide", body=MatchReportShowIn,
        answer=MatchReportsShape, etag=True,
    )  # fmt: skip
    def post(self, request: Request, fixture: int, side: str) -> Response:
        found = self.report(fixture, side)
        seen = self.read(MatchReportShowIn)[side]
        services.show_report(found, seen=seen, by=self.user, now=self.now)
        return self.told(found.fixture)
