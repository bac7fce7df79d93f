"""Individual leagues: made, entered, and games that one player records and the other confirms."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from league.access import anybody, grants
from league.enums import FixtureState, JournalKind, NoticeKind, ResultState
from league.errors import Invalid, LeagueError, NotAllowed, WrongState
from league.models import Fixture, IndividualLeague, JournalEntry, Notice, Player, Team
from league.queries.competitions.individual import build_individual_view, list_editions
from league.queries.honours.careers import career_of
from league.queries.standings.standings import season_tables
from league.queries.teams import player_season
from league.rules.chain import Whole
from league.services import journal
from league.services.competitions.individual import (
    call_off_game,
    change_individual,
    enter_players,
    make_individual,
    read_plan,
    record_game,
    withdraw_player,
)
from league.services.people.erasing import erase
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town
from tests.services.competitions.singles import (
    PLAYED_ON,
    find_entrant,
    list_people,
    make_plan,
    make_sheet,
    make_singles,
)


@pytest.fixture
def league(town: Town, now: dt.datetime) -> IndividualLeague:
    return make_singles(town, now)


def add_game(town: Town, individual: IndividualLeague, now: dt.datetime, **more: Any) -> Fixture:
    one, two, _ = list_people(town)
    given = {"day": PLAYED_ON, "by": town.captains["Anchor"], "now": now, **more}
    mine, opponent = (
        given.pop("mine", find_entrant(individual, one)),
        given.pop("opponent", find_entrant(individual, two)),
    )
    return record_game(individual, mine, opponent, **given)


def play_game(town: Town, individual: IndividualLeague, now: dt.datetime, **more: Any) -> Fixture:
    """A game that Anchor 1 has recorded, won by two to one."""
    fixture, (one, two, _) = add_game(town, individual, now, **more), list_people(town)
    submit.submit(fixture, make_sheet(one, two), by=town.captains["Anchor"], now=now)
    return fixture


def find_faults(call: Any) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as wrong:
        call()
    return [(problem.code, problem.field) for problem in wrong.value.problems]


def test_one_records_a_game_and_the_other_confirms_it(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    fixture = play_game(town, league, now)
    assert (fixture.home.name, fixture.away.name, fixture.play_off, fixture.venue) == (
        "Anchor 1", "Bell 1", True, town.venues["Bell"],
    )  # fmt: skip
    assert fixture.starts_at.astimezone(town.league.tz).date() == PLAYED_ON
    asked = Notice.objects.get(kind=NoticeKind.RESULT_TO_CONFIRM)
    assert (asked.recipient, asked.text) == (
        town.captains["Bell"], "Anchor 1 v Bell 1: 2–1 was entered. Confirm it or dispute it.",
    )  # fmt: skip
    view = build_individual_view(league, anybody(town.league))
    assert [(line.row.team.name, line.row.row.points) for line in view.standings] == [
        ("Anchor 1", 0), ("Bell 1", 0), ("Castle 2", 0),
    ]  # fmt: skip
    result = confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert result.state == ResultState.CONFIRMED
    view = build_individual_view(league, grants(town.captains["Bell"], town.league, now=now))
    table = [(one.row.row.place, one.row.team.name, one.row.row.played, one.row.row.points) for one in view.standings]
    assert table == [("1", "Anchor 1", 1, 2), ("2", "Bell 1", 1, 1), ("3", "Castle 2", 0, 0)]
    assert view.mine is not None
    assert [(one.team.name, times) for one, times in view.left] == [("Castle 2", 1)]
    assert [line.fixture for line in view.games] == [fixture]


def test_two_who_send_the_same_game_agree_and_the_second_gets_the_first_ones_fixture(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    fixture, (one, two, _) = play_game(town, league, now), list_people(town)
    by = town.captains["Bell"]
    again = add_game(town, league, now, mine=find_entrant(league, two), opponent=find_entrant(league, one), by=by)
    assert again == fixture
    result = submit.submit(again, make_sheet(one, two), by=by, now=now)
    assert (result.state, Fixture.objects.filter(division=league.competition).count()) == (ResultState.CONFIRMED, 1)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (dt.date(2026, 9, 30), "window"),
        (dt.date(2027, 1, 1), "window"),
        (dt.date(2026, 11, 4), "future"),
        (None, "day"),
    ],
)
def test_a_day_outside_the_window_is_refused(
    town: Town, league: IndividualLeague, now: dt.datetime, day: dt.date | None, said: str
) -> None:
    assert find_faults(lambda: add_game(town, league, now, day=day)) == [(said, "day")]
    assert not Fixture.objects.filter(division=league.competition).exists()


def test_more_meetings_than_allowed_are_refused(town: Town, now: dt.datetime) -> None:
    twice = make_singles(town, now, meetings=2)
    for _ in range(2):
        confirm.confirm(play_game(town, twice, now), 1, by=town.captains["Bell"], now=now)
    assert find_faults(lambda: add_game(town, twice, now, day=None)) == [
        ("meetings", "opponent"),
        ("day", "day"),
    ]
    one = find_entrant(twice, list_people(town)[0])
    assert find_faults(lambda: add_game(town, twice, now, opponent=one)) == [("opponent", "opponent")]
    assert find_faults(lambda: add_game(town, twice, now, opponent=None)) == [("opponent", "opponent")]


def test_only_its_players_and_the_secretary_record_a_game(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    for stranger in (town.captains["Castle"], town.referee):
        with pytest.raises(NotAllowed):
            add_game(town, league, now, by=stranger)
    other = make_singles(town, now, name="Winter")
    beyond = find_entrant(other, list_people(town)[1])
    assert find_faults(lambda: add_game(town, league, now, opponent=beyond)) == [("opponent", "opponent")]
    assert add_game(town, league, now, by=town.secretary).home.name == "Anchor 1"


def test_a_player_without_an_account_is_entered_and_their_games_are_the_secretary_s(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    one, _, three = list_people(town)
    fixture = add_game(town, league, now, opponent=find_entrant(league, three))
    result = submit.submit(fixture, make_sheet(one, three), by=town.captains["Anchor"], now=now)
    assert (result.state, result.confirm_by) == (ResultState.SUBMITTED, None)
    assert Notice.objects.filter(kind=NoticeKind.RESULT_UNANSWERABLE, recipient=town.secretary).exists()


def test_a_game_recorded_by_mistake_is_called_off_and_may_be_recorded_again(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    fixture = add_game(town, league, now)
    with pytest.raises(NotAllowed):
        call_off_game(fixture, by=town.captains["Castle"], now=now)
    call_off_game(fixture, by=town.captains["Bell"], now=now)
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.CANCELLED
    played = play_game(town, league, now)
    assert played != fixture
    for wrong in (fixture, played, town.fixture("Anchor", "Bell")):
        with pytest.raises(WrongState):
            call_off_game(wrong, by=town.captains["Anchor"], now=now)


def test_who_withdraws_keeps_their_results_and_loses_the_rest(
    town: Town, now: dt.datetime, league: IndividualLeague
) -> None:
    one, two, three = list_people(town)
    confirm.confirm(play_game(town, league, now), 1, by=town.captains["Bell"], now=now)
    waiting = add_game(town, league, now, opponent=find_entrant(league, three))
    gone = find_entrant(league, one)
    with pytest.raises(Invalid):
        withdraw_player(gone, reason=" ", by=town.secretary, now=now)
    withdraw_player(gone, reason="Moved away", by=town.secretary, now=now)
    with pytest.raises(WrongState):
        withdraw_player(gone, reason="Moved away", by=town.secretary, now=now)
    waiting.refresh_from_db()
    assert waiting.state == FixtureState.CANCELLED
    view = build_individual_view(league, anybody(town.league))
    assert [(line.row.team.name, line.row.row.points) for line in view.standings][:2] == [
        ("Anchor 1", 2),
        ("Bell 1", 1),
    ]
    assert [one.team.name for one in view.withdrawn] == ["Anchor 1"]
    faults = find_faults(lambda: add_game(town, league, now, opponent=find_entrant(league, three)))
    assert faults[0] == ("withdrawn", "opponent")
    assert len(enter_players(league, [one, two], by=town.secretary, now=now)) == 1


def test_players_are_entered_late_and_twice_is_once(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    more = [town.squads["Bell"][3], *list_people(town)]
    assert [one.team.name for one in enter_players(league, more, by=town.secretary, now=now)] == ["Bell 4"]
    assert enter_players(league, more, by=town.secretary, now=now) == []
    abroad = factories.town("Abroad", "abroad")
    for wrong in ([], [abroad.squads["Bell"][0]]):
        assert find_faults(lambda chosen=wrong: enter_players(league, chosen, by=town.secretary, now=now)) == [
            ("players", "players")
        ]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": " "}, "name"), ({"name": "x" * 61}, "name"), ({"name": "SINGLES"}, "name"),
        ({"closes_on": dt.date(2026, 1, 1)}, "closes_on"), ({"meetings": 21}, "meetings"),
        ({"fixture_format": "S D"}, "fixture_format"), ({"fixture_format": "?"}, "fixture_format"),
    ],
)  # fmt: skip
def test_a_wrong_plan_is_refused_at_its_field(
    town: Town, league: IndividualLeague, now: dt.datetime, fields: dict[str, Any], field: str
) -> None:
    wrong = make_plan(town, **({"name": "Other"} | fields))
    faults = find_faults(lambda: make_individual(town.season, wrong, by=town.secretary, now=now))
    assert {at for _, at in faults} == {field}
    abroad = factories.town("Abroad", "abroad")
    elsewhere = make_plan(town, name="Other", venue=abroad.venues["Bell"])
    assert find_faults(lambda: make_individual(town.season, elsewhere, by=town.secretary, now=now)) == [
        ("venue", "venue")
    ]


def test_how_a_game_is_played_stays_once_one_was(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    changed = replace(read_plan(league), name="Autumn singles", fixture_format="S5", meetings=3)
    change_individual(league, changed, by=town.secretary, now=now)
    league = list_editions(town.league, "singles")[0]
    assert read_plan(league) == changed
    change_individual(league, make_plan(town), by=town.secretary, now=now)
    league = list_editions(town.league, "singles")[0]
    play_game(town, league, now)
    longer = replace(read_plan(league), fixture_format="S5")
    faults = find_faults(lambda: change_individual(league, longer, by=town.secretary, now=now))
    assert faults == [("format", "fixture_format")]


def test_only_the_secretary_manages_it(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    by, one = town.captains["Anchor"], list_people(town)[0]
    for act in (
        lambda: make_individual(town.season, make_plan(town, name="Other"), by=by, now=now),
        lambda: change_individual(league, make_plan(town), by=by, now=now),
        lambda: enter_players(league, [one], by=by, now=now),
        lambda: withdraw_player(find_entrant(league, one), reason="x", by=by, now=now),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_it_changes_no_table_of_the_league_and_no_average(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    one = list_people(town)[0]
    before = [(table.rows, table.remaining, table.waiting) for table in season_tables(town.season)]
    confirm.confirm(play_game(town, league, now), 1, by=town.captains["Bell"], now=now)
    assert [(table.rows, table.remaining, table.waiting) for table in season_tables(town.season)] == before
    assert player_season(one, town.season).matches == ()
    career = career_of(Player.objects.select_related("league").get(pk=one.pk))
    assert (career.matches, [cup.competition.name for cup in career.cups]) == ((), ["Singles"])
    assert Team.objects.filter(league=town.league).count() == 4


def test_the_journal_names_no_player_and_is_whole(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    play_game(town, league, now)
    withdraw_player(find_entrant(league, list_people(town)[0]), reason="Moved away", by=town.secretary, now=now)
    kinds = (JournalKind.INDIVIDUAL_MADE, JournalKind.INDIVIDUAL_CHANGED, JournalKind.GAME_MADE)
    assert [entry.what for entry in JournalEntry.objects.filter(kind__in=kinds).order_by("number")] == [
        "made the individual league Singles of 2026-27",
        "entered 3 players for Singles",
        "recorded a game of Singles: {home} v {away}",
        "withdrew {player} from Singles",
    ]
    assert isinstance(journal.verify(town.league), Whole)


def test_an_erased_player_stays_in_the_table_without_a_name(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    three = list_people(town)[2]
    erase(Player.objects.get(pk=three.pk), by=town.secretary, now=now)
    view = build_individual_view(league, anybody(town.league))
    assert [line.player for line in view.standings if line.row.team.name == "former player"] == [None]


@pytest.mark.parametrize("size", [1, 3])
def test_its_page_asks_a_fixed_number_of_queries(
    town: Town, now: dt.datetime, size: int, django_assert_num_queries: Any
) -> None:
    individual = make_singles(town, now, meetings=5)
    for _ in range(size):
        confirm.confirm(play_game(town, individual, now), 1, by=town.captains["Bell"], now=now)
    enter_players(individual, town.squads["Castle"][: size * 2], by=town.secretary, now=now)
    held = grants(town.captains["Bell"], town.league, now=now)
    individual = list_editions(town.league, "singles")[0]
    build_individual_view(individual, held)
    with django_assert_num_queries(7):
        build_individual_view(individual, held)


def test_an_error_is_one_of_ours(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    town.season.weeks.all()
    Fixture.objects.filter(division=town.division).delete()
    town.season.weeks.all().delete()
    with pytest.raises(LeagueError):
        add_game(town, league, now)
