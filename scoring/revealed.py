"""The cards of a deal as all its lines together tell of them, before the deal is gone through (R1 R4–R7 R13).

What a player shows at the end tells what they held in the play. So the cards of a deal are looked at first: who had
which, and what cannot be because a pack has each card once. Faults are found here at the second place a card is in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from scoring.cards import Card
from scoring.hands import from_the_pack
from scoring.irregularities import IrregularityKind
from scoring.record import Claim, DealRecord, Entry, HeldCards, Holding, Moves, Oddity, ShownHand, Turn, Turned, Unread
from scoring.ruleset import CRIB_CARDS, Ruleset
from scoring.show import CRIB, HAND
from scoring.text import N_, NOTHING, Text
from scoring.written import Fault, TextPosition, listed

PACK_OWNER = -1  # the starter and the card from the pack are nobody's

# A deal that is void for these says nothing by the cards that were dealt.
_NO_DEAL = (IrregularityKind.WRONG_DEAL, IrregularityKind.IMPERFECT_PACK)


@dataclass(slots=True)
class Revealed:
    """The cards of a deal by player, as far as its lines tell them without contradiction."""

    dealt: dict[int, HeldCards] = field(default_factory=dict)
    away: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    kept: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    owner: dict[Card, int] = field(default_factory=dict)  # of the cards that are kept and played
    places: dict[tuple[str, int], TextPosition] = field(default_factory=dict)  # the lines of each player
    extra: tuple[Card, ...] = ()
    bad: set[TextPosition] = field(default_factory=set)  # lines and moves with a fault
    faults: list[Fault] = field(default_factory=list)


class _Claim:
    """The facts known of one card: whose it is, and whether it is kept, in the crib or the starter."""

    __slots__ = ("owner", "place", "said")

    def __init__(self, owner: int | None, place: str | None, said: Text) -> None:
        self.owner, self.place, self.said = owner, place, said

    def allows(self, owner: int | None, place: str | None) -> bool:
        same_owner = owner is None or self.owner is None or owner == self.owner
        return same_owner and (place is None or self.place is None or place == self.place)


def player_called(name: str, names: Sequence[str]) -> int | None:
    """The place at the table of the player called `name`, capitals or not; None where nobody is."""
    wanted = name.casefold()
    return next((place for place, called in enumerate(names) if called.casefold() == wanted), None)


def told_dealer(deal: DealRecord, names: Sequence[str]) -> int | None:
    """The dealer as the lines of a deal tell: by name, as the owner of the crib, or by who shows their hand first."""
    shown = [entry for entry in deal.entries if isinstance(entry, ShownHand) and entry.player is not None]
    named = [deal.dealer, *(entry.player for entry in shown if entry.crib)]
    found = (player_called(name, names) for name in named if name is not None)
    dealer = next((player for player in found if player is not None), None)
    if dealer is None and shown:
        first = player_called(shown[0].player or "", names)
        return None if first is None else (first - 1) % len(names)
    return dealer


def parted(deal: DealRecord) -> Iterator[DealRecord]:
    """A deal, in parts where the lines of another follow it with no heading: each begins at its first line.

    Another begins after the crib was called, with play or with what is there already.
    """
    entries: list[Entry] = []
    lines: set[tuple[str, str]] = set()
    called = False
    for entry in deal.entries:
        line = _only_once(entry)
        if called and (isinstance(entry, Moves) or line in lines):
            yield replace(deal, entries=tuple(entries))
            deal, entries, lines, called = DealRecord(at=entry.at), [], set(), False
        entries.append(entry)
        lines |= set() if line is None else {line}
        called = called or (isinstance(entry, ShownHand) and entry.crib and entry.declared is not None)
    yield replace(deal, entries=tuple(entries))


def _only_once(entry: Entry) -> tuple[str, str] | None:
    """What stands in a deal once: its kind, and whose."""
    match entry:
        case Turn():
            return entry.what, ""
        case HeldCards():
            return entry.what, entry.player.casefold()
    return None


def place_of(entry: Entry, names: Sequence[str]) -> Text:
    """Return what an error calls a line: `hand of Ben`."""
    match entry:
        case HeldCards(what=Holding.DEALT):
            return Text("dealt to {player}", player=entry.player.removeprefix("to "))
        case HeldCards():
            return Text("laid away by {player}", player=entry.player.removeprefix("by "))
        case Turn() | Oddity():
            return Text(str(entry.what)) if isinstance(entry, Turn) else entry.kind.text
        case ShownHand():
            if entry.player is None:
                return CRIB if entry.crib else HAND
            sentence = N_("crib of {player}") if entry.crib else N_("hand of {player}")
            return Text(sentence, player=entry.player)
        case Moves():
            return N_("play")
        case Claim():
            return N_("muggins")
        case Unread():
            return NOTHING
    return N_("score")


def reveal(deal: DealRecord, number: int, names: Sequence[str], ruleset: Ruleset) -> Revealed:
    """Everything that the lines of a deal tell of its cards, with every contradiction among them."""
    look = _Look(number, names, ruleset, deal)
    for entry in deal.entries:
        look.at_entry(entry)
    look.complete()
    return look.found


class _Look:
    def __init__(self, number: int, names: Sequence[str], ruleset: Ruleset, deal: DealRecord) -> None:
        self.number, self.names, self.ruleset = number, names, ruleset
        self.found = Revealed()
        self.claims: dict[Card, _Claim] = {}
        self.played: dict[Card, int] = {}
        self.moves = 0  # cards written in the play, those too that were played already
        self.crib: tuple[Card, ...] = ()
        self.void = any(isinstance(entry, Oddity) and entry.kind in _NO_DEAL for entry in deal.entries)
        self.entry: Entry = Unread()
        self.dealt = ruleset.dealt_to(len(names))
        self.away = ruleset.laid_away_by(len(names))

    def at_entry(self, entry: Entry) -> None:
        self.entry = entry
        if not self._check_names(entry):
            return
        match entry:
            case HeldCards():
                self._take_held(entry)
            case Turn():
                self._turned(entry)
            case Moves():
                self._played(entry)
            case ShownHand() if entry.cards:
                self._take_shown(entry)

    def fault(self, rule: str, message: Text, at: TextPosition | None = None, place: str = "") -> None:
        self.found.bad.add(self.entry.at if at is None or not place else at)
        where = place or place_of(self.entry, self.names)
        self.found.faults.append(Fault(at or self.entry.at, message, rule, self.number, where))

    def _check_names(self, entry: Entry) -> bool:
        """Whether everybody whom the line names sits at the table."""
        named = (
            [entry.player]
            if isinstance(entry, HeldCards | Claim | ShownHand | Oddity) and entry.player is not None
            else []
        )
        if isinstance(entry, ShownHand) and entry.objection is not None:
            named.append(entry.objection.player)
        strangers = [name for name in named if player_called(name, self.names) is None]
        for name in strangers:
            word, _, rest = name.partition(" ")
            known = word in ("to", "by") and player_called(rest, self.names) is not None
            players = ", ".join(self.names)
            message = (
                Text("nobody here is called {name}; leave out “{word}”", name=name, word=word)
                if known
                else Text("nobody here is called {name}; the players are {players}", name=name, players=players)
            )
            self.fault("R4", message)
        return not strangers

    def _player(self, name: str | None) -> int:
        player = None if name is None else player_called(name, self.names)
        return PACK_OWNER if player is None else player

    def _take_held(self, entry: HeldCards) -> None:
        player, away = self._player(entry.player), entry.what is Holding.LAID_AWAY
        if self.void and not away and not self._sound(entry):
            return  # that is why it is void
        name = self.names[player]
        what = N_("what was laid away by {player}") if away else N_("what was dealt to {player}")
        if not self._first(("away" if away else "dealt", player), Text(what, player=name)):
            return
        size, rule = (self.away, "R6") if away else (self.dealt, "R5")
        if len(entry.cards) != size:
            self.fault(rule, _wrong_number(len(entry.cards), size, name, away=away))
            return
        said = Text("laid away by {player}", player=name) if away else Text("dealt to {player}", player=name)
        if not self._claimed(entry.cards, entry.spots, player, "crib" if away else None, said):
            return
        if away:
            self.found.away[player] = entry.cards
        else:
            self.found.dealt[player] = entry

    def _sound(self, entry: HeldCards) -> bool:
        """Whether cards dealt are as many as they should be, each of them once."""
        cards = entry.cards
        once = len({*cards}) == len(cards) and not any(self.claims.get(card) for card in cards)
        return once and len(cards) == self.dealt

    def _turned(self, entry: Turn) -> None:
        if not self._first((entry.what, PACK_OWNER), _THE[entry.what]):
            return
        from_pack = self.ruleset.pack_to_crib_of(len(self.names))
        if entry.what is Turned.STARTER:
            self._claimed(entry.cards, (), PACK_OWNER, "starter", N_("the starter"))
        elif not from_pack:
            self.fault("R12", Text("{wrong}; leave it out", wrong=from_the_pack(0, 0)))
        elif len(entry.cards) != from_pack:
            self.fault("R12", from_the_pack(from_pack, len(entry.cards)))
        elif self._claimed(entry.cards, entry.spots, PACK_OWNER, "crib", N_("put from the pack to the crib")):
            self.found.extra = entry.cards

    def _played(self, entry: Moves) -> None:
        cards = [move.what for move in entry.moves if isinstance(move.what, Card)]
        if len(cards) > 1 and all(card in self.played for card in cards):
            self.fault(
                "R1",
                Text("all of it was played already, from card {played} on", played=self.played[cards[0]]),
                place="play",
            )
            return
        for move in entry.moves:
            card = move.what
            if not isinstance(card, Card):
                continue
            self.moves = number = self.moves + 1
            if card in self.played:
                self.fault(
                    "R1",
                    Text("{card} was played already, as card {played}", card=card, played=self.played[card]),
                    move.at,
                    Text("play {number}", number=number),
                )
                continue
            self.played[card] = number
            wrong = self._conflict(card, None, "kept")
            if wrong:
                self.fault("R1", wrong, move.at, Text("play {number}", number=number))
            else:
                self._claim(card, None, "kept", Text("played in line {line}", line=entry.at.line))

    def _take_shown(self, entry: ShownHand) -> None:
        player, crib = self._player(entry.player), entry.crib
        if crib:
            whose, what = N_("in the crib"), N_("what was in the crib")
        else:
            name = self.names[player]
            whose = Text("in the hand of {player}", player=name)
            what = Text("what was in the hand of {player}", player=name)
        if not self._first(("crib" if crib else "hand", PACK_OWNER if crib else player), what):
            return
        size = CRIB_CARDS if crib else self.ruleset.hand_size
        if len(entry.cards) != size:
            what, rule = (CRIB, "R13") if crib else (HAND, "R7")
            self.fault(rule, Text("the {what} has {size} cards, not {n}", what=what, size=size, n=len(entry.cards)))
            return
        owner, place = (None, "crib") if crib else (player, "kept")
        if not self._claimed(entry.cards, entry.spots, owner, place, whose):
            return
        if crib:
            self.crib = entry.cards
        else:
            self.found.kept[player] = entry.cards

    def _first(self, key: tuple[str, int], what: Text) -> bool:
        """Whether a line is the first of its kind in the deal."""
        before = self.found.places.setdefault(key, self.entry.at)
        if before is not self.entry.at:
            self.fault("R4", Text("{what} is written already, in line {line}", what=what, line=before.line))
        return before is self.entry.at

    def _claimed(
        self, cards: Sequence[Card], spots: Sequence[TextPosition], owner: int | None, place: str | None, said: Text
    ) -> bool:
        """Whether all `cards` can be where a line says; what cannot be is a fault."""
        wrong = False
        for index, card in enumerate(cards):
            conflict = self._conflict(card, owner, place)
            if card in cards[:index]:
                conflict = Text("{card} is written twice; a pack has one {name}", card=card, name=card.name)
            if conflict:
                wrong = True
                self.fault("R1", conflict, spots[index] if spots else None)
        if not wrong:
            there = Text("{said}, in line {line}", said=said, line=self.entry.at.line)
            for card in cards:
                self._claim(card, owner, place, there)
        return not wrong

    def _conflict(self, card: Card, owner: int | None, place: str | None) -> Text | None:
        known = self.claims.get(card)
        if known is None or known.allows(owner, place):
            return None
        if known.place == "crib" and place == "kept":
            return Text("{card} was {said}; it is in the crib", card=card, said=known.said)
        return Text("{card} was {said}; a pack has one {name}", card=card, said=known.said, name=card.name)

    def _claim(self, card: Card, owner: int | None, place: str | None, said: Text) -> None:
        known = self.claims.setdefault(card, _Claim(owner, place, said))
        known.owner = owner if known.owner is None else known.owner
        if known.place is None and place is not None:
            known.place, known.said = place, said

    def complete(self) -> None:
        """Complete each line from the others: cards laid away and kept out of those dealt."""
        for player, entry in list(self.found.dealt.items()):
            if self._agree(player, entry):
                self._infer_rest(player, entry.cards)
            else:
                del self.found.dealt[player]
        for player, kept in self.found.kept.items():
            self.found.owner |= dict.fromkeys(kept, player)

    def _agree(self, player: int, entry: HeldCards) -> bool:
        """Check that a player laid away and showed cards that were dealt to them."""
        agree = True
        for what, rule, cards in (("away", "R6", self.found.away), ("hand", "R28", self.found.kept)):
            strangers = [card for card in cards.get(player, ()) if card not in entry.cards]
            for card in strangers:
                at = self.found.places[what, player]
                name = self.names[player]
                place = N_("laid away by {player}") if what == "away" else N_("hand of {player}")
                wrong = Text(
                    "{card} is not among {cards}, dealt to {player} in line {line}",
                    card=card,
                    cards=listed(entry.cards),
                    player=name,
                    line=entry.at.line,
                )
                self.found.bad.add(at)
                self.found.faults.append(Fault(at, wrong, rule, self.number, Text(place, player=name)))
            if strangers:
                del cards[player]
                agree = False
        return agree

    def _infer_rest(self, player: int, dealt: tuple[Card, ...]) -> None:
        away, kept = self.found.away, self.found.kept
        if player not in away and player in kept:
            away[player] = tuple(card for card in dealt if card not in kept[player])
        if player not in away:
            in_crib = tuple(card for card in dealt if card in self.crib)
            if len(in_crib) == self.away:
                away[player] = in_crib
        if player in away and player not in kept:
            kept[player] = tuple(card for card in dealt if card not in away[player])


_THE = {Turned.STARTER: N_("the starter"), Turned.EXTRA: N_("the extra")}


def _wrong_number(number: int, size: int, name: str, *, away: bool) -> Text:
    if away:
        return Text.plural(
            "{n} card was laid away by {player}; it must be {size}",
            "{n} cards were laid away by {player}; it must be {size}",
            n=number,
            player=name,
            size=size,
        )
    return Text.plural(
        "{n} card was dealt to {player}; it must be {size}",
        "{n} cards were dealt to {player}; it must be {size}",
        n=number,
        player=name,
        size=size,
    )
