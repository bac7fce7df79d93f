"""The door of guessing: a password that stands in every attacker's list is refused wherever one is chosen."""

import gzip
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from league.models import User
from tests.factories import Town

LIST = Path(settings.ROOT) / "config" / "passwords" / "common-passwords.txt.gz"
# Each is among the million most common, long enough, and not in Django's own list of 20,000.
GUESSED_EARLY = ("england2007", "cricket123", "Cricket100", "1234567890qwerty")


def test_the_list_is_the_one_that_its_readme_names() -> None:
    lines = gzip.decompress(LIST.read_bytes()).decode().splitlines()
    assert len(lines) == 210_704
    assert lines == sorted({line.lower().strip() for line in lines})
    assert "210,704" in (LIST.parent / "README.md").read_text()


@pytest.mark.parametrize("password", GUESSED_EARLY)
def test_a_common_password_is_refused(password: str) -> None:
    """An attacker who tries the most common passwords at leisure, from many addresses, opens such an account."""
    with pytest.raises(ValidationError) as refused:
        password_validation.validate_password(password)
    assert [error.code for error in refused.value.error_list] == ["password_too_common"]


def test_it_is_refused_at_sign_up(town: Town, client: Client) -> None:
    """An attacker finds no account whose owner chose such a password: none is made."""
    sent = {"email": "olive@town.example", "password1": "england2007", "password2": "england2007"}
    answer = client.post(reverse("account_signup"), sent)
    assert "This password is too common" in answer.content.decode()
    assert not User.objects.filter(email="olive@town.example").exists()
