"""Players of several teams as a person types or pastes them.

One name a line below the team's ("Swan"), ``Swan: Ann Archer, Bob Miller``, or the columns of a spreadsheet in any
order: the cell that is a team of the season is the team, the one with an @ the address, the one of digits the
telephone number, and the others are names. Bullets, numbers, "(captain)" and a cell that says no more are left out.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from league.rules.names import check_name, clean_line, few_slips, folded, nearest_name
from league.rules.problems import Problem
from scoring.text import N_, Text

MOST_PLAYERS, MOST_PROBLEMS = 2_000, 50
_MARKS = ("\t", ";", ",")
_BULLET = re.compile(r"^(?:[-*•–—·]+|\(?\d{1,2}[.)])\s+")
_ROLE = re.compile(r"[(\[](?:vice[- ]?)?(?:c|vc|capt\.?|captain|skipper)[)\]]\s*$", re.IGNORECASE)
# Begins where a word does: begun anywhere in one, a long line without an @ would be read from each of its letters on.
_ADDRESS = re.compile(r"(?:[<(\[]\s*)?(?<![^\s<>()\[\],;@])(?:mailto:)?([^\s<>()\[\],;@]+@[^\s<>()\[\],;@]+)\s*[>)\]]?")
_PHONE = re.compile(r"\+?[\d ()/.-]{5,}")
# The headings of a column that each cell below may have.
_HEADINGS = frozenset({
    "player", "players", "name", "names", "full name", "player name", "team", "team name", "club", "side", "email",
    "e-mail", "email address", "mail", "phone", "telephone", "tel", "mobile", "phone number", "role", "position",
})  # fmt: skip
# What a column of roles has in its cells: they are nobody's names.
_ROLES = frozenset({"captain", "vice-captain", "vice captain", "vice", "skipper", "player", "member"})


@dataclass(frozen=True, slots=True)
class SquadLine:
    """A player of a team, and the line of the list that names them."""

    line: int
    team: str
    name: str
    email: str = ""
    phone: str = ""


def read_squads(text: str, *, teams: Sequence[str], team: str = "") -> tuple[list[SquadLine], list[Problem]]:
    """Parse a list of players; with problems, only the right ones are returned.

    Args:
        teams: the season's.
        team: of the names that stand below no team.
    """
    reading = _Reading({folded(name): name for name in teams}, team)
    for number, line in enumerate(text.replace("\0", "").splitlines(), start=1):
        reading.read(number, line)
        if len(reading.problems) >= MOST_PROBLEMS or len(reading.players) > MOST_PLAYERS:
            # Of the lines below nothing is said until these are right.
            break
    if not reading.players and not reading.problems:
        reading.tell(0, N_("Write the names, one a line."))
    if len(reading.players) > MOST_PLAYERS:
        reading.tell(0, Text("These are more than {most} players: save them in parts.", most=MOST_PLAYERS))
    return reading.players[:MOST_PLAYERS], reading.problems


@dataclass(slots=True)
class _Cells:
    """What the cells of a line are."""

    team: str = ""
    phone: str = ""
    no_address: str = ""
    names: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)

    def take(self, cell: str, teams: Mapping[str, str]) -> None:
        self.addresses += _ADDRESS.findall(cell)
        rest = _ROLE.sub("", _BULLET.sub("", _ADDRESS.sub(" ", cell).strip())).strip()
        digits = sum(letter.isdigit() for letter in rest)
        if not rest or (rest.isdigit() and digits < 4) or rest.casefold() in _ROLES:
            # Nothing is left, or the number of a row, or a role.
            return
        if not self.team and folded(rest) in teams:
            self.team = teams[folded(rest)]
        elif digits > 4 and _PHONE.fullmatch(rest):
            self.phone = rest
        elif "@" in rest:
            self.no_address = rest
        else:
            self.names.append(rest)

    def problem(self) -> Text | None:
        if not self.names:
            return N_("The player’s name is missing.")
        if len(self.names) > 1 and (self.addresses or self.phone):
            return N_("Write one player a line where there is an address or a telephone number.")
        return N_("Write one address for each player.") if len(self.addresses) > 1 else None


class _Reading:
    def __init__(self, teams: dict[str, str], team: str) -> None:
        self.teams, self.team, self.unknown = teams, team, False
        self.players: list[SquadLine] = []
        self.problems: list[Problem] = []
        self.first: dict[tuple[str, str], int] = {}
        self.owners: dict[str, SquadLine] = {}

    def tell(self, number: int, message: Text | str) -> None:
        where: Text | str = Text("line {number}", number=number) if number else ""
        self.problems.append(Problem("line", message, "players", where))

    def read(self, number: int, text: str) -> None:
        line = clean_line(text.replace("\t", " "))
        if not line or self._is_heading(text):
            return
        whole = self.teams.get(folded(line.removesuffix(":").strip()))
        if whole is not None:
            self.team, self.unknown = whole, False
            return
        meant = next((name for key, name in self.teams.items() if few_slips(folded(line), key)), None)
        if meant is not None:
            # The names below would be the team's before.
            message = Text("Is “{name}” the team {team}? Write “{team}”, or the player’s first and last name.",
                           name=line, team=meant)  # fmt: skip
            self.tell(number, message)
            self.team, self.unknown = "", True
            return
        before, colon, after = text.partition(":")
        if colon and "mailto" not in before.casefold():
            named = self.teams.get(folded(clean_line(before)))
            if named is None:
                self._tell_unknown(number, clean_line(before))
            # The names of an unknown team are nobody else's, and are looked at all the same.
            self.team, text = named or "", after
            self.unknown = named is None
        self._read_cells(number, text)

    def _is_heading(self, text: str) -> bool:
        cells = [cell.casefold() for cell in _cells(text)]
        return not self.players and len(cells) > 1 and all(cell in _HEADINGS for cell in cells)

    def _tell_unknown(self, number: int, name: str) -> None:
        near = nearest_name(name, self.teams.values())
        if near:
            self.tell(number, Text("“{name}” is not a team of this season. Did you mean {team}?", name=name, team=near))
        else:
            self.tell(number, Text("“{name}” is not a team of this season.", name=name))

    def _read_cells(self, number: int, text: str) -> None:
        cells = _Cells()
        for cell in _cells(text):
            cells.take(cell, self.teams)
        of, wrong = cells.team or self.team, cells.problem()
        if cells.no_address:
            self.tell(number, Text("“{text}” is not an email address.", text=cells.no_address))
        elif not of and not self.unknown:
            self.tell(number, N_("Which team? Write it above the names, or in front: “Swan: Ann Archer, Bob Miller”."))
        elif wrong is not None:
            self.tell(number, wrong)
        else:
            for name in cells.names:
                self._add(SquadLine(number, of, name, next(iter(cells.addresses), ""), cells.phone))

    def _add(self, player: SquadLine) -> None:
        if wrong := check_name(player.name):
            self.tell(player.line, wrong[0].message)
            return
        if not player.team:
            return
        key = (player.team, folded(player.name))
        if key in self.first:
            message = Text("“{name}” stands in line {first} already.", name=player.name, first=self.first[key])
            self.tell(player.line, message)
            return
        self.first[key] = player.line
        owner = self.owners.setdefault(player.email.casefold(), player) if player.email else player
        if owner is not player:
            message = Text("This address is {name}’s already, in line {line}.", name=owner.name, line=owner.line)
            self.tell(player.line, message)
            return
        self.players.append(player)


def _cells(text: str) -> Iterable[str]:
    mark = next((mark for mark in _MARKS if mark in text), None)
    return filter(None, (clean_line(cell.strip().strip('"')) for cell in (text.split(mark) if mark else [text])))
