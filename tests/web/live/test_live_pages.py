"""The pages of a live score: written on one device, followed on the others, and then the sheet."""

import datetime as dt
import json
import uuid
from typing import Any

import pytest
from django.test import Client

from league.models import Fixture, League, LiveScore, Result, SheetDraft
from league.services import live
from league.services.results import submit
from league.web.live.hub import drawn
from tests.factories import Town, result_sheet
from tests.web.pages import page, signed_in, typed, words

pytestmark = pytest.mark.usefixtures("today")
GAME = {"m1-g1-winner": "home", "m1-g1-loser": "98"}


def begin(client: Client, fixture: Fixture) -> Any:
    return client.post(page(fixture, "live"), {"do": "begin"}, follow=True)


def enter(client: Client, fixture: Fixture, entry: dict[str, str], key: str = "") -> tuple[int, dict[str, Any]]:
    answer = client.post(page(fixture, "live/entry"), entry, headers={"Idempotency-Key": key or str(uuid.uuid4())})
    return answer.status_code, json.loads(answer.content)


def test_a_captain_begins_and_enters_games_that_everybody_follows(anchor: Client, fixture: Fixture) -> None:
    assert "Score it live" in words(anchor.get(page(fixture)))
    assert "Start scoring" in words(anchor.get(page(fixture, "live")))
    assert "You are scoring." in words(begin(anchor, fixture))
    status, said = enter(anchor, fixture, GAME)
    assert (status, said["state"], said["message"]) == (200, "sent", "In the live score: 1–0.")
    told = words(Client().get(page(fixture)))
    assert "Live score" in told
    assert "121–98" in told
    assert "Scored by Anchor as it is played. Not a result yet: it counts when it is sent and confirmed." in told
    assert "Score it live" not in told


def test_an_entry_that_comes_twice_is_in_once(anchor: Client, fixture: Fixture) -> None:
    begin(anchor, fixture)
    assert enter(anchor, fixture, GAME, "one") == enter(anchor, fixture, GAME, "one")
    assert LiveScore.objects.get().sequence == 2


def test_what_cannot_stand_comes_back_with_its_place(anchor: Client, fixture: Fixture) -> None:
    begin(anchor, fixture)
    status, said = enter(anchor, fixture, {"m1-g1-winner": "home", "m1-g1-loser": "130"})
    assert (status, said["state"]) == (422, "refused")
    assert list(said["fields"]) == ["m1-g1"]
    assert said["problems"][0].startswith("Match 1, game 1: ")


def test_what_is_longer_than_a_field_is_cut_and_no_null_is_kept(anchor: Client, fixture: Fixture) -> None:
    begin(anchor, fixture)
    status, said = enter(anchor, fixture, {"m1-home-1-name": "Una\0 Hobday " + "x" * 5000, "m12-g1-winner": "home"})
    assert (status, said["fields"]) == (
        422,
        {"m12-g1-winner": "The sheet of this fixture has no place “m12-g1-winner”."},
    )
    status, said = enter(anchor, fixture, {"m1-home-1-name": "Una\0 Hobday " + "x" * 5000})
    assert status == 200
    assert LiveScore.objects.get().fields == {"m1-home-1-name": ("Una Hobday " + "x" * 5000)[:140]}


def test_the_second_phone_takes_over_by_name_and_the_first_is_told(
    anchor: Client, bell: Client, fixture: Fixture
) -> None:
    begin(anchor, fixture)
    enter(anchor, fixture, GAME)
    told = words(bell.get(page(fixture, "live")))
    assert "Anchor 1 is scoring this fixture." in told
    assert "Take over scoring from Anchor 1" in told
    answer = bell.post(page(fixture, "live"), {"do": "take-over", "turn": "1"}, follow=True)
    assert "You are scoring now." in words(answer)
    state = json.loads(anchor.get(page(fixture, "live/entry")).content)
    assert (state["mine"], state["message"]) == (False, "Bell 1 has taken over scoring.")
    status, said = enter(anchor, fixture, {"m1-g1-winner": "away", "m1-g1-loser": "98"})
    assert (status, said["state"]) == (409, "conflict")
    assert said["message"] == "Bell 1 is scoring this fixture now. What you entered is not in the score."
    assert said["differences"] == [{"where": "Match 1, game 1", "mine": "98–121", "theirs": "121–98"}]
    assert LiveScore.objects.get().fields == GAME


def test_another_browser_of_the_same_captain_is_another_device(town: Town, anchor: Client, fixture: Fixture) -> None:
    begin(anchor, fixture)
    other = signed_in(town.captains["Anchor"])
    assert "You are scoring this fixture on another device." in words(other.get(page(fixture, "live")))
    assert enter(other, fixture, GAME)[0] == 409


def test_it_becomes_the_sheet_and_is_over_once_that_is_sent(
    town: Town, anchor: Client, bell: Client, fixture: Fixture
) -> None:
    begin(anchor, fixture)
    fields = typed(town, fixture)
    assert enter(anchor, fixture, fields)[0] == 200
    assert "All games are in." in words(Client().get(page(fixture)))
    answer = anchor.post(page(fixture, "live"), {**fields, "do": "result"}, follow=True)
    assert answer.redirect_chain == [(page(fixture, "sheet"), 302)]
    assert "Filled in from the live score. Check it, then send it as the result." in words(answer)
    assert SheetDraft.objects.get().sheet == fields
    assert not Result.objects.exists()
    anchor.post(page(fixture, "sheet"), fields)
    assert Result.objects.get().home_games == 6
    assert not LiveScore.objects.get().going
    assert "A result was entered: 6–3. There is nothing left to score live." in words(
        bell.get(page(fixture, "live"), follow=True)
    )


def test_the_other_captain_can_make_it_the_result_too(
    town: Town, anchor: Client, bell: Client, fixture: Fixture
) -> None:
    begin(anchor, fixture)
    enter(anchor, fixture, typed(town, fixture))
    assert "Make this the result" in words(bell.get(page(fixture, "live")))
    bell.post(page(fixture, "live"), {"do": "result"})
    draft = SheetDraft.objects.get()
    assert (draft.user, draft.sheet) == (town.captains["Bell"], typed(town, fixture))


def test_without_a_script_the_whole_form_is_written(anchor: Client, fixture: Fixture) -> None:
    begin(anchor, fixture)
    anchor.post(page(fixture, "live"), {**GAME, "do": "save"})
    assert LiveScore.objects.get().fields == GAME
    answer = anchor.post(page(fixture, "live"), {"m1-g1-winner": "home", "m1-g1-loser": "200", "do": "save"})
    assert answer.status_code == 422
    assert LiveScore.objects.get().fields == GAME
    anchor.post(page(fixture, "live"), {"do": "save"})
    assert LiveScore.objects.get().fields == {}


def test_the_division_shows_the_table_as_it_stands(anchor: Client, town: Town, fixture: Fixture) -> None:
    address = "/leagues/town/tables/2026-27/division-1/"
    assert "As it stands" not in words(Client().get(address))
    begin(anchor, fixture)
    enter(anchor, fixture, GAME)
    told = words(Client().get(address))
    assert "As it stands With tonight’s games and results that are not confirmed yet." in told
    assert "Confirmed table" in told
    assert "Anchor 1–0 Bell" in told


def test_tonight_and_the_screen_have_the_fixtures_of_the_day(
    town: Town, anchor: Client, fixture: Fixture, now: dt.datetime
) -> None:
    stranger = Client()
    assert "No fixtures today." in words(stranger.get("/leagues/town/live/"))
    Fixture.objects.filter(pk=town.fixture("Castle", "Duke of York").pk).update(starts_at=now + dt.timedelta(hours=8))
    begin(anchor, fixture)
    enter(anchor, fixture, GAME)
    told = words(stranger.get("/leagues/town/live/"))
    assert "Anchor v Bell" in told
    assert "Castle v Duke of York" in told
    screen = stranger.get("/leagues/town/tv/")
    told = words(screen)
    assert "Match 1, game 1: Anchor 121–98. Games 1–0." in told
    assert "Starts at 8 pm" in told
    assert "<button" not in screen.content.decode()


def test_a_page_says_in_which_language_it_is_streamed_to(anchor: Client, town: Town, fixture: Fixture) -> None:
    begin(anchor, fixture)
    town.league.language = "en-us"
    town.league.save()
    for below, spoken in (("", "in=en-us"), ("/fr", "in=fr&amp;below=fr")):
        page = Client().get(f"{below}/leagues/town/fixtures/{fixture.pk}/").content.decode()
        assert f"/leagues/town/live/events/?of=fixture-{fixture.pk}&amp;{spoken}" in page
        assert "/fr/leagues/town/live/events/" not in page


def test_a_page_may_ask_for_its_parts_and_gets_no_others(anchor: Client, town: Town, fixture: Fixture) -> None:
    begin(anchor, fixture)
    enter(anchor, fixture, GAME)
    asked = {"of": [f"fixture-{fixture.pk}", f"division-{town.division.pk}", "fixture-999999", "nonsense"]}
    parts = json.loads(Client().get("/leagues/town/live/parts/", asked).content)["parts"]
    assert [part["part"] for part in parts] == asked["of"][:2]
    assert parts[0]["said"] == "Match 1, game 1: Anchor 121–98. Games 1–0."
    assert parts[0]["turn"] == 1


def test_names_are_told_as_everybody_is_told_them(town: Town, anchor: Client, fixture: Fixture) -> None:
    town.league.shorten_names = True
    town.league.save()
    town.squads["Anchor"][0].name = "Una Hobday"
    town.squads["Anchor"][0].save()
    begin(anchor, fixture)
    enter(anchor, fixture, {"m2-home-1": str(town.squads["Anchor"][0].pk), "m2-g1-winner": "home", "m2-g1-loser": "99"})
    for client in (Client(), anchor):
        told = client.get(page(fixture)).content.decode()
        assert "Una H" in told
        assert "Hobday" not in told.partition('id="live-title"')[2].partition("</section>")[0]


def test_nobody_else_scores_or_asks_who_does(town: Town, anchor: Client, referee: Client, fixture: Fixture) -> None:
    begin(anchor, fixture)
    for name in ("live", "live/entry"):
        assert referee.get(page(fixture, name)).status_code == 403
        assert signed_in(town.captains["Castle"]).post(page(fixture, name), {"do": "begin"}).status_code == 403
    assert Client().get(page(fixture, "live")).status_code in (302, 403)
    assert Client().get(page(fixture, "live/entry")).status_code == 401
    # A stranger reads the team whose captain writes, and not who that is.
    assert "Anchor 1" not in words(Client().get(page(fixture)))


def test_a_result_of_somebody_else_takes_nothing_away(
    town: Town, anchor: Client, fixture: Fixture, now: dt.datetime
) -> None:
    begin(anchor, fixture)
    enter(anchor, fixture, GAME)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=now)
    status, said = enter(anchor, fixture, {"m1-g2-winner": "home", "m1-g2-loser": "90"})
    assert (status, said["state"]) == (409, "conflict")
    assert said["message"].startswith("A result was entered: 6–3.")


@pytest.mark.parametrize("count", [1, 3])
def test_the_screen_asks_a_fixed_number_of_questions(
    town: Town, now: dt.datetime, count: int, django_assert_num_queries: Any
) -> None:
    pairs = (("Anchor", "Bell"), ("Castle", "Duke of York"), ("Bell", "Castle"))[:count]
    for home, away in pairs:
        found = town.fixture(home, away)
        Fixture.objects.filter(pk=found.pk).update(starts_at=now)
        live.begin(town.fixture(home, away), phone="a", by=town.captains[home], now=now)
        first = str(town.squads[home][0].pk)
        live.write(found, {**GAME, "m2-home-1": first}, phone="a", by=town.captains[home], now=now)
    Client().get("/leagues/town/tv/")
    with django_assert_num_queries(5):
        assert Client().get("/leagues/town/tv/").status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_the_parts_of_fixtures_cost_two_questions_however_many(
    town: Town, now: dt.datetime, count: int, django_assert_num_queries: Any
) -> None:
    found = [town.fixture(*pair) for pair in (("Anchor", "Bell"), ("Castle", "Duke of York"), ("Bell", "Castle"))]
    Fixture.objects.update(starts_at=now)
    for one in found[:count]:
        by = town.captains[one.home.name]
        live.begin(one, phone="a", by=by, now=now)
        first = str(town.squads[one.home.name][0].pk)
        live.write(one, {**GAME, "m2-home-1": first}, phone="a", by=by, now=now)
    names = [f"fixture-{one.pk}" for one in found] + [f"fixture-{number}" for number in range(900_000, 900_100)]
    with django_assert_num_queries(2):
        assert list(drawn(town.league, names, now=now)) == sorted(names[:count])
    with django_assert_num_queries(1):
        assert drawn(town.league, names[3:], now=now) == {}


def test_home_says_how_many_play_tonight_and_leads_there(
    town: Town, fixture: Fixture, now: dt.datetime, anchor: Client
) -> None:
    others = [town.fixture("Castle", "Duke of York"), town.fixture("Bell", "Castle")]
    Fixture.objects.update(starts_at=now - dt.timedelta(days=60))
    for client in (Client(), anchor):
        assert "Tonight:" not in words(client.get("/leagues/town/"))
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=now + dt.timedelta(hours=8))
    for client in (Client(), anchor):
        answer = client.get("/leagues/town/")
        assert "Tonight: 1 fixture Follow live" in words(answer)
        assert '<a class="onward" href="/leagues/town/live/">Follow live</a>' in answer.content.decode()
    three = Fixture.objects.filter(pk__in=[one.pk for one in (fixture, *others)])
    three.update(starts_at=now + dt.timedelta(hours=9))
    assert "Tonight: 3 fixtures Follow live" in words(Client().get("/leagues/town/"))
    # The day is the league's: what is played on this Tuesday morning in London was yesterday's in Auckland.
    three.update(starts_at=now - dt.timedelta(hours=3))
    assert "Tonight: 3 fixtures Follow live" in words(anchor.get("/leagues/town/"))
    League.objects.update(time_zone="Pacific/Auckland")
    assert "Tonight:" not in words(anchor.get("/leagues/town/"))
