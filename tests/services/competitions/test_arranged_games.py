"""Games of individual leagues that two players arrange ahead."""

import datetime as dt
from typing import Any

import pytest

from league.access import anybody
from league.enums import FixtureState, JournalKind, NoticeKind, ResultState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, IndividualLeague, JournalEntry, Notice
from league.queries.competitions.individual import build_individual_view
from league.queries.dates.calendars import feed_of_player, feed_of_user
from league.queries.results.dashboards import fixtures_of_captain
from league.services.competitions.individual import arrange_game, call_off_game, record_game, withdraw_player
from league.services.cups.dates import MOVES_A_DAY, move_tie
from league.services.mail.letters import letter_of
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town
from tests.services.competitions.singles import find_entrant, list_people, make_sheet, make_singles

BASE = "https://muggins.example"


@pytest.fixture
def league(town: Town, now: dt.datetime) -> IndividualLeague:
    return make_singles(town, now)


def evening(town: Town, days: int, now: dt.datetime) -> dt.datetime:
    """Eight o'clock in so many days."""
    day = now.astimezone(town.league.tz).date() + dt.timedelta(days=days)
    return dt.datetime.combine(day, dt.time(20), tzinfo=town.league.tz)


def arrange(town: Town, individual: IndividualLeague, now: dt.datetime, **more: Any) -> Fixture:
    """A game that Anchor 1 arranges with Bell 1 for the day after tomorrow, at the Anchor."""
    one, two, _ = list_people(town)
    given: dict[str, Any] = {
        "mine": find_entrant(individual, one), "opponent": find_entrant(individual, two),
        "starts_at": evening(town, 2, now), "venue": town.venues["Anchor"], "by": town.captains["Anchor"], "now": now,
    } | more  # fmt: skip
    return arrange_game(individual, given.pop("mine"), given.pop("opponent"), **given)


def find_faults(call: Any) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as wrong:
        call()
    return [(problem.code, problem.field) for problem in wrong.value.problems]


def test_a_game_is_arranged_told_and_in_both_calendars(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    game = arrange(town, league, now)
    assert (game.starts_at, game.venue, game.state, game.play_off) == (
        evening(town, 2, now), town.venues["Anchor"], FixtureState.SCHEDULED, True,
    )  # fmt: skip
    notice = Notice.objects.get(kind=NoticeKind.GAME_ARRANGED)
    assert (notice.recipient, notice.text) == (
        town.captains["Bell"],
        "Anchor 1 v Bell 1, a game of Singles, is on Thursday 5 November at 8 pm at Anchor.",
    )
    assert letter_of(notice).subject.endswith("Game: Anchor 1 v Bell 1")
    entry = JournalEntry.objects.get(kind=JournalKind.GAME_MADE)
    assert entry.what == "arranged a game of Singles: {home} v {away}, Thursday 5 November at 8 pm at Anchor"
    one, two, _ = list_people(town)
    for name, player in (("Anchor", one), ("Bell", two)):
        feeds = (
            feed_of_user(town.captains[name], town.league, now=now, base_url=BASE),
            feed_of_player(player, name=player.name, now=now, base_url=BASE),
        )
        assert [sum("Anchor 1" in event.summary for event in feed.events) for feed in feeds] == [1, 1]
        side = frozenset({find_entrant(league, player).team_id})
        assert [line.fixture for line in fixtures_of_captain(town.league, side, now=now).coming] == [game]
    assert [line.fixture for line in build_individual_view(league, anybody(town.league)).games] == [game]


def test_sent_twice_it_is_one_game_of_either(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    game = arrange(town, league, now)
    one, two, _ = list_people(town)
    theirs = {"mine": find_entrant(league, two), "opponent": find_entrant(league, one), "by": town.captains["Bell"]}
    assert arrange(town, league, now) == arrange(town, league, now, **theirs) == game
    assert Notice.objects.filter(kind=NoticeKind.GAME_ARRANGED).count() == 1


def test_after_play_one_enters_the_score_and_the_other_confirms(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    game, (one, two, _) = arrange(town, league, now), list_people(town)
    with pytest.raises(WrongState):
        submit.submit(game, make_sheet(one, two), by=town.captains["Anchor"], now=now)
    later = game.starts_at + dt.timedelta(hours=1)
    day = later.astimezone(town.league.tz).date()
    mine, theirs = find_entrant(league, one), find_entrant(league, two)
    assert record_game(league, theirs, mine, day=day, by=town.captains["Bell"], now=later) == game
    submit.submit(game, make_sheet(one, two), by=town.captains["Anchor"], now=later)
    assert confirm.confirm(game, 1, by=town.captains["Bell"], now=later).state == ResultState.CONFIRMED


@pytest.mark.parametrize("meetings", [1, 2])
def test_a_game_played_early_is_the_arranged_one_unless_they_may_meet_again(
    town: Town, now: dt.datetime, meetings: int
) -> None:
    individual = make_singles(town, now, meetings=meetings)
    game, (one, two, _) = arrange(town, individual, now), list_people(town)
    mine, theirs = find_entrant(individual, one), find_entrant(individual, two)
    today = now.astimezone(town.league.tz).date()
    recorded = record_game(individual, theirs, mine, day=today, by=town.captains["Bell"], now=now)
    assert (recorded == game) == (meetings == 1)
    assert recorded.starts_at <= now
    home, away = (one, two) if recorded == game else (two, one)
    submit.submit(recorded, make_sheet(home, away), by=town.captains["Bell"], now=now)
    game.refresh_from_db()
    assert (game.starts_at > now) == (meetings == 2)


def test_a_game_of_tonight_that_is_over_already_is_the_arranged_one(town: Town, now: dt.datetime) -> None:
    individual = make_singles(town, now, meetings=2)
    tonight = now + dt.timedelta(hours=2)
    game, (one, two, _) = arrange(town, individual, now, starts_at=tonight), list_people(town)
    day = tonight.astimezone(town.league.tz).date()
    mine, theirs = find_entrant(individual, one), find_entrant(individual, two)
    assert record_game(individual, mine, theirs, day=day, by=town.captains["Anchor"], now=now) == game


def test_what_is_wrong_is_said_at_its_field(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    _, two, three = list_people(town)
    abroad = factories.town("Abroad", "abroad").venues["Bell"]
    for wrong, fault in (
        ({"starts_at": evening(town, 90, now)}, ("window", "day")),
        ({"starts_at": evening(town, -1, now)}, ("past", "day")),
        ({"starts_at": None}, ("day", "day")),
        ({"venue": abroad}, ("venue", "venue")),
        ({"opponent": None}, ("opponent", "opponent")),
        ({"opponent": find_entrant(make_singles(town, now, name="Winter"), two)}, ("opponent", "opponent")),
    ):
        assert find_faults(lambda wrong=wrong: arrange(town, league, now, **wrong)) == [fault]
    arrange(town, league, now)
    again = lambda **more: arrange(town, league, now, starts_at=evening(town, 3, now), **more)  # noqa: E731
    assert find_faults(again) == [("meetings", "opponent")]
    gone = find_entrant(league, three)
    withdraw_player(gone, reason="Moved", by=town.secretary, now=now)
    assert find_faults(lambda: again(opponent=gone)) == [("withdrawn", "opponent")]
    for stranger in (town.captains["Castle"], town.captains["Bell"], town.referee):
        with pytest.raises(NotAllowed):
            again(by=stranger)


def test_either_moves_it_within_the_window_and_the_other_is_told(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    game = arrange(town, league, now)
    sooner, bell = evening(town, 0, now), town.venues["Bell"]
    move_tie(game, sooner, venue=bell, by=town.captains["Bell"], now=now)
    game.refresh_from_db()
    assert (game.starts_at, game.venue) == (sooner, bell)
    assert Notice.objects.get(kind=NoticeKind.FIXTURE_MOVED).recipient == town.captains["Anchor"]
    for wrong, code in ((evening(town, 90, now), "window"), (evening(town, -1, now), "past")):
        faults = find_faults(lambda wrong=wrong: move_tie(game, wrong, by=town.captains["Bell"], now=now))
        assert faults == [(code, "starts_at")]
    with pytest.raises(NotAllowed):
        move_tie(game, evening(town, 3, now), by=town.captains["Castle"], now=now)
    with pytest.raises(WrongState):
        move_tie(town.fixture("Anchor", "Bell"), evening(town, 3, now), by=town.captains["Bell"], now=now)


def test_called_off_the_other_is_told_and_not_over_and_over(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    for count in range(1, MOVES_A_DAY + 1):
        game = arrange(town, league, now)
        call_off_game(game, by=town.captains["Bell"], now=now)
        notice = Notice.objects.get(kind=NoticeKind.FIXTURE_CANCELLED, fixture=game)
        assert (notice.recipient, notice.text) == (
            town.captains["Anchor"], "Anchor 1 v Bell 1 of Singles will not be played.",
        )  # fmt: skip
        assert Fixture.objects.filter(division=league.competition, state=FixtureState.CANCELLED).count() == count
    assert find_faults(lambda: arrange(town, league, now)) == [("too-many", "opponent")]
    assert arrange(town, league, now + dt.timedelta(days=1, seconds=1)).state == FixtureState.SCHEDULED


def test_who_withdraws_has_no_game_and_their_opponent_is_told(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    game = arrange(town, league, now)
    withdraw_player(find_entrant(league, list_people(town)[0]), reason="Moved", by=town.secretary, now=now)
    game.refresh_from_db()
    told = Notice.objects.filter(kind=NoticeKind.FIXTURE_CANCELLED, fixture=game)
    assert (game.state, {notice.recipient for notice in told}) == (
        FixtureState.CANCELLED, {town.captains["Anchor"], town.captains["Bell"]},
    )  # fmt: skip
