"""A stored format with a word that changes nothing is played, kept and taken along; only a new one is refused."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import Invalid
from league.models import Division, FixtureFormat, Result, Season, User
from league.queries.seasons.setting_changes import faults_of
from league.rules.formats import terms
from league.services.results import confirm, submit
from league.services.seasons.rulesets import make_ruleset
from league.services.seasons.seasons import change_division, decide_format
from tests import factories
from tests.factories import Town, result_sheet
from tests.forms import untouched
from tests.security.test_admin_writes import stored
from tests.services.taken import Taken, edited, take_in

IDLE, TOLD = "S S / once", "“once” is about who are partners twice"


@pytest.fixture
def idle(town: Town) -> Town:
    """Return the town with a format that an earlier version stored."""
    stored(town.division, fixture_format=IDLE)
    town.division.refresh_from_db()
    return town


def test_it_takes_results_and_keeps_them_by_that_format(idle: Town, now: dt.datetime) -> None:
    fixture = idle.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(idle, "Anchor", "Bell"), by=idle.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=idle.captains["Bell"], now=now)
    assert (Result.objects.get(live=True).state, FixtureFormat.objects.get().text) == ("confirmed", IDLE)
    change_division(idle.division, {"fixture_format": "S S S"}, reason="Three.", by=idle.secretary, now=now)
    assert str(terms(Division.objects.get())) == "S S S"
    assert FixtureFormat.objects.filter(text=IDLE).exists()
    assert faults_of(idle.league) == []


def test_everything_else_of_the_division_changes(idle: Town, now: dt.datetime) -> None:
    changed = {"order": 4, "fixture_format": IDLE}
    assert change_division(idle.division, changed, by=idle.secretary, now=now).order == 4
    assert Division.objects.get().fixture_format == IDLE


def test_the_rulesets_that_its_matches_name_stay(idle: Town, now: dt.datetime) -> None:
    own = make_ruleset(idle.league, "House rules", {}, by=idle.secretary, now=now)
    stored(idle.division, fixture_format="S S@house-rules:1 / once", match_rules={"house-rules:1": own.value})
    change_division(Division.objects.get(), {"order": 4}, by=idle.secretary, now=now)
    assert list(Division.objects.get().match_rules) == ["house-rules:1"]


def test_a_new_one_is_refused(idle: Town, now: dt.datetime) -> None:
    for text in ("D / once", "S S S / once"):
        with pytest.raises(Invalid, match=TOLD) as refused:
            change_division(idle.division, {"fixture_format": text}, reason="x", by=idle.secretary, now=now)
        assert [problem.field for problem in refused.value.problems] == ["fixture_format"]
        with pytest.raises(Invalid, match=TOLD):
            decide_format(idle.division, text, reason="x", by=idle.secretary, now=now)


def test_the_admin_saves_the_rest_of_it(idle: Town, client: Client) -> None:
    Season.objects.update(published_at=None)
    client.force_login(User.objects.create_superuser("admin@example.org", "a-long-enough-password"))
    page = reverse("admin:league_division_change", args=[idle.division.pk])
    values = untouched(client.get(page).context["adminform"].form)
    assert values["fixture_format"] == IDLE
    assert client.post(page, {**values, "order": "7"}).status_code == 302
    assert (Division.objects.get().order, Division.objects.get().fixture_format) == (7, IDLE)
    refused = client.post(page, {**values, "fixture_format": "S / once"})
    assert TOLD in str(refused.context["adminform"].form.errors["fixture_format"])
    assert client.post(page, {**values, "fixture_format": "Q"}).status_code == 200
    assert Division.objects.get().fixture_format == IDLE


def test_it_comes_along_in_a_league_s_file(taken: Taken) -> None:
    factories.town("Elsewhere", "elsewhere")
    said = taken.rows("division")[0]["fixture_format"]
    other = f'"fixture_format":"{said}"'.encode()
    assert "once" not in said
    take_in(taken.changed(edited("division", other, f'"fixture_format":"{IDLE}"'.encode())))
    assert Division.objects.get(season__league__slug="hill").fixture_format == IDLE
