"""A division plays by another ruleset from now on: what was played before keeps its own, whole, everywhere."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.errors import WrongState
from league.models import Division, FixtureFormat, OwnRuleset, Result
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import division_table
from league.rules.sheets import GameScore
from league.services.calls.conduct import ruleset_of
from league.services.calls.rule import check_call, rule
from league.services.disputes.evidence import rulesets_of
from league.services.disputes.rulebook import anchor_in, books_of
from league.services.disputes.rulings import rules_for
from league.services.results import correct, decide, submit
from league.services.seasons.rulesets import MOST_VERSIONS, make_ruleset, set_rulesets
from league.services.seasons.seasons import change_division
from tests.factories import Town, result_sheet
from tests.services.dispute_cases import CALLED, counting, of_a_game

WHY = "The committee met."


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


def change(town: Town, now: dt.datetime, **said: Any) -> None:
    """From now on the league plays by rules of its own: nobody takes what another missed."""
    rules = make_ruleset(town.league, "House rules", {"muggins": False, **said}, by=town.secretary, now=now)
    word = f"{rules.name}:{rules.version}"
    set_rulesets(
        division_of(town), {"singles": word, "doubles": word}, reason="The meeting.", by=town.secretary, now=now
    )


def words_about(town: Town, now: dt.datetime, client: Client) -> dict[str, Any]:
    """Whatever is said of Anchor v Bell."""
    fixture = town.fixture("Anchor", "Bell")
    path = f"leagues/town/fixtures/{fixture.pk}/"
    live = client.get(f"/api/v1/{path}result/").json()["live"]
    page = client.get(f"/{path}").content.decode()
    return {
        "live": live,
        "sheet": page[page.index('class="score-sheet"') : page.index('class="sheet-sum"')],
        "call": str(check_call(fixture, by=town.referee, now=now, **CALLED).verdict),
        "receipt": receipt_of(division_of(town), town.teams["Anchor"], now=now),
        "table": [(row.team.name, row.row.points) for row in division_table(division_of(town)).rows],
    }


@pytest.mark.parametrize("changed", [{}, {"target": 61}])
def test_an_old_result_is_shown_and_ruled_on_as_it_was_played(
    town: Town, now: dt.datetime, client: Client, changed: dict[str, Any]
) -> None:
    counting(town, now)
    before = words_about(town, now, client)
    change(town, now, **changed)
    assert words_about(town, now, client) == before
    assert before["live"]["rulesets"] == ["league:1"]
    old, new = town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")
    assert (ruleset_of(old, 1).muggins, ruleset_of(new, 1).muggins) == (True, False)
    # The hand is worth 8, and was called as 6: the two are taken only where muggins is played.
    ruling = rule(old, by=town.referee, now=now, **CALLED)
    assert (ruling.ruleset, ruling.ruleset_value["muggins"]) == ("league", True)


def test_a_correction_and_a_dispute_of_an_old_result_go_by_its_own_ruleset(town: Town, now: dt.datetime) -> None:
    counting(town, now)
    change(town, now, target=61)
    opened = of_a_game(town, now)
    assert "R39" in [one.number for one in rules_for(opened)]
    assert "An opponent who notices" in next(str(one.text) for one in rules_for(opened) if one.number == "R39")
    assert "house-rules" not in rulesets_of(opened)
    changed = result_sheet(town, "Anchor", "Bell", first=GameScore(100, 121))
    right = correct.propose(town.fixture("Anchor", "Bell"), 1, changed, reason=WHY, by=town.secretary, now=now)
    assert right.format == Result.objects.get(version=1).format
    assert right.format.value["singles"]["target"] == 121


def test_a_new_result_goes_by_the_new_ruleset_and_keeps_it(town: Town, now: dt.datetime) -> None:
    counting(town, now)
    change(town, now)
    new = town.fixture("Castle", "Duke of York")
    submit.submit(new, result_sheet(town, "Castle", "Duke of York"), by=town.secretary, now=now)
    kept = {str(one.fixture): one.format.value for one in Result.objects.select_related("fixture", "format")}
    assert {name: value["singles"]["name"] for name, value in kept.items()} == {
        "Anchor v Bell": "league", "Castle v Duke of York": "house-rules",
    }  # fmt: skip
    # The text of both is the same; they are two formats all the same.
    assert list(FixtureFormat.objects.values_list("text", flat=True)) == ["D S S", "D S S"]
    change_division(
        division_of(town),
        {"singles_ruleset": "hoyle", "doubles_ruleset": "hoyle"},
        reason=WHY, by=town.secretary, now=now,
    )  # fmt: skip
    assert [ruleset_of(town.fixture(*teams), 1).name for teams in (("Anchor", "Bell"), ("Castle", "Duke of York"))] == [
        "league", "house-rules",
    ]  # fmt: skip


def test_a_fixture_that_is_entered_again_goes_by_the_ruleset_of_now(town: Town, now: dt.datetime) -> None:
    version = counting(town, now).version
    change(town, now)
    decide.reopen(town.fixture("Anchor", "Bell"), version=version, reason=WHY, by=town.secretary, now=now)
    assert ruleset_of(town.fixture("Anchor", "Bell"), 1).name == "house-rules"
    decide.take_back(town.fixture("Anchor", "Bell"), version=0, reason=WHY, by=town.secretary, now=now)
    assert ruleset_of(town.fixture("Anchor", "Bell"), 1).name == "league"


def test_the_rules_page_has_both_and_a_quote_leads_to_its_own(town: Town, now: dt.datetime) -> None:
    counting(town, now)
    before = anchor_in(town.fixture("Anchor", "Bell"), "R39", 2)
    change(town, now)
    books = books_of(division_of(town).season)
    assert [str(book.title) for book in books] == [
        "Fixtures and points",
        "The game in singles",
        "The game in singles, as it was played before, by League rules (version 1)",
        "The game in doubles",
        "The game in doubles, as it was played before, by League rules (version 1)",
    ]
    earlier = next(chapter for chapter in books[0].sections if chapter.title == "Earlier formats")
    assert str(earlier.rules[-1]) == "Its games were played by: League rules (version 1)."
    anchors = {
        anchor: book
        for book in books
        for chapter in book.sections
        for rule in chapter.numbered
        for anchor in rule.anchors
    }
    old, new = (anchor_in(town.fixture(*teams), "R39", 2) for teams in (("Anchor", "Bell"), ("Castle", "Duke of York")))
    assert (anchors[old], anchors[new]) == (books[2], books[1])
    assert new == before == "r39-singles-division-1"
    assert len({book.anchor for book in books}) == len(books)


def test_a_league_keeps_so_many_versions_of_rulesets_and_no_more(town: Town, now: dt.datetime) -> None:
    made = make_ruleset(town.league, "House rules", {"muggins": False}, by=town.secretary, now=now)
    OwnRuleset.objects.bulk_create(
        OwnRuleset(league=town.league, name=made.name, version=version, title=made.title, value=made.value, made_at=now)
        for version in range(2, MOST_VERSIONS + 1)
    )
    with pytest.raises(WrongState, match=f"keeps {MOST_VERSIONS} versions of rulesets at most"):
        make_ruleset(town.league, "Other rules", {"muggins": False}, by=town.secretary, now=now)
