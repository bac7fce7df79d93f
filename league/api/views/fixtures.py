"""Fixtures, and who may be put on their sheets."""

from django.http import Http404
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import FixtureFilter, narrowed
from league.api.operations import operation
from league.api.scope import LeagueView
from league.api.shapes.fixtures import FixtureShape, SquadsShape
from league.models import Fixture
from league.queries.listings import fixtures_listed
from league.queries.people import guests_on, squads
from league.services.sheets import terms

TAG = "Fixtures"


class Fixtures(LeagueView):
    queryset = Fixture.objects.all()
    filter_backends = (DjangoFilterBackend,)
    filterset_class = FixtureFilter
    ordering = ("starts_at", "pk")

    @operation(
        "fixtures_list",
        "The fixtures of a league, in the order they are played",
        action="league.view",
        answer=FixtureShape(many=True),
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        found = narrowed(FixtureFilter, request.query_params, fixtures_listed(self.seasons))
        return self.paged(found, FixtureShape)


class OneFixture(LeagueView):
    @operation("fixture_read", "A fixture", action="league.view", answer=FixtureShape, tag=TAG)
    def get(self, request: Request, fixture: int) -> Response:
        found = fixtures_listed(self.seasons).filter(pk=fixture).first()
        if found is None:
            raise Http404("There is no such fixture in this league.")
        return Response(FixtureShape(found).data)


class Squads(LeagueView):
    @operation(
        "fixture_squads",
        "Who may be put on a fixture’s sheet, and the matches it has",
        action="league.view",
        answer=SquadsShape,
        tag=TAG,
    )
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        (home, away), (ours, theirs) = squads(found), guests_on(found)
        played = terms(found.division)
        people = {"home": home, "away": away, "home_guests": ours, "away_guests": theirs}
        answer = {**people, "format": played.format, "games_per_match": played.games_per_match}
        return Response(SquadsShape(answer).data)
