"""The pages of a club night on phones: who is here, the tables, one's own card, the screen, the results sheet."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Attendance, Division, JournalEntry, Player, Sitting, SittingGame
from league.services.competitions.score_cards import write_card, write_result
from league.services.competitions.sittings import close_sitting, note_arrival, pair_next_game
from tests import factories
from tests.factories import Town
from tests.services.competitions.sittings import make_club_nights, make_players, make_tournament, open_night, play_game
from tests.web.public_pages import words

LIST = "/leagues/town/club-nights/"
NEW = "/leagues/town/secretary/club-nights/new/"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def secretary(town: Town, client: Client) -> Client:
    client.force_login(town.secretary)
    return client


@pytest.fixture
def night(town: Town, now: dt.datetime) -> Sitting:
    """The captains of Anchor and Bell at table 1 in the first game."""
    people = [town.squads["Anchor"][0], town.squads["Bell"][0]]
    sitting = open_night(town, make_club_nights(town, now), people, now)
    pair_next_game(sitting, 1, by=town.secretary, now=now)
    return sitting


def night_url(sitting: Sitting, rest: str = "") -> str:
    word = "tournaments" if sitting.competition.kind == "tournament" else "club-nights"
    return f"/leagues/town/{word}/{sitting.competition.slug}/{sitting.pk}/{rest}"


def test_a_night_from_the_first_tap_to_the_standing(town: Town, secretary: Client) -> None:
    made = secretary.post(NEW, {"name": "Tuesday Club", "season": "2026-27", "games": "9", "best": "20"})
    assert made.headers["Location"] == f"{LIST}tuesday-club/"
    opened_night = secretary.post(f"{LIST}tuesday-club/", {"date": "2026-11-03"})
    sitting = Sitting.objects.get()
    assert opened_night.headers["Location"] == night_url(sitting, "here/")
    for player in (town.squads["Anchor"][0], town.squads["Bell"][0]):
        assert secretary.post(night_url(sitting, "here/"), {"came": str(player.pk)}).status_code == 302
    assert secretary.post(night_url(sitting, "here/"), {"do": "add", "name": "Zoe New"}).status_code == 302
    assert Attendance.objects.count() == 3
    assert secretary.post(night_url(sitting), {"do": "pair", "number": "1"}).status_code == 302
    game = SittingGame.objects.get(table=1)
    sent = {"do": "result", "game": game.pk, "winner": game.first_id, "spread": "33"}
    assert secretary.post(night_url(sitting), sent).status_code == 302
    text = words(secretary.get(night_url(sitting)))
    assert f"{game.first} beat {game.second} by 33 Skunk" in text
    assert "has a bye." in text
    assert "all results are in" in text
    assert secretary.post(night_url(sitting), {"do": "close"}).status_code == 302
    assert "Closed" in words(secretary.get(night_url(sitting)))
    assert secretary.post(night_url(sitting), {"do": "reopen"}).status_code == 302


def test_players_write_their_own_cards(town: Town, client: Client, night: Sitting) -> None:
    game = SittingGame.objects.get()
    first, second = game.first, game.second
    assert second is not None
    client.force_login(first.user)
    assert f"Table 1: you play {second}" in words(client.get(night_url(night)))
    sent = {"do": "card", "game": game.pk, "player": first.pk, "spread": "12", "won": "yes"}
    assert client.post(night_url(night), sent).status_code == 302
    assert f"You wrote: won by 12. Waiting for the card of {second}." in words(client.get(night_url(night)))
    # Nobody writes for the other.
    assert client.post(night_url(night), {**sent, "player": second.pk}).status_code == 403
    client.force_login(second.user)
    assert f"Agree: {first} won by 12" in words(client.get(night_url(night)))
    theirs = {**sent, "player": second.pk, "won": "no"}
    assert client.post(night_url(night), {**theirs, "spread": "13"}).status_code == 302
    card = night_url(night, f"cards/{second.pk}/")
    assert "The spreads differ" in words(client.get(card))
    assert client.post(card, theirs).status_code == 302
    assert JournalEntry.objects.filter(kind="card-corrected").count() == 1
    assert f"{first} beat {second} by 12" in words(client.get(night_url(night)))
    text = words(client.get(card))
    assert "0 points, 0 won, spread −12" in text
    # Once the cards agree the loser claims no win.
    assert "Correct" not in text
    assert client.post(card, {**theirs, "won": "yes"}).status_code == 409
    assert "0 points, 0 won, spread −12" in words(client.get(card))


def test_a_game_of_another_night_is_not_written_here(
    town: Town, client: Client, night: Sitting, now: dt.datetime
) -> None:
    player = town.squads["Anchor"][0]
    game = SittingGame.objects.get()
    other = open_night(town, night.competition, [player, town.squads["Bell"][0]], now, 1)
    client.force_login(player.user)
    sent = {"do": "card", "game": game.pk, "player": player.pk, "spread": "12", "won": "yes"}
    assert client.post(night_url(other), sent).status_code == 409
    assert client.post(night_url(other, f"cards/{player.pk}/"), sent).status_code == 409
    game.refresh_from_db()
    assert (game.first_margin, game.second_margin) == (None, None)


def test_a_name_that_is_known_is_not_made_twice(town: Town, secretary: Client, night: Sitting) -> None:
    castle = town.squads["Castle"][0]
    here, before = night_url(night, "here/"), Player.objects.count()
    assert secretary.post(here, {"do": "add", "name": castle.name.upper()}).status_code == 302
    assert Attendance.objects.filter(player=castle, left_at=None).count() == 1
    Player.objects.create(league=town.league, name=castle.name)
    told = secretary.post(here, {"do": "add", "name": castle.name})
    assert told.status_code == 422
    assert f"Several players are called {castle.name}: tap the right one in the list." in words(told)
    assert Player.objects.count() == before + 1


@pytest.mark.parametrize("spread", ["", "0", "122", "12x", "-4", "9" * 30, "1\0"])
def test_a_spread_that_cannot_be_is_told_at_its_field(
    town: Town, secretary: Client, night: Sitting, spread: str
) -> None:
    game = SittingGame.objects.get()
    sent = {"do": "result", "game": game.pk, "winner": game.first_id, "spread": spread}
    answer = secretary.post(night_url(night), sent)
    if spread == "1\0":
        assert answer.status_code == 302
        return
    assert answer.status_code == 422
    body = answer.content.decode()
    assert f'id="spread-{game.pk}-error">Write the spread: a number from 1 to 121.' in body
    assert f'value="{spread[:6]}"' in body


def test_enter_in_the_field_says_nothing_about_who_won(town: Town, client: Client, night: Sitting) -> None:
    game = SittingGame.objects.get()
    for user, sent in (
        (game.first.user, {"do": "card", "player": game.first_id}),
        (town.secretary, {"do": "result"}),
    ):
        client.force_login(user)
        told = client.post(night_url(night), {**sent, "game": game.pk, "spread": "12"})
        assert told.status_code == 422
        assert f'id="spread-{game.pk}-error">Tap who won.' in told.content.decode()
    game.refresh_from_db()
    assert (game.first_margin, game.second_margin) == (None, None)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 409),
        ({"do": "result", "game": "9" * 15, "winner": "1", "spread": "5"}, 409),
        ({"do": "result", "game": "x\0", "winner": "1", "spread": "5"}, 409),
        ({"do": "pair", "number": "7"}, 409),
        ({"do": "pair", "number": "2"}, 422),
        ({"do": "close"}, 422),
        ({"do": "discard", "number": "99"}, 302),
    ],
)
def test_a_form_that_cannot_be(secretary: Client, night: Sitting, sent: dict[str, str], status: int) -> None:
    assert secretary.post(night_url(night), sent).status_code == status


def test_missing_cards_are_told_and_the_night_closed_anyway(town: Town, secretary: Client, night: Sitting) -> None:
    told = secretary.post(night_url(night), {"do": "close"})
    assert "Cards are missing: game 1, table 1." in words(told)
    assert "Close it anyway" in words(told)
    assert secretary.post(night_url(night), {"do": "close", "anyway": "yes"}).status_code == 302


def test_what_another_league_has_is_not_here(town: Town, secretary: Client, now: dt.datetime) -> None:
    abroad = factories.town("Abroad League", "abroad")
    sitting = open_night(abroad, make_club_nights(abroad, now), make_players(abroad, 2), now)
    for rest in ("", "here/", "screen/", "results/", "results.csv", f"cards/{Player.objects.last().pk}/"):  # type: ignore[union-attr]
        assert secretary.get(night_url(sitting, rest)).status_code == 404
    assert secretary.get(f"{LIST}tuesday-club/").status_code == 404
    stranger = abroad.squads["Bell"][0]
    ours = open_night(town, make_club_nights(town, now), [], now)
    assert secretary.post(night_url(ours, "here/"), {"came": str(stranger.pk)}).status_code == 422
    # Nor a tournament where a club's night is.
    assert secretary.get(night_url(ours).replace("club-nights", "tournaments")).status_code == 404


def test_a_series_is_changed_and_its_faults_are_told_at_once(town: Town, secretary: Client, now: dt.datetime) -> None:
    competition = make_club_nights(town, now)
    told = secretary.post(NEW, {"name": "tuesday club", "season": "2026-27", "games": "9", "best": ""})
    assert told.status_code == 422
    assert "2026-27 has “tuesday club” already: choose another name." in words(told)
    told = secretary.post(NEW, {"name": "", "season": "1999", "games": "99", "best": "x"})
    assert told.content.decode().count("errorlist") == 4
    change = f"/leagues/town/secretary/club-nights/{competition.slug}/"
    assert 'value="9"' in secretary.get(change).content.decode()
    assert secretary.post(change, {"name": "Club", "games": "7", "best": "5"}).status_code == 302
    fresh = Division.competitions.select_related("sitting_rules").get(pk=competition.pk)
    assert (fresh.name, fresh.sitting_rules.games, fresh.sitting_rules.best) == ("Club", 7, 5)


def test_the_season_s_standing_and_its_nights(town: Town, client: Client, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now, best=3), make_players(town, 4), now)
    for number in range(1, 9):
        play_game(town, sitting, number, now, lambda game: 40 if game.first.name < game.second.name else -40)  # type: ignore[union-attr]
    close_sitting(sitting, by=town.secretary, now=now)
    text = words(client.get(f"{LIST}tuesday-club/"))
    assert "1 Ada Club 24 8 +320 1 24 ★" in text
    assert "Tuesday 3 November Ada Club 24" in text


def test_the_screen_the_sheet_and_the_file_of_a_tournament(town: Town, client: Client, now: dt.datetime) -> None:
    sitting = make_tournament(town, now, prizes="£50\n=£30")
    for player in make_players(town, 3):
        note_arrival(sitting, player, by=town.secretary, now=now)
    play_game(town, sitting, 1, now)
    assert client.get("/leagues/town/tournaments/spring-open/").headers["Location"] == night_url(sitting)
    screen = client.get(night_url(sitting, "screen/"))
    assert b'hx-trigger="every 20s"' in screen.content
    assert "Round 1 of 6" in words(screen)
    assert "Prize" in words(client.get(night_url(sitting, "results/")))
    rows = client.get(night_url(sitting, "results.csv")).content.decode("utf-8-sig").splitlines()
    assert rows[0] == "place,player,game_points,games_won,net_spread,plus_points,games,prize"
    assert rows[1].endswith(",2,1,10,10,1,£50")
    assert rows[2].endswith(",2,1,0,0,1,'=£30")


def test_a_shortened_name_stays_short(town: Town, client: Client, now: dt.datetime) -> None:
    people = make_players(town, 2)
    Player.objects.filter(pk=people[0].pk).update(shorten_name=True)
    sitting = open_night(town, make_club_nights(town, now), people, now)
    [game] = pair_next_game(sitting, 1, by=town.secretary, now=now)
    write_card(game, people[0], 3, by=town.secretary, now=now)
    write_result(game, 4, by=town.secretary, now=now)
    for rest in ("", "screen/", "results/", "results.csv", f"cards/{people[0].pk}/"):
        body = client.get(night_url(sitting, rest)).content.decode()
        assert "Ada C" in body
        assert "Ada Club" not in body


def test_an_open_night_stands_on_the_home_page(town: Town, client: Client, night: Sitting) -> None:
    body = client.get("/leagues/town/").content.decode()
    assert f'href="{night_url(night)}"' in body


@pytest.mark.parametrize("size", [4, 8])
def test_the_night_s_page_asks_a_fixed_number_of_queries(
    town: Town, client: Client, now: dt.datetime, django_assert_max_num_queries: object, size: int
) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, size), now)
    play_game(town, sitting, 1, now)
    with django_assert_max_num_queries(5):  # type: ignore[operator]
        client.get(night_url(sitting))


def test_the_knock_out_of_a_tournament_is_drawn_and_told(town: Town, client: Client, now: dt.datetime) -> None:
    sitting = make_tournament(town, now, qualifiers=4)
    for player in make_players(town, 6):
        note_arrival(sitting, player, by=town.secretary, now=now)
    for number in range(1, 7):
        assert b"cup-bracket" not in client.get(night_url(sitting)).content
        play_game(town, sitting, number, now)
    for number in (7, 8):
        play_game(town, sitting, number, now)
    final = sitting.games.get(number=8, table=1)
    for rest in ("", "screen/", "results/"):
        page = client.get(night_url(sitting, rest))
        assert page.content.count(b"<svg viewBox") == 1
        assert page.content.count(b'class="cup-tie"') == 4
        assert page.content.count(b"Third place") == 2
        assert words(page).count("Won by 10") == 4
    assert f"{final.first} has won the knock-out." in words(client.get(night_url(sitting)))
