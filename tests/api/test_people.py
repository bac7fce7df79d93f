"""Programs are told no more of people than readers: no address, no phone, and a short name where one is wanted."""

import datetime as dt
import json
import string
from itertools import chain
from typing import Any

import pytest

from league.enums import RoleKind
from league.models import Player, User
from league.services.results import confirm, submit
from tests import factories
from tests.api.program import Program
from tests.factories import Town, result_sheet
from tests.routes import routes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
SECRETS = ("@private.example", "@town.example", "07700", "fitzroy")


@pytest.fixture
def filled(town: Town, now: dt.datetime) -> Town:
    """A league whose people can all be known again, and have played."""
    for letter, player in zip(string.ascii_uppercase, chain(*town.squads.values()), strict=False):
        Player.objects.filter(pk=player.pk).update(
            email=f"{letter}@private.example".lower(), phone=f"07700 {player.pk:06}", name=f"Pat {letter}fitzroy",
            shorten_name=True,
        )  # fmt: skip
    for user in User.objects.filter(players__league=town.league):
        User.objects.filter(pk=user.pk).update(name=Player.objects.get(user=user).name)
    fixture = town.fixture("Anchor", "Bell")
    sent = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, sent.version, by=town.captains["Bell"], now=now)
    return town


def readable(town: Town) -> list[str]:
    """Every address of the API, about the town's own things; 1 or "x" where a thing is not known here."""
    known: dict[str, Any] = {
        "league": "town", "season": "2026-27", "division": "division-1", "team": "anchor", "version": 1,
        "player": town.squads["Anchor"][0].pk, "fixture": town.fixture("Anchor", "Bell").pk,
    }  # fmt: skip
    found = []
    for route, _ in routes(before="/"):
        if not route.startswith("/api/v1/leagues/"):
            continue
        while "<" in route:
            before, _, rest = route.partition("<")
            kind, _, after = rest.partition(">")
            converter, _, name = kind.rpartition(":")
            route = f"{before}{known.get(name, 1 if converter == 'int' else 'x')}{after}"
        found.append(route)
    return found


def texts_read_by(program: Program, town: Town) -> dict[str, str]:
    answers = {path: program.get(path) for path in readable(town)}
    return {path: answer.content.decode() for path, answer in answers.items() if answer.status_code == 200}


@pytest.mark.long
def test_no_answer_to_everybody_has_an_address_a_phone_or_a_name_that_is_shortened(filled: Town) -> None:
    answers = texts_read_by(Program(), filled)
    assert len(answers) >= 12
    assert {path: secret for path, text in answers.items() for secret in SECRETS if secret in text} == {}
    assert "Pat A." in "".join(answers.values())


@pytest.mark.long
def test_a_plain_player_s_program_is_told_no_more(filled: Town) -> None:
    own = filled.squads["Bell"][4]
    user = factories.user("plain@town.example", name="Pat")
    Player.objects.filter(pk=own.pk).update(user=user)
    factories.role(user, filled.league, RoleKind.PLAYER, filled.teams["Bell"])
    found = Player.objects.get(pk=own.pk)
    answers = texts_read_by(Program(user), filled)
    own_details = answers["/api/v1/leagues/town/me/details/"]
    leaks = set()
    for path, text in answers.items():
        for mine in (found.name, found.email, found.phone, user.email):
            assert mine in own_details
            text = text.replace(mine, "")
        leaks |= {(path, secret) for secret in SECRETS if secret in text}
    assert leaks == set()


def test_a_last_name_is_not_found_out_by_searching(filled: Town) -> None:
    """There is no search by name: a list that is asked for one is refused, whoever bears the name or nobody."""
    answers = {Program().get("players/", {"name": name}).status_code for name in ("Afitzroy", "Zfitzroy", "")}
    assert answers == {422}
    assert len(json.loads(Program().get("players/", {"limit": 200}).content)["results"]) == 24
