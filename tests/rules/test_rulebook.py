"""The rules of the game on the rules page: those of each game, in singles and doubles, and the page as a whole."""

from dataclasses import replace

import pytest

from league.rules.rulebook import rulebook
from scoring import FIVE_CARD, HOYLE, LEAGUE, RULESETS, SEVEN_CARD, Ruleset
from tests.rules.sentences import change, rules_named


@pytest.mark.parametrize(
    ("ruleset", "dealt", "doubles_dealt", "laid", "best"),
    [
        (LEAGUE, "six", "five", "keeps four", "A hand counts 29 at most."),
        (FIVE_CARD, "five", "four", "keeps three", "A hand counts 20 at most, a crib 29."),
        (SEVEN_CARD, "seven", "six", "keeps five", "A hand counts 46 at most, a crib 29."),
    ],
)
def test_cards_of_the_three_games_r5_r6_r7_r11_r35(ruleset, dealt, doubles_dealt, laid, best) -> None:
    singles, doubles = rules_named(rulebook(ruleset)), rules_named(rulebook(ruleset, doubles=True))
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
    assert f"A flush, the whole hand of one suit: {flush} with the starter." in rules_named(rulebook(ruleset))


def test_doubles_are_told_from_the_dealers_left() -> None:
    doubles = rules_named(rulebook(LEAGUE, doubles=True))
    assert doubles >= {
        (
            "One player of each side cuts for the first deal: the lowest card deals, aces being low; equal cards are"
            " cut again."
        ),
        "The dealer shuffles and the player on the dealer's right cuts the pack.",
        "Partners sit opposite each other and share one score; the deal passes clockwise.",
        "The player on the dealer's left cuts the pack and the dealer turns up the top card, the starter.",
        (
            "A player who can play must. One who cannot says “go”; then the others must play on, in turn, "
            "for as long as they have a card that fits within thirty-one."
        ),
        "Hands are counted clockwise from the dealer's left, the dealer's last; then the dealer counts the crib.",
    }
    assert not any("non-dealer" in rule for rule in doubles)


def test_the_other_player_cuts_the_pack_in_singles_r3() -> None:
    assert "The dealer shuffles and the non-dealer cuts the pack." in rules_named(rulebook(LEAGUE))


def test_three_for_last_goes_to_a_side_in_doubles() -> None:
    assert "The side that does not deal first pegs three for last, once a game." in rules_named(
        rulebook(FIVE_CARD, doubles=True)
    )


def test_three_play_no_doubles() -> None:
    assert not any("Three may play" in rule for rule in rules_named(rulebook(HOYLE, doubles=True)))


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
        ("Errors in play and pegging", f"{prefix}-errors-in-play-and-pegging"),
    ]
    rules = [rule for section in sections for rule in section.rules]
    assert len(rules) == len(set(rules))
    assert [rule for rule in rules if not rule[0].isupper() or not rule.endswith(".")] == []


@pytest.mark.parametrize("ruleset", [LEAGUE, HOYLE, RULESETS["acc"]], ids=lambda r: r.name)
def test_no_rule_of_play_or_pegging_stands_under_dealing(ruleset: Ruleset) -> None:
    rules = {str(section.title): section.rules for section in rulebook(ruleset)}
    assert [rule for rule in rules["Errors in dealing"] if "pegged too" in rule or "leads" in rule] == []
    assert [rule for rule in rules["Errors in play and pegging"] if "deals again" in rule] == []
    assert len([rule for rule in rules["Errors in play and pegging"] if rule.startswith("Points pegged too")]) == 2
