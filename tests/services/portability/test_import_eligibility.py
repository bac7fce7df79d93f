"""Who may not have played, in results that are loaded: what was played stands, is warned of, and is kept with it."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import GuestPolicy
from league.models import Fixture, League, Player, Registration, Result, Season, Team
from league.queries.results.eligibility import look
from league.queries.results.sheets import sheet_of
from league.services.portability.imports import format_problem, import_season
from tests.services.small_league import GOOD, HEAD, games, load


@pytest.fixture
def league(db: None, now: dt.datetime) -> League:
    """Everything but the results is loaded."""
    made = League.objects.create(name="Town", slug="town")
    load(made, {name: text for name, text in GOOD.items() if name != "results.csv"}, now)
    return made


def moved(league: League, name: str, to: str, on: dt.date) -> None:
    """Move a player to another team from that day on; the day before was their last for the old one."""
    season, player = Season.objects.get(league=league), Player.objects.get(league=league, name=name)
    Registration.objects.filter(player=player).update(
        starts_on=on - dt.timedelta(days=9), ends_on=on - dt.timedelta(days=1)
    )
    team = Team.objects.get(league=league, name=to)
    Registration.objects.create(season=season, player=player, team=team, starts_on=on)


def kept_and_found(league: League) -> list[tuple[str, list[str]]]:
    """The codes that each result keeps, in the order of play; they are what looking at it alone finds."""
    found = []
    joined = Fixture.objects.select_related("division__season__league", "home", "away")
    for result in Result.objects.filter(live=True).order_by("fixture__starts_at", "fixture"):
        fixture = joined.get(pk=result.fixture_id)
        assert result.breaches == [breach.to_dict() for breach in look(fixture, sheet_of(result)).breaches]
        found.append((str(fixture), [breach["code"] for breach in result.breaches]))
    return found


def test_a_breach_is_a_warning_at_its_line_and_kept_with_the_result(league: League, now: dt.datetime) -> None:
    Season.objects.update(registration_days=7)
    late = Registration.objects.filter(player__name="Anchor 3")
    late.update(starts_on=dt.date(2026, 9, 15))
    files = {"results.csv": GOOD["results.csv"].encode()}
    said = [
        (
            "results.csv:5, home players: Anchor 3 has been registered since 15 September 2026 and may play from "
            "22 September 2026: 7 days of registration come before play."
        )
    ]
    looked = import_season(files, league, by=None, now=now, check_only=True)
    assert ([format_problem(warning) for warning in looked.warnings], Result.objects.count()) == (said, 0)
    report = import_season(files, league, by=None, now=now)
    assert ([format_problem(warning) for warning in report.warnings], report.created["results"]) == (said, 2)
    assert kept_and_found(league) == [("Castle v Duke", []), ("Anchor v Bell", ["too-new"])]
    # Loaded again nothing is new, so there is nothing to say.
    assert import_season(files, league, by=None, now=now).warnings == ()


def test_guests_are_counted_through_the_whole_file(league: League, now: dt.datetime) -> None:
    Season.objects.update(guests=GuestPolicy.OTHER_TEAMS, guest_limit=1)
    moved(league, "Anchor 3", "Castle", dt.date(2026, 9, 10))
    # The later fixture stands first.
    text = HEAD + games("Duke", "Anchor", "2026-09-22") + games("Anchor", "Bell", "2026-09-15")
    report = import_season({"results.csv": text.encode()}, league, by=None, now=now)
    assert [format_problem(warning) for warning in report.warnings] == [
        "results.csv:5, away players: Anchor 3 has been a guest in 1 fixture of the season already; 1 is allowed."
    ]
    assert kept_and_found(league) == [("Anchor v Bell", []), ("Duke v Anchor", ["guest-limit"])]


def test_a_guest_too_many_in_a_file_is_a_warning_at_its_line(league: League, now: dt.datetime) -> None:
    Season.objects.update(guests=GuestPolicy.OTHER_TEAMS, guests_at_once=1)
    for name in ("Anchor 1", "Anchor 3"):
        moved(league, name, "Castle", dt.date(2026, 9, 10))
    text = HEAD + games("Anchor", "Bell", "2026-09-15")
    report = import_season({"results.csv": text.encode()}, league, by=None, now=now)
    [warning] = [format_problem(each) for each in report.warnings]
    assert warning.endswith("is one guest too many: a team has 1 guest in a fixture at most.")
    assert kept_and_found(league) == [("Anchor v Bell", ["guests-at-once"])]


def test_a_result_that_a_file_corrects_is_looked_at_too(league: League, now: dt.datetime) -> None:
    load(league, {"results.csv": HEAD + games("Anchor", "Bell", "2026-09-15")}, now)
    moved(league, "Anchor 3", "Castle", dt.date(2026, 9, 10))
    changed = load(league, {"results.csv": HEAD + games("Anchor", "Bell", "2026-09-15", first="121-91")}, now)
    assert changed.changed["results"] == 1
    rule = "this season a player plays for their own team only"
    assert [format_problem(warning) for warning in changed.warnings] == [
        f"results.csv:5, home players: Anchor 3 is registered for Castle; {rule}."
    ]
    assert kept_and_found(league) == [("Anchor v Bell", ["other-team"])]


def test_looking_through_takes_as_many_queries_however_many_there_are(league: League, now: dt.datetime) -> None:
    Season.objects.update(guests=GuestPolicy.OTHER_TEAMS, guest_limit=1)
    counts = []
    for text in (games("Anchor", "Bell", "2026-09-15"), GOOD["results.csv"].removeprefix(HEAD)):
        with CaptureQueriesContext(connection) as seen:
            import_season({"results.csv": (HEAD + text).encode()}, league, by=None, now=now, check_only=True)
        counts.append(len(seen))
    assert counts[0] == counts[1]
