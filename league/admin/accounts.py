"""Accounts in the admin, and what opens them."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from league import models
from league.admin.model_admins import ByAdministrators, LookOnly, administrator, look_only
from league.enums import SecurityKind
from league.models import User
from league.services.people.accounts.accounts import account_of, has_proved, store_unproved_address
from league.services.people.accounts.administration import change_address, password_changed
from league.services.people.accounts.security import note


class LowerCase:
    """An address is kept in lower case, as sign-in looks for it, and has one account."""

    cleaned_data: dict[str, Any]
    instance: User

    def clean_email(self) -> str:
        address = str(self.cleaned_data["email"]).strip().lower()
        owner = account_of(address) or User.objects.filter(email__iexact=address).first()
        if owner is not None and owner.pk != self.instance.pk:
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

    def clean(self) -> dict[str, Any]:
        """Refuse rights to an account that anybody may have made: its owner proves the address first."""
        data: dict[str, Any] = super().clean() or {}
        for right in ("is_staff", "is_superuser"):
            if data.get(right) and not getattr(self.instance, right) and not has_proved(self.instance):
                self.add_error(
                    right, "Nobody has confirmed this address yet. Have them sign in once, then give the right."
                )
        return data


@admin.register(User)
class Users(ByAdministrators, UserAdmin):
    """Accounts. Their owners hear of another password or address; one's own are changed on one's own pages."""

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

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        old = str(form.initial.get("email", ""))
        super().save_model(request, obj, form, change)
        if change and "email" in form.cleaned_data and old.lower() != obj.email.lower():
            change_address(obj, old, by=administrator(request), now=timezone.now())
        store_unproved_address(obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        # One's own is changed under Email addresses, where it is proved first: nobody shuts themselves out.
        own = obj is not None and obj.pk == request.user.pk
        return (*super().get_readonly_fields(request, obj), *(("email",) if own else ()))

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        if id == str(request.user.pk):
            # By the old one, and with mail.
            return redirect("account_change_password")
        return super().user_change_password(request, id, form_url)

    def log_change(self, request: HttpRequest, obj: User, message: Any) -> Any:
        match = request.resolver_match
        if match is not None and match.url_name == "auth_user_password_change":
            password_changed(obj, by=administrator(request), now=timezone.now())
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Write down in the security log too what Django writes in one go, and tells nobody of."""
        assert isinstance(request.user, User)  # noqa: S101 - nobody else may delete one
        for row in queryset if len(queryset) > 1 else ():
            detail = f"Deletion: user {row.pk}"
            note(SecurityKind.ADMIN_CHANGED, None, by=request.user, detail=detail, now=timezone.now())
        return super().log_deletions(request, queryset)


# A group gives permissions: rights, as an account's own are.
admin.site.unregister(Group)


@admin.register(Group)
class Groups(ByAdministrators, GroupAdmin):
    """Groups of permissions to look at things here."""


class WithAccount(LookOnly):
    """Rows of an account that go with it, and are written by services and on its owner's pages."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only with the account, on the pages that delete one."""
        match = request.resolver_match
        return match is not None and match.url_name in ("league_user_delete", "league_user_changelist")


@admin.register(models.SecurityEvent)
class SecurityEvents(WithAccount):
    """The security log, for the operator. A row goes with its account, by its age, and in no other way."""

    list_display = ("at", "kind", "user", "tried", "by", "detail", "address")
    list_filter = ("kind", "at")
    search_fields = ("user__email", "tried", "address", "detail")
    list_select_related = ("user", "by")


# allauth's own page would mark any address as confirmed, by which whoever has the mailbox signs in.
admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class EmailAddresses(WithAccount):
    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    search_fields = ("email", "user__email", "user__name")
    list_select_related = ("user",)


# allauth's own pages would show the secret of an authenticator app, and let a factor be taken away without a word in
# any journal; that is `manage.py reset_factors`.
admin.site.unregister((Authenticator, UserSession))
look_only(
    Authenticator,
    list_display=("user", "type", "created_at", "last_used_at"),
    exclude=("data",),
    list_select_related=("user",),
)
look_only(
    UserSession,
    list_display=("user", "created_at", "ip", "user_agent"),
    exclude=("session_key", "data", "last_seen_at"),
    list_select_related=("user",),
)


look_only(
    models.Role,
    list_display=("user", "kind", "team", "league", "starts_on", "ends_on"),
    list_filter=("league", "kind"),
    search_fields=("user__email", "user__name", "team__name"),
    autocomplete_fields=("user", "team"),
    list_select_related=("user", "team", "league"),
)
look_only(
    models.Invitation,
    list_display=("user", "kind", "team", "invited_at", "accepted_at", "revoked_at"),
    list_filter=("league", "kind"),
    list_select_related=("user", "team"),
)
look_only(
    models.ApiToken,
    list_display=("user", "name", "prefix", "created_at", "last_used_at", "revoked_at"),
    exclude=("token_hash",),
    list_select_related=("user",),
)
# The address itself is its owner's secret.
look_only(
    models.CalendarFeed,
    list_display=("user", "league", "created_at", "revoked_at"),
    exclude=("token",),
    list_select_related=("user", "league"),
)
