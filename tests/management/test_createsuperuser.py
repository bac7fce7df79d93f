"""Django's own command for the first administrator, with this project's users."""

import pytest
from django.core.management import CommandError, call_command

from league.models import User


def test_an_address_that_has_an_account_is_refused_in_a_sentence(db: None) -> None:
    call_command("createsuperuser", "--noinput", "--email", "ada@town.example", verbosity=0)
    with pytest.raises(CommandError, match="This address has an account already"):
        call_command("createsuperuser", "--noinput", "--email", "Ada@Town.example", verbosity=0)
    assert list(User.objects.values_list("email", "is_superuser")) == [("ada@town.example", True)]
