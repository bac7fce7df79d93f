"""Formats as texts and values: what a fixture consists of, how its matches end, how often one player may play."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import KINDS, Kind, Limits, MatchTerms, Terms, parse_format, terms, uniform


@pytest.mark.parametrize("text", ["D D S", "d d s", "DDS", " D,D, S ", "DD S", "D3 D3 S3"])
def test_letters_are_matches_of_three_games_that_are_all_played(text: str) -> None:
    assert parse_format(text) == (uniform(("doubles", "doubles", "singles")), [])


def test_a_bare_letter_has_the_games_of_its_division() -> None:
    found, _ = parse_format("S D7", 5)
    assert [match.games for match in found.matches] == [5, 7]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("S5", MatchTerms("singles", 5)),
        ("Sb3", MatchTerms("singles", 3, "best")),
        ("Df2", MatchTerms("doubles", 2, "first")),
        ("T1", MatchTerms("trebles", 1)),
        ("Sw", MatchTerms("singles", written="winners")),
        ("Sb5w", MatchTerms("singles", 5, "best", "winners")),
        ("6P1", MatchTerms("team", 1, players=6)),
        ("4pf2W", MatchTerms("team", 2, "first", "winners", players=4)),
    ],
)
def test_what_stands_behind_a_letter(text: str, match: MatchTerms) -> None:
    assert parse_format(text) == (Terms((match,)), [])


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("S D", Limits()),
        ("S D / 1", Limits()),
        ("S D / 2", Limits(2)),
        ("S S D /1S 1D", Limits(2, (("singles", 1), ("doubles", 1)))),
        ("D D S / 3 1S once", Limits(3, (("singles", 1),), partners_again=False)),
    ],
)
def test_behind_a_slash_stands_how_often_one_player_may_play(text: str, limits: Limits) -> None:
    found, problems = parse_format(text)
    assert (found.limits, problems) == (limits, [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["the format is empty; write S for singles and D for doubles, like D D S S"]),
        (" , ", ["the format is empty; write S for singles and D for doubles, like D D S S"]),
        ("/ 2", ["the format is empty; write S for singles and D for doubles, like D D S S"]),
        (
            "S X D 5",
            [
                "“X” is not a match; write S for singles and D for doubles, like D D S S",
                "“5” is not a match; write S for singles and D for doubles, like D D S S",
            ],
        ),
        ("Sb4", ["“SB4”: the best of an even number may end level; write an odd one, like Sb5"]),
        ("S0", ["“S0”: a match has 1 to 9 games"]),
        ("Sf6", ["“SF6”: a match has 1 to 9 games"]),
        ("2S", ["“2S” says how many players, but only a team match (P) does, like 6P"]),
        ("P", ["“P” does not say how many players a side, like 6P"]),
        ("9P", ["“9P”: a team match has 4 to 8 players a side"]),
        ("S " * 61, ["a fixture has 60 matches at most; these are 61"]),
        ("S / 0", ["“0” does not say how often one player may play; write a number, or like 1S 1D behind the slash"]),
        ("S / x", ["“X” does not say how often one player may play; write a number, or like 1S 1D behind the slash"]),
        ("S / 1D", ["“1D”: there is no such match in the format"]),
    ],
)
def test_a_format_that_cannot_be_played_is_told_word_by_word(text: str, told: list[str]) -> None:
    found, problems = parse_format(text)
    assert found == Terms(())
    assert [str(problem.message) for problem in problems] == told


@st.composite
def match_terms(draw: st.DrawFn) -> MatchTerms:
    kind: Kind = draw(st.sampled_from(list(KINDS.values())))
    ends = draw(st.sampled_from(["all", "best", "first"]))
    games = {"all": st.integers(1, 9), "best": st.sampled_from([1, 3, 5, 7, 9]), "first": st.integers(1, 5)}[ends]
    players = draw(st.integers(4, 8)) if kind == "team" else 0
    return MatchTerms(kind, draw(games), ends, draw(st.sampled_from(["scores", "winners"])), players=players)


@st.composite
def formats(draw: st.DrawFn) -> Terms:
    matches = tuple(draw(st.lists(match_terms(), min_size=1, max_size=60)))
    kinds = draw(st.lists(st.sampled_from(sorted({match.kind for match in matches})), unique=True))
    each = tuple((kind, draw(st.integers(1, 9))) for kind in kinds)
    return Terms(matches, Limits(draw(st.integers(1, 20)), each, draw(st.booleans())))


@given(formats())
def test_every_format_is_read_back_from_its_text(found: Terms) -> None:
    assert parse_format(str(found)) == (found, [])


@given(match_terms(), st.lists(st.booleans(), min_size=9, max_size=9))
def test_a_match_goes_on_until_it_is_over_and_never_longer_than_it_can(match: MatchTerms, won: list[bool]) -> None:
    home = away = 0
    for game in won:
        if match.over(home, away):
            break
        assert 1 <= match.left(home, away) <= match.most - home - away
        home, away = home + game, away + (not game)
    assert match.over(home, away)
    assert match.left(home, away) == 0
    assert home + away <= match.most
    if match.ends != "all":
        assert max(home, away) == match.needed


def test_pairs_and_teams_play_to_the_target_of_the_game_for_pairs() -> None:
    division = SimpleNamespace(
        fixture_format="S Db3 T1",
        games_per_match=3,
        singles_ruleset="league",
        doubles_ruleset="five-card",
        singles_rules={},
        doubles_rules={},
    )
    found = terms(division)
    assert [match.target for match in found.matches] == [121, 61, 61]
    assert replace(found.matches[1], target=121) == MatchTerms("doubles", 3, "best")


def test_a_walkover_is_every_game_that_a_side_could_have_needed() -> None:
    found, _ = parse_format("S3 Sb3 Df4 T1")
    assert (found.games, found.most) == (3 + 2 + 4 + 1, 7)
