from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from league.access import Grants, may
from league.enums import Side
from league.models import Fixture, MatchReport, Player
from league.queries.people.personal_data import public_name

SIDES = (Side.HOME, Side.AWAY)


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A match report with its author's name for the reader, blank for nobody."""

    report: MatchReport
    author: str


def reports_of(fixture: Fixture, held: Grants) -> list[ReportLine]:
    """Match reports of a fixture for a reader, the home side's first (one query).

    The captains of its side and the secretary see a hidden one.
    """
    shortened = Player.objects.filter(
        user=OuterRef("written_by"), league=fixture.league, shorten_name=True
    )  # fmt: skip
    found = MatchReport.objects.filter(fixture=fixture).exclude(text="").select_related("written_by")
    lines = []
    for report in found.annotate(shorten=Exists(shortened)).order_by("-side"):
        report.fixture = fixture
        if report.hidden_at is None or sees_hidden(report, held):
            lines.append(ReportLine(report, _author(report, held)))
    return lines


def sees_hidden(report: MatchReport, held: Grants) -> bool:
    """Whether somebody sees a hidden report."""
    return may(held, "report.hide", report) or may(held, "report.write", report)


def report_of(fixture: Fixture, side: str) -> MatchReport | None:
    """The report of a side, hidden or removed too (one query)."""
    found = MatchReport.objects.filter(fixture=fixture, side=side).first()
    if found is not None:
        found.fixture = fixture
    return found


def versions_of(fixture: Fixture) -> dict[str, int]:
    """Versions of both sides' reports by side, 0 for none (one query)."""
    known = dict(MatchReport.objects.filter(fixture=fixture).order_by().values_list("side", "version"))
    return {str(side): known.get(side, 0) for side in SIDES}


def sides_of(fixture: Fixture, held: Grants) -> list[Side]:
    """Sides whose report somebody writes (no query)."""
    return [side for side in SIDES if may(held, "report.write", MatchReport(fixture=fixture, side=side))]


def _author(report: Any, held: Grants) -> str:
    """The author's name for the reader: shortened like the player they are."""
    user = report.written_by
    if user is None or not user.name:
        return ""
    if user.pk == held.user_id:
        return str(user.name)
    return public_name(Player(name=user.name, shorten_name=report.shorten, erased_at=user.erased_at), held)
