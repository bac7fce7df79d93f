"""Write the sheets of results.csv: new ones are added, and what captains agreed on is never overwritten.

Where no player need be registered, a name that nobody of the team has is a new player; where it is like another a
warning says so, since files cannot be asked.
"""

from collections.abc import Iterable, Iterator, Mapping
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
from league.rules.sheets import AWAY, HOME, ResultSheet, as_pegged
from league.services.fixtures import close_when_entered, remove_date, stored_format
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.portability.imports.columns import Row
from league.services.portability.imports.existing import FixtureKey, fixtures_by_key
from league.services.portability.imports.result_sheets import NamedSheet
from league.services.portability.imports.row_writer import Writer, count
from league.services.results import store
from league.services.results.store import store_matches
from league.translation import N_, Text

CHUNK = 200
# A fixture without a result, its sheet as the file has it, and with players' ids.
NewSheet = tuple[Fixture, NamedSheet, ResultSheet]


def lock_fixtures(w: Writer, named: Iterable[NamedSheet]) -> dict[FixtureKey, Fixture]:
    """Return the fixtures; those whose sheets the files have, new ones too, are locked before any journal entry."""
    fixtures = fixtures_by_key(w.season)
    numbers = sorted({fixtures[sheet.key].pk for sheet in named})
    locked = Fixture.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk")
    list(locked.values_list("pk", flat=True))
    return fixtures


def write_results(w: Writer, named: list[NamedSheet], fixtures: Mapping[FixtureKey, Fixture]) -> None:
    live = {
        result.fixture_id: result
        for result in Result.objects.filter(fixture__division__season=w.season, live=True).select_related("fixture")
    }
    new: list[NewSheet] = []
    for sheet in named:
        fixture = fixtures[sheet.key]
        before = live.get(fixture.pk)
        if sheet.note == "postponed":
            _postpone(w, fixture, before)
        elif sheet.note:
            _walkover(w, fixture, sheet, before)
        elif before is None:
            new.append((fixture, sheet, sheet.with_ids(w.players)))
        else:
            _compare(w, fixture, sheet, before)
    _add(w, new)


def _add(w: Writer, new: list[NewSheet]) -> None:
    fixtures = [fixture for fixture, _, _ in new]
    last = dict(Result.objects.filter(fixture__in=fixtures).order_by("version").values_list("fixture_id", "version"))
    _keep_formats(w, fixtures)
    results = [
        Result(
            fixture=fixture,
            format=fixture.format,
            version=last.get(fixture.pk, 0) + 1,
            state=ResultState.CONFIRMED,
            submitted_by=w.by,
            submitted_at=w.now,
            settlement=Settlement.IMPORTED,
            settled_by=w.by,
            settled_at=w.now,
            **store.totals(fixture, sheet),
        )
        for fixture, _, sheet in new
    ]
    w.create(N_("results"), results)
    _close_postponements(w, fixtures)
    stored = [(result, sheet) for result, (_, _, sheet) in zip(results, new, strict=True)]
    for start in range(0, len(stored), CHUNK):
        store_matches(stored[start : start + CHUNK])
    # The breaches of eligibility stay with each new result, and are warned of where they stand in the file.
    broken = []
    for (result, _), (_, named, _), eligibility in zip(stored, new, look_through(stored), strict=True):
        if eligibility.breaches:
            result.breaches = [breach.to_dict() for breach in eligibility.breaches]
            broken.append(result)
            _warn(w, named, eligibility.problems)
    Result.objects.bulk_update(broken, ["breaches"], batch_size=CHUNK)


def _keep_formats(w: Writer, fixtures: list[Fixture]) -> None:
    """Let fixtures without a result be played by their division's format from now on: a few queries a division."""
    fresh: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        if fixture.format_id is None:
            fresh.setdefault(fixture.division_id, []).append(fixture)
    for alike in fresh.values():
        played = stored_format(alike[0].division, now=w.now)
        Fixture.objects.filter(pk__in=[fixture.pk for fixture in alike]).update(format=played)
        for fixture in alike:
            fixture.format, fixture.division.format = played, played


def _warn(w: Writer, named: NamedSheet, problems: Iterable[Problem]) -> None:
    """What was played was played: who may not have played is no reason to refuse it, and is told."""
    for problem in problems:
        match, side, _ = problem.field.removeprefix("m").split("-")
        w.log.warning(named.opening(int(match)).row, f"{side} players", problem, quote=False)


def _close_postponements(w: Writer, fixtures: list[Fixture]) -> None:
    """What has been played is put off no longer."""
    put_off = Q(state=FixtureState.POSTPONED) | Q(postponements__state__in=OPEN_POSTPONEMENTS)
    for fixture in Fixture.objects.filter(put_off, pk__in=[fixture.pk for fixture in fixtures]).distinct():
        close_when_entered(lock_fixture(fixture), PostponementState.PLAYED, by=w.by, now=w.now)


def _compare(w: Writer, fixture: Fixture, named: NamedSheet, before: Result) -> None:
    sheet = named.with_ids(w.players)
    # A game that a referee awarded since is still the game that the file tells of.
    same = before.kind == ResultKind.PLAYED and not differences(sheet, as_pegged(sheet_of(before)))
    completes = same and before.score_only and sheet.score is None and before.state == ResultState.CONFIRMED
    if same and not completes:
        count(w.report.unchanged, N_("results"))
        return
    if before.settlement != Settlement.IMPORTED and not completes:
        message = Text(
            "{fixture} has another result ({home}–{away}), entered or ruled on here; correct it there",
            fixture=str(fixture),
            home=before.home_games,
            away=before.away_games,
        )
        w.log.problem(named.first.row, "score", message, quote=False)
        return
    store.move_result(before, ResultState.SUPERSEDED)
    settled: dict[str, Any] = {"settlement": Settlement.IMPORTED, "settled_by": w.by, "settled_at": w.now}
    if completes:
        settled |= {"settlement": Settlement.CARD, "corrects": before}
    result = store.append_result(fixture, sheet, state=ResultState.CONFIRMED, now=w.now, by=w.by, **settled)
    _warn(w, named, look(fixture, sheet).problems)
    count(w.report.changed, N_("results"))
    what = Text(
        "corrected {fixture} from the spreadsheet: {home}–{away}",
        fixture=str(fixture),
        home=result.home_games,
        away=result.away_games,
    )
    _journal(w, JournalKind.RESULT_CONFIRMED, fixture, f"{fixture.pk}:{result.version}", what)


def _journal(w: Writer, kind: JournalKind, fixture: Fixture, key: str, what: Text) -> None:
    w.decide(record, w.league, kind, key, by=w.by, now=w.now, what=what, fixture=fixture)


def _walkover(w: Writer, fixture: Fixture, sheet: NamedSheet, before: Result | None) -> None:
    to = HOME if sheet.note == "walkover home" else AWAY
    if before is not None:
        # A division may have games for whoever did not come.
        if before.kind == ResultKind.WALKOVER and before.walkover_to == to:
            count(w.report.unchanged, N_("results"))
        else:
            message = Text("{fixture} has another result already", fixture=str(fixture))
            w.log.problem(sheet.first.row, "note", message)
        return
    close_when_entered(lock_fixture(fixture), PostponementState.LAPSED, by=w.by, now=w.now)
    result = store.append_walkover(fixture, to=to, settlement=Settlement.IMPORTED, now=w.now, by=w.by)
    count(w.report.created, N_("results"))
    winner = fixture.home if to == HOME else fixture.away
    what = Text("gave {team} a walkover in {fixture}, from the spreadsheet", team=winner.name, fixture=str(fixture))
    _journal(w, JournalKind.WALKOVER_GIVEN, fixture, f"{fixture.pk}:{result.version}", what)


def _postpone(w: Writer, fixture: Fixture, before: Result | None) -> None:
    # It has been played since, and the note is history; or here it was put off already, or it will not be played: a
    # team of it has withdrawn, say.
    put_off_here = Postponement.objects.filter(fixture=fixture)
    if before is not None or fixture.state == FixtureState.CANCELLED or put_off_here.exists():
        count(w.report.unchanged, N_("postponements"))
        return
    fixture = lock_fixture(fixture)
    remove_date(fixture, now=w.now)
    put_off = Postponement.objects.create(fixture=fixture, state=PostponementState.OWED, requested_at=w.now)
    count(w.report.created, N_("postponements"))
    what = Text("postponed {fixture}, from the spreadsheet", fixture=str(fixture))
    w.decide(
        record, w.league, JournalKind.FIXTURE_POSTPONED, str(put_off.pk), by=None, now=w.now, what=what,
        fixture=fixture,
    )  # fmt: skip


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
    known = {*w.players, *new}
    for (team, name), (row, heading) in new.items():
        alike = [n for side, n in known if side == team and n != name and near(folded(name), folded(n))]
        if alike:
            message = Text(
                "{name} is a new player, and very like {other}; if they are one person, merge them",
                name=name,
                other=min(alike),
            )
            w.log.warning(row, heading, message, quote=False)
    players = w.create(N_("players"), [Player(league=w.league, name=name) for _, name in new])
    w.players |= {place: player.pk for place, player in zip(new, players, strict=True)}


def _places(named: Iterable[NamedSheet]) -> Iterator[tuple[tuple[str, str], Row, str]]:
    """Yield the team and name of every player on the sheets, with the row and heading where they stand."""
    for sheet in named:
        for line in sheet.openings():
            for side, team in ((HOME, line.home), (AWAY, line.away)):
                # A blank is a dummy, who is nobody.
                for name in filter(None, line.players(side)):
                    yield (team, name), line.row, f"{side} players"
