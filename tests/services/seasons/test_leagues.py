"""The settings of a league as a whole."""

import datetime as dt
from dataclasses import replace

import pytest

from league.enums import JournalKind
from league.errors import Invalid, NotAllowed
from league.models import JournalEntry, League
from league.services.seasons.leagues import change_settings, settings_of
from tests.factories import Town


def test_the_secretary_changes_a_setting(town: Town, now: dt.datetime) -> None:
    changed = {"confirm_hours": 24, "shorten_names": True}
    settings = replace(settings_of(town.league), **changed)
    change_settings(town.league, changed, reason="Too slow.", by=town.secretary, now=now)
    assert settings_of(League.objects.get(pk=town.league.pk)) == settings
    entry = JournalEntry.objects.get(kind=JournalKind.SETTINGS_CHANGED)
    assert entry.what == "changed how the league is run: confirm hours, shorten names"
    assert entry.data == {"confirm_hours": {"from": 48, "to": 24}, "shorten_names": {"from": 0, "to": 1}}
    change_settings(town.league, changed, by=town.secretary, now=now)
    assert JournalEntry.objects.filter(kind=JournalKind.SETTINGS_CHANGED).count() == 1
    change_settings(town.league, {"appeal_days": 9}, reason="Fairer.", by=town.secretary, now=now)
    assert JournalEntry.objects.filter(kind=JournalKind.SETTINGS_CHANGED).count() == 2


def test_hours_and_days_that_cannot_be_are_all_told(town: Town, now: dt.datetime) -> None:
    wrong = {"result_hours": 0, "confirm_hours": 10_000, "dispute_days": -1, "appeal_days": 91}
    before = settings_of(town.league)
    with pytest.raises(Invalid) as refused:
        change_settings(town.league, wrong, by=town.secretary, now=now)
    assert [p.field for p in refused.value.problems] == ["result_hours", "confirm_hours", "dispute_days", "appeal_days"]
    assert settings_of(League.objects.get(pk=town.league.pk)) == before


def test_nobody_else_changes_them(town: Town, now: dt.datetime) -> None:
    for who in (town.captains["Anchor"], town.referee):
        with pytest.raises(NotAllowed, match="Only the league's secretary"):
            change_settings(town.league, {}, by=who, now=now)
