"""People and teams as others name them."""

from typing import Any

from rest_framework import serializers


class PersonRef(serializers.Serializer[Any]):
    """A player."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


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
