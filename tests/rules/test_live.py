"""The sentence about the score that was written last, while a fixture is played."""

import pytest

from league.rules.formats import parse_format
from league.rules.live import describe_entry, places_of
from league.rules.sheet_fields import places_on
from league.rules.sheets import GameScore, MatchSheet, ResultSheet, Totals

GAMES = (GameScore(121, 98), GameScore(77, 121), GameScore())


def entry_text(sheet: ResultSheet, place: str) -> str | None:
    text = describe_entry(sheet, place, home="Anchor", away="Bell")
    return None if text is None else str(text)


def test_a_game_is_told_with_who_won_it_and_the_games_so_far() -> None:
    sheet = ResultSheet((MatchSheet(1, "singles", (1,), (11,), GAMES),))
    assert entry_text(sheet, "m1-g1") == "Match 1, game 1: Anchor 121–98. Games 1–1."
    assert entry_text(sheet, "m1-g2") == "Match 1, game 2: Bell 121–77. Games 1–1."


def test_of_a_game_of_which_only_the_winner_is_written_no_score_is_told() -> None:
    sheet = ResultSheet((MatchSheet(1, "singles", (1,), (11,), (GameScore(won="away"),)),))
    assert entry_text(sheet, "m1-g1") == "Match 1, game 1: Bell. Games 0–1."


def test_of_a_match_of_which_games_are_counted_the_games_are_told() -> None:
    sheet = ResultSheet((MatchSheet(1, "singles", (1,), (11,), Totals(2, 1).games, totals=True),))
    assert entry_text(sheet, "m1") == "Match 1: 2–1. Games 2–1."


@pytest.mark.parametrize("place", ["m1-g3", "m1-g9", "m2-g1", "m2"])
def test_nothing_is_told_of_what_was_taken_back_or_is_not_on_the_sheet(place: str) -> None:
    assert entry_text(ResultSheet((MatchSheet(1, "singles", (1,), (11,), GAMES),)), place) is None


def test_an_entry_is_about_each_of_its_scores_once() -> None:
    entry = ["m2-g1-winner", "m1-home-1", "m2-g1-loser", "m3-away-games", "m3-home-games"]
    assert places_of(entry) == ["m2-g1", "m3"]


def games(number: int, *ends: str, of: int) -> set[str]:
    return {f"m{number}-g{game}-{end}" for game in range(1, of + 1) for end in ends}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("S3", {"m1-short"} | games(1, "winner", "loser", "winner-score", of=3)),
        ("Sb3w", {"m1-short"} | games(1, "winner", of=3)),
        ("S3t", {"m1-short", "m1-home-games", "m1-away-games"}),
        ("S3p", {"m1-short", "m1-home-games", "m1-away-games", "m1-home-pegged", "m1-away-pegged"}),
    ],
)
def test_a_sheet_has_the_places_that_its_format_writes_down(text: str, places: set[str]) -> None:
    seats = {f"m1-{side}-1{end}" for side in ("home", "away") for end in ("", "-name", "-is")}
    terms, _ = parse_format(text)
    assert places_on(terms) == places | seats


def test_where_each_plays_each_every_player_is_typed_once_and_no_match_is_short() -> None:
    terms, _ = parse_format("2E1w")
    places = places_on(terms)
    assert sorted(place for place in places if place.endswith("-1")) == [
        "m1-away-1",
        "m1-home-1",
        "m2-away-1",
        "m3-home-1",
    ]
    assert {place for place in places if place.endswith("winner")} == {f"m{number}-g1-winner" for number in range(1, 5)}
    assert not any(place.endswith("short") for place in places)
