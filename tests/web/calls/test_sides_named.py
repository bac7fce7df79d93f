"""Nobody's points go to the wrong side unnoticed: no side, match or game is preselected, and both sides are named."""

import datetime as dt
import json
import re
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.models import Call, JournalEntry, Notice
from league.services.calls import rule
from tests.api.program import Program
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.django_db
NOW = dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)
PEGS = "Anchor (Anchor 3) peg 6 · Bell (Bell 3) peg 2"


@pytest.fixture(autouse=True)
def today() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def called(town: Town) -> dict[str, Any]:
    """A hand of Anchor's third player that Bell's third challenged rightly."""
    players = {
        "counter_player_id": town.squads["Anchor"][2].pk,
        "challenger_player_id": town.squads["Bell"][2].pk,
    }
    return {**cases.CALLED, **players}


def select(page: Any, name: str) -> str:
    """The select box of a page by its name."""
    found = re.search(rf'<select[^>]* name="{name}".*?</select>', page.content.decode(), flags=re.DOTALL)
    assert found, name
    return found.group()


def is_open(box: str) -> bool:
    """Whether a select box begins with an empty option, and nothing is preselected."""
    return bool(re.search(r'<select[^>]*><option value="">', box)) and " selected" not in box


def nobody_called(page: Any) -> bool:
    """Whether neither side, and neither hand nor crib, is preselected."""
    boxes = re.findall(r'<input type="radio" name="(counter|kind)"[^>]*>', page.content.decode())
    return len(boxes) == 4 and not re.search(r'<input type="radio"[^>]* checked', page.content.decode())


def form(**changed: str) -> dict[str, str]:
    return {
        "match": "2", "game": "1", "counter": "away", "cards": "AC 7D 8H 3S", "starter": "7C", "kind": "hand",
        "declared": "6", "claimed": "8", "takes": "yes", "do": "check", "reason": "", "about": "call", **changed,
    }  # fmt: skip


def test_the_referee_s_form_preselects_neither_match_nor_game_nor_side(town: Town) -> None:
    cases.counting(town, NOW)
    fixture, referee = town.fixture("Anchor", "Bell"), signed_in(town.referee)
    page = referee.get(f"/leagues/town/calls/new/?fixture={fixture.pk}")
    assert all(is_open(select(page, name)) for name in ("match", "game"))
    assert nobody_called(page)
    sent = form(fixture=str(fixture.pk), match="", game="", counter="")
    refused = referee.post("/leagues/town/calls/new/", sent)
    assert refused.status_code == 422
    for told in ("Choose the match.", "Choose the game.", "Choose the team that called the hand."):
        assert told in words(refused)
    assert is_open(select(referee.get("/leagues/town/calls/"), "fixture"))


def test_a_captain_who_disputes_a_call_says_who_counted(town: Town) -> None:
    cases.counting(town, NOW)
    address, bell = (
        f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/disputes/new/",
        signed_in(town.captains["Bell"]),
    )
    assert nobody_called(bell.get(address, {"about": "call"}))
    refused = bell.post(address, form(game="2-1", counter="", reason="It was eight."))
    assert (refused.status_code, Call.objects.count()) == (422, 0)
    assert "Choose the team that called the hand." in words(refused)


def test_case_and_ruling_on_a_disputed_call_name_both_sides(town: Town) -> None:
    cases.counting(town, NOW)
    dispute = cases.of_a_call(town, NOW, **called(town))
    what = "a call by Anchor in game 1 of match 2"
    assert what in Notice.objects.filter(kind="dispute-opened").latest("pk").text
    for page in ("", "rule/"):
        text = words(signed_in(town.referee).get(f"/leagues/town/disputes/{dispute.pk}/{page}"))
        assert "Anchor (Anchor 3) peg 6 Bell (Bell 3) peg 2" in text, page
        assert what.replace("a call", "A call") in text
    cases.ruled(dispute, town, NOW, outcome="stands")
    assert Notice.objects.filter(kind="dispute-settled").latest("pk").text.endswith(f"{PEGS}.")
    entry = JournalEntry.objects.filter(kind="dispute-settled").latest("pk")
    assert str(entry.what).endswith("Anchor peg 6 · Bell peg 2")
    public = words(Client().get(f"/leagues/town/fixtures/{dispute.fixture_id}/"))
    assert "the score sheet stands; Anchor peg 6 · Bell peg 2" in public
    told = json.loads(Program(town.referee).get(f"disputes/{dispute.pk}/").content)
    assert (told["what"], told["ruling"]["pegs"]) == (what, PEGS)


def test_a_ruling_on_a_call_names_both_sides_everywhere(town: Town) -> None:
    result = cases.counting(town, NOW)
    program = Program(town.referee)
    checked = json.loads(program.post(f"fixtures/{result.fixture_id}/calls/check/", called(town)).content)
    assert checked["pegs"] == PEGS
    sent = form(fixture=str(result.fixture_id), counter="home")
    sent |= {
        name.removesuffix("_id"): str(called(town)[name]) for name in ("counter_player_id", "challenger_player_id")
    }
    referee = signed_in(town.referee)
    assert "Anchor (Anchor 3) peg 6 Bell (Bell 3) peg 2" in words(referee.post("/leagues/town/calls/new/", sent))
    rule.rule(result.fixture, by=town.referee, now=NOW, **called(town))
    assert PEGS in Notice.objects.filter(kind="ruling-made").latest("pk").text
    assert "Anchor peg 6 · Bell peg 2" in str(JournalEntry.objects.filter(kind="call-ruled").latest("pk").what)
    assert PEGS in words(referee.get("/leagues/town/calls/"))
    page = words(Client().get(f"/leagues/town/fixtures/{result.fixture_id}/"))
    assert "Anchor (Anchor 3) peg 6 Bell (Bell 3) peg 2" in page
    [listed] = json.loads(program.get(f"fixtures/{result.fixture_id}/calls/").content)["results"]
    assert listed["pegs"] == PEGS


def test_a_shortened_name_is_shortened_for_strangers(town: Town) -> None:
    result = cases.counting(town, NOW)
    player = town.squads["Anchor"][2]
    player.name, player.shorten_name = "Ann Archer", True
    player.save()
    rule.rule(result.fixture, by=town.referee, now=NOW, **called(town))
    assert "Anchor (Ann A.) peg 6" in words(Client().get(f"/leagues/town/fixtures/{result.fixture_id}/"))
    assert "Anchor (Ann Archer) peg 6" in words(
        signed_in(town.captains["Bell"]).get(f"/leagues/town/fixtures/{result.fixture_id}/")
    )
