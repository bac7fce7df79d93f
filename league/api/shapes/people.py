"""People and teams as others name them."""

from typing import Any

from rest_framework import serializers

from league.api.asking import asker
from league.models import Player
from league.queries.persons import public_name


class PersonRef(serializers.Serializer[Any]):
    """A player. His name is short, such as “Olive B.”, where he or the league wants that and the asker has no role."""

    id = serializers.IntegerField(source="pk")
    name = serializers.SerializerMethodField()

    def get_name(self, player: Player) -> str:
        return public_name(player, asker.get())


class TeamRef(serializers.Serializer[Any]):
    """A team, and the word that stands for it in addresses."""

    id = serializers.IntegerField(source="pk")
    slug = serializers.CharField()
    name = serializers.CharField()


class VenueRef(serializers.Serializer[Any]):
    """Where fixtures are played."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    address = serializers.CharField(allow_blank=True)
