"""Spreadsheets that come a second time with changes: what they say now holds, and what was played stays."""

import datetime as dt

import pytest

from league.access import grants
from league.enums import FixtureState, JournalKind, NoticeKind, RoleKind
from league.models import Fixture, Invitation, JournalEntry, League, Notice, Role, Season, User, Venue
from league.queries.people.people import captains_of
from league.queries.results import versions
from league.services.calls import awards
from league.services.people.accounts.accounts import Acceptance
from league.services.people.invite import accept
from league.services.portability.imports import format_problem, import_season
from league.services.results import submit
from tests import factories
from tests.factories import Town
from tests.services import small_league

TEAMS = "team,division,home venue,home night,start,cannot play on\n"
PLAYERS = "player,team,role,email\n"
FIXTURES = "division,round,week,date,home,away\n"
PLAYED = "Division 1,1,1,2026-09-15,Anchor,Bell\n"
COMING = "Division 1,1,4,2026-10-06,Anchor,Castle\n"


def test_a_new_venue_and_start_hold_for_what_is_still_to_be_played(town: Town) -> None:
    now = dt.datetime(2026, 9, 16, 12, tzinfo=dt.UTC)
    sheet = factories.result_sheet(town, "Anchor", "Bell")
    submit.submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now)
    files = {
        "teams.csv": f"{TEAMS}Anchor,Division 1,Bell,Tuesday,19:30,\n".encode(),
        "fixtures.csv": (FIXTURES + PLAYED + COMING).encode(),
    }
    report = import_season(files, town.league, by=town.secretary, now=now)
    assert report.changed == {"entries": 1, "venues of fixtures": 1, "fixtures": 1}
    played, coming = town.fixture("Anchor", "Bell"), town.fixture("Anchor", "Castle")
    assert (played.starts_at.isoformat(), played.venue.name) == ("2026-09-15T19:00:00+00:00", "Anchor")
    assert (coming.starts_at.isoformat(), coming.venue.name) == ("2026-10-06T18:30:00+00:00", "Bell")
    assert import_season(files, town.league, by=town.secretary, now=now).changed == {}


BLANK = "The timetable is published; the weeks left blank cannot change now."


LAST = "The timetable is published; how long its last round is cannot change now."
SECOND = "The timetable is published; how its second half follows from the first cannot change now."


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (",penultimate of each round,", ",none,", [f'season.csv:2, blank week: "none": {BLANK}']),
        # Two settings, one sentence.
        (",penultimate of each round,", ",2026-09-28,", [f'season.csv:2, blank week: "2026-09-28": {BLANK}']),
        (",1,penultimate", ",1.5,penultimate", [f'season.csv:2, rounds: "1.5": {LAST}']),
        (",mirrored", ",french", [f'season.csv:2, second half: "french": {SECOND}']),
    ],
)
def test_what_a_published_season_has_settled_is_refused_at_its_column(
    db: None, now: dt.datetime, old: str, new: str, told: list[str]
) -> None:
    league = League.objects.create(name="Here", slug="here")
    season = (
        small_league.GOOD["season.csv"].replace("game\n", "game,second half\n").replace(",D S,1", ",D S,1,mirrored")
    )
    small_league.load(league, {**small_league.GOOD, "season.csv": season}, now)
    assert small_league.load(league, {"season.csv": season}, now).changed == {}
    assert old in season
    before = Season.objects.values().get()
    assert small_league.problems_in(league, {"season.csv": season.replace(old, new)}, now) == told
    assert Season.objects.values().get() == before


def test_a_draft_may_still_have_its_settings_changed_by_a_sheet(db: None, now: dt.datetime) -> None:
    league = League.objects.create(name="Here", slug="here")
    files = {name: text for name, text in small_league.GOOD.items() if name not in ("fixtures.csv", "results.csv")}
    small_league.load(league, files, now)
    season = files["season.csv"].replace("penultimate of each round", "none")
    small_league.load(league, {"season.csv": season}, now)
    assert Season.objects.get().catch_up == "none"


def test_fixtures_follow_a_team_as_they_do_on_its_page(town: Town) -> None:
    """One without a date too; calendars follow, the division's captains are told, and what is full is warned of."""
    now = dt.datetime(2026, 9, 14, 12, tzinfo=dt.UTC)
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(
        state=FixtureState.POSTPONED, starts_at=now - dt.timedelta(days=1)
    )
    files = {"teams.csv": f"{TEAMS}Anchor,Division 1,Bell,Tuesday,20:00,\n".encode()}
    at_home = Fixture.objects.filter(home=town.teams["Anchor"])
    Fixture.objects.filter(home=town.teams["Bell"]).update(starts_at=town.fixture("Anchor", "Castle").starts_at)
    report = import_season(files, town.league, by=town.secretary, now=now)
    assert report.changed == {"entries": 1, "venues of fixtures": at_home.count()}
    assert {(one.venue.name, one.sequence, one.changed_at) for one in at_home} == {("Bell", 1, now)}
    notices = Notice.objects.filter(kind=NoticeKind.FIXTURE_MOVED)
    assert {(one.text, one.recipient) for one in notices} == {
        ("Anchor plays its home fixtures at Bell from now on.", who) for who in town.captains.values()
    }
    assert notices.count() == len(town.captains)
    full = "Tuesday 6 October: Bell has no board free: it has 2 fixtures that evening and holds 1."
    assert [format_problem(one) for one in report.warnings] == [f'teams.csv:2, home venue: "Bell": {full}']
    [entry] = JournalEntry.objects.filter(kind=JournalKind.TEAM_CHANGED)
    assert entry.what == "moved the home of Anchor in 2026-27 to Bell, by a spreadsheet"
    assert import_season(files, town.league, by=town.secretary, now=now).changed == {}
    assert notices.count() == len(town.captains)


def load_players(town: Town, rows: str, now: dt.datetime) -> None:
    import_season({"players.csv": (PLAYERS + rows).encode()}, town.league, by=town.secretary, now=now)


def accept_invitation(email: str, now: dt.datetime) -> User:
    """Whoever has the address accepts their invitation."""
    return accept(Invitation.objects.get(email=email, accepted_at=None), Acceptance("Two"), by=None, now=now).user


def test_a_captain_who_is_none_any_more_speaks_for_their_team_no_longer(town: Town, now: dt.datetime) -> None:
    anchor = town.teams["Anchor"]
    load_players(town, "Anchor 2,Anchor,captain,two@town.example\nAnchor 3,Anchor,,\n", now)
    two = accept_invitation("two@town.example", now)
    assert grants(two, town.league, now=now).captain_of == {anchor.pk}
    later = now + dt.timedelta(days=1)
    load_players(town, "Anchor 2,Anchor,,two@town.example\nAnchor 3,Anchor,captain,three@town.example\n", later)
    assert grants(two, town.league, now=later).captain_of == frozenset()
    three = accept_invitation("three@town.example", later)
    assert captains_of(anchor.pk, on=later.date()) == [town.captains["Anchor"], three]
    later += dt.timedelta(days=1)
    load_players(town, "Anchor 3,Anchor,vice-captain,three@town.example\n", later)
    assert not Role.objects.filter(user=three, ends_on=None).exists()
    made = Invitation.objects.get(user=three, accepted_at=None)
    accept(made, Acceptance(), by=three, now=later)
    held = Role.objects.filter(user=three, ends_on=None)
    assert list(held.values_list("kind", flat=True)) == [RoleKind.VICE_CAPTAIN]


def test_captains_are_invited_once_and_an_invitation_that_another_takes_over_is_withdrawn(
    town: Town, now: dt.datetime
) -> None:
    rows = "Anchor 2,Anchor,captain,two@town.example\nAnchor 3,Anchor,,\n"
    files = {"players.csv": (PLAYERS + rows).encode()}
    assert import_season(files, town.league, by=town.secretary, now=now, check_only=True).created["invitations"] == 1
    assert not Invitation.objects.exists()
    for expected in ({"invitations": 1}, {}):
        assert import_season(files, town.league, by=town.secretary, now=now).created == expected
    made = Invitation.objects.get()
    assert (made.email, made.player, made.invited_by) == ("two@town.example", town.squads["Anchor"][1], town.secretary)
    load_players(town, "Anchor 2,Anchor,,two@town.example\nAnchor 3,Anchor,captain,three@town.example\n", now)
    made.refresh_from_db()
    assert (made.revoked_at, Invitation.objects.get(revoked_at=None).email) == (now, "three@town.example")


def test_no_more_captains_are_invited_than_a_league_invites_in_a_day(town: Town, now: dt.datetime) -> None:
    Invitation.objects.bulk_create(
        Invitation(
            user=town.referee, league=town.league, kind="referee", invited_at=now, expires_at=now, revoked_at=now
        )
        for _ in range(49)
    )
    rows = "Anchor 2,Anchor,captain,two@town.example\nBell 2,Bell,captain,bell2@town.example\n"
    report = import_season({"players.csv": (PLAYERS + rows).encode()}, town.league, by=town.secretary, now=now)
    assert report.created == {"invitations": 1}
    assert [format_problem(warning) for warning in report.warnings if warning.field == "email"] == [
        (
            'players.csv:3, email: "bell2@town.example": Bell 2 is not invited yet: a league sends 50 invitations a '
            "day. Load the file again tomorrow."
        )
    ]
    load_players(town, rows, now + dt.timedelta(days=1, seconds=1))
    assert Invitation.objects.filter(email="bell2@town.example").exists()


def test_a_game_awarded_since_does_not_stop_the_same_spreadsheet(town: Town, now: dt.datetime) -> None:
    ours, theirs = ([p.name for p in town.squads[name]] for name in ("Anchor", "Bell"))
    sides = [(f"{ours[0]} / {ours[1]}", f"{theirs[0]} / {theirs[1]}", "doubles"), *(
        (ours[n], theirs[n], "singles") for n in (2, 3)
    )]  # fmt: skip
    rows = "division,date,home,away,match,format,home players,away players,game,score,note\n" + "".join(
        f"Division 1,2026-09-15,Anchor,Bell,{match},{kind},{home},{away},{game},121-9{game},\n"
        for match, (home, away, kind) in enumerate(sides, start=1)
        for game in (1, 2, 3)
    )
    files = {"results.csv": rows.encode()}
    assert import_season(files, town.league, by=town.secretary, now=now).created == {"results": 1}
    fixture = town.fixture("Anchor", "Bell")
    awards.award_game(fixture, match_number=2, game_number=1, to="away", reason="R43", by=town.referee, now=now)
    assert import_season(files, town.league, by=town.secretary, now=now).unchanged == {"results": 1}
    live = versions.live_result(fixture)
    assert live is not None
    assert (live.version, live.away_awarded) == (2, 1)


def test_a_venue_that_holds_fewer_than_are_planned_there_is_warned_of(town: Town) -> None:
    castle = town.venues["Castle"]
    Venue.objects.filter(pk=castle.pk).update(boards=2)
    Fixture.objects.filter(week=town.weeks[0]).update(venue=castle)
    before = town.fixtures[0].starts_at - dt.timedelta(days=2)
    sent = {"venues.csv": b"venue,address,fixtures at once\nCastle,,1\n"}
    report = import_season(sent, town.league, season=town.season, by=town.secretary, now=before)
    assert [str(warning.message) for warning in report.warnings] == [
        "Tuesday 15 September: Castle has no board free: it has one fixture that evening and holds 1."
    ]
    assert import_season(sent, town.league, season=town.season, by=town.secretary, now=before).warnings in ([], ())
