"""The players of a team, page by page: registering, transferring, ending; and guests on a sheet."""

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from league.models import Appearance, Fixture, Player, Registration, Result
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from tests.factories import Town, result_sheet
from tests.web.pages import page

pytestmark = pytest.mark.usefixtures("today")

SQUAD = "/leagues/town/teams/anchor/players/"


@pytest.fixture
def anchor(town: Town) -> Client:
    client = Client()
    client.force_login(town.captains["Anchor"])
    return client


def words(answer: HttpResponse) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def test_a_captain_registers_a_new_player_and_one_the_league_knows(town: Town, anchor: Client) -> None:
    fay = Player.objects.create(league=town.league, name="Fay Free", email="fay@secret.example")
    assert SQUAD in anchor.get("/leagues/town/teams/anchor/").content.decode()
    assert SQUAD not in Client().get("/leagues/town/teams/anchor/").content.decode()
    page = anchor.get(SQUAD)
    assert "fay@secret.example" not in page.content.decode()
    assert "Transfer" not in words(page)
    done = anchor.post(SQUAD, {"player": str(fay.pk), "name": "", "starts_on": "2026-11-03"}, follow=True)
    assert "Fay Free is registered for Anchor." in words(done)
    done = anchor.post(SQUAD, {"player": "", "name": "Ned New", "starts_on": "2026-11-10"}, follow=True)
    assert "Ned New from 10 November 2026" in words(done)
    assert "Fay Free" in words(Client().get("/leagues/town/teams/anchor/"))
    assert "Ned New" not in words(Client().get("/leagues/town/teams/anchor/"))


def test_what_is_wrong_stands_at_its_field_and_what_was_typed_is_kept(town: Town, anchor: Client) -> None:
    answer = anchor.post(SQUAD, {"player": "", "name": "Castle 1", "starts_on": "2026-11-01"})
    assert answer.status_code == 422
    assert "Ask the secretary to register players for a past date." in words(answer)
    assert "The league has a player called Castle 1 already" in words(answer)
    assert 'value="Castle 1"' in answer.content.decode()
    assert "It is another person than the player of that name" in words(answer)
    done = anchor.post(SQUAD, {"player": "", "name": "Castle 1", "another": "on", "starts_on": "2026-11-03"})
    assert done.status_code == 302
    taken = anchor.post(SQUAD, {"player": str(town.squads["Castle"][0].pk), "starts_on": "2026-11-03"})
    assert (taken.status_code, Player.objects.filter(name="Castle 1").count()) == (422, 2)


@pytest.mark.parametrize(
    "sent",
    [
        {"player": "9" * 40, "name": "", "starts_on": "2026-11-03"},
        {"player": "x", "name": "a\0b", "starts_on": "\0"},
        {"name": "x" * 500, "starts_on": "9999-12-31"},
        {"name": "Ned", "starts_on": "0001-01-01"},
        {"do": "release", "registration": "9" * 40, "ends_on": "x"},
        {},
    ],
)
def test_nothing_that_is_sent_breaks_the_page(anchor: Client, office: Client, sent: dict[str, str]) -> None:
    assert anchor.post(SQUAD, sent).status_code in (403, 422)
    assert office.post(SQUAD, sent).status_code in (404, 422)


def test_the_secretary_transfers_and_ends(town: Town, office: Client) -> None:
    first, second = town.squads["Anchor"][:2]
    address = f"/leagues/town/players/{first.pk}/transfer/"
    assert address in office.get(SQUAD).content.decode()
    refused = office.post(address, {"team": str(town.teams["Anchor"].pk), "starts_on": "2026-09-14"})
    assert refused.status_code == 422
    assert "Anchor 1 is registered for Anchor already" in words(refused)
    assert "a transfer comes later" in words(refused)
    done = office.post(address, {"team": str(town.teams["Bell"].pk), "starts_on": "2026-11-03"}, follow=True)
    assert "Anchor 1 is transferred to Bell." in words(done)
    again = office.post(address, {"team": str(town.teams["Castle"].pk), "starts_on": "2026-11-10"})
    assert "A player has 1 transfer in a season, and there has been 1." in words(again)
    held = Registration.objects.get(player=second)
    early = office.post(SQUAD, {"do": "release", "registration": str(held.pk), "ends_on": "2026-09-01"})
    assert (early.status_code, "its last day cannot be before" in words(early)) == (422, True)
    ended = office.post(SQUAD, {"do": "release", "registration": str(held.pk), "ends_on": "2026-11-02"}, follow=True)
    assert "Before Anchor 1 14 September 2026 to 2 November 2026 Anchor 2" in words(ended)


def test_only_the_secretary_ends_a_registration(town: Town, anchor: Client) -> None:
    held = Registration.objects.get(player=town.squads["Anchor"][1])
    answer = anchor.post(SQUAD, {"do": "release", "registration": str(held.pk), "ends_on": "2026-11-02"})
    assert answer.status_code == 403
    held.refresh_from_db()
    assert held.ends_on is None


@pytest.mark.parametrize("players", [1, 3])
def test_the_page_asks_the_database_as_often_for_more(
    town: Town, office: Client, players: int, django_assert_num_queries: Any
) -> None:
    ids = [player.pk for player in town.squads["Anchor"][players:]]
    Registration.objects.filter(player__in=ids).delete()
    office.get(SQUAD)
    with django_assert_num_queries(9):
        assert words(office.get(SQUAD)).count("Transfer or end") == players


# Guests on a sheet


def helped(town: Town, fixture: Fixture) -> dict[str, str]:
    fields = fields_of(result_sheet(town, "Anchor", "Bell"), terms(fixture.division))
    return {**fields, "m3-home-1": str(town.squads["Castle"][0].pk)}


def test_a_guest_is_offered_sent_and_marked(town: Town, anchor: Client) -> None:
    town.season.guests = "other-teams"
    town.season.save()
    fixture = town.fixture("Anchor", "Bell")
    form = anchor.get(page(fixture, "sheet")).content.decode()
    assert form.count('<optgroup label="Guests">') == 8
    assert form.count(">Castle 1 (Castle)</option>") == 8
    sent = anchor.post(page(fixture, "sheet"), helped(town, fixture), follow=True)
    assert "Sent: 6–3." in words(sent)
    assert "Castle 1 (guest)" in words(anchor.get(page(fixture)))
    assert Appearance.objects.get(guest=True).player == town.squads["Castle"][0]


def test_the_secretary_s_note_is_read_on_the_sheet_and_on_no_public_page(
    town: Town, anchor: Client, office: Client
) -> None:
    player, note = town.squads["Bell"][1], "Under 18: <till> nine"
    person = f"/leagues/town/secretary/people/{player.pk}/"
    saved = office.post(person, {"name": player.name, "email": "", "phone": "", "note": note})
    assert saved.status_code == 302
    assert f"Bell 2: {note}" in words(anchor.get(page(town.fixture("Anchor", "Bell"), "sheet")))
    for public in (f"players/{player.pk}/", "teams/bell/", f"fixtures/{town.fixture('Anchor', 'Bell').pk}/"):
        assert "Under 18" not in words(Client().get(f"/leagues/town/{public}"))
        assert "Under 18" not in words(anchor.get(f"/leagues/town/{public}"))


def test_players_without_a_team_are_offered_where_they_may_play_for_any(town: Town, anchor: Client) -> None:
    town.season.guests = "free-agents"
    town.season.save()
    fixture, free = town.fixture("Anchor", "Bell"), town.squads["Castle"][1]
    free.registrations.all().delete()
    form = anchor.get(page(fixture, "sheet")).content.decode()
    assert form.count(">Castle 2 (no team)</option>") == 8
    assert ">Castle 1 (Castle)</option>" not in form
    refused = words(anchor.post(page(fixture, "sheet"), helped(town, fixture)))
    assert "Castle 1 is registered for Castle; a guest is a player without a team." in refused
    sent = anchor.post(page(fixture, "sheet"), {**helped(town, fixture), "m3-home-1": str(free.pk)}, follow=True)
    assert sent.status_code == 200
    assert "Castle 2 (guest)" in words(anchor.get(page(fixture)))
    rules = words(anchor.get("/leagues/town/rules/"))
    assert "A player of the league who has no team may help out as a guest in 4 fixtures a season at most." in rules


def test_a_breach_shows_while_the_sheet_is_filled_in_and_to_everybody_who_reads_it(
    town: Town, anchor: Client, office: Client
) -> None:
    town.season.eligibility = "warn"
    town.season.save()
    fixture = town.fixture("Anchor", "Bell")
    fields = helped(town, fixture)
    message = "Castle 1 is registered for Castle; this season a player plays for their own team only."
    kept = anchor.post(page(fixture, "draft"), fields).json()
    assert kept["breaches"] == [{"field": "m3-home-1", "message": message, "choices": []}]
    form = anchor.get(page(fixture, "sheet"))
    assert form.content.decode().count('<optgroup label="Not eligible">') == 8
    assert message in words(form)
    sent = words(anchor.post(page(fixture, "sheet"), fields, follow=True))
    assert "Sent: 6–3, taken with 1 breach of eligibility." in sent
    told = f"Taken with 1 breach of eligibility: Match 3, home player: {message}"
    assert told in words(anchor.get(page(fixture)))
    bell = Client()
    bell.force_login(town.captains["Bell"])
    assert told in words(bell.get(page(fixture, "confirm")))
    assert message in words(office.get("/leagues/town/secretary/"))


def test_a_breach_is_refused_at_the_seat_where_the_season_blocks(town: Town, anchor: Client) -> None:
    fixture = town.fixture("Anchor", "Bell")
    answer = anchor.post(page(fixture, "sheet"), helped(town, fixture))
    assert answer.status_code == 422
    assert words(answer).count("Castle 1 is registered for Castle") == 2
    assert not Result.objects.exists()


def test_names_are_pasted_one_a_line(town: Town, anchor: Client) -> None:
    sent = {"do": "list", "names": "Ned New\nNora Nixon", "from_day": "2026-11-03"}
    answer = anchor.post(SQUAD, sent, follow=True)
    assert "2 players are registered for Anchor." in words(answer)
    assert Registration.objects.filter(player__name__in=("Ned New", "Nora Nixon")).count() == 2


def test_a_list_that_is_refused_is_kept_with_the_line_that_is_wrong(town: Town, anchor: Client) -> None:
    answer = anchor.post(SQUAD, {"do": "list", "names": "Ned New\nBell 1", "from_day": "2026-11-03"})
    assert answer.status_code == 422
    assert "Line 2: Bell 1 is registered for Bell" in words(answer)
    assert "Ned New\nBell 1</textarea>" in answer.content.decode()
    assert anchor.post(SQUAD, {"do": "list", "names": "", "from_day": "x"}).status_code == 422
    assert not Player.objects.filter(name="Ned New").exists()


def test_a_sheet_without_anybody_to_choose_says_who_registers_players(town: Town, anchor: Client) -> None:
    fixture = Fixture.objects.get(home=town.teams["Anchor"], away=town.teams["Bell"])
    page = f"/leagues/town/fixtures/{fixture.pk}/sheet/"
    assert "Nobody is registered" not in words(anchor.get(page))
    Registration.objects.all().delete()
    shown = anchor.get(page)
    assert "Nobody is registered for Anchor on" in words(shown)
    assert f'href="{SQUAD}?season=2026-27">Register players for Anchor' in shown.content.decode()
    assert "Nobody is registered for Bell on" in words(shown)
    assert "Their captain or the secretary registers players." in words(shown)
    town.season.registration = "open"
    town.season.save()
    assert "Nobody is registered" not in words(anchor.get(page))
