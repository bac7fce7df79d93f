"""Fixtures, and who may be put on their sheets."""

from typing import Any

from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.response import Response

from league.access import may
from league.api.filters import FixtureFilter, narrowed
from league.api.league_views import LeagueView, find_or_404
from league.api.operations import operation
from league.api.refs import PlayerRef
from league.api.shapes import ComputedField, TextField, shape
from league.enums import ResultState
from league.models import Fixture, Result, Week
from league.queries.leagues import fixtures_listed
from league.queries.people.people import guests_on, squads
from league.rules.formats import fixture_terms
from league.rules.match_terms import MatchTerms, Pairing
from league.translation import N_

ScoreShape = shape(
    Result,
    "version state kind home_games away_games",
    "The result a fixture rests on, in short. It counts when it is confirmed.",
    "Score",
    outcome=ComputedField(
        TextField(), lambda result: result.outcome, "How it ended, in words: “6–3”, “walkover to Bell”, “void”."
    ),
)
WeekRef = shape(Week, "number starts_on kind", "The week the timetable gave it.", "WeekRef")
FixtureShape = shape(
    Fixture,
    "id uid division week home away venue original_starts_at state sequence play_off",
    "Home team v away team, at a venue, at a time.",
    starts_at="Of one without a date: when it was to be played last.",
    played=ComputedField(
        serializers.BooleanField(),
        lambda fixture: any(one.state == ResultState.CONFIRMED and one.scored for one in fixture.live_results),
        "Whether it was played and has a result that counts: a confirmed one.",
    ),
    result=ComputedField(ScoreShape(allow_null=True), lambda fixture: next(iter(fixture.live_results), None)),
)
PairingShape = shape(
    Pairing,
    "",
    "A match of those in which each plays each of the other side, with one line-up for them all.",
    size="So many a side.",
    home="Which of the home line-up plays it, counted from 1.",
    away="Which of the away line-up.",
)
MatchTermsShape = shape(
    MatchTerms,
    "kind players most needed target",
    "The terms that a match is played on.",
    games="The games that are played; the best of how many; or how many a side must win, as `ends` says.",
    ends="How it ends.",
    written="What of each game is written down.",
    kind="Singles, doubles, trebles, or a team of more.",
    target="The points that a game is played to.",
    pairing=PairingShape(allow_null=True),
    ruleset=ComputedField(
        serializers.CharField(),
        lambda match: match.played_by,
        "The ruleset that it is played by, with its version: `league:1`.",
    ),
)


class NoteShape(serializers.Serializer[Any]):
    """A note of the secretary's on a player."""

    player = serializers.IntegerField(source="pk", help_text="Their id.")
    note = serializers.CharField()


class SquadsShape(serializers.Serializer[Any]):
    """The players who may be put on a fixture’s sheet: those registered for the two teams on its date, and its guests.

    A called hand may name the guests of its match, too.
    """

    home = PlayerRef(many=True)
    away = PlayerRef(many=True)
    home_guests = PlayerRef(many=True)
    away_guests = PlayerRef(many=True)
    matches = MatchTermsShape(many=True, help_text="The matches of the fixture in their order.")
    notes = NoteShape(
        many=True,
        help_text="What the secretary tells about players of the two and guests; for those who enter the result alone.",
    )


class Fixtures(LeagueView):
    queryset = Fixture.objects.all()
    filter_backends = (DjangoFilterBackend,)
    filterset_class = FixtureFilter
    ordering = ("starts_at", "pk")

    @operation("league.view", answer=FixtureShape(many=True))
    def get(self) -> object:
        """The fixtures of a league, in the order they are played."""
        return narrowed(self, fixtures_listed(self.seasons))


class OneFixture(LeagueView):
    @operation("league.view", answer=FixtureShape, etag=True)
    def get(self, fixture: Fixture) -> Response:
        """A fixture."""
        response = self.respond(fixture)
        result = response.data["result"]
        return self.tag(response, "fixture", sequence=fixture.sequence, version=result["version"] if result else 0)

    def find_fixture(self, pk: int) -> Fixture:
        no_fixture = N_("There is no such fixture in this league.")
        return find_or_404(no_fixture, fixtures_listed(self.seasons).get, pk=pk)


class Squads(LeagueView):
    @operation("league.view", name="fixture_squads", answer=SquadsShape)
    def get(self, fixture: Fixture) -> object:
        """Who may be put on a fixture’s sheet, and the matches it has."""
        (home, away), (ours, theirs) = squads(fixture), guests_on(fixture)
        people = {"home": home, "away": away, "home_guests": ours, "away_guests": theirs}
        reads_notes = may(self.grants, "result.submit", fixture)
        notes = [player for player in (*home, *away, *ours, *theirs) if player.note] if reads_notes else []
        return {**people, "matches": fixture_terms(fixture).matches, "notes": notes}
