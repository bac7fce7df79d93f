"""Play-offs between teams that end level: made by the secretary as a fixture, played, and placing just these teams."""

import datetime as dt
from functools import partial

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import (
    Division,
    Entry,
    Fixture,
    JournalEntry,
    Notice,
    Postponement,
    Result,
    Season,
    Team,
    Venue,
    Week,
)
from league.queries.disputes.consequences import consequences
from league.queries.seasons.withdrawals import return_of
from league.queries.standings.decisions import play_offs_due, play_offs_of_season
from league.queries.standings.figures import totals_of_sheet
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import division_table, table_if
from league.queries.teams import merit_table
from league.rules.formats import fixture_terms
from league.services.dates import override, postpone
from league.services.mail.letters import letter_of
from league.services.results import decide, submit
from league.services.seasons.seasons import change_division
from league.services.seasons.withdrawals import return_team, withdraw_team
from league.services.standings.level_teams import make_play_off
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once, sorted_out
from tests.services.meeting import one_then_the_other

WHEN = dt.datetime(2027, 5, 4, 19, 0, tzinfo=dt.UTC)


@pytest.fixture
def level(town: Town, now: dt.datetime) -> Town:
    """A town whose fixtures are over: Anchor and Castle level on six points and +3, Bell and the Duke on three."""
    Division.objects.filter(pk=town.division.pk).update(tie_breaks=["games_difference", "play_off", "lots", "name"])
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.secretary, now=now)
    cancel_open(town)
    return town


def cancel_open(town: Town) -> None:
    """Cancel whatever has no result yet."""
    Fixture.objects.filter(division__season=town.season, results=None, play_off=False).update(
        state=FixtureState.CANCELLED
    )


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


def places(town: Town) -> list[tuple[int, bool, str]]:
    rows = division_table(division_of(town)).rows
    return [(found.row.position, found.row.joint, found.team.name) for found in rows]


def arranged(town: Town, home: str, away: str, now: dt.datetime, **more: object) -> Fixture:
    said = {"starts_at": WHEN, "venue": town.fixture("Anchor", "Bell").venue, "by": town.secretary, "now": now, **more}
    return make_play_off(division_of(town), town.teams[home], town.teams[away], **said)


def play(town: Town, fixture: Fixture, home: str, away: str) -> None:
    later = fixture.starts_at + dt.timedelta(hours=3)
    submit.submit(
        Fixture.objects.get(pk=fixture.pk), result_sheet(town, home, away), by=town.secretary, now=later
    )  # fmt: skip


SHARED = [(1, True, "Anchor"), (1, True, "Castle"), (3, True, "Bell"), (3, True, "Duke of York")]
DECIDED = [(1, False, "Castle"), (2, False, "Anchor"), (3, True, "Bell"), (3, True, "Duke of York")]


def test_until_it_is_played_they_share_the_place_and_everybody_is_told_that_it_is_due(
    level: Town, now: dt.datetime
) -> None:
    assert places(level) == SHARED
    table = division_table(division_of(level))
    assert table.rows[0].row.decided_text == "Level on 6 points with Castle; joint: a play-off is due."
    assert [[team.name for team in group.teams] for group in play_offs_due(level.season)] == [
        ["Anchor", "Castle"], ["Bell", "Duke of York"],
    ]  # fmt: skip
    arranged(level, "Castle", "Anchor", now)
    tie = receipt_of(division_of(level), level.teams["Anchor"], now=now).tie
    assert tie is not None
    assert tie.steps[-1].why == "Their play-off is on 4 May 2027; until then they share the place."
    assert [[team.name for team in group.teams] for group in play_offs_due(level.season)] == [["Bell", "Duke of York"]]


def test_its_result_decides_the_order_and_counts_for_nothing_else(level: Town, now: dt.datetime) -> None:
    fixture = arranged(level, "Castle", "Anchor", now)
    before = {found.team.name: found.row for found in division_table(division_of(level)).rows}
    merit = [(line.player.pk, line.merit) for line in merit_table(division_of(level))]
    play(level, fixture, "Castle", "Anchor")
    assert places(level) == DECIDED
    after = {found.team.name: found.row for found in division_table(division_of(level)).rows}
    for name in before:
        assert (before[name].points, before[name].games_for, before[name].played, before[name].form) == (
            after[name].points, after[name].games_for, after[name].played, after[name].form,
        )  # fmt: skip
    assert [(line.player.pk, line.merit) for line in merit_table(division_of(level))] == merit
    receipt = receipt_of(division_of(level), level.teams["Anchor"], now=now)
    assert [line.opponent for line in receipt.fixtures] == ["Bell"]
    assert receipt.tie is not None
    step = receipt.tie.steps[-1]
    games = [(figure.team, figure.figure) for figure in step.figures]
    assert (step.label, games, step.verdict) == ("play-off", [("Castle", "6"), ("Anchor", "3")], "parted")
    assert step.why == "Played on 4 May 2027: Castle 6, Anchor 3."
    assert receipt.tie.conclusion == "Level on 6 points with Castle; behind on play-off, 3 to 6."


def test_it_is_told_in_the_journal_and_to_the_captains_of_both_teams(level: Town, now: dt.datetime) -> None:
    fixture = arranged(level, "Castle", "Anchor", now)
    entry = JournalEntry.objects.get(kind=JournalKind.PLAY_OFF_MADE)
    assert (entry.what, entry.by, entry.fixture) == (
        "arranged the play-off Castle v Anchor of Division 1 for Tuesday 4 May at 8 pm at Anchor",
        level.secretary,
        fixture,
    )
    notices = Notice.objects.filter(kind=NoticeKind.PLAY_OFF_ARRANGED)
    assert {notice.recipient for notice in notices} == {level.captains["Anchor"], level.captains["Castle"]}
    letter = letter_of(notices[0])
    assert letter.subject == "Play-off: Castle v Anchor"
    assert ("In", "Division 1, play-off") in letter.facts


def test_one_that_is_cancelled_or_void_or_ended_level_decides_nothing_and_another_is_made(
    level: Town, now: dt.datetime
) -> None:
    first = arranged(level, "Castle", "Anchor", now)
    step = override.Override("Snow.", first.sequence, level.secretary, now)
    override.cancel(first, step)
    second = arranged(level, "Anchor", "Castle", now)
    play(level, second, "Anchor", "Castle")
    assert places(level)[:2] == [(1, False, "Anchor"), (2, False, "Castle")]
    later = WHEN + dt.timedelta(days=1)
    decide.void(second, version=1, reason="The wrong teams.", by=level.secretary, now=later)
    assert places(level) == SHARED
    assert [one.standing for one in play_offs_of_season(level.season).made] == ["level", "cancelled"]
    third = arranged(level, "Castle", "Anchor", later, starts_at=WHEN + dt.timedelta(days=7))
    play(level, third, "Castle", "Anchor")
    assert places(level) == DECIDED


def test_it_has_no_effect_while_the_teams_are_not_level(level: Town, now: dt.datetime) -> None:
    play(level, arranged(level, "Castle", "Anchor", now), "Castle", "Anchor")
    fixture = level.fixture("Anchor", "Bell")
    decide.void(fixture, version=1, reason="A wrong pack", by=level.secretary, now=now)
    assert places(level)[0] == (1, False, "Castle")
    assert [one.counts for one in play_offs_of_season(level.season).made] == [False]
    decide.take_back(fixture, version=2, reason="It was the right one", by=level.secretary, now=now)
    assert places(level) == DECIDED
    assert [one.counts for one in play_offs_of_season(level.season).made] == [True]


def test_while_another_fixture_is_to_be_played_none_is_made(town: Town, now: dt.datetime) -> None:
    Division.objects.filter(pk=town.division.pk).update(tie_breaks=["games_difference", "play_off", "name"])
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.secretary, now=now)
    with pytest.raises(Invalid, match="until then nobody knows who ends level"):
        arranged(town, "Anchor", "Castle", now)
    table = division_table(division_of(town))
    assert table.rows[0].row.decided_text == (
        "Level on 6 points with Castle; joint; a play-off decides if they are level at the end."
    )
    assert play_offs_due(town.season) == ()


def test_captains_do_not_postpone_it_and_it_always_has_a_date(level: Town, now: dt.datetime) -> None:
    fixture = arranged(level, "Castle", "Anchor", now)
    asked = {"slots": [WHEN + dt.timedelta(days=2)], "reason": "A wedding."}
    with pytest.raises(WrongState, match="ask the secretary"):
        postpone.request(fixture, **asked, by=level.captains["Castle"], now=now)
    step = override.Override("Snow.", fixture.sequence, level.secretary, now)
    with pytest.raises(WrongState, match="move it, or cancel it"):
        override.leave_undated(fixture, step)
    moved = override.move(fixture, WHEN + dt.timedelta(days=14), step)
    assert moved.starts_at == WHEN + dt.timedelta(days=14)


def test_it_is_played_by_a_format_of_its_own_which_it_keeps(level: Town, now: dt.datetime) -> None:
    fixture = arranged(level, "Castle", "Anchor", now, fixture_format="Sb3")
    assert str(fixture_terms(Fixture.objects.select_related("division", "format").get(pk=fixture.pk))) == "Sb3"
    assert str(fixture_terms(level.fixture("Anchor", "Bell"))) != "Sb3"
    played = WHEN + dt.timedelta(hours=3)
    decide.give_walkover(fixture, to="home", version=0, reason="They did not come.", by=level.secretary, now=played)
    assert places(level) == DECIDED
    decide.void(fixture, version=1, reason="They did.", by=level.secretary, now=played)
    decide.reopen(fixture, version=2, reason="Once more.", by=level.secretary, now=played)
    again = Fixture.objects.select_related("division", "format").get(pk=fixture.pk)
    assert str(fixture_terms(again)) == "Sb3"


def test_a_preview_of_its_result_moves_only_the_level_teams(level: Town, now: dt.datetime) -> None:
    fixture = arranged(level, "Castle", "Anchor", now)
    found = Fixture.objects.select_related("division", "format").get(pk=fixture.pk)
    totals = totals_of_sheet(found, result_sheet(level, "Castle", "Anchor"))
    for tie_breaks, expected in ((["games_difference", "play_off", "name"], DECIDED), (["games_difference"], SHARED)):
        Division.objects.filter(pk=level.division.pk).update(tie_breaks=tie_breaks)
        table = table_if(division_of(level), {fixture.pk: totals})
        assert [(row.row.position, row.row.joint, row.team.name) for row in table.rows] == expected
        assert table.rows[0].row.points == 6


@pytest.mark.parametrize(
    ("more", "field", "told"),
    [
        ({"starts_at": dt.datetime(2026, 9, 1, 19, tzinfo=dt.UTC)}, "starts_at", "tomorrow or later"),
        ({"starts_at": dt.datetime(2031, 5, 4, 19, tzinfo=dt.UTC)}, "starts_at", "within a year"),
        ({"fixture_format": "XYZ"}, "format", "XYZ"),
        ({"fixture_format": "S" * 300}, "format", "250 characters"),
    ],
)
def test_a_date_and_a_format_can_be(
    level: Town, now: dt.datetime, more: dict[str, object], field: str, told: str
) -> None:
    with pytest.raises(Invalid, match=told) as refused:
        arranged(level, "Castle", "Anchor", now, **more)
    assert field in {problem.field for problem in refused.value.problems}
    assert not Fixture.objects.filter(play_off=True).exists()


def test_the_venue_is_the_league_s_and_free(level: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad League", "abroad")
    with pytest.raises(Invalid, match="venue of this league"):
        arranged(level, "Castle", "Anchor", now, venue=Venue.objects.filter(league=abroad.league).first())
    Venue.objects.filter(league=level.league).update(boards=1)
    arranged(level, "Castle", "Anchor", now)
    with pytest.raises(Invalid, match="no board free"):
        arranged(level, "Bell", "Duke of York", now)


@pytest.mark.parametrize(
    ("home", "away", "told"),
    [
        ("Anchor", "Anchor", "Choose two teams"),
        ("Anchor", "Bell", "Play-offs are due between Anchor and Castle; Bell and Duke of York"),
    ],
)
def test_the_teams_are_level(level: Town, now: dt.datetime, home: str, away: str, told: str) -> None:
    with pytest.raises(Invalid, match=told):
        arranged(level, home, away, now)


def test_only_the_league_s_secretary_makes_one(level: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad League", "abroad")
    for by in (level.captains["Anchor"], level.referee, abroad.secretary):
        with pytest.raises(NotAllowed):
            arranged(level, "Castle", "Anchor", now, by=by)


def test_none_is_made_twice_or_in_a_hidden_season(level: Town, now: dt.datetime) -> None:
    arranged(level, "Castle", "Anchor", now)
    with pytest.raises(WrongState, match="arranged already"):
        arranged(level, "Anchor", "Castle", now, starts_at=WHEN + dt.timedelta(days=1))
    Season.objects.filter(pk=level.season.pk).update(hidden_at=now)
    with pytest.raises(WrongState, match="is hidden"):
        arranged(level, "Bell", "Duke of York", now)
    Season.objects.filter(pk=level.season.pk).update(hidden_at=None)
    Team.objects.filter(pk=level.teams["Bell"].pk).update(hidden_at=now)
    with pytest.raises(WrongState, match="is hidden"):
        arranged(level, "Bell", "Duke of York", now)


@pytest.mark.django_db(transaction=True)
def test_its_format_is_made_while_another_changes_how_the_division_counts(level: Town, now: dt.datetime) -> None:
    said = {"tie_breaks": ["games_difference", "play_off", "name"]}
    fixture, division = one_then_the_other(
        level.league,
        partial(arranged, level, "Castle", "Anchor", now, fixture_format="Sb3"),
        partial(change_division, division_of(level), said, reason="Agreed.", by=level.secretary, now=now),
    )
    assert (fixture.format.text, division.tie_breaks) == ("Sb3", said["tie_breaks"])


@pytest.mark.django_db(transaction=True)
def test_of_two_secretaries_who_make_it_at_once_one_is_told(level: Town, now: dt.datetime) -> None:
    outcomes = at_once(
        partial(arranged, level, "Castle", "Anchor", now), partial(arranged, level, "Anchor", "Castle", now)
    )
    assert sorted_out(outcomes)[1].message.startswith("Their play-off is arranged already.")
    assert Fixture.objects.filter(play_off=True).count() == 1


def test_a_team_that_has_withdrawn_plays_none(level: Town, now: dt.datetime) -> None:
    Entry.objects.filter(team=level.teams["Castle"]).update(withdrawn_on=now.date(), withdrawal_policy="stand")
    with pytest.raises(Invalid, match="Castle has withdrawn"):
        arranged(level, "Castle", "Anchor", now)


def test_what_a_ruling_on_it_would_change_is_no_points(level: Town, now: dt.datetime) -> None:
    fixture = arranged(level, "Castle", "Anchor", now)
    play(level, fixture, "Castle", "Anchor")
    found = Fixture.objects.select_related("division__season__league", "format", "home", "away").get(pk=fixture.pk)
    live = Result.objects.select_related("fixture__division", "format").get(fixture=fixture, live=True)
    follows = consequences(found, live, None)
    assert (follows.counts_before, follows.points_before, follows.score_before) == (True, (0, 0), (6, 3))


def test_one_that_was_cancelled_comes_back_only_while_it_is_due(level: Town, now: dt.datetime) -> None:
    first = arranged(level, "Castle", "Anchor", now)
    override.cancel(first, override.Override("Snow.", first.sequence, level.secretary, now))
    first.refresh_from_db()
    thaw = override.Override("It has thawed.", first.sequence, level.secretary, now)
    second = arranged(level, "Anchor", "Castle", now)
    with pytest.raises(WrongState, match="another one is arranged or has decided"):
        override.move(first, WHEN + dt.timedelta(days=3), thaw)
    override.cancel(second, override.Override("A mistake.", second.sequence, level.secretary, now))
    override.move(first, WHEN + dt.timedelta(days=3), thaw)
    assert [one.standing for one in play_offs_of_season(level.season).made] == ["cancelled", "arranged"]


def test_none_is_due_with_a_team_that_has_withdrawn_though_its_results_stand(level: Town) -> None:
    Entry.objects.filter(team=level.teams["Castle"]).update(
        withdrawn_on=dt.date(2027, 4, 30), withdrawal_policy="stand"
    )
    assert [[team.name for team in group.teams] for group in play_offs_due(level.season)] == [["Bell", "Duke of York"]]


def entry_of(town: Town, team: str) -> Entry:
    joined = Entry.objects.select_related("season__league", "team", "division__season__league")
    return joined.get(season=town.season, team=town.teams[team])


def test_a_team_that_comes_back_has_its_play_off_again_though_it_has_another_fixture_in_that_week(
    level: Town, now: dt.datetime
) -> None:
    fixture = arranged(level, "Castle", "Anchor", now)
    Fixture.objects.filter(pk=fixture.pk).update(week=level.fixture("Castle", "Duke of York").week)
    withdraw_team(entry_of(level, "Castle"), reason="No players.", by=level.secretary, now=now)
    return_team(entry_of(level, "Castle"), reason="They have players.", by=level.secretary, now=now)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.withdrawal) == (FixtureState.SCHEDULED, None)


def test_a_play_off_whose_evening_has_passed_stays_cancelled_and_another_is_made(level: Town, now: dt.datetime) -> None:
    fixture, later = arranged(level, "Castle", "Anchor", now), WHEN + dt.timedelta(days=1)
    withdraw_team(entry_of(level, "Castle"), reason="No players.", by=level.secretary, now=now)
    foretold = return_of(entry_of(level, "Castle"), now=later)
    assert (foretold.lapsed, foretold.undated) == ((fixture,), ())
    return_team(entry_of(level, "Castle"), reason="They have players.", by=level.secretary, now=later)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.withdrawal) == (FixtureState.CANCELLED, None)
    assert not Postponement.objects.exists()
    assert "1 play-off stays cancelled" in JournalEntry.objects.get(kind=JournalKind.TEAM_RETURNED).what
    arranged(level, "Castle", "Anchor", later, starts_at=WHEN + dt.timedelta(days=7))


def test_where_nobody_ends_level_no_play_off_is_made(level: Town, now: dt.datetime) -> None:
    Division.objects.filter(pk=level.division.pk).update(tie_breaks=["games_difference", "name"])
    with pytest.raises(Invalid, match="No play-off of this division is due now") as refused:
        arranged(level, "Castle", "Anchor", now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("not-level", "home")]


def test_that_another_team_has_withdrawn_is_nothing_against_a_play_off(level: Town, now: dt.datetime) -> None:
    Entry.objects.filter(team=level.teams["Duke of York"]).update(withdrawn_on=now.date())
    assert arranged(level, "Castle", "Anchor", now).play_off


def test_a_season_without_weeks_has_no_evening_for_a_play_off(town: Town, now: dt.datetime) -> None:
    Division.objects.filter(pk=town.division.pk).update(tie_breaks=["games_difference", "play_off", "name"])
    venue = town.venues["Anchor"]
    Fixture.objects.all().delete()
    Week.objects.all().delete()
    with pytest.raises(WrongState, match="The season has no weeks yet: publish its timetable first"):
        make_play_off(
            division_of(town), town.teams["Castle"], town.teams["Anchor"], starts_at=WHEN, venue=venue,
            by=town.secretary, now=now,
        )  # fmt: skip
