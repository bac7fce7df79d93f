"""Games of individual leagues in the hands of whoever is least trusted on each page."""

import datetime as dt
from dataclasses import replace

import pytest

from league.enums import FixtureState, Registering
from league.errors import Invalid
from league.models import Fixture, IndividualLeague, League, Player
from league.rules.sheets import HOME, TypedName
from league.services.competitions.individual import arrange_game, withdraw_player
from league.services.results import submit
from tests import factories
from tests.factories import Town
from tests.rules.sheetmaker import with_seat
from tests.services.competitions.singles import find_entrant, list_people, make_sheet, make_singles
from tests.web.pages import page, signed_in, words

pytestmark = pytest.mark.usefixtures("today")
PAGE = "/leagues/town/individual/singles/"
RECORD = f"{PAGE}record/"


@pytest.fixture
def league(town: Town, now: dt.datetime) -> IndividualLeague:
    return make_singles(town, now)


def arrange(town: Town, individual: IndividualLeague, now: dt.datetime) -> Fixture:
    one, two, _ = list_people(town)
    return arrange_game(
        individual, find_entrant(individual, one), find_entrant(individual, two), starts_at=now + dt.timedelta(days=2),
        by=town.secretary, now=now,
    )  # fmt: skip


def test_ids_of_another_league_are_no_ids_here(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    theirs = make_singles(abroad, now)
    game, stranger = arrange(abroad, theirs, now), find_entrant(theirs, list_people(abroad)[1])
    sent = {"opponent": str(stranger.pk), "day": "2026-11-09", "time": "20:00", "venue": "", "player": str(stranger.pk)}
    for by in (town.captains["Anchor"], town.secretary):
        browser = signed_in(by)
        for do in ("arrange", "record"):
            answer = browser.post(RECORD, sent | {"do": do, "venue": str(abroad.venues["Bell"].pk)})
            assert answer.status_code == 422
        for address in (page(game, "tie-date"), page(game, "call-off")):
            assert browser.post(address, {"date": "2026-11-10", "time": "20:00"}).status_code == 404
    game.refresh_from_db()
    assert (game.state, Fixture.objects.filter(division=league.competition).count()) == (FixtureState.SCHEDULED, 0)


def test_who_has_no_side_in_a_game_leaves_it_alone(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    game = arrange(town, league, now)
    nobody = factories.user("nobody@example.org")
    for by in (nobody, town.captains["Castle"], town.referee):
        browser = signed_in(by)
        assert browser.post(RECORD, {"do": "arrange"}).status_code == 403
        for name in ("tie-date", "call-off"):
            assert browser.post(page(game, name), {"date": "2026-11-10", "time": "20:00"}).status_code == 403
    withdraw_player(find_entrant(league, list_people(town)[0]), reason="Moved", by=town.secretary, now=now)
    gone = signed_in(town.captains["Anchor"])
    assert gone.post(RECORD, {"do": "arrange"}).status_code == 403
    assert gone.post(page(game, "tie-date"), {"date": "2026-11-10", "time": "20:00"}).status_code == 409
    assert gone.post(page(game, "call-off")).status_code == 409


def test_a_closed_season_and_a_suspended_league_take_no_game(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    game, browser = arrange(town, league, now), signed_in(town.captains["Anchor"])
    sent = {
        "opponent": str(find_entrant(league, list_people(town)[1]).pk), "day": "2026-11-09", "time": "20:00",
        "venue": str(town.venues["Bell"].pk),
    }  # fmt: skip

    def send_all() -> list[int]:
        posts = (
            (RECORD, sent | {"do": "arrange"}), (RECORD, sent | {"do": "record", "day": "2026-11-02"}),
            (page(game, "tie-date"), {"date": "2026-11-10", "time": "20:00"}), (page(game, "call-off"), {}),
        )  # fmt: skip
        return [browser.post(address, fields).status_code for address, fields in posts]

    town.season.closed_at = now
    town.season.save()
    assert "Arrange or record a game" not in words(browser.get(PAGE))
    assert send_all() == [422, 422, 409, 409]
    town.season.closed_at = None
    town.season.save()
    League.objects.filter(pk=town.league.pk).update(suspended_at=now, suspended_because="x")
    assert all(status in (403, 409, 422) for status in send_all())
    game.refresh_from_db()
    assert (game.state, Fixture.objects.filter(division=league.competition).count()) == (FixtureState.SCHEDULED, 1)


@pytest.mark.parametrize("registration", [Registering.REQUIRED, Registering.OPEN])
def test_a_player_sends_nobody_else_to_their_game(
    town: Town, league: IndividualLeague, now: dt.datetime, registration: Registering
) -> None:
    town.season.registration = registration
    town.season.save()
    game, (one, two, three) = arrange(town, league, now), list_people(town)
    later, players = game.starts_at + dt.timedelta(hours=1), Player.objects.count()
    friend = make_sheet(three, two)
    typed = replace(with_seat(make_sheet(one, two), 1, HOME, 1, None), typed=(TypedName(1, HOME, 1, "Hustler"),))
    for sheet in (friend, typed):
        with pytest.raises(Invalid):
            submit.submit(game, sheet, by=town.captains["Anchor"], now=later)
    assert Player.objects.count() == players
