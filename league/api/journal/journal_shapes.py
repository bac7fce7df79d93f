"""The entries of the journal."""

from typing import Any

from rest_framework import serializers

from league.api.fields import TextField
from league.api.shapes import ModelShape, shape, tells
from league.models import JournalEntry
from league.queries.journal.history import told
from league.queries.seasons.upkeep.settings import Change
from league.translation import translated

ChangeShape = shape(Change, "name old new", "A setting, and what it was and became, in words.")


@tells(JournalEntry, "at kind why fixture_id team player imported previous", hash="Of this entry and all before it.")
class EntryOfJournalShape(ModelShape):
    """One decision. Nothing in it is ever changed."""

    number = serializers.IntegerField(help_text="Its place in the league’s journal: 1, 2, 3 …")
    who = TextField(help_text="By the name they have now; Muggins is the installation itself.")
    what = TextField()
    changes = ChangeShape(many=True, help_text="The settings that it changed.")

    def to_representation(self, instance: JournalEntry) -> Any:
        said = told(instance)
        instance.who, instance.changes = said.who, said.changes  # type: ignore[attr-defined]
        return super().to_representation(instance) | {"what": translated(said.what)}
