"""The form in which a captain chooses a line-up: a list of players for each seat, those first who can play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.enums import CanPlay
from league.queries.availability import TeamAvailability, played_before, suggested_line_ups
from league.rules.formats import fixture_terms
from league.rules.line_ups import places_of
from league.rules.match_terms import KIND_NAMES
from league.rules.problems import Problem
from league.rules.sheet_fields import SEAT
from league.rules.sheets import AWAY, HOME
from league.rules.wording import clock, weekday_of_year
from league.translation import N_, Text, translated
from league.web.form_fields import read_choice

Group = tuple[str, tuple[tuple[str, str], ...]]
HEADINGS = (
    (CanPlay.YES, N_("Can play")),
    (CanPlay.MAYBE, N_("Maybe")),
    ("", N_("No answer")),
    (CanPlay.NO, N_("Can’t play")),
)


@dataclass(frozen=True, slots=True)
class LineUpSeat:
    name: str
    label: Text
    value: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class LineUpMatch:
    number: int
    kind: str
    seats: tuple[LineUpSeat, ...]


@dataclass(frozen=True, slots=True)
class LineUpForm:
    """Everything `league/availability/_line_up.html` shows."""

    team: TeamAvailability
    matches: tuple[LineUpMatch, ...]
    groups: tuple[Group, ...]  # the players by their answers
    suggested: bool  # nobody was chosen yet, and the last line-up stands in the form
    untold: bool  # somebody does not know yet where they are put
    text: str = ""  # the line-up that is kept, as text for a chat


def read_places(sent: Mapping[str, str], side: str) -> dict[str, int]:
    """Return the seats of a side that are filled in; 0, which is nobody, where what was sent is no number."""
    names = [name for name in sent if SEAT.fullmatch(name) and name.split("-")[1] == side]
    return {name: chosen for name in names if (chosen := read_choice(sent, name)) is not None}


def line_up_form(
    team: TeamAvailability, problems: Sequence[Problem] = (), sent: Mapping[str, int] | None = None
) -> LineUpForm:
    """Return the form of a side's line-up: as it was sent, or as it is kept, or else as a suggestion (two queries)."""
    terms, side = fixture_terms(team.fixture), HOME if team.side == "home" else AWAY
    filled: Mapping[str, int] = team.line_up if sent is None else sent
    suggested = sent is None and not filled
    if suggested:
        squad = [one.player for one in team.candidates]
        both = (squad, []) if side == HOME else ([], squad)
        found = suggested_line_ups(team.fixture, played_before(team.fixture), both, (side,))
        filled = {name: int(player) for name, player in found.fields.items()}
    matches = tuple(
        LineUpMatch(
            number, KIND_NAMES[kind], tuple(_seat(number, side, n, filled, problems) for n in range(1, many + 1))
        )
        for kind, number, many in places_of(terms, side)
    )
    untold = any(one.places != one.told for one in team.candidates)
    return LineUpForm(team, matches, _groups(team), suggested and bool(filled), untold, line_up_text(team))


def line_up_text(team: TeamAvailability) -> str:
    """Return the line-up that is kept as text, a line for each match; blank where nobody is chosen."""
    fixture = team.fixture
    names = {place: one.player.name for one in team.candidates for place in one.places}
    if not names:
        return ""
    local = fixture.starts_at.astimezone(fixture.league.tz)
    when = Text(
        "{day}, {time}, {venue}", day=weekday_of_year(local.date()), time=clock(local.time()), venue=fixture.venue.name
    )
    lines = [f"{fixture.home.name} v {fixture.away.name}", translated(when)]
    side = HOME if team.side == "home" else AWAY
    for _, number, many in places_of(fixture_terms(fixture), side):
        seated = [names.get(f"m{number}-{side}-{seat}", "–") for seat in range(1, many + 1)]
        lines.append(f"{number}. {' & '.join(seated)}")
    return "\n".join(lines)


def _seat(number: int, side: str, seat: int, filled: Mapping[str, int], problems: Sequence[Problem]) -> LineUpSeat:
    name = f"m{number}-{side}-{seat}"
    label = Text("Match {match}, player {seat}", match=number, seat=seat)
    wrong = tuple(problem for problem in problems if problem.field == name)
    return LineUpSeat(name, label, str(filled.get(name, "")), wrong)


def _groups(team: TeamAvailability) -> tuple[Group, ...]:
    found = (
        (heading, tuple((str(one.player.pk), one.player.name) for one in team.candidates if one.answer == answer))
        for answer, heading in HEADINGS
    )
    return tuple((heading, options) for heading, options in found if options)
