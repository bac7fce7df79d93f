"""Formats as texts and values: what a fixture consists of, how its matches end, how often one player may play."""

import dataclasses
import time
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import scoring
from league.models import Division
from league.rules.formats import (
    check_kept,
    fixture_terms,
    idle,
    kept_terms,
    kept_value,
    parse_format,
    resolved,
    result_terms,
    terms,
)
from league.rules.match_terms import KINDS, PLAYERS, Kind, Limits, MatchTerms, Pairing, Terms, uniform
from scoring import RULESETS


@pytest.mark.parametrize("text", ["D D S", "d d s", "DDS", " D,D, S ", "DD S", "D3 D3 S3"])
def test_letters_are_matches_of_three_games_that_are_all_played(text: str) -> None:
    assert parse_format(text) == (uniform(("doubles", "doubles", "singles")), [])


def test_each_plays_each_is_a_singles_match_of_each_pair() -> None:
    found, problems = parse_format("D 3E1w")
    assert problems == []
    assert found.format == ("doubles", *["singles"] * 9)
    assert [(match.pairing.home, match.pairing.away) for match in found.matches[1:] if match.pairing] == [
        (1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3),
    ]  # fmt: skip
    # Match 6 is the second of the second home player, who is typed in match 5; the away player in match 3.
    assert (found.typed_in(6, "home"), found.typed_in(6, "away")) == (5, 3)
    assert (found.typed_in(1, "home"), found.typed_in(1, "away")) == (1, 1)
    assert str(found) == "D 3E1w"


def test_each_pair_plays_each_is_a_doubles_match_of_each_two_pairs() -> None:
    found, problems = parse_format("6ed1w")
    assert problems == []
    assert found.format == ("doubles",) * 36
    assert found.players_needed() == 12
    assert (found.typed_in(9, "home"), found.typed_in(9, "away"), found.match(9).players) == (7, 3, 2)
    assert str(found) == "6ED1w"
    assert "like 6EDb3" in parse_format("6EDb2")[1][0].message


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
        ("D5t", MatchTerms("doubles", 5, written="totals")),
        ("Sb3t", MatchTerms("singles", 3, "best", "totals")),
        ("D5p", MatchTerms("doubles", 5, written="pegged")),
        ("Sb3P", MatchTerms("singles", 3, "best", "pegged")),
        ("6Pp", MatchTerms("team", written="pegged", players=6)),
        ("D3p@house-rules:2", MatchTerms("doubles", written="pegged", ruleset="house-rules:2")),
        ("6Pt", MatchTerms("team", written="totals", players=6)),
        ("6P1", MatchTerms("team", 1, players=6)),
        ("4pf2W", MatchTerms("team", 2, "first", "winners", players=4)),
        ("T1@Five-Card", MatchTerms("trebles", 1, ruleset="five-card")),
        ("D3t@house-rules:2", MatchTerms("doubles", written="totals", ruleset="house-rules:2")),
    ],
)
def test_what_stands_behind_a_letter(text: str, match: MatchTerms) -> None:
    assert parse_format(text) == (Terms((match,)), [])


def test_a_t_behind_a_bare_letter_is_trebles() -> None:
    assert parse_format("ST") == (uniform(("singles", "trebles")), [])


def test_a_p_behind_a_bare_letter_is_a_team_match_which_says_how_many_play() -> None:
    found, problems = parse_format("Sp")
    assert (found, len(problems)) == (Terms(()), 1)
    assert parse_format("S 6P") == parse_format("s 6p")


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
        ("E", ["“E”: each plays each of 2 to 7 a side, like 6E1 or 6ED1"]),
        ("8E1", ["“8E1”: each plays each of 2 to 7 a side, like 6E1 or 6ED1"]),
        ("7E1 4E1", ["a fixture has 60 matches at most; these are 65"]),
        ("4Eb4", ["“4EB4”: the best of an even number may end level; write an odd one, like 4Eb5"]),
        ("P", ["“P” does not say how many players a side, like 6P"]),
        ("9P", ["“9P”: a team match has 4 to 8 players a side"]),
        ("S " * 61, ["a fixture has 60 matches at most; these are 61"]),
        ("S@", ["“S@”: behind the @ stands the name of a ruleset, like five-card, or house-rules:2 of your own"]),
        (
            "S@a:0",
            ["“S@A:0”: behind the @ stands the name of a ruleset, like five-card, or house-rules:2 of your own"],
        ),
        (
            "D@bridge",
            [
                (
                    "“D@BRIDGE”: there is no such ruleset; there are league, hoyle, hoyle-61, six-card, six-card-61, "
                    "five-card, five-card-starter-first, seven-card, home-computer, home-computer-61, acc, and your "
                    "own with a version, like house-rules:2"
                )
            ],
        ),
        (
            "S@three-handed",
            ["“S@THREE-HANDED”: that is a game for three, and no match is played by three; choose another"],
        ),
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
    written = draw(st.sampled_from(["scores", "winners", "totals", "pegged"]))
    ruleset = draw(st.sampled_from(["", "", "five-card", "acc", "house-rules:12"]))
    return MatchTerms(kind, draw(games), ends, written, players=players, ruleset=ruleset)


@st.composite
def each_plays_each(draw: st.DrawFn) -> tuple[MatchTerms, ...]:
    kind: Kind = draw(st.sampled_from(["singles", "doubles"]))
    match = replace(draw(match_terms()), kind=kind, players=PLAYERS[kind])
    size = draw(st.integers(2, 3))
    places = range(1, size + 1)
    return tuple(replace(match, pairing=Pairing(size, home, away)) for home in places for away in places)


@st.composite
def formats(draw: st.DrawFn) -> Terms:
    parts = draw(st.lists(match_terms().map(lambda match: (match,)) | each_plays_each(), min_size=1, max_size=6))
    matches = tuple(match for part in parts for match in part)
    kinds = draw(st.lists(st.sampled_from(sorted({match.kind for match in matches})), unique=True))
    each = tuple((kind, draw(st.integers(1, 9))) for kind in kinds)
    return Terms(matches, Limits(draw(st.integers(1, 20)), each, draw(st.booleans())))


@pytest.mark.long
@given(formats())
def test_every_format_is_read_back_from_its_text(found: Terms) -> None:
    assume(not list(idle(found)))
    assert parse_format(str(found)) == (found, [])


@given(match_terms(), st.lists(st.booleans(), min_size=9, max_size=9))
def test_a_match_goes_on_until_it_is_over_and_never_longer_than_it_can(match: MatchTerms, won: list[bool]) -> None:
    home = away = 0
    for game in won:
        if match.is_over(home, away):
            break
        assert 1 <= match.games_left(home, away) <= match.most - home - away
        home, away = home + game, away + (not game)
    assert match.is_over(home, away)
    assert match.games_left(home, away) == 0
    assert home + away <= match.most
    if match.ends != "all":
        assert max(home, away) == match.needed


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("S3", ["0-3", "1-2", "2-1", "3-0"]),
        ("Sb3", ["0-2", "1-2", "2-0", "2-1"]),
        ("Sf1", ["0-1", "1-0"]),
        ("Sf3", ["0-3", "1-3", "2-3", "3-0", "3-1", "3-2"]),
    ],
)
def test_the_ends_that_a_match_can_come_to(text: str, ends: list[str]) -> None:
    match = parse_format(text)[0].matches[0]
    found = [f"{home}-{away}" for home in range(10) for away in range(10) if match.can_end_at(home, away)]
    assert found == ends


def test_pairs_and_teams_play_to_the_target_of_the_game_for_pairs() -> None:
    division = SimpleNamespace(
        fixture_format="S Db3 T1",
        games_per_match=3,
        singles_ruleset="league",
        doubles_ruleset="five-card",
        singles_rules={},
        doubles_rules={},
        match_rules={},
    )
    found = terms(division)
    assert [match.target for match in found.matches] == [121, 61, 61]
    assert replace(found.matches[1], target=121, rules=None) == MatchTerms("doubles", 3, "best")


def test_a_walkover_is_every_game_that_a_side_could_have_needed() -> None:
    found, _ = parse_format("S3 Sb3 Df4 T1")
    assert (found.games, found.most) == (3 + 2 + 4 + 1, 7)


def test_a_match_may_be_played_by_a_ruleset_of_its_own() -> None:
    """Two singles to 121, trebles of five cards, and a pair by the second version of the league's own rules."""
    own = scoring.Ruleset(name="house-rules", version=2, title="House", target=91, lurch=True)
    division = SimpleNamespace(
        fixture_format="S S T@five-card D@house-rules:2",
        games_per_match=3,
        singles_ruleset="league",
        doubles_ruleset="acc",
        singles_rules={},
        doubles_rules={},
        match_rules={"house-rules:2": own.to_dict()},
    )
    found = terms(division)
    assert [match.target for match in found.matches] == [121, 121, 61, 91]
    assert [match.lurch for match in found.matches] == [0, 0, 0, 46]
    assert [found.ruleset(number) for number in (0, 1, 3, 4, 5)] == [
        scoring.LEAGUE, scoring.LEAGUE, scoring.FIVE_CARD, own, scoring.LEAGUE,
    ]  # fmt: skip
    assert found.rulesets == (scoring.LEAGUE, scoring.FIVE_CARD, own)
    assert str(found) == "S S T@five-card D@house-rules:2"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "S S / once",
            "“once” is about who are partners twice; leave it out where there are not two matches with partners",
        ),
        (
            "D / once",
            "“once” is about who are partners twice; leave it out where there are not two matches with partners",
        ),
        ("S S / short-dummy", "“short-dummy” is about partners; leave it out where there is no match with partners"),
        ("S S D / 1 2S", "“2S” is more than the 1 that one player may play in all; write 1 or fewer, or nothing"),
        ("ß", "“ß” is not a match; write S for singles and D for doubles, like D D S S"),
        ("ſ", "“ſ” is not a match; write S for singles and D for doubles, like D D S S"),
    ],
)
def test_what_changes_nothing_is_refused_with_what_would_be_right(text: str, told: str) -> None:
    terms, problems = parse_format(text)
    assert (terms.matches, [str(problem.message) for problem in problems]) == ((), [told])


def test_a_division_that_was_made_with_what_changes_nothing_is_played_as_before() -> None:
    assert [match.kind for match in resolved("S S / once", 3, scoring.LEAGUE, scoring.LEAGUE).matches] == [
        "singles"
    ] * 2


def test_the_matches_of_each_against_each_are_counted_before_they_are_made() -> None:
    began = time.perf_counter()
    terms, problems = parse_format("7E1 " * 20_000)
    assert time.perf_counter() - began < 3
    assert terms.matches == ()
    assert [str(problem.message) for problem in problems] == ["a fixture has 60 matches at most; these are 980000"]


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("D D / 2 once", 3),
        ("D D D / 3 once", 3),
        ("D D D D / 4 once", 4),
        ("D D D D D D / 6 once", 4),
        ("D D D D D D D / 7 once", 5),
        ("D D D D D D / 2 once", 6),
        ("T1 T1 / 2 once", 5),
        ("D D S / 1S 2D once", 3),
        ("D D D / 3", 2),
    ],
)
def test_a_side_whose_partners_may_not_meet_twice_needs_enough_players_for_that(text: str, needed: int) -> None:
    assert parse_format(text)[0].players_needed() == needed


LEAGUE = scoring.LEAGUE.to_dict()
MATCHES = ("S", "D", "T", "6P", "S5", "Db3w", "Sf2t", "3E1w", "S@acc", "T1@five-card", "Dt@house-rules:2")
OWN = scoring.Ruleset(name="house-rules", version=2, title="House", target=91, muggins=False)


@dataclass
class StoredFormat:
    text: str
    value: dict[str, Any] = field(default_factory=dict)
    pk: int = 7


def division(text: str, **said: Any) -> Division:
    return Division(fixture_format=text, **said)


@given(
    st.lists(st.sampled_from(MATCHES), min_size=1, max_size=6).map(" ".join),
    st.integers(1, 9),
    st.sampled_from(sorted(RULESETS)),
    st.sampled_from(sorted(RULESETS)),
)
def test_a_kept_format_says_what_its_division_said(text: str, games: int, singles: str, doubles: str) -> None:
    rulesets = {"singles_ruleset": singles, "doubles_ruleset": doubles, "match_rules": {"house-rules:2": OWN.to_dict()}}
    said = terms(division(text, games_per_match=games, **rulesets))
    if not said.matches:
        return
    kept = StoredFormat(str(said), kept_value(said))
    assert kept_terms(kept) == said
    assert check_kept(kept.value) == []
    assert len(kept.text) <= 600


def test_a_format_of_singles_alone_keeps_no_ruleset_of_pairs() -> None:
    assert kept_value(terms(division("S S", doubles_ruleset="acc"))) == {"singles": scoring.LEAGUE.to_dict()}


def test_a_format_keeps_the_rulesets_that_its_matches_name() -> None:
    said = terms(division("S D@acc D@house-rules:2", match_rules={"house-rules:2": OWN.to_dict()}))
    assert kept_value(said) == {
        "named": {"acc": scoring.ACC.to_dict(), "house-rules:2": OWN.to_dict()}, "singles": scoring.LEAGUE.to_dict(),
    }  # fmt: skip


def test_a_kept_ruleset_holds_whatever_the_engine_has_under_that_name_since() -> None:
    old = dataclasses.replace(scoring.ACC, version=7, target=100)
    found = kept_terms(StoredFormat("S@acc D", {"named": {"acc": old.to_dict()}, "doubles": OWN.to_dict()}))
    assert [found.ruleset(number) for number in (1, 2)] == [old, OWN]
    assert [match.target for match in found.matches] == [100, 91]


@dataclass
class Played:
    division: Any
    format: Any = None

    @property
    def format_id(self) -> int | None:
        return self.format.pk if self.format else None


def test_a_fixture_without_a_result_is_played_as_its_division_plays() -> None:
    assert fixture_terms(Played(division("S D"))) == terms(division("S D"))


def test_a_fixture_with_a_result_keeps_what_it_was_played_by() -> None:
    old = terms(division("D D", doubles_ruleset="acc"))
    kept = StoredFormat(str(old), kept_value(old))
    fixture = Played(division("S D"), kept)
    assert fixture_terms(fixture) == old
    result: Any = type("Version", (), {"fixture": fixture, "format": kept, "format_id": kept.pk})()
    assert result_terms(result) == old


@pytest.mark.parametrize(
    "value",
    [
        None, [], {}, {"trebles": LEAGUE}, {"singles": None}, {"singles": {}}, {"singles": {"target": 121}},
        {"singles": {"target": 121, "lurch": 0, "double_lurch": 0}}, {"singles": LEAGUE | {"target": 0}},
        {"singles": LEAGUE | {"lurch": 1}}, {"singles": LEAGUE | {"target": 10**9}}, {"named": []}, {"named": {}},
        {"singles": LEAGUE, "named": {"acc": {}}}, {"singles": LEAGUE, "named": {"acc": {"name": "x"}}},
    ],
)  # fmt: skip
def test_what_is_no_table_of_rulesets_is_refused(value: Any) -> None:
    assert check_kept(value)
