"""What a cell of each column may hold: parsers of its text, which return a value or raise `Wrong`."""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, NamedTuple, get_args

from league.enums import Evening, Night, RoleKind, SecondHalf
from league.rules.format_forms import LONGEST
from league.rules.formats import parse_format
from league.rules.match_terms import KINDS, NAMED, Kind
from league.rules.problems import Problem
from league.rules.scheme import WonBy
from league.rules.scheme_columns import Column as CountedColumn
from league.rules.settings import AS_THE_SEASON, EVENINGS, DivisionSettings
from league.rules.wording import read_time
from league.services.portability.imports.dates import judged_date, night_of
from league.translation import N_, Text
from timetable.calendar import Blank

Parse = Callable[[str], Any]
# Of a cell, as far as a problem repeats it.
LONGEST_QUOTE = 60
MOST_ROUNDS = 8
BLANK_WEEKS: Mapping[str, Blank] = {
    "penultimate of each round": "penultimate",
    "last of the season": "last",
    "none": "none",
}
ROLES = {
    "": "",
    "captain": RoleKind.CAPTAIN,
    "vice-captain": RoleKind.VICE_CAPTAIN,
    "vice captain": RoleKind.VICE_CAPTAIN,
}
WishKind = Literal["meet in week", "never both at home"]
WISHES: tuple[WishKind, ...] = ("meet in week", "never both at home")


class Rounds(NamedTuple):
    """How many rounds there are, and whether the last of them is half a round."""

    number: int
    half: bool


class BlankWeeks(NamedTuple):
    """Which weeks are left blank; where they are named, by days of them."""

    kind: Blank
    days: tuple[dt.date, ...] = ()


Note = Literal["", "walkover home", "walkover away", "postponed", "nobody"]
# Other words for a kind of match.
_KINDS: dict[Kind, tuple[str, ...]] = {
    "singles": ("single",),
    "doubles": ("double", "pairs", "pair"),
    "trebles": ("treble", "triples", "triple", "threes"),
    "team": ("teams", "team match"),
}
# As many write a number: "Week 3", "wk3", "3rd". What stands before it is a word for the column.
_NUMBERED = re.compile(r"(?:([a-z]+)[\s.:#-]*(?:no\.?\s*)?)?([0-9]{1,4})(?:st|nd|rd|th)?", re.IGNORECASE)
_HALF = re.compile(r"([0-9])(?:[.,]50?| ?½| 1/2)")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


class Wrong(ValueError):
    """A cell that is not as it must be: what is wrong, with the cell quoted in front of it unless `quote` is False."""

    def __init__(self, *messages: Text | Problem, quote: bool = True) -> None:
        super().__init__(*messages)
        self.messages, self.quote = messages, quote

    @property
    def texts(self) -> list[str]:
        return [message.message if isinstance(message, Problem) else message for message in self.messages]


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def quoted(cell: str, message: str) -> Text:
    return Text('"{cell}": {message}', cell=shortened(cell), message=message)


def longer_than(most: int) -> Text:
    return Text.plural("is longer than {n} letter", "is longer than {n} letters", n=most)


def text_parser(most: int = 0) -> Parse:
    def parse(text: str) -> str:
        if most and len(text) > most:
            raise Wrong(longer_than(most), quote=False)
        return text

    return parse


def name_parser(most: int = 120) -> Parse:
    def parse(text: str) -> str:
        if not text:
            raise Wrong(N_("is missing"), quote=False)
        if len(text) > most:
            raise Wrong(longer_than(most))
        return text

    return parse


def number_parser(*words: str, most: int = 99) -> Parse:
    """Return a parser of whole numbers from 1; one of these words may stand before them."""

    def parse(text: str) -> int:
        match = _NUMBERED.fullmatch(text)
        if match and (match[1] or words[0]).casefold() in words:
            text = match[2]
        if not re.fullmatch(r"[0-9]{1,4}", text) or not 1 <= int(text) <= most:
            raise Wrong(Text("write a whole number from {least} to {most}", least=1, most=most))
        return int(text)

    return parse


def parse_date(text: str) -> dt.date:
    judged = judged_date(text)
    if not isinstance(judged, dt.date):
        raise Wrong(judged)
    return judged


def parse_dates(text: str) -> tuple[dt.date, ...]:
    """Return the dates of a cell, separated by semicolons or commas."""
    parts = [(part, judged_date(part)) for part in map(str.strip, re.split("[;,]", text)) if part]
    if wrong := [quoted(part, judged) for part, judged in parts if not isinstance(judged, dt.date)]:
        raise Wrong(*wrong, quote=False)
    return tuple(judged for _, judged in parts if isinstance(judged, dt.date))


def parse_night(text: str) -> Night | None:
    found = night_of(text)
    if found is None and text:
        raise Wrong(N_("write a day of the week, like Tuesday"))
    return found


def parse_time(text: str) -> dt.time | None:
    found = read_time(text) if text else None
    if found is None and text:
        raise Wrong(N_("write a time like 20:00"))
    return found


def optional(parse: Parse, blank: object) -> Parse:
    """Return a parser that returns `blank` for an empty cell."""
    return lambda text: parse(text) if text else blank


def parse_rounds(text: str) -> Rounds:
    """Return the rounds, which may end with half a one: 1.5 is two."""
    half = _HALF.fullmatch(text)
    if half is None:
        return Rounds(number_parser("round", "rounds", "rd", "r", most=MOST_ROUNDS)(text), half=False)
    if not 1 <= int(half[1]) < MOST_ROUNDS:
        raise Wrong(Text("write a number from 1 to {most}, or a half between, like 1.5", most=MOST_ROUNDS))
    return Rounds(int(half[1]) + 1, half=True)


def parse_blank_weeks(text: str) -> BlankWeeks:
    if text.casefold() in BLANK_WEEKS:
        return BlankWeeks(BLANK_WEEKS[text.casefold()])
    if not any(letter.isdigit() for letter in text):
        known = ", ".join(f'"{words}"' for words in BLANK_WEEKS)
        raise Wrong(Text("write {known}, or a day of each week that is left blank", known=known))
    return BlankWeeks("named", parse_dates(text))


def parse_fixture_format(text: str) -> str:
    """Return a format as it is stored; one that is too long is not read at all."""
    if len(text) > LONGEST:
        raise Wrong(longer_than(LONGEST), quote=False)
    terms, problems = parse_format(text)
    if problems:
        raise Wrong(*problems, quote=False)
    if len(str(terms)) > LONGEST:
        raise Wrong(longer_than(LONGEST), quote=False)
    words = (word.partition(NAMED) for word in text.split())
    # What names a ruleset is in small letters.
    return " ".join(match.upper() + named + ruleset.lower() for match, named, ruleset in words)


def points_parser(column: CountedColumn, *, needed: bool) -> Parse:
    """Return a parser of points or games, as a column of a division has them; an empty cell may be its default."""

    def parse(text: str) -> Decimal | int | None:
        typed = text.replace(",", ".").replace("½", ".5").replace("−", "-")
        if not typed and not needed:
            return column.default
        try:
            said = Decimal(typed)
        except InvalidOperation:
            said = Decimal("NaN")
        if not said.is_finite() or not column.least <= said <= 999 or round(said, 0 if column.whole else 2) != said:
            raise Wrong(N_("write a whole number like 15") if column.whole else N_("write a number like 1 or 0.5"))
        return int(said) if column.whole else said

    return parse


def parse_won_by(text: str) -> str:
    games, matches = get_args(WonBy)
    if text.casefold() not in ("", games, matches):
        raise Wrong(Text("write {one} or {other}, or nothing", one=games, other=matches))
    return text.casefold() or DivisionSettings().won_by


def parse_second_half(text: str) -> SecondHalf | None:
    if text and text.casefold() not in SecondHalf.values:
        mirrored, french = SecondHalf.values
        raise Wrong(Text("write {one} or {other}, or nothing", one=mirrored, other=french))
    return SecondHalf(text.casefold()) if text else None


def parse_evening(text: str) -> Evening | None:
    """Return one evening for everybody, or each home team's own; None for an empty cell."""
    if not text or text.casefold() == Evening.OWN:
        return Evening(text.casefold()) if text else None
    found = night_of(text)
    if found is None:
        raise Wrong(N_('write "own", or a day of the week for everybody, like Tuesday'))
    return Evening(EVENINGS[found])


def parse_evenings(text: str) -> dict[str, DivisionSettings]:
    """Return divisions' own evenings and starts, like "Division 2 = Wednesday 20:00; Division 3 = 19:30"."""
    found: dict[str, DivisionSettings] = {}
    wrong = []
    for part in filter(None, map(str.strip, text.split(";"))):
        division, _, when = part.rpartition("=")
        nights = [one for one in map(night_of, when.split()) if one is not None]
        rest = " ".join(word for word in when.split() if night_of(word) is None)
        start = read_time(rest) if rest else None
        if not division.strip() or len(nights) > 1 or not (nights or rest) or (rest and start is None):
            wrong.append(Text('write it like "Division 2 = Wednesday 20:00", not "{part}"', part=part))
        own = EVENINGS[nights[0]] if nights else AS_THE_SEASON
        found[" ".join(division.split())] = DivisionSettings(own_evening=own, own_start=start)
    if wrong:
        raise Wrong(*wrong)
    return found


def parse_role(text: str) -> str:
    if text.casefold() not in ROLES:
        raise Wrong(N_("write captain, vice-captain or nothing"))
    return str(ROLES[text.casefold()])


def parse_email(text: str) -> str:
    if text and (not _EMAIL.fullmatch(text) or len(text) > 254):
        raise Wrong(N_("is not an email address"))
    return text.lower()


def parse_phone(text: str) -> str:
    if text and (len(text) > 40 or not any(letter.isdigit() for letter in text)):
        raise Wrong(N_("is not a telephone number"))
    return text


def parse_person(text: str) -> str:
    if text and text.casefold() != "new" and not re.fullmatch(r"[0-9]{1,12}", text):
        raise Wrong(N_('write the number of a player of the league, "new", or nothing'))
    return text.casefold()


def parse_wish(text: str) -> WishKind:
    kind = next((known for known in WISHES if known == text.casefold()), None)
    if kind is None:
        raise Wrong(Text("write {one} or {other}", one=WISHES[0], other=WISHES[1]))
    return kind


def parse_kind_of_match(text: str) -> Kind:
    said = text.casefold()
    kind = next((kind for letter, kind in KINDS.items() if said in (kind, letter.casefold(), *_KINDS[kind])), None)
    if kind is None:
        raise Wrong(N_("write singles, doubles, trebles or team"))
    return kind


def parse_names(text: str) -> tuple[str, ...]:
    """Return the names of a cell, with strokes between them."""
    found = tuple(part.strip() for part in text.split("/") if part.strip())
    if not found:
        raise Wrong(N_("is missing"), quote=False)
    return found


def parse_note(text: str) -> Note:
    known = next((known for known in get_args(Note) if known == text.casefold()), None)
    if known is None:
        raise Wrong(
            N_(
                'is not understood; write "walkover home", "walkover away" or "postponed" of a fixture, "nobody" of a '
                "match that both sides had nobody for, or nothing"
            )
        )
    return known
