"""The journal and its histories: what was decided, by whom and why."""

from typing import Any

import django_filters as filters
from django.shortcuts import get_object_or_404
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.filters import narrowed
from league.api.operations import operation
from league.api.shapes import ModelShape, TextField, shape, tells
from league.api.views import LeagueView
from league.enums import JournalKind
from league.models import JournalEntry, Player, Team
from league.queries.journal import (
    entries_of,
    entries_of_fixture,
    entries_of_player,
    entries_of_team,
    entry_view,
)
from league.queries.seasons.setting_changes import Change
from league.translation import translated

ChangeShape = shape(Change, "name old new", "A setting, and what it was and became, in words.")


@tells(JournalEntry, "at kind why fixture_id team player imported previous", hash="Of this entry and all before it.")
class EntryOfJournalShape(ModelShape):
    """One decision. Nothing in it is ever changed."""

    number = serializers.IntegerField(help_text="Its place in the league’s journal: 1, 2, 3 …")
    who = TextField(help_text="By the name they have now; Muggins is the installation itself.")
    what = TextField()
    changes = ChangeShape(many=True, help_text="The settings that it changed.")

    def to_representation(self, instance: JournalEntry) -> Any:
        said = entry_view(instance)
        instance.who, instance.changes = said.who, said.changes  # type: ignore[attr-defined]
        return super().to_representation(instance) | {"what": translated(said.what)}


class JournalFilter(filters.FilterSet):
    """Entries by kind and time."""

    kind = filters.ChoiceFilter(choices=JournalKind.choices, label="What was decided.")
    after = filters.IsoDateTimeFilter("at", "gte", label="Decided then or later.")
    before = filters.IsoDateTimeFilter("at", "lt", label="Decided before then.")

    class Meta:
        model = JournalEntry
        fields: tuple[str, ...] = ()


class JournalView(LeagueView):
    queryset = JournalEntry.objects.all()
    ordering = ("-number",)
    filter_backends = (DjangoFilterBackend,)
    filterset_class = JournalFilter

    def listed(self, found: object) -> Response:
        return self.paged(narrowed(JournalFilter, self, found), EntryOfJournalShape)  # type: ignore[arg-type]

    @property
    def sees_conduct(self) -> bool:
        return self.grants.referee or self.grants.secretary


class Journal(JournalView):
    @operation(
        "Every decision of the league, the latest first", action="journal.see", answer=EntryOfJournalShape(many=True)
    )
    def get(self, request: Request) -> Response:
        self.allow("journal.see")
        return self.listed(entries_of(self.league))


class FixtureHistory(JournalView):
    @operation(
        "What was decided about a fixture, the latest first",
        action="fixture.history",
        answer=EntryOfJournalShape(many=True),
    )
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "fixture.history")
        return self.listed(entries_of_fixture(found, conduct=self.sees_conduct))


class TeamHistory(JournalView):
    @operation(
        "What was decided about a team and its fixtures, the latest first",
        action="team.history",
        answer=EntryOfJournalShape(many=True),
    )
    def get(self, request: Request, team: str) -> Response:
        found = get_object_or_404(Team, league=self.league, slug=team)
        self.allow("team.history", found)
        sees = {"conduct": self.sees_conduct, "hidden": self.grants.secretary}
        return self.listed(entries_of_team(found, **sees, money=may(self.grants, "team.charges", found)))


class PlayerHistory(JournalView):
    @operation(
        "What was decided about a player, the latest first",
        action="player.history",
        answer=EntryOfJournalShape(many=True),
    )
    def get(self, request: Request, player: int) -> Response:
        found = get_object_or_404(Player, league=self.league, pk=player)
        self.allow("player.history", found)
        money = may(self.grants, "player.charges", found)
        return self.listed(entries_of_player(found, hidden=self.grants.secretary, money=money))
