"""Text to record: every line is read by itself, and every fault of the text is located.

`parse_record` raises them all at once. `read_record` gives what could be read beside them, so that a record with a slip
of the pen can still be replayed as far as it goes; `Unread` stands where something is missing.
"""

import re
from typing import Any

from scoring.cards import Card
from scoring.heading_reader import A_NUMBER, HEADING, HeadingReader
from scoring.irregularities import IrregularityKind, Remedy
from scoring.record import (
    Claim,
    DealRecord,
    Entry,
    HeldCards,
    Holding,
    Move,
    Moves,
    Objection,
    Oddity,
    Record,
    Score,
    ShownHand,
    Turn,
    Turned,
    Unread,
    Word,
)
from scoring.text import N_, Text
from scoring.written import NUMBER, Fault, Line, RecordError, TextPosition, lines_of, no_such, quoted

_ODD = "|".join(kind.replace(" ", " +").replace("-", "[- ]") for kind in IrregularityKind)
_KEYWORD = re.compile(
    rf"\s*(rules|players|cut|dealer|dealt|deal|laid +away|extra|starter|play|muggins|hand|crib|score|result|{_ODD})"
    r"(?![A-Za-z0-9_])\s*",
    re.IGNORECASE | re.ASCII,
)
_DEAL = re.compile(r"(?:([0-9]{1,4})(?![^\s:]))?\s*:?", re.ASCII)
_LIKE_A_DEAL = re.compile(r"\s*([a-z]+)\s*([0-9]{1,4})\s*:?", re.IGNORECASE | re.ASCII)
_MOVE = re.compile(r"(\||[^\s,;|=]+)(?:\s*=\s*([^\s,;|=]*))?|=[^\s,;|]*")
_NO_GO = ("pass", "passes", "says", "knock", "knocks", "goes")
_LINES = N_("dealt, laid away, extra, starter, play, muggins, hand, crib, score, an irregularity, deal or result")
_CALLED = N_("write = and the call, such as = 8; a challenge after it: = 8, Ben 10 muggins")
_BY_WHOM = {
    IrregularityKind.SHORT_PEGGING,
    IrregularityKind.OVER_PEGGING,
    IrregularityKind.WRONG_HAND,
    IrregularityKind.RENEGE,
    IrregularityKind.FALSE_CLAIM,
}


def parse_record(text: str) -> Record:
    """The record that `text` writes: see docs/game-record.md. `parse_record(str(record)) == record`.

    Raises RecordError with every line that cannot be read; `faults` locates each.
    """
    record, faults = read_record(lines_of(text))
    if record is None or faults:
        raise RecordError(*faults)
    return record


def read_record(lines: list[Line]) -> tuple[Record | None, tuple[Fault, ...]]:
    """Return what can be read of a record, and every fault of its text; None where it is not even known who plays."""
    reader = _RecordReader()
    for line in reader.after_first_word(lines, "game", _KEYWORD):
        reader.line(line)
    return reader.record(), tuple(reader.faults)


class _RecordReader(HeadingReader):
    def __init__(self) -> None:
        super().__init__()
        self.cuts: list[tuple[Card, ...]] = []
        self.deals: list[tuple[TextPosition, int | None, str | None, list[Entry]]] = []
        self.doubtful: set[TextPosition] = set()  # lines that begin a deal only if what stands around them says so
        # Each gives the line's value, or None after a fault.
        self.readers: dict[str, Any] = {
            "dealt": self._parse_held,
            "laid away": self._parse_held,
            "extra": self._turn,
            "starter": self._turn,
            "play": self._moves,
            "muggins": self._claim,
            "hand": self._parse_shown,
            "crib": self._parse_shown,
            "score": self._score,
        }

    def record(self) -> Record | None:
        self.check_players()
        if self.players is None:
            return None
        self._join_doubtful()
        deals = tuple(DealRecord(tuple(entries), number, dealer, at) for at, number, dealer, entries in self.deals)
        return Record(self.players, self.rules, self.dealer, tuple(self.cuts), deals, self.result, self.places)

    def line(self, line: Line) -> None:
        match = _KEYWORD.match(line.text)
        if match is None:
            at = self.begin(line.text, line.position(0))
            known = _LINES if self.begun else "rules, players, cut, dealer or deal"
            self.fault(
                at,
                Text(
                    "{text} begins with no word of a record; lines begin with {known}",
                    text=quoted(line.text),
                    known=known,
                ),
            )
            self._strange(line.text, at)
            return
        keyword = _canonical(match.group(1))
        at = line.position(match.start(1))
        body, place = line.text[match.end() :], match.end()
        if not self.in_time(keyword, at):
            return
        if keyword == "deal":
            self._deal(body, line.position(place), at)
        elif keyword in (*HEADING, "result"):
            body, place = _without_colon(body, place)
            if keyword == "cut":
                self._cut(body, line.position(place), at)
            else:
                self.heading_line(keyword, body, line.position(place), at)
        elif not self.deals:
            self.fault(at, Text("“{keyword}” belongs to a deal; write “deal” in a line before it", keyword=keyword))
        else:
            self._entry(keyword, body, line.position(place), at)

    def _strange(self, text: str, at: TextPosition) -> None:
        """A line with a word that there is not: with a number alone it may begin a deal.

        “del 2” does. Of “round 2” or “zork 49” that is known once the lines after it are read, and its number is not
        taken up: the line has its fault.
        """
        match = _LIKE_A_DEAL.fullmatch(text)
        word = match.group(1).lower() if match else ""
        if match is None or not (self.begun or word.startswith("d")):
            self.strange = self.strange or not self.begun
            self._add(Unread(at))
            return
        self.begun = True
        if word.startswith("d") or "eal" in word:
            self.deals.append((at, int(match.group(2)), None, []))
        else:
            self.doubtful.add(at)
            self.deals.append((at, None, None, []))

    def _join_doubtful(self) -> None:
        """Put the lines after a word that there is not back into the deal before it, unless they are another deal's."""
        joined: list[tuple[TextPosition, int | None, str | None, list[Entry]]] = []
        for deal in self.deals:
            at, entries = deal[0], deal[-1]
            if at in self.doubtful and joined and not _is_another(joined[-1][-1], entries):
                joined[-1][-1].extend((Unread(at), *entries))
            else:
                joined.append(deal)
        self.deals = joined

    def _add(self, entry: Entry | None) -> None:
        if self.deals and entry is not None:
            self.deals[-1][3].append(entry)

    def _entry(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> None:
        """A line of a deal. Where it has a fault, what follows it in the deal cannot be relied on."""
        faults = len(self.faults)
        read = self.readers.get(keyword, self._oddity)
        self._add(read(keyword, body, at, begins))
        if len(self.faults) > faults:
            self._add(Unread(begins))

    def _cut(self, body: str, at: TextPosition, begins: TextPosition) -> None:
        cards, _ = self.cards(body, at)
        self.places.setdefault("cut", begins)
        self.places[f"cut {len(self.cuts) + 1}"] = begins
        if cards:
            self.cuts.append(cards)
        else:
            self.fault(at, N_("no cards are cut; write one for each side, such as cut: 7H KD"))

    def _deal(self, body: str, at: TextPosition, begins: TextPosition) -> None:
        self.begun = True
        match = _DEAL.match(body)
        end = match.end() if match else 0
        number = int(match.group(1)) if match and match.group(1) else None
        dealer = None
        if body[end:].strip():
            dealer = self.name(body[end:], TextPosition(at.line, at.column + end))
        self.deals.append((begins, number, dealer, []))

    def _parse_owner(self, keyword: str, body: str, at: TextPosition) -> tuple[str, TextPosition] | None:
        """What stands behind `Ann:`, and where. None, after the fault, where there is no colon."""
        name, colon, rest = body.partition(":")
        if not colon:
            self.fault(at, Text("write whose cards they are and a colon: {keyword} Ann: 5H 6D …", keyword=keyword))
            return None
        return rest, TextPosition(at.line, at.column + len(name) + 1)

    def _parse_held(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> HeldCards | None:
        found = self._parse_owner(keyword, body, at)
        if found is None:
            return None
        name = self.name(body.partition(":")[0], at)
        cards, spots = self.cards(*found)
        return None if name is None else HeldCards(Holding(keyword), name, cards, begins, spots)

    def _turn(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> Turn | None:
        text, place = _without_colon(body, 0)
        spot = TextPosition(at.line, at.column + place)
        if keyword == Turned.EXTRA and len(text.split()) > 1:
            cards, spots = self.cards(text, spot)
            return Turn(Turned.EXTRA, cards, begins, spots) if cards else None
        card = self.card(text, spot)
        return None if card is None else Turn(Turned(keyword), (card,), begins)

    def _moves(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> Moves:
        text, place = _without_colon(body, 0)
        moves: list[Move] = []
        faults = len(self.faults)
        for match in _MOVE.finditer(text):
            found = self._move(match, TextPosition(at.line, at.column + place + match.start()))
            if len(self.faults) == faults:  # what comes after a fault cannot be relied on
                moves += found
        return Moves(tuple(moves), begins)

    def _move(self, match: re.Match[str], at: TextPosition) -> list[Move]:
        what, stated = match.groups()
        if what is None:
            self.fault(at, N_("points are written after a card or a go, such as 7H=2"))
            return []
        if stated is not None and not NUMBER.fullmatch(stated):
            self.fault(at, Text("{text} has no number behind =; write points such as 7H=2", text=quoted(match.group())))
            return []
        points = None if stated is None else int(stated)
        if what == "|":
            if points is not None:
                self.fault(at, N_("a new count pegs nothing; write points behind a card or a go"))
                return []
            return [Move(Word.NEW_COUNT, None, at)]
        if what.lower() == "go":
            return [Move(Word.GO, points, at)]
        if what.lower() in _NO_GO:
            self.fault(at, Text("{what} is not a card; write go", what=quoted(what)))
            return []
        cards, _ = self.cards(what, at)
        return [Move(card, points if card is cards[-1] else None, at) for card in cards]

    def _claim(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> Claim | None:
        """`NAME: total`, or with `leaves` behind it."""
        found = self._objection(body.replace(":", " ", 1), at)
        return None if found is None else Claim(found.player, found.claimed, found.takes, begins)

    def _parse_shown(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> ShownHand | None:
        """`NAME: cards = call, challenge`; a crib without a name is the dealer's."""
        faults = len(self.faults)
        found = self._parse_owner(keyword, body, at)
        if found is None:
            return None
        owner = body.partition(":")[0]
        nobody = keyword == "crib" and not owner.strip()
        name = None if nobody else self.name(owner, at)
        (text, place), declared, objection = found, None, None
        held, equals, call = text.partition("=")
        cards, spots = self.cards(held, place)
        if equals:
            declared, objection = self._call(call, TextPosition(place.line, place.column + len(held) + 1))
        elif not cards and len(self.faults) == faults:
            self.fault(place, Text("neither cards nor a call; {called}", called=_CALLED))
        if len(self.faults) > faults:
            return None
        return ShownHand(name, cards, declared, keyword == "crib", objection, begins, spots)

    def _call(self, text: str, at: TextPosition) -> tuple[int | None, Objection | None]:
        called, comma, challenge = text.partition(",")
        if not NUMBER.fullmatch(called.strip()):
            self.fault(
                self.begin(called, at), Text("{wrong}; {called}", wrong=no_such(called, N_("call")), called=_CALLED)
            )
            return None, None
        objection = self._objection(challenge, TextPosition(at.line, at.column + len(called) + 1)) if comma else None
        return int(called), objection

    def _objection(self, text: str, at: TextPosition) -> Objection | None:
        rest, word = _last_word(text)
        takes = word.lower() != "leaves"
        if word.lower() in ("muggins", "leaves"):
            rest, word = _last_word(rest)
        if not NUMBER.fullmatch(word):
            how = N_("write who, their total, muggins or leaves: Ben 10 muggins")
            self.fault(self.begin(text, at), Text("{wrong}; {how}", wrong=no_such(text, N_("challenge")), how=how))
            return None
        name = self.name(rest, at)
        return None if name is None else Objection(name, int(word), takes)

    def _score(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> Score | None:
        text, place = _without_colon(body, 0)
        spot = TextPosition(at.line, at.column + place)
        points = self.numbers(text, spot, N_("write the score of each side, such as score: 10 24"))
        return None if points is None else Score(points, begins)

    def _oddity(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> Oddity | None:
        """`KIND NAME: details`; the colon may be left out before a number."""
        kind = IrregularityKind(keyword)
        number = A_NUMBER.search(body)
        split = body.find(":") if ":" in body else number.start() if number else len(body)
        name = self.name(body[:split], at) if body[:split].strip() else None
        fields: dict[str, Any] = {}
        begin = split + (body[split : split + 1] == ":")
        for part in body[begin:].split(","):
            self._detail(part, TextPosition(at.line, at.column + begin), fields)
            begin += len(part) + 1
        if name is None and kind in _BY_WHOM:
            self.fault(at, Text("{kind}: nobody is named; write by whom, such as {kind} Ann", kind=kind.value))
            return None
        return Oddity(kind, name, at=begins, **fields)

    def _detail(self, text: str, at: TextPosition, fields: dict[str, Any]) -> None:
        word = " ".join(text.lower().split())
        if not word:
            return
        found: tuple[str, Any] | None = _DETAILS.get(word)
        if NUMBER.fullmatch(word):
            found = "points", int(word)
        if found is None or found[0] in fields:
            known = ", ".join(_DETAILS)
            self.fault(
                self.begin(text, at),
                Text("{text} says nothing; write points, {known}, each once", text=quoted(text), known=known),
            )
            return
        fields[found[0]] = found[1]


_DETAILS: dict[str, tuple[str, Any]] = {
    "new deal": ("choice", Remedy.NEW_DEAL),
    "rectify": ("choice", Remedy.RECTIFY),
    "late": ("in_time", False),
    "not asked": ("asked", False),
}


def _is_another(before: list[Entry], after: list[Entry]) -> bool:
    """Tell whether lines are a deal of their own: the crib before them is called, and cards come again."""
    called = any(isinstance(entry, ShownHand) and entry.crib and entry.declared is not None for entry in before)
    return called and any(isinstance(entry, HeldCards | Turn | Moves | ShownHand) for entry in after)


def _canonical(keyword: str) -> str:
    """`Laid  Away` as `laid away`, `over pegging` as `over-pegging`."""
    word = " ".join(keyword.lower().split())
    return word.replace("over pegging", "over-pegging")


def _last_word(text: str) -> tuple[str, str]:
    """Return what stands before the last word of a text, and that word; both may be blank."""
    parts = text.rstrip().rsplit(None, 1)
    return (parts[0], parts[1]) if len(parts) == 2 else ("", text.strip())


def _without_colon(body: str, place: int) -> tuple[str, int]:
    """`body` without a colon it begins with, and the place where it then begins."""
    return (body[1:], place + 1) if body.startswith(":") else (body, place)
