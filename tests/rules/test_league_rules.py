"""The league’s part of the rules page: fixtures, postponements, points and tie-breaks as its settings have them."""

from fractions import Fraction

import pytest

from league.enums import UnplayedPolicy, WithdrawalPolicy
from league.rules.formats import parse_format
from league.rules.match_terms import Terms, uniform
from league.rules.rulebook import amount, league_rules, rulebook
from league.rules.scheme import PointsScheme
from league.rules.settings import SeasonSettings
from league.rules.standings import TIE_BREAKS
from league.rules.wording import number
from scoring import HOYLE, LEAGUE
from tests.rules.sentences import rules_named

TOWN = uniform(("doubles",) * 5 + ("singles",) * 4)


def rules_of(title: str, terms: Terms = TOWN, *, settings: dict[str, object] | None = None, **said) -> tuple[str, ...]:
    sections = league_rules(terms, settings=[SeasonSettings(**(settings or {}))], **said)
    return next(section.rules for section in sections if section.title == title)


def test_fixtures_r50_r51() -> None:
    assert rules_of("Fixtures") == (
        "A fixture is nine matches, in this order: five doubles, four singles.",
        "Each match is three games, and all of them are played, even at 2–0; that makes 27 games.",
        "Games are played to 121.",
        "A player plays in one match of a fixture.",
    )


@pytest.mark.parametrize(
    ("terms", "sentences"),
    [
        (
            uniform(("singles", "doubles", "singles"), 5),
            {
                "A fixture is three matches, in this order: one singles, one doubles, one singles.",
                "Each match is five games, and all of them are played, even at 3–0; that makes 15 games.",
            },
        ),
        (uniform(("singles",), 1), {"A fixture is one singles.",
                                  "Each match is one game, which makes one game."}),
        (uniform(("singles",), 2), {"Each match is two games, and both are played; that makes two games."}),
        (
            uniform(("singles", "doubles"), 3, {"singles": 121, "doubles": 61}),
            {"Games are played to 121 in singles and to 61 in doubles."},
        ),
    ],
)  # fmt: skip
def test_fixtures_follow_the_terms(terms: Terms, sentences: set[str]) -> None:
    assert sentences <= set(rules_of("Fixtures", terms))


def test_format_not_set_makes_no_sentence() -> None:
    assert "Fixtures" not in [section.title for section in league_rules(uniform(()), settings=[SeasonSettings()])]


def test_postponed_fixtures_r52_r53_r54() -> None:
    assert rules_of("Postponed fixtures") == (
        "The penultimate week of each round is left blank for postponed fixtures.",
        "By mutual agreement a fixture may be played at any time that suits both teams, but no later than that week.",
        "A fixture of the last week of a round can therefore only be brought forward.",
        (
            "Fixtures with no date seven days before that week are placed in it: as many as possible, "
            "with a team's on different evenings."
        ),
        "Fixtures not played by the end of that week are for the secretary to decide.",
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"unplayed_policy": "nil"}, "Fixtures not played by the end of that week bring neither side anything."),
        (
            {"unplayed_policy": "awarded"},
            "Fixtures not played by the end of that week are awarded to the side that did not postpone them.",
        ),
    ],
)
def test_unplayed_fixtures_follow_the_policy_r54(settings: dict[str, str], sentence: str) -> None:
    assert rules_of("Postponed fixtures", settings=settings)[-1] == sentence


@pytest.mark.parametrize(("days", "when"), [(0, "when that week begins"), (1, "one day before that week")])
def test_the_day_of_placing_follows_the_season(days: int, when: str) -> None:
    placed = rules_of("Postponed fixtures", settings={"place_days": days})[-2]
    assert placed.startswith(f"Fixtures with no date {when} are placed in it:")


@pytest.mark.parametrize("policy", UnplayedPolicy)
def test_every_policy_has_its_sentence(policy: UnplayedPolicy) -> None:
    said = rules_of("Postponed fixtures", settings={"unplayed_policy": policy.value})
    assert len(said) == len(rules_of("Postponed fixtures"))
    assert "Fixtures not played by the end of that week" in said[-1]


@pytest.mark.parametrize(
    ("scheme", "sentences"),
    [
        (None, ("One point for each game won, whatever the margin.",)),
        (
            PointsScheme(game=Fraction(1, 2), win=Fraction(2), draw=Fraction(1)),
            (
                "Half a point for each game won, whatever the margin.",
                "Two points for a fixture won.",
                "One point for a fixture drawn.",
            ),
        ),
        (PointsScheme(game=Fraction(0), match=Fraction(5, 2)), ("2.5 points for each match won.",)),
    ],
)
def test_points_follow_the_scheme(scheme: PointsScheme | None, sentences: tuple[str, ...]) -> None:
    assert rules_of("Points", scheme=scheme) == (*sentences, "A result counts once it is confirmed.")


def test_tie_breaks_in_their_order() -> None:
    assert rules_of("Teams level on points", tie_breaks=("head_to_head", "games_won", "name")) == (
        "Teams level on points are placed by head-to-head, then games won.",
        "Head-to-head: a table of just the teams that are level, once each of them has met every other.",
        "Games won: the number of games won.",
        "Teams that are still level share the place and are listed by name.",
    )
    assert rules_of("Teams level on points", tie_breaks=("name",)) == (
        "Teams that are level on points share the place and are listed by name.",
    )


def test_every_tie_break_can_be_told() -> None:
    rules = rules_of("Teams level on points", tie_breaks=tuple(TIE_BREAKS))
    assert len(rules) == len(TIE_BREAKS)
    assert rules[-1] == ("Lots: drawn in person and recorded by the secretary; until then the teams share the place.")


@pytest.mark.parametrize(
    ("due", "games"), [(1, "the game of it is"), (2, "both games of it are"), (3, "all three games of it are")]
)
def test_awarded_games_follow_the_terms(due: int, games: str) -> None:
    rules = rules_of("Awarded games", uniform(("singles",) * 2, due))
    assert rules[0] == f"A team that is short of players leaves a match empty, and {games} awarded to the other team."
    given = "A fixture that was not played, or conceded, may be given as a walkover"
    assert rules[1] == f"{given}: {number(2 * due)} games to nil."


@pytest.mark.parametrize(
    ("points", "text"),
    [("1", "one point"), ("2", "two points"), ("1/2", "half a point"), ("3/2", "1.5 points"), ("12", "12 points")],
)
def test_amount(points: str, text: str) -> None:
    assert amount(Fraction(points)) == text


def test_prefix_tells_books_of_one_page_apart() -> None:
    sections = [
        *rulebook(LEAGUE),
        *rulebook(LEAGUE, doubles=True),
        *rulebook(HOYLE, prefix="hoyle"),
        *league_rules(TOWN),
        *league_rules(TOWN, prefix="division-2"),
    ]
    anchors = [section.anchor for section in sections]
    assert len(anchors) == len(set(anchors)) == 48
    assert {"hoyle-singles-the-play", "division-2-points", "points"} <= set(anchors)


def test_what_becomes_of_a_team_that_withdraws() -> None:
    first = "The fixtures that a team has still to play when it withdraws are cancelled."
    assert rules_of("Teams that withdraw") == (first, "None of its results counts any more.")
    assert rules_of("Teams that withdraw", settings={"withdrawal_policy": "stand"}) == (
        first,
        "The results of its played fixtures stand.",
    )
    said = {rules_of("Teams that withdraw", settings={"withdrawal_policy": one.value})[1:] for one in WithdrawalPolicy}
    assert [len(rules) for rules in said] == [1] * len(WithdrawalPolicy), "each policy has a sentence of its own"


def test_what_is_not_played_out_has_its_own_rules() -> None:
    assert rules_of("Fixtures that are not played out")[1] == (
        "If neither side comes, both have lost the fixture and neither has points."
    )


NINE = "A fixture is ten matches, in this order: nine singles in which each plays each of the other side, one doubles."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sb3 Db3", {"Each match is the best of three games; whoever has won two has won it."}),
        ("Sf2", {"Each match is played until one side has won two of its games."}),
        (
            "Sw S5w",
            {
                "Of each game no more is written down than who won it.",
                "Match 1 is three games, and all of them are played.",
            },
        ),
        ("S Sw Dw", {"Of the games of matches 2, 3 no more is written down than who won them."}),
        (
            "S2 S2 D1 Db3 Df2 Df2",
            {
                "Matches 1, 2 are two games each, and all of them are played.",
                "Match 3 is one game.",
                "Match 4 is the best of three games.",
                "Matches 5, 6 are played until one side has won two of their games.",
                "Whoever wins every match without losing a game has won 11 games.",
            },
        ),
        (
            "S3t Db3t",
            {"Of each match no more is written down than how many games each side won."},
        ),
        (
            "S3p Db3p",
            {"Of each match it is written down how many games each side won, and the points it pegged in all of them."},
        ),
        (
            "S3p D S3t S3p",
            {
                "Of match 3 no more is written down than how many games each side won.",
                (
                    "Of matches 1, 4 it is written down how many games each side won, and the points it pegged in "
                    "all of them."
                ),
            },
        ),
        (
            "S3t D S3t",
            {"Of matches 1, 3 no more is written down than how many games each side won."},
        ),
        (
            "3E1w D / 2",
            {
                NINE,
                "Where each plays each, a side names its players once for all those matches, and they count as one.",
                "A player plays in two matches of a fixture at most.",
            },
        ),
        (
            "S D D / 2 1S once",
            {
                "A player plays in two matches of a fixture at most.",
                "Of one kind, singles, a player plays one match at most.",
                "Two players are partners in one match of a fixture only.",
            },
        ),
    ],
)
def test_the_rules_say_how_matches_end_and_how_often_one_plays(text: str, said: set[str]) -> None:
    terms, problems = parse_format(text)
    assert not problems
    assert said <= {str(rule) for rule in rules_of("Fixtures", terms)}


def test_where_legs_differ_a_short_side_loses_what_wins_the_match() -> None:
    terms, _ = parse_format("S3 Sb3")
    sentence = (
        "A team that is short of players leaves a match empty, and the games that win it are awarded to the other team."
    )
    assert sentence in {str(rule) for rule in rules_of("Awarded games", terms)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "6P 8P 4P",
            (
                "A fixture is three matches, in this order: one team match of six a side, "
                "one team match of eight a side, one team match of four a side."
            ),
        ),
        ("6P 6P", "A fixture is two team matches of six a side."),
        (
            "4E1 3E1",
            (
                "A fixture is 25 matches, in this order: 16 singles in which each plays each of the other side, nine "
                "singles in which each plays each of the other side."
            ),
        ),
        ("Sb1", "Each match is one game, which makes one game."),
        ("Sf1 Sf1", "Each match is one game, which makes two games."),
        ("Sb1 S1 Sb3", "Matches 1, 2 are one game each."),
        ("Sb1 S3", "Match 1 is one game."),
    ],
)
def test_a_fixture_is_told_in_matches_of_one_size_and_a_match_of_one_game_as_that(text: str, told: str) -> None:
    assert told in rules_named(league_rules(parse_format(text)[0]))
