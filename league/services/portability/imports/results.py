"""Write the sheets of results.csv: new ones are added, and what captains agreed on is never overwritten.

Where no player need be registered, a name that nobody of the team has is a new player; where it is like another a
warning says so, since files cannot be asked.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from league.enums import (
    OPEN_POSTPONEMENTS,
    FixtureState,
    JournalKind,
    PostponementState,
    Registering,
    ResultKind,
    ResultState,
    Settlement,
)
from league.models import Fixture, Player, Postponement, Result
from league.queries.results.eligibility import look, look_through
from league.queries.results.sheets import sheet_of
from league.queries.teams import have_played
from league.rules.names import folded, near
from league.rules.problems import Problem
from league.rules.sheet_fields import differences
from league.rules.sheets import AWAY, HOME, SIDES, ResultSheet, as_pegged
from league.services.fixtures import close_when_entered, kept_format, take_date
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.portability.imports.readers import Row
from league.services.portability.imports.sheets import NamedSheet
from league.services.portability.imports.writer import Writer
from league.services.results import store
from league.services.results.rows import store_matches
from league.translation import N_, Text

CHUNK = 200


@dataclass(frozen=True, slots=True)
class _New:
    """A sheet of a fixture that has no result yet, as the file has it and with players' ids."""

    fixture: Fixture
    named: NamedSheet
    sheet: ResultSheet


def lock_fixtures(w: Writer, named: Iterable[NamedSheet]) -> None:
    """Lock the fixtures whose sheets a file has, before anything is journalled: captains may enter one meanwhile."""
    fixtures = _fixtures_by_key(w)
    numbers = sorted({fixtures[sheet.key].pk for sheet in named})
    list(
        Fixture.objects.select_for_update(no_key=True)
        .filter(pk__in=numbers)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


def write_results(w: Writer, named: list[NamedSheet]) -> None:
    fixtures = _fixtures_by_key(w)
    live = {
        r.fixture_id: r
        for r in Result.objects.filter(fixture__division__season=w.season, live=True).select_related("fixture")
    }
    new: list[_New] = []
    for sheet in named:
        fixture = fixtures[sheet.key]
        if sheet.first.note == "postponed":
            _postpone(w, fixture, sheet, live.get(fixture.pk))
        elif sheet.first.note:
            _walkover(w, fixture, sheet, live.get(fixture.pk))
        else:
            value = sheet.with_ids(w.players)
            before = live.get(fixture.pk)
            if before is None:
                new.append(_New(fixture, sheet, value))
            else:
                _compare(w, fixture, sheet, value, before)
    _add(w, new)


def _fixtures_by_key(w: Writer) -> dict[tuple[str, dt.date, str, str], Fixture]:
    found = Fixture.objects.filter(division__season=w.season, play_off=False).select_related(
        "division__season__league", "format", "home", "away"
    )
    by_key = {}
    for fixture in found:
        for moment in (fixture.original_starts_at, fixture.starts_at):
            date = moment.astimezone(w.league.tz).date()
            by_key[fixture.division.name, date, fixture.home.name, fixture.away.name] = fixture
    return by_key


def _add(w: Writer, new: list[_New]) -> None:
    settled: dict[str, Any] = {"settlement": Settlement.IMPORTED, "settled_by": w.by, "settled_at": w.now}
    last = dict(
        Result.objects.filter(fixture__in=[one.fixture for one in new])
        .order_by("version")
        .values_list("fixture_id", "version")
    )
    _keep_formats(w, [one.fixture for one in new])
    results = [
        Result(
            fixture=one.fixture,
            format=one.fixture.format,
            version=last.get(one.fixture.pk, 0) + 1,
            state=ResultState.CONFIRMED,
            submitted_by=w.by,
            submitted_at=w.now,
            **store.totals(one.fixture, one.sheet),
            **settled,
        )
        for one in new
    ]
    w.created(N_("results"), Result.objects.bulk_create(results))
    _played(w, [one.fixture for one in new])
    stored = [(result, one.sheet) for result, one in zip(results, new, strict=True)]
    for start in range(0, len(stored), CHUNK):
        store_matches(stored[start : start + CHUNK])
    _look_through(w, results, new)


def _keep_formats(w: Writer, fixtures: list[Fixture]) -> None:
    """Let fixtures without a result be played by their division's format from now on: a few queries a division."""
    fresh: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        if fixture.format_id is None:
            fresh.setdefault(fixture.division_id, []).append(fixture)
    for alike in fresh.values():
        played = kept_format(alike[0].division, now=w.now)
        Fixture.objects.filter(pk__in=[fixture.pk for fixture in alike]).update(format=played)
        for fixture in alike:
            fixture.format, fixture.division.format = played, played


def _look_through(w: Writer, results: list[Result], new: list[_New]) -> None:
    """Keep the breaches of eligibility with each new result, and warn of them where they stand in the file."""
    broken = []
    looked = look_through([(result, one.sheet) for result, one in zip(results, new, strict=True)])
    for result, one, found in zip(results, new, looked, strict=True):
        if found.breaches:
            result.breaches = [breach.to_dict() for breach in found.breaches]
            broken.append(result)
            _warn(w, one.named, found.problems)
    Result.objects.bulk_update(broken, ["breaches"], batch_size=CHUNK)


def _warn(w: Writer, named: NamedSheet, problems: Iterable[Problem]) -> None:
    """What was played was played: who may not have played is no reason to refuse it, and is told."""
    rows = {match.number: match.row for match in named.matches}
    for problem in problems:
        match, side, _ = problem.field.removeprefix("m").split("-")
        w.log.warning(rows[int(match)], f"{side} players", problem, quote=False)


def _played(w: Writer, fixtures: list[Fixture]) -> None:
    """What has been played is put off no longer."""
    put_off = Q(state=FixtureState.POSTPONED) | Q(postponements__state__in=OPEN_POSTPONEMENTS)
    for fixture in Fixture.objects.filter(put_off, pk__in=[fixture.pk for fixture in fixtures]).distinct():
        close_when_entered(lock_fixture(fixture), PostponementState.PLAYED, by=w.by, now=w.now)


def _compare(
    w: Writer,
    fixture: Fixture,
    sheet: NamedSheet,
    value: ResultSheet,
    before: Result,
) -> None:
    # A game that a referee awarded since is still the game that the file tells of.
    if before.kind == ResultKind.PLAYED and not differences(value, as_pegged(sheet_of(before))):
        w.counts.add(w.counts.unchanged, N_("results"))
        return
    if before.settlement != Settlement.IMPORTED:
        message = Text(
            "{fixture} has another result ({home}–{away}), entered or ruled on here; correct it there",
            fixture=str(fixture),
            home=before.home_games,
            away=before.away_games,
        )
        w.log.problem(sheet.first.row, "score", message, quote=False)
        return
    store.move(before, ResultState.SUPERSEDED)
    settled: dict[str, Any] = {"settlement": Settlement.IMPORTED, "settled_by": w.by, "settled_at": w.now}
    result = store.append_result(fixture, value, state=ResultState.CONFIRMED, now=w.now, by=w.by, **settled)
    _warn(w, sheet, look(fixture, value).problems)
    w.counts.add(w.counts.changed, N_("results"))
    what = Text(
        "corrected {fixture} from the spreadsheet: {home}–{away}",
        fixture=str(fixture),
        home=result.home_games,
        away=result.away_games,
    )
    key = f"{fixture.pk}:{result.version}"
    w.decided(record, w.league, JournalKind.RESULT_CONFIRMED, key, by=w.by, now=w.now, what=what, fixture=fixture)


def _walkover(
    w: Writer,
    fixture: Fixture,
    sheet: NamedSheet,
    before: Result | None,
) -> None:
    to = HOME if sheet.first.note == "walkover home" else AWAY
    if before is not None:
        # A division may have games for whoever did not come.
        if before.kind == ResultKind.WALKOVER and before.walkover_to == to:
            w.counts.add(w.counts.unchanged, N_("results"))
        else:
            message = Text("{fixture} has another result already", fixture=str(fixture))
            w.log.problem(sheet.first.row, "note", message)
        return
    close_when_entered(lock_fixture(fixture), PostponementState.LAPSED, by=w.by, now=w.now)
    result = store.append_walkover(
        fixture,
        to=to,
        settlement=Settlement.IMPORTED,
        now=w.now,
        by=w.by,
    )
    w.created(N_("results"), [result])
    winner = fixture.home if to == HOME else fixture.away
    what = Text("gave {team} a walkover in {fixture}, from the spreadsheet", team=winner.name, fixture=str(fixture))
    key = f"{fixture.pk}:{result.version}"
    w.decided(record, w.league, JournalKind.WALKOVER_GIVEN, key, by=w.by, now=w.now, what=what, fixture=fixture)


def _postpone(w: Writer, fixture: Fixture, sheet: NamedSheet, before: Result | None) -> None:
    if before is not None:
        # It has been played since; the note in the spreadsheet is history.
        w.counts.add(w.counts.unchanged, N_("postponements"))
        return
    fixture = lock_fixture(fixture)
    # Here it was put off already, or it will not be played: a team of it has withdrawn, say.
    if fixture.state == FixtureState.CANCELLED or Postponement.objects.filter(fixture=fixture).exists():
        w.counts.add(w.counts.unchanged, N_("postponements"))
        return
    take_date(fixture, now=w.now)
    put_off = Postponement.objects.create(fixture=fixture, state=PostponementState.OWED, requested_at=w.now)
    w.created(N_("postponements"), [put_off])
    what = Text("postponed {fixture}, from the spreadsheet", fixture=str(fixture))
    key = str(put_off.pk)
    w.decided(record, w.league, JournalKind.FIXTURE_POSTPONED, key, by=None, now=w.now, what=what, fixture=fixture)


def add_newcomers(w: Writer, named: Iterable[NamedSheet]) -> None:
    """Make a player of each name that nobody of the team has (two queries; none where players are registered)."""
    if w.season.registration != Registering.OPEN:
        return
    wanted = {place: (row, heading) for place, row, heading in _places(named) if place not in w.players}
    if not wanted:
        return
    for team, people in have_played(w.league).items():
        for name, pk in people.items():
            w.players.setdefault((team, name), pk)
    new = {place: at for place, at in wanted.items() if place not in w.players}
    for (team, name), (row, heading) in new.items():
        alike = sorted(
            other
            for side, other in {*w.players, *new}
            if side == team and other != name and near(folded(name), folded(other))
        )
        if alike:
            told = Text(
                "{name} is a new player, and very like {other}; if they are one person, merge them",
                name=name,
                other=alike[0],
            )
            w.log.warning(row, heading, told, quote=False)
    made = Player.objects.bulk_create([Player(league=w.league, name=name) for _, name in new])
    w.created(N_("players"), made)
    w.players.update({place: player.pk for place, player in zip(new, made, strict=True)})


def _places(named: Iterable[NamedSheet]) -> Iterator[tuple[tuple[str, str], Row, str]]:
    for sheet in named:
        for match in sheet.matches:
            for side in SIDES:
                team = sheet.first.home if side == HOME else sheet.first.away
                # A blank is a dummy, who is nobody.
                for name in filter(None, match.players[side]):
                    yield (team, name), match.row, f"{side} players"
