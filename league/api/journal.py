"""The journal and its histories: what was decided, by whom and why."""

from typing import Any

import django_filters as filters
from django.shortcuts import get_object_or_404
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers

from league.access import may
from league.api.filters import narrowed
from league.api.league_views import LeagueView, PlayerView
from league.api.operations import operation
from league.api.shapes import ModelShape, TextField, shape, tells
from league.enums import JournalKind
from league.models import Fixture, JournalEntry, Player, Team
from league.queries.journal import entries_of, entries_of_fixture, entries_of_player, entries_of_team, entry_view
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
        view = entry_view(instance)
        instance.who, instance.changes = view.who, view.changes  # type: ignore[attr-defined]
        return super().to_representation(instance) | {"what": translated(view.what)}


class JournalFilter(filters.FilterSet):
    """Entries by kind and time."""

    kind = filters.ChoiceFilter(choices=JournalKind.choices, label="What was decided.")
    after = filters.IsoDateTimeFilter("at", "gte", label="Decided then or later.")
    before = filters.IsoDateTimeFilter("at", "lt", label="Decided before then.")


class JournalView(LeagueView):
    queryset = JournalEntry.objects.all()
    ordering = ("-number",)
    filter_backends = (DjangoFilterBackend,)
    filterset_class = JournalFilter

    @property
    def sees_conduct(self) -> bool:
        return self.grants.referee or self.grants.secretary


class Journal(JournalView):
    @operation("journal.see", answer=EntryOfJournalShape(many=True))
    def get(self) -> object:
        """Every decision of the league, the latest first."""
        return narrowed(self, entries_of(self.league))


class FixtureHistory(JournalView):
    @operation("fixture.history", answer=EntryOfJournalShape(many=True))
    def get(self, fixture: Fixture) -> object:
        """What was decided about a fixture, the latest first."""
        return narrowed(self, entries_of_fixture(fixture, conduct=self.sees_conduct))


class TeamHistory(JournalView):
    @operation("team.history", answer=EntryOfJournalShape(many=True))
    def get(self, team: str) -> object:
        """What was decided about a team and its fixtures, the latest first."""
        row = get_object_or_404(Team, league=self.league, slug=team)
        self.allow("team.history", row)
        sees = {"conduct": self.sees_conduct, "hidden": self.grants.secretary}
        return narrowed(self, entries_of_team(row, **sees, money=may(self.grants, "team.charges", row)))


class PlayerHistory(JournalView, PlayerView):
    @operation("player.history", answer=EntryOfJournalShape(many=True))
    def get(self, player: Player) -> object:
        """What was decided about a player, the latest first."""
        money = may(self.grants, "player.charges", player)
        return narrowed(self, entries_of_player(player, hidden=self.grants.secretary, money=money))
