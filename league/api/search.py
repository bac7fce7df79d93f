"""Teams, players, fixtures, venues, rules and pages, by whatever is typed."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from league.api.fixtures import FixtureShape
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import PlayerRef, TeamRef, VenueRef
from league.api.shapes import ComputedField, TextField, shape
from league.errors import Invalid
from league.rules.problems import Problem
from league.rules.search import LONGEST_SEARCH, Help
from league.services.search import FoundRule, SearchResults, find, read_typed

ABOUT = "What tells it from others of the name: its division, or their team; may be blank."
RANK = "How well its name answers: `exact`, `beginning`, `words`, `part` or `near`. The best come first."


class _Hit(serializers.Serializer[Any]):
    about = serializers.CharField(allow_blank=True, help_text=ABOUT)
    rank = ComputedField(serializers.CharField(), lambda hit: hit.rank.name.lower(), RANK)


class TeamHit(_Hit):
    """A team that was found."""

    team = TeamRef(source="thing")


class PlayerHit(_Hit):
    """A player who was found, by the name that the asker reads."""

    player = PlayerRef(source="thing")


class VenueHit(serializers.Serializer[Any]):
    """A venue that was found."""

    venue = VenueRef(source="thing")
    rank = ComputedField(serializers.CharField(), lambda hit: hit.rank.name.lower(), RANK)


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


MOST = 20
TYPED = OpenApiParameter(
    "q",
    str,
    description=f"What to look for, {LONGEST_SEARCH} letters at most: a name or its beginning, two teams with a “v” "
    "between them, a day, a word of the rules. Blank: nothing is found.",
)


class OneSearch(LeagueView):
    @operation("league.view", answer=SearchShape, parameters=[TYPED])
    def get(self) -> object:
        """Find teams, players, fixtures, venues, rules and pages by what somebody types, whatever its slips."""
        today = self.now.astimezone(self.league.tz).date()
        typed = read_typed(self.request.query_params.get("q", ""), today=today)
        if isinstance(typed, Problem):
            raise Invalid([typed])
        return find(self.league, typed, self.grants, now=self.now, most=MOST) if typed else SearchResults()
