"""Late cards in the hands of a program that the secretary has given a token."""

import pytest

from league.models import Adjustment, LateCard
from tests import factories
from tests.api.program import Program, json_of, problems
from tests.factories import Town
from tests.web.standings.test_late_cards import late

pytestmark = pytest.mark.django_db
PATH = "seasons/2026-27/late-cards/"


def test_a_late_card_is_listed_and_accepted_once(town: Town) -> None:
    card, program = late(town), Program(town.secretary)
    [one] = json_of(program.get(PATH))["results"]
    assert {name: one[name] for name in ("id", "side", "points", "standing", "due_at", "sent_at", "adjustment")} == {
        "id": card.pk, "side": "home", "points": 2, "standing": "open", "due_at": "2026-09-17T20:00:00+01:00",
        "sent_at": "2026-09-17T21:00:00+01:00", "adjustment": None,
    }  # fmt: skip
    assert (one["team"]["slug"], one["fixture"]["id"]) == ("anchor", card.fixture_id)
    assert [listed["id"] for listed in json_of(program.get("secretary/"))["late_cards"]] == [card.pk]
    made = json_of(program.post(f"late-cards/{card.pk}/accept/"))
    assert (made["standing"], made["adjustment"]) == ("accepted", Adjustment.objects.get().pk)
    assert program.post(f"late-cards/{card.pk}/accept/").status_code == 409
    assert json_of(program.get("secretary/"))["late_cards"] == []
    assert Adjustment.objects.count() == 1


def test_a_late_card_is_dismissed_with_the_reason(town: Town) -> None:
    card, program = late(town), Program(town.secretary)
    assert problems(program.post(f"late-cards/{card.pk}/dismiss/", {"reason": ""}))
    gone = json_of(program.post(f"late-cards/{card.pk}/dismiss/", {"reason": "No signal."}))
    assert (gone["standing"], gone["dismissed_why"]) == ("dismissed", "No signal.")
    assert not Adjustment.objects.exists()


def test_that_of_another_league_is_not_there(town: Town) -> None:
    card, program = late(factories.town("Other League", "other")), Program(town.secretary)
    for answer in (
        program.post(f"late-cards/{card.pk}/accept/"),
        program.post(f"late-cards/{card.pk}/dismiss/", {"reason": "No."}),
    ):
        assert answer.status_code == 404
    assert LateCard.objects.get().standing == "open"
