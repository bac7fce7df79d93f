"""A season made as a draft from spreadsheets, and how it is run."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest

from league.enums import JournalKind, Night, SecondHalf, UnplayedPolicy, WithdrawalPolicy
from league.errors import Invalid, LeagueError, NotAllowed, WrongState
from league.models import Division, JournalEntry, RuleChange, Season, User, VenueClosure, Week
from league.queries import leagues
from league.rules.sheets import GameScore, ResultSheet
from league.services.people.captains import make_codes
from league.services.results import submit
from league.services.seasons.seasons import change_division, change_settings, decide_format, make_season, settings_of
from tests.factories import Town, result_sheet
from tests.services.draft_season import DRAFT, draft, files
from tests.services.spreadsheets import NOW


def test_a_draft_has_everything_but_fixtures_and_nobody_sees_it(town: Town) -> None:
    season, report = make_season(town.league, files(), by=town.secretary, now=NOW)
    assert (season.name, season.published_at, season.second_half) == ("2027-28", None, SecondHalf.MIRRORED)
    assert (report.created["entries"], report.created["days a venue is closed"]) == (7, 1)
    assert VenueClosure.objects.get(venue__name="The Inn").date == dt.date(2027, 10, 12)
    assert season not in leagues.seasons_of(town.league)
    assert JournalEntry.objects.get(kind=JournalKind.SEASON_MADE).what == "made a draft of 2027-28"


def test_a_draft_is_changed_by_the_files_again_its_weeks_too(town: Town) -> None:
    draft(town.league, town.secretary)
    later = DRAFT["season.csv"].replace("2027-09-13", "2027-09-20").replace("mirrored", "french")
    closed = DRAFT["venues.csv"].replace("2027-10-12", "2027-10-19; 2027-11-02")
    season, _ = make_season(town.league, files(season=later, venues=closed), by=town.secretary, now=NOW)
    assert (season.first_week, season.second_half) == (dt.date(2027, 9, 20), SecondHalf.FRENCH)
    assert Week.objects.filter(season=season).earliest("starts_on").starts_on == dt.date(2027, 9, 20)
    days = VenueClosure.objects.filter(venue__name="The Inn").values_list("date", flat=True)
    assert list(days) == [dt.date(2027, 10, 19), dt.date(2027, 11, 2)]
    assert Season.objects.filter(name="2027-28").count() == 1


def test_without_the_column_what_is_known_of_closed_days_stays(town: Town) -> None:
    draft(town.league, town.secretary)
    plain = "\n".join(line.rpartition(",")[0] for line in DRAFT["venues.csv"].splitlines())
    make_season(town.league, files(venues=plain), by=town.secretary, now=NOW)
    assert VenueClosure.objects.count() == 1


def test_bad_files_are_told_of_all_at_once(town: Town) -> None:
    teams = DRAFT["teams.csv"].replace("Forge,Wednesday", "Forgery,Wensday")
    with pytest.raises(Invalid) as refused:
        make_season(town.league, files(teams=teams) | {"results.csv": b"x"}, by=town.secretary, now=NOW)
    assert [problem.where for problem in refused.value.problems] == ["results.csv:1"]
    with pytest.raises(Invalid, match="write a day of the week"):
        make_season(town.league, files(teams=teams), by=town.secretary, now=NOW)
    with pytest.raises(Invalid, match="is needed: it names the season"):
        make_season(town.league, {"venues.csv": b"x"}, by=town.secretary, now=NOW)
    assert not Season.objects.filter(name="2027-28").exists()


def test_a_published_season_is_not_made_again(town: Town) -> None:
    running = DRAFT["season.csv"].replace("2027-28", "2026-27").replace("2027-", "2026-")
    with pytest.raises(LeagueError):
        make_season(town.league, files(season=running), by=town.secretary, now=NOW)
    assert not VenueClosure.objects.exists()


def test_only_the_secretary_makes_one(town: Town) -> None:
    with pytest.raises(NotAllowed):
        make_season(town.league, files(), by=town.captains["Anchor"], now=NOW)


def test_settings_are_kept_and_what_changed_is_in_the_journal(town: Town, secretary: User) -> None:
    season = draft(town.league, secretary)
    wanted = {
        "short_notice_hours": 48,
        "catch_up_nights": (Night.FRIDAY, Night.MONDAY),
        "unplayed_policy": UnplayedPolicy.NIL,
        "withdrawal_policy": WithdrawalPolicy.STAND,
    }
    season = change_settings(season, wanted, by=secretary, now=NOW)
    season.refresh_from_db()
    assert (season.short_notice_hours, season.catch_up_nights) == (48, [0, 4])
    entry = JournalEntry.objects.get(kind=JournalKind.SEASON_CHANGED)
    assert entry.what == (
        "changed how 2027-28 is run: catch up nights, short notice hours, unplayed policy, withdrawal policy"
    )
    count = JournalEntry.objects.count()
    change_settings(season, wanted, by=secretary, now=NOW)
    assert JournalEntry.objects.count() == count


def test_settings_that_cannot_be_are_refused(town: Town, secretary: User) -> None:
    wrong = {"short_notice_hours": 999, "place_days": 99, "catch_up_nights": ()}
    with pytest.raises(Invalid) as refused:
        change_settings(town.season, wrong, by=secretary, now=NOW)
    fields = [problem.field for problem in refused.value.problems]
    assert fields == ["short_notice_hours", "place_days", "catch_up_nights"]
    with pytest.raises(WrongState, match="second half"):
        change_settings(town.season, {"second_half": SecondHalf.FRENCH}, by=secretary, now=NOW)


def test_weeks_left_blank_are_named_and_lie_in_the_season(town: Town, now: dt.datetime) -> None:
    Season.objects.update(published_at=None)
    season = Season.objects.select_related("league").get()
    for weeks, said in (
        ((), "Name at least one week, by any day of it."),
        (("2026-09-07",), "Write a day of the season: it begins on 14 September 2026."),
        (("2028-01-03",), "Write a day of the season: it begins on 14 September 2026."),
    ):
        named = {"catch_up": "named", "catch_up_weeks": weeks}
        with pytest.raises(Invalid) as refused:
            change_settings(season, named, by=town.secretary, now=now)
        assert [(p.field, p.message) for p in refused.value.problems] == [("catch_up_weeks", said)]
    wrong = {"play_within": 0, "play_until": dt.date(2020, 1, 1), "weeks_apart": 9}
    with pytest.raises(Invalid) as refused:
        change_settings(season, wrong, by=town.secretary, now=now)
    assert [problem.field for problem in refused.value.problems] == ["weeks_apart", "play_within", "play_until"]
    wanted = {"catch_up": "named", "catch_up_weeks": ("2026-11-04", "2026-11-02", "2027-01-06")}
    assert settings_of(change_settings(season, wanted, by=town.secretary, now=now)).catch_up_weeks == (
        "2026-11-02", "2027-01-04",
    )  # fmt: skip


def test_the_weeks_of_a_published_season_stay_but_not_how_long_there_is(town: Town, now: dt.datetime) -> None:
    for changed in ({"catch_up": "none"}, {"catch_up_weeks": ("2026-11-02",)}, {"weeks_apart": 2}):
        with pytest.raises(WrongState, match="The timetable is published"):
            change_settings(town.season, changed, by=town.secretary, now=now)
    change_settings(town.season, {"play_within": 21}, reason="Too many were owed.", by=town.secretary, now=now)
    assert Season.objects.get().play_within == 21


def test_the_same_format_in_other_words_is_no_change(town: Town, now: dt.datetime) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    before = JournalEntry.objects.count()
    for said in ("d, s s", "D3 S S"):
        assert decide_format(town.division, said, by=town.secretary, now=now).fixture_format == "D S S"
    change_division(town.division, {"fixture_format": "DSS"}, by=town.secretary, now=now)
    assert (JournalEntry.objects.count(), RuleChange.objects.count()) == (before, 0)


def test_points_that_an_earlier_format_can_never_give_are_refused(town: Town, now: dt.datetime) -> None:
    Division.objects.update(fixture_format="Dw Sw Sw")
    town.division.refresh_from_db()
    fixture = town.fixture("Anchor", "Bell")
    scored = result_sheet(town, "Anchor", "Bell")
    winners = [
        replace(match, games=tuple(GameScore(won=game.winner) for game in match.games)) for match in scored.matches
    ]
    submit.submit(fixture, ResultSheet(tuple(winners)), by=town.secretary, now=now)
    division = decide_format(town.division, "D S S", reason="The meeting.", by=town.secretary, now=now)
    Division.objects.update(singles_ruleset="acc", doubles_ruleset="acc")
    division.refresh_from_db()
    with pytest.raises(Invalid) as refused:
        change_division(division, {"points_per_lurch": Decimal(1)}, reason="x", by=town.secretary, now=now)
    assert {one.field for one in refused.value.problems} == {"points_per_lurch"}


def test_a_hidden_season_s_settings_points_and_codes_stay(town: Town, now: dt.datetime) -> None:
    Season.objects.update(hidden_at=now)
    town.season.refresh_from_db()
    for write in (
        lambda: change_settings(town.season, {"guest_limit": 9}, by=town.secretary, now=now),
        lambda: change_division(town.division, {"points_per_game": 2}, reason="x", by=town.secretary, now=now),
        lambda: make_codes(town.teams["Anchor"], town.season, by=town.secretary, now=now),
    ):
        with pytest.raises(WrongState, match="is hidden, and nothing changes in it"):
            write()


def test_a_season_that_is_published_is_made_no_more(town: Town) -> None:
    season = draft(town.league, town.secretary)
    Season.objects.filter(pk=season.pk).update(published_at=NOW)
    with pytest.raises(WrongState, match="2027-28 is published; what changes in it is loaded under"):
        make_season(town.league, files(), by=town.secretary, now=NOW)
