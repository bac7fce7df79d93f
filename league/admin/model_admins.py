"""The common ground of the admin: rows that are looked at only, and rows that are written through a service."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from league.models import User


def administers(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_active and request.user.is_superuser


class ByAdministrators:
    """Rows that give rights: whatever permissions a member of staff has, administrators alone write them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return administers(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return administers(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return administers(request)


class LookOnly(admin.ModelAdmin):
    """Rows that a service writes: nobody adds, changes or deletes them here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ThroughService(LookOnly):
    """Rows that an administrator changes through a service, which checks the values and writes the journal."""

    changes: tuple[str, ...] = ()  # the fields that can be changed here; the others are shown
    change: Any = None  # the service that does it; None where nothing can be
    make: Any = None  # the service that makes a row; None where rows are made elsewhere

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.make is not None and administers(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.change is not None and administers(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        return tuple(field.name for field in obj._meta.fields if field.editable and field.name not in self.changes)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_fields(request, obj) if obj is not None or not self.changes else self.new_fields

    @property
    def new_fields(self) -> tuple[str, ...]:
        """The fields that a new row is made of."""
        return self.changes

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        assert isinstance(request.user, User)  # noqa: S101 - nobody else may change one
        now = timezone.now()
        if change:
            values = {name: form.cleaned_data[name] for name in form.changed_data}
            if values:
                type(self).change(obj, values, by=request.user, now=now)
            return
        made = type(self).make(form.cleaned_data, by=request.user, now=now)
        obj.pk, obj._state.adding = made.pk, False


def administrator(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - nobody else comes here
    return request.user


def look_only(model: type[Any], **options: Any) -> None:
    admin.site.register(model, type(f"{model.__name__}Admin", (LookOnly,), options))
