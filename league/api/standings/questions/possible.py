"""The places that the teams of a division can still reach."""

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.people.people_shapes import TeamRef
from league.api.shapes import shape
from league.models import Team
from league.queries import listings
from league.queries.standings.questions.possible import still_possible
from league.queries.standings.standings import division_table
from league.rules.possible import GOALS, Outlook, Places, Prospect
from league.rules.possible.prospects import SENTENCES

OutlookShape = shape(
    Outlook,
    "told why",
    "The title, promotion or relegation, and whether a team can still reach it.",
    "Outlook",
    why='The reason where it is decided; "" while it is open, or hangs on a tie-break.',
    goal=serializers.ChoiceField(choices=[(goal, str(name)) for goal, name in GOALS.items()]),
    state=serializers.ChoiceField(
        choices=[(state, str(said).removesuffix(".")) for state, said in SENTENCES["champion"].items()],
        help_text="Decided, decided unless they finish level, open, open only by tie-break, or out of reach.",
    ),
)
PlacesShape = shape(
    Places,
    "best best_clear worst worst_clear decided",
    "The places that a team can still finish in, on points.",
    "Places",
    best="With every level finish won; `best_clear` with every one lost.",
    worst="With every level finish lost; `worst_clear` with every one won.",
)
ProspectShape = shape(
    Prospect,
    "reach",
    "What a team can still reach, if every fixture left is played out or given as a walkover.",
    "Prospect",
    places=PlacesShape(allow_null=True, help_text="Null where it would take too long to work out."),
    outlooks=OutlookShape(many=True),
)


class ProspectOf(ProspectShape):  # type: ignore[misc, valid-type]
    """A team with the places that it can still reach."""

    team = TeamRef()


class Possible(LeagueView):
    @operation(
        "What each team of a division can still reach; nothing once no fixture is left", action="league.view",
        answer=ProspectOf(many=True),
    )  # fmt: skip
    def get(self, request: Request, season: str, division: str) -> Response:
        found = get_object_or_404(
            listings.divisions_listed(get_object_or_404(self.seasons, slug=season)), slug=division
        )
        table = division_table(found)
        teams: dict[int, Team] = table.teams
        told = [
            {"team": teams[one.team], "reach": one.reach, "places": one.places, "outlooks": one.outlooks}
            for one in still_possible(table)
        ]
        return self.paged(told, ProspectOf)
