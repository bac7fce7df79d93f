"""A draft filled in step by step: each step is kept, can be taken again, and says at once all that is wrong with it."""

import datetime as dt
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from league.enums import JournalKind, RoleKind, TimetableState
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import Division, Entry, JournalEntry, League, LotsDrawn, Role, Season, Team, User, Venue
from league.queries.seasons.drafts import (
    Setup,
    Step,
    lines_of_season,
    near_venues,
    night_values,
    setup_of,
    values_stamp,
)
from league.queries.seasons.timetables import TimetableRequest, plan_values, usual
from league.rules.shapes import SHAPES
from league.rules.team_lines import TeamLine, read_teams
from league.services.seasons import drafts, leagues, publish, timetables
from league.services.seasons.drafts import copy_season
from league.services.seasons.entries import enter_teams, merge_home_venues
from league.services.seasons.nights import set_night
from league.services.seasons.timetables import plan_timetable
from tests import factories
from tests.factories import Town

pytestmark = pytest.mark.django_db
NAMES = "Anchor\nBell\nCrown\nDuke"


@pytest.fixture
def ada() -> User:
    return User.objects.create_superuser("ada@county.example", "a-long-enough-password", name="Ada")


@pytest.fixture
def county(ada: User, now: dt.datetime) -> League:
    return leagues.found_league("County Crib", "Europe/London", by=ada, now=now)


@pytest.fixture
def season(county: League, ada: User, now: dt.datetime) -> Season:
    return drafts.start_season(county, "2026–27", "rye", by=ada, now=now)


def lines(text: str = NAMES) -> tuple[TeamLine, ...]:
    teams, problems = read_teams(text, night=1, start=dt.time(20))
    assert problems == []
    return teams


def state(season: Season, now: dt.datetime) -> tuple[list[str], str]:
    """Return the steps that are done, and the next one."""
    found: Setup = setup_of(Season.objects.select_related("league").get(pk=season.pk), now=now)
    return [step.name for step in found.steps if step.done], found.next.name if found.next else ""


def test_whoever_makes_a_league_is_its_secretary(county: League, ada: User) -> None:
    assert (county.slug, county.time_zone) == ("county-crib", "Europe/London")
    assert Role.objects.get(league=county).kind == RoleKind.SECRETARY
    kinds = list(JournalEntry.objects.filter(league=county).order_by("number").values_list("kind", flat=True))
    assert kinds == [JournalKind.LEAGUE_MADE, JournalKind.ROLE_GIVEN]


@pytest.mark.parametrize(
    ("name", "zone", "told"),
    [
        ("", "Europe/London", {"name"}),
        ("County  CRIB", "Europe/London", {"name"}),
        ("Other", "Europe/Londn", {"time_zone"}),
        ("x" * 121, "", {"name", "time_zone"}),
    ],
)
def test_a_league_that_cannot_be_is_told_at_its_fields(
    county: League, ada: User, now: dt.datetime, name: str, zone: str, told: set[str]
) -> None:
    with pytest.raises(Invalid) as refused:
        leagues.found_league(name, zone, by=ada, now=now)
    assert {problem.field for problem in refused.value.problems} == told
    assert League.objects.count() == 1


def test_a_league_without_letters_has_an_address_too(ada: User, now: dt.datetime) -> None:
    assert leagues.found_league("♣♣♣", "Europe/London", by=ada, now=now).slug == "x"


def test_nobody_else_makes_a_league_unless_the_operator_lets_them(now: dt.datetime, settings: Any) -> None:
    olive = factories.user("olive@county.example")
    with pytest.raises(NotAllowed):
        leagues.found_league("Olive’s", "Europe/London", by=olive, now=now)
    settings.LEAGUES_MADE_BY = "anyone"
    for number in range(leagues.LEAGUES_A_DAY):
        leagues.found_league(f"Olive’s {number}", "Europe/London", by=olive, now=now)
    with pytest.raises(Invalid, match="within a day"):
        leagues.found_league("One more", "Europe/London", by=olive, now=now)
    EmailAddress.objects.filter(user=olive).update(verified=False)
    with pytest.raises(NotAllowed):
        leagues.found_league("Not proved", "Europe/London", by=olive, now=now + dt.timedelta(days=2))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_season_starts_from_each_shape(county: League, ada: User, now: dt.datetime, shape: str) -> None:
    made = drafts.start_season(county, "2026–27", shape, by=ada, now=now)
    division = made.divisions.get()
    assert division.fixture_format == SHAPES[shape].counting.fixture_format
    assert (made.slug, made.published_at, made.first_week.weekday()) == ("2026-27", None, 0)
    assert made.first_week > now.date()


@pytest.mark.long
def test_the_steps_from_a_shape_to_a_published_season(season: Season, ada: User, now: dt.datetime) -> None:
    assert season.registration == "open"
    assert state(season, now) == (["players"], "night")
    set_night(season.divisions.get(), night_values(season.divisions.get()), "open", by=ada, now=now)
    assert state(season, now) == (["night", "players"], "teams")
    enter_teams(season, lines(), by=ada, now=now)
    assert state(season, now) == (["night", "teams", "players"], "plan")
    drafts.plan_season(season, "2026–27", dt.date(2027, 1, 12), ["Division 1"], by=ada, now=now)
    assert state(season, now) == (["night", "teams", "players", "plan"], "timetable")
    season.refresh_from_db()
    assert season.first_week == dt.date(2027, 1, 11)
    row = timetables.ask_timetable(season, usual(season), by=ada, now=now)
    timetables.make_waiting(now=now)
    row.refresh_from_db()
    assert row.state == TimetableState.READY
    assert state(season, now) == (["night", "teams", "players", "plan", "timetable"], "publish")
    publish.publish(row, version=1, by=ada, now=now)
    assert state(season, now)[1] == "captains"
    with pytest.raises(WrongState, match="no draft any more"):
        enter_teams(season, lines("Anchor"), by=ada, now=now)


def test_teams_are_the_list_whenever_it_is_sent(season: Season, ada: User, now: dt.datetime) -> None:
    enter_teams(season, lines("Anchor\nBel, The Bel\nCrown"), by=ada, now=now)
    entries = JournalEntry.objects.count()
    enter_teams(season, lines("Anchor\nBel, The Bel\nCrown"), by=ada, now=now)
    assert JournalEntry.objects.count() == entries
    enter_teams(season, lines("Anchor, The Anchor Inn, Wed\nBell, The Bell\nCrown"), by=ada, now=now)
    assert [str(line) for line in lines_of_season(season)] == [
        "Anchor, The Anchor Inn, Wednesday, 20:00",
        "Crown, Crown, Tuesday, 20:00",
        "Bell, The Bell, Tuesday, 20:00",
    ]
    # A slip of the pen is gone from the league, too.
    assert sorted(Team.objects.values_list("slug", flat=True)) == ["anchor", "bell", "crown"]
    assert sorted(Venue.objects.values_list("name", flat=True)) == ["Crown", "The Anchor Inn", "The Bell"]
    said = JournalEntry.objects.filter(kind=JournalKind.SEASON_CHANGED).latest("number")
    assert said.data == {"added": ["Bell"], "changed": ["Anchor"], "removed": ["Bel"]}


def test_divisions_are_named_added_and_taken_out_and_teams_dealt(season: Season, ada: User, now: dt.datetime) -> None:
    enter_teams(season, lines(), by=ada, now=now)
    day = dt.date(2027, 1, 12)
    set_night(season.divisions.get(), night_values(season.divisions.get()), "open", by=ada, now=now)
    drafts.plan_season(season, "2026–27", day, ["Premier", "First"], by=ada, now=now)
    assert state(season, now)[1] == "deal"
    _, first = season.divisions.order_by("order")
    assert (first.fixture_format, first.slug) == (SHAPES["rye"].counting.fixture_format, "first")
    lower = Entry.objects.filter(season=season, team__name__in=("Crown", "Duke"))
    drafts.deal_teams(season, {entry.pk: first.pk for entry in lower}, by=ada, now=now)
    assert state(season, now) == (["night", "teams", "deal", "players", "plan"], "timetable")
    # Named anew the other way round, and then one only.
    drafts.plan_season(season, "Winter", day, ["First", "Premier", "Third"], by=ada, now=now)
    assert list(season.divisions.order_by("order").values_list("name", flat=True)) == ["First", "Premier", "Third"]
    drafts.plan_season(season, "Winter", day, ["Only"], by=ada, now=now)
    season.refresh_from_db()
    assert (season.name, season.slug, Entry.objects.filter(division=season.divisions.get()).count()) == (
        "Winter", "winter", 4,
    )  # fmt: skip


def test_all_that_is_wrong_with_a_plan_is_told_at_once(season: Season, ada: User, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        drafts.plan_season(season, " ", dt.date(2027, 1, 12), ["One", "one", "x" * 61], by=ada, now=now)
    assert [(problem.field, problem.where) for problem in refused.value.problems] == [
        ("name", ""), ("divisions", "line 2"), ("divisions", "line 3"),
    ]  # fmt: skip
    for day in (dt.date(1, 1, 1), dt.date(9999, 12, 31)):
        with pytest.raises(Invalid, match="first evening"):
            drafts.plan_season(season, "2026–27", day, ["One"], by=ada, now=now)
    with pytest.raises(Invalid, match="one division at least"):
        drafts.plan_season(season, "2026–27", dt.date(2027, 1, 12), [], by=ada, now=now)
    assert season.divisions.get().name == "Division 1"


def test_nobody_is_dealt_into_another_season(season: Season, county: League, ada: User, now: dt.datetime) -> None:
    enter_teams(season, lines(), by=ada, now=now)
    other = drafts.start_season(county, "Other", "rye", by=ada, now=now)
    entry = Entry.objects.filter(season=season).earliest("pk")
    with pytest.raises(Invalid, match="Choose a division of this season"):
        drafts.deal_teams(season, {entry.pk: other.divisions.get().pk}, by=ada, now=now)
    with pytest.raises(Invalid, match="Choose a division of this season"):
        drafts.deal_teams(other, {entry.pk: other.divisions.get().pk}, by=ada, now=now)


def test_a_team_that_is_hidden_or_has_players_is_told(town: Town, now: dt.datetime) -> None:
    by = town.secretary
    made = copy_season(town.league, town.season, "2027–28", dt.date(2027, 9, 14), by=by, now=now)
    Team.objects.filter(name="Bell").update(hidden_at=now)
    town.squads["Castle"][0].registrations.update(season=made)
    with pytest.raises(Invalid) as refused:
        enter_teams(made, lines("Anchor\nBell"), by=by, now=now)
    assert [str(problem.message) for problem in refused.value.problems] == [
        "Bell is hidden; restore it first.",
        "Castle has players registered; withdraw it instead of leaving it out.",
    ]


def test_a_stranger_takes_up_nobody_s_draft(season: Season, town: Town, now: dt.datetime) -> None:
    stranger, day = town.secretary, dt.date(2027, 1, 12)
    for step in (
        lambda: drafts.start_season(season.league, "Mine", "rye", by=stranger, now=now),
        lambda: enter_teams(season, lines(), by=stranger, now=now),
        lambda: drafts.plan_season(season, "Mine", day, ["One"], by=stranger, now=now),
        lambda: drafts.deal_teams(season, {}, by=stranger, now=now),
        lambda: copy_season(season.league, season, "Mine", day, by=stranger, now=now),
    ):
        with pytest.raises(NotAllowed):
            step()


# Next season like last


def test_next_season_like_last(town: Town, now: dt.datetime) -> None:
    by, last = town.secretary, town.season
    Season.objects.filter(pk=last.pk).update(eligibility="warn", registration_until=dt.date(2026, 10, 5))
    Season.objects.filter(pk=last.pk).update(catch_up="named", catch_up_weeks=["2026-10-19"])
    last.refresh_from_db()
    Entry.objects.filter(season=last, team__name="Bell").update(withdrawn_on=now.date())
    made = copy_season(town.league, last, "2027–28", dt.date(2027, 9, 14), by=by, now=now)
    assert (made.first_week, made.registration_until) == (dt.date(2027, 9, 13), dt.date(2027, 10, 4))
    assert (made.catch_up, made.catch_up_weeks) == ("named", ["2027-10-18"])
    assert (made.eligibility, made.published_at) == ("warn", None)
    columns = [field.attname for field in Division._meta.concrete_fields if field.name not in ("id", "season")]
    assert made.divisions.values(*columns).get() == last.divisions.values(*columns).get()
    kept = last.entries.exclude(team__name="Bell").order_by("team")
    like = ("team", "venue", "home_night", "start_time")
    assert list(made.entries.order_by("team").values(*like)) == list(kept.values(*like))
    assert state(made, now) == (["night", "teams", "players", "captains"], "plan")


def test_another_league_s_season_is_no_pattern(county: League, town: Town, ada: User, now: dt.datetime) -> None:
    with pytest.raises(Invalid, match="Choose a season of this league"):
        copy_season(county, town.season, "2027–28", dt.date(2027, 9, 14), by=ada, now=now)


def test_a_season_starts_from_one_of_the_shapes(county: League, ada: User, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        drafts.start_season(county, " ", "triangle", by=ada, now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        ("shape", "shape"), ("no-name", "name"),
    ]  # fmt: skip
    assert not Season.objects.filter(league=county).exists()


def test_nothing_is_begun_in_a_league_that_is_hidden(county: League, ada: User, now: dt.datetime) -> None:
    League.objects.filter(pk=county.pk).update(hidden_at=now)
    with pytest.raises(WrongState, match="County Crib is hidden, and nothing changes in it"):
        drafts.start_season(county, "2026–27", "rye", by=ada, now=now)


def test_a_season_has_so_many_divisions_and_no_more(season: Season, ada: User, now: dt.datetime) -> None:
    names = [f"Division {number}" for number in range(drafts.MOST_DIVISIONS + 1)]
    with pytest.raises(Invalid) as refused:
        drafts.plan_season(season, "2026–27", dt.date(2027, 1, 12), names, by=ada, now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("too-many", "divisions")]
    assert season.divisions.count() == 1


def test_a_division_for_which_lots_were_drawn_is_not_taken_out(season: Season, ada: User, now: dt.datetime) -> None:
    day = dt.date(2027, 1, 12)
    drafts.plan_season(season, "2026–27", day, ["Premier", "First"], by=ada, now=now)
    drawn = season.divisions.get(name="First")
    LotsDrawn.objects.create(division=drawn, drawn_on=now.date(), recorded_at=now)
    with pytest.raises(Invalid, match="First has lots recorded; it cannot be taken out"):
        drafts.plan_season(season, "2026–27", day, ["Premier"], by=ada, now=now)
    assert season.divisions.count() == 2


def test_saying_the_same_plan_and_the_same_deal_again_writes_nothing_down(
    season: Season, ada: User, now: dt.datetime
) -> None:
    enter_teams(season, lines(), by=ada, now=now)
    division = season.divisions.get()
    entry = Entry.objects.filter(season=season).earliest("pk")
    drafts.plan_season(season, "2026–27", dt.date(2027, 1, 12), ["Division 1"], by=ada, now=now)
    before = JournalEntry.objects.count()
    drafts.plan_season(season, "2026–27", dt.date(2027, 1, 12), ["Division 1"], by=ada, now=now)
    drafts.deal_teams(season, {entry.pk: division.pk}, by=ada, now=now)
    assert JournalEntry.objects.count() == before


def test_a_draft_without_a_division_takes_no_teams(season: Season, ada: User, now: dt.datetime) -> None:
    season.divisions.all().delete()
    with pytest.raises(WrongState, match="write the divisions first"):
        enter_teams(season, lines(), by=ada, now=now)


def test_a_team_and_a_venue_that_something_else_knows_of_stay_when_a_draft_leaves_them_out(
    town: Town, now: dt.datetime
) -> None:
    by = town.secretary
    made = copy_season(town.league, town.season, "2027–28", dt.date(2027, 9, 14), by=by, now=now)
    # The Duke has moved since; its fixtures of last season were at its own house, of which nothing else is known.
    Venue.objects.filter(name="Duke of York").update(address="")
    Entry.objects.filter(season=town.season, team__name="Duke of York").update(venue=town.venues["Bell"])
    enter_teams(made, lines("Anchor\nBell\nCastle"), by=by, now=now)
    assert sorted(made.entries.values_list("team__name", flat=True)) == ["Anchor", "Bell", "Castle"]
    assert Team.objects.filter(name="Duke of York").exists()
    assert Venue.objects.filter(name="Duke of York").exists()


def test_divisions_copied_from_the_last_season_are_not_dealt_until_somebody_says_so(
    town: Town, now: dt.datetime
) -> None:
    by, last = town.secretary, town.season
    second = Division.objects.create(season=last, name="Division 2", slug="division-2", fixture_format="D S", order=2)
    low = Entry.objects.filter(season=last, team__name__in=("Castle", "Duke of York"))
    low.update(division=second)
    made = copy_season(town.league, last, "2027–28", dt.date(2027, 9, 14), by=by, now=now)

    def deal() -> Step:
        return next(step for step in setup_of(made, now=now).steps if step.name == "deal")

    assert (deal().done, deal().open) == (False, True)
    assert deal().told == "As in the season before: nobody has gone up or down yet"
    drafts.deal_teams(made, {entry.pk: entry.division_id for entry in made.entries.all()}, by=by, now=now)
    assert deal().done
    entry = JournalEntry.objects.get(key__startswith=f"{made.pk}:dealt:")
    assert entry.what == "left the teams of 2027–28 in the divisions of the season before"
    drafts.deal_teams(made, {entry.pk: entry.division_id for entry in made.entries.all()}, by=by, now=now)
    assert JournalEntry.objects.filter(key__startswith=f"{made.pk}:dealt:").count() == 1


# How a night is played


def test_a_night_is_decided_for_every_division_that_plays_alike(season: Season, ada: User, now: dt.datetime) -> None:
    drafts.name_divisions(season, ["Premier", "First", "Ladies"], by=ada, now=now)
    season.divisions.filter(name="Ladies").update(fixture_format="D5 D5")
    premier = season.divisions.select_related("season__league").get(name="Premier")
    before = night_values(premier)
    wanted = {**before, "fixture_format": "D5w D5w D5w", "points_per_win": 2, "walkover_games": 10}
    set_night(premier, wanted, "required", seen=values_stamp(before), by=ada, now=now)
    found = {one.name: (one.fixture_format, one.points_per_win, one.walkover_games) for one in season.divisions.all()}
    assert found == {
        "Premier": ("D5w D5w D5w", 2, 10), "First": ("D5w D5w D5w", 2, 10), "Ladies": ("D5 D5", 0, None),
    }  # fmt: skip
    season.refresh_from_db()
    assert season.registration == "required"


def test_a_night_that_somebody_else_changed_is_not_replaced_unseen(season: Season, ada: User, now: dt.datetime) -> None:
    division = season.divisions.select_related("season__league").get()
    before = night_values(division)
    set_night(division, {**before, "points_per_win": 2}, "open", seen=values_stamp(before), by=ada, now=now)
    with pytest.raises(Changed, match="since you opened this page"):
        set_night(division, {**before, "points_per_win": 1}, "open", seen=values_stamp(before), by=ada, now=now)
    assert season.divisions.get().points_per_win == 2


def test_points_that_cannot_come_about_are_told_and_nothing_is_decided(
    season: Season, ada: User, now: dt.datetime
) -> None:
    division = season.divisions.select_related("season__league").get()
    wrong = {**night_values(division), "points_per_game": 0, "walkover_games": 99}
    with pytest.raises(Invalid) as refused:
        set_night(division, wrong, "required", by=ada, now=now)
    assert {problem.field for problem in refused.value.problems} == {"points_per_game", "walkover_games"}
    season.refresh_from_db()
    assert (season.registration, season.divisions.get().walkover_games) == ("open", None)


# Venues and their names


def test_venues_with_nearly_one_name_are_found_and_become_one(season: Season, ada: User, now: dt.datetime) -> None:
    enter_teams(season, lines("Anchor, The Swan Inn\nBell, Swan\nCrown, Globe"), by=ada, now=now)
    [pair] = near_venues(season)
    assert (pair.venue.name, pair.other.name) == ("Swan", "The Swan Inn")
    merge_home_venues(season, {pair.venue.pk: pair.other.pk}, by=ada, now=now)
    assert [line.venue for line in lines_of_season(season)] == ["The Swan Inn", "The Swan Inn", "Globe"]
    assert sorted(Venue.objects.values_list("name", flat=True)) == ["Globe", "The Swan Inn"]
    assert near_venues(season) == []


# When it is played


def test_a_plan_asks_for_the_timetable_and_discards_the_one_before(season: Season, ada: User, now: dt.datetime) -> None:
    enter_teams(season, lines(), by=ada, now=now)
    first, last = dt.date(2027, 1, 12), dt.date(2027, 3, 1)
    one = plan_timetable(season, first, last, TimetableRequest(limit=10), by=ada, now=now)
    off = frozenset({dt.date(2027, 1, 19)})
    two = plan_timetable(season, first, last, TimetableRequest(1, off, limit=10), by=ada, now=now)
    one.refresh_from_db()
    season.refresh_from_db()
    assert (one.state, two.state) == (TimetableState.DISCARDED, TimetableState.WAITING)
    assert plan_values(season) == {
        "first_week": dt.date(2027, 1, 11), "play_until": last, "rounds": 1, "no_play": [dt.date(2027, 1, 19)],
    }  # fmt: skip


def test_a_season_that_cannot_be_over_by_its_last_evening_says_how_long_it_takes(
    season: Season, ada: User, now: dt.datetime
) -> None:
    enter_teams(season, lines(), by=ada, now=now)
    with pytest.raises(Invalid, match="need until 16 February 2027") as refused:
        plan_timetable(season, dt.date(2027, 1, 12), dt.date(2027, 2, 1), TimetableRequest(limit=10), by=ada, now=now)
    assert [problem.field for problem in refused.value.problems] == ["last_day"]
    assert not season.timetables.exists()


def test_a_plan_that_somebody_else_changed_is_not_replaced_unseen(season: Season, ada: User, now: dt.datetime) -> None:
    enter_teams(season, lines(), by=ada, now=now)
    seen, day = values_stamp(plan_values(season)), dt.date(2027, 1, 12)
    plan_timetable(season, day, None, TimetableRequest(limit=10), seen=seen, by=ada, now=now)
    with pytest.raises(Changed):
        plan_timetable(season, day, None, TimetableRequest(1, limit=10), seen=seen, by=ada, now=now)


def test_a_published_season_is_planned_anew_until_a_result_is_sent(town: Town, now: dt.datetime) -> None:
    with pytest.raises(WrongState, match="loaded from a spreadsheet"):
        plan_timetable(town.season, dt.date(2027, 1, 12), None, TimetableRequest(limit=10), by=town.secretary, now=now)
