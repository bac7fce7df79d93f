"""A format as rows of a form, each a number of equal matches, and as boxes on paper for a night without a signal."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import groupby
from typing import Final

from league.rules.formats import parse_format
from league.rules.match_terms import (
    AWARDED,
    EACH,
    EACH_PAIR,
    KIND_NAMES,
    KINDS,
    MARKS,
    MOST_EACH,
    MOST_GAMES,
    MOST_MATCHES,
    MOST_PLAYERS,
    NAMED,
    PAIRINGS,
    SHORT_SIDES,
    Limits,
    MatchTerms,
    Terms,
    wrong_name,
)
from league.rules.problems import Problem
from league.rules.wording import number
from scoring.text import N_, Text

# As the column of a division has it.
LONGEST: Final = 400
LETTERS: Final[Mapping[str, Text]] = {
    "S": N_("Singles"),
    "D": N_("Doubles"),
    "T": N_("Trebles"),
    "P": N_("Team match"),
    EACH: N_("Each plays each"),
    EACH_PAIR: N_("Each pair plays each pair"),
}
ENDS: Final[Mapping[str, Text]] = {
    "all": N_("All are played"),
    "best": N_("The best of them"),
    "first": N_("The first to win so many"),
}
WRITTEN: Final[Mapping[str, Text]] = {
    "scores": N_("Each game’s losing score"),
    "winners": N_("Who won each game"),
    "totals": N_("How many games each side won"),
    "pegged": N_("How many games each side won, and the points it pegged"),
}
_MARKS: Final[Mapping[str, str]] = {str(written): mark for written, mark in MARKS.items()}
_ENDS: Final = {"all": "", "best": "b", "first": "f"}


@dataclass(frozen=True, slots=True)
class Row:
    """So many matches of a kind, as typed.

    Attributes:
        count: how many in a row; "" in an empty row.
        kind: a letter of `LETTERS`; `side` the players or pairs a side of a team match, or where each plays each.
        ends, written: words of `ENDS` and `WRITTEN`; `games` how many, as `ends` means it.
        ruleset: the word of their own ruleset; "" is the division's.
    """

    count: str = ""
    kind: str = "S"
    side: str = ""
    ends: str = "all"
    games: str = "3"
    written: str = "scores"
    ruleset: str = ""

    @property
    def word(self) -> str:
        sided = self.side if self.kind == "P" or self.kind in PAIRINGS else ""
        named = f"{NAMED}{self.ruleset}" if self.ruleset else ""
        return f"{sided}{self.kind}{_ENDS[self.ends]}{self.games}{_MARKS[self.written]}{named}"


FIELDS: Final = tuple(field.name for field in fields(Row))
ROWS: Final = range(1, MOST_MATCHES + 1)
OFTEN: Final[Mapping[str, Text]] = {
    "most": N_("Of all its matches"),
    "S": N_("Of its singles"),
    "D": N_("Of its doubles"),
    "T": N_("Of its trebles"),
    "P": N_("Of its team matches"),
}


def rows_of(terms: Terms) -> tuple[Row, ...]:
    """Rows of a format: equal matches in a row are one."""
    found = []
    shown = [match for match in terms.matches if match.pairing is None or match.pairing.home_first]
    for match, run in groupby(shown):
        found.append(_row(match, len(list(run))))
    return tuple(found)


def _row(match: MatchTerms, count: int) -> Row:
    side = str(match.players) if match.kind == "team" else ""
    if match.pairing is not None:
        side = str(match.pairing.size)
    return Row(str(count), match.letter, side, match.ends, str(match.games), match.written, match.ruleset)


def fields_of_format(terms: Terms) -> dict[str, str]:
    found = {
        f"r{place}-{name}": value
        for place, row in enumerate(rows_of(terms), start=1)
        for name, value in asdict(row).items()
    }
    often = {f"often-{name}": value for name, value in _often(terms.limits).items()}
    return found | often | {"often-short": terms.short_side}


def _often(limits: Limits) -> dict[str, str]:
    letters = {kind: letter for letter, kind in KINDS.items()}
    found = {"most": str(limits.matches)} | {letters[kind]: str(most) for kind, most in limits.kinds}
    return found | ({} if limits.partners_again else {"once": "on"})


def typed_rows(sent: Mapping[str, str]) -> list[tuple[int, Row]]:
    found = []
    for place in ROWS:
        said = {name: sent.get(f"r{place}-{name}", "").strip() for name in FIELDS}
        if said["count"]:
            found.append((place, Row(**said)))
    return found


def typed_format(sent: Mapping[str, str]) -> tuple[str, list[Problem]]:
    """Return a form's format as text, "" with a problem, and the problems at their fields."""
    rows = typed_rows(sent)
    problems = [problem for place, row in rows for problem in _wrong(place, row)]
    problems += _wrong_often(sent, {row.kind for _, row in rows})
    if short_side(sent) not in SHORT_SIDES:
        problems.append(Problem("format", N_("Choose one of the list."), "often-short"))
    if not rows:
        problems.append(Problem("format", N_("Say how many matches there are, in one row at least."), "r1-count"))
    if problems:
        return "", problems
    words = [row.word for _, row in rows for _ in range(int(row.count))]
    text = " ".join(words) + _limited(sent)
    terms, problems = parse_format(text)
    if not problems and len(str(terms)) > LONGEST:
        problems = [Problem("format", N_("This format is too long: use fewer different matches."))]
    return ("", problems) if problems else (str(terms), [])


def _wrong(place: int, row: Row) -> Sequence[Problem]:
    found: list[tuple[str, Text]] = []
    if not 1 <= _number(row.count) <= MOST_MATCHES:
        found.append(("count", Text("Write a number from 1 to {most}.", most=MOST_MATCHES)))
    if row.kind not in LETTERS:
        found.append(("kind", N_("Choose one of the list.")))
    sizes = {"P": (4, MOST_PLAYERS), **dict.fromkeys(PAIRINGS, (2, MOST_EACH))}.get(row.kind)
    if sizes is not None and not sizes[0] <= _number(row.side) <= sizes[1]:
        message = N_("Write how many players a side has: {least} to {most}.")
        if row.kind == EACH_PAIR:
            message = N_("Write how many pairs a side has: {least} to {most}.")
        told = Text(message, least=sizes[0], most=sizes[1])
        found.append(("side", told))
    if row.ends not in ENDS:
        found.append(("ends", N_("Choose one of the list.")))
    else:
        found += [("games", told) for told in _wrong_games(row)]
    if row.written not in WRITTEN:
        found.append(("written", N_("Choose one of the list.")))
    unknown = wrong_name(row.ruleset, row.ruleset) if row.ruleset else None
    if unknown is not None:
        found.append(("ruleset", unknown))
    return [Problem("format", told, f"r{place}-{name}") for name, told in found]


def _wrong_games(row: Row) -> list[Text]:
    games = _number(row.games)
    most = (MOST_GAMES + 1) // 2 if row.ends == "first" else MOST_GAMES
    if not 1 <= games <= most:
        return [Text("Write a number from 1 to {most}.", most=most)]
    if row.ends == "best" and games % 2 == 0:
        message = Text(
            "The best of an even number may end level: write {less} or {more}.", less=games - 1, more=games + 1
        )
        return [message]
    return []


def _wrong_often(sent: Mapping[str, str], kinds: Collection[str]) -> list[Problem]:
    """Problems of how often one player may play, given the letters of the matches."""
    kinds = {next((letter for letter, one in KINDS.items() if one == PAIRINGS.get(kind)), kind) for kind in kinds}
    problems = []
    for name in OFTEN:
        number = sent.get(f"often-{name}", "").strip()
        if number and not 1 <= _number(number) <= MOST_MATCHES:
            message = Text("Write a number from 1 to {most}, or leave it empty.", most=MOST_MATCHES)
            problems.append(Problem("format", message, f"often-{name}"))
        elif number and name != "most" and name not in kinds:
            message = N_("There is no such match in the format: leave it empty.")
            problems.append(Problem("format", message, f"often-{name}"))
    return problems


def short_side(sent: Mapping[str, str]) -> str:
    return sent.get("often-short", "").strip() or AWARDED


def _number(text: str) -> int:
    """The number typed; 0, which is never right, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _limited(sent: Mapping[str, str]) -> str:
    """How often one player may play, as format text behind the slash."""
    said = {name: sent.get(f"often-{name}", "").strip() for name in OFTEN}
    words = [f"{number}{'' if name == 'most' else name}" for name, number in said.items() if number]
    words += ["once"] if sent.get("often-once") else []
    words += [f"short-{short_side(sent)}"] if short_side(sent) != AWARDED else []
    return f" / {' '.join(words)}" if words else ""


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match with a box for each seat and game.

    Attributes:
        numbers: of the match, or of all where each plays each (`size` a side, in a grid), row by row.
        games: of which something is written down; none where they are only counted.
        pegged: each side's points in all games are written down.
    """

    numbers: tuple[int, ...]
    title: Text
    how: Text
    seats: range
    games: range
    size: int = 0
    pegged: bool = False

    @property
    def grid(self) -> bool:
        return self.size > 0

    @property
    def rows(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        size = self.size
        return tuple((place, self.numbers[(place - 1) * size : place * size]) for place in range(1, size + 1))


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A fixture's card; `legend` says what to write into the boxes."""

    matches: tuple[PaperMatch, ...]
    legend: tuple[Text, ...]

    @property
    def wide(self) -> bool:
        """Whether matches have so many games that fewer fit beside each other."""
        return any(len(match.games) > 4 for match in self.matches if not match.grid)


def paper_card(terms: Terms) -> PaperCard:
    return PaperCard(tuple(_matches(terms)), tuple(_legend(terms)))


def _matches(terms: Terms) -> Iterator[PaperMatch]:
    for place, match in enumerate(terms.matches, start=1):
        played = range(1, 1 if match.counted else match.most + 1)
        if match.pairing is None:
            title = Text("{n}. {kind}", n=place, kind=KIND_NAMES[match.kind].capitalised())
            yield PaperMatch((place,), title, _how(match), range(1, match.players + 1), played, pegged=match.pegged)
        elif match.pairing.home_first:
            size = match.pairing.size
            last = place + size * size - 1
            title = Text("{first}–{last}. {pairing}", first=place, last=last, pairing=LETTERS[match.letter])
            numbers = tuple(range(place, place + size * size))
            yield PaperMatch(numbers, title, _how(match), range(1, match.players + 1), played, size)


def _how(match: MatchTerms) -> Text:
    own = match.own_ruleset_title
    return _describe_end(match) if own is None else Text("{how}, {ruleset}", how=_describe_end(match), ruleset=own)


def _describe_end(match: MatchTerms) -> Text:
    if match.ends == "best":
        return Text("best of {number}", number=number(match.games))
    if match.ends == "first":
        return Text("first to {number}", number=number(match.games))
    if match.games == 1:
        return N_("one game")
    return Text.plural(
        "{number} game, all played", "{number} games, all played", n=match.games, number=number(match.games)
    )


def _legend(terms: Terms) -> Iterator[Text]:
    written = {match.written for match in terms.matches if match.pairing is None}
    if "scores" in written:
        yield N_("Write each side’s score into its box of the game.")
    if "winners" in written:
        yield N_("Tick the winner’s box of each game.")
    if any(match.pairing is not None for match in terms.matches):
        yield N_("Where each plays each, write into the box who won: H or A, once for each game.")
    if any(match.written == "scores" and match.pairing is not None for match in terms.matches):
        yield N_("Add the loser’s score of each game.")
    if any(match.pegged and match.pairing is not None for match in terms.matches):
        yield N_("Add the points that each side pegged in all games of the match.")
    yield N_("Under “Won” write how many games each side has won.")
    if "pegged" in written:
        yield N_("Under “Pegged” write the points that each side pegged in all games of the match.")
    if any(match.ends != "all" for match in terms.matches):
        yield N_("A match that is over leaves its last boxes empty.")
