"""People and teams as others name them."""

from contextvars import ContextVar
from typing import Any

from rest_framework import serializers

from league.access import Grants
from league.models import Player
from league.queries.people.personal_data import public_name

# Who reads the answer: a name may be shortened for one and not for another. Without a reader no name is told at all.
READER: ContextVar[Grants] = ContextVar("READER")


class PlayerRef(serializers.Serializer[Any]):
    """A player. Their name is shortened for whoever would read it so on the pages."""

    id = serializers.IntegerField(source="pk")
    name = serializers.SerializerMethodField()

    def get_name(self, player: Player) -> str:
        return public_name(player, READER.get())


class TeamRef(serializers.Serializer[Any]):
    """A team, and the word that stands for it in addresses."""

    id = serializers.IntegerField(source="pk")
    slug = serializers.CharField()
    name = serializers.CharField()


class VenueRef(serializers.Serializer[Any]):
    """A place in which fixtures are played."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    address = serializers.CharField(allow_blank=True)
