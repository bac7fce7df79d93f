"""Shapes that name a row in another's answer, and who reads the answer."""

from contextvars import ContextVar

from rest_framework import serializers

from league.access import Grants
from league.api.shapes import ComputedField, ModelShape, shape, tells
from league.models import Division, Fixture, Player, Season, Team, Venue
from league.queries.people.personal_data import public_name

# Who reads the answer: a name may be shortened for one and not for another. Without a reader no name is told at all.
READER: ContextVar[Grants] = ContextVar("READER")
PlayerRef = shape(
    Player,
    "id",
    "A player. Their name is shortened for whoever would read it so on the pages.",
    "PlayerRef",
    name=ComputedField(serializers.CharField(), lambda player: public_name(player, READER.get())),
)


@tells(Team, "id slug name")
class TeamRef(ModelShape):
    """A team, and the word that stands for it in addresses."""


VenueRef = shape(Venue, "id name address", "A place in which fixtures are played.", "VenueRef")


@tells(Season, "slug name")
class SeasonRef(ModelShape):
    """A season by name."""


@tells(Division, "slug name season=season.slug")
class DivisionRef(ModelShape):
    """A division by name, in its season."""


NamedFixture = shape(Fixture, "id home away sequence", "A fixture by its teams.", "NamedFixture")
