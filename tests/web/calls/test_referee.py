"""The referee's pages: choosing a fixture, checking and storing a ruling, settling a dispute."""

import datetime as dt
import re
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.enums import GuestPolicy, ResultState, RoleKind
from league.models import Call, Dispute, Fixture, Notice, Result, Ruling, User
from league.rules.sheets import GameScore, ResultSheet, ScoreOnly
from league.services.calls import rule
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat
from tests.services.evenings import agreed

THE_DAY = dt.datetime(2026, 9, 22, 21, 30, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def on_a_match_night() -> Any:
    """A Tuesday of week 2, ten in the evening in London: the fixtures of two weeks have been played."""
    with time_machine.travel(THE_DAY, tick=False):
        yield


def call_of(town: Town, fixture: Fixture, **changed: str) -> dict[str, str]:
    """Return the form's fields for a call of 6 that the other side claims is 8, which it is."""
    return {
        "fixture": str(fixture.pk),
        "token": "one-form",
        "match": "2",
        "game": "1",
        "counter": "home",
        "counter_player": str(town.squads["Anchor"][2].pk),
        "challenger_player": str(town.squads["Bell"][2].pk),
        "cards": "AC 7D 8H 3S",
        "starter": "7C",
        "kind": "hand",
        "declared": "6",
        "claimed": "8",
        "takes": "yes",
        "reason": "",
        "award_to": "",
        "do": "store",
        **changed,
    }


def url(fixture: Fixture, league: str = "town") -> str:
    return f"/leagues/{league}/calls/new/?fixture={fixture.pk}"


def test_the_page_of_calls_lists_fixtures_disputes_and_rulings(referee: Client, town: Town, played: Fixture) -> None:
    disputed(town, played, own_sheet=True)
    rule.rule(
        town.fixture("Bell", "Castle"),
        match_number=2,
        game_number=3,
        counter="away",
        cards="4D 5C 5H 5S",
        starter="3D",
        crib=True,
        declared=15,
        claimed=None,
        takes=True,
        by=town.referee,
        now=THE_DAY,
    )
    page = referee.get("/leagues/town/calls/").content.decode()
    offered = re.findall(r'<option value="\d+">([^,]+), ([^<]+)</option>', page)
    assert offered == [
        ("Duke of York v Anchor", "Tue 22 Sep"),
        ("Bell v Castle", "Tue 22 Sep"),
        ("Castle v Duke of York", "Tue 15 Sep"),
        ("Anchor v Bell", "Tue 15 Sep"),
    ]
    assert f'href="/leagues/town/disputes/{Dispute.objects.get().pk}/"' in page
    assert "as nobody claimed more, the 2 missed is lost." in page
    assert "<small>22 September, 10.30 pm, " in page


@pytest.mark.parametrize("rulings", [1, 3])
def test_the_page_of_calls_takes_the_same_queries_for_any_number(
    referee: Client, town: Town, played: Fixture, rulings: int, django_assert_num_queries: Any
) -> None:
    for number in range(rulings):
        store(town, played, declared=number, starter=("7C", "7H", "7S")[number])
    with django_assert_num_queries(10):
        page = referee.get("/leagues/town/calls/")
    assert len(page.context["rulings"]) == rulings


def store(town: Town, fixture: Fixture, **changed: Any) -> Ruling:
    called: dict[str, Any] = {
        "match_number": 2,
        "game_number": 1,
        "counter": "home",
        "counter_player_id": town.squads["Anchor"][2].pk,
        "challenger_player_id": town.squads["Bell"][2].pk,
        "cards": "AC 7D 8H 3S",
        "starter": "7C",
        "crib": False,
        "declared": 6,
        "claimed": None,
        "takes": True,
    }
    return rule.rule(fixture, **{**called, **changed}, by=town.referee, now=THE_DAY)


def test_without_a_fixture_one_is_chosen(referee: Client, played: Fixture) -> None:
    page = referee.get("/leagues/town/calls/new/")
    assert (page.status_code, page["Location"]) == (302, "/leagues/town/calls/")


def test_checking_shows_the_verdict_and_stores_nothing(referee: Client, town: Town, played: Fixture) -> None:
    page = referee.post(url(played), call_of(town, played, do="check"))
    assert page.status_code == 200
    assert page.context["verification"].verdict.challenger_pegs == 2
    text = page.content.decode()
    assert "Bell (Bell 3) peg" in text
    assert "Store the ruling" in text
    assert 'value="one-form"' in text
    assert not Call.objects.exists()


def test_a_ruling_is_stored_once_and_read_on_the_fixture_s_page(referee: Client, town: Town, played: Fixture) -> None:
    for _ in range(2):
        page = referee.post(url(played), call_of(town, played), follow=True)
    assert page.redirect_chain == [(f"/leagues/town/fixtures/{played.pk}/", 302)]
    ruling = Ruling.objects.select_related("call").get()
    assert ruling.call is not None
    assert ruling.call.challenger_player == town.squads["Bell"][2]
    text = page.content.decode()
    assert "Match 2, game 1" in text
    assert ruling.verdict["reason"] in text
    assert text.count('<li class="combo">') == 4
    assert "hand of Anchor (Anchor 3) · Reg Referee, 22 September 2026 · League rules, version 1" in text
    assert "Bell (Bell 3) peg" in text


def test_what_is_wrong_is_told_beside_its_field_and_nothing_stored(
    referee: Client, town: Town, played: Fixture
) -> None:
    wrong = call_of(
        town, played, match="9", game="", counter="", cards="AC 7D", starter="AC", declared="six", claimed="44"
    )
    page = referee.post(url(played), wrong)
    assert page.status_code == 422
    assert set(page.context["wrong"]) == {
        "match_number",
        "game_number",
        "counter",
        "cards",
        "starter",
        "declared",
        "claimed",
    }
    html = page.content.decode()
    assert html.count('class="field-error"') == 7
    for field in page.context["wrong"]:
        assert f'href="#{field}"' in html
        assert f'id="{field}"' in html
    stranger = call_of(town, played, challenger_player=str(town.squads["Castle"][0].pk), counter_player="x")
    assert set(referee.post(url(played), stranger).context["wrong"]) == {"counter_player_id", "challenger_player_id"}
    swapped = call_of(
        town,
        played,
        counter_player=str(town.squads["Bell"][0].pk),
        challenger_player=str(town.squads["Anchor"][0].pk),
        award_to="away",
    )
    assert set(referee.post(url(played), swapped).context["wrong"]) == {
        "counter_player_id",
        "challenger_player_id",
    }
    unreasoned = referee.post(
        url(played), call_of(town, played, declared="12", award_to="away", seen_award="away", seen="x")
    )
    assert unreasoned.context["wrong"] == {"reason": ["Give the reason why the game is awarded."]}
    assert not Call.objects.exists()


def test_overcalls_and_false_challenges_so_far_are_shown_and_propose_an_award(
    referee: Client, town: Town, played: Fixture
) -> None:
    store(town, played, declared=12)
    store(town, played, declared=10, starter="7H")
    store(town, played, declared=8, claimed=10, starter="7S")
    page = referee.post(url(played), call_of(town, played, do="check")).content.decode()
    assert "against Anchor 3: 2 overcalls, 0 false challenges." in page
    assert "against Bell 3: 0 overcalls, 1 false challenge." in page
    assert "notice-bad" not in page
    store(town, played, declared=9, cards="AD 7D 8H 3S")
    page = referee.post(url(played), call_of(town, played, do="check")).content.decode()
    assert "From 3 on, the rules propose awarding the game to Bell; you decide." in page
    assert page.count("notice-bad") == 1
    assert '<option value="away" selected>to Bell' not in page, "a proposal, not a choice made for them"
    assert "Ruled so far" not in referee.post(url(played), call_of(town, played, game="2", do="check")).content.decode()


def test_the_game_is_awarded_with_the_ruling(referee: Client, town: Town, played: Fixture) -> None:
    submit.submit(played, factories.result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=THE_DAY)
    confirm.confirm(played, 1, by=town.captains["Bell"], now=THE_DAY)
    award = call_of(town, played, declared="12", award_to="away", reason="Overcalled four times.")
    shown = referee.post(url(played), award)
    assert "What changes in the table" in shown.content.decode()
    assert not Ruling.objects.exists(), "no game is awarded before what follows was shown"
    page = referee.post(url(played), {**award, **as_shown(shown)}, follow=True)
    assert "The game was awarded to Bell." in page.content.decode()
    live = Result.objects.get(live=True)
    assert (live.version, live.state, live.away_awarded) == (2, ResultState.CONFIRMED, 1)
    assert Notice.objects.get(kind="captain-informed").recipient == town.captains["Anchor"]


def test_no_game_of_a_score_alone_is_offered_to_award(referee: Client, town: Town, played: Fixture) -> None:
    score = ResultSheet((), score=ScoreOnly(6, 3))
    submit.submit(played, score, by=town.captains["Anchor"], now=THE_DAY)
    confirm.confirm(played, 1, by=town.captains["Bell"], now=THE_DAY)
    page = referee.post(url(played), call_of(town, played, declared="12", do="check"))
    assert "This result is a score alone: its names and games have to be added first." in words(page)
    assert "Award the game" not in words(page)
    assert "The table does not change." in words(page)
    stored = referee.post(url(played), call_of(town, played, declared="12"), follow=True)
    assert stored.status_code == 200
    assert Ruling.objects.get().awarded_to == ""


def words(page: Any) -> str:
    return (
        " ".join(unescape(re.sub(r"<[^>]+>", " ", page.content.decode())).split()).replace(" :", ":").replace(" .", ".")
    )


def as_shown(page: Any) -> dict[str, str]:
    """Return the hidden fields in which the form says what the page has shown."""
    return dict(re.findall(r'<input type="hidden" name="(seen(?:_award)?)" value="(\w*)">', page.content.decode()))


def test_an_award_chosen_after_the_check_is_shown_and_then_stored(referee: Client, town: Town, played: Fixture) -> None:
    """Changing one's mind after the check is no error: the new choice is shown, then stored."""
    agreed(town, played, THE_DAY)
    call = call_of(town, played, declared="12", reason="Often.")
    checked = referee.post(url(played), {**call, "do": "check"})
    assert as_shown(checked)["seen_award"] == ""
    chosen = referee.post(url(played), {**call, "award_to": "away", **as_shown(checked)})
    text = words(chosen)
    assert (chosen.status_code, as_shown(chosen)["seen_award"]) == (200, "away")
    assert "The game would be awarded to Bell: see what follows. Press “Store the ruling” to confirm." in text
    assert "awarded to Bell" in text[text.index("What follows Match") :]
    assert "has changed" not in text
    assert not Ruling.objects.exists()
    nobody = referee.post(url(played), {**call, "award_to": "", **as_shown(chosen)})
    assert "The game would not be awarded: see what follows." in words(nobody)
    chosen = referee.post(url(played), {**call, "award_to": "away", **as_shown(nobody)})
    stored = referee.post(url(played), {**call, "award_to": "away", **as_shown(chosen)}, follow=True)
    assert "The game was awarded to Bell." in words(stored)
    assert Ruling.objects.count() == 1


def test_what_was_shown_of_an_award_outlasts_a_missing_reason(referee: Client, town: Town, played: Fixture) -> None:
    agreed(town, played, THE_DAY)
    award = call_of(town, played, declared="12", award_to="away", do="store")
    shown = referee.post(url(played), award)
    refused = referee.post(url(played), {**award, **as_shown(shown)})
    assert (refused.status_code, set(refused.context["wrong"])) == (422, {"reason"})
    done = referee.post(url(played), {**award, "reason": "Often.", **as_shown(refused)})
    assert (done.status_code, Ruling.objects.get().awarded_to) == (302, "away")


def test_an_award_is_stored_on_nothing_but_what_was_shown(referee: Client, town: Town, played: Fixture) -> None:
    agreed(town, played, THE_DAY)
    award = call_of(town, played, declared="12", award_to="away", reason="Often.", seen_award="away")
    assert referee.post(url(played), award).status_code == 200
    late = referee.post(url(played), {**award, "seen": "x"})
    assert (late.status_code, "Something has changed since this was shown" in words(late)) == (422, True)
    assert not Ruling.objects.exists()
    assert referee.post(url(played), {**award, **as_shown(late)}).status_code == 302


def test_without_a_sheet_the_award_is_refused_in_the_form(referee: Client, town: Town, played: Fixture) -> None:
    page = referee.post(url(played), call_of(town, played, declared="12", award_to="away", reason="Persistent."))
    assert page.status_code == 422
    assert "wait until it is entered" in page.context["problems"][0].message
    assert not Ruling.objects.exists()


def test_only_a_neutral_referee_opens_the_page(client: Client, town: Town, played: Fixture) -> None:
    assert client.get(url(played)).status_code == 302
    assert client.post(url(played), call_of(town, played)).status_code == 403
    playing = factories.user("plays@town.example", name="Plays Too")
    factories.role(playing, town.league, RoleKind.REFEREE)
    factories.role(playing, town.league, RoleKind.PLAYER, town.teams["Bell"])
    for who in (playing, town.secretary, town.captains["Anchor"]):
        client.force_login(who)
        assert client.get(url(played)).status_code == 403
        assert client.post(url(played), call_of(town, played)).status_code == 403
    client.force_login(playing)
    disputed(town, played, own_sheet=False)
    listed = client.get("/leagues/town/calls/").content.decode()
    assert re.findall(r'<option value="\d+">([^,]+),', listed) == ["Duke of York v Anchor", "Castle v Duke of York"]
    assert "Open the case" not in listed
    assert not Call.objects.exists()


def test_a_fixture_of_another_league_is_not_there(referee: Client, town: Town) -> None:
    other = factories.town("Other League", "other")
    elsewhere = other.fixture("Anchor", "Bell")
    assert referee.get(url(elsewhere)).status_code == 404
    assert referee.post(url(elsewhere), call_of(town, elsewhere)).status_code == 404
    assert referee.get(url(elsewhere, "other")).status_code == 403
    assert referee.post(url(elsewhere, "other"), call_of(town, elsewhere)).status_code == 403
    for nonsense in ("x", "-1", "9" * 30):
        assert referee.get(f"/leagues/town/calls/new/?fixture={nonsense}")["Location"] == "/leagues/town/calls/"
    assert referee.get("/leagues/town/calls/new/?fixture=999999999999999").status_code == 404
    assert not Call.objects.exists()


def disputed(town: Town, fixture: Fixture, *, own_sheet: bool) -> Dispute:
    """Anchor's sheet, disputed by Bell, who lost the first game 121–61 or says they won it 121–120."""
    submit.submit(fixture, factories.result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=THE_DAY)
    theirs = factories.result_sheet(town, "Anchor", "Bell", first=GameScore(120, 121)) if own_sheet else None
    return confirm.dispute(
        fixture, 1, reason="We won the first game.", sheet=theirs, by=town.captains["Bell"], now=THE_DAY
    )


def rule_url(dispute: Dispute) -> str:
    return f"/leagues/town/disputes/{dispute.pk}/rule/"


def test_both_sheets_and_their_differences_are_shown(referee: Client, town: Town, played: Fixture) -> None:
    page = referee.get(rule_url(disputed(town, played, own_sheet=True)))
    assert [(d.where, d.mine, d.theirs) for d in page.context["differences"]] == [
        ("Match 1, game 1", "121–61", "120–121")
    ]
    text = page.content.decode()
    assert "We won the first game." in text
    assert "Anchor’s: 6–3" in text
    assert "Bell’s: 5–4" in text
    assert not re.search(r'name="keep"[^>]* checked', text), "nothing is chosen beforehand"


@pytest.mark.parametrize(("keep", "kept", "score"), [("result", 1, (6, 3)), ("counter", 2, (5, 4))])
def test_a_dispute_of_two_sheets_is_settled(
    referee: Client, town: Town, played: Fixture, keep: str, kept: int, score: tuple[int, int]
) -> None:
    opened = disputed(town, played, own_sheet=True)
    typed = {"outcome": "sheet", "keep": keep, "rule": "R50", "reason": "The card says so."}
    seen = referee.post(rule_url(opened), {**typed, "do": "preview"}).context["consequences"].stamp
    page = referee.post(rule_url(opened), {**typed, "do": "sign", "seen": seen}, follow=True)
    assert page.redirect_chain == [(f"/leagues/town/fixtures/{played.pk}/", 302)]
    live = Result.objects.get(live=True)
    assert (live.version, live.state, (live.home_games, live.away_games)) == (kept, ResultState.CONFIRMED, score)
    assert Ruling.objects.get().reason == "The card says so."
    assert referee.post(rule_url(opened), {**typed, "do": "sign", "seen": seen}).status_code == 409


def test_a_ruling_on_a_sheet_wants_a_choice_a_rule_and_a_reason(referee: Client, town: Town, played: Fixture) -> None:
    opened = disputed(town, played, own_sheet=True)
    page = referee.post(rule_url(opened), {"outcome": "sheet", "do": "sign", "seen": "x", "reason": " "})
    assert page.status_code == 422
    assert page.context["wrong"] == {
        "keep": ["Choose the sheet that counts."],
        "reason": ["Give the reason of the ruling; everybody can read it."],
        "rule": ["Choose the rule for this ruling."],
    }
    assert Dispute.objects.get().state == "open"


def test_a_dispute_is_ruled_on_by_the_neutral_only(client: Client, town: Town, played: Fixture) -> None:
    opened = disputed(town, played, own_sheet=True)
    assert client.get(rule_url(opened)).status_code == 302
    outsiders: list[User] = [town.captains[name] for name in ("Anchor", "Bell", "Castle")]
    for who in outsiders:
        client.force_login(who)
        assert client.post(rule_url(opened), {"outcome": "stands", "reason": "Mine."}).status_code == 403
    client.force_login(town.secretary)
    assert client.get(rule_url(opened)).status_code == 200
    assert Dispute.objects.get().state == "open"


def test_a_guest_on_the_sheet_can_be_named_on_the_pages_and_by_programs(
    referee: Client, town: Town, played: Fixture
) -> None:
    guest = town.squads["Castle"][0]
    town.season.guests = GuestPolicy.OTHER_TEAMS
    town.season.save()
    sheet = with_seat(result_sheet(town, "Anchor", "Bell"), 2, "home", 1, guest.pk)
    option = f'<option value="{guest.pk}"'
    bell = Client()
    bell.force_login(town.captains["Bell"])
    dispute = f"/leagues/town/fixtures/{played.pk}/disputes/new/?about=call"
    assert option not in referee.get(url(played)).content.decode()
    submit.submit(played, sheet, by=town.captains["Anchor"], now=THE_DAY)
    assert option in referee.get(url(played)).content.decode()
    assert option in bell.get(dispute).content.decode()
    squads = referee.get(f"/api/v1/leagues/town/fixtures/{played.pk}/squads/").json()
    assert ([p["id"] for p in squads["home_guests"]], squads["away_guests"]) == ([guest.pk], [])
    sent = referee.post(url(played), call_of(town, played, counter_player=str(guest.pk)))
    assert (sent.status_code, Call.objects.get().counter_player) == (302, guest)
