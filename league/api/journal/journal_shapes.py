"""The entries of the journal."""

from typing import Any

from rest_framework import serializers

from league.api.people.refs_shapes import PlayerRef, TeamRef
from league.enums import JournalKind
from league.models import JournalEntry
from league.queries.journal.history import told


class ChangeShape(serializers.Serializer[Any]):
    """A setting that was changed, its old and its new value in words."""

    name = serializers.CharField()
    old = serializers.CharField()
    new = serializers.CharField()


class EntryOfJournalShape(serializers.Serializer[Any]):
    """One decision. Nothing in it is ever changed."""

    number = serializers.IntegerField(help_text="Its place in the league’s journal: 1, 2, 3 …")
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(choices=JournalKind.choices)
    who = serializers.CharField(help_text="By the name they have now; Muggins is the installation itself.")
    what = serializers.CharField()
    why = serializers.CharField(allow_blank=True)
    changes = ChangeShape(many=True, help_text="The settings that it changed.")
    fixture = serializers.IntegerField(source="fixture_id", allow_null=True)
    team = TeamRef(allow_null=True)
    player = PlayerRef(allow_null=True)
    imported = serializers.BooleanField(help_text="It came with the league from another server.")
    previous = serializers.CharField(allow_blank=True, help_text="The hash of the entry before.")
    hash = serializers.CharField(help_text="Of this entry and all before it.")

    def to_representation(self, instance: JournalEntry) -> Any:
        said = told(instance)
        instance.who, instance.changes = said.who, said.changes  # type: ignore[attr-defined]
        return super().to_representation(instance) | {"what": said.what}
