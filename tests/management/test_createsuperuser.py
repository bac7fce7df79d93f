"""Django's own command for the first administrator, with this project's users."""

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client

from league.models import User
from tests import factories
from tests.second_factors import is_in

pytestmark = pytest.mark.django_db


def test_an_address_that_has_an_account_is_refused_in_a_sentence() -> None:
    call_command("createsuperuser", "--noinput", "--email", "ada@town.example", verbosity=0)
    with pytest.raises(CommandError, match="This address has an account already"):
        call_command("createsuperuser", "--noinput", "--email", "Ada@Town.example", verbosity=0)
    assert list(User.objects.values_list("email", "is_superuser")) == [("ada@town.example", True)]


def test_a_second_address_of_an_account_is_refused_in_a_sentence() -> None:
    olive = factories.user("olive@town.example")
    EmailAddress.objects.create(user=olive, email="ada@town.example", verified=True)
    with pytest.raises(CommandError, match="This address has an account already"):
        call_command("createsuperuser", "--noinput", "--email", "ada@town.example", verbosity=0)
    assert User.objects.count() == 1


def test_the_superuser_signs_in_the_ordinary_way_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a-long-enough-password")
    call_command("createsuperuser", "--noinput", "--email", "Ada@Town.example", verbosity=0)
    client = Client()
    answer = client.post("/accounts/login/", {"login": "ada@town.example", "password": "a-long-enough-password"})
    assert (answer.status_code, is_in(client)) == (302, True)
    assert client.get("/admin/").status_code == 200
