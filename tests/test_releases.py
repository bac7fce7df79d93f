"""A release: its version stands once in the files, its changes in CHANGELOG.md, the way to it in docs/upgrading.md."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from league.models import User
from tests.factories import Town

ROOT = Path(__file__).resolve().parents[1]
HEADINGS = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)


def test_the_newest_version_of_the_changes_is_that_of_the_files() -> None:
    assert HEADINGS[0] == "Unreleased"
    assert [heading.split(",")[0] for heading in HEADINGS[1:2]] == [settings.VERSION]


def test_every_version_has_its_row_for_who_upgrades() -> None:
    rows = re.findall(r"^\| (\d+\.\d+\.\d+) \|", (ROOT / "docs/upgrading.md").read_text(), flags=re.MULTILINE)
    assert rows == [heading.split(",")[0] for heading in HEADINGS[1:]]


@pytest.mark.django_db
def test_only_administrators_read_the_version_at_the_foot_of_a_page(town: Town) -> None:
    client = Client()
    footers = []
    for user in (town.secretary, User.objects.create_superuser("root@town.example", "a good long one")):
        client.force_login(user)
        footers.append(f"Muggins {settings.VERSION}" in client.get("/leagues/town/").content.decode())
    assert footers == [False, True]
