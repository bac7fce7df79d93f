"""Notices that are about a season by what their key names, where they have no fixture."""

import datetime as dt
import re

import pytest

from league.enums import NoticeKind
from league.models import Entry, Notice
from league.queries.mail.kinds import KINDS
from league.queries.mail.messages import PARTS, about_seasons
from league.services.notices import queue_notice
from league.translation import Text
from tests.factories import Town

SHAPES = [(kind, key) for kind, one in KINDS.items() for key in one.keys if "{entry}" in key]


@pytest.mark.parametrize(("kind", "shape"), SHAPES)
def test_a_notice_whose_key_names_a_team_of_a_season_is_about_that_season(
    kind: NoticeKind, shape: str, town: Town, now: dt.datetime
) -> None:
    """Nothing of it is sent or shown while the season is hidden."""
    entry = Entry.objects.filter(season=town.season).latest("pk")
    own, another = (shape.replace("{entry}", str(pk)).replace("*", "2") for pk in (entry.pk, f"{entry.pk}7"))
    for key in (own, another):
        queue_notice(town.league, [town.secretary], kind, key, text=Text("Said."), now=now)
    assert [one.key for one in Notice.objects.filter(about_seasons([town.season]))] == [own]


def test_whatever_a_key_names_is_a_part_of_a_season_or_of_none() -> None:
    named = {
        gap for one in KINDS.values() if not one.fixture for key in one.keys for gap in re.findall(r"{(\w+)}", key)
    }
    assert named - PARTS.keys() == {"invitation"}
