"""The demo league, whatever the day on which somebody loads it."""

import datetime as dt
import re
from decimal import Decimal
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from league.access import grants
from league.enums import ChargeKind, DisputeState, ResultState
from league.models import Charge, Dispute, Entry, Fixture, JournalEntry, League, Result, Season, User, Week
from league.queries.people.people import squads
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import not_enterable
from league.rules.sheet_fields import differences
from league.services.portability.demo import PASSWORD, SIGN_INS, load_demo, moved, shift_of
from league.services.portability.demo.marlbury import evening_of
from tests.services.spreadsheets import FOLDER, counted

LONDON = ZoneInfo("Europe/London")


def london(*moment: int) -> dt.datetime:
    """A moment in London."""
    return dt.datetime(*moment, tzinfo=LONDON)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("today", "weeks"),
    [
        (dt.date(2026, 11, 1), -1),
        (dt.date(2026, 11, 2), 0),
        (dt.date(2026, 11, 8), 0),
        (dt.date(2026, 11, 9), 1),
        (dt.date(2027, 3, 28), 20),
        (dt.date(2025, 7, 16), -68),
    ],
)
def test_the_calendar_moves_so_that_week_8_holds_today(today: dt.date, weeks: int) -> None:
    assert shift_of(today) == weeks


def test_every_date_moves_and_the_season_is_named_after_its_years() -> None:
    files = {name: data.decode() for name, data in moved(FOLDER, dt.date(2027, 11, 1)).items()}
    assert files["season.csv"].splitlines()[1] == (
        "2027-28,2027-09-13,2,penultimate of each round,2027-12-20; 2027-12-27,D D D D D S S S S,1"
    )
    assert files["teams.csv"].splitlines()[5] == "Star A,Division 1,Star,Tuesday,20:00,2028-02-15; 2028-02-16"
    assert files["results.csv"].splitlines()[1].startswith("Division 1,2027-09-14,Kings Arms B,Legion Club,1,")
    assert not re.search(r"\b2026-", "".join(files.values()))


def test_monday_changes_places_with_the_night_of_today_in_dates_and_in_words() -> None:
    files = {name: data.decode() for name, data in moved(FOLDER, dt.date(2027, 11, 2)).items()}
    # The season itself begins on a Monday, and its weeks without play are whole weeks.
    assert ",2027-09-13,2,penultimate of each round,2027-12-20; 2027-12-27," in files["season.csv"]
    assert files["teams.csv"].splitlines()[5] == "Star A,Division 1,Star,Monday,20:00,2028-02-14; 2028-02-16"
    nights = {tuple(line.split(",")[1:4:2]) for line in files["teams.csv"].splitlines()[1:]}
    assert nights == {
        ("Division 1", "Monday"), ("Division 2", "Wednesday"), ("Division 3", "Thursday"), ("Division 4", "Tuesday"),
    }  # fmt: skip
    assert files["results.csv"].splitlines()[1].startswith("Division 1,2027-09-13,Kings Arms B,Legion Club,1,")


DAYS = [
    # now; its season; when tonight's fixtures began
    (london(2026, 11, 2, 0, 5), "2026-27", london(2026, 11, 2, 0, 0)),
    (london(2026, 11, 3, 12, 0), "2026-27", london(2026, 11, 3, 12, 0)),
    (london(2027, 7, 14, 22, 30), "2027-28", london(2027, 7, 14, 20, 0)),
    (london(2026, 12, 31, 20, 0), "2026-27", london(2026, 12, 31, 20, 0)),
    (london(2027, 1, 1, 9, 59), "2026-27", london(2027, 1, 1, 9, 0)),
    (london(2028, 2, 29, 0, 0), "2028-29", london(2028, 2, 29, 0, 0)),
    # Sundays on which the clocks go forward and back: half past one is half past one in the morning twice.
    (dt.datetime(2027, 3, 28, 1, 30, tzinfo=dt.UTC), "2027-28", london(2027, 3, 28, 2, 0)),
    (dt.datetime(2027, 10, 31, 1, 30, tzinfo=dt.UTC), "2027-28", dt.datetime(2027, 10, 31, 1, 0, tzinfo=dt.UTC)),
    # It is Saturday in London already, though not by the clock of the machine.
    (dt.datetime(2027, 6, 4, 23, 30, tzinfo=dt.UTC), "2027-28", london(2027, 6, 5, 0, 0)),
]


@pytest.mark.parametrize(("now", "season", "began"), DAYS, ids=[f"{now:%a-%d-%b-%Y-%H%M}" for now, _, _ in DAYS])
def test_tonight_is_today_whatever_day_it_is(db: None, now: dt.datetime, season: str, began: dt.datetime) -> None:
    demo = load_demo(now=now)
    assert (demo.fresh, demo.league.slug) == (True, "marlbury")
    today = now.astimezone(LONDON).date()
    week = Week.objects.get(season__league=demo.league, round__number=1, number=8)
    assert 0 <= (today - week.starts_on).days <= 6
    fixtures = list(Fixture.objects.filter(week=week, division__name="Division 4").order_by("pk"))
    assert {fixture.starts_at.astimezone(LONDON).date() for fixture in fixtures} == {today}
    assert {fixture.starts_at for fixture in fixtures} == {began.astimezone(dt.UTC)}
    assert {fixture.original_starts_at for fixture in fixtures} == {began.astimezone(dt.UTC)}
    assert all(not_enterable(fixture, now=now) == "" for fixture in fixtures)
    teams = Entry.objects.filter(division__name="Division 4")
    assert set(teams.values_list("home_night", flat=True)) == {today.weekday()}
    states = [Result.objects.filter(fixture=f, live=True).values_list("state", flat=True).first() for f in fixtures]
    assert states == [None, None, ResultState.SUBMITTED, ResultState.DISPUTED, ResultState.CONFIRMED]
    assert demo.evening == fixtures[0]
    dispute = Dispute.objects.get()
    assert (dispute.fixture, dispute.state) == (fixtures[3], DisputeState.OPEN)
    assert dispute.counter_result is not None
    assert [d.field for d in differences(sheet_of(dispute.result), sheet_of(dispute.counter_result))] == ["m3-g3"]
    # Seven weeks are played; nothing of week 8 or later came with the files.
    played = Result.objects.filter(live=True, fixture__division__season__league=demo.league)
    assert played.exclude(fixture__week=week).count() == 141
    assert set(Season.objects.values_list("name", flat=True)) == {season}
    coast = Fixture.objects.filter(division__season__league__slug="saltmarsh", starts_at=began)
    assert [not_enterable(fixture, now=now) for fixture in coast] == ["", ""]


def test_a_second_call_touches_nothing(db: None) -> None:
    now = london(2026, 11, 3, 12, 0)
    first = load_demo(now=now)
    League.objects.filter(pk=first.league.pk).update(name="Our own name")
    before, latest = counted(), JournalEntry.objects.latest("pk")
    again = load_demo(now=now + dt.timedelta(days=100))
    assert (again.fresh, again.league, again.league.name, again.evening) == (
        False,
        first.league,
        "Our own name",
        first.evening,
    )
    assert (counted(), JournalEntry.objects.latest("pk")) == (before, latest)


def test_the_command_prints_sign_ins_and_each_of_them_works(db: None) -> None:
    now = london(2026, 11, 3, 12, 0)
    out = StringIO()
    with time_machine.travel(now, tick=False):
        call_command("load_demo", stdout=out)
        told = out.getvalue()
        league = League.objects.get(slug="marlbury")
        for account in SIGN_INS:
            assert account.email in told
            client = Client()
            answer = client.post("/accounts/login/", {"login": account.email, "password": PASSWORD})
            assert (answer.status_code, client.session.get("_auth_user_id")) == (
                302,
                str(User.objects.get(email=account.email).pk),
            )
        evening = Fixture.objects.get(pk=int(re.search(r"/fixtures/(\d+)/", told).group(1)))  # type: ignore[union-attr]
        held = {a.role: grants(User.objects.get(email=a.email), league, now=now) for a in SIGN_INS}
        assert f"Tonight: {evening}" in told
        assert held["captain"].side_of(evening) == "home"
        assert held["other captain"].side_of(evening) == "away"
        assert [role for role, g in held.items() if g.referee] == ["referee"]
        assert [role for role, g in held.items() if g.secretary] == ["secretary", "administrator"]
        coast = League.objects.get(slug="saltmarsh")
        assert grants(User.objects.get(email="secretary@demo.example"), coast, now=now).secretary
        assert held["player"].teams == {evening.home_id}
        assert not held["player"].captain_of
        # The captain finds the form that the command names.
        client = Client()
        client.force_login(User.objects.get(email="captain@demo.example"))
        path = re.search(r"captain at (/\S+)", told).group(1)  # type: ignore[union-attr]
        page = client.get(path)
        assert page.status_code == 200
        assert 'name="m1-home-1"' in page.content.decode()
        again = StringIO()
        call_command("load_demo", stdout=again)
        later = StringIO()
        with time_machine.travel(now + dt.timedelta(days=2), tick=False):
            call_command("load_demo", stdout=later)
    assert "is there, as you left it." in again.getvalue()
    assert f"Tonight: {evening}" in again.getvalue()
    # Two days later it is not tonight's any more, and the command says how to begin afresh.
    assert "Tonight" not in later.getvalue()
    assert f"Of Tuesday 3 November: {evening}" in later.getvalue()
    assert "make demo-reset" in later.getvalue()


def test_every_team_is_charged_its_fee_and_two_fines_are_owed(db: None) -> None:
    demo = load_demo(now=london(2026, 11, 3, 12, 0))
    assert demo.evening is not None
    fees = Charge.objects.filter(kind=ChargeKind.FEE)
    assert fees.count() == Entry.objects.filter(season__league=demo.league).count()
    assert [one.team for one in fees.exclude(paid_on=None)] == [demo.evening.home]
    fines = Charge.objects.filter(kind=ChargeKind.FINE).order_by("pk")
    assert [(one.amount, one.team is None, one.through) for one in fines] == [
        (Decimal("5.00"), False, None),
        (Decimal("2.50"), True, demo.evening.home),
    ]


def test_the_second_league_is_one_where_each_plays_each_and_a_game_is_a_tap(db: None, client: Client) -> None:
    now = london(2026, 11, 3, 12, 0)
    load_demo(now=now)
    coast = League.objects.get(slug="saltmarsh")
    captain = User.objects.get(email="coast@demo.example")
    tonight = Fixture.objects.get(home__in=grants(captain, coast, now=now).captain_of, starts_at=now)
    home, away = ([player.pk for player in squad[:6]] for squad in squads(tonight))
    names = [f"m{1 + 6 * n}-home-1" for n in range(6)] + [f"m{1 + n}-away-1" for n in range(6)]
    sent = dict(zip(names, [*home, *away], strict=True))
    sent |= {f"m{n}-g1-winner": "home" if n % 3 else "away" for n in range(1, 37)}
    client.force_login(captain)
    with time_machine.travel(now, tick=False):
        page = f"/leagues/saltmarsh/fixtures/{tonight.pk}/sheet/"
        assert client.post(page, sent).status_code == 302
    result = Result.objects.get(fixture=tonight)
    assert (result.home_games, result.away_games) == (24, 12)


def test_a_league_in_which_nothing_is_played_tonight_has_no_sheet_to_enter(db: None) -> None:
    assert evening_of(League.objects.create(name="Here", slug="here")) is None
