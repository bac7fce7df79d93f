"""The lines that a record and a sheet have in common: who plays what, and how it ended."""

import re

from scoring.record import Result
from scoring.ruleset import LEAGUE
from scoring.text import N_, Text
from scoring.written import RULES_NAME, Line, Reader, TextPosition, no_such, written_word

A_NUMBER = re.compile(r"(?:^|\s)[0-9]+(?![^\s,])")
HEADING = ("rules", "players", "cut", "dealer")


class HeadingReader(Reader):
    """The lines that a record and a sheet have in common: who plays what, and how it ended."""

    def __init__(self) -> None:
        super().__init__()
        self.places: dict[str, TextPosition] = {}
        self.rules = LEAGUE.name
        self.players: tuple[str, ...] | None = None
        self.dealer: str | None = None
        self.result: Result | None = None
        self.begun = False  # whether a deal has been written
        self.strange = False  # whether a line of the heading begins with no word of one

    def after_first_word(self, lines: list[Line], word: str, keyword: re.Pattern[str]) -> list[Line]:
        """The lines to be read, after the one that says what the text is; all of them where that one is missing."""
        if not lines:
            self.fault(TextPosition(1, 1), Text("nothing is written; the first line is “{word}”", word=word))
            return []
        if written_word(lines[0].text) == word:
            return lines[1:]
        wrong = N_("the first line must be “game”, or “sheet” for a deal sheet")
        self.fault(self.begin(lines[0].text, lines[0].position(0)), wrong)
        return lines if keyword.match(lines[0].text) else lines[1:]

    def in_time(self, keyword: str, at: TextPosition) -> bool:
        """Note a line of the heading, or the result, that is out of place; return False if it is a repeat."""
        if self.result is not None or "result" in self.places:
            self.fault(at, Text("“{keyword}” comes after the result; nothing does", keyword=keyword))
            self.result = None  # it is told once, and the rest is read
            self.places.pop("result", None)
        if self.begun and keyword in HEADING:
            self.fault(at, Text("“{keyword}” comes after a deal; write it before the first", keyword=keyword))
        if keyword in self.places and keyword != "cut":
            self.fault(
                at,
                Text("“{keyword}” is written already, in line {line}", keyword=keyword, line=self.places[keyword].line),
            )
            return False
        return True

    def heading_line(self, keyword: str, body: str, at: TextPosition, begins: TextPosition) -> None:
        self.places[keyword] = begins
        if keyword == "rules":
            name = "-".join(body.lower().split())
            if RULES_NAME.fullmatch(name):
                self.rules = name
            else:
                wrong = no_such(body, N_("name of rules"))
                self.fault(self.begin(body, at), Text("{wrong}; write one such as league or five-card", wrong=wrong))
        elif keyword == "players":
            self.players = self.names(body, at)
        elif keyword == "dealer":
            self.dealer = self.name(body, at)
        else:
            self._result(body, at, begins)

    def _result(self, body: str, at: TextPosition, begins: TextPosition) -> None:
        number = A_NUMBER.search(body)
        split = number.start() if number else len(body)
        winner = None
        if body[:split].strip():
            winner = self.name(body[:split], at)
        what = N_("write the winner and the score of each side, such as result: Ann 121 98")
        points = self.numbers(body[split:], TextPosition(at.line, at.column + split), what)
        if points is not None:
            self.result = Result(points, winner, begins)

    def check_players(self) -> None:
        if "players" not in self.places and not self.strange:
            self.fault(TextPosition(1, 1), N_("nobody knows who plays; write players: Ann, Ben, clockwise"))
