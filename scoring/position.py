"""One line to game: `parse_game(str(game)) == game`; `scoring.notation` writes the line."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from scoring.cards import Card, bits, parse_cards
from scoring.counts import EMPTY, count_of
from scoring.errors import CardError, Problem, RulesetError, ScoringError
from scoring.events import Phase
from scoring.game import Game
from scoring.hands import Table
from scoring.notation import HIDDEN, VERSION, visible_cards
from scoring.pegging import Play
from scoring.ruleset import LEAGUE, RULESETS, RuleBook, Ruleset
from scoring.seats import SIDES, seating_problems, sides
from scoring.text import N_, Text

T = TypeVar("T")
LONGEST = 20_000  # characters
# No character can be read in two ways, so that no text takes longer than its length. (Possessive quantifiers would say
# so too, but Python before 3.11.5 reads groups of them wrong.)
_STRING = r'"(?:[^"\\]|\\.)*"'
_NAME = re.compile(rf"(?:\s*({_STRING})\s*|([^,;:\"]+))(?:,|:|$)")
_FIELD = re.compile(r"\s*([a-z]+)\s+")
_VERSION = re.compile(r"\s*game/([0-9]{1,4})\s*(?:;|$)")
_END = re.compile(rf"(?:{_STRING}|[^;\"])*")
# Fields that stand once, and those that stand once a player.
_ONCE = (
    "rules",
    "players",
    "score",
    "first",
    "dealer",
    "deal",
    "next",
    "winner",
    "starter",
    "crib",
    "laid",
    "shown",
    "pegged",
)
_ONCE_IN_PLAY = ("count", "turn", "last", "out", "seen")
_EACH = ("hand", "played", "shut")
_NEEDED = ("rules", "players", "score", "dealer", "deal", "next")


class PositionError(ScoringError):
    """A line that is no position; `problems` has one for each field that is wrong, by its word."""


def parse_game(text: str, *, rulesets: Mapping[str, Ruleset] = RULESETS) -> Game:
    """The game whose position `text` writes, as `str` of a game does; `rulesets` are those it may name.

    Raises PositionError with every field that is missing or cannot be read, or for a position that no game can have.
    """
    if not isinstance(text, str):
        raise PositionError(Problem("game", Text("{value} is no text of a position", value=repr(text))))
    return _Position(text, rulesets).game()


class _Position:
    def __init__(self, text: str, rulesets: Mapping[str, Ruleset]) -> None:
        self.rulesets = rulesets
        self.problems: list[Problem] = []
        self.said: dict[str, str] = {}
        self.names: tuple[str, ...] = ()
        self.each: dict[str, list[str]] = {word: [] for word in _EACH}
        for word, what in self._split(text):
            if word in _EACH:
                self.each[word].append(what)
            elif word not in (*_ONCE, *_ONCE_IN_PLAY):
                known = ", ".join((*_ONCE, *_ONCE_IN_PLAY, *_EACH))
                self.wrong(word, Text("there is no field “{word}”; there are {known}", word=word, known=known))
            elif word in self.said:
                self.wrong(word, Text("“{word}” is written twice", word=word))
            else:
                self.said[word] = what
        for word in _NEEDED:
            if word not in self.said and not self.problems:
                self.wrong(
                    word, Text("“{word}” is missing; a position has {needed}", word=word, needed=", ".join(_NEEDED))
                )

    def wrong(self, word: str, message: Text) -> None:
        self.problems.append(Problem(word, message))

    def _split(self, text: str) -> Iterator[tuple[str, str]]:
        """The fields, each its word and what it says."""
        begin = _VERSION.match(text)
        if len(text) > LONGEST:
            wrong = Text(
                "the text has {n:,} characters; a position has no more than {most:,}", n=len(text), most=LONGEST
            )
            self.wrong("game", wrong)
            return
        if begin is None:
            self.wrong("game", Text("a position is one line that begins with game/{version};", version=VERSION))
            return
        if int(begin.group(1)) != VERSION:
            said = Text(
                "version {found} of a position is not known; this reads {version}",
                found=begin.group(1),
                version=VERSION,
            )
            self.wrong("game", said)
            return
        place = begin.end()
        while text[place:].strip():
            word = _FIELD.match(text, place)
            if word is None:
                self.wrong("game", Text("“{text}” is no field of a position", text=text[place : place + 24].strip()))
                return
            end = _END.match(text, word.end())
            stop = end.end() if end else word.end()
            if text.startswith('"', stop):
                self._stray(word.group(1), text[word.end() : stop], text[stop : stop + 24].strip())
                return
            yield word.group(1), text[word.end() : stop].strip()
            place = stop + 1

    def _stray(self, word: str, before: str, found: str) -> None:
        """Tell of a quote that is not closed; whatever follows may be meant to be within it, and is not read."""
        if before.rstrip()[-1:] in ("", ",", ":"):
            self.wrong(word, Text("{word}: the quote of {text} is not closed", word=word, text=found))
        else:
            self.wrong("game", Text("“{text}” is no field of a position", text=found))

    def game(self) -> Game:
        """The game, once everything is read. Raises PositionError with every problem."""
        self._require()
        ruleset = self._read("rules", self._ruleset)
        self.names = self._read("players", self._names_in) or ()
        self._require()
        ruleset = ruleset or LEAGUE  # there is one, or it was refused
        dealer, first = self._player("dealer"), self._player("first")
        winner = self._player("winner")
        scores = self._read("score", self._numbers) or ()
        deal, shown = self._number("deal"), self._number("shown")
        phase = self._read("next", Phase)
        self.problems += [Problem("players", found.message) for found in seating_problems(self.names, ruleset, dealer)]
        self._require()
        if len(scores) != sides(len(self.names)):
            self.wrong(
                "score",
                Text("{n} scores are written; there are {sides} sides", n=len(scores), sides=sides(len(self.names))),
            )
        table = self._table() if self.each["hand"] else None
        play = self._play(ruleset, table) if table is not None and "last" in self.said else None
        self._require()
        side = None if winner is None else SIDES[len(self.names)][winner]
        in_play = self._in_play(ruleset, deal)
        self._require()
        game = Game(
            ruleset,
            self.names,
            first,
            dealer or 0,
            deal,
            table,
            play,
            shown,
            phase or Phase.DEAL,
            scores,
            side,
            in_play,
        )
        self.problems += _impossible(game)
        self._require()
        return game

    def _in_play(self, ruleset: Ruleset, deal: int) -> tuple[int, ...]:
        """The points that each side pegged in the play, where the ruleset may take them back; 0 unless written."""
        each = (0,) * sides(len(self.names)) if deal and ruleset.irregularities is RuleBook.ACC else ()
        written = self._read("pegged", self._numbers) or each
        if len(written) != len(each):
            wrong = Text("pegged: {n} numbers are written; there are {sides}", n=len(written), sides=len(each))
            self.wrong("pegged", wrong)
        return written

    def _require(self) -> None:
        if self.problems:
            raise PositionError(*self.problems)

    def _read(self, word: str, reader: Callable[[str], T]) -> T | None:
        """What a field says; None where it is not there, and after a problem."""
        if word not in self.said:
            return None
        return self._try(word, reader, self.said[word])

    def _try(self, word: str, reader: Callable[[str], T], text: str) -> T | None:
        try:
            return reader(text)
        except (RulesetError, CardError) as error:
            self.wrong(word, Text("{word}: {wrong}", word=word, wrong=error.text))
        except (ValueError, RecursionError):
            self.wrong(word, Text("{word}: “{text}” cannot be read", word=word, text=text[:24]))
        return None

    def _ruleset(self, text: str) -> Ruleset:
        if text.startswith("{"):
            return Ruleset.from_dict(json.loads(text))
        name, _, version = text.partition(":")
        found = self.rulesets.get(name.strip())
        if found is None or str(found.version) != version.strip():
            known = ", ".join(f"{rules.name}:{rules.version}" for rules in self.rulesets.values())
            raise RulesetError(
                Problem("rules", Text("there is no {text} here; there are {known}", text=text, known=known))
            )
        return found

    def _names_in(self, text: str) -> tuple[str, ...]:
        names, place = [], 0
        while place < len(text):
            match = _NAME.match(text, place)
            if match is None:
                raise ValueError(text)
            quoted, plain = match.groups()
            names.append(str(json.loads(quoted)) if quoted is not None else plain.strip())
            place = match.end()
        return tuple(names)

    def _player(self, word: str) -> int | None:
        players = self._players(word)
        if len(players) > 1:
            self.wrong(word, Text("{word}: one player is written there", word=word))
        return players[0] if players else None

    def _players(self, word: str) -> tuple[int, ...]:
        called = self._read(word, self._names_in) or ()
        for name in called:
            if name not in self.names:
                self.wrong(word, _nobody(word, name, self.names))
        return tuple(self.names.index(name) for name in called if name in self.names)

    def _numbers(self, text: str) -> tuple[int, ...]:
        return tuple(_whole(piece) for piece in text.split())

    def _number(self, word: str) -> int:
        return self._read(word, _whole) or 0

    def _by_player(self, word: str, reader: Callable[[str], T], otherwise: T) -> list[T]:
        """What a field says of each player, whose name stands before a colon."""
        found = [otherwise] * len(self.names)
        for text in self.each[word]:
            match = _NAME.match(text)
            named = self._try(word, self._names_in, match.group().rstrip(": ") if match else text) or ("",)
            if match is None or not match.group().rstrip().endswith(":") or named[0] not in self.names:
                self.wrong(word, _nobody(word, named[0], self.names))
                continue
            value = self._try(word, reader, text[match.end() :])
            found[self.names.index(named[0])] = otherwise if value is None else value
        return found

    def _table(self) -> Table:
        nothing: tuple[tuple[Card, ...], int] = ((), 0)
        hands = self._by_player("hand", _parse_known, nothing)
        crib, hidden = self._read("crib", _parse_known) or nothing
        starter = self._read("starter", parse_cards) or ()
        if len(starter) > 1:
            self.wrong("starter", N_("starter: one card is turned"))
        laid = sum(1 << player for player in self._players("laid"))
        known = [*starter, *crib, *(card for hand, _ in hands for card in hand)]
        if len(set(known)) != len(known):
            twice = next(card for card in known if known.count(card) > 1)
            self.wrong("hand", Text("{card} is there twice; a pack has one {name}", card=twice, name=twice.name))
        table = Table(
            tuple(hand for hand, _ in hands),
            tuple(n for _, n in hands),
            laid,
            crib,
            hidden,
            0,
            starter[0] if starter else None,
        )
        return table._replace(seen=visible_cards(table))

    def _play(self, ruleset: Ruleset, table: Table) -> Play:
        no_cards: tuple[Card, ...] = ()
        played = [bits(cards) for cards in self._by_player("played", parse_cards, no_cards)]
        held = [bits(hand) | cards for hand, cards in zip(table.hands, played, strict=True)]
        left = tuple(cards & ~gone for cards, gone in zip(held, played, strict=True))
        hidden = tuple(
            n - (cards.bit_count() - len(hand)) for n, cards, hand in zip(table.hidden, held, table.hands, strict=True)
        )
        seen = table.seen | sum({card.bit for card in self._read("seen", parse_cards) or ()})
        for cards in held:
            seen |= cards
        count = self._read("count", parse_cards) or ()
        if any(n < 0 for n in hidden) or bits(count) & ~_unite(played):
            self.wrong("played", N_("played: more cards than the hands have, or fewer than the count"))
        so_far = self._try("count", lambda _: count_of(count, ruleset), "")
        shut = tuple(self._by_player("shut", _whole, 0))
        out = sum(1 << player for player in self._players("out"))
        turn, last = self._player("turn"), self._player("last")
        self._require()
        so_far = so_far or EMPTY  # likewise
        return Play(ruleset, self.names, tuple(held), left, hidden, shut, seen, so_far, count, turn, last or 0, out)


def _impossible(game: Game) -> Iterator[Problem]:
    """Yield why no game can stand so: what its phase needs and has not, and the other way round."""
    players = len(game.names)
    if (game.phase is Phase.OVER) != (game.winner is not None):
        yield Problem("winner", N_("winner: a game has one when it is over, and not before"))
    if game.winner is None and max(game.scores) >= game.ruleset.target:
        yield Problem("score", N_("score: who has reached the target has won, and the game is over"))
    if game.winner is not None and game.scores[game.winner] < game.ruleset.target:
        yield Problem("score", N_("score: the winner has not reached the target"))
    between = game.phase in (Phase.CUT, Phase.DEAL)
    if between != (game.table is None) and game.phase is not Phase.OVER:
        yield Problem(
            "hand",
            Text("hand: there are hands from the deal on and none before it; next is {phase}", phase=game.phase.text),
        )
    if game.phase in (Phase.PLAY, Phase.SHOW) and game.play is None:
        yield Problem("last", N_("last: in the play and the show somebody laid the last card, or leads"))
    if (game.phase is Phase.PLAY) != (game.play is not None and game.play.turn is not None) and game.winner is None:
        yield Problem("turn", N_("turn: somebody is in turn as long as the play goes on, and nobody else"))
    if game.table is not None:
        yield from _wrong_hands(game, game.table, players)
    if game.shown > players + 1:
        yield Problem("shown", Text("shown: {n} hands and cribs; there are {most}", n=game.shown, most=players + 1))


def _wrong_hands(game: Game, table: Table, players: int) -> Iterator[Problem]:
    """Yield each hand and crib of another size than its ruleset gives it (R5–R7 R13)."""
    dealt, away = game.ruleset.dealt_to(players), game.ruleset.laid_away_by(players)
    for player, (hand, hidden) in enumerate(zip(table.hands, table.hidden, strict=True)):
        size = dealt - away * (table.laid >> player & 1)
        if len(hand) + hidden != size:
            said = Text(
                "hand: {player} has {n} cards, not {size}", player=game.names[player], n=len(hand) + hidden, size=size
            )
            yield Problem("hand", said)
    size = game.ruleset.pack_to_crib_of(players) + away * table.laid.bit_count()
    if len(table.crib) + table.crib_hidden != size:
        yield Problem(
            "crib",
            Text("crib: there are {n} cards in it, not {size}", n=len(table.crib) + table.crib_hidden, size=size),
        )


def _nobody(word: str, name: str, names: Sequence[str]) -> Text:
    return Text(
        "{word}: nobody is called “{name}”; the players are {names}", word=word, name=name, names=", ".join(names)
    )


def _parse_known(text: str) -> tuple[tuple[Card, ...], int]:
    """Known cards, and how many more there are."""
    return parse_cards(text.replace(HIDDEN, " ")), text.count(HIDDEN)


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text.strip()):
        raise ValueError(text)
    return int(text)


def _unite(held: Sequence[int]) -> int:
    found = 0
    for cards in held:
        found |= cards
    return found
