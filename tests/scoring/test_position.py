"""A position on one line, and the events that may follow it."""

import re
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    LEAGUE,
    PACK,
    Call,
    Cut,
    Deal,
    Event,
    Game,
    GameError,
    Go,
    Lay,
    LayAway,
    Phase,
    PositionError,
    Ruleset,
    Starter,
    parse_card,
    parse_game,
)
from scoring.position import _EACH, _ONCE, _ONCE_IN_PLAY
from tests.scoring.games import GAMES, KNOWN, as_events, name, random_game
from tests.scoring.table import at_play, begun, dealt, play

NAMES = ("Ann", "Bob", "Cat", "Dan")
MIDDLE = (
    "game/1; rules league:1; players Ann, Bob; score 0 2; first Bob; dealer Bob; deal 1; next play; starter QS; "
    "hand Ann: TC 5H 3C 3D; hand Bob: TD 9C 9D 9H; crib KS KH KD KC; laid Ann, Bob; played Ann: 5H TC; played Bob: TD; "
    "count TC TD 5H; turn Ann; last Ann; out Bob; shut Bob: 6"
)


def positions(rules: Ruleset, players: int, known: str, seed: int) -> list[tuple[Game, Event | None]]:
    """Every position of a random game, with the event that follows it."""
    game = Game.start(NAMES[:players], ruleset=rules)
    found: list[tuple[Game, Event | None]] = []
    for event in as_events(random_game(rules, players, seed), rules, known, seed):
        found.append((game, event))
        game = game.apply(event).game
    return [*found, (game, None)]


@pytest.mark.long
@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_position_of_a_game_comes_back_from_its_line(game: tuple[Ruleset, int], known: str) -> None:
    for position, _ in positions(*game, known, seed=11):
        line = str(position)
        assert "\n" not in line
        again = parse_game(line)
        assert again == position
        assert str(again) == line


def test_a_position_reads_like_this() -> None:
    game, _ = play(at_play("TC 5H 3C 3D", "TD 9C 9D 9H"), "TC TD 5H go")
    assert str(game) == MIDDLE
    assert str(begun(dealer=None)) == (
        "game/1; rules league:1; players Ann, Bob; score 0 0; dealer Ann; deal 0; next cut for deal"
    )
    unknown = begun().apply(Deal()).game
    assert str(unknown).endswith("next lay away; hand Ann: ? ? ? ? ? ?; hand Bob: ? ? ? ? ? ?")


def test_the_position_of_the_docs_is_one() -> None:
    text = (Path(__file__).parents[2] / "docs" / "scoring-api.md").read_text(encoding="utf-8")
    line = " ".join(re.findall(r"```text\n(game/1.*?)```", text, re.DOTALL)[0].split())
    assert str(parse_game(line)) == line
    told = set(re.findall(r"`([a-z]+)(?:`| NAME:`)", text.partition("| field | says |")[2].partition("\n\n")[0]))
    assert told >= {*_ONCE, *_ONCE_IN_PLAY, *_EACH}


def test_a_position_is_played_on_from_its_line() -> None:
    step = parse_game(MIDDLE).apply(Lay(0, parse_card("3C")))
    assert step.game.play is not None
    assert step.game.play.total == 28
    assert parse_game(f"  {MIDDLE.replace('; ', ' ;  ')}  ") == parse_game(MIDDLE)


@pytest.mark.long
@given(names=st.lists(st.text(min_size=1, max_size=9).map(str.strip).filter(bool), min_size=2, max_size=4))
def test_whatever_the_players_are_called_the_line_comes_back(names: list[str]) -> None:
    try:
        game = Game.start(names, ruleset=replace(LEAGUE, name="ours", title='Ours; "2"', three_players=True), dealer=1)
    except GameError:
        return
    game = game.apply(dealt(5, len(names)) if len(names) > 2 else dealt(6, 2)).game
    assert parse_game(str(game)) == game


def test_a_ruleset_of_ones_own_is_written_with_what_differs() -> None:
    game = begun(replace(LEAGUE, name="house-31", version=4, title="House", target=31))
    assert 'rules {"name": "house-31", "version": 4, "title": "House", "target": 31}; players' in str(game)
    assert parse_game(str(game)).ruleset.target == 31
    given_one = parse_game(
        "game/1; rules mine:2; players A, B; score 0 0; first A; dealer A; deal 0; next deal",
        rulesets={"mine": replace(LEAGUE, name="mine", version=2)},
    )
    assert given_one.ruleset.name == "mine"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game/1; ", "", "a position is one line that begins with game/1;"),
        ("game/1", "game/2", "version 2 of a position is not known; this reads 1"),
        ("league:1", "league:9", "rules: there is no league:9 here; there are league:1, "),
        ("players Ann, Bob; ", "", "“players” is missing; a position has rules, players, score, dealer, deal, next"),
        ("first Bob", "first Cat", "first: nobody is called “Cat”; the players are Ann, Bob"),
        ("score 0 2", "score 0 2 4", "3 scores are written; there are 2 sides"),
        ("score 0 2", "score 0 x", "score: “0 x” cannot be read"),
        ("score 0 2", "score 0 121", "score: who has reached the target has won, and the game is over"),
        ("next play", "next pause", "next: “pause” cannot be read"),
        ("next play", "next over", "winner: a game has one when it is over, and not before"),
        ("next play", "next deal", "hand: there are hands from the deal on and none before it; next is deal"),
        ("starter QS", "starter QS QD", "starter: one card is turned"),
        ("starter QS", "starter 3C", "3C is there twice; a pack has one three of clubs"),
        ("TC 5H 3C 3D;", "TC 5H 3C;", "hand: Ann has 3 cards, not 4"),
        ("crib KS KH KD KC", "crib KH KD", "crib: there are 2 cards in it, not 4"),
        ("hand Bob", "hand Rob", "hand: nobody is called “Rob”; the players are Ann, Bob"),
        ("TD 9C 9D 9H", "TD 9C 9D 9X", "hand: card 4: “9X” has the unknown suit “X”"),
        ("played Ann: 5H TC; ", "", "played: more cards than the hands have, or fewer than the count"),
        ("count TC TD 5H", "count TC TD QS", "played: more cards than the hands have, or fewer than the count"),
        ("turn Ann; ", "", "turn: somebody is in turn as long as the play goes on, and nobody else"),
        ("last Ann; ", "", "last: in the play and the show somebody laid the last card, or leads"),
        ("deal 1", "deal 1; deal 2", "“deal” is written twice"),
        ("deal 1", "deal 1; weather fine", "there is no field “weather”; there are rules, players, "),
        ("deal 1", "deal 1; ???", "“???; next play;"),
        ("out Bob", "out Bob; shown 5", "shown: 5 hands and cribs; there are 3"),
    ],
)
def test_what_is_wrong_in_a_position_is_said(old: str, new: str, said: str) -> None:
    assert old in MIDDLE
    with pytest.raises(PositionError) as refused:
        parse_game(MIDDLE.replace(old, new))
    assert said in str(refused.value)


@given(st.text(max_size=60), st.integers(0, len(MIDDLE)))
def test_whatever_is_put_into_a_position_is_read_or_refused(text: str, place: int) -> None:
    try:
        game = parse_game(MIDDLE[:place] + text + MIDDLE[place:])
    except PositionError:
        return
    assert parse_game(str(game)) == game


def test_no_text_is_refused_with_what_it_is() -> None:
    with pytest.raises(PositionError, match="None is no text of a position"):
        parse_game(None)  # type: ignore[arg-type]


def test_a_long_text_is_refused_at_once() -> None:
    with pytest.raises(PositionError, match="the text has 20,001 characters; a position has no more than 20,000"):
        parse_game("x" * 20_001)
    with pytest.raises(PositionError, match="no field of a position"):
        parse_game(MIDDLE.replace("Ann, Bob;", f'a{" " * 15_000}"b;', 1))


def test_a_long_name_comes_back() -> None:
    game = Game.start(["A" * 5_000, "B"], dealer=0)
    assert parse_game(str(game)) == game


def test_a_game_is_no_tuple() -> None:
    game = begun()
    assert not isinstance(game, tuple)
    with pytest.raises(AttributeError):
        game.deal = 3  # type: ignore[misc]
    assert hash(game) == hash(begun())


def plain(event: Event) -> Event:
    """An event as `legal_events` writes it."""
    match event:
        case LayAway(cards=tuple(cards)):
            return replace(event, cards=tuple(sorted(cards)), kept=())
        case Deal():
            return Deal()
        case Call():
            return replace(event, cards=None)
    return event


@lru_cache(maxsize=1)
def cuts(position: Game) -> tuple[Event, ...]:
    """The events of a game that is cut for: 132,600 of three players, and the same however much is known later."""
    return position.legal_events()


def refuses(position: Game, event: Event) -> bool:
    try:
        position.apply(event)
    except GameError:
        return True
    return False


@pytest.mark.long
@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_legal_events_are_those_that_are_not_refused(game: tuple[Ruleset, int], known: str) -> None:
    players = game[1]
    for position, event in positions(*game, known, seed=12)[:60]:
        legal = cuts(position) if position.phase is Phase.CUT else position.legal_events()
        if position.phase is Phase.CUT:
            continue
        for one in legal:
            position.apply(one)
        if position.phase is Phase.SHOW and position.play is not None and position.shown < players:
            due = position.turn or 0
            assert bool(legal) is not bool(position.play.hidden[due])
        if event is None:
            assert legal == ()
        elif isinstance(event, Lay | Go | Starter | Deal) or (isinstance(event, LayAway) and known == "all"):
            assert plain(event) in legal
        if position.phase is Phase.PLAY and position.turn is not None:
            for card in set(PACK) - {one.card for one in legal if isinstance(one, Lay)}:
                assert refuses(position, Lay(position.turn, card))
            if Go(position.turn) not in legal:
                assert refuses(position, Go(position.turn))


def test_legal_events_of_each_phase() -> None:
    assert begun(dealer=None).legal_events() == tuple(map(Cut, permutations(PACK, 2)))
    assert begun().legal_events() == (Deal(),)
    laying = begun().apply(dealt(6, 2)).game
    assert len(laying.legal_events()) == 2 * 15
    laid = laying.apply(laying.legal_events()[0]).game
    assert {event.player for event in laid.legal_events() if isinstance(event, LayAway)} == {1}
    assert len(laid.apply(laid.legal_events()[0]).game.legal_events()) == 52 - 12
    game, _ = play(at_play("TC 5H 3C 3D", "TD 9C 9D 9H"), "TC TD 5H")
    assert game.legal_events() == (Go(1),)
    assert game.apply(Go(1)).game.legal_events() == (Lay(0, parse_card("3C")), Lay(0, parse_card("3D")))


def test_only_a_hand_that_is_known_is_called_right() -> None:
    shown = at_play("9C 6D 5H 4S", "8C 8D 7H 6S", starter="4H")
    while shown.phase is Phase.PLAY:
        shown = shown.apply(shown.legal_events()[0]).game
    assert shown.legal_events() == (Call(0, 14),)
    shown = shown.apply(Call(0, 14)).game
    shown = shown.apply(Call(1, 12)).game
    assert [(event.player, event.crib) for event in shown.legal_events() if isinstance(event, Call)] == [(1, True)]


@pytest.mark.parametrize(
    "line",
    [
        MIDDLE.replace("Ann, Bob; score", 'Ann, "Bob; score', 1),
        'game/1; a "b c\\"b c\\"b c',
    ],
)
def test_a_quote_that_is_not_closed_is_told_where_it_is(line: str) -> None:
    with pytest.raises(PositionError, match=r"^\w+: the quote of \".* is not closed$") as refused:
        parse_game(line)
    assert len(refused.value.problems) == 1


def test_a_quote_that_begins_nothing_is_refused_with_what_follows() -> None:
    with pytest.raises(PositionError, match=r"; hand .* is no field of a position"):
        parse_game(MIDDLE.replace("starter QS", 'starter QS"'))


@pytest.mark.parametrize("players", ['"Ann", Bob', 'Ann ,  "Bob"', ' "Ann" , "Bob" '])
def test_names_may_be_quoted_and_stand_among_blanks(players: str) -> None:
    assert parse_game(MIDDLE.replace("players Ann, Bob", f"players {players}")) == parse_game(MIDDLE)
