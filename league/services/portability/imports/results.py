"""Writing the sheets of results.csv: new ones are added, and what captains agreed on is never overwritten."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from league.enums import (
    OPEN_POSTPONEMENTS,
    FixtureState,
    JournalKind,
    PostponementState,
    ResultKind,
    ResultState,
    Settlement,
)
from league.models import Fixture, Postponement, Result, User
from league.queries.results.eligibility import look, look_through
from league.queries.results.sheets import sheet_of
from league.rules.problems import Problem
from league.rules.sheet_differences import differences
from league.rules.sheets import AWAY, HOME, ResultSheet, as_pegged
from league.services.fixtures import close_when_entered, kept_format, take_date
from league.services.journal import record
from league.services.locks import lock_fixture
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
    """Lock the fixtures whose sheets a file has, before anything of it is journalled: captains may enter one meanwhile.

    What is read of them afterwards is sure.
    """
    fixtures = _fixtures_by_key(w)
    numbers = sorted({fixtures[sheet.key].pk for sheet in named})
    list(
        Fixture.objects.select_for_update(no_key=True)
        .filter(pk__in=numbers)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


def write_results(w: Writer, named: list[NamedSheet], *, by: User | None, now: dt.datetime) -> None:
    """Add or compare every sheet of the file."""
    fixtures = _fixtures_by_key(w)
    live = {
        r.fixture_id: r
        for r in Result.objects.filter(fixture__division__season=w.season, live=True).select_related("fixture")
    }
    new: list[_New] = []
    for sheet in named:
        fixture = fixtures[sheet.key]
        if sheet.first.note == "postponed":
            _postpone(w, fixture, sheet, live.get(fixture.pk), now)
        elif sheet.first.note:
            _walkover(w, fixture, sheet, live.get(fixture.pk), by=by, now=now)
        else:
            value = sheet.with_ids(w.players)
            before = live.get(fixture.pk)
            if before is None:
                new.append(_New(fixture, sheet, value))
            else:
                _compare(w, fixture, sheet, value, before, by=by, now=now)
    _add(w, new, by=by, now=now)


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


def _add(w: Writer, new: list[_New], *, by: User | None, now: dt.datetime) -> None:
    """Many new sheets in a few queries."""
    settled: dict[str, Any] = {"settlement": Settlement.IMPORTED, "settled_by": by, "settled_at": now}
    last = dict(
        Result.objects.filter(fixture__in=[one.fixture for one in new])
        .order_by("version")
        .values_list("fixture_id", "version")
    )
    _keep_formats([one.fixture for one in new], now=now)
    results = [
        Result(
            fixture=one.fixture,
            format=one.fixture.format,
            version=last.get(one.fixture.pk, 0) + 1,
            state=ResultState.CONFIRMED,
            submitted_by=by,
            submitted_at=now,
            **store.totals(one.fixture, one.sheet),
            **settled,
        )
        for one in new
    ]
    w.created(N_("results"), Result.objects.bulk_create(results))
    _played([one.fixture for one in new], by=by, now=now)
    stored = [(result, one.sheet) for result, one in zip(results, new, strict=True)]
    for start in range(0, len(stored), CHUNK):
        store_matches(stored[start : start + CHUNK])
    _look_through(w, results, new)


def _keep_formats(fixtures: list[Fixture], *, now: dt.datetime) -> None:
    """Let fixtures without a result be played by their division's format from now on: a few queries a division."""
    fresh: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        if fixture.format_id is None:
            fresh.setdefault(fixture.division_id, []).append(fixture)
    for alike in fresh.values():
        played = kept_format(alike[0].division, now=now)
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


def _played(fixtures: list[Fixture], *, by: User | None, now: dt.datetime) -> None:
    """What has been played is put off no longer."""
    put_off = Q(state=FixtureState.POSTPONED) | Q(postponements__state__in=OPEN_POSTPONEMENTS)
    for fixture in Fixture.objects.filter(put_off, pk__in=[fixture.pk for fixture in fixtures]).distinct():
        close_when_entered(lock_fixture(fixture), PostponementState.PLAYED, by=by, now=now)


def _compare(
    w: Writer,
    fixture: Fixture,
    sheet: NamedSheet,
    value: ResultSheet,
    before: Result,
    *,
    by: User | None,
    now: dt.datetime,
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
    settled: dict[str, Any] = {"settlement": Settlement.IMPORTED, "settled_by": by, "settled_at": now}
    result = store.append_result(fixture, value, state=ResultState.CONFIRMED, now=now, by=by, **settled)
    _warn(w, sheet, look(fixture, value).problems)
    w.counts.add(w.counts.changed, N_("results"))
    what = Text(
        "corrected {fixture} from the spreadsheet: {home}–{away}",
        fixture=str(fixture),
        home=result.home_games,
        away=result.away_games,
    )
    key = f"{fixture.pk}:{result.version}"
    w.decided(record, w.league, JournalKind.RESULT_CONFIRMED, key, by=by, now=now, what=what, fixture=fixture)


def _walkover(
    w: Writer,
    fixture: Fixture,
    sheet: NamedSheet,
    before: Result | None,
    *,
    by: User | None,
    now: dt.datetime,
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
    close_when_entered(lock_fixture(fixture), PostponementState.LAPSED, by=by, now=now)
    result = store.append_walkover(
        fixture,
        to=to,
        settlement=Settlement.IMPORTED,
        now=now,
        by=by,
    )
    w.created(N_("results"), [result])
    winner = fixture.home if to == HOME else fixture.away
    what = Text("gave {team} a walkover in {fixture}, from the spreadsheet", team=winner.name, fixture=str(fixture))
    key = f"{fixture.pk}:{result.version}"
    w.decided(record, w.league, JournalKind.WALKOVER_GIVEN, key, by=by, now=now, what=what, fixture=fixture)


def _postpone(w: Writer, fixture: Fixture, sheet: NamedSheet, before: Result | None, now: dt.datetime) -> None:
    if before is not None:
        # It has been played since; the note in the spreadsheet is history.
        w.counts.add(w.counts.unchanged, N_("postponements"))
        return
    fixture = lock_fixture(fixture)
    # Here it was put off already, or it will not be played: a team of it has withdrawn, say.
    if fixture.state == FixtureState.CANCELLED or Postponement.objects.filter(fixture=fixture).exists():
        w.counts.add(w.counts.unchanged, N_("postponements"))
        return
    take_date(fixture, now=now)
    put_off = Postponement.objects.create(fixture=fixture, state=PostponementState.OWED, requested_at=now)
    w.created(N_("postponements"), [put_off])
    what = Text("postponed {fixture}, from the spreadsheet", fixture=str(fixture))
    key = str(put_off.pk)
    w.decided(record, w.league, JournalKind.FIXTURE_POSTPONED, key, by=None, now=now, what=what, fixture=fixture)
