"""The secretary chooses what happened, sees what follows, and signs."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.enums import FixtureState
from league.models import Fixture, Result
from league.services.results import confirm, decide, submit
from tests.factories import Town, result_sheet
from tests.web.public_pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Fixture:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    return fixture


def page_of(fixture: Fixture, query: str = "") -> str:
    return f"/leagues/town/secretary/fixtures/{fixture.pk}/decide/{query}"


def sign(office: Client, fixture: Fixture, **fields: Any) -> Any:
    sent = {"do": "sign", "version": "1", "sequence": str(fixture.sequence), "reason": "Because of snow."} | fields
    return office.post(page_of(fixture), sent)


def game_fields(*games: tuple[int, int, str, str]) -> dict[str, str]:
    """The form's fields of some games: match, game, winner, the loser's score."""
    fields = {}
    for match, game, winner, loser in games:
        fields[f"m{match}-g{game}-winner"], fields[f"m{match}-g{game}-loser"] = winner, loser
    return fields


def seats(town: Town, match: int) -> dict[str, str]:
    """The seats of a match of the format D S S."""
    first = {1: (0, 1), 2: (2,), 3: (3,)}[match]
    return {
        f"m{match}-{side}-{seat}": str(town.squads[team][player].pk)
        for side, team in (("home", "Anchor"), ("away", "Bell"))
        for seat, player in enumerate(first, start=1)
    }


def test_nothing_is_chosen_to_begin_with(office: Client, played: Fixture) -> None:
    answer = office.get(page_of(played))
    seen = words(answer)
    assert "Version 1 is 6–3: confirmed." in seen
    assert "Sign it" not in seen
    assert "Reverse the last decision" not in seen


def test_before_signing_the_secretary_sees_what_changes_in_the_table(office: Client, played: Fixture) -> None:
    seen = words(office.get(page_of(played, "?what=walkover-away")))
    assert "All the games are awarded; no score is invented." in seen
    assert "Bell 2 → becomes 1 3 → become 9" in seen
    assert "Anchor 1 → becomes 4 6 → become 0" in seen


def test_the_secretary_signs_and_both_captains_are_told(office: Client, town: Town, played: Fixture) -> None:
    answer = sign(office, played, what="void")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/leagues/town/fixtures/{played.pk}/")
    live = Result.objects.get(fixture=played, live=True)
    assert (live.kind, live.version, live.reason) == ("void", 2, "Because of snow.")
    seen = words(office.get(answer.headers["Location"]))
    assert "Anchor v Bell is decided. Both captains have been told." in seen
    assert "The result is void: it counts for nothing, as if the fixture had not been played. Because of snow." in seen
    assert "6–3" not in seen


@pytest.mark.parametrize(
    ("what", "kind", "games"),
    [("walkover-home", "walkover", (9, 0)), ("walkover-away", "walkover", (0, 9)), ("nobody", "nobody", (0, 0))],
)
def test_each_choice(office: Client, played: Fixture, what: str, kind: str, games: tuple[int, int]) -> None:
    assert sign(office, played, what=what).status_code == 302
    live = Result.objects.get(fixture=played, live=True)
    assert (live.kind, (live.home_games, live.away_games)) == (kind, games)


def test_to_be_entered_anew_and_taken_back(office: Client, played: Fixture) -> None:
    assert sign(office, played, what="reopen").status_code == 302
    assert not Result.objects.filter(fixture=played, live=True).exists()
    seen = words(office.get(page_of(played, "?what=take-back")))
    assert "Version 1 counts again : 6–3." in seen or "Version 1 counts again: 6–3." in seen
    assert sign(office, played, what="take-back", version="0").status_code == 302
    assert Result.objects.get(fixture=played, live=True).version == 2


def test_an_abandoned_fixture_is_written_looked_at_and_signed(office: Client, town: Town, played: Fixture) -> None:
    assert 'name="m1-g1-loser"' in office.get(page_of(played, "?what=abandoned")).content.decode()
    fields = game_fields((1, 1, "home", "90"), (1, 2, "away", "100"), (1, 3, "home", "80"), (2, 1, "home", "70"))
    fields |= seats(town, 1) | seats(town, 2)
    look = office.post(page_of(played), {"do": "look", "what": "abandoned", "rest": "unplayed", **fields})
    seen = words(look)
    assert look.status_code == 200
    assert "The finished games make it 3–1." in seen
    assert "Anchor 1 6 → become 3" in seen
    assert sign(office, played, what="abandoned", rest="unplayed", **fields).status_code == 302
    live = Result.objects.get(fixture=played, live=True)
    assert (live.kind, live.home_games, live.away_games) == ("abandoned", 3, 1)
    seen = words(office.get(f"/leagues/town/fixtures/{played.pk}/"))
    assert "The fixture was abandoned. Its finished games count." in seen


def test_what_is_wrong_with_it_is_told_at_once_and_what_was_typed_is_kept(
    office: Client, town: Town, played: Fixture
) -> None:
    fields = game_fields((1, 2, "home", "130"), (2, 1, "away", "x")) | seats(town, 1)
    answer = sign(office, played, what="abandoned", reason="", **fields)
    assert answer.status_code == 422
    body = answer.content.decode()
    for field in ("m1-g1", "m1-g2", "m2-g1", "reason"):
        assert f'href="#{field}"' in body
    assert 'value="130"' in body
    assert "Sign it" not in words(answer)
    assert Result.objects.filter(fixture=played).count() == 1


def test_nothing_chosen_and_no_reason(office: Client, played: Fixture) -> None:
    answer = sign(office, played, what="x\x00y", reason="")
    assert answer.status_code == 422
    assert "Choose what happened." in words(answer)
    assert "Give the reason; it is public, and both captains are told." in words(answer)


def test_what_came_in_meanwhile_is_shown_before_they_sign_again(
    office: Client, town: Town, played: Fixture, now: dt.datetime
) -> None:
    decide.void(played, version=1, reason="x", by=town.secretary, now=now)
    answer = sign(office, played, what="walkover-home")
    assert answer.status_code == 409
    assert 'name="version" value="2"' in answer.content.decode()
    assert "Current result: void." in words(answer)


@pytest.mark.parametrize("sent", ["99999999999999999999", "-1", "x", ""])
def test_no_number_breaks_it(office: Client, played: Fixture, sent: str) -> None:
    assert sign(office, played, what="void", version=sent, sequence=sent).status_code == 409


def test_a_cancelled_fixture_is_not_decided(office: Client, played: Fixture) -> None:
    Fixture.objects.filter(pk=played.pk).update(state=FixtureState.CANCELLED)
    assert office.get(page_of(played)).status_code == 409


def test_the_button_is_the_secretarys(office: Client, town: Town, played: Fixture) -> None:
    address = f"/leagues/town/fixtures/{played.pk}/"
    assert "Decide about the result" in words(office.get(address))
    office.force_login(town.captains["Anchor"])
    assert "Decide about the result" not in words(office.get(address))


def test_that_neither_side_came_is_looked_at_before_it_is_signed(office: Client, played: Fixture) -> None:
    seen = words(office.get(page_of(played, "?what=nobody")))
    assert "No points to either side; both have lost." in seen
    assert "Anchor 1 → becomes =1 6 → become 0" in seen


def test_who_gets_the_rest_is_nobody_unless_a_side_is_chosen(office: Client, town: Town, played: Fixture) -> None:
    fields = game_fields((1, 1, "home", "90"), (1, 2, "away", "100"), (1, 3, "home", "80")) | seats(town, 1)
    assert sign(office, played, what="abandoned", rest="the referee", **fields).status_code == 302
    live = Result.objects.get(fixture=played, live=True)
    assert (live.home_games, live.away_games, live.finished) == (2, 1, False)


def test_a_walkover_counts_again_once_what_was_decided_after_it_is_taken_back(office: Client, played: Fixture) -> None:
    assert sign(office, played, what="walkover-home").status_code == 302
    assert sign(office, played, what="void", version="2").status_code == 302
    seen = words(office.get(page_of(played, "?what=take-back")))
    assert "Anchor =1 → becomes 1 0 → become 9" in seen
    assert sign(office, played, what="take-back", version="3").status_code == 302
    live = Result.objects.get(fixture=played, live=True)
    assert (live.kind, live.home_games, live.away_games) == ("walkover", 9, 0)
