"""Two teams that were entered twice become one; what shows that they are two is told all at once."""

import datetime as dt

import pytest

from league.enums import JournalKind, RoleKind, Side
from league.errors import Invalid, NotAllowed, WrongState
from league.models import (
    Adjustment,
    Appearance,
    Blackout,
    Charge,
    Division,
    Entry,
    Fixture,
    Invitation,
    JournalEntry,
    Lot,
    LotsDrawn,
    Registration,
    Role,
    Season,
    Team,
    TeamCode,
    Week,
)
from league.queries.journal import entries_of_team
from league.queries.seasons.archivable_objects import preview_of
from league.queries.seasons.merges import merge_of_teams
from league.queries.standings.standings import division_table
from league.services.people.captains import make_codes
from league.services.portability.imports import format_problem, import_season
from league.services.results import confirm, submit
from league.services.seasons.entries import NewTeam, add_team
from league.services.seasons.hiding import restore
from league.services.seasons.merging import merge_teams
from tests import factories
from tests.factories import Town, result_sheet

WHY = "Entered twice by mistake."


@pytest.fixture
def again(town: Town) -> Team:
    """The Anchor once more, of which nobody knows anything."""
    return Team.objects.create(league=town.league, name="Anchor A", slug="anchor-a")


def another_season(town: Town, team: Team) -> Entry:
    last = Season.objects.create(
        league=town.league,
        name="2025-26",
        slug="2025-26",
        first_week=dt.date(2025, 9, 15),
        published_at=factories.PUBLISHED,
    )
    division = Division.objects.create(season=last, name="Division 1", slug="division-1", fixture_format="D S S")
    return Entry.objects.create(
        season=last, division=division, team=team, venue=town.venues["Anchor"], home_night=1, start_time=dt.time(20)
    )


def entered(town: Town, team: Team, **problems_of: object) -> Entry:
    values = {"venue": town.venues["Bell"], "home_night": 3, "start_time": dt.time(19)}
    return Entry.objects.create(season=town.season, team=team, **{"division": town.division, **values, **problems_of})


def merge(town: Town, gone: Team, now: dt.datetime, **problems_of: str) -> Team:
    return merge_teams(town.teams["Anchor"], gone, **{"reason": WHY, **problems_of}, by=town.secretary, now=now)  # type: ignore[arg-type]


def test_another_seasons_team_becomes_this_one(town: Town, again: Team, now: dt.datetime) -> None:
    anchor, player = town.teams["Anchor"], town.squads["Anchor"][0]
    before = another_season(town, again)
    Registration.objects.create(season=before.season, team=again, player=player, starts_on=dt.date(2025, 9, 1))
    charge = Charge.objects.create(
        season=before.season, team=again, amount=5, kind="fee", reason="Fee", date=dt.date(2025, 9, 1), made_at=now
    )
    found = merge_of_teams(anchor, again)
    assert list(map(str, found.moves)) == ["1 season", "1 registration of a player", "1 charge"]
    assert found.against == ()
    kept = merge(town, again, now)
    again.refresh_from_db()
    before.refresh_from_db()
    charge.refresh_from_db()
    assert (kept, again.hidden_at, again.merged_into) == (anchor, now, anchor)
    assert (before.team, charge.team) == (anchor, anchor)
    assert Registration.objects.get(season=before.season).team == anchor
    told = JournalEntry.objects.filter(kind=JournalKind.TEAM_CHANGED).order_by("number")
    assert [(entry.what, entry.why, entry.team) for entry in told] == [
        ("merged the team Anchor A into Anchor", WHY, anchor),
        ("hid the team Anchor A, which is Anchor", WHY, again),
    ]
    assert told[0].data == {"gone": "Anchor A", "seasons": 1, "registrations": 1, "fixtures": 0}
    assert len(entries_of_team(anchor, conduct=True, hidden=True, money=True)) == 2


def test_of_two_entries_of_a_draft_one_stays(town: Town, again: Team, now: dt.datetime) -> None:
    entry = entered(town, again)
    for day in (dt.date(2026, 10, 1), dt.date(2026, 10, 8)):
        Blackout.objects.create(entry=entry, date=day)
    stays = Entry.objects.get(season=town.season, team=town.teams["Anchor"])
    Blackout.objects.create(entry=stays, date=dt.date(2026, 10, 8))
    Adjustment.objects.create(entry=entry, points=-1, reason="Late.", date=dt.date(2026, 10, 1), made_at=now)
    assert "In 2026-27 both are entered: Anchor stays in Division 1, at Anchor." in map(
        str, merge_of_teams(town.teams["Anchor"], again).moves
    )
    merge(town, again, now)
    assert Entry.objects.get(season=town.season, team=town.teams["Anchor"]) == stays
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert [one.date for one in stays.blackouts.all()] == [dt.date(2026, 10, 1), dt.date(2026, 10, 8)]
    assert stays.adjustments.count() == 1


def test_the_entry_that_has_fixtures_stays(town: Town, again: Team, now: dt.datetime) -> None:
    anchor = town.teams["Anchor"]
    entered(town, again)
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    before = {row.team.name: row.row.points for row in division_table(town.division).rows if row.team != again}
    coming = town.fixture("Anchor", "Castle")
    Fixture.objects.filter(pk=coming.pk).update(starts_at=now + dt.timedelta(days=7))
    played = Fixture.objects.filter(home=anchor).count() + Fixture.objects.filter(away=anchor).count()
    # The other way round: the one with the fixtures goes.
    kept = merge_teams(again, anchor, reason=WHY, by=town.secretary, now=now)
    assert kept == again
    entry = Entry.objects.get(season=town.season, team=again)
    assert entry.venue == town.venues["Anchor"]
    assert Fixture.objects.filter(home=again).count() + Fixture.objects.filter(away=again).count() == played
    after = {row.team.name: row.row.points for row in division_table(town.division).rows}
    assert after == {("Anchor A" if name == "Anchor" else name): points for name, points in before.items()}
    assert Fixture.objects.get(pk=coming.pk).changed_at == now, "calendars have it anew"
    assert Role.objects.get(user=town.captains["Anchor"]).team == again


def test_all_that_shows_that_they_are_two_is_told_at_once(town: Town, now: dt.datetime) -> None:
    anchor, bell = town.teams["Anchor"], town.teams["Bell"]
    Entry.objects.filter(team=bell).update(withdrawn_on=dt.date(2026, 10, 1))
    drawn = LotsDrawn.objects.create(division=town.division, drawn_on=dt.date(2026, 10, 1), recorded_at=now)
    for place, team in enumerate((anchor, bell), start=1):
        Lot.objects.create(drawn=drawn, place=place, team=team)
    with pytest.raises(Invalid) as refused:
        merge_teams(anchor, bell, reason="  ", by=town.secretary, now=now)
    told = [(one.code, one.field) for one in refused.value.problems]
    assert told[0] == ("no-reason", "reason")
    assert {code for code, _ in told} == {"no-reason", "meet", "withdrawn", "two-at-once", "lots"}
    assert {field for _, field in told[1:]} == {"into"}
    problems_of = [str(one.message) for one in refused.value.problems]
    assert "They meet in 2026-27: Anchor v Bell." in problems_of
    assert "Bell has withdrawn from 2026-27, and Anchor has not." in problems_of
    assert "Lots were drawn between them in Division 1." in problems_of
    assert not Team.objects.exclude(merged_into=None).exists()
    assert Fixture.objects.filter(home=anchor, away=bell).exists()


def test_two_results_in_one_week_are_two_teams(town: Town, now: dt.datetime) -> None:
    week = town.fixture("Anchor", "Bell").week
    other = Fixture.objects.filter(week=week).exclude(home=town.teams["Anchor"])[0]
    for fixture in (town.fixture("Anchor", "Bell"), other):
        home, away = fixture.home.name, fixture.away.name
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.captains[home], now=now)
    found = merge_of_teams(town.teams["Anchor"], other.home)
    assert f"Both have a result in Round 1, {week.label} of 2026-27." in [str(one.message) for one in found.against]


def test_halves_of_a_season_that_contradict_nothing_are_one(town: Town, again: Team, now: dt.datetime) -> None:
    later = Fixture.objects.filter(home=town.teams["Anchor"]).order_by("-starts_at")[0]
    entered(town, again)
    Fixture.objects.filter(pk=later.pk).update(home=again)
    assert merge_of_teams(town.teams["Anchor"], again).against == ()
    merge(town, again, now)
    later.refresh_from_db()
    assert later.home == town.teams["Anchor"]
    assert Entry.objects.filter(season=town.season, team=town.teams["Anchor"]).count() == 1
    assert not Entry.objects.filter(team=again).exists()


def test_the_same_opponent_twice_in_a_round_is_told(town: Town, again: Team, now: dt.datetime) -> None:
    first = town.fixture("Anchor", "Bell")
    spare = Week.objects.create(season=town.season, round=first.week.round, number=99, starts_on=dt.date(2027, 6, 7))
    entered(town, again)
    Fixture.objects.create(
        division=town.division, week=spare, home=town.teams["Bell"], away=again, venue=first.venue,
        starts_at=first.starts_at + dt.timedelta(days=200), original_starts_at=first.starts_at,
    )  # fmt: skip
    assert [str(one.message) for one in merge_of_teams(town.teams["Anchor"], again).against] == [
        "Both meet Bell in Round 1 of 2026-27."
    ]


def test_players_captains_and_codes_come_along_once(town: Town, again: Team, now: dt.datetime) -> None:
    anchor, captain = town.teams["Anchor"], town.captains["Anchor"]
    entered(town, again)
    player = town.squads["Anchor"][0]
    row = Registration.objects.get(player=player)
    Registration.objects.filter(pk=row.pk).update(starts_on=dt.date(2026, 10, 1))
    Registration.objects.create(
        season=town.season, team=again, player=player, starts_on=dt.date(2026, 9, 1), ends_on=dt.date(2026, 10, 5)
    )
    factories.role(captain, town.league, RoleKind.CAPTAIN, again)
    guest = factories.user("new@town.example")
    offer = {
        "user": guest,
        "email": guest.email,
        "league": town.league,
        "kind": RoleKind.VICE_CAPTAIN,
        "invited_at": now,
    }
    for team in (anchor, again):
        Invitation.objects.create(**offer, team=team, expires_at=now + dt.timedelta(days=7))
    code = {"season": town.season, "sheet": 1, "number": 1, "made_at": now}
    TeamCode.objects.create(**code, team=anchor, code_hash="a")
    TeamCode.objects.create(**code, team=again, code_hash="b")
    assert "1 printed code works no more: print new ones." in map(str, merge_of_teams(anchor, again).moves)
    merge(town, again, now)
    row.refresh_from_db()
    assert (row.starts_on, row.ends_on) == (dt.date(2026, 9, 1), None)
    assert Registration.objects.filter(player=player).count() == 1
    assert Role.objects.filter(user=captain, team=anchor, ends_on=None).count() == 1
    assert Invitation.objects.filter(user=guest, team=anchor, revoked_at=None).count() == 1
    assert not Role.objects.filter(team=again).exists()
    assert not Invitation.objects.filter(team=again).exists()
    codes = TeamCode.objects.filter(team=anchor).order_by("sheet")
    assert [(one.sheet, one.revoked_at) for one in codes] == [(1, None), (2, now)]


@pytest.mark.parametrize(("ours", "theirs"), [(0, 2), (1, 2), (2, 2), (2, 3)])
def test_however_often_codes_were_printed_for_both_they_come_along(
    town: Town, again: Team, now: dt.datetime, ours: int, theirs: int
) -> None:
    entered(town, again)
    for team, sheets in ((town.teams["Anchor"], ours), (again, theirs)):
        for _ in range(sheets):
            make_codes(team, town.season, by=town.secretary, now=now)
    merge(town, again, now)
    numbers = TeamCode.objects.filter(team=town.teams["Anchor"]).values_list("sheet", flat=True)
    assert sorted(set(numbers)) == list(range(1, ours + theirs + 1))
    assert not TeamCode.objects.filter(team=again).exists()


def test_a_play_off_in_a_week_of_the_other_shows_nothing(town: Town, again: Team, now: dt.datetime) -> None:
    entered(town, again)
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.create(
        division=town.division, week=fixture.week, home=again, away=town.teams["Castle"], venue=fixture.venue,
        starts_at=now, original_starts_at=now, play_off=True,
    )  # fmt: skip
    assert not merge_of_teams(town.teams["Anchor"], again).against


def test_lots_that_were_withdrawn_keep_the_teams_that_drew_them(town: Town, again: Team, now: dt.datetime) -> None:
    entered(town, again)
    drawn = LotsDrawn.objects.create(
        division=town.division, drawn_on=now.date(), recorded_by=town.secretary, recorded_at=now,
        withdrawn_at=now, withdrawn_by=town.secretary, withdrawn_why="Of no use.",
    )  # fmt: skip
    for place, team in enumerate((town.teams["Anchor"], again), start=1):
        Lot.objects.create(drawn=drawn, team=team, place=place)
    merge(town, again, now)
    assert [lot.team for lot in drawn.lots.order_by("place")] == [town.teams["Anchor"], again]


def test_whoever_helped_out_the_same_team_was_no_guest(town: Town, again: Team, now: dt.datetime) -> None:
    entered(town, again)
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    seat = Appearance.objects.filter(side=Side.HOME).order_by("pk")[0]
    Registration.objects.filter(player=seat.player_id).update(team=again)
    Appearance.objects.filter(pk=seat.pk).update(guest=True)
    merge(town, again, now)
    seat.refresh_from_db()
    assert not seat.guest


def test_what_is_merged_is_never_restored_and_leads_on(town: Town, again: Team, now: dt.datetime) -> None:
    third = Team.objects.create(league=town.league, name="Anchor B", slug="anchor-b")
    merge_teams(again, third, reason=WHY, by=town.secretary, now=now)
    merge(town, again, now)
    third.refresh_from_db()
    assert third.merged_into == town.teams["Anchor"]
    assert preview_of(third, administrator=True).not_restored == ("It was entered twice, and is Anchor now.",)
    with pytest.raises(WrongState, match="is Anchor now"):
        restore(third, reason="It was right.", by=town.secretary, now=now)


def test_whoever_names_the_team_that_went_is_told_the_other(town: Town, again: Team, now: dt.datetime) -> None:
    merge(town, again, now)
    new = NewTeam("Anchor A", town.division, town.venues["Anchor"], 1, dt.time(20))
    with pytest.raises(Invalid, match="Anchor A was entered twice: name Anchor instead"):
        add_team(town.season, new, by=town.secretary, now=now)


def test_who_may_merge_what(town: Town, again: Team, now: dt.datetime) -> None:
    anchor, other = town.teams["Anchor"], factories.town("Other", "other")
    with pytest.raises(NotAllowed):
        merge_teams(anchor, again, reason=WHY, by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState, match="two teams of this league"):
        merge_teams(anchor, other.teams["Anchor"], reason=WHY, by=town.secretary, now=now)
    with pytest.raises(Invalid, match="one and the same"):
        merge_teams(anchor, anchor, reason=WHY, by=town.secretary, now=now)
    for reason in ("x" * 251, "a\0b"):
        with pytest.raises(Invalid, match="250 characters at most"):
            merge_teams(anchor, again, reason=reason, by=town.secretary, now=now)
    Team.objects.filter(pk=again.pk).update(hidden_at=now)
    with pytest.raises(WrongState, match="neither of them hidden"):
        merge_teams(anchor, again, reason=WHY, by=town.secretary, now=now)


def test_spreadsheets_that_name_it_are_told_which_team_it_is(town: Town, again: Team, now: dt.datetime) -> None:
    merge(town, again, now)
    files = {
        "teams.csv": (
            "team,division,home venue,home night,start,cannot play on\nAnchor A,Division 1,Anchor,Tuesday,20:00,\n"
        ),
        "players.csv": "player,team,role,email\nOlive Old,Anchor A,,\nNed New,Ancor,,\n",
        "fixtures.csv": (
            "division,round,week,date,time,home,away,venue\nDivision 1,1,1,2026-09-15,20:00,Bell,Anchor A,Bell\n"
        ),
    }
    meant = '"Anchor A": was entered twice and is Anchor now; write Anchor instead'

    def problems_of(*names: str) -> list[str]:
        chosen = {name: files[name].encode() for name in names}
        with pytest.raises(Invalid) as refused:
            import_season(chosen, town.league, by=town.secretary, now=now)
        return [format_problem(problem) for problem in refused.value.problems]

    assert problems_of("teams.csv") == [f"teams.csv:2, team: {meant}"]
    assert problems_of("players.csv") == [
        f"players.csv:2, team: {meant}",
        'players.csv:3, team: "Ancor": no such team; did you mean "Anchor"?',
    ]
    assert problems_of("fixtures.csv") == [f"fixtures.csv:2, away: {meant}"]


def test_an_invitation_to_the_one_that_goes_is_one_to_the_one_that_stays(
    town: Town, again: Team, now: dt.datetime
) -> None:
    Invitation.objects.create(
        user=factories.user("new@town.example"), league=town.league, kind=RoleKind.VICE_CAPTAIN, team=again,
        invited_at=now, expires_at=now + dt.timedelta(days=7),
    )  # fmt: skip
    merge(town, again, now)
    offered = Invitation.objects.get()
    assert (offered.team, offered.revoked_at) == (town.teams["Anchor"], None)


def test_whoever_was_registered_for_neither_of_the_two_is_a_guest_still(
    town: Town, again: Team, now: dt.datetime
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    seat = Appearance.objects.filter(side=Side.HOME).order_by("pk")[0]
    Registration.objects.filter(player=seat.player_id).update(team=town.teams["Castle"])
    Appearance.objects.filter(pk=seat.pk).update(guest=True)
    merge(town, again, now)
    seat.refresh_from_db()
    assert seat.guest


def test_two_that_play_in_two_divisions_are_two_teams(town: Town, again: Team) -> None:
    other = Division.objects.create(season=town.season, name="Division 2", slug="division-2", fixture_format="D S S")
    entered(town, again, division=other)
    Fixture.objects.filter(pk=town.fixture("Bell", "Castle").pk).update(home=again, division=other)
    assert next((one.code, str(one.message)) for one in merge_of_teams(town.teams["Anchor"], again).against) == (
        "two-divisions", "Both have fixtures in 2026-27, one in Division 1 and the other in Division 2.",
    )  # fmt: skip


def test_of_many_weeks_in_which_both_play_the_first_few_are_named(town: Town, again: Team) -> None:
    entered(town, again)
    first = town.fixture("Anchor", "Bell")
    for number in range(10, 17):
        week = Week.objects.create(
            season=town.season, round=first.week.round, number=number,
            starts_on=first.week.starts_on + dt.timedelta(weeks=number),
        )  # fmt: skip
        factories.fixture(town, week, "Anchor", "Castle")
        factories.fixture(town, week, "Bell", "Duke of York")
    Fixture.objects.filter(home=town.teams["Bell"], week__number__gte=10).update(home=again)
    told = [str(one.message) for one in merge_of_teams(town.teams["Anchor"], again).against]
    assert told[0] == "Both have a fixture in Round 1, Week 10 of 2026-27."
    assert len(told) == 6
    assert told[-1] == "And 3 more like that."
