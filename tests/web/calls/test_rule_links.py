"""Every rule that a ruling, a verdict, a dispute or a case of conduct quotes leads to its place on the rules page."""

import datetime as dt
import re

import pytest
import time_machine
from django.test import Client

from league.models import ConductCase, Dispute, Division, Fixture
from league.services.calls import conduct
from league.services.disputes import rulings
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.evenings import agreed, overcall

NOW = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
LINK = re.compile(r'href="(/leagues/town/rules/[^"#]*)#([^"]+)"')


@pytest.fixture(autouse=True)
def _then() -> object:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def played(town: Town) -> Fixture:
    fixture = town.fixture("Anchor", "Bell")
    agreed(town, fixture, NOW)
    return fixture


def quoted(client: Client, address: str) -> set[str]:
    """The ids that a page's quotes lead to, each of which the rules page has."""
    page = client.get(address)
    assert page.status_code == 200, address
    found = LINK.findall(page.content.decode())
    for rules, anchor in found:
        assert f'<span id="{anchor}"' in client.get(rules).content.decode()
    return {anchor for _, anchor in found}


def test_on_the_fixture_s_page(client: Client, town: Town, played: Fixture) -> None:
    overcall(town, played, None, NOW, award_to="away", reason="Often.")
    opened = cases.of_a_counting_sheet(town, NOW)
    by = cases.second_referee(town)
    rulings.rule(opened, outcome="stands", reason="A 9 read as a 4.", rule="L11.1", by=by, now=NOW)
    here = f"/leagues/town/fixtures/{played.pk}/"
    assert quoted(client, here) == {"r41-singles-division-1", "r43-singles-division-1", "l11-1-league-division-1"}
    assert "a mistake in writing is corrected" in client.get(here).content.decode()


def test_on_the_pages_of_a_dispute_and_of_an_appeal(client: Client, town: Town, played: Fixture) -> None:
    opened = cases.of_a_call(town, NOW, match_number=1, declared=12)
    case = f"/leagues/town/disputes/{opened.pk}/"
    client.force_login(town.referee)
    assert quoted(client, case) == {"r41-doubles-division-1"}
    assert quoted(client, f"{case}rule/") == {"r41-doubles-division-1"}
    ruling = cases.ruled(opened, town, NOW, outcome="stands", rule="R53")
    assert quoted(client, case) == {"r41-doubles-division-1", "r53-league-division-1"}
    client.force_login(town.captains["Anchor"])
    assert quoted(client, f"/leagues/town/rulings/{ruling.pk}/appeal/") == {"r53-league-division-1"}


def test_on_the_pages_of_conduct(client: Client, town: Town, played: Fixture) -> None:
    player = town.squads["Anchor"][2]
    for _ in range(3):
        overcall(town, played, player, NOW)
    case = ConductCase.objects.get()
    client.force_login(town.referee)
    assert quoted(client, f"/leagues/town/calls/conduct/{case.pk}/") == {"r43-singles-division-1"}
    conduct.decide(case, award=True, reason="Often.", by=town.referee, now=NOW)
    assert quoted(client, f"/leagues/town/players/{player.pk}/conduct/") == {"r43-singles-division-1"}


def test_when_a_hand_is_checked(client: Client, town: Town, played: Fixture) -> None:
    hand = "?cards=AC+7D+8H+3S&starter=7C&declared=12&claimed=8"
    assert quoted(client, f"/leagues/town/hand/{hand}") == {"r41"}
    assert "Rule R41" in client.get(f"/hand/{hand}").content.decode(), "outside of a league there is no rules page"


def test_divisions_that_play_otherwise_have_places_of_their_own(client: Client, town: Town, played: Fixture) -> None:
    Division.objects.create(
        season=town.season, name="Division 2", slug="division-2", order=2, fixture_format="S S", games_per_match=5,
        singles_ruleset="hoyle",
    )  # fmt: skip
    page = client.get("/leagues/town/rules/").content.decode()
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {f"r50-league-division-{n}" for n in (1, 2)} | {f"r43-singles-division-{n}" for n in (1, 2)} <= set(ids)
    assert ids.count("r43") == 1


@pytest.mark.long
def test_all_of_the_league_s_own_rules_can_be_cited_of_a_sheet(client: Client, town: Town, played: Fixture) -> None:
    opened = cases.of_a_counting_sheet(town, NOW)
    client.force_login(town.referee)
    page = client.get(f"/leagues/town/disputes/{opened.pk}/rule/").content.decode()
    chapters = re.findall(r'<optgroup label="([^"]+)">', page)
    assert chapters[:12] == [
        "Fixtures", "Who may play", "Postponed fixtures", "Results", "Points", "Teams level on points", "Awarded games",
        "Fixtures that are not played out", "Teams that withdraw", "Mistakes in writing", "Disputes",
        "Deadlines",
    ]  # fmt: skip
    offered = re.findall(r'<option value="([RL][\d.]+)">', page)
    assert len(offered) == len(set(offered))
    for number in offered:
        typed = {"outcome": "stands", "rule": number, "reason": "So.", "do": "preview"}
        seen = client.post(f"/leagues/town/disputes/{opened.pk}/rule/", typed).context["consequences"].stamp
        assert seen
    signed = {
        "outcome": "stands",
        "rule": "L2.1",
        "reason": "So.",
        "do": "sign",
        "seen": seen,
        "seen_decision": "stands|||||",
    }
    assert client.post(f"/leagues/town/disputes/{opened.pk}/rule/", signed).status_code == 302
    ruling = Dispute.objects.get(pk=opened.pk).ruling
    assert ruling is not None
    assert ruling.rule == "L2.1"
    rules = client.get("/leagues/town/rules/").content.decode()
    assert ruling.rule_text.replace("'", "&#x27;") in rules


def test_a_sheet_is_judged_by_the_season_s_own_settings(town: Town, played: Fixture) -> None:
    town.season.unplayed_policy = "nil"
    town.season.save()
    found = {one.number: one.text for one in rulings.rules_for(cases.of_a_counting_sheet(town, NOW))}
    assert found["R54"] == "Fixtures not played by the end of that week bring neither side anything."
    assert factories.FORMAT == "D S S"
    assert found["R51"].startswith("A fixture is three matches, in this order: one doubles, two singles.")
