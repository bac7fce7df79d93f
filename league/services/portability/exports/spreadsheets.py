"""A season as the secretary's own six spreadsheets, which `import_season` loads.

Spreadsheets cannot say everything. What they leave out is told; whoever wants all of it exports the whole league.
"""

import datetime as dt
import zipfile
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import IO

from django.db.models import Model

from league.access import CAPTAINS
from league.enums import CompetitionKind, FixtureState, Night, ResultKind, RoleKind
from league.models import (
    Adjustment,
    Division,
    Entry,
    Fixture,
    LotsDrawn,
    Match,
    Player,
    Registration,
    Result,
    Role,
    Season,
    Venue,
)
from league.queries.portability import RESULTS, result_lines, results_of
from league.queries.seasons.rulesets import earlier_formats
from league.queries.standings.decisions import late_cards_of
from league.rules.cells import Cell, csv_text
from league.rules.scheme_columns import COLUMNS, stored_scheme
from league.rules.settings import DivisionSettings, SeasonSettings, declared, stored, usable_weeks
from league.rules.tie_breaks import signed
from league.services.portability.imports import HEADINGS
from league.services.portability.imports.parsers import BLANK_WEEKS
from league.services.portability.imports.spreadsheets import WON_BY
from timetable.calendar import WEEKDAYS

Left = str
Rows = list[tuple[Cell, ...]]
README = "README.txt"
NEVER = (
    "Spreadsheets hold a season's teams, players, fixtures and the results that count. They never hold who else has",
    "a role, earlier versions of results, disputes, rulings, calls, drafts, messages, what anybody is charged, the",
    "league's settings or the journal: the export of the whole league does.",
)


def write_spreadsheets(season: Season, out: IO[bytes]) -> list[Left]:
    """Write the six files and a README.txt that tells what they leave out. Returns what that is, a sentence each."""
    left: list[Left] = []
    files = {
        "venues.csv": ((*HEADINGS["venues.csv"], "closed on"), _venues(season)),
        "season.csv": (
            (*HEADINGS["season.csv"], "second half", "evening", "evenings of divisions", *_MORE, WON_BY),
            _season(season, left),
        ),
        "teams.csv": (HEADINGS["teams.csv"], _teams(season, left)),
        "players.csv": (HEADINGS["players.csv"], _players(season, left)),
        "fixtures.csv": (HEADINGS["fixtures.csv"], _fixtures(season, left)),
        "results.csv": (RESULTS, _results(season, left)),
    }
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (headings, rows) in files.items():
            # With its mark, or a spreadsheet program takes UTF-8 for its own encoding.
            archive.writestr(name, csv_text(headings, rows).encode("utf-8-sig"))
        archive.writestr(README, _readme(season, left))
    return left


def _readme(season: Season, left: list[Left]) -> str:
    lines = [f"{season.league}, {season}: the spreadsheets that Muggins loads.", ""]
    lines += ["They leave out:", "", *(f"- {what}" for what in left)] if left else ["They leave nothing out of these."]
    lines += ["", *NEVER]
    return "\r\n".join([*lines, ""])


def _dates(dates: Iterator[str]) -> str:
    return "; ".join(dates)


def _venues(season: Season) -> Rows:
    found = Venue.objects.filter(league=season.league).prefetch_related("closures").order_by("name")
    renamed = Entry.objects.filter(season=season).exclude(venue_called="")
    called = dict(renamed.values_list("venue", "venue_called"))
    return [
        (
            called.get(venue.pk, venue.name),
            venue.address,
            venue.boards,
            _dates(day.date.isoformat() for day in venue.closures.all()),
        )
        for venue in found
    ]


def _season(season: Season, left: list[Left]) -> Rows:
    divisions = list(Division.objects.filter(season=season).select_related("season__league").order_by("order", "name"))
    if not divisions:
        left.append("season.csv has no format: the season has no division yet.")
        return []
    first = divisions[0]
    for other in divisions[1:]:
        if other.fixture_format != first.fixture_format or stored_scheme(other) != stored_scheme(first):
            left.append(f"{other} plays another format or for other points than {first}; season.csv has one for all.")
    for division in divisions:
        left.extend(f"{division}: {what}." for what in _unlike(division, Division(), OF_A_DIVISION))
    left.extend(_earlier(divisions))
    said = OF_A_SEASON if season.catch_up == "named" else (*OF_A_SEASON, "catch_up_weeks")
    # A whole number of rounds does not say what becomes of the last of more of them.
    said = said if season.rounds.count() > 1 else (*said, "last_round")
    left.extend(f"How the season is run: {what}." for what in _unlike(season, Season(), said))
    left.extend(_adjustments(season))
    left.extend(_late_cards(season))
    left.extend(_lots(season))
    no_play = season.weeks.filter(number=None).order_by("starts_on").values_list("starts_on", flat=True)
    return [
        (
            season.name, season.first_week.isoformat(), _rounds(season), _blank_week(season),
            _dates(day.isoformat() for day in no_play), first.fixture_format, _number(first.points_per_game),
            season.second_half, season.evening, _evenings(divisions, left),
            *(_number(getattr(first, name)) for name in _MORE.values()), first.won_by,
        )
    ]  # fmt: skip


def _evenings(divisions: list[Division], left: list[Left]) -> str:
    """Return the evenings and starts of divisions' own, as season.csv has them: "Division 2 = Wednesday 20:00"."""
    said = []
    for division in divisions:
        own = stored(DivisionSettings, division)
        night = [] if own.night is None else [str(WEEKDAYS[own.night])]
        start = [] if own.own_start is None else [f"{own.own_start:%H:%M}"]
        if (night or start) and ";" in division.name:
            left.append(f"{division}: {' '.join([*night, *start])} for all of it.")
        elif night or start:
            said.append(f"{division.name} = {' '.join([*night, *start])}")
    return "; ".join(said)


def _rounds(season: Season) -> str:
    """Return how many rounds it has, as season.csv has it: "1.5" where the last of two is half a round."""
    count = season.rounds.count()
    return f"{count - 1}.5" if stored(SeasonSettings, season).shape.is_half(count, count) else str(count)


def _earlier(divisions: list[Division]) -> Iterator[str]:
    """Yield which results season.csv has not the format of: a new season would not take them."""
    by_pk = {division.pk: division for division in divisions}
    for division, kept in earlier_formats(divisions).items():
        for one in kept:
            days = f"{one.first:%Y-%m-%d} to {one.last:%Y-%m-%d}"
            told = (
                f"1 fixture with a result, of {one.first:%Y-%m-%d}, was"
                if one.fixtures == 1
                else f"{one.fixtures} fixtures with a result, of {days}, were"
            )
            yield f"{by_pk[division]}: {told} played by the format {one.format}; season.csv has the one of now."


def _blank_week(season: Season) -> str:
    if season.catch_up == "named":
        return _dates(iter(usable_weeks(season.catch_up_weeks)))
    return next(words for words, blank in BLANK_WEEKS.items() if blank == season.catch_up)


# What a season and its divisions begin with when they are loaded: what differs from it does not come back.
OF_A_DIVISION = (
    "games_per_match", "tie_breaks", "singles_ruleset", "doubles_ruleset", "singles_own", "doubles_own",
    "promoted_teams", "relegated_teams",
)  # fmt: skip
# What points follow from besides those of a game, by heading of season.csv.
_MORE = {str(column.label): name for name, column in COLUMNS.items() if name != "points_per_game"}
# The second half, the last round, the evening and the weeks left blank have columns of season.csv.
IN_COLUMNS = ("second_half", "last_round", "evening", "catch_up", "catch_up_weeks")
OF_A_SEASON = tuple(name for name in declared(SeasonSettings) if name not in IN_COLUMNS)


def _unlike(row: Model, fresh: Model, fields: tuple[str, ...]) -> Iterator[str]:
    """Yield what a row says otherwise than one that is made anew, in the words of its fields."""
    for name in fields:
        said = getattr(row, name)
        if said != getattr(fresh, name):
            words = ", ".join(map(str, said)) if isinstance(said, list) else "none" if said is None else f"{said}"
            yield f"{name.replace('_', ' ')} is {words}"


def _number(said: Decimal | int | None) -> str:
    """Return points or games as a cell has them; nothing where nothing is said."""
    return "" if said is None else f"{Decimal(said).normalize():f}"


def _adjustments(season: Season) -> Iterator[str]:
    found = Adjustment.objects.filter(entry__season=season).select_related("entry__team").order_by("date", "pk")
    for made in found:
        yield f"{signed(made.points)} points of {made.entry.team} on {made.date}: {made.reason}"


def _late_cards(season: Season) -> Iterator[str]:
    for card in late_cards_of(season):
        if card.standing == "open":
            yield f"A late card of {card.team} in {card.fixture} is still to be decided."


def _lots(season: Season) -> Iterator[str]:
    found = LotsDrawn.objects.filter(division__season=season, withdrawn_at=None).select_related("division")
    for drawn in found.prefetch_related("lots__team").order_by("drawn_on", "pk"):
        yield f"{drawn}, in this order: {', '.join(str(lot.team) for lot in drawn.lots.all())}"


def _teams(season: Season, left: list[Left]) -> Rows:
    found = Entry.objects.filter(season=season).select_related("team", "division", "venue")
    rows: Rows = []
    for entry in found.prefetch_related("blackouts").order_by("division__order", "division__name", "pk"):
        if entry.withdrawn_on:
            left.append(f"{entry.team} withdrew on {entry.withdrawn_on}.")
        if entry.team.note:
            left.append(f"{entry.team}: the note on it.")
        if entry.team.colour:
            left.append(f"{entry.team}: its colour.")
        days = _dates(blackout.date.isoformat() for blackout in entry.blackouts.all())
        night, start = Night(entry.home_night).label, f"{entry.start_time:%H:%M}"
        rows.append((entry.team.name, entry.division.name, entry.venue.name, night, start, days))
    return rows


def _players(season: Season, left: list[Left]) -> Rows:
    """Return who plays where now; who left a team stands there once more, so that what they played can be loaded."""
    roles = {
        (role.user_id, role.team_id): RoleKind(role.kind)
        for role in Role.objects.filter(league=season.league, ends_on=None, ended_at=None, kind__in=CAPTAINS)
    }
    found = Registration.objects.filter(season=season).select_related("player__user", "team", "season").order_by("pk")
    rows: Rows = []
    seen: set[tuple[int, int]] = set()
    for one in sorted(found, key=lambda registration: registration.ends_on is not None):
        player = one.player
        if (one.team_id, player.pk) in seen:
            continue
        seen.add((one.team_id, player.pk))
        left.extend(f"{player}, {one.team}: {what}." for what in _unsaid_of_player(one))
        if one.ends_on is not None:
            left.append(f"{player} left {one.team} on {one.ends_on}; they stand in players.csv as one who plays there.")
            rows.append((player.name, one.team.name, "", ""))
            continue
        role = roles.get((player.user_id or 0, one.team_id))
        rows.append((player.name, one.team.name, role.value if role else "", _address(player, role)))
    return rows


def _unsaid_of_player(one: Registration) -> Iterator[str]:
    if one.starts_on != one.season.first_week:
        yield f"registered from {one.starts_on}"
    if one.player.phone:
        yield "the phone number"
    if one.player.shorten_name:
        yield "that the name is shortened"
    if one.player.hide_averages:
        yield "that averages are kept off public pages"
    if one.player.note:
        yield "the note for captains"


def _address(player: Player, role: RoleKind | None) -> str:
    if player.email or role is None or player.user is None:
        return player.email
    return player.user.email


def _fixtures(season: Season, left: list[Left]) -> Rows:
    tz = season.league.tz
    found = Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE).select_related(
        "division", "week__round", "home", "away", "venue"
    )
    entries = {entry.team_id: entry for entry in Entry.objects.filter(season=season)}
    rows: Rows = []
    for fixture in found.order_by("week__starts_on", "division__order", "original_starts_at", "pk"):
        first = fixture.original_starts_at.astimezone(tz)
        if fixture.play_off:
            left.append(f"{fixture} of {first:%Y-%m-%d} is a play-off, with whatever result it has.")
            continue
        if fixture.state == FixtureState.CANCELLED:
            left.append(f"{fixture} of {first:%Y-%m-%d} is cancelled, with whatever result it has.")
            continue
        if fixture.state == FixtureState.SCHEDULED and fixture.starts_at != fixture.original_starts_at:
            left.append(f"{fixture} was moved from {first:%Y-%m-%d} to {fixture.starts_at.astimezone(tz):%Y-%m-%d}.")
        left.extend(f"{fixture} of {first:%Y-%m-%d}: {what}." for what in _unsaid_of_place(fixture, first, entries))
        week = fixture.week.number
        place = (fixture.division.name, fixture.week.round.number, "" if week is None else week)
        rows.append((*place, first.date().isoformat(), fixture.home.name, fixture.away.name))
    return rows


def _unsaid_of_place(fixture: Fixture, first: dt.datetime, entries: Mapping[int, Entry]) -> Iterator[str]:
    """Return what of a fixture's place and hour is not its home team's own."""
    entry = entries[fixture.home_id]
    if fixture.venue_id != entry.venue_id:
        yield f"played at {fixture.venue}"
    if first.time() != entry.start_time:
        yield f"begins at {first:%H:%M}"


def _results(season: Season, left: list[Left]) -> Rows:
    rows: Rows = []
    for fixture, result in results_of(season):
        if fixture.play_off:
            continue
        why = _unsaid(result)
        if why:
            left.append(f"The result of {fixture}: {why}.")
        else:
            rows.extend(result_lines(fixture, result, lambda player: player.name))
    waiting = Result.objects.filter(fixture__division__season=season, live=True).exclude(state="confirmed")
    for result in waiting.select_related("fixture__home", "fixture__away"):
        left.append(f"The sheet of {result.fixture} is not confirmed.")
    return rows


def _unsaid(result: Result | None) -> str:
    """Why results.csv cannot tell of a result; "" if it can."""
    if result is None or result.kind == ResultKind.WALKOVER:
        return ""
    if result.kind != ResultKind.PLAYED:
        return result.get_kind_display().lower()
    matches: list[Match] = list(result.matches.all())
    if any(match.home_awarded or match.away_awarded for match in matches):
        return "a game of it was awarded"
    if any(seat.guest for match in matches for seat in match.appearances.all()):
        return "a guest played"
    return ""
