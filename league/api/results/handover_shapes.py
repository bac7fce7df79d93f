"""Confirming on the other captain's phone, and by the link in a mail."""

from typing import Any

from rest_framework import serializers

from league.api.people.people_shapes import TeamRef
from league.api.results.results_shapes import LARGEST, GameIn, SheetShape
from league.rules.sheets import GameScore
from league.translation import translated

LONGEST_SECRET = 200


class ConfirmerShape(serializers.Serializer[Any]):
    """A captain of the other side."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(allow_blank=True)


class ConfirmHereIn(serializers.Serializer[Any]):
    """The person who confirms, and the proof that it is they."""

    person = serializers.IntegerField(min_value=1, max_value=LARGEST, help_text="One of those who may confirm it here.")
    secret = serializers.CharField(
        max_length=LONGEST_SECRET,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The eight digits from their mail; or their password, or with a second factor its code instead.",
    )


class SeatsField(serializers.ListField):
    """The players of a side by their ids."""

    child = serializers.IntegerField(allow_null=True)


class DifferenceShape(serializers.Serializer[Any]):
    """A place where two sheets differ: a game, or the players of a side (ids; null for a seat nobody sat on)."""

    field = serializers.CharField(help_text="m1-g2, m1-home or m1-away.")
    where = serializers.CharField(help_text="As a person names it: match 1, game 2.")
    mine_game = GameIn(allow_null=True, help_text="As they have it; null where players differ.")
    theirs_game = GameIn(allow_null=True)
    mine_players = SeatsField(allow_null=True, help_text="As they have it; null where a game differs.")
    theirs_players = SeatsField(allow_null=True)

    def to_representation(self, instance: Any) -> Any:
        told: dict[str, Any] = {"field": instance.field, "where": translated(instance.where)}
        for whose in ("mine", "theirs"):
            said = getattr(instance, whose)
            game = isinstance(said, GameScore)
            told[f"{whose}_game"] = GameIn(said).data if game else None
            told[f"{whose}_players"] = None if game else list(said)
        return told


class LinkShape(serializers.Serializer[Any]):
    """A link in a mail: the fixture and the sheet it is about, and if it can still be used."""

    fixture = serializers.IntegerField(source="fixture.pk")
    home = TeamRef(source="fixture.home")
    away = TeamRef(source="fixture.away")
    refused = serializers.CharField(allow_blank=True, help_text="Why it can no longer be used; empty where it can.")
    sheet = SheetShape()
    differences = DifferenceShape(
        many=True, allow_null=True, help_text="Null where they have filled in nothing themselves."
    )
