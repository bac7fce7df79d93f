"""An operation that makes many models as one step. Django makes every model of a state anew for each model that comes
to it, though nobody asks for the states between: for an empty database that took longer than all the rest."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Models that are made one after another, with no change to any of them in between."""

    category = OperationCategory.ADDITION
    serialization_expand_args = ["models"]

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = models

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        return self.__class__.__qualname__, [], {"models": self.models}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Rendered when it is next asked for.
        state.__dict__.pop("apps", None)
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def references_model(self, name: str, app_label: str) -> bool:
        return any(model.references_model(name, app_label) for model in self.models)

    def describe(self) -> str:
        return "Create models " + ", ".join(self._names())

    @property
    def migration_name_fragment(self) -> str:
        return "_".join(name.lower() for name in self._names())

    def _names(self) -> Iterable[str]:
        return (model.name for model in self.models)
