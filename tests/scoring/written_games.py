"""Random legal whole games and the records of them: everything written, or only what is shown."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random

from scoring import (
    PACK,
    RULESETS,
    Call,
    Challenge,
    Cut,
    Deal,
    Event,
    Game,
    Go,
    Lay,
    LayAway,
    Muggins,
    Phase,
    Ruleset,
    Starter,
    show_points,
)
from scoring.cards import cards_of
from scoring.events import Irregularity
from scoring.irregularities import IrregularityKind, Remedy, may_choose
from scoring.record import Claim, DealRecord, HeldCards, Move, Moves, Record, Word

RECORDS = Path(__file__).parent / "records"
GAMES = tuple(  # every ruleset with every number of players that it has
    (rules, players) for rules in RULESETS.values() for players in (2, 3, 4) if players != 3 or rules.three_players
)


def game_name(game: tuple[Ruleset, int]) -> str:
    return f"{game[0].name}-{game[1]}"


def text_of(name: str) -> str:
    """One of the records beside this file."""
    return (RECORDS / name).read_text(encoding="utf-8")


NAMES = ("Ann", "Ben", "Cid", "Dee")


def play_game(ruleset: Ruleset, players: int, seed: int, *, odd: float = 0.05) -> tuple[Game, list[Event], Game]:
    """A game before its first event, its events, and the game after the last."""
    chance = Random(seed)
    start = Game.start(NAMES[:players], ruleset=ruleset, dealer=None if seed % 2 else chance.randrange(players))
    game, events = start, []
    while game.winner is None:
        for event in _next(game, chance, odd):
            game = game.apply(event).game
            events.append(event)
            if game.winner is not None:
                break
    return start, events, game


def _next(game: Game, chance: Random, odd: float) -> Iterator[Event]:
    if game.phase is Phase.CUT:
        yield Cut(tuple(chance.sample(PACK, len(game.scores))))
        return
    if game.phase is not Phase.DEAL and chance.random() < odd:
        yield from _odd(game, chance)
        return
    players, rules = len(game.names), game.ruleset
    if game.phase is Phase.DEAL:
        size = rules.dealt if players == 2 else rules.doubles_dealt
        extra = rules.pack_to_crib_of(players)
        cards = tuple(chance.sample(PACK, size * players + max(extra, 1)))
        hands = tuple(cards[size * player : size * player + size] for player in range(players))
        yield Deal(hands, cards[size * players :][:extra])
    elif game.phase is Phase.LAY_AWAY:
        number = rules.laid_away if players == 2 else rules.doubles_laid_away
        for player in range(players):
            yield LayAway(player, tuple(chance.sample(sorted(game.table.hands[player]), number)))
    elif game.phase is Phase.STARTER:
        yield Starter(chance.choice([card for card in PACK if not game.table.seen & card.bit]))
    elif game.phase is Phase.PLAY:
        turn = game.turn
        legal = game.play.legal(turn)
        declines = bool(legal) and game.play.may_go(turn) and chance.random() < 0.5
        event = Lay(turn, chance.choice(legal)) if legal and not declines else Go(turn)
        yield _challenged(game, event, chance) if game.ruleset.muggins_in_play and chance.random() < 0.3 else event
    else:
        yield _call(game, chance)


def _challenged(game: Game, event: Lay | Go, chance: Random) -> Event:
    """The card or go with a challenge, where it pegs something."""
    pegs = game.apply(event).pegs
    if not pegs:
        return event
    made, challenger = sum(peg.points for peg in pegs), (pegs[0].player + 1) % len(game.names)
    declared = chance.randint(0, made)
    return Muggins(event, declared, Challenge(challenger, chance.choice([made, made, 3]), chance.random() < 0.7))


def _call(game: Game, chance: Random) -> Call:
    crib = game.shown == len(game.names)
    cards = game.table.crib if crib else cards_of(game.play.held[game.turn])
    true = show_points(cards, game.table.starter, crib=crib, ruleset=game.ruleset)
    declared = max(0, true - chance.choice([0, 0, 0, 0, 2]))
    challenge = None
    if chance.random() < 0.2:
        challenge = Challenge((game.turn + 1) % len(game.names), chance.choice([true, true, 3]), chance.random() < 0.7)
    return Call(game.turn, declared, None, crib, challenge)


def _odd(game: Game, chance: Random) -> Iterator[Event]:
    if not game.deal:
        return
    kinds = [IrregularityKind.OVER_PEGGING, IrregularityKind.SHORT_PEGGING]
    if game.phase in (Phase.LAY_AWAY, Phase.STARTER):
        kinds = [IrregularityKind.IMPERFECT_PACK]
        kinds += [] if game.table.all_laid else [IrregularityKind.WRONG_DEAL]
        kinds += [] if game.table.starter else [IrregularityKind.FACED_CARD]
    elif game.phase is Phase.PLAY:
        kinds.append(IrregularityKind.WRONG_HAND)
    kind, player = chance.choice(kinds), chance.randrange(len(game.names))
    if kind in (IrregularityKind.OVER_PEGGING, IrregularityKind.SHORT_PEGGING):
        late = kind is IrregularityKind.OVER_PEGGING and chance.random() < 0.5
        yield Irregularity(kind, player, points=chance.randint(1, 3), in_time=not late, asked=chance.random() < 0.5)
        return
    free = kind is IrregularityKind.WRONG_HAND and may_choose(game.ruleset)
    yield Irregularity(kind, player, chance.choice(list(Remedy)) if free else None)


def without_dealt_cards(record: Record) -> Record:
    """The record without what was dealt and laid away: only the cards that everybody saw."""
    return replace(record, deals=tuple(_without_dealt_cards(deal) for deal in record.deals))


def _without_dealt_cards(deal: DealRecord) -> DealRecord:
    return replace(deal, entries=tuple(entry for entry in deal.entries if not isinstance(entry, HeldCards)))


def without_gos(record: Record) -> Record:
    """The record without a go that the next card of the same deal shows."""
    return replace(record, deals=tuple(_without_gos(deal) for deal in record.deals))


def _needed_moves(moves: tuple[Move, ...]) -> int:
    """How many of the last moves must be written because the last is challenged: it, and of a go those before it."""
    kept = 1
    while moves[-1].what is Word.GO and kept < len(moves) and moves[-kept - 1].what is Word.GO:
        kept += 1
    return kept


def _without_gos(deal: DealRecord) -> DealRecord:
    entries = []
    for entry, following in zip_longest(deal.entries, deal.entries[1:]):
        if isinstance(entry, Moves):
            kept = _needed_moves(entry.moves) if isinstance(following, Claim) else 0
            plain = entry.moves[: len(entry.moves) - kept]
            moves = tuple(replace(move, points=None) for move in plain if move.what is not Word.GO)
            entry = Moves(moves + entry.moves[len(plain) :])
        entries.append(entry)
    return replace(deal, entries=tuple(entries))
