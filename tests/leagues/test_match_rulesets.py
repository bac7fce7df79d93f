"""A league of six-card cribbage whose night ends with a five-card match of pairs, and a pair by rules of its own."""

import datetime as dt

import pytest
from django.test import Client

from league.errors import Invalid
from league.models import Division, Game, OwnRuleset, Result
from league.queries.seasons.rulesets import counted_by, own_rulesets
from league.rules.format_forms import paper_card
from league.rules.formats import kept_terms, terms
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.calls.conduct import ruleset_of
from league.services.disputes.rulebook import anchor_in, books_of
from league.services.results.decide import give_walkover
from league.services.results.submit import submit
from league.services.seasons.rulesets import make_ruleset
from league.services.seasons.seasons import change_division
from tests import factories
from tests.factories import Town

pytestmark = pytest.mark.django_db

LATER = dt.datetime(2026, 11, 4, 12, tzinfo=dt.UTC)
FORMAT = "S S1 D1@five-card D1@house-rules:1"


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


@pytest.fixture
def mixed(now: dt.datetime) -> Town:
    """Two singles as always, one pair of five cards to 61, one by the league's own rules to 91 without muggins."""
    town = factories.town(match_format="S", players=8)
    make_ruleset(town.league, "House rules", {"target": 91, "muggins": False}, by=town.secretary, now=now)
    change_division(division_of(town), {"fixture_format": FORMAT}, by=town.secretary, now=now)
    return town


def night(town: Town, **scores: tuple[int, int]) -> ResultSheet:
    """A night that Anchor win three matches to one, each game to the target of its match."""
    said = {"third": (61, 40), "fourth": (91, 60)} | scores
    ours, theirs = ([player.pk for player in town.squads[team]] for team in ("Anchor", "Bell"))
    three = (GameScore(121, 90), GameScore(100, 121), GameScore(121, 95))
    return ResultSheet(
        (
            MatchSheet(1, "singles", (ours[0],), (theirs[0],), three),
            MatchSheet(2, "singles", (ours[1],), (theirs[1],), (GameScore(100, 121),)),
            MatchSheet(3, "doubles", tuple(ours[2:4]), tuple(theirs[2:4]), (GameScore(*said["third"]),)),
            MatchSheet(4, "doubles", tuple(ours[4:6]), tuple(theirs[4:6]), (GameScore(*said["fourth"]),)),
        )
    )


def test_each_match_is_checked_by_its_own_ruleset(mixed: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        submit(mixed.fixture("Anchor", "Bell"), night(mixed, third=(121, 90)), by=mixed.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("m3-g1", "121–90: both sides reached 61, but a game ends when the first does.")
    ]
    submit(mixed.fixture("Anchor", "Bell"), night(mixed), by=mixed.captains["Anchor"], now=now)
    targets = Game.objects.order_by("match__number", "number").values_list("target", flat=True)
    assert list(targets) == [121, 121, 121, 121, 61, 91]
    names = [ruleset_of(mixed.fixture("Anchor", "Bell"), number).name for number in (1, 2, 3, 4)]
    assert names == ["league", "league", "five-card", "house-rules"]


def test_another_version_of_it_changes_nothing_until_the_format_names_it(mixed: Town, now: dt.datetime) -> None:
    submit(mixed.fixture("Anchor", "Bell"), night(mixed), by=mixed.captains["Anchor"], now=now)
    first = OwnRuleset.objects.get()
    make_ruleset(mixed.league, "House rules", {"target": 151}, of=first, by=mixed.secretary, now=now)
    assert [match.target for match in terms(division_of(mixed)).matches] == [121, 121, 61, 91]
    change_division(
        division_of(mixed),
        {"fixture_format": FORMAT.replace(":1", ":2")},
        reason="Agreed.",
        by=mixed.secretary,
        now=now,
    )
    assert division_of(mixed).match_rules.keys() == {"house-rules:2"}
    old, new = mixed.fixture("Anchor", "Bell"), mixed.fixture("Castle", "Duke of York")
    assert (ruleset_of(old, 4).target, ruleset_of(new, 4).target) == (91, 151)
    assert Result.objects.get().format.value["named"].keys() == {"five-card", "house-rules:1"}


@pytest.mark.parametrize("text", ["S D@house-rules:2", "S D@theirs:1"])
def test_a_ruleset_that_the_league_has_not_made_is_refused(mixed: Town, now: dt.datetime, text: str) -> None:
    abroad = factories.town("Abroad", "abroad")
    make_ruleset(abroad.league, "Theirs", {}, by=abroad.secretary, now=now)
    with pytest.raises(Invalid) as refused:
        change_division(division_of(mixed), {"fixture_format": text}, by=mixed.secretary, now=now)
    word = text.partition("@")[2]
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("fixture_format", f"“{word}”: the league has made no such ruleset; its own are listed under Rulesets"),
    ]


def test_the_rules_page_has_a_book_for_each_and_a_quote_leads_there(mixed: Town) -> None:
    books = books_of(division_of(mixed).season)
    assert [str(book.title) for book in books] == [
        "Fixtures and points",
        "The game in singles",
        "The game in doubles, by Five-card cribbage (version 2)",
        "The game in doubles, by House rules (version 1)",
    ]
    said = [str(rule) for rule in books[0].sections[0].rules]
    assert "Match 3 is played by another ruleset, to 61: Five-card cribbage." in said
    assert "Match 4 is played by another ruleset, to 91: House rules." in said
    anchors = {anchor for chapter in books[3].sections for rule in chapter.numbered for anchor in rule.anchors}
    assert anchor_in(mixed.fixture("Anchor", "Bell"), "R39", 4) in anchors
    assert anchor_in(mixed.fixture("Anchor", "Bell"), "R39", 1) == "r39-singles-division-1"


def test_sheet_card_and_result_say_it_at_the_match(mixed: Town, now: dt.datetime, client: Client) -> None:
    path = f"/leagues/town/fixtures/{mixed.fixture('Anchor', 'Bell').pk}/"
    assert [str(match.how) for match in paper_card(terms(division_of(mixed))).matches] == [
        "three games, all played", "one game", "one game, Five-card cribbage", "one game, House rules",
    ]  # fmt: skip
    client.force_login(mixed.captains["Anchor"])
    sheet = client.get(f"{path}sheet/").content.decode()
    assert '<p class="match-how">Five-card cribbage</p>' in sheet
    assert 'data-match="4" data-target="91"' in sheet
    submit(mixed.fixture("Anchor", "Bell"), night(mixed), by=mixed.captains["Anchor"], now=now)
    assert "Doubles · House rules" in client.get(path).content.decode()


def test_the_hand_checker_offers_what_a_match_is_played_by(mixed: Town, now: dt.datetime) -> None:
    make_ruleset(mixed.league, "Tried out", {"muggins": False}, by=mixed.secretary, now=now)
    words = [choice.word for choice in counted_by(mixed.league, mixed.season)]
    assert "house-rules:1" in words
    assert "tried-out:1" not in words
    [(_, playing), *_] = next(one for one in own_rulesets(mixed.league) if one.latest.name == "house-rules").versions
    assert [one.pk for one in playing] == [mixed.division.pk]


def test_a_program_reads_and_chooses_it(mixed: Town, now: dt.datetime, client: Client) -> None:
    path = f"/api/v1/leagues/town/fixtures/{mixed.fixture('Anchor', 'Bell').pk}/"
    client.force_login(mixed.captains["Anchor"])
    matches = client.get(f"{path}squads/").json()["matches"]
    assert [match["ruleset"] for match in matches] == ["league:1", "league:1", "five-card:2", "house-rules:1"]
    submit(mixed.fixture("Anchor", "Bell"), night(mixed), by=mixed.captains["Anchor"], now=now)
    live = client.get(f"{path}result/").json()["live"]
    assert (live["format"], live["rulesets"]) == (
        "S S1 D1@five-card D1@house-rules:1", ["league:1", "five-card:2", "house-rules:1"],
    )  # fmt: skip


def test_the_secretary_chooses_it_in_a_row(mixed: Town, client: Client) -> None:
    client.force_login(mixed.secretary)
    path = f"/leagues/town/secretary/seasons/{mixed.season.slug}/formats/"
    shown = client.get(path).content.decode()
    assert '<option value="house-rules:1" selected>House rules, version 1</option>' in shown
    row = {"r1-count": "2", "r1-kind": "S", "r1-ends": "all", "r1-games": "3", "r1-written": "scores"}
    wrong = client.post(path, {**row, "r1-ruleset": "bridge", "do": "keep"})
    assert wrong.status_code == 422
    assert 'id="r1-ruleset-error"' in wrong.content.decode()
    seen = client.post(path, {**row, "r1-ruleset": "acc", "do": "show"}).content.decode()
    assert "Matches 1, 2 are played by another ruleset, to 121: American Cribbage Congress." in seen
    assert client.post(path, {**row, "r1-ruleset": "house-rules:1", "do": "keep"}).status_code == 302
    assert division_of(mixed).fixture_format == "S@house-rules:1 S@house-rules:1"


def test_a_format_of_many_rulesets_is_kept_whole(mixed: Town, now: dt.datetime) -> None:
    """Twenty matches, each by another version of the league's own rules, whose titles nothing can compress."""
    words = ["house-rules:1"]
    for version in range(2, 21):
        last = OwnRuleset.objects.get(name="house-rules", version=version - 1)
        title = "".join(chr(0x4E00 + (version * 7919 + place * 104729) % 20000) for place in range(60))
        said = {"target": 100 + version}
        make_ruleset(mixed.league, title, said, of=last, by=mixed.secretary, now=now)
        words.append(f"house-rules:{version}")
    text = " ".join(f"S1w@{word}" for word in words)
    change_division(division_of(mixed), {"fixture_format": f"{text} / 20"}, by=mixed.secretary, now=now)
    give_walkover(mixed.fixture("Anchor", "Bell"), to="home", version=0, reason="None.", by=mixed.secretary, now=LATER)
    kept = Result.objects.select_related("format").get()
    assert len(kept.rulesets) == 20
    assert kept_terms(kept.format) == terms(division_of(mixed))
