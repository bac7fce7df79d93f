"""A team's name may be one long word: on a phone no page becomes wider for it, and the tabs stay under the thumb."""

import datetime as dt
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from league.enums import DisputeSubject, RoleKind
from league.models import Dispute, Division, Fixture, Team, Venue
from league.services.disputes import dispute
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e
NAME = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochcribbageexservices"
OWN = "/leagues/town/"
WIDTHS = """() => ({
    page: document.documentElement.scrollWidth,
    tabs: [...document.querySelectorAll('.has-tabs .tabs')].map(tabs => {
        const box = tabs.getBoundingClientRect();
        return [Math.round(box.left), Math.round(box.right), Math.round(innerHeight - box.bottom)];
    }),
    cut: [...document.querySelectorAll('main *')].filter(
        part => part.getClientRects().length && part.getBoundingClientRect().right > 391
    ).map(part => part.className || part.tagName).slice(0, 5),
})"""


@pytest.fixture
def long_names(town: Town, fixture: Fixture) -> dict[str, str]:
    """Pages of a league in which the home team, its division and its pub have such a name, and all sorts wait."""
    now = dt.datetime.now(dt.UTC)
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(name=NAME)
    Venue.objects.filter(pk=fixture.venue_id).update(name=NAME)
    Division.objects.update(name=NAME[:60])
    anchor = town.captains["Anchor"]
    factories.role(anchor, town.league, RoleKind.SECRETARY)
    for home, away in (("Anchor", "Bell"), ("Anchor", "Castle"), ("Duke of York", "Anchor")):
        sheet = result_sheet(town, home, away)
        found = town.fixture(home, away)
        by = town.captains["Castle" if away == "Castle" else "Anchor"]
        made = submit.submit(found, sheet, by=by, now=now - dt.timedelta(days=3))
        if home == "Duke of York":
            confirm.confirm(found, made.version, by=town.captains["Duke of York"], now=now)
    dispute.open_dispute(
        town.fixture("Duke of York", "Anchor"), subject=DisputeSubject.SHEET, reason="No.", by=anchor, now=now
    )
    pages = {
        "home": "", "fixture": f"fixtures/{fixture.pk}/", "fixtures": "fixtures/",
        "table": "tables/2026-27/division-1/",
        "team": "teams/anchor/", "mine": "my/", "desk": "secretary/", "disputes": "disputes/",
        "case": f"disputes/{Dispute.objects.get().pk}/", "decide": f"secretary/fixtures/{fixture.pk}/decide/",
        "me": "me/", "thank-you": f"fixtures/{fixture.pk}/thank-you/",
    }  # fmt: skip
    return {name: OWN + path for name, path in pages.items()}


def test_a_name_of_one_long_word_makes_no_page_wider(
    sign_in: Callable[..., Page], town: Town, long_names: dict[str, str]
) -> None:
    page = sign_in("Anchor")
    found = {}
    for name, address in long_names.items():
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        found[name] = page.evaluate(WIDTHS)
    assert found == {name: {"page": 390, "tabs": [[0, 390, 0]], "cut": []} for name in long_names}
