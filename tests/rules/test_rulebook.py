"""The rules page: what it says follows the values that the software plays by."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from league.enums import UnplayedPolicy, WithdrawalPolicy
from league.rules.formats import parse_format
from league.rules.match_terms import Terms, uniform
from league.rules.rulebook import Section, amount, league_rules, rulebook
from league.rules.scheme import PointsScheme
from league.rules.settings import SeasonSettings
from league.rules.standings import TIE_BREAKS
from league.rules.wording import number
from scoring import FIVE_CARD, HOYLE, LEAGUE, RULESETS, SEVEN_CARD, Ruleset
from scoring.ruleset import (
    AnnouncementOrder,
    FalseMuggins,
    GoContinuation,
    Misdeal,
    NextGameDealer,
    StarterCutter,
    WrongClaim,
)


def said(sections: tuple[Section, ...]) -> set[str]:
    return {rule for section in sections for rule in section.rules}


def change(before: Ruleset, after: Ruleset, *, doubles: bool = False) -> tuple[set[str], set[str]]:
    """The sentences that go and those that come when one ruleset takes the place of another."""
    old, new = said(rulebook(before, doubles=doubles)), said(rulebook(after, doubles=doubles))
    return old - new, new - old


# For every field of a ruleset: the same rules with another value, and what then is said instead.
CHANGES = {
    "version": (
        replace(LEAGUE, version=2),
        {"Played by: League rules, version 1."},
        {"Played by: League rules, version 2."},
    ),
    "title": (
        replace(LEAGUE, title="Town rules"),
        {"Played by: League rules, version 1."},
        {"Played by: Town rules, version 1."},
    ),
    "three_players": (
        replace(LEAGUE, three_players=True),
        set(),
        {"Three may play, each for themselves: five cards each, of which one is laid away, and one to the crib."},
    ),
    "target": (
        replace(LEAGUE, target=61),
        {
            "The first to peg 121 points or more wins the game at once, even in the middle of a count.",
            "The winner's score is written as it was pegged, even past 121.",
        },
        {
            "The first to peg 61 points or more wins the game at once, even in the middle of a count.",
            "The winner's score is written as it was pegged, even past 61.",
        },
    ),
    "three_for_last": (
        replace(LEAGUE, three_for_last=True),
        set(),
        {"The player who does not deal first pegs three for last, once a game."},
    ),
    "one_count": (
        replace(LEAGUE, one_count=True),
        {
            "The count then begins again at nothing, until all the cards are played.",
            "Whoever comes next in turn after the last card leads the new count, and nothing reaches back over it.",
            "A player left alone with cards plays them on, and what they make in succession counts.",
        },
        {"The play ends with the first thirty-one or go; cards still held are not played."},
    ),
    "starter_first": (
        replace(LEAGUE, starter_first=True),
        {"The non-dealer cuts the pack and the dealer turns up the top card, the starter."},
        {
            (
                "The non-dealer cuts the pack and the dealer turns up the top card, the starter. This is done before"
                " any card is laid away."
            )
        },
    ),
    "starter_cutter": (
        replace(LEAGUE, starter_cutter=StarterCutter.DEALER),
        {"The non-dealer cuts the pack and the dealer turns up the top card, the starter."},
        {"The dealer cuts the pack and turns up the top card, the starter."},
    ),
    "next_game_dealer": (
        replace(LEAGUE, next_game_dealer=NextGameDealer.LOSER),
        {"The first deal of each further game goes to the side that did not have it in the last."},
        {"The loser of a game deals first in the next."},
    ),
    "misdeal": (
        replace(LEAGUE, misdeal=Misdeal.CHOICE),
        {"A wrong number of cards dealt: the same dealer deals again, without penalty."},
        {
            (
                "A hand with a wrong number of cards beside a right crib: the opponent chooses a new deal, or pegs "
                "two and the hand is corrected."
            ),
            "A wrong crib beside right hands: the non-dealer pegs two, and the crib is corrected.",
        },
    ),
    "go_continuation": (
        replace(LEAGUE, go_continuation=GoContinuation.ONE),
        {
            (
                "A player who can play must. One who cannot says “go”; then the other player must play on "
                "for as long as they have a card that fits within thirty-one."
            )
        },
        {
            (
                "A player who can play must. One who cannot says “go”; then the other player plays one card"
                " more, if they have one that fits within thirty-one."
            )
        },
    ),
    "lone_player_scores": (
        replace(LEAGUE, lone_player_scores=False),
        {"A player left alone with cards plays them on, and what they make in succession counts."},
        {"A player left alone with cards plays them on, and pegs nothing but the last card."},
    ),
    "muggins": (
        replace(LEAGUE, muggins=False),
        {
            "An opponent who notices missed points may call “muggins” and peg them. Claiming them is optional.",
            (
                "A challenger who is right that points were missed but has not counted correctly themselves takes "
                "nothing, and the score called stands."
            ),
        },
        {"There is no muggins: points that a player misses are lost, and nobody else may take them."},
    ),
    "muggins_wrong_claim": (
        replace(LEAGUE, muggins_wrong_claim=WrongClaim.LESSER),
        {
            (
                "A challenger who is right that points were missed but has not counted correctly themselves takes "
                "nothing, and the score called stands."
            )
        },
        {
            (
                "A challenger who is right that points were missed but has not counted correctly themselves pegs the "
                "lesser of what they claimed and what was missed."
            )
        },
    ),
    "overpeg_penalty": (
        replace(LEAGUE, overpeg_penalty=2),
        set(),
        {
            (
                "A player who moves the peg further than they called moves it back if they are asked to before the "
                "next cut, and the opponent pegs two."
            )
        },
    ),
    "false_muggins_penalty": (
        replace(LEAGUE, false_muggins_penalty=FalseMuggins.CLAIMED),
        {"A challenge to a call that was correct gains nothing, and is noted."},
        {
            (
                "A challenge to a call that was correct is noted, and the points claimed besides go to the player "
                "challenged."
            )
        },
    ),
    "muggins_in_play": (
        replace(LEAGUE, muggins_in_play=True),
        set(),
        {
            (
                "Muggins may be called in the play too, before the next card, for points of a card or a go that were "
                "not pegged; never for his heels, a penalty or a missed muggins."
            )
        },
    ),
    "announcement_order": (
        replace(LEAGUE, announcement_order=AnnouncementOrder.PAIRS_FIRST),
        set(),
        {"A hand is counted aloud in this order: fifteens, pairs, runs, flush, his nob."},
    ),
    "go_when_said": (
        replace(LEAGUE, go_when_said=True),
        {"The last card of a count pegs one for the go, or two instead if it makes exactly thirty-one."},
        {
            (
                "The last card of a count pegs one for the go, as soon as the opponent says “go”. If it makes exactly "
                "thirty-one it pegs two instead, or one more where the one is pegged already."
            )
        },
    ),
    "persistent_threshold": (
        replace(LEAGUE, persistent_threshold=2),
        {
            (
                "A player who persistently calls too much or challenges correct calls: their captain is informed, and "
                "that game is awarded to the opponent. Whether it was persistent is for a referee to decide, who looks "
                "into it once it has happened three times in one game."
            )
        },
        {
            (
                "A player who persistently calls too much or challenges correct calls: their captain is informed, and "
                "that game is awarded to the opponent. Whether it was persistent is for a referee to decide, who looks "
                "into it once it has happened twice in one game."
            )
        },
    ),
    "lurch": (
        replace(LEAGUE, lurch=True),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 61 points is in the lurch. Players may count it double among themselves; "
                "in the league's table it is one game."
            ),
        },
    ),
    "lurch_below": (
        replace(LEAGUE, lurch=True, lurch_below=91),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 91 points is in the lurch. Players may count it double among themselves; "
                "in the league's table it is one game."
            ),
        },
    ),
    "double_lurch_below": (
        replace(LEAGUE, lurch=True, double_lurch_below=31),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 61 points is in the lurch. Players may count it double among themselves; "
                "in the league's table it is one game."
            ),
            "A loser with fewer than 31 points is in a double lurch, which players may count three.",
        },
    ),
    "game_points": (
        replace(LEAGUE, game_points=2),
        {"A game won is a game won, whatever the margin."},
        {"A game won counts two among the players, whatever the margin; in the league's table it is one game."},
    ),
    "lurch_points": (
        replace(LEAGUE, lurch=True, game_points=2, lurch_points=3),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 61 points is in the lurch. Players may count it three among themselves, "
                "where any other game won counts two; in the league's table it is one game."
            ),
        },
    ),
    "double_lurch_points": (
        replace(LEAGUE, lurch=True, double_lurch_below=31, double_lurch_points=4),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 61 points is in the lurch. Players may count it double among themselves; "
                "in the league's table it is one game."
            ),
            "A loser with fewer than 31 points is in a double lurch, which players may count four.",
        },
    ),
    "runs_upwards": (
        replace(LEAGUE, runs_upwards=True),
        {"Three or more last cards that make a run, in any order, peg one a card. Flushes do not count in the play."},
        {
            (
                "Three or more last cards that go up one by one, such as three, four, five, peg one a card; laid in "
                "another order they are no run. Flushes do not count in the play."
            ),
        },
    ),
    "cap_at_target": (
        replace(LEAGUE, cap_at_target=True),
        {"The winner's score is written as it was pegged, even past 121."},
        {"The winner's score is written as 121, even if more was pegged."},
    ),
}
# The cards of a game are changed together (a hand and a crib must come out of them); the name is not for readers.
TOGETHER = {"dealt", "laid_away", "pack_to_crib", "doubles_dealt", "doubles_laid_away", "name"}


def test_every_field_of_a_ruleset_has_its_sentences() -> None:
    assert set(CHANGES) | TOGETHER == {field.name for field in fields(Ruleset)}


@pytest.mark.parametrize("field", sorted(CHANGES))
def test_sentences_follow_a_field(field: str) -> None:
    ruleset, gone, come = CHANGES[field]
    assert change(LEAGUE, ruleset) == (gone, come)


@pytest.mark.parametrize(
    ("ruleset", "dealt", "doubles_dealt", "laid", "best"),
    [
        (LEAGUE, "six", "five", "keeps four", "A hand counts 29 at most."),
        (FIVE_CARD, "five", "four", "keeps three", "A hand counts 20 at most, a crib 29."),
        (SEVEN_CARD, "seven", "six", "keeps five", "A hand counts 46 at most, a crib 29."),
    ],
)
def test_cards_of_the_three_games_r5_r6_r7_r11_r35(ruleset, dealt, doubles_dealt, laid, best) -> None:
    singles, doubles = said(rulebook(ruleset)), said(rulebook(ruleset, doubles=True))
    crib = "The four laid away are the crib (the box); it is the dealer's, and nobody looks at it before it is counted."
    assert f"Each player is dealt {dealt} cards, one at a time, beginning with the non-dealer." in singles
    assert f"Each player is dealt {doubles_dealt} cards, one at a time, beginning on the dealer's left." in doubles
    assert f"Each player lays away two cards and {laid}. {crib}" in singles
    assert f"Each player lays away one card and {laid}. {crib}" in doubles
    assert best in singles & doubles


def test_two_cards_may_go_from_the_pack_to_the_crib_of_two_players() -> None:
    from_the_pack = replace(LEAGUE, dealt=5, laid_away=1, pack_to_crib=2)
    gone, come = change(LEAGUE, from_the_pack)
    assert gone == {
        "Each player is dealt six cards, one at a time, beginning with the non-dealer.",
        (
            "Each player lays away two cards and keeps four. The four laid away are the crib (the box); it is the "
            "dealer's, and nobody looks at it before it is counted."
        ),
    }
    assert come == {
        "Each player is dealt five cards, one at a time, beginning with the non-dealer.",
        (
            "Each player lays away one card and keeps four. What is laid away and two cards from the pack are the crib "
            "(the box); it is the dealer's, and nobody looks at it before it is counted."
        ),
    }
    assert change(LEAGUE, from_the_pack, doubles=True) == (set(), set())


@pytest.mark.parametrize(
    ("ruleset", "flush"),
    [(LEAGUE, "four, or five"), (FIVE_CARD, "three, or four"), (SEVEN_CARD, "five, or six")],
)
def test_flush_is_the_whole_hand_r32(ruleset: Ruleset, flush: str) -> None:
    assert f"A flush, the whole hand of one suit: {flush} with the starter." in said(rulebook(ruleset))


def test_doubles_are_told_from_the_dealers_left() -> None:
    doubles = said(rulebook(LEAGUE, doubles=True))
    assert doubles >= {
        (
            "One player of each side cuts for the first deal: the lowest card deals, aces being low; equal cards are"
            " cut again."
        ),
        "Partners sit opposite each other and share one score; the deal passes clockwise.",
        "The player on the dealer's left cuts the pack and the dealer turns up the top card, the starter.",
        (
            "A player who can play must. One who cannot says “go”; then the others must play on, in turn, "
            "for as long as they have a card that fits within thirty-one."
        ),
        "Hands are counted clockwise from the dealer's left, the dealer's last; then the dealer counts the crib.",
    }
    assert not any("non-dealer" in rule for rule in doubles)


def test_three_for_last_goes_to_a_side_in_doubles() -> None:
    assert "The side that does not deal first pegs three for last, once a game." in said(
        rulebook(FIVE_CARD, doubles=True)
    )


def test_three_play_no_doubles() -> None:
    assert not any("Three may play" in rule for rule in said(rulebook(HOYLE, doubles=True)))


def test_starter_first_comes_before_the_laying_away() -> None:
    rules = next(
        s.rules for s in rulebook(replace(LEAGUE, starter_first=True)) if s.title == "The crib and the starter"
    )
    assert [rule.split()[0] for rule in rules[:2]] == ["The", "Each"]


@pytest.mark.parametrize("ruleset", list(RULESETS.values()), ids=lambda r: r.name)
@pytest.mark.parametrize("doubles", [False, True])
def test_every_ruleset_makes_a_whole_page(ruleset: Ruleset, doubles: bool) -> None:
    sections = rulebook(ruleset, doubles=doubles)
    prefix = "doubles" if doubles else "singles"
    assert [(s.title, s.anchor) for s in sections] == [
        ("The game", f"{prefix}-the-game"),
        ("The deal", f"{prefix}-the-deal"),
        ("The crib and the starter", f"{prefix}-the-crib-and-the-starter"),
        ("The play", f"{prefix}-the-play"),
        ("The show", f"{prefix}-the-show"),
        ("Calls and muggins", f"{prefix}-calls-and-muggins"),
        ("Errors in dealing", f"{prefix}-errors-in-dealing"),
    ]
    rules = [rule for section in sections for rule in section.rules]
    assert len(rules) == len(set(rules))
    assert [rule for rule in rules if not rule[0].isupper() or not rule.endswith(".")] == []


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
        (uniform(("singles",), 1), {"A fixture is one match, in this order: one singles.",
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
    assert rules_of("Fixtures", uniform(())) == ()


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
                "Two points for a fixture won, by winning more of its games.",
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
    assert len(anchors) == len(set(anchors)) == 41
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
        ("6P 6P", "A fixture is two matches, in this order: two team matches of six a side."),
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
    assert told in said(league_rules(parse_format(text)[0]))
