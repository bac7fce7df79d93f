"""A position entered in the form: the game it tells, and all that is wrong with what was typed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from cardroom.rules.play.advice import of_position
from cardroom.rules.play.typed_position import CARDS, TypedPosition, entered_game, told
from scoring import FIVE_CARD_STARTER_FIRST, LEAGUE, RULESETS, Card, Deal, Game, Go, Lay, LayAway, Ruleset, Starter
from scoring.strategy import Strength
from scoring.strategy.measure.table import Table
from scoring.strategy.view import view

DEALT = "5H 6D 7S 8C 2C KD"
PLAY = TypedPosition(cards=DEALT, dealer="me", starter="4S", laid="2C KD", played="9H 6D TC")
NO_CARD = "You have no card that fits; if they have none either, mark that you lead a new count."
HIGHER = "TC JC QC KC AC 2D"
STARTER_FIRST = TypedPosition(cards="5H 6D 7S 8C 2C", dealer="me", starter="4S")


def choices(rules: Ruleset, dealer: int, seed: int) -> Iterator[tuple[Game, TypedPosition, tuple[Card, ...]]]:
    """Yield a game before each choice of its first player, the form that tells it, and what they laid away."""
    table = Table(rules, (Strength.BEGINNER,) * 2, dealer=dealer, cards=str(seed), chance=Random(seed))
    table.played(deals=4)
    game, asked = table.start, TypedPosition()
    dealt: tuple[Card, ...] = ()
    away: tuple[Card, ...] = ()
    for event in table.events:
        asked = replace(
            asked, mine=str(game.scores[0]), theirs=str(game.scores[1]), dealer="me" if game.dealer == 0 else "them"
        )
        if isinstance(event, LayAway | Lay | Go) and event.player == 0:
            leads = game.play is not None and not game.play.cards
            yield game, replace(asked, cards=spoken(dealt), laid=spoken(away), lead="yes" if leads else ""), away
        game = game.apply(event).game
        match event:
            case Deal(hands=hands):
                dealt, away, asked = (hands or ())[0] or (), (), TypedPosition()
            case LayAway(player=0, cards=cards):
                away = cards or ()
            case Starter(card=card):
                asked = replace(asked, starter=str(card))
            case Lay(card=card):
                asked = replace(asked, played=f"{asked.played} {card}")


def spoken(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def fields(asked: TypedPosition, rules: Ruleset = LEAGUE) -> list[str]:
    """Return the fields with a problem, one a problem; none of them is the engine's."""
    game, away, problems = entered_game(asked, rules)
    assert (game is None, away == () or not problems) == (bool(problems), True)
    assert not any(problem.message.startswith("R") and ":" in problem.message[:5] for problem in problems)
    return [problem.field for problem in problems]


def problem(asked: TypedPosition, rules: Ruleset = LEAGUE) -> tuple[str, str]:
    [found] = entered_game(asked, rules)[2]
    return found.field, str(found.message)


@pytest.mark.parametrize("name", sorted(RULESETS))
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_form_tells_the_same_as_the_game_itself(name: str, dealer: int) -> None:
    met = set()
    for seed in range(6):
        for game, asked, away in choices(RULESETS[name], dealer, seed):
            found, laid, problems = entered_game(asked, RULESETS[name])
            assert problems == [], (asked, str(game))
            assert found is not None
            assert view(found, 0, laid) == view(game, 0, away), asked
            met.add(found.phase.value)
    assert met == {"lay away", "play"}


def test_a_position_in_the_play_gets_the_opinion_that_its_line_gets() -> None:
    for game, asked, away in list(choices(LEAGUE, 0, 3))[:6]:
        line = TypedPosition(line=str(game), who="North", away=spoken(away))
        assert of_position(asked, LEAGUE).advised == of_position(line, LEAGUE).advised


def test_the_cards_kept_do_without_those_laid_away() -> None:
    kept = replace(PLAY, cards="5H 6D 7S 8C", laid="")
    game, away, problems = entered_game(kept, LEAGUE)
    assert (away, problems) == ((), [])
    assert game is not None
    known, laid, _ = entered_game(replace(kept, laid="2C KD"), LEAGUE)
    assert known is not None
    assert view(known, 0, laid) == view(entered_game(PLAY, LEAGUE)[0] or game, 0, laid)
    assert view(known, 0) == view(game, 0)


def test_discards_are_ranked_where_the_starter_is_turned_first() -> None:
    opinion = of_position(STARTER_FIRST, FIVE_CARD_STARTER_FIRST)
    assert opinion.problems == ()
    assert len(opinion.advised) == 8
    assert {len(one.cards) for one in opinion.advised} == {2}
    without = replace(STARTER_FIRST, starter="")
    assert problem(without, FIVE_CARD_STARTER_FIRST) == ("starter", "Enter the starter: one card.")


def test_the_starter_counts_in_what_is_laid_away_before_the_play() -> None:
    better = of_position(replace(STARTER_FIRST, starter="5S"), FIVE_CARD_STARTER_FIRST).advised
    worse = of_position(replace(STARTER_FIRST, starter="QS"), FIVE_CARD_STARTER_FIRST).advised
    assert [one.points for one in better] != [one.points for one in worse]


def test_the_play_begins_without_a_card() -> None:
    begins = replace(PLAY, dealer="them", played="")
    assert [len(one.cards) for one in of_position(begins, LEAGUE).advised] == [1, 1, 1, 1]
    assert of_position(begins, LEAGUE).read == ("You lead.",)
    assert problem(replace(PLAY, played="")) == ("played", "It is their turn: enter the card they played.")


@pytest.mark.parametrize(
    ("played", "lead", "read"),
    [
        ("9H 6D TC", "", ["The count is 25."]),
        ("TC 8C 9H", "", ["The count is 27.", NO_CARD]),
        ("TC 8C 9H", "yes", ["You lead."]),
        ("TC 5H 6C 6D 4C", "", ["You lead."]),
        ("7C 5H 6C 6D", "", ["The count is 24.", "They said go."]),
        ("KC 7S 4C 8C", "", ["The count is 29.", "They said go."]),
    ],
)  # fmt: skip
def test_how_the_play_stands_is_told(played: str, lead: str, read: list[str]) -> None:
    asked = replace(PLAY, played=played, lead=lead)
    game, _, problems = entered_game(asked, LEAGUE)
    assert [*(told(game) if game else ())] == read, problems


def test_nothing_is_told_of_a_play_that_has_not_begun() -> None:
    assert of_position(TypedPosition(cards=DEALT), LEAGUE).read == ()


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"cards": "5H 6D"}, ["cards"]),
        ({"cards": "5H 6D 7S 8C"}, ["cards"]),
        ({"cards": DEALT, "starter": "4S"}, ["laid"]),
        ({"cards": DEALT, "laid": "2C"}, ["starter", "laid"]),
        ({"cards": DEALT, "lead": "yes"}, ["starter", "laid"]),
        ({"starter": "4S"}, ["cards"]),
        ({"played": "9H"}, ["cards", "starter"]),
        ({"cards": "XX", "starter": "YY", "laid": "ZZ", "played": "0", "mine": "121", "theirs": "-1"},
         ["cards", "starter", "laid", "played", "mine", "theirs"]),
        ({"cards": DEALT, "mine": "", "theirs": "\u0663"}, ["mine", "theirs"]),
        ({"cards": "5H 5H 6D 7S 8C 2C"}, ["cards"]),
        ({"cards": DEALT, "starter": "5H 4S", "laid": "5H QC", "played": "2C"}, ["starter", "starter", "laid", "laid"]),
    ],
)  # fmt: skip
def test_all_that_is_wrong_is_told_at_its_field(typed: dict[str, str], wrong: list[str]) -> None:
    assert fields(TypedPosition(**typed)) == wrong


@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        ({"starter": "5H"}, "starter", "5H is among your cards."),
        ({"starter": "9H"}, "played", "9H is the starter."),
        ({"laid": "2C 4S"}, "laid", "4S is the starter."),
        ({"laid": "2C QD"}, "laid", "QD is not among your cards."),
        ({"cards": "5H 6D 7S 2C"}, "laid", "2C is among the cards you kept."),
        ({"played": "9H 2C"}, "played", "2C was laid away."),
        ({"played": "9H 6D JC KS 3D TD"}, "played", "5 of these are not your cards; they hold 4."),
        ({"played": "5H 9C"}, "played", "Card 1, 5H: it was their turn to lead."),
        ({"dealer": "them"}, "played", "Card 1, 9H: it was your turn to lead."),
        ({"played": "9H 6D 5H"}, "played",
         "Card 3, 5H: it was their turn, and at 15 any card would have fitted."),
        ({"played": "9H 6D TC 2H"}, "played", "Card 4, 2H: it was your turn, and 5H would have fitted."),
        ({"played": "9H 5H 2H 6D 7S 9C"}, "played", "Card 6, 9C: they said go when it would have fitted."),
        ({"played": "9H 6D"}, "played", "It is their turn: enter the card they played."),
        ({"played": "9H 6D TC 5H KH 7S QH 8C"}, "played", "You have played all your cards."),
        ({"lead": "yes"}, "lead", "The count goes on: it was your turn, and 5H would have fitted."),
        ({"played": "9H 6D", "lead": "yes"}, "lead",
         "The count goes on: it was their turn, and at 15 any card would have fitted."),
        ({"played": "9H 6D 9C 7S", "lead": "yes"}, "lead",
         "They lead the next count: enter the card they played."),
        ({"cards": f"{DEALT} AS"}, "cards", "Enter the 6 cards you were dealt or the 4 you kept."),
    ],
)  # fmt: skip
def test_what_cannot_have_been_played_is_told(changed: dict[str, str], field: str, message: str) -> None:
    assert problem(replace(PLAY, **changed)) == (field, message)


@pytest.mark.parametrize(
    ("played", "lead", "message"),
    [
        ("9C 2C 8D QD", "yes", "The play is over: only one count is played."),
        ("9C 2C 8D QD JC", "", "Card 5, JC: the play was over before it."),
    ],
)
def test_one_count_is_all_there_is_where_no_more_are_played(played: str, lead: str, message: str) -> None:
    asked = TypedPosition(cards="2C QD 3S 4S 5S", dealer="me", laid="4S 5S", starter="7H", played=played, lead=lead)
    assert problem(asked, RULESETS["five-card"]) == ("played", message)


def test_nonsense_is_told_and_never_an_error() -> None:
    chance = Random(7)
    words = (
        "",
        "5H",
        "5H 6D",
        "ZZ",
        DEALT,
        "4S",
        "2C KD",
        "9H 6D TC",
        HIGHER,
        "9H 5H 6D",
        "TC 9C 8C 7C 6C",
        "5",
        "x" * 200,
    )
    for _ in range(3000):
        typed = {field: chance.choice(words) for field in (*CARDS, "dealer", "lead", "mine", "theirs")}
        rules = RULESETS[chance.choice(sorted(RULESETS))]
        assert set(fields(TypedPosition(**typed), rules)) <= {*CARDS, "lead", "mine", "theirs"}
