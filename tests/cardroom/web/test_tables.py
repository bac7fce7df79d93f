"""The pages of a table: forms that need no script, answers to one, and no card that a seat may not see."""

import datetime as dt
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from cardroom.models import PlayEntry, PlayGame, PlayTable
from cardroom.queries import sitting_at
from cardroom.rules.play.next_action import ActionKind
from cardroom.rules.play.seat_view import hidden_from
from cardroom.services.tables import switch
from league.models import User
from scoring import Call, LayAway
from tests.cardroom.services.tables import first_move, moved, opened, played_out
from tests.factories import Town
from tests.web.pages import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
START = {"ruleset": "hoyle-61", "mode": "1", "strength": "1", "name": "Ann"}


def address(table: PlayTable) -> str:
    return f"/play/{table.slug}/"


def open_one(client: Client, **wish: str) -> str:
    answer = client.post("/play/", START | wish)
    assert answer.status_code == 302
    return str(answer["Location"])


def move(client: Client, url: str, **fields: Any) -> Any:
    table = PlayTable.objects.get(slug=url.strip("/").rpartition("/")[2])
    return client.post(url, {"seen": sitting_at(table).course.last, **fields}, follow=True)


def test_somebody_opens_a_table_and_cuts(client: Client) -> None:
    url = open_one(client)
    told = words(client.get(url))
    assert "Cut for deal: the lowest card deals." in told
    told = words(move(client, url, do="cut", any="1"))
    assert "Ann cuts the" in told
    assert "Maple cuts the" in told
    # Nobody who only plays has a session.
    assert "sessionid" not in client.cookies


@pytest.mark.long
@pytest.mark.parametrize(("rules", "mode"), [("hoyle-61", "1"), ("five-card", "partners")])
def test_no_page_holds_a_card_that_its_reader_may_not_see(
    client: Client, now: dt.datetime, rules: str, mode: str
) -> None:
    table = opened(now, rules, mode)
    switch(table, 0, count=False, peg=False, pace="off", sound=False, now=now)
    for _ in range(40):
        sitting = moved(table, now, most=1)
        html = client.get(address(table)).content.decode()
        shown = set(re.findall(r"cards/([A-Z0-9]{2})\b", html)) | set(re.findall(r'"([A2-9TJQK][CDHS])"', html))
        assert shown & hidden_from(sitting.course, 0) == set()
        if sitting.course.is_over:
            break


def test_the_last_crib_stays_with_its_starter_until_the_next_deal(client: Client, now: dt.datetime) -> None:
    table = opened(now)
    sitting = moved(table, now, until=ActionKind.ON)
    while sitting.next_action.wants is ActionKind.ON:
        dealt = sitting.course.game.table
        sitting = moved(table, now, most=1)
    assert sitting.next_action.wants is ActionKind.DEAL
    assert dealt is not None
    shown = client.get(address(table)).content.decode().partition('class="play-show"')[2].partition("</div>")[0]
    assert re.findall(r"cards/(\w\w)\.", shown) == [*map(str, sorted(dealt.crib)), str(dealt.starter)]


def test_points_below_nothing_have_a_minus(client: Client) -> None:
    told = words(client.get("/play/position/", {"cards": "2S 4D 6H 8C TD QC", "dealer": "them"}))
    assert re.search(r" −\d+\.\d ", told)
    assert not re.search(r" -\d+\.\d (?!in the play)", told)


def test_a_refused_move_is_told_with_its_rule_and_the_table(client: Client) -> None:
    url = open_one(client)
    answer = move(client, url, do="cut", number="2")
    assert answer.status_code == 422
    assert "R3:" in words(answer)
    assert "Cut for deal" in words(answer)


def test_a_second_tab_is_told_that_it_is_late(client: Client) -> None:
    url = open_one(client)
    move(client, url, do="cut", number="20")
    answer = client.post(url, {"seen": "0", "do": "cut", "number": "20"})
    assert answer.status_code == 409
    assert "The game has gone on since this page was shown." in words(answer)


def test_a_script_gets_the_part_and_a_page_that_knows_it_nothing(client: Client, now: dt.datetime) -> None:
    table = opened(now)
    part = client.get(address(table), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith("<div")
    assert "<html" not in part
    assert client.get(address(table), {"v": table.version}).status_code == 204


@pytest.mark.parametrize(("mode", "ben_s"), [("person", 1), ("pair", 2), ("pairs", 1)])
def test_two_people_see_their_own_cards_and_a_third_none(now: dt.datetime, mode: str, ben_s: int) -> None:
    ann, ben, cara = Client(), Client(), Client()
    url = open_one(ann, mode=mode)
    assert "Send this link to the other player" in words(ann.get(url))
    assert "Sit down" in words(ben.get(url))
    ben.post(url, {"do": "sit", "name": "Ben"})
    table = PlayTable.objects.get()
    assert cara.post(url, {"do": "sit", "name": "Cara"}).status_code == 409
    sitting = moved(table, now, until=ActionKind.AWAY)
    assert sitting.course.game.table is not None
    hands = [set(map(str, hand)) for hand in sitting.course.game.table.hands]
    for client, own in ((ann, 0), (ben, ben_s), (cara, None)):
        shown = set(re.findall(r"cards/(\w\w)\.", client.get(url).content.decode()))
        assert [hand <= shown for hand in hands] == [own == place for place in range(len(hands))]
    assert cara.post(url, {"do": "resign", "seen": sitting.course.last}).status_code == 403


def test_a_deal_that_is_over_is_checked_and_one_that_is_played_is_not(client: Client, now: dt.datetime) -> None:
    table = opened(now)
    sitting = moved(table, now, until=ActionKind.PLAY)
    number = sitting.shuffles[-1].number
    assert client.get(f"{address(table)}games/1/deals/{number}/").status_code == 404
    assert sitting.shuffles[-1].seed not in client.get(address(table)).content.decode()
    told = words(client.get(f"{address(table)}games/1/deals/1/"))
    assert "Every card on the table follows from the seed and the cut." in told


@pytest.mark.parametrize(
    ("mode", "said"), [("1", "You resign. Maple won, 0–0."), ("2", "You resign. Nobody has won this game.")]
)
def test_whoever_resigns_reads_so_and_who_has_won(mode: str, said: str) -> None:
    client = Client()
    assert said in words(move(client, open_one(client, mode=mode), do="resign"))


def test_each_of_two_people_reads_who_has_resigned() -> None:
    ann, ben = Client(), Client()
    url = open_one(ann, mode="person")
    ben.post(url, {"do": "sit", "name": "Ben"})
    assert "You resign. Ben won, 0–0." in words(move(ann, url, do="resign"))
    assert "Ann resigns. You won, 0–0." in words(ben.get(url))
    assert "Ann resigns. Ben won, 0–0." in words(Client().get(url))


def test_a_finished_game_is_shared_without_its_table(client: Client, now: dt.datetime) -> None:
    table = opened(now)
    game = PlayGame.objects.get()
    assert client.get(f"/play/games/{game.share}/").status_code == 404
    moved(table, now)
    answer = client.get(f"/play/games/{game.share}/", {"step": "9"})
    assert "Step 9 of" in words(answer)
    assert "What else could be done?" in words(answer)
    assert "Nobody chose anything at this step." in words(
        client.get(f"/play/games/{game.share}/", {"step": "1", "think": "1"})
    )
    course = sitting_at(table).course
    laid = next(n for n, one in enumerate(course.happened, start=1) if isinstance(one.step.event, LayAway))
    assert "in the play" in words(client.get(f"/play/games/{game.share}/", {"step": str(laid), "think": "1"}))
    assert table.slug not in answer.content.decode()
    file = client.get(f"/play/games/{game.share}/game.txt")
    assert file.content.decode().startswith("game\nrules: hoyle-61\nplayers: Ann, Maple")
    assert client.get(f"/play/games/{game.share}/hoyle-61.json").json()["target"] == 61
    assert client.get(f"/play/games/{game.share}/other.json").status_code == 404


def test_somebody_who_is_signed_in_finds_their_tables_and_how_they_did(town: Town, now: dt.datetime) -> None:
    captain: User = town.captains["Anchor"]
    client = signed_in(captain)
    url = open_one(client)
    table = PlayTable.objects.get()
    assert table.owner == captain
    moved(table, now)
    told = client.get("/play/")
    assert url in told.content.decode()
    assert "beginner 1" in words(told)
    stranger = words(Client().get("/play/"))
    assert (stranger.count("beginner 1"), "Your tables" in stranger) == (0, False)


def test_a_game_that_goes_on_comes_before_a_new_one(town: Town, now: dt.datetime) -> None:
    client = signed_in(town.captains["Anchor"])
    assert "Continue your game" not in words(client.get("/play/"))
    first, second = open_one(client), open_one(client)
    page = client.get("/play/").content.decode()
    assert re.findall(r'<a class="button" href="([^"]+)">Continue your game</a>', page) == [second]
    assert first in page
    assert "Play another game" in page
    PlayGame.objects.update(ended_at=now, winner=0)
    page = client.get("/play/").content.decode()
    assert ("Continue your game" in page, first in page, second in page) == (False, True, True)
    other = signed_in(town.captains["Bell"]).get("/play/").content.decode()
    assert first not in other


def test_who_sits_at_a_table_with_another_person_finds_it_again(client: Client, db: None) -> None:
    url = open_one(client, mode="person")
    assert f'<a class="button" href="{url}">' in client.get("/play/").content.decode()
    assert url not in Client().get("/play/").content.decode()


def test_a_league_offers_its_own_rules(town: Town) -> None:
    assert "Play cribbage" in words(Client().get("/leagues/town/play/"))
    answer = Client().post("/leagues/town/play/", START)
    assert answer.status_code == 302


def test_moves_of_one_address_are_counted(client: Client, settings: Any) -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"move-address": "2/min", "table-address": "1/hour"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    url = open_one(client)
    assert client.post("/play/", START).status_code == 429
    answers = [client.post(url, {"do": "nonsense", "seen": "0"}).status_code for _ in range(3)]
    assert answers == [422, 422, 429]


def test_opinions_that_one_address_asks_for_are_counted(client: Client, settings: Any) -> None:
    cache.clear()
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"advice-address": "1/min"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    asked = {"cards": "5H 6D 7S 8C 2C KD", "dealer": "me"}
    assert [client.get("/play/position/", asked).status_code for _ in range(2)] == [200, 429]
    # The page itself may be read.
    assert client.get("/play/position/").status_code == 200


def test_no_table_is_found_by_another_address(client: Client, now: dt.datetime) -> None:
    played_out(now)
    assert client.get("/play/nothing/").status_code == 404
    assert client.post("/play/nothing/", {"do": "on"}).status_code == 404


@pytest.mark.long
def test_every_state_has_the_form_of_its_move(client: Client, now: dt.datetime) -> None:
    table = opened(now)
    switch(table, 0, count=False, peg=True, pace="1", sound=True, now=now)
    met = set()
    for _ in range(60):
        sitting = moved(table, now, most=0)
        wants = sitting.next_action.wants
        html = client.get(address(table)).content.decode()
        assert f'data-wants="{wants.value}"' in html
        move_is = first_move(sitting, 0).do
        assert wants is ActionKind.OVER or re.search(rf'name="do" value="{move_is}"', html), wants
        met.add(wants)
        moved(table, now, most=1)
    assert met >= {
        ActionKind.CUT,
        ActionKind.DEAL,
        ActionKind.AWAY,
        ActionKind.PLAY,
        ActionKind.COUNT,
        ActionKind.ANSWER,
    }


@pytest.mark.parametrize(
    ("path", "tab"),
    [("/play/", "Play"), ("/play/position/", "Play"), ("/play/lessons/", "Learn"), ("/play/trainers/count/", "Learn")],
)
def test_one_tab_says_where_one_is(client: Client, path: str, tab: str) -> None:
    assert [str(item["label"]) for item in client.get(path).context["nav"] if item["current"]] == [tab]


def test_all_that_is_wrong_with_a_position_is_said_at_once(client: Client) -> None:
    answer = client.get("/play/position/", {"cards": "5H 6D 7S 8C 2C XX", "mine": "999", "theirs": "0"})
    assert answer.status_code == 422
    assert [problem.field for problem in answer.context["problems"]] == ["cards", "mine"]


def test_switches_are_kept_and_a_script_gets_the_part_of_the_page(client: Client, now: dt.datetime) -> None:
    url = open_one(client)
    answer = client.post(url, {"do": "switch", "peg": "1", "pace": "3"}, headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith("<div")
    (own, _) = PlayTable.objects.get().seats
    assert (own["count"], own["peg"], own["sound"], own["pace"]) == (False, True, False, "3")


def test_whoever_has_given_up_plays_again_once_however_often_they_press(client: Client) -> None:
    url = open_one(client)
    assert "This game still goes on." in words(client.post(url, {"do": "rematch", "game": "1"}))
    move(client, url, do="resign")
    for _ in range(2):
        client.post(url, {"do": "rematch", "game": "1"}, follow=True)
    assert list(PlayGame.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    assert "Game 2 at this table" in words(client.get(url))


def test_a_count_that_is_right_is_said_with_one_press(client: Client, now: dt.datetime) -> None:
    table = opened(now)
    switch(table, 0, count=False, peg=True, pace="off", sound=False, now=now)
    sitting = moved(table, now, until=ActionKind.ANSWER)
    assert sitting.course.pending is not None
    declared = sitting.course.pending["declared"]
    client.post(address(table), {"do": "answer", "right": "1", "number": "29", "seen": sitting.course.last})
    table.refresh_from_db()
    (said,) = [
        one.step.event
        for one in sitting_at(table).course.happened[len(sitting.course.happened) :]
        if isinstance(one.step.event, Call) and one.step.event.player == 1 and not one.step.event.crib
    ]
    assert (said.declared, said.challenge) == (declared, None)


def test_a_called_irregularity_is_agreed_or_denied_by_the_other(now: dt.datetime) -> None:
    ann, ben = Client(), Client()
    url = open_one(ann, mode="person")
    ben.post(url, {"do": "sit", "name": "Ben"})
    moved(PlayTable.objects.get(), now, until=ActionKind.PLAY)
    wrong = {"do": "wrong", "kind": "over-pegging", "of": "1", "number": "2"}
    assert "Waiting for Ben." in words(move(ann, url, **wrong))
    told = words(ben.get(url))
    assert "over-pegging, by Ben: 2 points" in told
    assert "Is that right? That’s right That was not so" in told
    assert "it is worth" not in told
    assert "Ben: that was not so; nothing changes" in words(move(ben, url, do="deny"))
    move(ann, url, **wrong)
    assert "Over-pegging: Ben." in words(move(ben, url, do="answer"))


def test_a_browser_says_where_anywhere_is(client: Client) -> None:
    url = open_one(client)
    move(client, url, do="cut", any="here", number="17")
    depths = [said["depth"] for said in PlayEntry.objects.values_list("said", flat=True) if said.get("p") == 0]
    assert depths == [17]


def test_a_script_that_moves_gets_the_part(client: Client) -> None:
    url = open_one(client)
    seen = sitting_at(PlayTable.objects.get()).course.last
    answer = client.post(url, {"do": "cut", "any": "1", "seen": seen}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert "Ann cuts the" in words(answer)


def test_what_machines_would_have_done_at_a_step_is_told_where_it_is_asked_for(
    client: Client, now: dt.datetime, settings: Any
) -> None:
    cache.clear()
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"advice-address": "1/min"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    moved(opened(now), now)
    url = f"/play/games/{PlayGame.objects.get().share}/"
    assert client.get(url, {"step": "9"}).status_code == 200
    assert [client.get(url, {"step": "9", "think": "1"}).status_code for _ in range(2)] == [200, 429]
