"""Pages about seasons speak the secretary's language: errors, previews, names of settings and of rows."""

from collections.abc import Iterable

import pytest
from django.apps import apps
from django.test import Client

from league.queries.seasons import setting_changes
from league.queries.seasons.archivable_objects import PARTS
from league.rules.settings import LeagueSettings, SeasonSettings, declared
from league.services.seasons import changes
from league.services.seasons.seasons import OF_A_DIVISION
from tests.factories import Town
from tests.pseudo import accented, pseudo
from tests.test_translation import text_of

__all__ = ["pseudo"]


def test_why_a_thing_cannot_be_hidden_or_deleted_is_translated(office: Client, town: Town, pseudo: None) -> None:
    said = text_of(office.get(f"/leagues/town/secretary/upkeep/season/{town.season.pk}/"))
    assert accented("{n} {rows} refer to it.").format(n=6, rows=accented("fixtures")) in said
    team = town.fixture("Anchor", "Bell").home
    said = text_of(office.get(f"/leagues/town/secretary/upkeep/team/{team.pk}/"))
    assert f"3 {accented('fixtures of it are still to be played.')}" in said


def test_form_of_a_timetable_is_translated(office: Client, town: Town, pseudo: None) -> None:
    page = f"/leagues/town/secretary/seasons/{town.season.slug}/timetables/new/"
    said = text_of(office.post(page, {"rounds": "2", "limit": "60", "wish-1-kind": "meet", "wish-1-team": ""}))
    for text in ("How often every two teams meet.", "a minute", "are never both at home", "Choose both teams."):
        assert text not in said
        assert accented(text) in said


@pytest.mark.parametrize("of", [LeagueSettings, SeasonSettings])
def test_every_setting_has_a_name_for_the_journal(of: type[LeagueSettings | SeasonSettings]) -> None:
    _all_named(declared(of))


def test_everything_that_can_be_changed_has_a_name_for_the_journal() -> None:
    _all_named([*OF_A_DIVISION, *changes.LEAGUE, *changes.VENUE, *changes.TEAM, *changes.SEASON, *changes.WEEK])


def test_rows_that_go_or_refer_have_a_name_in_every_language() -> None:
    parts = {model for models in PARTS.values() for model in models}
    referring = {
        model
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model in parts
    }
    for model in parts | referring:
        for n in (1, 2):
            name = setting_changes.rows_name(model, n)
            assert name == str(model._meta.verbose_name if n == 1 else model._meta.verbose_name_plural)
            assert not name.params, f"{model} has no plural of its own in names"


def _all_named(fields: Iterable[str]) -> None:
    unnamed = [field for field in fields if setting_changes.field_name(field).params]
    assert unnamed == []
