"""The settings of a table are those of one's last: of a visitor in their session, of an account with its tables."""

import pytest
from django.test import Client

from cardroom.models import PlayTable
from tests.factories import Town
from tests.web.pages import words

START = {"ruleset": "hoyle-61", "mode": "1", "strength": "1", "name": "Ann"}
CHOSEN = {"do": "switch", "peg": "1", "sound": "1", "pace": "3"}


def opened(client: Client, **wish: str) -> str:
    answer = client.post("/play/", START | wish)
    assert answer.status_code == 302
    return str(answer["Location"])


def seat_switches(place: int = 0) -> tuple[bool, bool, str, bool]:
    seat = PlayTable.objects.latest("pk").seats[place]
    return seat["count"], seat["peg"], seat["pace"], seat["sound"]


@pytest.mark.usefixtures("db")
def test_a_visitor_s_next_table_begins_with_their_last_settings(client: Client) -> None:
    url = opened(client)
    assert seat_switches() == (True, True, "off", False)
    assert "What you save is kept for your next table." in words(client.get(url))
    client.post(url, CHOSEN)
    opened(client, ruleset="league")
    assert seat_switches() == (False, True, "3", True)
    opened(Client(), ruleset="league")
    assert seat_switches() == (True, True, "off", False)
    table = opened(Client(), mode="person")
    client.post(table, {"do": "sit", "name": "Ben"})
    assert seat_switches(1) == (False, True, "3", True)


def test_an_account_s_next_table_does_in_any_browser(town: Town) -> None:
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(town.captains["Anchor"])
    here.post(opened(here), CHOSEN)
    opened(there)
    assert seat_switches() == (False, True, "3", True)
    # The last choice, wherever it was made.
    there.post(opened(there), {"do": "switch", "count": "1", "pace": "off"})
    opened(here)
    assert seat_switches() == (True, False, "off", False)


@pytest.mark.usefixtures("db")
def test_what_a_session_keeps_of_another_time_is_no_error(client: Client) -> None:
    client.post(opened(client), CHOSEN)
    session = client.session
    session["play-switches"] = {"chosen": "2026-11-03T12:00:00+00:00", "pace": "7", "gone": 1}
    session.save()
    opened(client)
    assert seat_switches() == (True, True, "off", False)
