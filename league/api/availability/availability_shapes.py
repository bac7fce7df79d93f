"""Shapes of who can play in a fixture, told and sent."""

from typing import Any

from rest_framework import serializers

from league.api.fields import TextIn
from league.api.shapes import example
from league.enums import CanPlay, Side
from league.queries.availability.squads import Candidate, TeamAvailability


class CandidateShape(serializers.Serializer[Any]):
    """A player, and whether they can play."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    answer = serializers.ChoiceField(CanPlay.choices, allow_blank=True, help_text="Blank: no answer yet.")
    by_captain = serializers.BooleanField(help_text="Somebody else answered for them.")
    reserve = serializers.BooleanField(help_text="Asked only where the team is short of players.")
    guest = serializers.BooleanField(help_text="Not of the squad.")
    places = serializers.ListField(
        child=serializers.CharField(), help_text="Their seats in the line-up, as the sheet names them: m1-home-2."
    )


class TeamAvailabilityShape(serializers.Serializer[Any]):
    """A side of a fixture, and who of it can play."""

    side = serializers.ChoiceField(Side.choices)
    team = serializers.CharField(source="team.slug")
    starts_at = serializers.DateTimeField(source="fixture.starts_at", help_text="The start that the answers are for.")
    needed = serializers.IntegerField(help_text="The fewest players who can fill every match.")
    yes = serializers.IntegerField()
    no = serializers.IntegerField()
    maybe = serializers.IntegerField()
    silent = serializers.IntegerField(help_text="Of those who are asked first.")
    players = CandidateShape(many=True, help_text="Everybody to the captain and the secretary; to a player themselves.")


@example("A player can come", player=12, answer="yes")
class CanPlayIn(serializers.Serializer[Any]):
    """A player's answer: can they play?"""

    player = serializers.IntegerField(min_value=1)
    answer = serializers.ChoiceField(CanPlay.choices, allow_blank=True, help_text="Blank takes an answer back.")


@example("A player becomes a reserve", player=12, reserve=True)
class ReserveIn(serializers.Serializer[Any]):
    """A player's place among the reserves."""

    player = serializers.IntegerField(min_value=1)
    reserve = serializers.BooleanField()


@example("A guest for the home side", side="home", player=31)
class GuestIn(serializers.Serializer[Any]):
    """A guest whom a captain wants."""

    side = serializers.ChoiceField(Side.choices)
    player = serializers.IntegerField(min_value=1)


@example("Two seats, and the players are told", side="home", places={"m1-home-1": 12, "m1-home-2": 15}, tell=True)
class LineUpIn(serializers.Serializer[Any]):
    """A line-up, in place of the one there was."""

    side = serializers.ChoiceField(Side.choices)
    places = serializers.DictField(
        child=serializers.IntegerField(min_value=1),
        help_text="Players by their seats, as the sheet names them: m1-home-2. A seat may be left out.",
    )
    tell = serializers.BooleanField(default=False, help_text="Tell the players whose seats change.")


@example("Yes, from the mail", answer="yes", start="2026-09-15T19:00+00:00")
class LinkAnswerIn(serializers.Serializer[Any]):
    """The answer of whoever was sent a link."""

    answer = serializers.ChoiceField(CanPlay.choices)
    start = TextIn(help_text="The start that was shown: `start` of the link.")


class LinkQuestionShape(serializers.Serializer[Any]):
    """The question that a link in a mail asks."""

    fixture = serializers.IntegerField(source="fixture.pk")
    start = serializers.CharField(help_text="The start that it is about; an answer says it again.")
    name = serializers.CharField(help_text="Whose answer it is; blank where the link is over.")
    answer = serializers.CharField(allow_blank=True, help_text="What was answered so far.")
    refused = serializers.CharField(allow_blank=True, help_text="Why it can no longer be answered; blank where it can.")


def told(team: TeamAvailability, players: tuple[Candidate, ...]) -> dict[str, Any]:
    """Return a side as its shape wants it, with these of its players."""
    names = ("side", "team", "fixture", "needed", "yes", "no", "maybe", "silent")
    return {**{name: getattr(team, name) for name in names}, "players": players}
