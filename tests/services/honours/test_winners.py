"""Past winners: recorded, matched to teams and players, corrected, deleted; merged and erased with whom they name."""

import datetime as dt
from typing import Any

import pytest

from league.access import anybody, grants
from league.enums import JournalKind
from league.errors import Invalid, NotAllowed
from league.models import JournalEntry, Player, Team, Winner
from league.queries.honours.winners import rolls_of, titles_of_player, titles_of_team
from league.rules.chain import Whole
from league.services import journal
from league.services.honours.winners import correct_winner, delete_winner, record_final, record_winner
from league.services.people.erasing import erase
from league.services.people.merge import merge_players
from league.services.people.personal_data import export_person
from league.services.seasons.merging import merge_teams
from tests import factories
from tests.factories import Town


def won(town: Town, now: dt.datetime, name: str = "Anchor", **more: Any) -> Winner:
    fields = {"competition": "Pairs Cup", "year": "1987–88", "by": town.secretary, "now": now, **more}
    return record_winner(town.league, name=name, **fields)


def entries() -> list[JournalEntry]:
    return list(JournalEntry.objects.filter(kind=JournalKind.WINNER_RECORDED).order_by("number"))


def test_a_team_of_the_league_is_known_by_its_name_then(town: Town, now: dt.datetime) -> None:
    winner = won(town, now, "  the bell ".replace("the ", ""), note=" 5–4 in the final ")
    assert (winner.name, winner.team, winner.slug, winner.note) == (
        "bell", town.teams["Bell"], "pairs-cup", "5–4 in the final",
    )  # fmt: skip
    (entry,) = entries()
    assert (entry.what, entry.team, entry.by) == (
        "recorded for Pairs Cup, 1987–88: winner", town.teams["Bell"], town.secretary,
    )  # fmt: skip


def test_recorded_again_it_is_the_same_row_and_nothing_is_journalled(town: Town, now: dt.datetime) -> None:
    first = won(town, now)
    again = won(town, now, competition="pairs cup", slug="pairs-cup", season=None)
    assert again == first
    assert len(entries()) == 1
    known = won(town, now, season=town.season, note="At last")
    assert (known.pk, known.season, known.note) == (first.pk, town.season, "At last")
    assert len(entries()) == 2
    assert Winner.objects.count() == 1


def test_a_competition_has_one_address_in_every_year(town: Town, now: dt.datetime) -> None:
    won(town, now, slug="cup-of-pairs")
    assert won(town, now, year="1990", competition="PAIRS  CUP").slug == "cup-of-pairs"
    assert won(town, now, year="1990", competition="Singles").slug == "singles"
    assert won(town, now, year="1990", competition="クリベッジ").slug == "x"


def test_a_pair_is_two_players_and_of_namesakes_nobody(town: Town, now: dt.datetime) -> None:
    one, two = town.squads["Anchor"][:2]
    assert set(won(town, now, "anchor 1 & Anchor 2").players.all()) == {one, two}
    Player.objects.create(league=town.league, name="Anchor 2")
    assert list(won(town, now, "Anchor 1 and Anchor 2", year="1990").players.all()) == [one]
    Player.objects.create(league=town.league, name="Anchor")
    unclear = won(town, now, "Anchor", year="1991")
    assert (unclear.team, list(unclear.players.all())) == (None, [])


def test_nobody_of_another_league_and_nobody_hidden_is_meant(town: Town, now: dt.datetime) -> None:
    other = factories.town("Other", "other")
    Team.objects.filter(pk=other.teams["Anchor"].pk).update(name="Fox", name_key="fox")
    Team.objects.filter(pk=town.teams["Bell"].pk).update(hidden_at=now)
    assert won(town, now, "Fox").team is None
    assert won(town, now, "Bell", year="1990").team is None


def test_everything_wrong_is_said_at_once_and_nothing_is_written(town: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as wrong:
        won(town, now, "", competition=" ", year="87", place=9)
    assert [one.field for one in wrong.value.problems] == ["competition", "year", "name", "place"]
    with pytest.raises(Invalid) as wrong:
        record_final(
            town.league, competition="Cup", year="", winner="Bell", runner_up="bell", by=town.secretary, now=now
        )
    assert [one.field for one in wrong.value.problems] == ["year", "runner_up"]
    assert (Winner.objects.count(), entries()) == (0, [])


def test_winner_and_runner_up_are_recorded_together(town: Town, now: dt.datetime) -> None:
    record_final(
        town.league, competition="Cup", year="1999", winner="Bell", runner_up="Anchor", by=town.secretary, now=now
    )
    rows = Winner.objects.values_list("name", "place", "slug", "team__name")
    assert set(rows) == {("Bell", 1, "cup", "Bell"), ("Anchor", 2, "cup", "Anchor")}


def test_only_the_secretary_records_corrects_and_deletes(town: Town, now: dt.datetime) -> None:
    winner, captain = won(town, now), town.captains["Bell"]
    with pytest.raises(NotAllowed):
        won(town, now, by=captain)
    with pytest.raises(NotAllowed):
        record_final(town.league, competition="Cup", year="1999", winner="Bell", by=captain, now=now)
    with pytest.raises(NotAllowed):
        correct_winner(winner, competition="Cup", year="1990", name="Bell", place=1, by=captain, now=now)
    with pytest.raises(NotAllowed):
        delete_winner(winner, reason="A slip", by=captain, now=now)


def test_a_correction_matches_another_name_anew_and_says_what_changed(town: Town, now: dt.datetime) -> None:
    winner = won(town, now)
    same = {"competition": "Pairs Cup", "year": "1987–88", "name": "Anchor", "place": 1, "by": town.secretary}
    correct_winner(winner, **same, now=now)
    assert len(entries()) == 1
    made = correct_winner(winner, **same | {"name": "Anchor 2", "year": "1988", "place": 2}, now=now)
    assert (made.team, list(made.players.all())) == (None, [town.squads["Anchor"][1]])
    entry = entries()[-1]
    assert entry.what == "corrected for Pairs Cup, 1988: runner-up"
    assert entry.data == {"year": ["1987–88", "1988"], "place": ["1", "2"]}
    won(town, now, "Bell")
    with pytest.raises(Invalid) as wrong:
        correct_winner(made, **same | {"name": "Bell"}, now=now)
    assert [(one.code, one.field) for one in wrong.value.problems] == [("twice", "name")]


def test_a_deletion_needs_a_reason_and_leaves_it_in_the_journal(town: Town, now: dt.datetime) -> None:
    winner = won(town, now)
    with pytest.raises(Invalid):
        delete_winner(winner, reason=" ", by=town.secretary, now=now)
    delete_winner(winner, reason="It was the year after", by=town.secretary, now=now)
    assert Winner.objects.count() == 0
    assert (entries()[-1].what, entries()[-1].why) == (
        "deleted for Pairs Cup, 1987–88: winner", "It was the year after",
    )  # fmt: skip
    won(town, now)
    assert isinstance(journal.verify(town.league), Whole)


def test_the_roll_has_a_line_a_year_the_latest_first(town: Town, now: dt.datetime) -> None:
    for year in ("1987–88", "2001", "1999"):
        won(town, now, year=year)
    won(town, now, "Bell", year="2001", place=2)
    won(town, now, "Castle", year="2001", place=2)
    won(town, now, "Castle", competition="Singles", year="2005", place=3)
    rolls = rolls_of(town.league, anybody(town.league))
    told = [
        (
            roll.name,
            [(line.year, [one.name for one in line.first], [o.name for o in line.second]) for line in roll.years],
        )
        for roll in rolls
    ]
    assert told == [
        ("Singles", [("2005", [], [])]),
        ("Pairs Cup", [
            ("2001", ["Anchor"], ["Bell", "Castle"]), ("1999", ["Anchor"], []), ("1987–88", ["Anchor"], []),
        ]),
    ]  # fmt: skip
    assert [one.winner.year for one in titles_of_team(town.teams["Anchor"], anybody(town.league))] == [
        "2001", "1999", "1987–88",
    ]  # fmt: skip


@pytest.mark.parametrize("years", [1, 3])
def test_a_roll_asks_a_fixed_number_of_queries(
    town: Town, now: dt.datetime, years: int, django_assert_num_queries: Any
) -> None:
    for n in range(years):
        won(town, now, year=f"{1990 + n}")
        won(town, now, "Anchor 1 & Anchor 2", year=f"{1990 + n}", place=2)
    with django_assert_num_queries(5):
        rolls_of(town.league, anybody(town.league))
    with django_assert_num_queries(4):
        titles_of_player(town.squads["Anchor"][0], anybody(town.league))


def test_names_are_as_short_as_elsewhere_however_they_were_typed(town: Town, now: dt.datetime) -> None:
    player = town.squads["Anchor"][0]
    Player.objects.filter(pk=player.pk).update(name="Olive Butcher", shorten_name=True)
    won(town, now, "OLIVE BUTCHER & Bell 2")
    strangers, secretary = anybody(town.league), grants(town.secretary, town.league, now=now)
    read = lambda held: titles_of_player(player, held)[0].name  # noqa: E731
    assert read(strangers) == "OLIVE B. & Bell 2"
    assert read(secretary) == "OLIVE BUTCHER & Bell 2"
    Player.objects.filter(pk=player.pk).update(name="Olive Baker")
    assert read(strangers) == "OLIVE B. & Bell 2"


def test_merged_players_and_teams_keep_their_titles(town: Town, now: dt.datetime) -> None:
    kept = town.squads["Anchor"][1]
    gone = Player.objects.create(league=town.league, name="A. Two")
    winner = won(town, now, "A. Two")
    merge_players(kept, gone, reason="The same", by=town.secretary, now=now)
    assert list(winner.players.all()) == [kept]
    team = Team.objects.create(league=town.league, name="Old Anchor", slug="old-anchor")
    title = won(town, now, "Old Anchor", year="1990")
    merge_teams(town.teams["Anchor"], team, reason="The same", by=town.secretary, now=now)
    title.refresh_from_db()
    assert (title.team, title.name) == (town.teams["Anchor"], "Old Anchor")


def test_who_is_erased_is_named_by_no_winner(town: Town, now: dt.datetime) -> None:
    one, two = town.squads["Bell"][2:4]
    Player.objects.filter(pk=one.pk).update(name="Olive Butcher")
    Player.objects.filter(pk=two.pk).update(name="Pat Cook")
    pair = won(town, now, "Olive butcher & Pat Cook", note="Olive Butcher had a 28")
    shared = [won(town, now, name, year="1990") for name in ("Olive Butcher", "Pat Cook")]
    unlinked = won(town, now, "Team of Olive Butcher", year="1991")
    assert export_person(one, by=town.secretary, now=now)["titles"][0]["competition"] == "Pairs Cup"
    for player in (one, two):
        erase(Player.objects.get(pk=player.pk), by=town.secretary, now=now)
    for row in (pair, unlinked, *shared):
        row.refresh_from_db()
    assert (pair.name, pair.note) == ("former player & former player", "former player had a 28")
    assert {row.name for row in shared} == {"former player", "former player 2"}
    assert unlinked.name == "Team of former player"
    assert [part.player for line in rolls_of(town.league, anybody(town.league))[0].years for one in line.everybody
            for part in one.parts if part.player] == []  # fmt: skip
