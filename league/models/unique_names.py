"""Names that are unique as they are compared: "bell" is "Bell" (docs/decisions/names-and-search.md)."""

from typing import Any, ClassVar, Self, TypeVar

from django.db import models
from django.db.models import F, Q

from league.rules.names import folded

# No folded name has two blanks side by side: behind them stands which row it is of several that have one name.
MARK = "  "


class NameKey(models.TextField):
    """A row's folded name, computed by `save`."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        assert isinstance(model_instance, UniquelyNamed)  # noqa: S101 - for the type checker
        model_instance.fold_name()
        return super().pre_save(model_instance, add)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs


class UniquelyNamed(models.Model):
    """A row whose name is unique in its scope. `QuerySet.update` does not set its key: save the row.

    Older and imported rows may share a name; the first has the plain key, the others one with their number behind
    `MARK`, until they are renamed.
    """

    SCOPE: ClassVar[tuple[str, ...]] = ()

    name: "models.CharField[str, str]"
    name_key = NameKey(editable=False)

    class Meta:
        abstract = True

    def save(self, **options: Any) -> None:
        if "name" in (fields := options.get("update_fields") or ()):
            options["update_fields"] = [*fields, "name_key"]
        super().save(**options)

    def validate_constraints(self, exclude: Any = None) -> None:
        self.fold_name()
        super().validate_constraints(exclude=exclude)

    def fold_name(self) -> None:
        key = folded(self.name)
        if self.name_key.partition(MARK)[0] != key:
            self.name_key = key

    def namesake(self) -> Self | None:
        """Another row of the scope with this name (one query)."""
        self.fold_name()
        scope = {name: getattr(self, name) for name in self.SCOPE}
        alike = Q(name_key=self.name_key) | Q(name=self.name)
        return type(self)._default_manager.filter(alike, **scope).exclude(pk=self.pk).first()


Row = TypeVar("Row", bound=UniquelyNamed)


def by_name(rows: models.QuerySet[Row]) -> dict[str, Row]:
    """Teams or venues by folded name (one query); of namesakes the first that is visible."""
    in_turn = rows.order_by(F("hidden_at").asc(nulls_last=True), "-name_key")
    return {folded(row.name): row for row in in_turn}


def mark_namesakes(rows: list[Any]) -> None:
    """Set the keys of new rows that are inserted together, numbering namesakes; `rows` are all of one model in their
    scopes.
    """
    seen: set[tuple[Any, ...]] = set()
    for number, row in enumerate(rows, start=1):
        row.fold_name()
        place = (*(getattr(row, f"{name}_id") for name in row.SCOPE), row.name_key)
        if place in seen:
            row.name_key = f"{row.name_key}{MARK}{number}"
        seen.add(place)
