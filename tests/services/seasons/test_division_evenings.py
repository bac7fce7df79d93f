"""An evening and a start of a division's own go before the season's evening and before what its teams have."""

import datetime as dt
import io
import zipfile
from dataclasses import replace
from typing import Any

import pytest

from league.enums import Night, NoticeKind
from league.errors import Invalid
from league.models import Division, Entry, Fixture, JournalEntry, League, Notice, RuleChange, Season, User
from league.queries.dates.postponements import moving_of
from league.queries.seasons.setting_changes import entry_changes, rule_changes_of
from league.queries.seasons.settings_preview import SettingsPreview, preview_division, preview_season
from league.queries.seasons.timetables import TimetableRequest, brief_of, made_timetable
from league.rules.team_lines import read_teams
from league.services.disputes.rulebook import books_of
from league.services.portability.exports import export_spreadsheets
from league.services.portability.imports import format_problem, import_season
from league.services.seasons import drafts, publish
from league.services.seasons.drafts import copy_season
from league.services.seasons.entries import add_team, enter_teams
from league.services.seasons.moves import change_home, move_team
from league.services.seasons.seasons import change_division, change_settings, make_season, settings_of
from tests.factories import Town, begin
from tests.services.draft_season import DRAFT, draft, files, ready, take_up_captaincies
from tests.services.seasons.test_late_teams import hazel
from tests.services.spreadsheets import NOW

EIGHT, HALF_PAST = dt.time(20), dt.time(19, 30)
WHY = "The darts league has Tuesdays now."


@pytest.fixture
def season(town: Town) -> Season:
    return draft(town.league, town.secretary)


def two(season: Season) -> Division:
    return Division.objects.select_related("season__league").get(season=season, name="Two")


def own_evening(
    season: Season, evening: str = "wednesday", start: dt.time | None = HALF_PAST, *, reason: str = ""
) -> Division:
    by = season.league.roles.get(kind="secretary").user
    changed = {"own_evening": evening, "own_start": start}
    return change_division(two(season), changed, reason=reason, by=by, now=NOW)


def homes(season: Season, division: str = "Two") -> set[tuple[int, dt.time]]:
    found = Entry.objects.filter(season=season, division__name=division)
    return set(found.values_list("home_night", "start_time"))


def fixtures_on(season: Season, evening: str, by: User) -> Season:
    return change_settings(season, {"evening": evening}, by=by, now=NOW)


def entry_of(season: Season, team: str) -> Entry:
    return Entry.objects.select_related("season__league", "division", "team", "venue").get(
        season=season, team__name=team
    )


def published(season: Season, by: User) -> Season:
    publish.publish(ready(season, by), version=1, despite="It will do.", by=by, now=NOW)
    season.refresh_from_db()
    return season


# Declared, and taken back


@pytest.mark.long
def test_it_is_the_night_and_start_of_every_team_of_the_division_and_of_its_timetable(
    season: Season, secretary: User
) -> None:
    before = homes(season, "One")
    own_evening(season)
    assert homes(season) == {(Night.WEDNESDAY, HALF_PAST)}
    assert homes(season, "One") == before
    one, other = brief_of(season, TimetableRequest(rounds=2)).divisions
    assert {(team.night, team.start) for team in other.teams} == {(Night.WEDNESDAY, HALF_PAST)}
    assert {(team.night, team.start) for team in one.teams} == before
    published(season, secretary)
    fixtures = Fixture.objects.filter(division=two(season))
    starts = {
        at.astimezone(season.league.tz).strftime("%A %H:%M") for at in fixtures.values_list("starts_at", flat=True)
    }
    assert starts == {"Wednesday 19:30"}


def test_it_goes_before_the_evening_of_the_season_whichever_is_said_first(season: Season, secretary: User) -> None:
    own_evening(season, start=None)
    fixtures_on(season, "monday", secretary)
    assert {night for night, _ in homes(season)} == {Night.WEDNESDAY}
    assert {night for night, _ in homes(season, "One")} == {Night.MONDAY}
    own_evening(season, "thursday", None)
    assert {night for night, _ in homes(season)} == {Night.THURSDAY}
    own_evening(season, "season", None)
    assert {night for night, _ in homes(season)} == {Night.MONDAY}, "as the season says again"


def test_without_it_every_team_keeps_what_it_has(season: Season) -> None:
    own_evening(season)
    own_evening(season, "season", None)
    assert homes(season) == {(Night.WEDNESDAY, HALF_PAST)}


def test_a_change_stands_in_the_journal_in_words(season: Season) -> None:
    own_evening(season)
    entry = JournalEntry.objects.latest("pk")
    assert entry.what == "changed how Two of 2027-28 is played and counted: own evening, own start"
    assert {(one.old, one.new) for one in entry_changes(entry)} == {
        ("As the season says", "Wednesday"), ("none", "7.30 pm")
    }  # fmt: skip


def test_an_evening_that_there_is_not_is_refused(season: Season, secretary: User) -> None:
    for changed in ({"own_evening": "doomsday"}, {"own_start": "late"}):
        with pytest.raises(Invalid) as refused:
            change_division(two(season), changed, by=secretary, now=NOW)
        assert [problem.field for problem in refused.value.problems] == list(changed)


# What would follow


def preview(season: Season, **changed: Any) -> SettingsPreview:
    return preview_division(two(season), changed, now=NOW)


def test_a_preview_of_a_draft_names_the_teams_that_move(season: Season, secretary: User) -> None:
    [evenings] = preview(season, own_evening="thursday", own_start=HALF_PAST).differences
    assert [about for about, *_ in evenings.examples] == ["Elm", "Fir", "Gorse"]
    ready(season, secretary)
    assert preview(season, own_start=EIGHT).notes == (
        "1 timetable that you have asked for already stays as it is: make another one.",
    )
    found = preview(season, own_evening="wednesday", own_start=EIGHT)
    assert found.rules_added == ("Fixtures are played on Wednesday and start at 8 pm.",)
    assert not found.running
    own_evening(season)
    assert preview(season, own_evening="season", own_start=None).differences == (), "every team keeps what it has"


def test_the_evening_of_the_season_moves_the_other_divisions_alone(season: Season) -> None:
    own_evening(season, "friday")
    [found] = preview_season(season, replace(settings_of(season), evening="wednesday"), now=NOW).differences
    assert [about for about, *_ in found.examples] == ["Ash", "Beech", "Cedar"]


def test_a_timetable_made_before_stays_and_says_that_it_is_out_of_date(season: Season, secretary: User) -> None:
    row = ready(season, secretary)
    before = row.made
    own_evening(season)
    row.refresh_from_db()
    assert row.made == before
    assert made_timetable(row).outdated


def test_in_a_season_that_has_begun_it_needs_a_reason_and_dates_stay(season: Season, secretary: User) -> None:
    published(season, secretary)
    begin(Fixture.objects.exclude(division=two(season)).select_related("division").filter(division__season=season)[0])
    take_up_captaincies(season)
    dates = list(Fixture.objects.order_by("pk").values_list("starts_at", flat=True))
    assert preview(season, own_evening="wednesday").notes == (
        "6 fixtures without a result keep their dates and their start: move them one by one.",
    )
    with pytest.raises(Invalid) as refused:
        own_evening(season)
    assert [problem.field for problem in refused.value.problems] == ["reason"]
    own_evening(season, reason=WHY)
    assert list(Fixture.objects.order_by("pk").values_list("starts_at", flat=True)) == dates
    assert homes(season) == {(Night.WEDNESDAY, HALF_PAST)}
    [change] = rule_changes_of(season)
    assert [(one.name, one.new) for one in change.changes] == [
        ("Evening of the division", "Wednesday"), ("Start of the division", "7.30 pm")
    ]  # fmt: skip
    assert RuleChange.objects.get().division == two(season)
    text = "Two, 2027-28: the secretary changed evening of the division, start of the division. " + WHY
    assert {notice.text for notice in Notice.objects.filter(kind=NoticeKind.RULES_CHANGED)} == {text}


def test_a_postponed_fixture_is_offered_the_divisions_evening(season: Season, secretary: User) -> None:
    published(season, secretary)
    own_evening(season, reason=WHY)
    joined = Fixture.objects.select_related("division__season__league", "home", "away", "venue", "week__round")
    moving = moving_of(joined.filter(division=two(season)).first(), now=NOW)  # type: ignore[arg-type]
    assert (moving.night, moving.start) == (Night.WEDNESDAY, HALF_PAST)


def test_the_rules_page_says_it_of_that_division_alone(season: Season) -> None:
    own_evening(season)
    said = {
        book.divisions: [rule for chapter in book.sections for rule in chapter.rules]
        for book in books_of(season)
        if not book.kind
    }
    sentence = "Fixtures are played on Wednesday and start at 7.30 pm."
    assert {divisions: sentence in rules for divisions, rules in said.items()} == {("one",): False, ("two",): True}
    own_evening(season, "wednesday", None)
    assert any(
        "Fixtures are played on Wednesday." in chapter.rules for book in books_of(season) for chapter in book.sections
    )


# Teams that come, move, or have another home


def test_a_late_team_is_asked_for_neither(season: Season, secretary: User) -> None:
    with pytest.raises(Invalid) as refused:
        add_team(season, replace(hazel(season), night=None, start=None), by=secretary, now=NOW)
    assert [problem.code for problem in refused.value.problems] == ["no-night", "no-start"]
    own_evening(season)
    with pytest.raises(Invalid) as refused:
        add_team(season, hazel(season), by=secretary, now=NOW)
    assert [problem.message for problem in refused.value.problems] == [
        "Everybody in Two plays on Wednesday; leave the night out.",
        "Everybody in Two starts at 7.30 pm; leave the start out.",
    ]
    added = add_team(season, replace(hazel(season), night=None, start=None), by=secretary, now=NOW)
    assert (added.entry.home_night, added.entry.start_time) == (Night.WEDNESDAY, HALF_PAST)
    plain = add_team(season, hazel(season, "One", "Ivy"), by=secretary, now=NOW)
    assert (plain.entry.home_night, plain.entry.start_time) == (Night.THURSDAY, EIGHT)


def test_a_home_has_no_other_night_or_start(season: Season, secretary: User) -> None:
    own_evening(season)
    with pytest.raises(Invalid) as refused:
        change_home(entry_of(season, "Elm"), {"home_night": 0, "start_time": EIGHT}, by=secretary, now=NOW)
    assert [problem.field for problem in refused.value.problems] == ["home_night", "start_time"]
    assert change_home(entry_of(season, "Ash"), {"home_night": 0, "start_time": EIGHT}, by=secretary, now=NOW)


def test_a_team_that_moves_there_takes_it_and_leaves_it_to_the_season_s(season: Season, secretary: User) -> None:
    own_evening(season)
    move_team(entry_of(season, "Ash"), two(season), by=secretary, now=NOW)
    assert (entry_of(season, "Ash").home_night, entry_of(season, "Ash").start_time) == (Night.WEDNESDAY, HALF_PAST)
    data = JournalEntry.objects.latest("pk").data
    assert data["home_night"] == {"from": Night.TUESDAY, "to": Night.WEDNESDAY}
    fixtures_on(season, "monday", secretary)
    one = Division.objects.select_related("season").get(season=season, name="One")
    move_team(entry_of(season, "Ash"), one, by=secretary, now=NOW)
    assert (entry_of(season, "Ash").home_night, entry_of(season, "Ash").start_time) == (Night.MONDAY, HALF_PAST)


def test_teams_dealt_into_it_take_it(season: Season, secretary: User) -> None:
    own_evening(season)
    drafts.deal_teams(season, {entry_of(season, "Ash").pk: two(season).pk}, by=secretary, now=NOW)
    assert homes(season) == {(Night.WEDNESDAY, HALF_PAST)}
    assert entry_of(season, "Ash").division == two(season)


def test_the_list_of_teams_does_not_say_otherwise(season: Season, secretary: User) -> None:
    own_evening(season)
    text = "Ash\nBeech, Friday\nElm, Sunday, 21:00\nFir\nNewcomer"
    lines, _ = read_teams(text, night=0, start=EIGHT)
    season_row = fixtures_on(season, "own", secretary)
    Entry.objects.filter(season=season, team__name__in=("Cedar", "Dogwood", "Gorse")).delete()
    Season.objects.get(pk=season.pk).registrations.all().delete()
    enter_teams(season_row, lines, by=secretary, now=NOW)
    assert homes(season) == {(Night.WEDNESDAY, HALF_PAST)}
    assert homes(season, "One") == {(Night.MONDAY, EIGHT), (Night.FRIDAY, EIGHT)}
    lines, _ = read_teams(text.replace(", Friday", ""), night=0, start=EIGHT)
    enter_teams(season_row, lines, evening="monday", by=secretary, now=NOW)
    assert {night for night, _ in homes(season)} == {Night.WEDNESDAY}


def test_a_division_more_has_none_and_the_teams_of_one_less_take_the_last_one_s(
    season: Season, secretary: User
) -> None:
    first = Division.objects.get(season=season, name="One")
    change_division(first, {"own_evening": "friday", "own_start": EIGHT}, by=secretary, now=NOW)
    drafts.plan_season(season, season.name, season.first_week, ["One", "Two", "Three"], by=secretary, now=NOW)
    three = Division.objects.get(season=season, name="Three")
    assert (three.own_evening, three.own_start) == ("season", None)
    own_evening(season)
    drafts.plan_season(season, season.name, season.first_week, ["Two"], by=secretary, now=NOW)
    assert homes(season) == {(Night.WEDNESDAY, HALF_PAST)}
    assert Entry.objects.filter(season=season, division__name="Two").count() == 7


def test_next_season_has_it_too(season: Season, secretary: User) -> None:
    own_evening(season)
    made = copy_season(season.league, season, "2028-29", dt.date(2028, 9, 11), by=secretary, now=NOW)
    assert (two(made).own_evening, two(made).own_start) == ("wednesday", HALF_PAST)
    assert homes(made) == {(Night.WEDNESDAY, HALF_PAST)}


# Files


def sheets(said: str, **changed: str) -> dict[str, bytes]:
    season = (
        DRAFT["season.csv"]
        .replace("second half\n", "second half,evenings of divisions\n")
        .replace("mirrored\n", f"mirrored,{said}\n")
    )
    return files(season=season, **changed)


BARE = DRAFT["teams.csv"].replace("Swan,Tuesday,20:00", "Swan,,").replace("Vine,Tuesday,20:00", "Vine,,")
BARE = BARE.replace("Plough,Thursday,20:00", "Plough,Wed,19:30")


def test_season_csv_says_it_and_teams_csv_need_not(town: Town, secretary: User) -> None:
    made, _ = make_season(town.league, sheets("Two = Wednesday 19:30", teams=BARE), by=secretary, now=NOW)
    assert (two(made).own_evening, two(made).own_start) == ("wednesday", HALF_PAST)
    assert homes(made) == {(Night.WEDNESDAY, HALF_PAST)}
    # Without its column, the division keeps what it has.
    again = {"teams.csv": BARE.encode()}
    assert import_season(again, town.league, season=made, by=secretary, now=NOW).changed == {}


def test_season_csv_changes_it_in_a_draft_for_teams_that_it_does_not_name(season: Season, secretary: User) -> None:
    only = {"season.csv": sheets("Two = Wednesday")["season.csv"]}
    import_season(only, season.league, by=secretary, now=NOW)
    assert homes(season) == {(Night.WEDNESDAY, EIGHT)}
    published(season, secretary)
    assert import_season(only, season.league, by=secretary, now=NOW).changed == {}
    with pytest.raises(Invalid, match="change it under Settings, where the captains are told why"):
        import_season({"season.csv": sheets("Two = Monday")["season.csv"]}, season.league, by=secretary, now=NOW)
    assert homes(season) == {(Night.WEDNESDAY, EIGHT)}


@pytest.mark.parametrize(
    ("cell", "teams", "said"),
    [
        ("Two = Wednesday 19:30", DRAFT["teams.csv"], "everybody in Two plays on Wednesday; leave this cell empty"),
        ("Two = 19:30", DRAFT["teams.csv"], "everybody in Two starts at 7.30 pm; leave this cell empty"),
        ("", BARE, "write a day of the week, like Tuesday"),
        ("Two = Wed", BARE, "write a time like 20:00"),
        ("Twoo = Wednesday", DRAFT["teams.csv"], 'did you mean "Two"?'),
        ("Two = full moon", DRAFT["teams.csv"], 'write it like "Division 2 = Wednesday 20:00"'),
        ("Wednesday", DRAFT["teams.csv"], 'write it like "Division 2 = Wednesday 20:00"'),
    ],
)
def test_what_does_not_go_with_it_is_told_at_its_cell(
    town: Town, secretary: User, cell: str, teams: str, said: str
) -> None:
    with pytest.raises(Invalid) as refused:
        make_season(town.league, sheets(cell, teams=teams), by=secretary, now=NOW)
    assert any(said in format_problem(problem) for problem in refused.value.problems)
    assert not Season.objects.filter(name="2027-28").exists()


def test_spreadsheets_of_a_season_hold_it(season: Season, secretary: User) -> None:
    season = fixtures_on(season, "monday", secretary)
    own_evening(season)
    out = io.BytesIO()
    export_spreadsheets(season, out, by=None, now=NOW)
    with zipfile.ZipFile(out) as archive:
        sent = {name: archive.read(name) for name in ("venues.csv", "season.csv", "teams.csv")}
    assert b"Two = Wednesday 19:30" in sent["season.csv"]
    assert import_season(sent, season.league, by=secretary, now=NOW).changed == {}
    elsewhere = League.objects.create(name="Elsewhere", slug="elsewhere")
    made = import_season(sent, elsewhere, by=None, now=NOW).season
    assert made is not None
    assert (two(made).own_evening, homes(made)) == ("wednesday", {(Night.WEDNESDAY, HALF_PAST)})
    assert {night for night, _ in homes(made, "One")} == {Night.MONDAY}
