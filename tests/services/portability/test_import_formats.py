"""Spreadsheets of a league of another shape: winners only in the pairs, and a best of three."""

import datetime as dt
import io
import zipfile

import pytest

from league.models import League, Result, Season
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore, Totals
from league.services.portability.exports import export_spreadsheets
from tests.services.small_league import GOOD, HEAD, Files, load, said

WHO = {"doubles": "Anchor 1 / Anchor 2,Bell 1 / Bell 2", "singles": "Anchor 1,Bell 1"}
NIGHT = (
    ("doubles", 1, "home"), ("doubles", 2, "away"), ("doubles", 3, "home"), ("singles", 1, "121-90"),
    ("singles", 2, "121-118"),
)  # fmt: skip


@pytest.fixture
def here(db: None) -> League:
    return League.objects.create(name="Here", slug="here")


def lines(*night: tuple[str, int, str]) -> str:
    return HEAD + "".join(
        f"One,2026-09-15,Anchor,Bell,{1 if kind == 'doubles' else 2},{kind},{WHO[kind]},{game},{score},\n"
        for kind, game, score in night
    )


def files(results: str, match_format: str = "Db3w Sb3 / 1S 1D") -> Files:
    return {**GOOD, "season.csv": GOOD["season.csv"].replace("D S", match_format), "results.csv": results}


def test_they_are_loaded_as_they_are_written(here: League, now: dt.datetime) -> None:
    load(here, files(lines(*NIGHT)), now)
    result = Result.objects.get()
    assert (result.home_games, result.away_games, result.home_matches, result.away_matches) == (4, 1, 2, 0)
    pairs, single = sheet_of(result).matches
    assert pairs.games == (GameScore(won="home"), GameScore(won="away"), GameScore(won="home"))
    assert single.games == (GameScore(121, 90), GameScore(121, 118), GameScore())


@pytest.mark.parametrize(
    ("night", "told"),
    [
        (
            (*NIGHT, ("singles", 3, "90-121")),
            ['results.csv:7, game: "3": the match was over at 2–0'],
        ),
        (NIGHT[:4], ["results.csv:5, game: Anchor v Bell: match 2, game 2 is missing"]),
        (NIGHT[2:4], ["results.csv:3, game: Anchor v Bell: match 1, game 1 and 2 more are missing"]),
        (
            (("doubles", 1, "121-90"), *NIGHT[1:3], ("singles", 1, "home"), *NIGHT[4:]),
            [
                'results.csv:2, score: "121-90": only who won is written down here: home or away',
                'results.csv:5, score: "home": write both scores, like 121-98',
            ],
        ),
        (
            (*NIGHT[:3], ("singles", 4, "121-90")),
            ['results.csv:5, game: "4": a match has 3 games'],
        ),
    ],
)
def test_what_does_not_fit_the_format_is_told_at_its_line(
    here: League, now: dt.datetime, night: tuple[tuple[str, int, str], ...], told: list[str]
) -> None:
    assert said(here, files(lines(*night)), now) == told


def test_somebody_who_plays_more_often_than_the_format_allows_is_told(here: League, now: dt.datetime) -> None:
    twice = lines(*NIGHT)
    assert said(here, files(twice, "Db3w Sb3"), now) == [
        'results.csv:5, home players: "Anchor 1": Anchor 1 is on this sheet twice',
        'results.csv:5, away players: "Bell 1": Bell 1 is on this sheet twice',
    ]


def test_what_is_written_is_what_was_read(here: League, now: dt.datetime) -> None:
    load(here, files(lines(*NIGHT)), now)
    season = Season.objects.get()
    out = io.BytesIO()
    export_spreadsheets(season, out, by=None, now=now)
    with zipfile.ZipFile(out) as archive:
        written = {name: archive.read(name).decode("utf-8-sig") for name in ("season.csv", "results.csv")}
    # The last column is a remark that nobody reads back.
    assert [line.rpartition(",")[0] for line in written["results.csv"].splitlines()] == lines(*NIGHT).splitlines()
    assert "DB3W SB3 / 1S 1D" in written["season.csv"]


ENDS = "The best of 3 does not end 2–2: it is over as soon as one side has won 2 (2–0 · 2–1)."
COUNTED = (("doubles", 0, "2-1"), ("singles", 0, "0-2"))


def counted(*night: tuple[str, int, str]) -> str:
    return lines(*night).replace(",0,", ",,")


def test_totals_are_a_line_a_match_there_and_back(here: League, now: dt.datetime) -> None:
    load(here, files(counted(*COUNTED), "D3t Sb3t / 1S 1D"), now)
    result = Result.objects.get()
    assert (result.home_games, result.away_games) == (2, 3)
    assert [match.games for match in sheet_of(result).matches] == [Totals(2, 1).games, Totals(0, 2).games]
    out = io.BytesIO()
    export_spreadsheets(Season.objects.get(), out, by=None, now=now)
    written = zipfile.ZipFile(out).read("results.csv").decode("utf-8-sig")
    assert ",1,doubles,Anchor 1 / Anchor 2,Bell 1 / Bell 2,,2-1," in written
    written = "\n".join(line.rpartition(",")[0] for line in written.splitlines()) + "\n"
    load(here, files(written, "D3t Sb3t / 1S 1D"), now)
    assert Result.objects.count() == 1


@pytest.mark.parametrize(
    ("night", "told"),
    [
        (COUNTED[:1], ["results.csv:2, game: Anchor v Bell: match 2 is missing"]),
        (
            (COUNTED[0], ("singles", 0, "2-2")),
            [
                f'results.csv:3, score: "2-2": {ENDS}',
            ],
        ),
        (
            (COUNTED[0], ("singles", 1, "121-90")),
            ['results.csv:3, game: "1": only how many games each side won is written down here: leave this empty'],
        ),
        (
            (COUNTED[0], ("singles", 0, "121-90")),
            ['results.csv:3, score: "121-90": write how many games each side won, like 2-1'],
        ),
        ((*COUNTED, COUNTED[1]), ['results.csv:4, match: "2": match 2 stands in line 3 already']),
    ],
)
def test_a_night_of_totals_that_cannot_be_is_told_line_by_line(
    here: League, now: dt.datetime, night: tuple[tuple[str, int, str], ...], told: list[str]
) -> None:
    assert said(here, files(counted(*night), "D3t Sb3t / 1S 1D"), now) == told


def each(*players: str) -> str:
    """Two a side, each plays each: the home players of the four matches, who all win."""
    return HEAD + "".join(
        f"One,2026-09-15,Anchor,Bell,{number},singles,{player},Bell {2 - number % 2},1,home,\n"
        for number, player in enumerate(players, start=1)
    )


def test_each_plays_each_is_a_line_a_match(here: League, now: dt.datetime) -> None:
    night = each("Anchor 1", "Anchor 1", "Anchor 2", "Anchor 2")
    load(here, files(night, "2E1w"), now)
    assert (Result.objects.get().home_games, Result.objects.get().away_games) == (4, 0)


def test_a_line_up_that_changes_half_way_is_told_at_its_line(here: League, now: dt.datetime) -> None:
    assert said(here, files(each("Anchor 1", "Anchor 2", "Anchor 2", "Anchor 2"), "2E1w"), now) == [
        'results.csv:3, home players: "Anchor 2": each plays each: this is the player of match 1',
    ]
    assert said(here, files(each("Anchor 1", "Anchor 1", "Anchor 1", "Anchor 1"), "2E1w"), now) == [
        'results.csv:4, home players: "Anchor 1": Anchor 1 is on this sheet twice',
    ]
