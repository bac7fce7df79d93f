"""Pages of a closed season: they say so, and offer nothing that a service refuses."""

import datetime as dt
import re

import pytest

from league.enums import PostponementState
from league.models import Fixture, Postponement, Season
from league.queries.results.dashboards import fixtures_of_captain
from tests.factories import Town
from tests.web.addresses import World
from tests.web.pages import page, signed_in, words
from tests.web.worlds import disputed, submitted, world  # noqa: F401

# Addresses behind which something of a fixture, its result, a dispute or a cup is done.
DOING = re.compile(
    r"/(score|sheet|confirm|confirm-code|correct|correction|postpone|answer|move|tie-date|decide|accept|uphold|live|rule"
    r"|availability|record|high-hands)/|/calls/new/|/secretary/(cups|ties|appeals)/|/disputes/new/|/appeal/"
)
CLOSED = "2026-27 is closed: its results and tables stay as they are. The secretary can reopen it."


def close(town: Town, now: dt.datetime) -> None:
    Season.objects.filter(pk=town.season.pk).update(closed_at=now)


def doing(html: str) -> set[str]:
    """Addresses in a page's main part behind which something is done."""
    main = html.partition("<main")[2].partition("</main>")[0]
    return {href for href in re.findall(r'href="([^"]+)"', main) if DOING.search(href)}


@pytest.mark.parametrize("state", ["submitted", "disputed"])
def test_no_page_offers_what_is_refused(state: str, request: pytest.FixtureRequest, now: dt.datetime) -> None:
    made: World = request.getfixturevalue(state)
    own = "/leagues/town/"
    pages = [
        "", "my/", "secretary/", "cups/", "cups/town-cup/2026-27/", "calls/", "disputes/", "individual/singles/",
        f"disputes/{made.case.dispute.pk}/", f"appeals/{made.case.appeal.pk}/", "club-nights/tuesdays/1/",
        f"fixtures/{made.fixture.pk}/", f"fixtures/{made.tie.pk}/", f"fixtures/{made.town.fixtures[-1].pk}/",
    ]  # fmt: skip
    offered = {}
    for closed in (False, True):
        if closed:
            close(made.town, now)
        for role in ("home", "away", "secr", "ref"):
            browser = made.client(role)
            answers = {name: browser.get(own + name) for name in pages}
            offered[closed, role] = {
                name: links for name, answer in answers.items() if (links := doing(answer.content.decode()))
            }
    assert all(offered[False, role] for role in ("home", "away", "secr", "ref"))
    assert [offered[True, role] for role in ("home", "away", "secr", "ref")] == [{}, {}, {}, {}]


def test_fixture_page_says_that_its_season_is_closed(disputed: World, now: dt.datetime) -> None:  # noqa: F811
    browser = disputed.client("away")
    assert CLOSED not in words(browser.get(page(disputed.fixture)))
    close(disputed.town, now)
    for fixture in (disputed.fixture, disputed.tie, disputed.town.fixtures[-1]):
        assert CLOSED in words(browser.get(page(fixture)))
    assert "The captains enter the result" not in words(browser.get(page(disputed.town.fixtures[-1])))
    case = words(browser.get(f"/leagues/town/disputes/{disputed.case.dispute.pk}/"))
    assert CLOSED in case
    assert "Add evidence" not in case
    assert "Withdraw the dispute" not in case


def test_tie_page_says_that_its_season_is_closed(disputed: World, now: dt.datetime) -> None:  # noqa: F811
    close(disputed.town, now)
    tie = words(disputed.client("secr").get(f"/leagues/town/secretary/ties/{disputed.tie.tie_id}/"))
    assert CLOSED in tie
    assert "Decide the tie" not in tie


def test_captain_has_nothing_to_do_in_a_closed_season(
    town: Town, now: dt.datetime, django_assert_num_queries: object
) -> None:
    asked, postponed = town.fixture("Anchor", "Bell"), town.fixture("Anchor", "Castle")
    Postponement.objects.create(
        fixture=asked, state=PostponementState.REQUESTED, requested_at=now, reason="x", side="away"
    )  # fmt: skip
    Fixture.objects.filter(pk=postponed.pk).update(state="postponed")
    close(town, now)
    with django_assert_num_queries(4):  # type: ignore[operator]
        found = fixtures_of_captain(town.league, frozenset({town.teams["Anchor"].pk}), now=now)
    assert [len(lines) for lines in (found.due, found.coming, found.asked, found.postponed)] == [0, 0, 0, 0]
    assert {line.fixture.pk for line in found.cancelled} >= {asked.pk, postponed.pk}
    shown = words(signed_in(town.captains["Anchor"]).get("/leagues/town/my/"))
    assert "Nothing to do" in shown
    assert "Will not be played" in shown
    assert "Not played" in shown
    assert "Result due" not in shown
