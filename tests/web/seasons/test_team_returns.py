"""The secretary withdraws a team on its page, reads what would follow if it came back, and brings it back."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Entry, Fixture
from league.services.results import confirm, submit
from tests.factories import Town, result_sheet
from tests.web.pages import signed_in, words

PAGE = "/leagues/town/secretary/seasons/2026-27/teams/anchor/"


@pytest.fixture
def secretary(town: Town) -> Client:
    return signed_in(town.secretary)


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Fixture:
    fixture, captains = town.fixture("Anchor", "Bell"), town.captains
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=captains["Bell"], now=now)
    return fixture


def test_a_team_withdraws_once_and_comes_back(secretary: Client, played: Fixture) -> None:
    assert "Anchor" in words(secretary.get(f"{PAGE}withdraw/"))
    gone = secretary.post(f"{PAGE}withdraw/", {"reason": "The pub has shut."}, follow=True)
    assert "Anchor has withdrawn; the captains of Division 1 have been told." in words(gone)
    again = secretary.get(f"{PAGE}withdraw/")
    assert (again.status_code, "Anchor has withdrawn already." in words(again)) == (409, True)

    shown = secretary.get(f"{PAGE}return/")
    assert shown.status_code == 200
    assert "Bell" in words(shown)
    silent = secretary.post(f"{PAGE}return/", {"reason": " "})
    assert (silent.status_code, "Say why" in words(silent)) == (422, True)
    assert Entry.objects.get(team__slug="anchor").withdrawn_on is not None

    back = secretary.post(f"{PAGE}return/", {"reason": "It opens again."}, follow=True)
    assert "Anchor is back; the captains of Division 1 are told." in words(back)
    assert Entry.objects.get(team__slug="anchor").withdrawn_on is None


def test_a_team_that_has_not_withdrawn_cannot_come_back(secretary: Client) -> None:
    answer = secretary.get(f"{PAGE}return/")
    assert (answer.status_code, "Anchor has not withdrawn." in words(answer)) == (409, True)


def test_a_withdrawal_without_a_reason_is_refused_on_its_page(secretary: Client) -> None:
    answer = secretary.post(f"{PAGE}withdraw/", {"reason": ""})
    assert answer.status_code == 422
    assert Entry.objects.get(team__slug="anchor").withdrawn_on is None
