"""Whatever a league's format is: a night is stored as it was written, by every way in, with registered or typed names.

The formats and the nights are drawn by lot, from a number that says which.
"""

import csv
import datetime as dt
import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest
import time_machine
from django.db import transaction

from league.enums import DisputeSubject, Outcome, Registering
from league.models import Fixture, Player, Result
from league.queries.portability import result_lines, results_of
from league.queries.results.sheets import sheet_of
from league.rules.formats import parse_format, terms
from league.rules.rulings import match_in
from league.rules.sheet_checks import doubts
from league.rules.sheet_fields import fields_of
from league.rules.sheets import SIDES, MatchSheet, ResultSheet, TypedName
from league.services.disputes import dispute as disputes
from league.services.disputes import rulings
from league.services.portability.imports import HEADINGS, import_season
from league.services.results import confirm, correct
from league.services.results.submit import submit
from tests.api.program import Program, as_sent
from tests.factories import Town
from tests.leagues.nights import league_of
from tests.leagues.test_any_format import a_night, sheets_by_name, some_format
from tests.web.pages import page, signed_in, summary

pytestmark = pytest.mark.django_db
NEW_NAMES = (
    "Ida Moss", "Kay Orr", "Bertram Quill", "Oswald Finch", "Zelda Whitcombe", "Hugo Pratt", "Ludmila Yarrow",
    "Gwen Thackeray", "Piers Dunmore", "Cecily Vaughan", "Rufus Engel", "Xenia Blaylock",
)  # fmt: skip
# One of each way to write a match, whatever the lot says.
FORMATS = ("S3 D3 / 20", "S3w D3w / 20", "S3t S3t D3t / 20", "S3p D3p / 20", "2Et D5t / 20", "2ED1w 3EDt / 20")
Names = Mapping[int, str]
Way = Callable[[Town, ResultSheet, ResultSheet, Names, dt.datetime], None]


def typing(sheet: ResultSheet, names: Names) -> ResultSheet:
    """The sheet with these players' seats empty, and their new names typed there."""
    typed = [
        TypedName(match.number, side, seat, names[player])
        for match in sheet.matches
        for side in SIDES
        for seat, player in enumerate(match.players(side), start=1)
        if player in names
    ]

    def seats(players: tuple[int | None, ...]) -> tuple[int | None, ...]:
        return tuple(None if player in names else player for player in players)

    def emptied(match: MatchSheet) -> MatchSheet:
        return replace(match, home_players=seats(match.home_players), away_players=seats(match.away_players))

    return replace(sheet, matches=tuple(emptied(match) for match in sheet.matches), typed=tuple(typed))


def fixture_of(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def by_form(town: Town, sheet: ResultSheet, other: ResultSheet, names: Names, now: dt.datetime) -> None:
    due, written = terms(town.division), typing(sheet, names)
    fields = fields_of(written, due)
    for name in written.typed:
        fields[f"m{due.typed_in(name.match, name.side)}-{name.side}-{name.seat}-name"] = name.name
    # Whoever is asked about a low score says that it is right.
    sure = " ".join(doubt.key for doubt in doubts(sheet, due))
    with time_machine.travel(now, tick=False):
        answer = signed_in(town.captains["Anchor"]).post(
            page(fixture_of(town), "sheet"), {**fields, "do": "send", "sure": sure}
        )
    assert answer.status_code == 302, summary(answer)


def by_submitting(town: Town, sheet: ResultSheet, other: ResultSheet, names: Names, now: dt.datetime) -> None:
    submit(fixture_of(town), typing(sheet, names), by=town.captains["Anchor"], now=now)


def by_correcting(town: Town, sheet: ResultSheet, other: ResultSheet, names: Names, now: dt.datetime) -> None:
    fixture, anchor, bell = fixture_of(town), town.captains["Anchor"], town.captains["Bell"]
    submit(fixture, other, by=anchor, now=now)
    confirm.confirm(fixture, 1, by=bell, now=now)
    correct.propose(fixture, 1, typing(sheet, names), reason="By the card.", by=anchor, now=now)
    correct.answer_correction(fixture, 2, accept=True, by=bell, now=now)


def by_ruling(town: Town, sheet: ResultSheet, other: ResultSheet, names: Names, now: dt.datetime) -> None:
    fixture, bell = fixture_of(town), town.captains["Bell"]
    submit(fixture, other, by=town.captains["Anchor"], now=now)
    dispute = confirm.dispute(fixture, 1, reason="By our card.", sheet=typing(sheet, names), by=bell, now=now)
    signed = {"reason": "The card says so.", "rule": rulings.rules_for(dispute)[0].number}
    rulings.rule(dispute, outcome=Outcome.SHEET, keep="counter", by=town.referee, now=now, **signed)


def by_file(town: Town, sheet: ResultSheet, other: ResultSheet, names: Names, now: dt.datetime) -> None:
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(HEADINGS["results.csv"])
    called = {player.pk: names.get(player.pk, player.name) for player in Player.objects.all()}
    with transaction.atomic():
        # As the league's own export writes it, with the new names in place of the old.
        by_submitting(town, sheet, other, {}, now)
        confirm.confirm(fixture_of(town), 1, by=town.captains["Bell"], now=now)
        for fixture, result in results_of(town.season):
            if result is not None:
                lines.writerows(result_lines(fixture, result, lambda player: called[player.pk]))
        transaction.set_rollback(True)
    files = {"results.csv": out.getvalue().encode()}
    import_season(files, town.league, by=town.secretary, now=now, season=town.season)


def by_program(town: Town, sheet: ResultSheet, other: ResultSheet, names: Names, now: dt.datetime) -> None:
    body = as_sent(sheet)
    for typed in typing(sheet, names).typed:
        match = next(match for match in body["matches"] if match["number"] == typed.match)
        match[f"{typed.side}_players"][typed.seat - 1] = None
        match.setdefault(f"{typed.side}_names", []).append({"seat": typed.seat, "name": typed.name})
    with time_machine.travel(now, tick=False):
        answer = Program(town.captains["Anchor"]).post(f"fixtures/{fixture_of(town).pk}/result/", body)
    assert answer.status_code == 201, answer.content


WAYS: tuple[Way, ...] = (by_form, by_submitting, by_correcting, by_ruling, by_file, by_program)


def night_of(town: Town, lot: Random) -> ResultSheet:
    return a_night(town, "Anchor", "Bell", terms(town.division), lot)[0]


def some_names(sheet: ResultSheet, lot: Random) -> dict[int, str]:
    """New names for some who play, of both sides."""
    found: dict[int, str] = {}
    fresh = iter(lot.sample(NEW_NAMES, len(NEW_NAMES)))
    for side in SIDES:
        seated = sorted({player for match in sheet.matches for player in match.players(side) if player})
        found |= dict(zip(lot.sample(seated, min(lot.randint(1, 6), len(seated))), fresh, strict=False))
    return found


def as_written(sheet: ResultSheet, names: Names) -> list[list[object]]:
    """A sheet with its players by name, some of them by their new one."""
    called = dict(Player.objects.values_list("pk", "name")) | dict(names)
    return [
        [
            (match.kind, *([called.get(player or 0) for player in match.players(side)] for side in SIDES),
             match.games, match.totals, match.pegged)
            for match in sheet.matches
        ]
    ]  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("typed", [False, True], ids=["registered", "typed"])
@pytest.mark.parametrize("drawn", range(7))
def test_a_night_is_stored_as_it_was_written(drawn: int, typed: bool, way: Way, now: dt.datetime) -> None:
    lot = Random(drawn)
    said = FORMATS[drawn] if drawn < len(FORMATS) else some_format(lot)
    assert parse_format(said)[1] == [], said
    town = league_of(said)
    if typed:
        town.season.registration = Registering.OPEN
        town.season.save()
    sheet, other = night_of(town, lot), night_of(town, lot)
    names = some_names(sheet, lot) if typed else {}
    written = as_written(sheet, names)
    players = Player.objects.count()
    way(town, sheet, other, names, now)
    stored = Result.objects.get(fixture=fixture_of(town), live=True)
    assert sheets_by_name([sheet_of(stored)]) == written, said
    assert Player.objects.count() == players + len(names)


@pytest.mark.parametrize("typed", [False, True], ids=["registered", "typed"])
@pytest.mark.parametrize("drawn", range(7))
def test_a_ruling_changes_the_game_that_it_is_about_and_nothing_else(drawn: int, typed: bool, now: dt.datetime) -> None:
    lot = Random(drawn)
    town = league_of(FORMATS[drawn] if drawn < len(FORMATS) else some_format(lot))
    if typed:
        town.season.registration = Registering.OPEN
        town.season.save()
    sheet = night_of(town, lot)
    by_submitting(town, sheet, sheet, some_names(sheet, lot) if typed else {}, now)
    fixture = fixture_of(town)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    before = sheet_of(Result.objects.get(fixture=fixture, live=True))
    first = before.matches[0]
    to = "home" if first.games[0].winner == "away" else "away"
    dispute = disputes.open_dispute(
        fixture, subject=DisputeSubject.SHEET, reason="By the card.", by=town.captains["Bell"], now=now
    )
    signed = {"reason": "The card says so.", "rule": rulings.rules_for(dispute)[0].number}
    decision = {"outcome": Outcome.AWARDED, "awarded_to": to, "match_number": 1, "game_number": 1}
    rulings.rule(dispute, by=town.referee, now=now, **decision, **signed)
    after = sheet_of(Result.objects.get(fixture=fixture, live=True))
    assert after.matches[1:] == before.matches[1:]
    ruled = match_in(after, 1)
    assert ruled is not None
    assert replace(ruled, games=first.games, pegged=first.pegged) == first
    assert (ruled.games_won(to), ruled.awarded(to)) == (first.games_won(to) + 1, 1)
