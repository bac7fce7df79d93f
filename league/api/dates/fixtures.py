"""Fixtures, and who may be put on their sheets."""

from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.dates.dates_shapes import FixtureShape, SquadsShape
from league.api.filters import FixtureFilter, narrowed
from league.api.operations import operation
from league.api.views import LeagueView
from league.errors import NothingThere
from league.models import Fixture
from league.queries.leagues import fixtures_listed
from league.queries.people.people import guests_on, squads
from league.rules.formats import fixture_terms
from league.translation import N_


class Fixtures(LeagueView):
    queryset = Fixture.objects.all()
    filter_backends = (DjangoFilterBackend,)
    filterset_class = FixtureFilter
    ordering = ("starts_at", "pk")

    @operation(
        "The fixtures of a league, in the order they are played", action="league.view", answer=FixtureShape(many=True)
    )
    def get(self, request: Request) -> Response:
        found = narrowed(FixtureFilter, self, fixtures_listed(self.seasons))
        return self.paged(found, FixtureShape)


class OneFixture(LeagueView):
    @operation("A fixture", action="league.view", answer=FixtureShape, etag=True)
    def get(self, request: Request, fixture: int) -> Response:
        found = fixtures_listed(self.seasons).filter(pk=fixture).first()
        if found is None:
            raise NothingThere(N_("There is no such fixture in this league."))
        answer = FixtureShape(found).data
        version = answer["result"]["version"] if answer["result"] else 0
        return self.tagged(answer, "fixture", sequence=found.sequence, version=version)


class Squads(LeagueView):
    @operation(
        "Who may be put on a fixture’s sheet, and the matches it has",
        name="fixture_squads",
        action="league.view",
        answer=SquadsShape,
    )
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        (home, away), (ours, theirs) = squads(found), guests_on(found)
        played = fixture_terms(found)
        people = {"home": home, "away": away, "home_guests": ours, "away_guests": theirs}
        seated = (*home, *away, *ours, *theirs) if may(self.grants, "result.submit", found) else ()
        told = [player for player in seated if player.note]
        answer = {**people, "matches": played.matches, "notes": told}
        return Response(SquadsShape(answer).data)
