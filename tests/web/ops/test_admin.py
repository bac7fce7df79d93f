"""The admin: the administrator sees everything, and what a service owns stays as the service left it."""

import datetime as dt
import json

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.enums import JournalKind
from league.models import Invitation, JournalEntry, League, Role, Ruling, Season, User
from league.rules.sheets import GameScore
from league.services.calls import rule
from league.services.people.accounts.accounts import Acceptance
from league.services.people.invite import accept
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town
from tests.forms import untouched
from tests.matrix import undone
from tests.services import dispute_cases as cases

# A draft is seen by its captain only, a photograph by the parties of its dispute.
PRIVATE = {"sheetdraft", "photograph", "cardphotograph"}
MODELS = sorted({model._meta.model_name or "" for model in apps.get_app_config("league").get_models()} - PRIVATE)
KEPT = {
    "adjustment",
    "apitoken",
    "appeal",
    "appearance",
    "calendarfeed",
    "call",
    "conductcase",
    "dispute",
    "entry",
    "evidence",
    "fixture",
    "fixtureformat",
    "game",
    "heartbeat",
    "outage",
    "pulse",
    "sitemail",
    "idempotencykey",
    "invitation",
    "journalentry",
    "journalhead",
    "mailsettings",
    "match",
    "notice",
    "offer",
    "postponement",
    "preference",
    "registration",
    "result",
    "role",
    "round",
    "ruling",
    "securityevent",
    "timetable",
}
# A service makes these from the admin.
MADE = {"league", "venue", "blackout", "venueclosure", "user"}
# Made and taken away, never changed.
DAYS = {"blackout", "venueclosure"}
# Nothing has happened with these in the town below.
UNUSED = {
    "adjustment",
    "apitoken",
    "appeal",
    "calendarfeed",
    "conductcase",
    "evidence",
    "heartbeat",
    "outage",
    "pulse",
    "sitemail",
    "idempotencykey",
    "invitation",
    "mailsettings",
    "offer",
    "postponement",
    "preference",
    "timetable",
}


@pytest.fixture
def full(town: Town, now: dt.datetime) -> Town:
    """A town in which something of nearly everything has happened."""
    fixture = town.fixture("Anchor", "Bell")
    sheet = factories.result_sheet(town, "Anchor", "Bell")
    submit.submit(fixture, sheet, by=town.captains["Anchor"], now=now)
    theirs = factories.result_sheet(town, "Anchor", "Bell", first=GameScore(61, 121))
    dispute = confirm.dispute(fixture, 1, reason="We won it.", sheet=theirs, by=town.captains["Bell"], now=now)
    cases.ruled(dispute, town, now, outcome="sheet", keep="counter")
    rule.rule(
        fixture,
        match_number=1,
        game_number=1,
        counter="home",
        cards="AC 7D 8H 3S",
        starter="7C",
        crib=False,
        declared=6,
        claimed=8,
        takes=True,
        by=town.referee,
        now=now,
    )
    return town


@pytest.fixture
def administrator(client: Client, full: Town) -> Client:
    client.force_login(User.objects.create_superuser("admin@example.org", "a-long-enough-password"))
    return client


def test_everything_is_registered() -> None:
    registered = {model._meta.model_name for model in admin.site._registry if model._meta.app_label == "league"}
    assert registered == set(MODELS)


def test_nothing_of_the_card_room_is_registered() -> None:
    """Rows of a table hold the cards of those who play; what people practise, and get wrong, is their own."""
    assert not [model for model in admin.site._registry if model._meta.app_label == "cardroom"]


@pytest.mark.long
def test_the_administrator_opens_every_list_and_every_row(administrator: Client, subtests: pytest.Subtests) -> None:
    for model in MODELS:
        with subtests.test(model), undone():
            _opens(administrator, model)


def _opens(administrator: Client, model: str) -> None:
    listed = administrator.get(reverse(f"admin:league_{model}_changelist"), {"q": "Anchor"})
    assert listed.status_code == 200
    assert listed.context["cl"].model._meta.model_name == model
    row = listed.context["cl"].model.objects.first()
    if row is not None:
        page = administrator.get(reverse(f"admin:league_{model}_change", args=[row.pk]))
        assert page.context["has_change_permission"] is (model not in KEPT | DAYS)
    added = administrator.get(reverse(f"admin:league_{model}_add"))
    assert added.status_code == (200 if model in MADE else 403)


@pytest.mark.long
def test_what_a_service_owns_is_neither_changed_nor_deleted(administrator: Client, subtests: pytest.Subtests) -> None:
    for model in sorted(KEPT - UNUSED):
        with subtests.test(model), undone():
            _keeps(administrator, model)


def _keeps(administrator: Client, model: str) -> None:
    rows = apps.get_model("league", model).objects
    before = list(rows.order_by("pk").values())
    pk = before[0]["id"]
    assert administrator.post(reverse(f"admin:league_{model}_change", args=[pk]), {"what": "x"}).status_code == 403
    assert administrator.post(reverse(f"admin:league_{model}_delete", args=[pk]), {"post": "yes"}).status_code == 403
    picked = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
    administrator.post(reverse(f"admin:league_{model}_changelist"), picked)
    assert list(rows.order_by("pk").values()) == before


def test_how_a_division_is_counted_is_changed_with_an_entry_in_the_journal(
    administrator: Client, full: Town, now: dt.datetime
) -> None:
    page = reverse("admin:league_division_change", args=[full.division.pk])
    # Of a published season the secretary's page changes it, and asks for the reason.
    Season.objects.update(published_at=None)
    shown = administrator.get(page).context["adminform"]
    # With results there, neither the format nor the games of a match can change.
    assert set(shown.readonly_fields) == {"season", "name", "slug", "fixture_format", "games_per_match"}
    assert "count_back (count-back by table)" in shown.form.fields["tie_breaks"].help_text
    count = JournalEntry.objects.count()
    given = {**untouched(shown.form), "tie_breaks": json.dumps(full.division.tie_breaks), "points_per_win": "2"}
    for _ in range(2):
        assert administrator.post(page, {**given, "fixture_format": "S", "games_per_match": 1}).status_code == 302
    full.division.refresh_from_db()
    assert (full.division.points_per_win, full.division.fixture_format) == (2, factories.FORMAT)
    [entry] = JournalEntry.objects.order_by("number")[count:]
    assert entry.kind == JournalKind.SEASON_CHANGED
    assert entry.what == "changed how Division 1 of 2026-27 is played and counted: points per fixture won"
    assert (entry.by_name, entry.data) == ("admin@example.org", {"points_per_win": {"from": "0.00", "to": "2"}})
    assert administrator.post(page.replace("change", "delete"), {"post": "yes"}).status_code == 403


def test_a_row_that_is_saved_as_it_is_shown_stays(administrator: Client, full: Town) -> None:
    count, player = JournalEntry.objects.count(), full.squads["Bell"][0]
    rows = {"league": full.league, "season": full.season, "venue": full.venues["Bell"], "team": full.teams["Bell"]}
    for model, row in (*rows.items(), ("player", player)):
        page = reverse(f"admin:league_{model}_change", args=[row.pk])
        shown = administrator.get(page).context["adminform"].form
        assert administrator.post(page, untouched(shown)).status_code == 302, model
    assert JournalEntry.objects.count() == count


def test_a_person_is_not_deleted_with_their_role_or_registration(administrator: Client, full: Town) -> None:
    captain = full.captains["Bell"]
    for model, pk in (("user", captain.pk), ("player", full.squads["Bell"][4].pk)):
        page = administrator.post(reverse(f"admin:league_{model}_delete", args=[pk]), {"post": "yes"})
        assert page.status_code == 403 or page.context["perms_lacking"]
    assert captain.roles.count() == 1
    assert full.squads["Bell"][4].registrations.count() == 1


def test_the_administrator_gives_a_league_its_first_secretary(administrator: Client) -> None:
    League.objects.create(name="New League", slug="new")
    first = factories.user("first@example.org", name="Fran First")
    administrator.post("/leagues/new/secretary/people/", {"email": first.email, "kind": "secretary", "team": ""})
    accept(Invitation.objects.get(league__slug="new"), Acceptance(), by=first, now=timezone.now())
    assert Role.objects.get(league__slug="new").user == first


def test_deleting_a_league_does_not_take_its_results_along(administrator: Client, full: Town) -> None:
    page = administrator.post(reverse("admin:league_league_delete", args=[full.league.pk]), {"post": "yes"})
    assert page.status_code == 403
    assert League.objects.filter(pk=full.league.pk).exists()
    assert JournalEntry.objects.exists()
    assert Ruling.objects.exists()


def test_a_user_is_made_with_an_address_and_no_user_name(administrator: Client) -> None:
    given = {
        "email": "New.Captain@Example.org",
        "name": "New Captain",
        "usable_password": "true",
        "password1": "a-pegging-board",
        "password2": "a-pegging-board",
    }
    page = administrator.post(reverse("admin:league_user_add"), given)
    assert page.status_code == 302
    made = User.objects.get(name="New Captain")
    assert made.email == "new.captain@example.org"
    assert made.check_password("a-pegging-board")
    again = administrator.post(reverse("admin:league_user_add"), {**given, "email": "NEW.captain@example.org"})
    assert "email" in again.context["adminform"].form.errors
    assert User.objects.filter(name="New Captain").count() == 1


@pytest.mark.long
def test_staff_without_permissions_see_nothing(client: Client, full: Town) -> None:
    client.force_login(factories.user("staff@example.org", is_staff=True))
    assert client.get(reverse("admin:index")).context["app_list"] == []
    for model in MODELS:
        assert client.get(reverse(f"admin:league_{model}_changelist")).status_code == 403


def test_who_is_not_staff_is_asked_to_sign_in(client: Client, full: Town) -> None:
    client.force_login(full.secretary)
    page = client.get(reverse("admin:index"))
    assert page.status_code == 302
    assert page["Location"].startswith("/admin/login/")
