"""What a search finds in the town, on either database: in which order, for whom, and after whatever was written."""

import datetime as dt
import random
import string
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.access import anybody, grants
from league.models import League, Player, Registration, Season, Team, User, Venue
from league.rules.search import SearchQuery, read
from league.services.people.merge import merge_players
from league.services.search import SearchResults, find
from league.services.seasons.merging import merge_teams
from tests import factories
from tests.factories import Town


def search(town: Town, text: str, now: dt.datetime, by: User | None = None, most: int = 20) -> SearchResults:
    league = League.objects.get(pk=town.league.pk)
    sought = read(text, today=now.date())
    assert isinstance(sought, SearchQuery)
    held = grants(by, league, now=now) if by else anybody(league)
    return find(league, sought, held, now=now, most=most)


def names(found: SearchResults) -> list[str]:
    return [hit.name for group in (found.teams, found.players, found.venues) for hit in group.hits]


def people(town: Town, text: str, now: dt.datetime, by: User | None = None) -> list[str]:
    return [hit.name for hit in search(town, text, now, by).players.hits]


def registered(town: Town, name: str, **more: Any) -> Player:
    """A player of Anchor's."""
    player = Player.objects.create(league=town.league, name=name, **more)
    Registration.objects.create(
        season=town.season, team=town.teams["Anchor"], player=player, starts_on=town.season.first_week
    )
    return player


REAL = ("Olive Baker", "Zoë Käpt’n-O'Brien", "Beryl St John-Smythe", "Łukasz Żak", "Ann Lee", "Élodie", "Bob")


@pytest.fixture
def peopled(town: Town) -> Town:
    """The town with players who are called as people are."""
    for name in REAL:
        registered(town, name)
    return town


@pytest.mark.long
def test_every_name_is_found_by_itself_by_its_beginning_and_with_one_letter_wrong(
    peopled: Town, now: dt.datetime
) -> None:
    chance = random.Random(14)
    kinds: dict[str, Any] = {"teams": Team, "players": Player, "venues": Venue}
    for kind, model in kinds.items():
        for name in model.objects.filter(league=peopled.league).values_list("name", flat=True):
            found = getattr(search(peopled, name, now), kind)
            assert found.hits[0].name == name, name
            assert name in [hit.name for hit in getattr(search(peopled, name[:5], now), kind).hits], name[:5]
            # Anchor 2 to Anchor 8 are mistaken for each other as Anchor 1 is.
            if len(name) < 6 or name.rstrip("2345678") != name:
                continue
            for place in range(len(name)):
                wrong = name[:place] + chance.choice(string.ascii_lowercase) + name[place + 1 :]
                shown = [hit.name for hit in getattr(search(peopled, wrong, now, most=50), kind).hits]
                # What is wrong of one may be right of another: Anchor 1, Anchor 2.
                assert name in shown or wrong in shown, (name, wrong)


def test_the_very_name_comes_first_then_beginnings_then_words_then_slips(town: Town, now: dt.datetime) -> None:
    for name in ("Ann Lee", "Lee Ann", "Ann Leech", "Annie Lee"):
        registered(town, name)
    assert people(town, "Ann Lee", now)[:2] == ["Ann Lee", "Ann Leech"]
    assert people(town, "lee an", now) == ["Lee Ann", "Ann Lee", "Ann Leech", "Annie Lee"]
    assert people(town, "leech", now) == ["Ann Leech"]
    assert people(town, "Leach", now) == ["Ann Leech"]
    assert search(town, "Leach", now).suggested == ("Ann Leech",)
    assert search(town, "leech", now).suggested == ()


def test_where_one_kind_has_the_very_name_no_other_has_what_is_nearly_it(town: Town, now: dt.datetime) -> None:
    registered(town, "Anchar")
    registered(town, "Anchor Smith")
    assert people(town, "anchor", now)[-1:] != ["Anchar"]
    assert "Anchor Smith" in people(town, "anchor", now)
    assert "Anchar" in people(town, "ancher", now)


def test_fixtures_are_found_by_both_sides_by_one_and_by_their_day(town: Town, now: dt.datetime) -> None:
    def fixtures(text: str) -> list[str]:
        return [str(found) for found in search(town, text, now).fixtures.hits]

    assert fixtures("anchor v bell") == fixtures("Bell vs Anchor") == ["Anchor v Bell"]
    assert fixtures("duke of yrok v castle") == ["Castle v Duke of York"]
    # The latest first, where none is to come.
    assert fixtures("anchor") == ["Anchor v Castle", "Duke of York v Anchor", "Anchor v Bell"]
    assert sorted(fixtures("15 september")) == ["Anchor v Bell", "Castle v Duke of York"]
    assert fixtures("bell 2026-09-15") == ["Anchor v Bell"]
    assert fixtures("bell 16 september") == fixtures("bell v nobody") == []


def test_lessons_are_found_by_title_lead_and_headings(town: Town, now: dt.datetime) -> None:
    assert [one.slug for one in search(town, "flush", now).lessons.hits] == ["flush-and-nob"]
    # Titles first.
    assert next(one.slug for one in search(town, "thirty-one", now).lessons.hits) == "go"
    assert "starter" in [one.slug for one in search(town, "starter", now).lessons.hits]
    assert search(town, "anchor", now).lessons.hits == ()
    assert "learn" in [one.page for one in search(town, "lessons", now).pages.hits]
    assert "daily" in [one.page for one in search(town, "hand of the day", now).pages.hits]
    assert "league-play" in [one.page for one in search(town, "play cribbage", now).pages.hits]


def test_rules_and_pages_are_found_by_their_words(town: Town, now: dt.datetime) -> None:
    found = search(town, "muggins", now)
    assert {str(one.text) for one in found.rules.hits} >= {"Calls and muggins"}
    assert all(one.anchor for one in found.rules.hits)
    assert [one.page for one in found.pages.hits] == ["league-hand"]
    assert [one.page for one in search(town, "calender", now).pages.hits] == ["calendars"]
    assert [one.page for one in search(town, "backup", now).pages.hits] == []
    assert [one.page for one in search(town, "backup", now, by=town.secretary).pages.hits] == ["export"]


@pytest.mark.long
def test_a_shortened_name_is_found_as_it_is_shown_and_no_other_is_confirmed(town: Town, now: dt.datetime) -> None:
    hidden = registered(town, "Olive Quillfeather", shorten_name=True)
    for stranger in (None, factories.user("stranger@example.org")):
        assert people(town, "Olive Q", now, by=stranger) == ["Olive Q."]
        assert people(town, "olive", now, by=stranger) == ["Olive Q."]
        for guess in ("Olive Quillfeather", "Quillfeather", "quill", "Olive Quilfeather", "olive qu"):
            found = search(town, guess, now, by=stranger)
            assert "Quill" not in " ".join([*names(found), *found.suggested])
            # As much is found as of a name that there is not.
            assert people(town, guess, now, by=stranger) == people(
                town, guess.replace("uill", "uamm"), now, by=stranger
            )
    for insider in (town.secretary, town.referee, town.captains["Bell"]):
        assert people(town, "quillf", now, by=insider) == ["Olive Quillfeather"]
    hidden.user = factories.user("olive@example.org")
    hidden.save()
    assert people(town, "quillf", now, by=hidden.user) == ["Olive Quillfeather"]
    Player.objects.filter(pk=hidden.pk).update(shorten_name=False)
    assert people(town, "quillf", now) == ["Olive Quillfeather"]


def test_in_a_league_that_shortens_names_nobody_is_found_by_their_whole_name(town: Town, now: dt.datetime) -> None:
    registered(town, "Olive Quillfeather")
    League.objects.filter(pk=town.league.pk).update(shorten_names=True)
    assert people(town, "quillfeather", now) == []
    assert people(town, "olive q", now) == ["Olive Q."]
    assert people(town, "quillfeather", now, by=town.secretary) == ["Olive Quillfeather"]


def test_drafts_hidden_seasons_and_other_leagues_are_not_found(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    Team.objects.filter(pk=abroad.teams["Anchor"].pk).update(name="Zephyr Foreign")
    assert names(search(town, "zephyr foreign", now)) == []
    season = Season.objects.filter(pk=town.season.pk)
    season.update(published_at=None)
    for _ in ("a draft", "hidden"):
        found = search(town, "anchor", now)
        assert (names(found), found.fixtures.count, found.rules.count) == ([], 0, 0)
        season.update(published_at=now, hidden_at=now)
    season.update(hidden_at=None)
    assert "Anchor" in names(search(town, "anchor", now))
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(hidden_at=now)
    found = search(town, "anchor", now)
    assert (found.teams.hits, found.fixtures.count) == ((), 0)
    # Who plays for that team alone is on no page either.
    assert found.players.count == 0


def test_the_secretary_finds_what_is_still_a_draft(town: Town, now: dt.datetime) -> None:
    Season.objects.filter(pk=town.season.pk).update(published_at=None)
    assert {"Anchor", "Anchor 1"} <= set(names(search(town, "anchor", now, by=town.secretary)))


def test_who_is_known_to_the_secretary_alone_is_not_found(town: Town, now: dt.datetime) -> None:
    Player.objects.create(league=town.league, name="Nobody Yet")
    Venue.objects.create(league=town.league, name="Shut Inn")
    assert names(search(town, "nobody yet", now)) == names(search(town, "shut inn", now)) == []
    assert names(search(town, "shut inn", now, by=town.secretary)) == ["Shut Inn"]


def test_the_erased_are_found_by_no_name(town: Town, now: dt.datetime) -> None:
    player = registered(town, "Olive Baker")
    Player.objects.filter(pk=player.pk).update(name="Former player", erased_at=now)
    assert people(town, "olive baker", now) == people(town, "former player", now) == []


def test_a_merged_player_leads_to_the_one_who_stays(town: Town, now: dt.datetime) -> None:
    kept, gone = registered(town, "Olive Baker"), Player.objects.create(league=town.league, name="Livvy Quillfeather")
    merge_players(kept, gone, reason="One person.", by=town.secretary, now=now)
    hits = search(town, "quillfeather", now).players.hits
    assert [(hit.thing.pk, hit.name) for hit in hits] == [(kept.pk, "Olive Baker")]
    Player.objects.filter(pk=kept.pk).update(shorten_name=True)
    assert people(town, "quillfeather", now) == []


def test_a_merged_team_leads_to_the_one_that_stays(town: Town, now: dt.datetime) -> None:
    gone = Team.objects.create(league=town.league, name="Blue Ankor", slug="blue")
    merge_teams(town.teams["Anchor"], gone, reason="One team.", by=town.secretary, now=now)
    hits = search(town, "blue", now).teams.hits
    assert [(hit.thing.slug, hit.name) for hit in hits] == [("anchor", "Anchor")]


def test_the_index_follows_every_way_of_writing(town: Town, now: dt.datetime) -> None:
    """The database keeps it: rows that are saved, changed in bulk and deleted, by whatever code."""
    team = Team.objects.filter(pk=town.teams["Bell"].pk)
    team.update(name="Quiet Woman")
    assert names(search(town, "quiet woman", now)) == ["Quiet Woman"]
    assert [hit.name for hit in search(town, "bell", now).teams.hits] == []
    venue = town.venues["Bell"]
    venue.address = "7 Nightingale Lane"
    venue.save()
    assert [hit.name for hit in search(town, "nightingale", now).venues.hits] == [venue.name]
    made = Player.objects.bulk_create([Player(league=town.league, name=f"Quentin Zed{n}") for n in range(3)])
    assert len(people(town, "quentin", now, by=town.secretary)) == 3
    Player.objects.filter(pk__in=[one.pk for one in made]).delete()
    assert people(town, "quentin", now, by=town.secretary) == []


def test_the_index_stands_after_the_last_migration(db: None) -> None:
    """SQLite drops the triggers of a table that a migration makes anew; such a one runs `index` of 0007_search."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'league\\_%%\\_alike'")
            wanted = {f"league_{name}_alike" for name in ("team", "venue", "player", "player_short", "player_cut")}
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'league_alike_%%'")
            kinds = ("team", "venue", "player", "open", "short", "cut")
            wanted = {f"league_alike_{kind}_{when}" for kind in kinds for when in ("made", "changed", "gone")}
        assert {name for (name,) in cursor.fetchall()} == wanted


def test_a_search_asks_no_more_of_a_larger_league(town: Town, now: dt.datetime) -> None:
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            search(town, "anchor", now)
        asked.append(len(captured))
        for number in range(150):
            registered(town, f"Anchor Extra {number}")
    assert asked == [12, 12]
    # No more are judged than a page could show.
    assert search(town, "anchor", now).players.count <= 101


HOSTILE = (
    '"', '" OR *', "NEAR(a b)", 'words:"x"', "a* AND b", "-anchor", "^anchor", "%", "_", "100%", "\\", "'; DROP x",
    "{a}", "(((", "a" * 100, "a b c d e f g h i j k l m n o p q r s t u v w x y z", "日本", "שלום", "\u202eanchor",
    "ﬃﬃﬃ", "İstanbul", "ß", "1" * 100, "0/0", "31/02", "9999-99-99", "v v v", "- - -", "3 may v 4 may", "aaa\ud800",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_is_typed_is_answered(town: Town, now: dt.datetime, text: str) -> None:
    if isinstance(read(text, today=now.date()), SearchQuery):
        search(town, text, now)
