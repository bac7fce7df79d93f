"""The versions of a fixture's sheet, for everybody to read: nothing that was ever sent is hidden or lost."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.access import Grants, may
from league.enums import ResultState, Settlement
from league.errors import NothingThere
from league.models import Player, Result
from league.queries.results.versions import ComparedVersion, compared_versions, people_of
from league.translation import N_
from league.web import cards
from league.web.requests import LeagueRequest, fixture_or_404, in_league
from league.web.results.sheet_pages import score_sheet

# Whose word a version without a side is.
SENDERS = {
    Settlement.RULING: N_("a ruling"),
    Settlement.APPEAL: N_("an appeal"),
    Settlement.POLICY: N_("the league’s rule"),
    Settlement.IMPORTED: N_("the secretary’s spreadsheet"),
}
SECRETARY = N_("the secretary")
TONES = {
    ResultState.SUBMITTED: "warn",
    ResultState.PROPOSED: "warn",
    ResultState.DISPUTED: "bad",
    ResultState.CONFIRMED: "good",
}


@dataclass(frozen=True, slots=True)
class VersionView:
    version: ComparedVersion
    sender: str
    badge: cards.Badge
    differences: list[cards.DifferenceView]


def sender_of(result: Result) -> str:
    """Return the sender of a version: the team, or whoever decided; never a person."""
    if result.side:
        return result.fixture.home.name if result.side == "home" else result.fixture.away.name
    return SENDERS.get(Settlement(result.settlement), SECRETARY) if result.settlement else SECRETARY


@require_safe
@in_league("league.view")
def versions(request: LeagueRequest, fixture: int) -> HttpResponse:
    found = fixture_or_404(request, fixture)
    people = people_of(found)
    views = [_view(version, people, request.grants) for version in compared_versions(found)]
    return render(request, "league/results/versions.html", {"fixture": found, "versions": views})


@require_safe
@in_league("league.view")
def version(request: LeagueRequest, fixture: int, version: int) -> HttpResponse:
    found = fixture_or_404(request, fixture)
    wanted = next((item for item in compared_versions(found) if item.result.version == version), None)
    if wanted is None:
        raise NothingThere(N_("There is no such version of this fixture's sheet."))
    context = {
        "fixture": found,
        "view": _view(wanted, people_of(found), request.grants),
        "result": wanted.result,
        "matches": score_sheet(request, wanted.result),
        "inside": may(request.grants, "fixture.history", found),
    }
    return render(request, "league/results/version.html", context)


def _view(version: ComparedVersion, people: list[Player], grants: Grants) -> VersionView:
    state = ResultState(version.result.state)
    text = N_("Counts") if state == ResultState.CONFIRMED else state.label
    differences = cards.difference_views(version.apart, (people, []), grants)
    return VersionView(version, sender_of(version.result), cards.Badge(text, TONES.get(state, "")), differences)
