"""A format changes at the moment in which the first results of a division are sent."""

import datetime as dt
from dataclasses import replace

import pytest

from league.enums import Registering
from league.models import Division, Fixture, FixtureFormat, Result
from league.rules.formats import fixture_terms, kept_terms, terms
from league.rules.sheets import HOME, TypedName
from league.services.results import submit
from league.services.seasons.seasons import change_division
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat
from tests.services.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_first_results_with_new_names_and_another_format(town: Town, now: dt.datetime) -> None:
    """Whoever comes first: each result is read as it was written, and what the division points to is what it says."""
    town.season.registration = Registering.OPEN
    town.season.save()
    pairs = (("Anchor", "Bell"), ("Castle", "Duke of York"))
    sheets = []
    for pair in pairs:
        sheet = with_seat(result_sheet(town, *pair), 3, HOME, 1, None)
        sheets.append(replace(sheet, typed=(TypedName(3, HOME, 1, f"New {pair[0]}"),)))
    division = Division.objects.select_related("season__league").get(pk=town.division.pk)
    at_once(
        lambda: submit.submit(town.fixture(*pairs[0]), sheets[0], by=town.captains["Anchor"], now=now),
        lambda: submit.submit(town.fixture(*pairs[1]), sheets[1], by=town.captains["Castle"], now=now),
        lambda: change_division(division, {"games_per_match": 1}, reason="Late.", by=town.secretary, now=now),
    )
    for result in Result.objects.select_related("format", "fixture__format", "fixture__division"):
        played = kept_terms(result.format)
        assert fixture_terms(result.fixture) == played
        assert set(result.matches.values_list("games_most", flat=True)) == {match.most for match in played.matches}
    division.refresh_from_db()
    assert division.format is None or kept_terms(division.format) == terms(division)
    assert FixtureFormat.objects.count() == FixtureFormat.objects.values("text").distinct().count()
    assert not Fixture.objects.filter(results__live=True, format=None).exists()
