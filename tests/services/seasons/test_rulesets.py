"""Rulesets of a league's own: made in versions, played by divisions, kept with each ruling."""

import datetime as dt
from decimal import Decimal

import pytest

from league.enums import JournalKind, NoticeKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Division, JournalEntry, Notice, OwnRuleset, RuleChange, Season
from league.queries.seasons.setting_changes import rule_changes_of
from league.rules.formats import fixture_terms, ruleset_of, terms
from league.services.calls.conduct import ruleset_of as ruleset_in
from league.services.disputes.rulebook import books_of
from league.services.results import submit
from league.services.seasons.rulesets import make_ruleset, set_rulesets
from league.services.seasons.seasons import change_division
from tests import factories
from tests.factories import Town, result_sheet

WHY = "The captains agreed on it in January."


def new_ruleset(town: Town, now: dt.datetime, title: str = "House rules", **said: object) -> OwnRuleset:
    return make_ruleset(town.league, title, said, by=town.secretary, now=now)


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


def test_a_ruleset_is_made_and_nobody_plays_by_it_yet(town: Town, now: dt.datetime) -> None:
    own = new_ruleset(town, now, runs_upwards=True)
    assert (own.name, own.version, own.title, own.made_by) == ("house-rules", 1, "House rules", town.secretary)
    assert own.value["runs_upwards"] is True
    assert own.value["target"] == 121
    assert ruleset_of(division_of(town), "singles").name == "league"
    entry = JournalEntry.objects.get(kind=JournalKind.RULESET_MADE)
    assert entry.what == "made the ruleset House rules, version 1"
    assert entry.data == own.value


def test_another_version_leaves_the_first_as_it_was(town: Town, now: dt.datetime) -> None:
    first = new_ruleset(town, now)
    set_rulesets(division_of(town), {"singles": "house-rules:1"}, reason=WHY, by=town.secretary, now=now)
    second = make_ruleset(town.league, "Our rules", {"muggins": False}, of=first, by=town.secretary, now=now)
    assert (second.name, second.version, second.title) == ("house-rules", 2, "Our rules")
    assert ruleset_of(division_of(town), "singles").muggins
    with pytest.raises(WrongState, match="Nothing is different from version 2"):
        make_ruleset(town.league, "Our rules", {"muggins": False}, of=first, by=town.secretary, now=now)


@pytest.mark.parametrize(
    ("title", "said", "fields"),
    [
        ("", {}, ["title"]),
        ("???", {}, ["title"]),
        ("Five card", {}, ["title"]),
        ("Ours" * 20, {}, ["title"]),
        ("Ours", {"dealt": 5}, ["doubles_dealt"]),
        ("Ours", {"target": 1000}, ["target"]),
        ("Ours", {"version": 7}, ["version"]),
        ("Ours", {"misdeal": "never", "colour": "red"}, ["colour", "misdeal"]),
        ("Five card", {"target": 0}, ["target", "title"]),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field(
    town: Town, now: dt.datetime, title: str, said: dict[str, object], fields: list[str]
) -> None:
    with pytest.raises(Invalid) as refused:
        make_ruleset(town.league, title, said, by=town.secretary, now=now)
    assert sorted(found.field for found in refused.value.problems) == fields
    assert not OwnRuleset.objects.exists()


def test_a_title_is_a_leagues_once(town: Town, now: dt.datetime) -> None:
    new_ruleset(town, now)
    with pytest.raises(Invalid, match="has a ruleset of that title"):
        new_ruleset(town, now, title="House Rules")
    abroad = factories.town("Abroad", "abroad")
    assert make_ruleset(abroad.league, "House rules", {}, by=abroad.secretary, now=now).version == 1


def test_a_division_plays_by_it_from_then_on(town: Town, now: dt.datetime) -> None:
    new_ruleset(town, now, target=61, runs_upwards=True)
    set_rulesets(division_of(town), {"singles": "house-rules:1"}, reason=WHY, by=town.secretary, now=now)
    division = division_of(town)
    assert [match.target for match in terms(division).matches] == [121, 61, 61]
    fixture = town.fixture("Anchor", "Bell")
    assert [ruleset_in(fixture, number).name for number in (1, 2)] == ["league", "house-rules"]
    said = [str(rule) for book in books_of(division.season) for chapter in book.sections for rule in chapter.rules]
    assert "Played by: House rules, version 1." in said
    entry = JournalEntry.objects.get(kind=JournalKind.SEASON_CHANGED)
    assert entry.data == {"singles_ruleset": {"from": "league:1", "to": "house-rules:1"}}
    assert entry.what == (
        "decided what Division 1 of 2026-27 plays by: singles House rules (version 1); doubles League rules (version 1)"
    )
    set_rulesets(division, {"singles": "house-rules:1"}, reason=WHY, by=town.secretary, now=now)
    assert JournalEntry.objects.filter(kind=JournalKind.SEASON_CHANGED).count() == 1


def test_back_to_one_that_comes_with_muggins(town: Town, now: dt.datetime) -> None:
    new_ruleset(town, now, muggins=False)
    for word in ("house-rules:1", "hoyle"):
        set_rulesets(division_of(town), {"singles": word, "doubles": word}, reason=WHY, by=town.secretary, now=now)
    division = division_of(town)
    assert (division.singles_own, division.singles_rules, ruleset_of(division, "doubles").name) == (None, {}, "hoyle")


def test_changing_the_named_ruleset_ends_ones_own(town: Town, now: dt.datetime) -> None:
    new_ruleset(town, now, muggins=False)
    set_rulesets(division_of(town), {"singles": "house-rules:1"}, reason=WHY, by=town.secretary, now=now)
    change_division(division_of(town), {"singles_ruleset": "hoyle"}, reason="Agreed.", by=town.secretary, now=now)
    division = division_of(town)
    assert (division.singles_own, ruleset_of(division, "singles").name) == (None, "hoyle")
    entry = JournalEntry.objects.filter(kind=JournalKind.SEASON_CHANGED).latest("number")
    assert entry.data == {"singles_ruleset": {"from": "house-rules:1", "to": "hoyle:2"}}
    told = rule_changes_of(town.season)[0]
    assert [(one.old, one.new) for one in told.changes] == [("House rules (version 1)", "Hoyle")]


def test_a_named_ruleset_is_journalled_with_its_version_beside_other_changes(town: Town, now: dt.datetime) -> None:
    changed = {"doubles_ruleset": "five-card", "order": 3}
    change_division(division_of(town), changed, reason="Agreed.", by=town.secretary, now=now)
    entry = JournalEntry.objects.get(kind=JournalKind.SEASON_CHANGED)
    assert entry.data == {
        "doubles_ruleset": {"from": "league:1", "to": "five-card:2"},
        "order": {"from": town.division.order, "to": 3},
    }


def test_another_target_holds_for_what_has_no_result(town: Town, now: dt.datetime) -> None:
    new_ruleset(town, now, target=61)
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    set_rulesets(division_of(town), {"singles": "house-rules:1"}, reason=WHY, by=town.secretary, now=now)
    played, open_yet = town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")
    assert [match.target for match in fixture_terms(played).matches] == [121, 121, 121]
    assert [match.target for match in fixture_terms(open_yet).matches] == [121, 61, 61]
    assert division_of(town).format_since == now


def test_points_for_a_lurch_need_a_ruleset_that_has_one(town: Town, now: dt.datetime) -> None:
    new_ruleset(town, now, lurch=True)
    for word in ("hoyle", "house-rules:1"):
        set_rulesets(division_of(town), {"singles": word, "doubles": word}, reason=WHY, by=town.secretary, now=now)
    change_division(division_of(town), {"points_per_lurch": Decimal(1)}, reason="Agreed.", by=town.secretary, now=now)
    with pytest.raises(Invalid) as refused:
        set_rulesets(
            division_of(town), {"singles": "league", "doubles": "league"}, reason=WHY, by=town.secretary, now=now
        )
    assert [found.field for found in refused.value.problems] == ["points_per_lurch"]


@pytest.mark.parametrize("word", ["house-rules", "house-rules:2", "house-rules:", "house-rules:¹", "nothing", ""])
def test_there_must_be_such_a_ruleset(town: Town, now: dt.datetime, word: str) -> None:
    new_ruleset(town, now)
    with pytest.raises(Invalid, match="There is no such ruleset"):
        set_rulesets(division_of(town), {"doubles": word}, reason=WHY, by=town.secretary, now=now)


def test_anothers_ruleset_is_none_of_ours(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    make_ruleset(abroad.league, "House rules", {}, by=abroad.secretary, now=now)
    with pytest.raises(Invalid, match="There is no such ruleset"):
        set_rulesets(division_of(town), {"singles": "house-rules:1"}, reason=WHY, by=town.secretary, now=now)


def test_only_the_secretary_makes_and_chooses(town: Town, now: dt.datetime) -> None:
    for user in (town.captains["Anchor"], town.referee):
        with pytest.raises(NotAllowed):
            make_ruleset(town.league, "Ours", {}, by=user, now=now)
        with pytest.raises(NotAllowed):
            set_rulesets(division_of(town), {"singles": "hoyle"}, by=user, now=now)


# While a season runs


def test_a_season_that_has_begun_plays_by_others_for_a_reason_only(town: Town, now: dt.datetime) -> None:
    factories.begin(town.fixtures[0])
    new_ruleset(town, now, muggins=False)
    for reason, told in (("", "Give the reason"), ("  ", "Give the reason"), ("x" * 251, "No more than 250")):
        with pytest.raises(Invalid, match=told) as refused:
            set_rulesets(division_of(town), {"singles": "house-rules:1"}, reason=reason, by=town.secretary, now=now)
        assert [one.field for one in refused.value.problems] == ["reason"]
    assert ruleset_of(division_of(town), "singles").name == "league"
    assert not RuleChange.objects.exists()
    assert not Notice.objects.exists()
    set_rulesets(division_of(town), {"singles": "league"}, by=town.secretary, now=now)
    assert not JournalEntry.objects.filter(kind=JournalKind.SEASON_CHANGED).exists(), "the same again asks for none"


def test_the_change_is_told_to_the_captains_and_on_the_rules_page(town: Town, now: dt.datetime) -> None:
    new_ruleset(town, now, muggins=False)
    chosen = {"singles": "house-rules:1", "doubles": "hoyle"}
    set_rulesets(division_of(town), chosen, reason=f" {WHY} ", by=town.secretary, now=now)
    entry = JournalEntry.objects.get(kind=JournalKind.SEASON_CHANGED)
    assert entry.why == WHY
    assert entry.data == {
        "singles_ruleset": {"from": "league:1", "to": "house-rules:1"},
        "doubles_ruleset": {"from": "league:1", "to": "hoyle:2"},
    }
    notices = Notice.objects.filter(kind=NoticeKind.RULES_CHANGED)
    assert {one.recipient for one in notices} == set(town.captains.values())
    assert notices[0].text == (f"Division 1, 2026-27: the secretary changed doubles ruleset, singles ruleset. {WHY}")
    [told] = rule_changes_of(town.season)
    assert (told.division, told.reason, told.made_at) == (town.division, WHY, now)
    assert [(one.name, one.old, one.new) for one in told.changes] == [
        ("Doubles ruleset", "League", "Hoyle"),
        ("Singles ruleset", "League", "House rules (version 1)"),
    ]


def test_a_draft_plays_by_others_without_a_reason_and_nobody_is_told(town: Town, now: dt.datetime) -> None:
    Season.objects.update(published_at=None)
    set_rulesets(division_of(town), {"singles": "hoyle"}, by=town.secretary, now=now)
    assert ruleset_of(division_of(town), "singles").name == "hoyle"
    assert not RuleChange.objects.exists()
    assert not Notice.objects.exists()


def test_another_leagues_captains_hear_nothing(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    set_rulesets(division_of(town), {"singles": "hoyle"}, reason=WHY, by=town.secretary, now=now)
    assert not {one.recipient for one in Notice.objects.all()} & set(abroad.captains.values())
