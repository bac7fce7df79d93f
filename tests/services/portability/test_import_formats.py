"""Spreadsheets of a league of another shape: winners only in the pairs, and a best of three."""

import datetime as dt
import io
import time
import zipfile

import pytest

from league.models import Appearance, Division, League, OwnRuleset, Player, Result, Season
from league.queries.results.sheets import sheet_of
from league.queries.standings.standings import division_table
from league.rules.sheets import GameScore, Totals
from league.services.portability.exports import export_spreadsheets
from scoring import Ruleset
from tests.services.small_league import GOOD, HEAD, Files, load, problems_in

WHO = {"doubles": "Anchor 1 / Anchor 2,Bell 1 / Bell 2", "singles": "Anchor 1,Bell 1"}
NIGHT = (
    ("doubles", 1, "home"), ("doubles", 2, "away"), ("doubles", 3, "home"), ("singles", 1, "121-90"),
    ("singles", 2, "121-118"),
)  # fmt: skip


@pytest.fixture
def league_here(db: None) -> League:
    return League.objects.create(name="Here", slug="here")


def lines(*night: tuple[str, int, str]) -> str:
    return HEAD + "".join(
        f"One,2026-09-15,Anchor,Bell,{1 if kind == 'doubles' else 2},{kind},{WHO[kind]},{game},{score},\n"
        for kind, game, score in night
    )


def files(results: str, match_format: str = "Db3w Sb3 / 1S 1D") -> Files:
    return {**GOOD, "season.csv": GOOD["season.csv"].replace("D S", match_format), "results.csv": results}


def test_they_are_loaded_as_they_are_written(league_here: League, now: dt.datetime) -> None:
    load(league_here, files(lines(*NIGHT)), now)
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
    league_here: League, now: dt.datetime, night: tuple[tuple[str, int, str], ...], told: list[str]
) -> None:
    assert problems_in(league_here, files(lines(*night)), now) == told


def test_somebody_who_plays_more_often_than_the_format_allows_is_told(league_here: League, now: dt.datetime) -> None:
    twice = lines(*NIGHT)
    assert problems_in(league_here, files(twice, "Db3w Sb3"), now) == [
        'results.csv:5, home players: "Anchor 1": Anchor 1 is on this sheet twice',
        'results.csv:5, away players: "Bell 1": Bell 1 is on this sheet twice',
    ]


def test_what_is_written_is_what_was_read(league_here: League, now: dt.datetime) -> None:
    load(league_here, files(lines(*NIGHT)), now)
    season = Season.objects.get()
    out = io.BytesIO()
    export_spreadsheets(season, out, by=None, now=now)
    with zipfile.ZipFile(out) as archive:
        written = {name: archive.read(name).decode("utf-8-sig") for name in ("season.csv", "results.csv")}
    # The last column is a remark that nobody reads back.
    assert [line.rpartition(",")[0] for line in written["results.csv"].splitlines()] == lines(*NIGHT).splitlines()
    assert "Db3w Sb3 / 1S 1D" in written["season.csv"]


ENDS = "The best of 3 does not end 2–2: it is over as soon as one side has won 2 (2–0 · 2–1)."
COUNTED = (("doubles", 0, "2-1"), ("singles", 0, "0-2"))


def counted(*night: tuple[str, int, str]) -> str:
    return lines(*night).replace(",0,", ",,")


def test_totals_are_a_line_a_match_there_and_back(league_here: League, now: dt.datetime) -> None:
    load(league_here, files(counted(*COUNTED), "D3t Sb3t / 1S 1D"), now)
    result = Result.objects.get()
    assert (result.home_games, result.away_games) == (2, 3)
    assert [match.games for match in sheet_of(result).matches] == [Totals(2, 1).games, Totals(0, 2).games]
    out = io.BytesIO()
    export_spreadsheets(Season.objects.get(), out, by=None, now=now)
    written = zipfile.ZipFile(out).read("results.csv").decode("utf-8-sig")
    assert ",1,doubles,Anchor 1 / Anchor 2,Bell 1 / Bell 2,,2-1," in written
    written = "\n".join(line.rpartition(",")[0] for line in written.splitlines()) + "\n"
    load(league_here, files(written, "D3t Sb3t / 1S 1D"), now)
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
            ['results.csv:3, game: "1": games are only counted here: leave this empty'],
        ),
        (
            (COUNTED[0], ("singles", 0, "121-90")),
            ['results.csv:3, score: "121-90": write how many games each side won, like 2-1'],
        ),
        ((*COUNTED, COUNTED[1]), ['results.csv:4, match: "2": match 2 stands in line 3 already']),
    ],
)
def test_a_night_of_totals_that_cannot_be_is_told_line_by_line(
    league_here: League, now: dt.datetime, night: tuple[tuple[str, int, str], ...], told: list[str]
) -> None:
    assert problems_in(league_here, files(counted(*night), "D3t Sb3t / 1S 1D"), now) == told


POINTS = (("doubles", 0, "2-1 (352-318)"), ("singles", 0, "0-2 200–242"))


def test_points_stand_behind_the_games_of_a_match_there_and_back(league_here: League, now: dt.datetime) -> None:
    load(league_here, files(counted(*POINTS), "D3p Sb3p / 1S 1D"), now)
    found = [match.counted for match in sheet_of(Result.objects.get()).matches]
    assert found == [Totals(2, 1, pegged=(352, 318)), Totals(0, 2, pegged=(200, 242))]
    kept = written(now)
    assert ",1,doubles,Anchor 1 / Anchor 2,Bell 1 / Bell 2,,2-1 (352-318)," in kept
    kept = "\n".join(line.rpartition(",")[0] for line in kept.splitlines()) + "\n"
    load(league_here, files(kept, "D3p Sb3p / 1S 1D"), now)
    assert Result.objects.count() == 1


@pytest.mark.parametrize(
    ("night", "told"),
    [
        (
            (POINTS[0], ("singles", 0, "0-2 (200-300)")),
            [
                (
                    'results.csv:3, score: "0-2 (200-300)": Won 2, lost 0: the away side pegged 242 points '
                    "in these games, not 300."
                )
            ],
        ),
        (
            (POINTS[0], ("singles", 0, "0-2")),
            [
                'results.csv:3, score: "0-2": Enter the points the home side pegged: 0 to 240.',
                'results.csv:3, score: "0-2": Enter the points the away side pegged: 242.',
            ],
        ),
        (
            (POINTS[0], ("singles", 0, "121-90")),
            [
                (
                    'results.csv:3, score: "121-90": write how many games each side won and the points '
                    "it pegged, like 2-1 (352-318)"
                )
            ],
        ),
    ],
)
def test_points_that_cannot_be_are_told_at_the_score(
    league_here: League, now: dt.datetime, night: tuple[tuple[str, int, str], ...], told: list[str]
) -> None:
    assert problems_in(league_here, files(counted(*night), "D3p Sb3p / 1S 1D"), now) == told


def test_points_of_all_games_are_refused_where_games_are_written_one_by_one(
    league_here: League, now: dt.datetime
) -> None:
    found = problems_in(
        league_here, files(counted(POINTS[0], ("singles", 0, "0-2 (200-242)")), "D3p Sb3t / 1S 1D"), now
    )
    told = "The points pegged are not written down here; leave them empty."
    assert found == [f'results.csv:3, score: "0-2 (200-242)": {told}'] * 2


def each_plays_each(*players: str) -> str:
    """Two a side, each plays each: the home players of the four matches, who all win."""
    return HEAD + "".join(
        f"One,2026-09-15,Anchor,Bell,{number},singles,{player},Bell {2 - number % 2},1,home,\n"
        for number, player in enumerate(players, start=1)
    )


def test_each_plays_each_is_a_line_a_match(league_here: League, now: dt.datetime) -> None:
    night = each_plays_each("Anchor 1", "Anchor 1", "Anchor 2", "Anchor 2")
    load(league_here, files(night, "2E1w"), now)
    assert (Result.objects.get().home_games, Result.objects.get().away_games) == (4, 0)


def test_a_line_up_that_changes_half_way_is_told_at_its_line(league_here: League, now: dt.datetime) -> None:
    assert problems_in(
        league_here, files(each_plays_each("Anchor 1", "Anchor 2", "Anchor 2", "Anchor 2"), "2E1w"), now
    ) == [
        'results.csv:3, home players: "Anchor 2": each plays each: this is the player of match 1',
    ]
    assert problems_in(
        league_here, files(each_plays_each("Anchor 1", "Anchor 1", "Anchor 1", "Anchor 1"), "2E1w"), now
    ) == [
        'results.csv:4, home players: "Anchor 1": Anchor 1 is on this sheet twice',
    ]


def written(now: dt.datetime) -> str:
    """The results of the only season, as they are exported."""
    out = io.BytesIO()
    export_spreadsheets(Season.objects.get(), out, by=None, now=now)
    with zipfile.ZipFile(out) as archive:
        return archive.read("results.csv").decode("utf-8-sig")


def test_a_dummy_is_taken_of_a_side_that_is_short_and_written_out_again(league_here: League, now: dt.datetime) -> None:
    alone = lines(*NIGHT).replace("Anchor 1 / Anchor 2", "Anchor 1 / Dummy")
    short = "Db3w Sb3 / 1S 1D short-dummy"
    [told] = problems_in(league_here, files(alone.replace(",Anchor 1,", ",Anchor 2,"), short), now)
    assert told.endswith('"Anchor 1 / Dummy": this side has players enough for every seat: write one, not a dummy')
    load(league_here, files(alone, short), now)
    assert sheet_of(Result.objects.get()).matches[0].dummies == (("home", 2),)
    assert ",doubles,Anchor 1 / dummy,Bell 1 / Bell 2,1,home," in written(now)


@pytest.mark.parametrize("registration", ["required", "open"])
def test_a_dummy_keeps_its_seat_on_the_way_out_and_in(league_here: League, registration: str, now: dt.datetime) -> None:
    first = lines(*NIGHT).replace("Anchor 1 / Anchor 2", "dummy / Anchor 1")
    load(league_here, files(first, "Db3w Sb3 / 1S 1D short-dummy"), now)
    Season.objects.update(registration=registration)
    out = written(now)
    assert ",doubles,dummy / Anchor 1,Bell 1 / Bell 2,1,home," in out
    again = load(league_here, {"results.csv": out}, now)
    assert (again.changed, again.unchanged["results"], again.warnings) == ({}, 1, ())
    assert not Player.objects.filter(name__in=("", "dummy")).exists()


def test_a_dummy_is_written_as_the_format_of_its_result_has_it(league_here: League, now: dt.datetime) -> None:
    first = lines(*NIGHT).replace("Anchor 1 / Anchor 2", "dummy / Anchor 1")
    load(league_here, files(first, "Db3w Sb3 / 1S 1D short-dummy"), now)
    Division.objects.update(fixture_format="Db3w Sb3 / 1S 1D", format=None)
    assert ",doubles,dummy / Anchor 1,Bell 1 / Bell 2,1,home," in written(now)


def test_a_dummy_alone_or_without_a_word_for_it_is_told(league_here: League, now: dt.datetime) -> None:
    both = lines(*NIGHT).replace("Anchor 1 / Anchor 2", "Dummy / Dummy")
    told = "a dummy is somebody’s partner in doubles, trebles and team matches"
    assert problems_in(league_here, files(both, "Db3w Sb3 / 1S 1D short-dummy"), now)[0].endswith(told)
    one = lines(*NIGHT).replace("Anchor 1 / Anchor 2", "Anchor 1 / Dummy")
    assert problems_in(league_here, files(one), now)[0].endswith(
        "not registered for Anchor: Dummy (not known in this league)"
    )


def test_a_player_of_a_short_side_may_be_written_twice(league_here: League, now: dt.datetime) -> None:
    load(league_here, files(lines(*NIGHT), "Db3w Sb3 / short-twice"), now)
    assert {seat.player.name for seat in Appearance.objects.filter(match__number=2)} == {"Anchor 1", "Bell 1"}


def test_a_match_names_a_ruleset_in_any_letters_and_its_sheet_is_read_by_it(
    league_here: League, now: dt.datetime
) -> None:
    own = Ruleset(name="house-rules", version=1, title="House rules", target=91)
    OwnRuleset.objects.create(
        league=league_here, name=own.name, version=1, title=own.title, value=own.to_dict(), made_at=now,
    )  # fmt: skip
    night = lines(("doubles", 1, "61-40"), ("singles", 1, "91-60"))
    text = "D1@Five-Card s1@HOUSE-RULES:1 / 1S 1D"
    load(league_here, files(night, text), now)
    division = Division.objects.first()
    assert division is not None
    assert (division.fixture_format, division.match_rules.keys()) == (
        "D1@five-card S1@house-rules:1 / 1S 1D", {"house-rules:1"},
    )  # fmt: skip
    assert Result.objects.select_related("format").get().rulesets == ["five-card:2", "house-rules:1"]
    # Another way to write the same is no change, although there are results.
    assert load(league_here, files(night, "d1@five-card  S1@house-rules:1 / 1S 1D"), now).changed == {}
    assert problems_in(league_here, files(night, "D1@five-card S1@house-rules:2 / 1S 1D"), now)[0] == (
        "season.csv:2, format: “house-rules:2”: the league has made no such ruleset; its own are listed under Rulesets"
    )


def exported(now: dt.datetime) -> dict[str, str]:
    out = io.BytesIO()
    export_spreadsheets(Season.objects.get(), out, by=None, now=now)
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name).decode("utf-8-sig") for name in archive.namelist() if name.endswith(".csv")}


def test_a_format_is_kept_as_its_terms_are_written_and_compared_by_them(league_here: League, now: dt.datetime) -> None:
    load(league_here, files(lines(*NIGHT), "db3W  sB3/ 1s 1D"), now)
    division = Division.objects.get()
    assert division.fixture_format == "Db3w Sb3 / 1S 1D"
    again = load(league_here, exported(now), now)
    assert (again.changed, again.created) == ({}, {})
    load(league_here, {"season.csv": files("", "DB3W SB3 / 1S 1D")["season.csv"]}, now)
    assert Division.objects.get().fixture_format == "Db3w Sb3 / 1S 1D"


def test_another_format_says_how_many_games_its_matches_have(league_here: League, now: dt.datetime) -> None:
    draft = {name: GOOD[name] for name in ("venues.csv", "season.csv", "teams.csv")}
    load(league_here, draft, now)
    Division.objects.update(fixture_format="D S", games_per_match=5)
    assert load(league_here, draft, now).changed == {}
    load(league_here, {"season.csv": draft["season.csv"].replace("D S", "D3 S")}, now)
    assert list(Division.objects.values_list("fixture_format", "games_per_match")) == [("D S5", 3)]


def test_winners_alone_are_refused_while_a_tie_break_needs_scores(league_here: League, now: dt.datetime) -> None:
    draft = {name: GOOD[name] for name in ("venues.csv", "season.csv", "teams.csv")}
    load(league_here, draft, now)
    Division.objects.update(tie_breaks=["spread", "name"])
    [told] = problems_in(league_here, {"season.csv": draft["season.csv"].replace("D S", "Dw Sw")}, now)
    assert told.startswith('season.csv:2, format: "Dw Sw": ')
    assert Division.objects.get().fixture_format == "D S"


def test_a_format_that_is_too_long_is_not_read(league_here: League, now: dt.datetime) -> None:
    began = time.perf_counter()
    too_long = {name: files("", "7E1 " * 900)[name] for name in ("venues.csv", "season.csv", "teams.csv")}
    assert problems_in(league_here, too_long, now) == ["season.csv:2, format: is longer than 400 letters"]
    assert time.perf_counter() - began < 5


def test_partners_who_may_not_meet_twice_are_told_of_in_results_csv(league_here: League, now: dt.datetime) -> None:
    body = HEAD + "".join(
        f"One,2026-09-15,Anchor,Bell,{match},doubles,Anchor 1 / Anchor 2,{away},1,home,\n"
        for match, away in ((1, "Bell 1 / Bell 2"), (2, "Bell 3 / Bell 1"))
    )
    assert problems_in(league_here, files(body, "D1w D1w / 2D once"), now) == [
        'results.csv:3, home players: "Anchor 1 / Anchor 2": Anchor 1 and Anchor 2 are partners twice on this sheet'
    ]
    load(league_here, files(body, "D1w D1w / 2D"), now)
    assert Result.objects.count() == 1


NOBODY = "One,2026-09-15,Anchor,Bell,2,singles,,,,,nobody\n"


@pytest.mark.parametrize("written", ["S1 S1 S1", "S1w S1w S1w", "S1t S1t S1t"])
def test_a_match_that_both_had_nobody_for_is_read_and_written(
    league_here: League, now: dt.datetime, written: str
) -> None:
    score = {"S1 S1 S1": ("1,121-90", "1,90-121"), "S1w S1w S1w": ("1,home", "1,away")}.get(written, (",1-0", ",0-1"))
    lines = [
        f"One,2026-09-15,Anchor,Bell,{n},singles,Anchor {n},Bell {n},{said},\n"
        for n, said in zip((1, 3), score, strict=True)
    ]
    body = f"{HEAD}{lines[0]}{NOBODY}{lines[1]}"
    loaded = files(body, written)
    season = loaded["season.csv"].replace("points per game", "points per game,points per fixture drawn")
    load(league_here, {**loaded, "season.csv": season.replace(",1\n", ",1,2\n")}, now)
    result = Result.objects.get()
    assert [match.nobody for match in sheet_of(result).matches] == [False, True, False]
    assert (result.home_games, result.away_games, result.finished) == (1, 1, True)
    rows = {row.team.name: row.row for row in division_table(result.fixture.division).rows}
    # A fixture of three games is drawn where one of them had nobody; its points are given.
    assert [(rows[name].drawn, rows[name].points) for name in ("Anchor", "Bell")] == [(1, 3), (1, 3)]
    assert load(league_here, {"results.csv": body}, now).unchanged["results"] == 1
    out = io.BytesIO()
    assert export_spreadsheets(result.fixture.division.season, out, by=None, now=now) == []
    exported = zipfile.ZipFile(out).read("results.csv").decode("utf-8-sig").splitlines()
    assert f"{NOBODY.strip()}," in exported
    assert load(league_here, {"results.csv": "\n".join(exported)}, now).unchanged["results"] == 1


def test_what_a_match_without_anybody_cannot_have_is_told(league_here: League, now: dt.datetime) -> None:
    one = "One,2026-09-15,Anchor,Bell,1,singles,Anchor 1,Bell 1,1,home,\n"
    wrong = HEAD + one + NOBODY.replace("singles,,,,", "singles,Anchor 2,,,") + NOBODY.replace(",2,", ",3,")
    assert problems_in(league_here, files(wrong, "S1w S1w S1w"), now) == [
        (
            'results.csv:3, home players: "Anchor 2": both sides had nobody for this match, so it has no players and '
            "no games; leave this empty"
        )
    ]
    both = HEAD + one + one.replace(",1,singles", ",2,singles").replace("r 1", "r 2").replace("l 1", "l 2") + NOBODY
    assert problems_in(league_here, files(both, "S1w S1w"), now) == [
        'results.csv:3, match: "2": both sides had nobody for this match, by line 4'
    ]
    nobody = HEAD + NOBODY.replace(",2,", ",1,") + NOBODY
    assert problems_in(league_here, files(nobody, "S1w S1w"), now) == [
        (
            'results.csv:2, note: "nobody": both sides had nobody for every match; decide on the fixture’s page that '
            "nobody came"
        )
    ]
