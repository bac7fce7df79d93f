"""Shapes of what a search found, kind by kind."""

from typing import Any

from rest_framework import serializers

from league.api.dates.dates_shapes import FixtureShape
from league.api.fields import Found, TextField
from league.api.people.people_shapes import PlayerRef, TeamRef, VenueRef
from league.api.shapes import shape
from league.rules.search import Help
from league.services.search.find import FoundRule

ABOUT = "What tells it from others of the name: its division, or their team; may be blank."
RANK = "How well its name answers: `exact`, `beginning`, `words`, `part` or `near`. The best come first."


class _Hit(serializers.Serializer[Any]):
    about = serializers.CharField(allow_blank=True, help_text=ABOUT)
    rank = Found(serializers.CharField(), lambda hit: hit.rank.name.lower(), RANK)


class TeamHit(_Hit):
    """A team that was found."""

    team = TeamRef(source="thing")


class PlayerHit(_Hit):
    """A player who was found, by the name that the asker reads."""

    player = PlayerRef(source="thing")


class VenueHit(serializers.Serializer[Any]):
    """A venue that was found."""

    venue = VenueRef(source="thing")
    rank = Found(serializers.CharField(), lambda hit: hit.rank.name.lower(), RANK)


RuleHit = shape(
    FoundRule,
    "",
    "A rule of the current season, or a heading of its rules, that has every word.",
    "RuleHit",
    number="By which rulings quote it; a heading has none.",
    text=TextField(),
    under=TextField(help_text="The heading under which it stands; of a heading, the book."),
    anchor="The id of its place on the rules page.",
)
PageHit = shape(
    Help, "", "A page on which the asker gets something done.", "PageHit",
    page="The name of its address.", title="What it is called.", about="What is done there.",
)  # fmt: skip


def _hits_shape(one: Any, name: str) -> Any:
    """Return the shape of the hits of a kind: the first of them, and how many there are."""
    fields = {
        "count": serializers.IntegerField(help_text="How many there are, of which `hits` may be the first."),
        "hits": one(many=True),
        "__doc__": "The hits of a kind, the best first.",
    }
    return type(name, (serializers.Serializer,), fields)()


class SearchShape(serializers.Serializer[Any]):
    """Everything that answers a search, by kind."""

    teams = _hits_shape(TeamHit, "TeamHits")
    players = _hits_shape(PlayerHit, "PlayerHits")
    fixtures = _hits_shape(FixtureShape, "FixtureHits")
    venues = _hits_shape(VenueHit, "VenueHits")
    rules = _hits_shape(RuleHit, "RuleHits")
    pages = _hits_shape(PageHit, "PageHits")
    suggested = serializers.ListField(
        child=serializers.CharField(), help_text="Names that may have been meant, where none is like what was typed."
    )
