"""The deal sheet: of each deal only the points, of heels, play, hands and crib, as leagues write them down.

A sheet has no cards, so only what no game can show is a fault: totals that no hand makes (R35), heels of another number
than 2 (R14), the wrong dealer (R4), points after the winning peg (R37), sums that do not agree.
`parse_sheet(str(sheet)) == sheet`; docs/game-record.md has the grammar.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.heading_reader import HeadingReader
from scoring.record import Result, heading, require_heading
from scoring.ruleset import LEAGUE
from scoring.text import N_, Text
from scoring.written import (
    NOWHERE,
    NUMBER,
    Fault,
    Line,
    RecordError,
    TextPosition,
    lines_of,
    no_such,
    quoted,
    require_names,
    require_numbers,
)

_LINE = re.compile(r"\s*(rules|players|dealer|deal|result)(?![A-Za-z0-9_])\s*", re.IGNORECASE | re.ASCII)
_DEAL = re.compile(r"(?:([0-9]{1,4})(?![^\s:]))?", re.ASCII)
_ITEM = re.compile(r"\s*(heels|play|hands|crib|muggins)(?![A-Za-z0-9_])\s*:?", re.IGNORECASE | re.ASCII)
_AN_ITEM = re.compile(r"(?<!\S)(heels|play|hands|crib|muggins)\s*[0-9]", re.IGNORECASE | re.ASCII)
# With bounds: on a line of nothing but “crib” each of them would otherwise be followed to the end.
_CRIB_AND_MORE = re.compile(
    r"crib[\s:]{0,20}[^\s:]{1,20}\s{1,20}(?=[0-9]+(?:\s+[0-9]+)+\s*$)", re.IGNORECASE | re.ASCII
)
_HOW = N_("write deal 1: heels 0, play 3 4, hands 8 6, crib 4 = 14 11")


@dataclass(frozen=True, slots=True)
class DealPoints:
    """The points of one deal.

    `play` and `muggins` (what was taken by challenges and penalties) are by side, `hands` by player, `heels` and `crib`
    the dealer's. None, written as a dash, is what was not counted because the game was over. `score` is the running
    score by side, `number` and `dealer` are those of the deal, each where it was written.
    """

    play: tuple[int, ...]
    hands: tuple[int | None, ...]
    crib: int | None
    heels: int = 0
    muggins: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    number: int | None = None
    dealer: str | None = None
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)
    place: int = field(default=0, compare=False, repr=False)  # among the deals of the text, from 1

    def __post_init__(self) -> None:
        require_names(self.dealer)
        require_numbers(*self.play, *self.hands, self.crib, self.heels, *self.muggins, *self.score, self.number)
        if not self.play or not self.hands:
            raise RecordError(Fault(self.at, N_("a deal has points of play for each side and a hand for each player")))

    def __str__(self) -> str:
        head = "deal" if self.number is None else f"deal {self.number}"
        head += "" if self.dealer is None else f" {self.dealer}"
        items = [f"heels {self.heels}", f"play {_dashed(self.play)}", f"hands {_dashed(self.hands)}"]
        items += [f"crib {_dashed((self.crib,))}"]
        items += [f"muggins {_dashed(self.muggins)}"] if self.muggins else []
        return f"{head}: {', '.join(items)}" + (f" = {_dashed(self.score)}" if self.score else "")


@dataclass(frozen=True, slots=True)
class DealSheet:
    """A deal sheet. `players` clockwise, `dealer` deals first. `places` are the lines of the heading by keyword."""

    players: tuple[str, ...]
    rules: str = LEAGUE.name
    dealer: str | None = None
    deals: tuple[DealPoints, ...] = ()
    result: Result | None = None
    places: Mapping[str, TextPosition] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_heading(self.rules, self.players, self.dealer)

    def __str__(self) -> str:
        parts = [heading("sheet", self.rules, self.players, self.dealer)]
        parts += ["\n".join(map(str, self.deals))] if self.deals else []
        return "\n\n".join(parts if self.result is None else [*parts, str(self.result)]) + "\n"

    def place(self, keyword: str) -> TextPosition:
        """Find where the line of `keyword` stands; the first line where nobody wrote it."""
        return self.places.get(keyword, TextPosition(1, 1))


def _dashed(points: tuple[int | None, ...]) -> str:
    return " ".join("-" if number is None else str(number) for number in points)


def parse_sheet(text: str) -> DealSheet:
    """The sheet that `text` writes. Raises RecordError with every line that cannot be read; `faults` locates each."""
    sheet, faults = read_sheet(lines_of(text))
    if sheet is None or faults:
        raise RecordError(*faults)
    return sheet


def read_sheet(lines: list[Line]) -> tuple[DealSheet | None, tuple[Fault, ...]]:
    """Return what can be read of a sheet, and every fault of its text; None where it is not even known who plays."""
    reader = _SheetReader()
    for line in reader.after_first_word(lines, "sheet", _LINE):
        reader.line(line)
    reader.check_players()
    if reader.players is None:
        return None, tuple(reader.faults)
    parts = reader.players, reader.rules, reader.dealer, tuple(reader.deals), reader.result, reader.places
    return DealSheet(*parts), tuple(reader.faults)


class _SheetReader(HeadingReader):
    def __init__(self) -> None:
        super().__init__()
        self.deals: list[DealPoints] = []
        self.written = 0  # deals, those too that cannot be read

    def line(self, line: Line) -> None:
        match = _LINE.match(line.text)
        if match is None:
            at = self.begin(line.text, line.position(0))
            known = N_("rules, players, dealer, deal or result")
            self.strange = self.strange or not self.begun
            self.fault(
                at,
                Text(
                    "{text} begins with no word of a sheet; lines begin with {known}",
                    text=quoted(line.text),
                    known=known,
                ),
            )
            return
        keyword, at = match.group(1).lower(), line.position(match.start(1))
        if not self.in_time(keyword, at):
            return
        place = match.end() + line.text.startswith(":", match.end())
        if keyword == "deal":
            self._deal(line, match.end(), at)
        else:
            self.heading_line(keyword, line.text[place:], line.position(place), at)

    def _deal(self, line: Line, place: int, begins: TextPosition) -> None:
        self.begun = True
        self.written += 1
        faults = len(self.faults)
        head, has_colon, _ = line.text[place:].partition(":")
        first = _AN_ITEM.search(head)
        if not has_colon or first:
            spot = line.position(place + (first.start() if first else len(head)))
            self.fault(spot, Text("a colon is missing behind the deal; {how}", how=_HOW))
            return
        colon = place + len(head)
        match = _DEAL.match(head)
        number = int(match.group(1)) if match and match.group(1) else None
        end = match.end() if match else 0
        dealer = self.name(head[end:], line.position(place + end)) if head[end:].strip() else None
        body, _, score = line.text[colon + 1 :].partition("=")
        items = self._items(line, body, colon + 1)
        scores: tuple[int | None, ...] = ()
        if "=" in line.text[colon + 1 :]:
            scores = self._points(score, line.position(colon + 2 + len(body)), dash=False)
        for item in ("play", "hands", "crib"):
            if item not in items and len(self.faults) == faults:
                self.fault(begins, Text("{item} is missing; {how}", item=item, how=_HOW))
        if len(self.faults) == faults:
            heels, crib = items.get("heels", (0,)), items["crib"]
            more = None if scores else _CRIB_AND_MORE.search(line.text)
            if more:
                self.fault(line.position(more.end()), Text("= is missing before the score; {how}", how=_HOW))
                return
            if len(heels) != 1 or len(crib) != 1:
                self.fault(begins, N_("heels and crib are one number each: the dealer’s"))
                return
            whole = [_whole(items["play"]), _whole(items.get("muggins", ())), _whole(scores), _whole(heels)]
            play, muggins, running, (heel,) = whole
            self.deals.append(
                DealPoints(play, items["hands"], crib[0], heel, muggins, running, number, dealer, begins, self.written)
            )

    def _items(self, line: Line, body: str, place: int) -> dict[str, tuple[int | None, ...]]:
        items: dict[str, tuple[int | None, ...]] = {}
        for part in body.split(","):
            match = _ITEM.match(part)
            at = self.begin(part, line.position(place))
            if match is None:
                self.fault(at, Text("{wrong}; {how}", wrong=no_such(part, N_("item of a deal")), how=_HOW))
            elif match.group(1).lower() in items:
                self.fault(at, Text("{word} is written twice in the deal", word=match.group(1).lower()))
            else:
                item = match.group(1).lower()
                spot = line.position(place + match.end())
                items[item] = self._points(part[match.end() :], spot, dash=item in ("hands", "crib"))
            place += len(part) + 1
        return items

    def _points(self, text: str, at: TextPosition, *, dash: bool) -> tuple[int | None, ...]:
        """Numbers with blanks between them, and dashes where they may be."""
        points: list[int | None] = []
        for piece in re.finditer(r"\S+", text):
            word = piece.group()
            if NUMBER.fullmatch(word):
                points.append(int(word))
            elif dash and word in ("-", "–"):
                points.append(None)
            else:
                self.fault(
                    TextPosition(at.line, at.column + piece.start()),
                    Text("{word} is not a number of points; {how}", word=quoted(word), how=_HOW),
                )
        if not text.strip():
            self.fault(at, Text("points are missing; {how}", how=_HOW))
        return tuple(points)


def _whole(points: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(number for number in points if number is not None)
