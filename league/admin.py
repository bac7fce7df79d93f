"""The admin: what a league is made of may be edited here; what a service decides may only be looked at."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone

from league import models
from league.models import Division, Fixture, User
from league.services import seasons


class LowerCase:
    """An address is kept in lower case, as sign-in looks for it, and has one account."""

    cleaned_data: dict[str, Any]
    instance: User

    def clean_email(self) -> str:
        address = str(self.cleaned_data["email"]).strip().lower()
        if User.objects.filter(email__iexact=address).exclude(pk=self.instance.pk).exists():
            raise ValidationError("This address has an account already.", code="unique")
        return address


class UserCreation(LowerCase, AdminUserCreationForm):
    class Meta:
        model = User
        fields = ("email", "name")


class UserChange(LowerCase, UserChangeForm):
    class Meta:
        model = User
        fields = "__all__"


@admin.register(User)
class Users(UserAdmin):
    add_form = UserCreation
    form = UserChange
    ordering = ("email",)
    list_display = ("email", "name", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("email", "name", "usable_password", "password1", "password2")}),
    )


class LookOnly(admin.ModelAdmin):
    """Rows that a service writes: nobody adds, changes or deletes them here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Division)
class Divisions(LookOnly):
    """How a division is played and counted; loading a season makes one. Each change is in the journal."""

    list_display = ("name", "season", "fixture_format", "games_per_match")
    list_filter = ("season",)

    def get_readonly_fields(self, request: HttpRequest, obj: Division | None = None) -> tuple[str, ...]:
        fixed = ("season", "name", "slug", "fixture_format")
        played = Fixture.objects.filter(division=obj, results__isnull=False).exists()
        return (*fixed, "games_per_match") if played else fixed

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return isinstance(request.user, User) and request.user.is_active and request.user.is_superuser

    def save_model(self, request: HttpRequest, obj: Division, form: Any, change: bool) -> None:
        assert isinstance(request.user, User)  # noqa: S101 - nobody else may change one
        changed = {name: form.cleaned_data[name] for name in form.changed_data}
        seasons.change_division(obj, changed, by=request.user, now=timezone.now())


def _editable(model: type[Any], **options: Any) -> None:
    admin.site.register(model, type(f"{model.__name__}Admin", (admin.ModelAdmin,), options))


def _look_only(model: type[Any], **options: Any) -> None:
    admin.site.register(model, type(f"{model.__name__}Admin", (LookOnly,), options))


_editable(models.League, list_display=("name", "slug", "time_zone"), prepopulated_fields={"slug": ("name",)})
_editable(
    models.Venue, list_display=("name", "league", "boards"), list_filter=("league",), search_fields=("name", "address")
)
_editable(models.Team, list_display=("name", "league"), list_filter=("league",), search_fields=("name",))
_editable(models.Season, list_display=("name", "league", "first_week"), list_filter=("league",))
_look_only(
    models.Entry,
    list_display=("team", "division", "venue", "home_night", "start_time"),
    list_filter=("season", "division"),
    search_fields=("team__name",),
    list_select_related=("team", "division__season", "venue"),
)
_editable(models.Blackout, list_display=("entry", "date"), list_select_related=("entry__team", "entry__division"))
_editable(models.VenueClosure, list_display=("venue", "date"), list_select_related=("venue",))
_editable(models.Round, list_display=("number", "season"), list_filter=("season",))
_editable(
    models.Week,
    list_display=("starts_on", "number", "kind", "round", "season"),
    list_filter=("season", "kind"),
    list_select_related=("round", "season"),
)
_editable(
    models.Player,
    list_display=("name", "league", "email"),
    list_filter=("league",),
    search_fields=("name", "email"),
    autocomplete_fields=("user",),
)
_look_only(
    models.Registration,
    list_display=("player", "team", "season", "starts_on", "ends_on"),
    list_filter=("season",),
    search_fields=("player__name", "team__name"),
    autocomplete_fields=("player", "team"),
    list_select_related=("player", "team", "season"),
)
_look_only(
    models.Role,
    list_display=("user", "kind", "team", "league", "starts_on", "ends_on"),
    list_filter=("league", "kind"),
    search_fields=("user__email", "user__name", "team__name"),
    autocomplete_fields=("user", "team"),
    list_select_related=("user", "team", "league"),
)
_look_only(
    models.Fixture,
    list_display=("__str__", "division", "starts_at", "state"),
    list_filter=("division", "state"),
    search_fields=("home__name", "away__name"),
    list_select_related=("home", "away", "division__season"),
)
_look_only(
    models.Result,
    list_display=("__str__", "state", "live", "submitted_by", "submitted_at"),
    list_filter=("state", "live", "kind"),
    list_select_related=("fixture__home", "fixture__away", "submitted_by"),
)
_look_only(
    models.Match,
    list_display=("__str__", "result", "kind", "home_games", "away_games"),
    list_select_related=("result__fixture__home", "result__fixture__away"),
)
_look_only(models.Game, list_display=("__str__", "match", "winner", "awarded"), list_select_related=("match",))
_look_only(
    models.Appearance,
    list_display=("player", "match", "side", "result"),
    search_fields=("player__name",),
    list_select_related=("player", "match", "result__fixture__home", "result__fixture__away"),
)
_look_only(
    models.Call,
    list_display=("__str__", "fixture", "match_number", "game_number", "recorded_at"),
    search_fields=("cards", "fixture__home__name", "fixture__away__name", "counter_player__name"),
    list_select_related=("fixture__home", "fixture__away"),
)
_look_only(
    models.Ruling,
    list_display=("__str__", "referee", "decided_at", "awarded_to"),
    list_filter=("ruleset", "awarded_to"),
    search_fields=("reason", "call__cards", "referee__name"),
    list_select_related=("call", "dispute__fixture__home", "dispute__fixture__away", "referee"),
)
_look_only(
    models.Dispute,
    list_display=("fixture", "state", "opened_by", "opened_at"),
    list_filter=("state",),
    search_fields=("reason", "fixture__home__name", "fixture__away__name"),
    list_select_related=("fixture__home", "fixture__away", "opened_by"),
)
_look_only(
    models.Postponement,
    list_display=("fixture", "state", "requested_at", "starts_at"),
    list_filter=("state",),
    search_fields=("fixture__home__name", "fixture__away__name"),
    list_select_related=("fixture__home", "fixture__away"),
)
_look_only(
    models.Offer,
    list_display=("__str__", "side", "made_by", "made_at"),
    list_select_related=("postponement__fixture__home", "postponement__fixture__away", "made_by"),
)
_look_only(
    models.Timetable,
    list_display=("__str__", "state", "asked_by", "asked_at"),
    list_filter=("state",),
    list_select_related=("season", "asked_by"),
)
_look_only(models.Preference, list_display=("user", "kind", "delivery"), list_select_related=("user",))
_look_only(models.MailSettings, list_display=("user", "quiet_from", "quiet_until"), list_select_related=("user",))
# The address itself is its owner's secret.
_look_only(
    models.CalendarFeed,
    list_display=("user", "league", "created_at", "revoked_at"),
    exclude=("token",),
    list_select_related=("user", "league"),
)
_look_only(models.Heartbeat, list_display=("job", "ran_at", "told"))
_look_only(
    models.Notice,
    list_display=("recipient", "kind", "text", "created_at", "state", "sent_at"),
    list_filter=("state", "kind", "league"),
    search_fields=("recipient__email", "recipient__name", "text"),
    list_select_related=("recipient",),
)
_look_only(
    models.JournalEntry,
    list_display=("at", "number", "by", "kind", "what"),
    list_filter=("league", "kind"),
    search_fields=("what", "why"),
)
_look_only(models.JournalHead, list_display=("league", "number"), list_select_related=("league",))
_look_only(
    models.Adjustment,
    list_display=("entry", "points", "reason", "date"),
    list_select_related=("entry__team", "entry__division"),
)
_look_only(
    models.Invitation,
    list_display=("user", "kind", "team", "invited_at", "accepted_at", "revoked_at"),
    list_filter=("league", "kind"),
    list_select_related=("user", "team"),
)
_look_only(
    models.ApiToken,
    list_display=("user", "name", "prefix", "created_at", "last_used_at", "revoked_at"),
    exclude=("token_hash",),
    list_select_related=("user",),
)
_look_only(models.IdempotencyKey, list_display=("owner", "key", "status", "created_at"), exclude=("body", "headers"))
_look_only(
    models.ConductCase,
    list_display=("__str__", "state", "overcalls", "false_challenges", "proposed_at"),
    list_filter=("state",),
    list_select_related=("fixture__home", "fixture__away", "player"),
)
_look_only(
    models.Appeal,
    list_display=("__str__", "state", "opened_by", "opened_at"),
    list_filter=("state",),
    list_select_related=(
        "ruling__call",
        "ruling__dispute__fixture__home",
        "ruling__dispute__fixture__away",
        "ruling__case__player",
        "ruling__case__fixture__home",
        "ruling__case__fixture__away",
        "opened_by",
    ),
)
# Evidence is for the parties alone: the administrator sees that there is some, not what it is.
_look_only(
    models.Evidence,
    list_display=("__str__", "side", "added_at"),
    exclude=("text", "hand"),
    list_select_related=("dispute__fixture__home", "dispute__fixture__away"),
)
