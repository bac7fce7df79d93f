"""The pages about people and accounts speak their reader's language: roles, forms, refusals, messages."""

import datetime as dt
import json

import pytest
from django.core import mail

from league.models import JournalEntry, Notice
from league.services.people.accounts.keys import make_token
from tests.api.program import Program
from tests.factories import Town
from tests.pseudo import accented, pseudo
from tests.web.pages import in_words, signed_in

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["pseudo"]

PEOPLE = "/leagues/town/secretary/people/"
INVITED = {"email": "olive@town.example", "kind": "captain", "do": "invite"}


def test_roles_and_what_comes_of_giving_one_are_translated(town: Town, pseudo: None) -> None:
    client = signed_in(town.secretary)
    refused = in_words(client.post(PEOPLE, INVITED).content.decode())
    for english in ("Vice-captain", "Leave it empty if that is not known.", "Choose the team."):
        assert english not in refused
        assert accented(english) in refused
    answer = client.post(PEOPLE, INVITED | {"team": town.teams["Bell"].pk}, follow=True)
    said = in_words(answer.content.decode())
    assert f"olive@town.example {accented('is invited to be captain of')} Bell." in said
    # What is stored is English.
    assert Notice.objects.get().text == "Sally Secretary invites you to be captain of Bell in Town League."
    assert JournalEntry.objects.latest("number").what == "invited somebody to be captain of Bell"


def test_refusal_of_a_permission_is_translated(town: Town, pseudo: None) -> None:
    answer = Program(town.captains["Anchor"]).get("roles/")
    [found] = json.loads(answer.content)["errors"]
    assert (answer.status_code, found["message"]) == (
        403,
        accented("Only the league's secretary gives and ends roles."),
    )


def test_scopes_of_a_token_are_translated(town: Town, now: dt.datetime, pseudo: None) -> None:
    make_token(town.secretary, "Results board", ["read", "results"], None, now=now)
    scopes = accented("Read what you may read; Send, confirm and correct results")
    assert scopes in mail.outbox[-1].body
    assert scopes in in_words(signed_in(town.secretary).get("/account/tokens/").content.decode())
