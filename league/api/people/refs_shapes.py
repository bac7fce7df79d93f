"""People and teams as others name them."""

from contextvars import ContextVar

from rest_framework import serializers

from league.access import Grants
from league.api.shapes import ModelShape, tells
from league.models import Player, Team, Venue
from league.queries.people.personal_data import public_name

# Who reads the answer: a name may be shortened for one and not for another. Without a reader no name is told at all.
READER: ContextVar[Grants] = ContextVar("READER")


@tells(Player, "id")
class PlayerRef(ModelShape):
    """A player. Their name is shortened for whoever would read it so on the pages."""

    name = serializers.SerializerMethodField()

    def get_name(self, player: Player) -> str:
        return public_name(player, READER.get())


@tells(Team, "id slug name")
class TeamRef(ModelShape):
    """A team, and the word that stands for it in addresses."""


@tells(Venue, "id name address")
class VenueRef(ModelShape):
    """A place in which fixtures are played."""
