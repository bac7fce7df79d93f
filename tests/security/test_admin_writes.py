"""What whoever may open the admin can write there: nothing that breaks a page, and nothing without the journal."""

import datetime as dt
import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.enums import JournalKind
from league.models import (
    Blackout,
    Division,
    Entry,
    Fixture,
    JournalEntry,
    League,
    Season,
    Team,
    User,
    Venue,
    VenueClosure,
    Week,
)
from league.queries.standings.standings import division_table
from league.services.results.submit import submit
from league.services.seasons import seasons
from tests import factories
from tests.factories import PUBLISHED, Town, result_sheet
from tests.forms import untouched

PUBLIC = ("", "fixtures/", "rules/", "tables/2026-27/division-1/", "teams/anchor/", "calendars/")


@pytest.fixture
def administrator(client: Client, town: Town) -> Client:
    client.force_login(User.objects.create_superuser("admin@example.org", "a-long-enough-password"))
    return client


def stored(row: Any, **values: Any) -> None:
    """Write past every check of the ORM, as an earlier version or a database tool may have."""
    for name, value in values.items():
        text = json.dumps(value) if not isinstance(value, str) else value
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE {row._meta.db_table} SET {name} = %s WHERE id = %s", [text, row.pk])  # noqa: S608


def test_a_mistyped_tie_break_is_refused_in_the_admin(administrator: Client, town: Town) -> None:
    """One typing mistake of an administrator takes every public page of a league down."""
    Season.objects.update(published_at=None)
    page = reverse("admin:league_division_change", args=[town.division.pk])
    shown = administrator.get(page).context["adminform"]
    wrong = {**untouched(shown.form), "tie_breaks": json.dumps(["games_difference", "bogus"])}
    answer = administrator.post(page, wrong)
    Season.objects.update(published_at=PUBLISHED)
    assert answer.status_code == 200
    assert "“bogus” is not a tie-break" in str(answer.context["adminform"].form.errors["tie_breaks"])
    for path in PUBLIC:
        assert Client().get(f"/leagues/town/{path}").status_code == 200


def test_what_a_published_season_is_played_by_is_not_changed_in_the_admin(administrator: Client, town: Town) -> None:
    """A change in the middle of a season needs a reason, which the captains read; the admin asks for none."""
    page = reverse("admin:league_division_change", args=[town.division.pk])
    fields = set(untouched(administrator.get(page).context["adminform"].form))
    assert fields & seasons.TOLD == set()
    administrator.post(page, {"order": "1", "points_per_match": "2", "tie_breaks": "[]"})
    town.division.refresh_from_db()
    assert (town.division.points_per_match, town.division.tie_breaks[0]) == (0, "games_difference")


def test_a_draft_s_division_gets_an_evening_of_its_own_in_the_admin(administrator: Client, town: Town) -> None:
    Season.objects.update(published_at=None)
    page = reverse("admin:league_division_change", args=[town.division.pk])
    shown = administrator.get(page).context["adminform"]
    sent = {**untouched(shown.form), "own_evening": "wednesday", "own_start": "19:30"}
    assert administrator.post(page, sent).status_code == 302
    assert {str(one.start_time) for one in Entry.objects.filter(home_night=2)} == {"19:30:00"}
    assert not Entry.objects.exclude(home_night=2).exists()


def test_a_venue_is_not_overbooked_unseen_in_the_admin(administrator: Client, town: Town) -> None:
    castle = town.venues["Castle"]
    Venue.objects.filter(pk=castle.pk).update(boards=2)
    in_a_month = {"starts_at": timezone.now() + dt.timedelta(days=30), "venue": castle}
    assert Fixture.objects.filter(week=town.weeks[0]).update(**in_a_month) == 2
    page = reverse("admin:league_venue_change", args=[castle.pk])
    sent = {**untouched(administrator.get(page).context["adminform"].form), "boards": "1"}
    answer = administrator.post(page, sent)
    assert answer.status_code == 422
    assert "Castle has no board free: it has one fixture that evening and holds 1." in answer.content.decode()
    assert Venue.objects.get(pk=castle.pk).boards == 2


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"tie_breaks": ["games_difference", "bogus"]}, "tie_breaks"),
        ({"tie_breaks": ["games_difference", "games_difference"]}, "tie_breaks"),
        ({"tie_breaks": {"games_difference": 1}}, "tie_breaks"),
        ({"tie_breaks": [["name"]]}, "tie_breaks"),
        ({"tie_breaks": []}, "tie_breaks"),
        ({"fixture_format": "S D Q"}, "fixture_format"),
        ({"fixture_format": ""}, "fixture_format"),
        ({"games_per_match": 0}, "games_per_match"),
        ({"games_per_match": 10}, "games_per_match"),
        ({"points_per_game": -1}, "points_per_game"),
        ({"points_per_win": "NaN"}, "points_per_win"),
        ({"points_per_win": "1e308"}, "points_per_win"),
        ({"singles_ruleset": "bogus"}, "singles_ruleset"),
        ({"name": "Other"}, "name"),
    ],
)
def test_the_service_refuses_what_a_division_cannot_be(
    town: Town, now: dt.datetime, values: dict[str, Any], field: str
) -> None:
    """A program that calls the service stores what the form refuses."""
    before = Division.objects.values().get(pk=town.division.pk)
    with pytest.raises(seasons.Invalid) as refused:
        seasons.change_division(town.division, values, by=town.secretary, now=now)
    assert {problem.field for problem in refused.value.problems} == {field}
    assert Division.objects.values().get(pk=town.division.pk) == before


@pytest.mark.parametrize("name", ["Div {A}", "Div {", "Div {0.__class__}", "Div %s"])
def test_the_name_of_a_played_division_is_only_a_name(town: Town, now: dt.datetime, name: str) -> None:
    """A name with a brace in it turns the refusal into a fault, for whoever changes the division next."""
    town.division.name = name
    town.division.save()
    submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    with pytest.raises(seasons.Invalid) as refused:
        seasons.change_division(town.division, {"games_per_match": 1}, by=town.secretary, now=now)
    assert [problem.message for problem in refused.value.problems] == [
        f"{name} has results, which keep the format they were played by. Say why its games per match changes."
    ]


STORED: list[tuple[str, dict[str, Any]]] = [
    ("division", {"tie_breaks": ["bogus"]}),
    ("division", {"tie_breaks": "name"}),
    ("division", {"fixture_format": "X"}),
    ("division", {"slug": "a b"}),
    ("division", {"slug": ""}),
    ("season", {"catch_up_nights": [7]}),
    ("season", {"catch_up_nights": ["0"]}),
    ("season", {"catch_up_nights": [True]}),
    ("season", {"slug": "2026/27"}),
    ("league", {"time_zone": "Europe/Lundon"}),
    ("league", {"slug": "../admin"}),
]


@pytest.mark.parametrize(("which", "values"), STORED)
def test_a_shell_stores_nothing_that_no_page_can_work_with(town: Town, which: str, values: dict[str, Any]) -> None:
    """Whatever stores a row: save, update and bulk_create alike."""
    row = getattr(town, which)
    for name, value in values.items():
        setattr(row, name, value)
    with pytest.raises(ValidationError):
        row.save()
    with pytest.raises(ValidationError):
        type(row).objects.filter(pk=row.pk).update(**values)
    fresh = type(row)(**{field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields})
    fresh.pk = None
    with pytest.raises(ValidationError):
        type(row).objects.bulk_create([fresh])


@pytest.mark.parametrize(
    ("which", "values"),
    [
        ("division", {"tie_breaks": ["games_difference", "bogus", ["x"]]}),
        ("division", {"tie_breaks": {"a": 1}}),
        ("division", {"fixture_format": "Q"}),
        ("season", {"catch_up_nights": [1, 9, "x"]}),
        ("season", {"catch_up_nights": 3}),
        ("league", {"time_zone": "Europe/Lundon"}),
        ("league", {"time_zone": "../../etc/passwd"}),
    ],
)
def test_a_bad_row_of_before_takes_no_page_down_and_the_secretary_reads_what_is_wrong(
    town: Town, client: Client, which: str, values: dict[str, Any]
) -> None:
    """A row that an earlier version stored: every page answers, and the secretary is told which setting it is."""
    stored(getattr(town, which), **values)
    fixture = town.fixtures[0].pk
    more = (f"fixtures/{fixture}/", "calendars/team/anchor.ics", "tables/2026-27/division-1/table.csv")
    for path in (*PUBLIC, *more):
        assert client.get(f"/leagues/town/{path}").status_code == 200, path
    client.force_login(town.secretary)
    for path in ("secretary/seasons/2026-27/", "secretary/seasons/2026-27/settings/", "secretary/owed/"):
        assert client.get(f"/leagues/town/{path}").status_code == 200, path
    page = client.get("/leagues/town/secretary/").content.decode()
    assert "Settings to fix" in page
    assert next(iter(values)).replace("_", " ").casefold() in page.casefold()


def test_a_table_with_a_slip_in_its_tie_breaks_is_made_with_the_others(town: Town) -> None:
    stored(town.division, tie_breaks=["bogus", "games_difference"])
    town.division.refresh_from_db()
    assert [row.team.name for row in division_table(town.division).rows] == ["Anchor", "Bell", "Castle", "Duke of York"]


@pytest.fixture
def count(town: Town) -> Any:
    def entries() -> list[tuple[str, str, Any]]:
        return list(JournalEntry.objects.order_by("number").values_list("kind", "what", "data"))

    return entries


def _change(client: Client, row: Any, **values: Any) -> Any:
    page = reverse(f"admin:league_{row._meta.model_name}_change", args=[row.pk])
    form = client.get(page).context["adminform"].form
    initial = {name: form.initial.get(name) for name in form.fields}
    return client.post(page, {name: "" if v is None else v for name, v in {**initial, **values}.items()})


@pytest.mark.parametrize(
    ("row", "values", "said"),
    [
        (
            lambda t: t.league,
            {"time_zone": "Europe/Dublin"},
            ("settings-changed", "changed the league: time zone", {"time_zone": ("Europe/London", "Europe/Dublin")}),
        ),
        (
            lambda t: t.venues["Bell"],
            {"name": "Bell Inn", "boards": 2},
            (
                "venue-changed", "changed the venue Bell: boards, name",
                {"name": ("Bell", "Bell Inn"), "boards": (1, 2)},
            ),
        ),
        (
            lambda t: t.teams["Bell"],
            {"name": "Bell Ringers"},
            ("team-changed", "changed the team Bell: name", {"name": ("Bell", "Bell Ringers")}),
        ),
        (
            lambda t: t.season,
            {"name": "2026–27"},
            ("season-changed", "changed 2026-27: name", {"name": ("2026-27", "2026–27")}),
        ),
        (
            lambda t: t.weeks[3],
            {"starts_on": "2026-10-12"},
            (
                "season-changed", "changed when week 4 of 2026-27 begins",
                {"starts_on": ("2026-10-05", "2026-10-12")},
            ),
        ),
    ],
)  # fmt: skip
def test_what_the_admin_changes_stands_in_the_journal_with_old_and_new(
    administrator: Client, town: Town, count: Any, row: Any, values: dict[str, Any], said: tuple[str, str, Any]
) -> None:
    """An administrator changes a league's settings without a trace."""
    answer = _change(administrator, row(town), **values)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    kind, what, changed = said
    assert count() == [(kind, what, {name: {"from": old, "to": new} for name, (old, new) in changed.items()})]
    assert _change(administrator, row(town), **values).status_code == 302
    assert len(count()) == 1


def test_a_week_begins_on_a_monday(administrator: Client, town: Town, count: Any) -> None:
    assert _change(administrator, town.weeks[3], starts_on="2026-10-13").status_code == 422
    assert Week.objects.get(pk=town.weeks[3].pk).starts_on == town.weeks[3].starts_on
    assert count() == []


def test_a_league_is_made_with_an_entry_and_only_by_an_administrator(administrator: Client, town: Town) -> None:
    given = {"name": "New League", "slug": "new", "time_zone": "Europe/London"}
    page = reverse("admin:league_league_add")
    assert administrator.post(page, {**given, "time_zone": "Mars/Base"}).status_code == 200
    assert administrator.post(page, given).status_code == 302
    made = League.objects.get(slug="new")
    assert [(e.kind, e.what) for e in made.journal.all()] == [(JournalKind.LEAGUE_MADE, "made the league")]
    administrator.force_login(factories.user("staff@example.org", is_staff=True))
    assert administrator.post(page, {**given, "slug": "other"}).status_code == 403


def test_closed_days_are_made_and_taken_away_with_an_entry(administrator: Client, town: Town, count: Any) -> None:
    venue, entry = town.venues["Bell"], town.teams["Bell"].entries.get()
    administrator.post(reverse("admin:league_venueclosure_add"), {"venue": venue.pk, "date": "2026-12-25"})
    administrator.post(reverse("admin:league_blackout_add"), {"entry": entry.pk, "date": "2026-12-24"})
    closure, blackout = VenueClosure.objects.get(), Blackout.objects.get()
    administrator.post(reverse("admin:league_venueclosure_delete", args=[closure.pk]), {"post": "yes"})
    picked = {"action": "delete_selected", "_selected_action": [blackout.pk], "post": "yes"}
    administrator.post(reverse("admin:league_blackout_changelist"), picked)
    assert not VenueClosure.objects.exists()
    assert not Blackout.objects.exists()
    assert [what for _, what, _ in count()] == [
        "noted that Bell is closed on 2026-12-25",
        "noted that Bell cannot play on 2026-12-24",
        "noted that Bell is open on 2026-12-25",
        "noted that Bell can play on 2026-12-24",
    ]


@pytest.mark.parametrize("model", [League, Venue, Team, Season, Week])
def test_staff_with_every_permission_but_no_administrator_writes_nothing(
    client: Client, town: Town, model: type[Any]
) -> None:
    """Somebody with the admin's own permissions for a model writes past the league's secretary."""
    staff = factories.user("staff@example.org", is_staff=True)
    staff.user_permissions.set(_permissions(model))
    client.force_login(staff)
    row = model.objects.first()
    name = model._meta.model_name
    for path in (reverse(f"admin:league_{name}_change", args=[row.pk]), reverse(f"admin:league_{name}_add")):
        assert client.post(path, {"name": "Taken over", "slug": "x"}).status_code == 403
    deleted = reverse(f"admin:league_{name}_delete", args=[row.pk])
    assert client.post(deleted, {"post": "yes"}).status_code == 403


def _permissions(model: type[Any]) -> Any:
    return Permission.objects.filter(content_type__model=model._meta.model_name)
