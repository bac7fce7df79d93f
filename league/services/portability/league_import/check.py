"""Everything about an exported file that can be told before anything is written, all of it at once."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.db.models import Model

from league.errors import Invalid
from league.models import Fixture, Invitation, League, Notice, Player, Team, User
from league.models.photographs import EncodedPicture
from league.rules.chain import entry_hash
from league.rules.names import folded
from league.services.photographs import check_header
from league.services.portability.exports.tables import (
    HEAD,
    JOURNAL,
    LEAGUE,
    OF_PEOPLE,
    TABLES,
    USERS,
    Table,
    references_of,
    referred_to,
)
from league.services.portability.league_import.archive import (
    Archive,
    Faults,
    Values,
    describe_error,
    read_line,
    readers_of,
)
from league.services.portability.league_import.keys import invitation_of
from league.services.portability.league_import.older import implied_ids
from league.services.portability.league_import.people import SeparateAccount, people_here
from league.translation import N_, Text

AT_ONCE = 500
HERE_ALREADY: Mapping[type[Model], Text] = {
    Team: Text(
        "teams of this league are here already, in “{league}”: it can only be imported on another server.", league=""
    ),
    Player: Text(
        "players of this league are here already, in “{league}”: it can only be imported on another server.", league=""
    ),
    Fixture: Text(
        "fixtures of this league are here already, in “{league}”: it can only be imported on another server.", league=""
    ),
}


@dataclass(slots=True)
class CheckState:
    """The facts that the check learns on its way.

    Attributes:
        ids: the numbers in the file, of the models that rows refer to.
        league: the league's row.
        people: those users of the file who are known here, by their number in the file.
        apart: those who only seem to be.
        doubtful: the models some of whose rows are faulty.
        uids: what names teams, players and fixtures wherever they are.
        users: the rows of all users.
        invited: whom each invitation is for that can still be accepted, or sent once more, by its number in the file.
    """

    league: Values = field(default_factory=dict)
    ids: dict[type[Model], set[int]] = field(default_factory=lambda: {model: set() for model in referred_to()})
    people: dict[int, User] = field(default_factory=dict)
    apart: dict[int, SeparateAccount] = field(default_factory=dict)
    doubtful: set[type[Model]] = field(default_factory=set)
    uids: dict[type[Model], list[uuid.UUID]] = field(default_factory=lambda: {Team: [], Player: [], Fixture: []})
    users: list[Values] = field(default_factory=list)
    invited: dict[int, int] = field(default_factory=dict)


def check_rows(archive: Archive, faults: Faults) -> CheckState:
    """Read every row once; what is wrong with the file is in `faults`. Nothing is asked about this server."""
    found = CheckState()
    for model, numbers in implied_ids(archive.version).items():
        found.ids[model] |= numbers
    chain = _Chain(faults)
    for table in TABLES:
        _check_table(archive, table, found, chain, faults)
    _check_addresses(found.users, faults)
    return found


def check_against_server(
    found: CheckState, faults: Faults, *, said: Mapping[str, str], vouched: Collection[str] = (), all_same: bool = False
) -> None:
    """Check that what was found can be taken in on this server, and note those of its people who are known here.

    Args:
        said: what the league is to be called here, name or slug, in place of what the file says.
        vouched, all_same: as `people_here` wants them.
    """
    for option, value in said.items():
        try:
            readers_of(LEAGUE)[option](value)
        except ValueError as wrong:
            faults.add("", Text("--{option} {value}: {why}", option=option, value=value, why=describe_error(wrong)))
    for model, uids in found.uids.items():
        _check_strangers(model, uids, faults)
    if not faults.problems:
        for option in ("name", "slug"):
            value = said.get(option, found.league[option])
            taken = {"name_key": folded(value)} if option == "name" else {"slug": value}
            if League.objects.filter(**taken).exists():
                message = (
                    Text("There is a league with the name “{name}” here; give another with --name.", name=value)
                    if option == "name"
                    else Text("There is a league with the slug “{slug}” here; give another with --slug.", slug=value)
                )
                faults.add("", message, code="taken")
    found.people, found.apart = people_here(found.users, faults, vouched=vouched, all_same=all_same)


def _check_table(archive: Archive, table: Table, found: CheckState, chain: "_Chain", faults: Faults) -> None:
    before, count = 0, 0
    later: list[tuple[int, str, int]] = []
    for number, line in archive.lines(table, faults):
        count = number
        row = read_line(archive, table, number, line, faults)
        if row is None:
            # What rests on a faulty row cannot be judged, and nothing is said of it.
            found.doubtful.add(table.model)
            continue
        if table not in OF_PEOPLE and row["id"] <= before:
            faults.add(f"{table.file}:{number}", N_("rows stand in the order of their numbers, each once"), field="id")
        before = row["id"]
        later += _check_references(table, number, row, found, faults)
        if issubclass(table.model, EncodedPicture):
            _check_photograph(f"{table.file}:{number}", row, faults)
        if table.model is Notice:
            _check_recipient(f"{table.file}:{number}", row, found, faults)
        if table.model in found.ids:
            found.ids[table.model].add(row["id"])
        _keep(table, row, found)
        chain.look(table, number, row, found)
    chain.end(table, count, found)
    if table is LEAGUE and count != 1:
        faults.add(table.file, N_("must hold exactly one league"))
    for number, name, value in later:
        if value not in found.ids[table.model] and table.model not in found.doubtful:
            faults.add(f"{table.file}:{number}", _absent(table.name, value), field=name)


def _keep(table: Table, row: Values, found: CheckState) -> None:
    if table.model in found.uids:
        found.uids[table.model].append(row["uid"])
    if table is LEAGUE:
        found.league = row
    elif table is USERS:
        found.users.append(row)
    elif table.model is Invitation and row["accepted_at"] is None and row["revoked_at"] is None:
        found.invited[row["id"]] = row["user"]


def _check_recipient(where: str, row: Values, found: CheckState, faults: Faults) -> None:
    """Refuse the letter of an invitation to anybody but whom it is for: it would sign them in as that person here."""
    number = invitation_of(row["kind"], row["key"])
    invited = None if number is None else found.invited.get(number)
    if invited is not None and invited != row["recipient"]:
        faults.add(where, N_("the letter of an invitation goes to somebody whom it does not invite"), field="recipient")


def _check_photograph(where: str, row: Values, faults: Faults) -> None:
    """Refuse what no upload could have left: whoever opens the case would have their browser decode it."""
    content = bytes(row["content"])
    try:
        header = check_header(content)
    except Invalid as refused:
        faults.add(where, refused.problems[0], field="content")
        return
    if sha256(content).hexdigest() != row["sha256"]:
        faults.add(where, N_("the photograph isn't the one that was exported"), field="sha256")
    if row["width"] != header.width:
        width = Text("the photograph's width is {size} pixels, not {said}", size=header.width, said=row["width"])
        faults.add(where, width, field="width")
    if row["height"] != header.height:
        height = Text("the photograph's height is {size} pixels, not {said}", size=header.height, said=row["height"])
        faults.add(where, height, field="height")


def _check_references(
    table: Table, number: int, row: Values, found: CheckState, faults: Faults
) -> list[tuple[int, str, int]]:
    """Hold each reference against the rows read so far; returns those to the table itself, for its end."""
    own = []
    for name, target in references_of(table).items():
        value = row[name]
        if value is None:
            continue
        if target is table.model:
            own.append((number, name, value))
        elif value not in found.ids[target] and target not in found.doubtful:
            absent = _absent(str(target._meta.model_name), value)
            faults.add(f"{table.file}:{number}", absent, field=name)
    return own


def _absent(table: str, number: int) -> Text:
    return Text("there is no {table} {number} in the file", table=table, number=number)


def _check_strangers(model: type[Model], uids: Sequence[Any], faults: Faults) -> None:
    """Whether a team, player or fixture of the file is on this server already: then so is the league."""
    path = "division__season__league" if model is Fixture else "league"
    for start in range(0, len(uids), AT_ONCE):
        here = model._default_manager.filter(uid__in=uids[start : start + AT_ONCE]).order_by()
        slug = here.values_list(f"{path}__slug", flat=True).first()
        if slug is not None:
            faults.add("", HERE_ALREADY[model].with_params(league=slug), code="here-already")
            return


def _check_addresses(users: Iterable[Values], faults: Faults) -> None:
    seen: set[str] = set()
    for row in users:
        if row["email"].lower() in seen:
            faults.add(USERS.file, Text("{address} stands there twice", address=row["email"]), field="email")
        seen.add(row["email"].lower())


class _Chain:
    """The check that the journal's entries follow each other as they were written, up to the end its head names."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.broken = False
        self.number, self.hash = 0, ""

    def look(self, table: Table, number: int, row: Values, found: CheckState) -> None:
        if self.broken or JOURNAL.model in found.doubtful:
            return
        where = f"{table.file}:{number}"
        if table is JOURNAL:
            names = ("kind", "key", "what", "why", "data", "refs", "at", "number", "made_of")
            said = {name: row[name] for name in names}
            follows = row["number"] == self.number + 1 and row["previous"] == self.hash
            if not follows or entry_hash(self.hash, **said) != row["hash"]:
                self._break(where, Text("the journal's chain is broken at entry {number}", number=row["number"]))
            self.number, self.hash = row["number"], row["hash"]
        elif table is HEAD and (row["number"], row["hash"]) != (self.number, self.hash):
            end = Text(
                "the journal ends with entry {number}, and {count} are in the file",
                number=row["number"],
                count=self.number,
            )
            self._break(where, end)

    def end(self, table: Table, count: int, found: CheckState) -> None:
        """The journal has one end, or none where nothing was decided yet."""
        if JOURNAL.model in found.doubtful:
            return
        if table is HEAD and count != (1 if self.number else 0) and not self.broken:
            self._break(table.file, N_("must have one line: where the journal ends"))

    def _break(self, where: str, message: Text) -> None:
        self.broken = True
        self.faults.add(where, message)
